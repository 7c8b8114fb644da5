//! A fuzzer of the program: command lines that are nearly right, files of every kind that are damaged, and sessions of
//! words that engines and games know.
//!
//! `.ci/fuzz SECONDS` runs it.
//! No run may end in a panic, by a signal, or after more than [`MOST`].
//! Case N is the same whenever the corpus is: the seed of its dice is N, and the corpus is made by the program.
//! A case that fails stays in its folder, with the command in `run.sh`; `FUZZ_FIRST` is the number of the first case.

mod cases;
mod corpus;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;

use crate::Folder;
use cases::{Case, Dice};
use corpus::Corpus;

/// After this time a run that may be endless is interrupted, as by Ctrl-C.
const PATIENCE: Duration = Duration::from_secs(3);

/// The longest run.
const MOST: Duration = Duration::from_secs(20);

/// A panic's exit code.
const PANIC: i32 = 101;

/// `SIGINT`, by which a program ends that was interrupted before it could say so.
const INTERRUPT: i32 = 2;

#[test]
#[ignore = "runs as long as it is told: .ci/fuzz runs it"]
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

/// Runs a case, and says what is wrong with its end. The folder of one that ends well is removed.
fn complaint(corpus: &Corpus, number: u64) -> Option<Wrong> {
    let folder = Folder::new(&format!("fuzz/case-{number}"));
    let case = corpus.case(&mut Dice::of(number), &folder);
    let wrong = run(&case, &folder.path(".")).err();
    if wrong.is_none() {
        fs::remove_dir_all(folder.path("")).ok();
    }
    wrong.map(|what| Wrong { number, what, line: case.line() })
}

/// Runs a case to its end.
fn run(case: &Case, folder: &Path) -> Result<(), String> {
    let file = |name: &str| File::create(folder.join(name)).expect("a file of the case can be made");
    fs::write(folder.join("input"), &case.input).expect("a file of the case can be made");
    fs::write(folder.join("run.sh"), format!("exec {}\n", case.line())).expect("a file of the case can be made");
    let mut child = Command::new(cargo_bin!("xtask"))
        .args(&case.words)
        .current_dir(folder)
        .env("RUST_BACKTRACE", "0")
        .stdin(File::open(folder.join("input")).expect("it was written"))
        .stdout(file("stdout"))
        .stderr(file("stderr"))
        .spawn()
        .map_err(|error| format!("cannot be started: {error}"))?;
    let (begun, mut is_interrupted) = (Instant::now(), false);
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            break status;
        }
        if case.may_be_endless && !is_interrupted && begun.elapsed() > PATIENCE {
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
    let said = String::from_utf8_lossy(&fs::read(folder.join("stderr")).expect("it was written")).into_owned();
    verdict(status, is_interrupted, &said)
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
