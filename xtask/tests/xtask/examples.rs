//! Every example of every help: what is printed there is what is run here.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;

use crate::Folder;

/// What stands in the place of a part of an example that takes long. The form is the same.
const SHORTER: [(&str, &str, &str); 9] = [
    // All tables take half a minute here.
    ("reproduce", "--quick", "--quick --tables 2 --branching 2"),
    // So do all games and challengers.
    ("experiment", "--quick", "--quick --games connect-four --challengers best-first --out results/uct-quick"),
    // A port that is free.
    ("playground", "7878", "0"),
    // Eight plies are hundreds of searches.
    ("book", "20000 --plies 8", "20 --plies 2"),
    // Minutes of learning.
    ("train", "100000", "20"),
    // All positions and a deep search of each.
    ("blindness", "500 --games 20", "50 --games 1"),
    ("predictions", "150", "1"),
    // Minutes of matches.
    ("tune", "--game oware", "--game oware --candidates 2 --pairs 1 --budget 20"),
    ("perft", "9", "6"),
];

/// What makes the folders that an example needs. What was run into the shards does not matter to their merge.
const BEFORE: [(&str, &str); 2] = [
    (
        "merge",
        "reproduce --tables 2 --branching 2 --alpha-beta-depth 1 --pairs 2 --shard 1/2 --out results/uct-shard-1-of-2",
    ),
    (
        "merge",
        "reproduce --tables 2 --branching 2 --alpha-beta-depth 1 --pairs 2 --shard 2/2 --out results/uct-shard-2-of-2",
    ),
];

/// What is typed into a program that reads.
const TYPED: [(&str, &str); 2] = [("play", "quit\n"), ("engine", "quit\n")];

/// An example as a help prints it.
pub(crate) struct Example {
    pub(crate) command: String,
    /// The line as it is printed.
    printed: String,
    /// The line that is run.
    short: String,
}

/// The examples of all helps, in the order of the commands.
pub(crate) fn all(folder: &Folder) -> Vec<Example> {
    let whole = folder.succeed("--help").stdout;
    let lines = whole.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // The description of a command may take a second line, which is indented more.
    let names = lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let mut examples = Vec::new();
    for name in names.filter(|name| *name != "help") {
        let help = folder.succeed(&format!("{name} --help")).stdout;
        let (_, after) = help.split_once("\nExample: ").unwrap_or_else(|| panic!("{name} has no example: {help}"));
        let printed = after.lines().filter(|line| line.starts_with("  ")).map(str::trim);
        examples.extend(printed.map(|line| Example::new(name, line)));
    }
    for example in &examples {
        assert!(whole.contains(&format!("\n  {}\n", example.printed)), "{} is not in the help of all", example.printed);
    }
    examples
}

impl Example {
    fn new(command: &str, printed: &str) -> Example {
        assert!(printed.starts_with(&format!("cargo xtask {command} ")), "{printed}");
        let shortened = |line: String, (_, part, shorter): &(&str, &str, &str)| {
            assert_eq!(line.matches(part).count(), 1, "`{part}` of {line}");
            line.replace(part, shorter)
        };
        let own = SHORTER.iter().filter(|(name, ..)| *name == command);
        let short = own.fold(printed.to_owned(), shortened);
        Example { command: command.to_owned(), printed: printed.to_owned(), short }
    }

    /// The program with the example's command line, as a shell reads it, where everything that it needs is there.
    pub(crate) fn prepared(&self, folder: &Folder) -> Command {
        for (_, line) in BEFORE.iter().filter(|(name, _)| *name == self.command) {
            folder.succeed(line);
        }
        let program = cargo_bin!("xtask").display().to_string();
        let mut command = Command::new("sh");
        command.arg("-c").arg(self.short.replace("cargo xtask", &format!("exec '{program}'")));
        command.current_dir(folder.path(".")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// What is typed into it.
    pub(crate) fn typed(&self) -> &'static str {
        TYPED.iter().find(|(name, _)| *name == self.command).map_or("", |(_, typed)| typed)
    }
}

#[test]
fn every_example_runs() {
    let folder = Folder::new("examples/run");
    let examples = all(&folder);
    assert!(examples.len() > 15);
    for example in &examples {
        let mut child = example.prepared(&folder).spawn().unwrap();
        // A program that has enough reads no further.
        child.stdin.take().unwrap().write_all(example.typed().as_bytes()).ok();
        if example.command == "playground" {
            // It serves until it is interrupted.
            BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut String::new()).unwrap();
            assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        }
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{}: {said}", example.short);
    }
    // The folders of the shortened examples are those of the examples themselves: what is in the way there is told.
    for (line, of) in [("uct --quick", "uct-quick"), ("uct --shard 1/2", "uct-shard-1-of-2"), ("uct", "uct")] {
        let elsewhere = Folder::new("examples/folders");
        elsewhere.write(&format!("results/{of}"), "in the way");
        let told = elsewhere.complaint(&format!("experiment {line}"));
        assert!(told.starts_with(&format!("error: results/{of}")), "{told}");
    }
}
