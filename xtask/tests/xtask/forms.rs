//! Every kind of description on the command line: run, interrupted, read back, replayed, shared and merged.
//!
//! What each of their keys does there is tested in `crates/laboratory/experiments/tests/round_trip.rs`.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::Folder;

const EXPERIMENT: &str = r#"
name = "form"
pairs = 3
openings = "openings.txt"
game = { kind = "connect-four" }
challenger = "best-first:evaluations=50"
opponent = "alpha-beta:evaluations=50"
[[cells]]
"#;

const MATCH_UP: &str = r#"
name = "form"
pairs = 2
opponent = "principal-variation-search"
evaluations = 50
balance = { search = "principal-variation-search:evaluations=500", within = 1000 }
claim = { score = 0.1 }
[[games]]
game = { kind = "connect-four", opening_plies = 6 }
challengers = ["best-first", "uct-best-first:preset=tuned"]
"#;

const ROUND_ROBIN: &str = r#"
name = "form"
pairs = 2
evaluations = [10, 50]
game = { kind = "connect-four" }
players = ["best-first", "uct-best-first", "alpha-beta"]
"#;

const STUDY: &str = r#"
name = "form"
pairs = 2
evaluations = 50
games = [{ game = { kind = "random", length = 30, branching = 4 } }]
balance = { search = "best-first:evaluations=100", within = 20000 }
claims = [{ name = "c", statement = "So it is.", challenger = "best-first", opponents = ["alpha-beta", "minimax"] }]
"#;

/// Begins a run, interrupts it as soon as something is recorded, and says whether it was not over by then.
fn interrupt(folder: &Folder, line: &str, out: &str) -> bool {
    let games = format!("{out}/games.jsonl");
    interrupt_when(folder, line, || folder.exists(&games) && !folder.text(&games).is_empty())
}

/// As [`interrupt`], as soon as this is so.
fn interrupt_when(folder: &Folder, line: &str, is_so: impl Fn() -> bool) -> bool {
    let mut child = folder.command(line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "nothing is recorded");
        std::thread::sleep(Duration::from_millis(1));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let code = child.wait().unwrap().code();
    assert!([Some(0), Some(130)].contains(&code), "{line}: {code:?}");
    code == Some(130)
}

fn check(name: &str, description: &str) {
    let folder = Folder::new(&format!("forms/{name}"));
    folder.write("openings.txt", "d d\nc c\na g # far apart\n");
    folder.write("form.toml", description);
    folder.succeed("experiment form.toml");
    let whole = folder.contents("results/form");

    let games = 2 * folder.text("results/form/games.jsonl").lines().count();
    for number in [1, 2, games] {
        let shown = folder.succeed(&format!("games results/form --replay {number}")).stdout;
        assert!(shown.starts_with(&format!("game {number}  form")), "{shown}");
    }
    assert_eq!(folder.succeed("games results/form --format csv").stdout.lines().count(), 1 + games);

    folder.succeed("experiment results/form/experiment.json --out again");
    let again = folder.contents("again");
    for file in ["experiment.json", "games.jsonl"] {
        assert!(whole[file] == again[file], "{file} differs");
    }

    interrupt(&folder, "experiment form.toml --out interrupted --threads 1", "interrupted");
    folder.succeed("experiment form.toml --out interrupted");
    assert!(whole == folder.contents("interrupted"), "an interrupted run ends otherwise");

    for shard in 1..=2 {
        let out = format!("results/form-shard-{shard}-of-2");
        let line = format!("experiment form.toml --shard {shard}/2");
        interrupt(&folder, &line, &out);
        assert_eq!(folder.succeed(&line).stdout, format!("Shard {shard}/2 is finished in {out}\n"));
    }
    folder.succeed("shards merge results/form-shard-1-of-2 results/form-shard-2-of-2 --out merged");
    assert!(whole == folder.contents("merged"), "merged shards differ");

    check_growth(&folder, description, &whole);

    // What is in a folder is shared like any other description.
    for shard in 1..=2 {
        let said = folder.succeed(&format!("experiment again/experiment.json --shard {shard}/2")).stdout;
        assert_eq!(said, format!("Shard {shard}/2 is finished in again-shard-{shard}-of-2\n"));
    }
    folder.succeed("shards merge again-shard-1-of-2 again-shard-2-of-2 --out again-merged");
    assert!(again == folder.contents("again-merged"));
}

