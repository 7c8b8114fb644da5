//! The program as a newcomer meets it: without a command, misspelt, into a closed pipe, onto a full disk,
//! and interrupted.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use bestply_catalogue::Catalogue;
use bestply_testkit::reviewable;

use crate::{Folder, examples};

/// A run of some seconds, and a run that is over at once.
const LONG: &str = "reproduce --tables 2 --branching 20 --alpha-beta-depth 1..=5 --pairs 100 --out long --threads 1";
const SHORT: &str = "reproduce --tables 2 --branching 2 --alpha-beta-depth 1..=2 --pairs 4";

#[test]
fn what_can_be_done_is_said_with_an_example_of_each() {
    let folder = Folder::new("front-door/help");
    let alone = folder.succeed("");
    assert_eq!(alone.stdout, folder.succeed("--help").stdout);
    assert_eq!(alone.stderr, "");
    // What there is is listed between the options and the examples, and grows.
    let (commands, rest) = alone.stdout.split_once("Games: ").expect("it lists the games");
    let (listed, examples) = rest.split_once("\n\n").expect("it ends with examples");
    insta::assert_snapshot!([commands, examples].join("…\n\n"));
    let catalogue = Catalogue::standard();
    let games = catalogue.games().map(|about| about.name);
    let names: Vec<&str> = games.chain(catalogue.searchers().map(|about| about.name)).collect();
    let listed: Vec<&str> = listed.split(|it: char| it.is_whitespace() || it == ',').collect();
    let missing: Vec<&&str> = names.iter().filter(|name| !listed.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn what_was_meant_is_asked() {
    let said = Folder::new("front-door/misspelt").complaints([
        "reprodce",
        "reproduce --tabels 2",
        "experiment utc",
        "experiment uct --games otelo",
        "experiment uct --challengers bestfirst",
        "reproduce --tables 1 --evaluation square-tabel",
        "trace otello --seed 1 --searcher best-first:depth=3",
        "trace othello --seed 1 --searcher bestfirst:depth=3",
        "trace othello --seed 1 --searcher best-first:dept=3",
        "trace othello --seed 1 --searcher best-first:depth=3,evaluation=lernt",
        "trace figure-1-1994 --searcher best-first:depth=2",
        "measure perft otello 3",
        "train breakthru --games 10 --seed 1 --out w",
        "tune utc othello",
        "tune uct otelo",
        "solve otello x",
        "games . --format gff",
        // Names that commands had before.
        "blindness oware",
        "study costs",
        "errors --game oware",
        "trace --game othello --searcher best-first:depth=1",
        "trace --tree figure-1-1993 --searcher best-first:depth=1",
        "play othello --no-solver",
        "solve tic-tac-toe --epsilon 0.5",
        "solve tic-tac-toe --weak",
        "solve tic-tac-toe --mobility",
        "solve tic-tac-toe --leaves 10",
        "solve tic-tac-toe --time-ms 10",
        "solve tic-tac-toe --solver best-first",
        "solve tic-tac-toe --solver proof-number:bytes=65536",
        "measure othello",
        "merge a b --out c",
        "check-proof x",
        "man",
    ]);
    insta::assert_snapshot!(reviewable(&said));
}

#[test]
fn what_would_change_nothing_is_refused() {
    let folder = Folder::new("front-door/idle");
    folder.write("some.weights", "");
    folder.write("plain.toml", PLAIN);
    let said = folder.complaints([
        "reproduce --tables 2 --weights some.weights",
        "reproduce --tables 1 --evaluation square-table --weights some.weights",
        "reproduce --tables 1,3 --pairs 245",
        "reproduce --tables 1,2 --branching 5",
        "reproduce --quick --trees 5",
        "reproduce --tables 2 --cost-ns 1000",
        "reproduce --equal-time --cost-ns 1000",
        "reproduce --figure 4 --equal-time",
        "experiment plain.toml --weights some.weights",
        "experiment plain.toml --challengers mtd-f",
        "experiment uct --games oware --weights some.weights",
        "experiment table-2-linear --weights some.weights",
        "trace othello --set branching=3 --seed 1 --searcher best-first:depth=3",
        "trace othello --seed 2 --moves f5 --searcher best-first:depth=3",
        "analyse othello --seed 2",
        "analyse othello --evaluation square-table --weights some.weights",
        "play hex-7x7 --weights some.weights",
        "measure values othello --evaluation square-table --weights some.weights",
        "train othello --recipe strong --policy --seed 1 --out new.weights",
        "engine othello --protocol nboard --moves f5",
        "book connect-four --searcher best-first:depth=3 --evaluations 9 --plies 1 --out new.book",
        "export-page connect-four --searcher best-first:depth=3 --evaluations 9 --out new",
        "export-page onitama --seed 2 --position X --out new",
    ]);
    insta::assert_snapshot!(reviewable(&said));
}

/// Othello without the learnt evaluation.
const PLAIN: &str = r#"
name = "plain"
pairs = 2
game = { kind = "othello" }
challenger = "best-first"
opponent = "alpha-beta"
[[cells]]
evaluation = "disc-difference"
evaluations = 10
"#;

/// Runs a command that nobody reads from.
fn assert_quiet(mut command: Command, typed: &str, line: &str) {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(typed.as_bytes()).ok();
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{line}: {stderr}");
    assert!(!stderr.contains("panicked") && !stderr.contains("error"), "{line}: {stderr}");
}

/// The examples are all commands. The playground prints one line, and goes on serving whether anyone reads it or not.
#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    let folder = Folder::new("front-door/pipe");
    for example in examples::all(&folder).iter().filter(|example| example.name() != "playground") {
        assert_quiet(example.prepared(&folder), example.typed(), example.name());
    }
}

#[test]
fn a_closed_pipe_ends_every_way_of_printing_quietly() {
    let folder = Folder::new("front-door/printing");
    folder.succeed(&format!("{SHORT} --out results"));
    // Much more than a buffer holds.
    folder.succeed("reproduce --tables 4 --branching 2 --alpha-beta-depth 1 --pairs 200 --out many");
    folder.write("boards", format!("{ENDGAME}\n").repeat(3));
    for line in [
        &format!("{SHORT} --out results --verbose"),
        "",
        "--help",
        "--version",
        "play --help",
        "games many",
        "games many --format pgn",
        "games many --format csv",
        "games many --replay 3",
        "experiment results/experiment.json --verbose",
        "measure perft tic-tac-toe 9",
        "solve othello --file boards",
        "analyse tic-tac-toe --searcher best-first:depth=2 --format json",
        "trace random --set branching=3 --seed 1 --searcher best-first:depth=3",
        "trace random --set branching=3 --seed 1 --searcher best-first:depth=3 --format json",
        "play tic-tac-toe --side none --searcher best-first:depth=2",
        "tune uct connect-four --candidates 2 --pairs 1 --budget 20",
    ] {
        assert_quiet(folder.command(line), "", line);
        // It does not need a reader of its progress either.
        let mut child = folder.command(line).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stderr.take());
        assert_eq!(child.wait().unwrap().code(), Some(0), "{line}");
    }
}

