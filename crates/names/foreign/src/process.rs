use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::Fault;
use crate::fault::shorten;

/// The most bytes of a line that are read at a time. A longer line comes in parts.
const MOST_BYTES: u64 = 1 << 22;

/// The most lines that wait to be received. A program that writes more has to wait.
const MOST_LINES: usize = 16;

/// How long a program that was told to end may take to end by itself.
const PARTING: Duration = Duration::from_millis(500);

/// How long a program that closed its output may take to end, and its last line on standard error to arrive.
const CLOSING: Duration = Duration::from_secs(1);

/// The short name of the program that a command line starts.
///
/// It is the name of the program's file, without the folder.
/// `-` stands for every character that is neither a letter nor a digit nor one of `-_.`.
///
/// ```
/// assert_eq!(bestply_foreign::program_name("/usr/games/gtp-rhino -b 0 -l 3"), "gtp-rhino");
/// ```
pub fn program_name(command: &str) -> String {
    let words = shlex::split(command).unwrap_or_default();
    let file = words.first().and_then(|program| Path::new(program).file_name()).unwrap_or_default();
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-_.".contains(letter) { letter } else { '-' };
    file.to_string_lossy().chars().map(plain).collect()
}

/// Whether the program that a command line starts is on this machine: a file, or in one of the folders of `PATH`.
///
/// ```
/// assert!(!bestply_foreign::is_installed("no-such-program --help"));
/// ```
pub fn is_installed(command: &str) -> bool {
    let words = shlex::split(command).unwrap_or_default();
    let Some(program) = words.first().map(Path::new) else { return false };
    // A path is taken from here, as it is when the program is started; a bare name is looked up.
    match program.components().count() {
        1 => std::env::var_os("PATH")
            .is_some_and(|path| std::env::split_paths(&path).any(|folder| is_program(&folder.join(program)))),
        _ => is_program(program),
    }
}

/// The command line with its program in this folder, where it is named by a relative path that leads to one from there.
///
/// A bare name stays, because it is looked up.
///
/// ```
/// use std::path::Path;
///
/// assert_eq!(bestply_foreign::program_beside("engine --fast", Path::new("/")), None);
/// assert_eq!(bestply_foreign::program_beside("./no-such-engine", Path::new("/")), None);
/// ```
pub fn program_beside(command: &str, folder: &Path) -> Option<String> {
    let mut words = shlex::split(command)?;
    let program = Path::new(words.first()?);
    let path = folder.join(program.strip_prefix(".").unwrap_or(program));
    let is_beside = program.is_relative() && program.components().count() > 1 && is_program(&path);
    words[0] = path.to_str().filter(|_| is_beside)?.to_owned();
    shlex::try_join(words.iter().map(String::as_str)).ok()
}

/// Whether this is the file of a program, whose ending need not be typed where programs have one.
fn is_program(path: &Path) -> bool {
    let mut whole = path.as_os_str().to_owned();
    whole.push(std::env::consts::EXE_SUFFIX);
    path.is_file() || Path::new(&whole).is_file()
}

/// A program that reads and writes lines. It ends when this value is dropped at the latest, however it behaves.
///
/// Three threads carry the lines, so that no method waits on a pipe; every wait has a [`Patience`].
/// The threads end when the pipes close.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    guard: Guard,
    /// The lines to be written; `None` once the input is closed.
    input: Option<Sender<String>>,
    output: Receiver<String>,
    last_words: LastWords,
    /// The line that tells the program to end, besides the end of its input.
    farewell: Option<&'static str>,
    /// How long its answers are waited for.
    patience: Patience,
    /// Whether the program died or stalled. Then a farewell has no use.
    is_lost: bool,
}

