//! Experiments in Connect Four, Breakthrough, Oware and Onitama, as a user runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::cargo::cargo_bin_cmd;

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("games").join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn experiment(folder: &Path, arguments: &[&str]) -> Output {
    cargo_bin_cmd!("xtask").current_dir(folder).arg("experiment").args(arguments).output().unwrap()
}

/// Both evaluations of a game, or its only one.
fn description(game: &str, evaluations: &str) -> String {
    format!(
        "name = \"{game}\"\npairs = 4\nchallenger = \"best-first\"\nopponent = \"alpha-beta\"\n\
         [game]\nkind = \"{game}\"\n\
         [[cells]]\nevaluation = {evaluations}\nopponent_depth = \"1..=2\"\nchallenger_depth = \"equal-cost\"\n"
    )
}

#[test]
fn every_game_gives_the_same_bytes_on_any_number_of_threads() {
    let folder = folder("threads");
    for (game, title, evaluations) in [
        ("connect-four", "Connect Four", r#"["learnt", "plain"]"#),
        ("breakthrough", "Breakthrough", r#"["learnt", "plain"]"#),
        ("oware", "Oware", r#"["learnt", "plain"]"#),
        ("onitama", "Onitama", r#"["plain"]"#),
    ] {
        let file = format!("{game}.toml");
        fs::write(folder.join(&file), description(game, evaluations)).unwrap();
        for threads in ["1", "3"] {
            let output = experiment(&folder, &[&file, "--threads", threads, "--out", &format!("{game}-{threads}")]);
            assert!(output.status.success(), "{game}: {}", String::from_utf8_lossy(&output.stderr));
        }
        let read = |threads: &str, name: &str| {
            fs::read_to_string(folder.join(format!("{game}-{threads}")).join(name)).unwrap()
        };
        for name in ["games.jsonl", "results.json", "results.csv", "report.md", "report.html"] {
            assert!(read("1", name) == read("3", name), "{name} of {game} depends on the number of threads");
        }
        let results = read("1", "results.json");
        assert!(results.contains(&format!(r#""game":{{"kind":"{game}"}}"#)), "{results}");
        assert!(results.contains("\"games\":8") && results.contains("\"elo\":{"), "{results}");
        assert!(read("1", "report.md").contains(&format!("alpha-beta on {title}")), "{}", read("1", "report.md"));
        assert!(read("1", "results.csv").contains(game));
    }
}

#[test]
fn evaluations_meet_each_other_and_weights_can_be_given() {
    let folder = folder("weights");
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/games/weights/oware.weights");
    fs::copy(weights, folder.join("own.weights")).unwrap();
    let text = "name = \"oware\"\npairs = 10\nfirst_seed = 0\n\
        challenger = \"alpha-beta:depth=2\"\nopponent = \"alpha-beta:depth=2,evaluation=plain\"\n\
        [game]\nkind = \"oware\"\nopening_plies = 2\n[[cells]]\n";
    fs::write(folder.join("oware.toml"), text).unwrap();
    let cells = |arguments: &[&str], out: &str| {
        let output = experiment(&folder, &[&["oware.toml", "--out", out], arguments].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read_to_string(folder.join(out).join("results.json")).unwrap()
    };
    let shipped = cells(&[], "shipped");
    assert!(shipped.contains(r#""evaluation":"learnt""#) && shipped.contains(r#""evaluation":"plain""#), "{shipped}");
    assert_eq!(shipped, cells(&["--weights", "own.weights"], "own"), "the same weights play the same games");
}

#[test]
fn bad_input_gets_one_clear_line() {
    let folder = folder("bad");
    let foreign = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/games/weights/oware.weights");
    fs::copy(foreign, folder.join("oware.weights")).unwrap();
    let good = description("breakthrough", r#""learnt""#);
    let game = |keys: &str| good.replace("kind = \"breakthrough\"", keys);
    let broken = [
        ("kind", game("kind = \"go\"")),
        ("length", game("kind = \"oware\"\nlength = 7")),
        ("plies", game("kind = \"oware\"\nopening_plies = 7")),
        ("evaluation", good.replace("\"learnt\"", "\"square-table\"")),
        ("side", good.replace("\"best-first\"", "\"best-first:evaluation=mobility-and-corners\"")),
        ("othello", description("othello", r#""plain""#)),
        ("onitama", description("onitama", r#""learnt""#)),
        (
            "onitama-weights",
            description("onitama", r#""plain""#).replace("kind = \"onitama\"", "kind = \"onitama\"\nweights = \"w\""),
        ),
        ("branching", good.replace("evaluation", "branching = 5\nevaluation")),
        ("foreign", game("kind = \"breakthrough\"\nweights = \"oware.weights\"")),
    ];
    let mut said = String::new();
    for (name, text) in broken {
        let file = format!("{name}.toml");
        fs::write(folder.join(&file), text).unwrap();
        let output = experiment(&folder, &[&file]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {message}");
        assert_eq!(message.trim_end().lines().count(), 1, "{name}: {message}");
        said.push_str(&message);
    }
    assert!(!folder.join("results").exists(), "a refused command made a folder");
    insta::assert_snapshot!(said);
}
