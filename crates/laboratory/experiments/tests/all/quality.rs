//! How good evaluations are, and how scores depend on that.

use bestply_catalogue::{Catalogue, SearcherSpec};
use bestply_experiments::contest::Description;
use bestply_experiments::outcome::results::{Cell, from_json};
use bestply_experiments::runs::quality::{Quality, QualityOf, QualityResults};
use bestply_experiments::runs::study::run;
use bestply_statistics::Mean;

use crate::common::{folder, options};

const THREE: &str = r#"
name = "three"
pairs = 4
evaluations = [30, 60]
challengers = ["best-first", "uct-best-first"]
opponent = "alpha-beta"
[[games]]
game = { kind = "connect-four" }
evaluation = [{ noisy = "learnt", deviation = 1, name = "worse" }, { noisy = "learnt", deviation = 0.3, name = "bad" }, "learnt"]
[[games]]
game = { kind = "onitama" }
evaluation = ["learnt", { noisy = "learnt", deviation = 1, name = "worse" }]
"#;

const RANDOM: &str = r#"
name = "random"
pairs = 2
evaluations = 10
challenger = "best-first"
opponent = "alpha-beta"
game = { kind = "random" }
[[cells]]
branching = 2
"#;

fn described(text: &str) -> Description {
    Description::parse(&Catalogue::standard(), "three.toml", text).expect("the description is right")
}

/// The study of what a description plays, by a judge of this depth, in the folder of this name.
fn quality(text: &str, cells: Vec<Cell>, judge: &str, name: &str, threads: usize) -> Result<QualityResults, String> {
    let catalogue = Catalogue::standard();
    let judge = SearcherSpec::read(judge).expect("a text");
    let study = Quality::new(&catalogue, &[described(text)], cells, &judge, 40).map_err(|error| error.to_string())?;
    let out = folder(&format!("quality/{name}"));
    let found = run(&study, &options(&out, threads)).map_err(|error| error.to_string())?;
    Ok(found.expect("it is no shard").0)
}

#[test]
fn noise_makes_an_evaluation_worse_and_scores_stand_over_quality() {
    let catalogue = Catalogue::standard();
    let out = folder("quality/experiment");
    let description = described(THREE);
    crate::common::run(&catalogue, &description, &options(&out, 2)).expect("it runs").expect("it is no shard");
    let cells = from_json(&std::fs::read_to_string(out.join("results.json")).unwrap()).unwrap();
    let judge = "principal-variation-search:evaluation=learnt,depth=4";
    let found = quality(THREE, cells.clone(), judge, "two", 2).unwrap();
    assert_eq!(found, quality(THREE, cells, judge, "one", 1).unwrap(), "on any number of threads");
    let of = |game: &str, evaluation: &str| {
        let is_one = |it: &&QualityOf| it.game == game && it.evaluation == evaluation;
        found.qualities.iter().find(is_one).expect("it was measured")
    };
    let correlation = |game: &str, evaluation: &str| of(game, evaluation).agreement.coefficient;
    let row = ["worse", "bad", "learnt"].map(|evaluation| correlation("Connect Four", evaluation));
    assert!(row.is_sorted() && row[0] > 0.0 && row[2] < 1.0, "{row:?}");
    assert!(correlation("Onitama", "worse") < correlation("Onitama", "learnt"));
    // Errors of a whole win tell moves further apart than what the moves are worth.
    let siblings = |evaluation| of("Connect Four", evaluation).siblings.expect("positions have several moves");
    let row = ["learnt", "bad", "worse"].map(siblings);
    assert!(row.is_sorted() && row[2] > 2.0 * row[0], "{row:?}");
    // Each cell has a place, at the quality of its evaluation; a law has those of one challenger and budget.
    assert_eq!(found.leads.len(), 2 * 2 * 5);
    for lead in &found.leads {
        assert_eq!(lead.correlation, correlation(&lead.game, &lead.evaluation), "{lead:?}");
    }
    assert_eq!(found.laws.len(), 4);
    let told = found.laws.iter().map(|law| {
        let Mean { mean, interval_95: [low, high] } = law.slope.expect("two games have evaluations that differ");
        let games =
            law.of_games.iter().map(|(game, slope)| format!("{game} {slope:.3}")).collect::<Vec<_>>().join(", ");
        format!("{} at {}: {mean:.3} ({low:.3} to {high:.3}); {games}\n", law.challenger, law.budget)
    });
    insta::assert_snapshot!(told.collect::<String>());
}

#[test]
fn what_cannot_be_judged_is_told() {
    let of = |text: &str, judge: &str| quality(text, Vec::new(), judge, "wrong", 2).unwrap_err();
    let told = [
        ("a judge without a limit", of(THREE, "principal-variation-search")),
        (
            "a judge without its evaluation",
            of(THREE, "principal-variation-search:depth=2,evaluation=mobility").replace(", only", ",\n    only"),
        ),
        ("no win", of(RANDOM, "minimax:depth=1")),
        ("a judge cut short", of(THREE, "minimax:evaluation=learnt,depth=3,evaluations=1")),
        ("no such judge", of(THREE, "principle-variation-search:depth=2")),
    ];
    let told: Vec<String> = told.iter().map(|(what, told)| format!("{what}: {told}\n")).collect();
    insta::assert_snapshot!(told.concat());
}
