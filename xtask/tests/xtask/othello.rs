//! Experiments in Othello, as a user runs them.

use bestply_testkit::reviewable;

use crate::{Folder, shipped_weights};

#[test]
fn tables_1_and_3_are_the_same_bytes_on_any_number_of_threads() {
    let folder = Folder::new("othello/tables");
    let small = "reproduce --tables 1,3 --alpha-beta-depth 1..=2 --pairs 6";
    folder.succeed(&format!("{small} --threads 1 --out one"));
    folder.succeed(&format!("{small} --threads 3 --out three"));
    let files = ["games.jsonl", "results.json", "results.csv", "report.md", "report.html"];
    for name in files.into_iter().chain(["plot-evaluations-othello-best-first.svg"]) {
        let read = |of: &str| folder.read(&format!("{of}/{name}"));
        assert!(read("one") == read("three"), "{name} depends on the number of threads");
    }
}

#[test]
fn any_searcher_and_evaluation_meets_any_other() {
    let folder = Folder::new("othello/strength");
    let experiment = |name: &str, challenger: &str, opponent: &str| {
        let text = format!(
            "name = \"{name}\"\npairs = 3\nchallenger = \"{challenger}\"\nopponent = \"{opponent}\"\n\
             [game]\nkind = \"othello\"\nopening_plies = 6\n[[cells]]\n"
        );
        folder.write(&format!("{name}.toml"), text);
        folder.succeed(&format!("experiment {name}.toml"));
        let results = folder.text(&format!("results/{name}/results.json"));
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
    assert!(by_time.contains(r#""time_us":1000"#));
}

/// A valid experiment. Each invalid one differs from it in one point.
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
    let folder = Folder::new("othello/bad");
    folder.write("good.toml", GOOD);
    folder.write("short.weights", b"bestply\0");
    folder.write("foreign.weights", "PNG");
    let mut damaged = shipped_weights("othello", "othello");
    damaged[1000] ^= 1;
    folder.write("damaged.weights", damaged);
    let broken = [
        ("branching.toml", GOOD.replace("opponent_depth = 1", "opponent_depth = 1\nbranching = 5")),
        ("length.toml", GOOD.replace("kind = \"othello\"", "kind = \"othello\"\nlength = 60")),
        ("plies.toml", GOOD.replace("kind = \"othello\"", "kind = \"othello\"\nopening_plies = 9")),
        ("pairs.toml", GOOD.replace("pairs = 2", "pairs = 300")),
        ("seed.toml", GOOD.replace("pairs = 2", "pairs = 2\nfirst_seed = 0")),
        ("evaluation.toml", GOOD.replace("opponent_depth = 1", "opponent_depth = 1\nevaluation = \"bill\"")),
        ("no-evaluation.toml", GOOD.replace("opponent_depth = 1", "opponent_depth = 1\nevaluation = []")),
        ("side.toml", GOOD.replace("\"best-first\"", "\"best-first:evaluation=bill\"")),
        ("game.toml", GOOD.replace("\"othello\"", "\"otello\"")),
        ("random.toml", GOOD.replace("\"othello\"", "\"random\"\nweights = \"w\"")),
        (
            "random-evaluation.toml",
            GOOD.replace("\"othello\"", "\"random\"")
                .replace("opponent_depth", "evaluation = \"learnt\"\nopponent_depth"),
        ),
        ("random-branching.toml", GOOD.replace("\"othello\"", "\"random\"")),
        ("weights.toml", GOOD.replace("kind = \"othello\"", "kind = \"othello\"\nweights = \"missing.weights\"")),
    ];
    for (name, text) in &broken {
        folder.write(name, text);
    }
    let weights = ["missing.weights", "short.weights", "foreign.weights", "damaged.weights", "."];
    let mut said = folder.complaints(broken.map(|(name, _)| format!("experiment {name}")));
    said += &folder.complaints(weights.map(|file| format!("experiment good.toml --weights {file}")));
    said += &folder.complaints([
        "reproduce --tables 1 --weights missing.weights",
        "reproduce --tables 1 --branching 5",
        "trace random --seed 1 --set branching=3 --searcher best-first:depth=2,evaluation=learnt",
    ]);
    assert!(!folder.exists("results"), "a refused command made a folder");
    insta::assert_snapshot!(reviewable(&said));
}