/// A run that was finished with fewer pairs ends as one that had all from the beginning, but for the note that it grew.
fn check_growth(folder: &Folder, description: &str, whole: &BTreeMap<String, Vec<u8>>) {
    let pairs = description.lines().find_map(|line| line.strip_prefix("pairs = ")).expect("it says how many");
    folder.write("small.toml", description.replace(&format!("pairs = {pairs}"), "pairs = 1"));
    let check = |out: &str, of_all: &BTreeMap<String, Vec<u8>>| {
        let grown = folder.contents(out);
        let said = |file: &str| String::from_utf8(grown[file].clone()).expect("it is text");
        let note = "It was decided to go on at 1 pair a cell";
        assert!(said("report.md").contains(note) && said("report.html").contains(note), "{out}: {}", said("report.md"));
        for (file, bytes) in
            of_all.iter().filter(|(file, _)| !file.starts_with("report.") && *file != "experiment.json")
        {
            assert!(*bytes == grown[file], "{out}: {file} differs");
        }
        grown
    };
    folder.succeed("experiment small.toml --out grown");
    let said = folder.succeed(&format!("experiment small.toml --pairs {pairs} --out grown")).stdout;
    assert!(said.contains("It was decided to go on at 1 pair a cell"), "{said}");
    check("grown", whole);

    // It was decided once, whoever asks again, and whatever an earlier run was interrupted in.
    folder.succeed("experiment form.toml --out grown");
    let grown = check("grown", whole);
    folder.succeed("experiment small.toml --out torn");
    let has_grown = || folder.text("torn/experiment.json").contains("\"grown\"");
    interrupt_when(folder, "experiment form.toml --out torn --threads 1", has_grown);
    folder.succeed("experiment form.toml --out torn");
    check("torn", whole);

    // What is in its description is what another run makes of it.
    folder.succeed("experiment grown/experiment.json --out grown-again");
    let again = folder.contents("grown-again");
    assert!(grown["games.jsonl"] == again["games.jsonl"] && grown["experiment.json"] == again["experiment.json"]);

    // Nothing that was played is given up.
    let told = folder.complaint("experiment small.toml --out grown");
    assert!(told.contains("it has more pairs of the same experiment"), "{told}");
    assert!(grown == folder.contents("grown"));

    // Shards grow, and so does what they were merged into.
    for description in ["small", "form"] {
        for shard in 1..=2 {
            folder.write("shared.toml", folder.text(&format!("{description}.toml")));
            folder.succeed(&format!("experiment shared.toml --shard {shard}/2 --out shared-{shard}"));
        }
        folder.succeed("shards merge shared-1 shared-2 --out shared");
    }
    check("shared", whole);
}

#[test]
fn an_experiment() {
    check("experiment", EXPERIMENT);
}

#[test]
fn a_match_up() {
    check("match-up", MATCH_UP);
}

#[test]
fn a_round_robin() {
    check("round-robin", ROUND_ROBIN);
}

#[test]
fn a_study() {
    check("study", STUDY);
}

#[test]
fn openings_are_needed_to_play_and_not_to_look() {
    let folder = Folder::new("forms/openings");
    folder.write("openings.txt", "d d\nc c\na g\n");
    folder.write("form.toml", EXPERIMENT);
    folder.succeed("experiment form.toml --out out");
    folder.write("openings.txt", "d d\nc c\na f\n");
    let told = folder.complaint("experiment out/experiment.json --out again");
    assert!(
        told.starts_with("error: openings.txt: other openings than the results were made with (checksum "),
        "{told}"
    );
    std::fs::remove_file(folder.path("openings.txt")).unwrap();
    let told = folder.complaint("experiment out/experiment.json --out again");
    assert!(told.starts_with("error: openings.txt: cannot read the openings: "), "{told}");
    assert!(!folder.exists("again"));
    folder.succeed("games out --replay 6");
}
