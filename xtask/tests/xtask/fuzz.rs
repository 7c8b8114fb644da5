//! A fuzzer of the program: command lines that are nearly right, files of every kind that are damaged, sessions of
//! words that engines and games know, searches in little address space, two programs that write the same file, disks
//! that are full, and games by real clocks.
//!
//! `.ci/run fuzz SECONDS` runs it.
//! No run may end in a panic, by a signal, or after more than [`MOST`], and none may leave a file that a later run
//! refuses.
//! Case N is the same whenever the corpus is: the seed of its dice is N, and the corpus is made by the program.
//! A case that fails stays in its folder, with the command in `run.sh`; `FUZZ_FIRST` is the number of the first case.

mod cases;
mod clocks;
mod corpus;
mod kept;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::Folder;
use cases::{Case, Dice};
use clocks::Clocked;
use corpus::Corpus;
use kept::{FullDisk, Twins};

/// After this time a run that may be endless is interrupted, as by Ctrl-C.
const PATIENCE: Duration = Duration::from_secs(3);

/// The longest run.
const MOST: Duration = Duration::from_secs(20);

/// A panic's exit code.
const PANIC: i32 = 101;

/// `SIGINT`, by which a program ends that was interrupted before it could say so.
const INTERRUPT: i32 = 2;

#[test]
#[ignore = "runs as long as it is told: .ci/run fuzz"]
fn no_input_ends_in_a_panic_a_signal_or_a_hang() {
    let seconds = number_of("FUZZ_SECONDS").unwrap_or(60);
    let first = number_of("FUZZ_FIRST").unwrap_or(0);
    let corpus = Corpus::make();
    let (next, begun) = (AtomicU64::new(first), Instant::now());
    let worker = || {
        let mut wrong = Vec::new();
        // One case at least, so that a single one can be asked for.
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            wrong.extend(complaint(&corpus, number));
            if begun.elapsed() >= Duration::from_secs(seconds) {
                return wrong;
            }
        }
    };
    let threads = thread::available_parallelism().map_or(2, usize::from);
    let wrong: Vec<Wrong> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker does not panic")).collect()
    });
    println!("{} cases from number {first} on, in {} s", next.into_inner() - first, begun.elapsed().as_secs());
    assert!(wrong.is_empty(), "{} of them failed:\n{}", wrong.len(), grouped(&wrong));
}

/// A case that ended wrongly.
struct Wrong {
    number: u64,
    /// How it ended.
    what: String,
    line: String,
}

/// One case of each kind of end.
fn grouped(wrong: &[Wrong]) -> String {
    let mut kinds: BTreeMap<&str, Vec<&Wrong>> = BTreeMap::new();
    wrong.iter().for_each(|wrong| kinds.entry(&wrong.what).or_default().push(wrong));
    let said = |(what, cases): (&&str, &Vec<&Wrong>)| {
        format!("{what}: {} times, first in case {}\n    {}", cases.len(), cases[0].number, cases[0].line)
    };
    kinds.iter().map(said).collect::<Vec<_>>().join("\n")
}

/// The number that a variable of the environment has.
fn number_of(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")))
}

/// What is tried.
enum Trial {
    Run(Case),
    Twins(Twins),
    FullDisk(FullDisk),
    Clocked(Clocked),
}

impl Trial {
    /// The trial that these dice choose, with its files in its folder.
    fn of(corpus: &Corpus, dice: &mut Dice, folder: &Folder) -> Trial {
        match dice.below(16) {
            0..4 => Trial::Run(corpus.command_line(dice, folder)),
            4..8 => Trial::Run(corpus.damaged_file(dice, folder)),
            8..11 => Trial::Run(corpus.session(dice)),
            11..13 => Trial::Run(corpus.in_little_space(dice)),
            13 => Trial::Twins(Twins::of(dice, folder)),
            14 => Trial::FullDisk(FullDisk::of(dice)),
            _ => Trial::Clocked(Clocked::of(dice)),
        }
    }

    fn check(&self, folder: &Folder) -> Result<(), String> {
        match self {
            Trial::Run(case) => run(case, folder, &folder.path(".")).map(drop),
            Trial::Twins(twins) => twins.check(folder),
            Trial::FullDisk(disk) => disk.check(folder),
            Trial::Clocked(clocked) => clocked.check(folder),
        }
    }

