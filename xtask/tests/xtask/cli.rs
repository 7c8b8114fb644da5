//! Experiments in random games, and the tables of them, as a user runs them.

use bestply_testkit::reviewable;

use crate::Folder;
use crate::records::resealed;

/// A few cells that take only a moment, with calibration.
const SMALL: &str = "reproduce --tables 2,4 --branching 2,3 --alpha-beta-depth 1..=3 --pairs 6";

fn run_small(folder: &Folder, more: &str) {
    folder.succeed(&format!("{SMALL} {more}"));
}

#[test]
fn results_are_the_same_bytes_on_any_number_of_threads() {
    let folder = Folder::new("cli/threads");
    run_small(&folder, "--out one --threads 1");
    run_small(&folder, "--out many --threads 16");
    let one = folder.contents("one");
    assert!(one.contains_key("results.json") && one.len() > 6);
    assert!(one == folder.contents("many"), "the folders differ");
}

#[test]
fn a_run_killed_at_any_point_goes_on_to_the_same_bytes() {
    let folder = Folder::new("cli/killed");
    run_small(&folder, "--out whole");
    let whole = folder.contents("whole");
    let games = &whole["games.jsonl"];
    for kept in [0, 1, games.len() / 3, games.len() - 1] {
        // A killed run leaves the description and some records, the last one perhaps torn, but no results.
        let killed = format!("cut-after-{kept}");
        folder.write(&format!("{killed}/experiment.json"), &whole["experiment.json"]);
        folder.write(&format!("{killed}/games.jsonl"), &games[..kept]);
        run_small(&folder, &format!("--out {killed}"));
        assert!(whole == folder.contents(&killed), "cut after {kept} bytes");
    }
}

#[test]
fn a_run_killed_before_it_began_is_begun_again() {
    let folder = Folder::new("cli/killed-early");
    folder.write("out/games.jsonl", "");
    run_small(&folder, "--out out");
    run_small(&folder, "--out whole");
    assert!(folder.contents("whole") == folder.contents("out"));
}

#[test]
fn the_same_command_again_plays_nothing_and_fresh_starts_anew() {
    let folder = Folder::new("cli/again");
    run_small(&folder, "--out out");
    let first = folder.contents("out");
    // Another number under a right check sum shows whether a record is read again or played again.
    let evaluations = "\"evaluations\":{\"challenger\":";
    let records = folder.text("out/games.jsonl");
    let (line, others) = records.split_once('\n').unwrap();
    let tampered = line.replacen(evaluations, &format!("{evaluations}9"), 1);
    folder.write("out/games.jsonl", format!("{tampered}\n{others}"));
    let told = folder.succeed(&format!("{SMALL} --out out")).stderr;
    assert!(told.starts_with("note: out/games.jsonl:1: not a record of a pair: its check sum is "), "{told}");
    assert!(first == folder.contents("out"), "a record was played again, and another one came of it");
    let tampered = format!("{}\n{others}", resealed(&tampered));
    folder.write("out/games.jsonl", &tampered);
    run_small(&folder, "--out out");
    assert_eq!(folder.text("out/games.jsonl"), tampered);
    assert!(first["results.json"] != folder.read("out/results.json"), "the record was not read");
    run_small(&folder, "--out out --fresh");
    assert!(first == folder.contents("out"));
}

/// A table of comma-separated values with a line for each column.
fn transposed(table: &str) -> String {
    let mut rows = table.lines().map(|row| row.split(','));
    let headers = rows.next().expect("it has a header");
    let mut rows: Vec<_> = rows.collect();
    let line = |header| {
        let cells: Vec<_> = rows.iter_mut().map(|row| row.next().expect("it has this column")).collect();
        format!("{header}: {}\n", cells.join(" | "))
    };
    headers.map(line).collect()
}

#[test]
fn an_experiment_without_published_figures_has_its_report_too() {
    let folder = Folder::new("cli/experiment");
    folder.write("own.toml", OWN);
    folder.succeed("experiment own.toml");
    let results = folder.text("results/own/results.csv");
    insta::assert_snapshot!(transposed(&results));
    assert!(folder.exists("results/own/report.html"));
}

/// A selection has a folder of its own, and the report says how it was made.
#[test]
fn a_part_of_a_description_is_played() {
    let folder = Folder::new("cli/selection");
    folder.write("own.toml", OWN);
    folder.succeed("experiment own.toml --pairs 2");
    assert_eq!(folder.text("results/own-pairs-2/games.jsonl").lines().count(), 2 * 2);
    let selection = "--pairs 1 --games othello --challengers best-first --quick";
    assert!(folder.complaint(&format!("experiment uct {selection}")).contains("leave out --pairs"));
    folder.write("two.toml", TWO_GAMES);
    folder.succeed("experiment two.toml --pairs 1 --games othello --challengers best-first");
    let results = "results/two-pairs-1-games-othello-challengers-best-first";
    assert_eq!(folder.text(&format!("{results}/games.jsonl")).lines().count(), 1);
    let command = "experiment two.toml --pairs 1 --games othello --challengers best-first\n";
    assert!(folder.text(&format!("{results}/report.md")).contains(command));
}