impl Process {
    /// Starts a program from its command line: words with a shell's quotes, but without a shell.
    pub(crate) fn start(command: &str, farewell: Option<&'static str>) -> Result<Process, Fault> {
        let cannot_start = |why: &str| Fault::CannotStart { command: shorten(command), why: shorten(why) };
        let words = shlex::split(command).ok_or_else(|| cannot_start("a quotation is not closed"))?;
        let (program, arguments) = words.split_first().ok_or_else(|| cannot_start("the command is empty"))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        lead_a_group(&mut command);
        let mut child = command.spawn().map_err(|error| cannot_start(&error.to_string()))?;
        let mut guard = Guard::of(&child);
        let input = child.stdin.take().expect("its input is piped");
        let output = child.stdout.take().expect("its output is piped");
        let errors = child.stderr.take().expect("its errors are piped");
        let (to_write, written) = channel();
        let (read, to_receive) = sync_channel(MOST_LINES);
        let carried =
            carry(move || write_lines(input, &written)).and_then(|()| carry(move || read_lines(output, &read)));
        let last_words = carried.and_then(|()| LastWords::of(errors)).map_err(|error| {
            end(&mut child, &mut guard);
            cannot_start(&format!("no thread to carry its lines: {error}"))
        })?;
        let patience = Patience::new(Duration::ZERO);
        Ok(Process {
            child,
            guard,
            input: Some(to_write),
            output: to_receive,
            last_words,
            farewell,
            patience,
            is_lost: false,
        })
    }

    /// Sends a line. If the program no longer reads, the next wait for an answer says why.
    pub(crate) fn send(&self, line: impl Into<String>) {
        if let Some(input) = &self.input {
            // An error means that the input was closed.
            let _ = input.send(line.into());
        }
    }

    /// From now on, waits for so many milliseconds altogether.
    pub(crate) fn be_patient(&mut self, milliseconds: u64) {
        self.patience = Patience::new(Duration::from_millis(milliseconds));
    }

    /// The next line that the program writes, without its line end.
    pub(crate) fn receive(&mut self) -> Result<String, Fault> {
        let patience = self.patience;
        self.output.recv_timeout(patience.time_left()).map_err(|error| {
            self.is_lost = true;
            match error {
                RecvTimeoutError::Timeout => patience.fault(),
                RecvTimeoutError::Disconnected => self.died(),
            }
        })
    }

    /// How the program ended, now that its output is closed.
    fn died(&mut self) -> Fault {
        let (status, to_read) = match self.wait(CLOSING) {
            Some(status) => (status.to_string(), CLOSING),
            None => ("its output is closed, but it lives on".to_owned(), Duration::ZERO),
        };
        Fault::Died { status, last_line: self.last_words.after(to_read) }
    }