/// An endgame of a few squares.
const ENDGAME: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOO- X";

#[test]
fn a_reader_that_has_seen_enough_ends_it_quietly() {
    let folder = Folder::new("front-door/head");
    folder.succeed("reproduce --tables 4 --branching 2 --alpha-beta-depth 1 --pairs 300 --out many");
    for format in ["text", "pgn", "csv"] {
        let line = format!("games many --format {format}");
        let mut child = folder.command(&line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut head = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut head).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{line}");
        assert!(!head.is_empty());
    }
}

#[test]
fn a_full_disk_is_told_in_one_line() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        eprintln!("skipped: there is no /dev/full here");
        return;
    };
    let folder = Folder::new("front-door/full");
    let output = folder.command("measure perft tic-tac-toe 3").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("error: standard output: No space left") && said.lines().count() == 1, "{said}");
}

#[test]
fn tables_are_printed_where_they_are_asked_for() {
    let folder = Folder::new("front-door/verbose");
    let brief = folder.succeed(&format!("{SHORT} --out brief")).stdout;
    let verbose = folder.succeed(&format!("{SHORT} --out verbose --verbose")).stdout;
    assert!(!brief.contains('\u{2502}') && verbose.contains('\u{2502}'), "{brief}{verbose}");
    let found = brief.lines().next().expect("it says what was found");
    assert!(verbose.contains(found), "{found}");
    assert!(brief.ends_with("The report is brief/report.html\n"), "{brief}");
}

#[test]
fn an_interrupted_run_says_that_the_same_command_goes_on() {
    let folder = Folder::new("front-door/interrupted");
    let mut child = folder.command(LONG).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    // The first line is that of a finished cell. So the run is on its way, and the handler is set.
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{line}{rest}");
    assert!(rest.ends_with("\ninterrupted; the same command goes on from here\n"), "{rest}");
    assert!(!folder.exists("long/results.json") && folder.exists("long/games.jsonl"));
}

/// As `nohup` starts it, or a script a job.
#[test]
#[cfg(target_os = "linux")]
fn a_signal_that_was_ignored_stays_ignored_and_the_others_interrupt() {
    let signals = ["HUP", "INT", "TERM"];
    for ignored in [vec!["HUP"], vec!["INT", "HUP"], signals.to_vec()] {
        let folder = Folder::new(&format!("front-door/ignored-{}", ignored.len()));
        let shell = format!(r#"trap '' {}; exec "$0" "$@""#, ignored.join(" "));
        let run = folder.command(LONG);
        let start = || {
            let mut child = Command::new("sh");
            child.args(["-c", &shell]).arg(run.get_program()).args(run.get_args()).current_dir(folder.path("."));
            let mut child = child.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
            let mut said = BufReader::new(child.stderr.take().unwrap());
            let mut line = String::new();
            said.read_line(&mut line).unwrap();
            (child, said)
        };
        let send = |child: &Child, signal: &str| {
            let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
            assert!(sent.success(), "{signal}: the run is over");
        };
        for heard in signals.iter().filter(|signal| !ignored.contains(signal)) {
            let (mut child, mut said) = start();
            ignored.iter().for_each(|signal| send(&child, signal));
            std::thread::sleep(Duration::from_millis(100));
            send(&child, heard);
            let mut rest = String::new();
            said.read_to_string(&mut rest).unwrap();
            assert_eq!(child.wait().unwrap().code(), Some(130), "{heard} beside {ignored:?}: {rest}");
            assert!(rest.ends_with("\ninterrupted; the same command goes on from here\n"), "{rest}");
        }
        let (mut child, mut said) = start();
        ignored.iter().for_each(|signal| send(&child, signal));
        let mut rest = String::new();
        said.read_to_string(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{ignored:?}: {rest}");
        assert!(folder.exists("long/results.json"));
    }
}