/// A match-up that claims nothing.
const TWO_GAMES: &str = r#"
name = "two"
pairs = 3
opponent = "principal-variation-search"
evaluations = 10
[[games]]
game = { kind = "othello" }
challengers = ["best-first", "uct-best-first"]
[[games]]
game = { kind = "oware" }
challengers = ["best-first"]
"#;

#[test]
fn a_searcher_is_a_table_or_text() {
    let folder = Folder::new("cli/text");
    let table = "[challenger]\nsearcher = \"best-first-extension\"\nalpha_beta_depth = 2\nevaluations = 50\nbytes = 2048\nmemory = \"prune\"\n";
    let text = "challenger = \"best-first-extension:alpha_beta_depth=2,evaluations=50,bytes=2048,memory=prune\"\n";
    assert!(OWN.contains(table));
    folder.write("table.toml", OWN);
    folder.write("text.toml", format!("{text}{}", OWN.replace(table, "")));
    folder.succeed("experiment table.toml");
    // This continues in the folder of the first run, because it is the same experiment.
    folder.succeed("experiment text.toml");
    folder.write("number.toml", format!("challenger = 7\n{}", OWN.replace(table, "")));
    let message = folder.complaint("experiment number.toml");
    assert_eq!(message, "error: number.toml:1: `challenger`: expected a searcher, as a table or as text, not 7\n");
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

/// Each bad input, with its error.
#[test]
fn bad_input_gets_one_clear_line_and_changes_nothing() {
    let folder = Folder::new("cli/bad");
    folder.write("own.toml", OWN);
    let broken = [
        ("misspelt.toml", OWN.replace("pairs", "pears")),
        ("misspelt-key.toml", OWN.replace("bytes = 2048", "byte = 2048")),
        ("no-depth.toml", OWN.replace("evaluations = 50\n\n[[", "[[")),
        ("depth-0.toml", OWN.replace("branching = \"3..=4\"", "branching = 3\nopponent_depth = 0")),
        ("branching-0.toml", OWN.replace("\"3..=4\"", "0")),
        ("branching-256.toml", OWN.replace("\"3..=4\"", "[5, 256]")),
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
        folder.write(name, text);
    }
    folder.write("file", "not a folder");
    folder.write("foreign/results.json", "somebody's");
    run_small(&folder, "--out other");
    folder.write("damaged/experiment.json", folder.read("other/experiment.json"));
    folder.write("damaged/games.jsonl", "{}\n");

    let contents = || ["foreign", "other", "damaged"].map(|name| folder.contents(name));
    let before = contents();
    let mut said = folder.complaints(broken.map(|(name, _)| format!("experiment {name}")));
    said += &folder.complaints([
        "experiment missing.toml",
        "experiment utc",
        "experiment own.toml --budgets 7",
        "experiment own.toml --budgets soon",
        "experiment own.toml --claims best",
        "tune uct otello",
        "tune uct othello --candidates 0",
        "tune uct othello --pairs 1000",
        "tune uct oware,othello,oware",
        "tune uct oware --held-out",
        "tune uct oware,othello --set opening_plies=4",
        "tune uct oware --opponent worst-first",
        "experiment own.toml --out other",
        "experiment own.toml --out foreign",
        "experiment own.toml --out foreign --fresh",
        "experiment own.toml --out file",
        "experiment own.toml --threads 0",
        "experiment own.toml --games othello",
        "experiment own.toml --pairs 0",
        "experiment uct --games otello",
        "experiment uct --challengers best-first,worst-first",
        "experiment uct --pairs 300",
        "experiment uct --quick --pairs 3",
    ]);
    said += &folder.complaints(["games damaged"]);
    said += &folder.complaints([
        "reproduce --pairs 7 --out other",
        "reproduce --tables 5",
        "reproduce --branching 6",
        "reproduce --branching 0",
        "reproduce --alpha-beta-depth 0..=3",
        "reproduce --alpha-beta-depth deep",
        "reproduce --pairs 0",
        "reproduce --pears 3",
        "reprod",
        "trace random --set branching=3 --seed 1",
        "trace missing.json --searcher best-first:depth=2",
    ]);
    assert!(before == contents(), "a refused command changed a folder");
    insta::assert_snapshot!(reviewable(&said));
}
