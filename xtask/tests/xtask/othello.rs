//! Experiments in Othello, as a user runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::cargo::cargo_bin_cmd;

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("othello").join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn xtask(folder: &Path, arguments: &[&str]) -> Output {
    cargo_bin_cmd!("xtask").current_dir(folder).args(arguments).output().unwrap()
}

fn succeed(folder: &Path, arguments: &[&str]) {
    let output = xtask(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn tables_1_and_3_are_the_same_bytes_on_any_number_of_threads() {
    let folder = folder("tables");
    let small = ["reproduce", "--tables", "1,3", "--alpha-beta-depth", "1..=2", "--pairs", "6"];
    succeed(&folder, &[&small[..], &["--threads", "1", "--out", "one"]].concat());
    succeed(&folder, &[&small[..], &["--threads", "3", "--out", "three"]].concat());
    for name in
        ["games.jsonl", "results.json", "results.csv", "report.md", "report.html", "plot-evaluations-othello.svg"]
    {
        let read = |of: &str| fs::read(folder.join(of).join(name)).unwrap();
        assert!(read("one") == read("three"), "{name} depends on the number of threads");
    }
}

#[test]
fn any_searcher_and_evaluation_meets_any_other() {
    let folder = folder("strength");
    let experiment = |name: &str, challenger: &str, opponent: &str| {
        let text = format!(
            "name = \"{name}\"\npairs = 3\nchallenger = \"{challenger}\"\nopponent = \"{opponent}\"\n\
             [game]\nkind = \"othello\"\nopening_plies = 6\n[[cells]]\n"
        );
        fs::write(folder.join(format!("{name}.toml")), text).unwrap();
        succeed(&folder, &["experiment", &format!("{name}.toml")]);
        let results = fs::read_to_string(folder.join(format!("results/{name}/results.json"))).unwrap();
        assert!(results.contains("\"games\":6") && results.contains("\"elo\":{"), "{results}");
        results
    };
    let by_evaluations = experiment(
        "by-evaluations",
        "best-first-extension:alpha_beta_depth=2,evaluations=200",
        "alpha-beta:evaluations=200,evaluation=disc-difference",
    );
    assert!(by_evaluations.contains(r#""evaluation":"disc-difference""#) && by_evaluations.contains(r#""learnt""#));
    let by_time =
        experiment("by-time", "best-first:time_ms=1,evaluation=square-table", "recursive-best-first:time_ms=1");
    assert!(by_time.contains(r#""time_ms":1"#));
}

/// An experiment that is well-formed; each of the bad ones differs from it in one thing.
const GOOD: &str = r#"
name = "good"
pairs = 2
challenger = "best-first"
opponent = "alpha-beta"

[game]
kind = "othello"

[[cells]]
opponent_depth = 1
challenger_depth = 2
"#;

#[test]
fn bad_input_gets_one_clear_line() {
    let folder = folder("bad");
    fs::write(folder.join("short.weights"), b"bestply\0").unwrap();
    fs::write(folder.join("foreign.weights"), "PNG").unwrap();
    let mut damaged = shipped_weights();
    damaged[1000] ^= 1;
    fs::write(folder.join("damaged.weights"), damaged).unwrap();
    let broken = [
        ("branching.toml", GOOD.replace("opponent_depth = 1", "opponent_depth = 1\nbranching = 5")),
        ("length.toml", GOOD.replace("kind = \"othello\"", "kind = \"othello\"\nlength = 60")),
        ("plies.toml", GOOD.replace("kind = \"othello\"", "kind = \"othello\"\nopening_plies = 9")),
        ("pairs.toml", GOOD.replace("pairs = 2", "pairs = 300")),
        ("seed.toml", GOOD.replace("pairs = 2", "pairs = 2\nfirst_seed = 0")),
        ("evaluation.toml", GOOD.replace("opponent_depth = 1", "opponent_depth = 1\nevaluation = \"bill\"")),
        ("no-evaluation.toml", GOOD.replace("opponent_depth = 1", "opponent_depth = 1\nevaluation = []")),
        ("side.toml", GOOD.replace("\"best-first\"", "\"best-first:evaluation=bill\"")),
        ("game.toml", GOOD.replace("\"othello\"", "\"chess\"")),
        ("random.toml", GOOD.replace("\"othello\"", "\"random\"\nweights = \"w\"")),
        (
            "random-evaluation.toml",
            GOOD.replace("\"othello\"", "\"random\"")
                .replace("opponent_depth", "evaluation = \"learnt\"\nopponent_depth"),
        ),
        ("random-branching.toml", GOOD.replace("\"othello\"", "\"random\"")),
        ("weights.toml", GOOD.replace("kind = \"othello\"", "kind = \"othello\"\nweights = \"missing.weights\"")),
    ];
    fs::write(folder.join("good.toml"), GOOD).unwrap();
    let mut said = String::new();
    let mut complain = |arguments: &[&str]| {
        let output = xtask(&folder, arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert_eq!(message.trim_end().lines().count(), 1, "{arguments:?}: {message}");
        said.push_str(&format!("{}\n    {}", arguments.join(" "), message));
    };
    for (name, text) in &broken {
        fs::write(folder.join(name), text).unwrap();
        complain(&["experiment", name]);
    }
    for weights in ["missing.weights", "short.weights", "foreign.weights", "damaged.weights", "."] {
        complain(&["experiment", "good.toml", "--weights", weights]);
    }
    complain(&["reproduce", "--tables", "1", "--weights", "missing.weights"]);
    complain(&["reproduce", "--tables", "1", "--branching", "5"]);
    let game = ["trace", "--game", "random", "--seed", "1", "--branching", "3"];
    complain(&[&game[..], &["--searcher", "best-first:depth=2,evaluation=learnt"]].concat());
    assert!(!folder.join("results").exists(), "a refused command made a folder");
    insta::assert_snapshot!(said);
}

/// The bytes of the weights that come with the program.
fn shipped_weights() -> Vec<u8> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/othello/weights/othello.weights");
    fs::read(file).unwrap()
}