    /// Waits until the program has ended, but at most for `longest`.
    fn wait(&mut self, longest: Duration) -> Option<ExitStatus> {
        let patience = Patience::new(longest);
        loop {
            match self.child.try_wait() {
                Ok(None) if !patience.time_left().is_zero() => thread::sleep(Duration::from_millis(1)),
                waited => return waited.ok().flatten(),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(farewell) = self.farewell {
            self.send(farewell);
        }
        self.input = None;
        if !self.is_lost {
            self.wait(PARTING);
        }
        end(&mut self.child, &mut self.guard);
    }
}

/// How long to wait for an answer, from now on.
#[derive(Clone, Copy, Debug)]
struct Patience {
    since: Instant,
    longest: Duration,
}

impl Patience {
    fn new(longest: Duration) -> Patience {
        Patience { since: Instant::now(), longest }
    }

    fn time_left(self) -> Duration {
        self.longest.saturating_sub(self.since.elapsed())
    }

    /// The fault if the patience ends.
    fn fault(self) -> Fault {
        Fault::Stalled { waited_ms: u64::try_from(self.longest.as_millis()).unwrap_or(u64::MAX) }
    }
}

/// The last line that a program writes to standard error. All of it is read, so that the program never blocks.
#[derive(Debug)]
struct LastWords {
    line: Arc<Mutex<Option<String>>>,
    /// A channel that is disconnected once everything is read.
    is_read: Receiver<()>,
}

impl LastWords {
    fn of(errors: impl Read + Send + 'static) -> io::Result<LastWords> {
        let line = Arc::new(Mutex::new(None));
        let (reading, is_read) = channel();
        let kept = Arc::clone(&line);
        carry(move || {
            let _reading: Sender<()> = reading;
            for line in lines(errors).filter(|line| !line.trim().is_empty()) {
                *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(shorten(&line));
            }
        })?;
        Ok(LastWords { line, is_read })
    }

    /// The last line, once everything is read or `longest` has passed.
    fn after(&self, longest: Duration) -> Option<String> {
        // Nothing is ever sent: the channel is disconnected, or the time is up.
        let _ = self.is_read.recv_timeout(longest);
        self.line.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Ends a program and whatever it started.
fn end(child: &mut Child, guard: &mut Guard) {
    guard.leave();
    kill_the_group(child);
    // An error means that the program has ended already.
    let _ = child.kill();
    let _ = child.wait();
}

/// Starts a thread for the lines of a pipe.
fn carry(lines: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(lines).map(drop)
}

/// Writes lines until there are no more or nobody reads them, and then closes the pipe.
fn write_lines(mut pipe: impl Write, lines: &Receiver<String>) {
    let write = |line: String| pipe.write_all((line + "\n").as_bytes()).and_then(|()| pipe.flush());
    lines.iter().try_for_each(write).ok();
}

/// Passes lines on until there are no more or nobody wants them.
fn read_lines(pipe: impl Read, wanted: &SyncSender<String>) {
    lines(pipe).try_for_each(|line| wanted.send(line)).ok();
}

/// The lines of a pipe, without their ends, up to the end or the first error.
fn lines(pipe: impl Read) -> impl Iterator<Item = String> {
    let mut pipe = BufReader::new(pipe);
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        match pipe.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => None,
            // Some programs of Windows put a byte order mark before what they write.
            Ok(_) => {
                let line = String::from_utf8_lossy(&line);
                Some(line.trim_start_matches('\u{feff}').trim_end_matches(['\n', '\r']).to_owned())
            }
        }
    })
}

/// Makes the program the leader of a process group, so that whatever it starts ends with it.
#[cfg(unix)]
fn lead_a_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(unix)]
fn kill_the_group(leader: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(leader.id()).ok().and_then(Pid::from_raw) {
        // An error means that no process is left.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// A shell that kills the program's group if this process is gone without having done so itself.
///
/// The shell waits for the end of a pipe, which comes however this process ends.
/// Where there is no shell, the program only sees the end of its input.
#[derive(Debug)]
struct Guard(Option<Child>);

impl Guard {
    #[cfg(unix)]
    fn of(leader: &Child) -> Guard {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", r#"read -r _; kill -s KILL -- "-$0""#, &leader.id().to_string()]);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        lead_a_group(&mut shell);
        Guard(shell.spawn().ok())
    }

    #[cfg(not(unix))]
    fn of(_: &Child) -> Guard {
        Guard(None)
    }

    /// Ends the guard, which is not needed any more.
    fn leave(&mut self) {
        if let Some(mut shell) = self.0.take() {
            // Errors mean that the shell has ended already.
            let _ = shell.kill();
            let _ = shell.wait();
        }
    }
}

#[cfg(not(unix))]
fn lead_a_group(_: &mut Command) {}

/// Windows ends what a program has started by their tree, as long as the program is there.
#[cfg(not(unix))]
fn kill_the_group(leader: &Child) {
    let mut command = Command::new("taskkill");
    command.args(["/t", "/f", "/pid", &leader.id().to_string()]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // An error means that no process is left, or that there is no such command.
    let _ = command.status();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_an_end_comes_in_parts() {
        let text = "\u{feff}".to_owned() + &"x".repeat(MOST_BYTES as usize) + "\r\r\n\nlast";
        let read: Vec<_> = lines(text.as_bytes()).map(|line| line.len()).collect();
        assert_eq!(read, [MOST_BYTES as usize - 3, 3, 0, 4]);
    }

    #[test]
    fn a_command_is_words_with_quotes() {
        for (command, why) in [("", "empty"), ("   ", "empty"), ("engine 'one", "quotation")] {
            let fault = Process::start(command, None).expect_err("it is no command");
            assert!(matches!(&fault, Fault::CannotStart { why: found, .. } if found.contains(why)), "{fault}");
        }
        let fault = Process::start("'no such program' -l 3", None).expect_err("there is none");
        assert!(fault.to_string().starts_with("cannot start `'no such program' -l 3`: "), "{fault}");
    }

    #[test]
    fn patience_may_be_endless() {
        let patience = Patience::new(Duration::MAX);
        assert!(patience.time_left() > Duration::from_secs(1));
        assert_eq!(patience.fault(), Fault::Stalled { waited_ms: u64::MAX });
    }
}
