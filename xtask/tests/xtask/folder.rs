//! The folders in which tests run the program.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;

/// An empty folder of one test, in which it runs the program. Files are named by their paths below it.
pub(crate) struct Folder {
    path: PathBuf,
}

/// How a run of the program ended, and what it wrote.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    pub(crate) fn of(output: Output) -> Ran {
        Ran {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Folder {
    /// Empties the folder of this name. The name begins with the test's module.
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xtask").join(name);
        fs::remove_dir_all(&path).ok();
        fs::create_dir_all(&path).unwrap();
        Self { path }
    }

    /// The program with its command line. An argument with blanks stands between single quotes.
    pub(crate) fn command(&self, line: &str) -> Command {
        let mut command = Command::new(cargo_bin!("xtask"));
        command.current_dir(&self.path).args(arguments(line)).stdin(Stdio::null());
        command
    }

    /// The same, begun by a shell after these words, which may limit it.
    pub(crate) fn after(&self, words: &str, line: &str) -> Command {
        let (mut command, whole) = (Command::new("sh"), self.command(line));
        command.current_dir(&self.path).args(["-c", &format!("{words} && exec \"$0\" \"$@\"")]).stdin(Stdio::null());
        command.arg(whole.get_program()).args(whole.get_args());
        command
    }

    /// Runs the program by its command line.
    pub(crate) fn xtask(&self, line: &str) -> Ran {
        Ran::of(self.command(line).output().unwrap())
    }

    /// Runs the program, which must succeed, with this on its standard input.
    pub(crate) fn typed(&self, line: &str, input: &str) -> Ran {
        let ran = Self::with_input(self.command(line), input);
        let said: Vec<&str> = ran.stderr.lines().filter(|line| !line.contains(" is played by ")).collect();
        assert!(ran.code == Some(0) && said.is_empty(), "{line}: {said:?}");
        ran
    }

    /// Runs a program with this on its standard input.
    pub(crate) fn with_input(mut command: Command, input: &str) -> Ran {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // A program that has enough reads no further.
        child.stdin.take().unwrap().write_all(input.as_bytes()).ok();
        Ran::of(child.wait_with_output().unwrap())
    }

    /// Runs the program, which must succeed.
    pub(crate) fn succeed(&self, line: &str) -> Ran {
        let ran = self.xtask(line);
        assert_eq!(ran.code, Some(0), "{line}: {}", ran.stderr);
        ran
    }

    /// Runs the program, which must fail with a single line of an error, and returns that line.
    pub(crate) fn complaint(&self, line: &str) -> String {
        let Ran { code, stdout, stderr } = self.xtask(line);
        assert_eq!(code, Some(2), "{line}: {stderr}");
        assert_eq!(stdout, "", "{line}");
        assert!(stderr.starts_with("error: ") && stderr.lines().count() == 1, "{line}: {stderr}");
        stderr
    }

    /// Each command line with its error.
    pub(crate) fn complaints<L: AsRef<str>>(&self, lines: impl IntoIterator<Item = L>) -> String {
        let said = |line: &str| format!("{line}\n    {}", self.complaint(line));
        lines.into_iter().map(|line| said(line.as_ref())).collect()
    }

    /// Writes a file, and makes the folders above it.
    pub(crate) fn write(&self, file: &str, contents: impl AsRef<[u8]>) {
        let path = self.path.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }

    pub(crate) fn read(&self, file: &str) -> Vec<u8> {
        fs::read(self.path.join(file)).unwrap()
    }

    pub(crate) fn text(&self, file: &str) -> String {
        String::from_utf8(self.read(file)).unwrap()
    }

    /// The path of a file in the folder.
    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.path.join(file)
    }

    pub(crate) fn exists(&self, file: &str) -> bool {
        self.path.join(file).exists()
    }

    /// The files of a folder by name, except the one that says who made it and when, which is no result.
    pub(crate) fn contents(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.path.join(folder)).unwrap().map(Result::unwrap);
        let files = entries.map(|entry| (entry.file_name().into_string().unwrap(), entry.path()));
        let results = files.filter(|(name, _)| name != "provenance.json");
        results.map(|(name, path)| (name, fs::read(path).unwrap())).collect()
    }
}

pub(crate) fn arguments(line: &str) -> impl Iterator<Item = &str> {
    line.split('\'').enumerate().flat_map(|(number, part)| {
        let is_quoted = number % 2 == 1;
        if is_quoted { vec![part] } else { part.split_whitespace().collect() }
    })
}
