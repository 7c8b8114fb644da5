//! The command line as its users meet it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::cargo::cargo_bin_cmd;

/// A few cells that play in a moment, calibration included.
const SMALL: [&str; 9] =
    ["reproduce", "--tables", "2,4", "--branching", "2,3", "--alpha-beta-depth", "1..=3", "--pairs", "6"];

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn xtask(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = cargo_bin_cmd!("xtask");
    command.current_dir(folder).args(arguments).output().unwrap()
}

fn run_small(folder: &Path, more: &[&str]) {
    let output = xtask(folder, &[&SMALL, more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The files of a folder with their contents.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut files: Vec<_> =
        entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect();
    files.sort();
    files
}

#[test]
fn results_are_the_same_bytes_on_any_number_of_threads() {
    let folder = folder("threads");
    run_small(&folder, &["--out", "one", "--threads", "1"]);
    run_small(&folder, &["--out", "many", "--threads", "16"]);
    let one = contents(&folder.join("one"));
    assert!(one.iter().any(|(name, _)| name == "results.json") && one.len() > 6);
    assert!(one == contents(&folder.join("many")), "the folders differ");
}

#[test]
fn a_run_killed_at_any_point_goes_on_to_the_same_bytes() {
    let folder = folder("killed");
    run_small(&folder, &["--out", "whole"]);
    let whole = contents(&folder.join("whole"));
    let games = fs::read(folder.join("whole/games.jsonl")).unwrap();
    for kept in [0, 1, games.len() / 3, games.len() - 1] {
        // What a killed run leaves: the description, some records, the last one perhaps torn, no results.
        let killed = folder.join("part");
        fs::remove_dir_all(&killed).ok();
        fs::create_dir(&killed).unwrap();
        fs::copy(folder.join("whole/experiment.json"), killed.join("experiment.json")).unwrap();
        fs::write(killed.join("games.jsonl"), &games[..kept]).unwrap();
        run_small(&folder, &["--out", "part"]);
        assert!(whole == contents(&killed), "cut after {kept} bytes");
    }
}

#[test]
fn a_run_killed_before_it_began_is_begun_again() {
    let folder = folder("killed-early");
    fs::create_dir(folder.join("out")).unwrap();
    fs::write(folder.join("out/games.jsonl"), "").unwrap();
    run_small(&folder, &["--out", "out"]);
    run_small(&folder, &["--out", "whole"]);
    assert!(contents(&folder.join("whole")) == contents(&folder.join("out")));
}

#[test]
fn the_same_command_again_plays_nothing_and_fresh_starts_anew() {
    let folder = folder("again");
    run_small(&folder, &["--out", "out"]);
    let first = contents(&folder.join("out"));
    // A record that was tampered with shows whether it is read again or played again.
    let games = String::from_utf8(fs::read(folder.join("out/games.jsonl")).unwrap()).unwrap();
    let tampered = games.replacen("\"evaluations\":{\"challenger\":", "\"evaluations\":{\"challenger\":9", 1);
    fs::write(folder.join("out/games.jsonl"), &tampered).unwrap();
    run_small(&folder, &["--out", "out"]);
    assert_eq!(fs::read_to_string(folder.join("out/games.jsonl")).unwrap(), tampered);
    run_small(&folder, &["--out", "out", "--fresh"]);
    assert!(first == contents(&folder.join("out")));
}

#[test]
fn an_experiment_without_published_figures_has_its_report_too() {
    let folder = folder("experiment");
    fs::write(folder.join("own.toml"), OWN).unwrap();
    let output = xtask(&folder, &["experiment", "own.toml"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let results = fs::read_to_string(folder.join("results/own/results.csv")).unwrap();
    insta::assert_snapshot!(results);
    assert!(folder.join("results/own/report.html").exists());
}

#[test]
fn a_searcher_is_a_table_or_text() {
    let folder = folder("text");
    let table = "[challenger]\nsearcher = \"best-first-extension\"\nalpha_beta_depth = 2\nevaluations = 50\nbytes = 2048\nmemory = \"prune\"\n";
    let text = "challenger = \"best-first-extension:alpha_beta_depth=2,evaluations=50,bytes=2048,memory=prune\"\n";
    assert!(OWN.contains(table));
    fs::write(folder.join("table.toml"), OWN).unwrap();
    fs::write(folder.join("text.toml"), format!("{text}{}", OWN.replace(table, ""))).unwrap();
    for file in ["table.toml", "text.toml"] {
        // The second run goes on in the folder of the first: it is the same experiment.
        let output = xtask(&folder, &["experiment", file]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    fs::write(folder.join("number.toml"), format!("challenger = 7\n{}", OWN.replace(table, ""))).unwrap();
    let output = xtask(&folder, &["experiment", "number.toml"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, "error: number.toml:1: expected a searcher, as a table or as text, not 7\n");
}

/// Two searchers at equal evaluations a move, in games of another length and numbering.
const OWN: &str = r#"
name = "own"
pairs = 3
first_seed = 7

[game]
kind = "random"
length = 20
numbering = "keyed"

[challenger]
searcher = "best-first-extension"
alpha_beta_depth = 2
evaluations = 50
bytes = 2048
memory = "prune"

[opponent]
searcher = "best-first"
evaluations = 50

[[cells]]
branching = "3..=4"
"#;

/// Each bad input, with what is said of it.
#[test]
fn bad_input_gets_one_clear_line_and_changes_nothing() {
    let folder = folder("bad");
    fs::write(folder.join("own.toml"), OWN).unwrap();
    let broken = [
        ("misspelt.toml", OWN.replace("pairs", "pears")),
        ("misspelt-key.toml", OWN.replace("bytes = 2048", "byte = 2048")),
        ("no-depth.toml", OWN.replace("evaluations = 50\n\n[[", "[[")),
        ("depth-0.toml", OWN.replace("branching = \"3..=4\"", "branching = 3\nopponent_depth = 0")),
        ("branching-0.toml", OWN.replace("\"3..=4\"", "0")),
        ("branching-100.toml", OWN.replace("\"3..=4\"", "[5, 100]")),
        ("no-pairs.toml", OWN.replace("pairs = 3", "pairs = 0")),
        ("length.toml", OWN.replace("length = 20", "length = 100000")),
        ("numbering.toml", OWN.replace("keyed", "random")),
        ("searcher.toml", OWN.replace("searcher = \"best-first\"", "searcher = \"worst-first\"")),
        ("name.toml", OWN.replace("name = \"own\"", "name = \"../own\"")),
        ("twice.toml", format!("{OWN}\n[[cells]]\nbranching = 4\n")),
        ("not.toml", "name = ".to_owned()),
        ("empty.toml", String::new()),
        ("cost.toml", OWN.replace("pairs = 3", "pairs = 3\ncost = \"money\"")),
    ];
    for (name, text) in &broken {
        fs::write(folder.join(name), text).unwrap();
    }
    fs::write(folder.join("file"), "not a folder").unwrap();
    fs::create_dir(folder.join("foreign")).unwrap();
    fs::write(folder.join("foreign/results.json"), "somebody's").unwrap();
    run_small(&folder, &["--out", "other"]);
    fs::create_dir(folder.join("damaged")).unwrap();
    fs::copy(folder.join("other/experiment.json"), folder.join("damaged/experiment.json")).unwrap();
    fs::write(folder.join("damaged/games.jsonl"), "{}\n").unwrap();

    let before: Vec<_> = ["foreign", "other", "damaged"].map(|name| contents(&folder.join(name))).into();
    let mut said = String::new();
    let mut complain = |arguments: &[&str]| {
        let output = xtask(&folder, arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert_eq!(message.trim_end().lines().count(), 1, "{arguments:?}: {message}");
        said.push_str(&format!("{}\n    {}", arguments.join(" "), message));
    };
    for (name, _) in &broken {
        complain(&["experiment", name]);
    }
    complain(&["experiment", "missing.toml"]);
    complain(&["experiment", "utc"]);
    complain(&["experiment", "own.toml", "--quick"]);
    complain(&["tune", "uct", "--game", "chess"]);
    complain(&["tune", "uct", "--game", "othello", "--candidates", "0"]);
    complain(&["tune", "uct", "--game", "othello", "--pairs", "1000"]);
    complain(&["experiment", "own.toml", "--out", "other"]);
    complain(&["experiment", "own.toml", "--out", "foreign"]);
    complain(&["experiment", "own.toml", "--out", "foreign", "--fresh"]);
    complain(&["experiment", "own.toml", "--out", "file"]);
    complain(&["experiment", "own.toml", "--threads", "0"]);
    complain(&[&SMALL[..], &["--out", "damaged"]].concat());
    complain(&["reproduce", "--pairs", "7", "--out", "other"]);
    complain(&["reproduce", "--tables", "5"]);
    complain(&["reproduce", "--branching", "6"]);
    complain(&["reproduce", "--branching", "0"]);
    complain(&["reproduce", "--alpha-beta-depth", "0..=3"]);
    complain(&["reproduce", "--alpha-beta-depth", "deep"]);
    complain(&["reproduce", "--pairs", "0"]);
    complain(&["reproduce", "--pears", "3"]);
    complain(&["reprod"]);
    complain(&["trace", "--game", "random", "--branching", "3", "--seed", "1"]);
    complain(&["trace", "--tree", "missing.json", "--searcher", "best-first:depth=2"]);
    let after: Vec<_> = ["foreign", "other", "damaged"].map(|name| contents(&folder.join(name))).into();
    assert!(before == after, "a refused command changed a folder");
    insta::assert_snapshot!(said);
}