    fn line(&self) -> String {
        match self {
            Trial::Run(case) => case.line(),
            Trial::Twins(twins) => format!("{} (twice at once)", twins.line),
            Trial::FullDisk(disk) => format!("{} (on a disk with {} bytes)", disk.line, disk.free),
            Trial::Clocked(clocked) => format!("{} (by a clock)", clocked.line),
        }
    }
}

/// Runs a case, and says what is wrong with its end. The folder of one that ends well is removed.
fn complaint(corpus: &Corpus, number: u64) -> Option<Wrong> {
    let folder = Folder::new(&format!("fuzz/case-{number}"));
    let trial = Trial::of(corpus, &mut Dice::of(number), &folder);
    let wrong = trial.check(&folder).err();
    if wrong.is_none() {
        fs::remove_dir_all(folder.path("")).ok();
    }
    wrong.map(|what| Wrong { number, what, line: trial.line() })
}

/// Runs a case to its end in a place, which is its folder or lies in it, and returns its exit code, if it has one.
fn run(case: &Case, folder: &Folder, place: &Path) -> Result<Option<i32>, String> {
    end(start(case, folder, place, "")?, case.may_be_endless)
}

/// A run that goes on, and where it says what is wrong.
struct Running {
    child: Child,
    said: PathBuf,
    begun: Instant,
}

/// Starts a case. What it reads and prints lies in its folder; `name` tells it from another one's.
fn start(case: &Case, folder: &Folder, place: &Path, name: &str) -> Result<Running, String> {
    let file =
        |what: &str| File::create(folder.path(&format!("{what}{name}"))).expect("a file of the case can be made");
    folder.write("input", &case.input);
    folder.write("run.sh", format!("exec {}\n", case.line()));
    let mut command = case.command();
    command.current_dir(place).env("RUST_BACKTRACE", "0").stdout(file("stdout")).stderr(file("stderr"));
    command.stdin(File::open(folder.path("input")).expect("it was written"));
    let child = command.spawn().map_err(|error| format!("cannot be started: {error}"))?;
    Ok(Running { child, said: folder.path(&format!("stderr{name}")), begun: Instant::now() })
}

/// Waits for the end of a run, and interrupts one that may be endless.
fn end(Running { mut child, said, begun }: Running, may_be_endless: bool) -> Result<Option<i32>, String> {
    let mut is_interrupted = false;
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            break status;
        }
        if may_be_endless && !is_interrupted && begun.elapsed() > PATIENCE {
            is_interrupted = true;
            signal(child.id(), "-INT");
        }
        if begun.elapsed() > MOST {
            signal(child.id(), "-KILL");
            child.wait().expect("a child can be waited for");
            return Err(format!("it goes on after {} s", MOST.as_secs()));
        }
        thread::sleep(Duration::from_millis(2));
    };
    let said = String::from_utf8_lossy(&fs::read(said).expect("it was written")).into_owned();
    verdict(status, is_interrupted, &said).map(|()| status.code())
}

/// What is wrong with this end.
fn verdict(status: ExitStatus, is_interrupted: bool, said: &str) -> Result<(), String> {
    let may_signal = |signal| is_interrupted && signal == INTERRUPT;
    // Of a panic: its place and its message.
    let first: Vec<&str> = said.lines().skip_while(|line| !line.contains("panicked at")).take(2).collect();
    match (status.code(), status.signal()) {
        (Some(PANIC), _) => Err(without_numbers(&first.join(" "))),
        (_, Some(signal)) if !may_signal(signal) => {
            Err(format!("signal {signal}: {}", without_numbers(said.trim_end())))
        }
        _ if !first.is_empty() => Err(format!("passed over: {}", without_numbers(&first.join(" ")))),
        (Some(2), _) if !is_interrupted && !said.starts_with("error: ") && !said.contains("\nerror: ") => {
            Err("exit code 2 without an error's line".to_owned())
        }
        _ => Ok(()),
    }
}

/// The first letters of a text without the number of a thread, by which the same kind would look like another.
fn without_numbers(text: &str) -> String {
    let is_thread = |letter: char| letter.is_ascii_digit() || "()".contains(letter);
    text.chars()
        .take(300)
        .collect::<String>()
        .split(' ')
        .filter(|word| !word.chars().all(is_thread))
        .collect::<Vec<_>>()
        .join(" ")
}

fn signal(process: u32, name: &str) {
    Command::new("kill").args([name, &process.to_string()]).stderr(Stdio::null()).status().ok();
}
