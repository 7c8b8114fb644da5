//! The program as a newcomer meets it: without a command, misspelt, into a closed pipe, onto a full disk,
//! and interrupted.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use bestply_testkit::reviewable;

use crate::Folder;

/// A run of some seconds, and a run that is over at once.
const LONG: &str = "reproduce --tables 2 --branching 20 --alpha-beta-depth 1..=5 --pairs 100 --out long --threads 1";
const SHORT: &str = "reproduce --tables 2 --branching 2 --alpha-beta-depth 1..=2 --pairs 4";

#[test]
fn what_can_be_done_is_said_with_an_example_of_each() {
    let folder = Folder::new("front-door/help");
    let alone = folder.succeed("");
    assert_eq!(alone.stdout, folder.succeed("--help").stdout);
    assert_eq!(alone.stderr, "");
    insta::assert_snapshot!(alone.stdout);
    let commands = alone.stdout.lines().skip_while(|line| *line != "Commands:").skip(1);
    // The description of a command may take a second line, which is indented more.
    let commands = commands.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let commands: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.contains(&"reproduce") && commands.len() > 9, "{commands:?}");
    for command in commands.into_iter().filter(|command| *command != "help") {
        let help = folder.succeed(&format!("{command} --help")).stdout;
        assert!(help.contains(&format!("\n  cargo xtask {command} ")), "{command} has no example: {help}");
    }
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
        "trace --game otello --seed 1 --searcher best-first:depth=3",
        "trace --game othello --seed 1 --searcher bestfirst:depth=3",
        "trace --game othello --seed 1 --searcher best-first:dept=3",
        "trace --game othello --seed 1 --searcher best-first:depth=3,evaluation=lernt",
        "perft otello 3",
        "train breakthru --games 10 --seed 1 --out w",
        "tune utc --game othello",
        "tune uct --game otelo",
        "solve otello x",
        "games . --format gff",
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
        "experiment plain.toml --weights some.weights",
        "experiment plain.toml --challengers best-first",
        "experiment uct --games oware --weights some.weights",
        "experiment table-2-linear --weights some.weights",
        "trace --game othello --branching 3 --seed 1 --searcher best-first:depth=3",
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

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let folder = Folder::new("front-door/pipe");
    folder.succeed(&format!("{SHORT} --out results"));
    for line in [
        &format!("{SHORT} --out results --verbose"),
        "--help",
        "games results",
        "perft tic-tac-toe 9",
        "trace --game random --branching 3 --seed 1 --searcher best-first:depth=3",
        "train connect-four --games 20 --seed 1 --out my.weights",
        "tune uct --game connect-four --candidates 2 --pairs 1 --budget 20",
    ] {
        let mut child = folder.command(line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{line}: {stderr}");
        assert!(!stderr.contains("panicked"), "{line}: {stderr}");
        // It does not need a reader of its progress either.
        let mut child = folder.command(line).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stderr.take());
        assert_eq!(child.wait().unwrap().code(), Some(0), "{line}");
    }
}

#[test]
fn a_full_disk_is_told_in_one_line() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        eprintln!("skipped: there is no /dev/full here");
        return;
    };
    let folder = Folder::new("front-door/full");
    let output = folder.command("perft tic-tac-toe 3").stdout(full).output().unwrap();
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
