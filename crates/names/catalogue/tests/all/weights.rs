//! A game's own evaluation with weights from a file, for one player alone.

use bestply_catalogue::{Catalogue, SearcherSpec};
use toml::Table;

const OWARE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/board-games/weights/oware.weights");
const NETWORK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/network-weights/weights/oware.safetensors");

/// The move that a searcher chooses at a start of Oware after so many evaluations, with its value, or why it cannot.
fn found(spec: &str) -> Result<String, String> {
    let catalogue = Catalogue::standard();
    let settings = catalogue.game_with("oware", &Table::new()).unwrap();
    let spec = SearcherSpec::read(spec).unwrap();
    let (player, evaluation) = catalogue.prepared(spec, &settings, None).map_err(|error| error.to_string())?;
    let evaluations = [evaluation];
    let venue = catalogue.venue(&settings, None, &evaluations).map_err(|error| error.to_string())?;
    let mut contestant = player.contestant(&venue, evaluations[0].name(), &venue.start(1).0).unwrap();
    let report = contestant.search(&player.limit()).unwrap();
    Ok(format!("{:?} {:?} {:?}", report.best_move, report.value, report.counts.evaluations))
}

#[test]
fn weights_from_a_file_are_those_that_were_written() {
    for (file, of, shipped) in [(OWARE, "", "learnt"), (NETWORK, ",evaluation.of=network", "network")] {
        for searcher in ["best-first:evaluations=300", "uct-best-first:preset=tuned,evaluations=300"] {
            let from_file = found(&format!("{searcher},evaluation.weights={file}{of}"));
            assert_eq!(from_file, found(&format!("{searcher},evaluation={shipped}")), "{searcher} with {shipped}");
        }
    }
    assert_ne!(
        found("best-first:evaluations=300,evaluation=learnt"),
        found("best-first:evaluations=300,evaluation=network")
    );
}

#[test]
fn what_is_wrong_with_a_file_is_told_in_one_line() {
    let refused = |of: &str| found(&format!("best-first:evaluations=9,evaluation.weights={of}")).unwrap_err();
    let none = refused("none.weights");
    assert!(none.starts_with("evaluation `weights`: none.weights: "), "{none}");
    let other = refused(&OWARE.replace("oware", "breakthrough"));
    assert!(other.contains("breakthrough.weights: ") && !other.contains('\n'), "{other}");
    assert_eq!(
        refused(&format!("{OWARE},evaluation.of=plain")),
        "evaluation `weights`: `of` is an evaluation of oware that reads weights, one of `learnt`, `network`, not `plain`"
    );
    assert!(refused(&format!("{OWARE},evaluation.of=network")).contains("oware.weights: "));
}
