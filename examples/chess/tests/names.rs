//! Chess by name: the standard searchers play it, with every setting that they have.

use bestply::Report;
use bestply_catalogue::{Catalogue, SearcherSpec};

/// What a searcher finds at the first start, with what it costs.
fn report_at_start(catalogue: &Catalogue, spec: &str, evaluation: &str) -> Report<usize> {
    let settings = catalogue.game_with("chess", &Default::default()).expect("they are the defaults");
    let spec = catalogue.player(&format!("{spec},evaluation={evaluation}")).expect("it is a searcher");
    let (spec, _) = catalogue.seated(spec, &settings, None).expect("it plays chess");
    let venue = settings.venue(None, &[evaluation]).expect("it has the evaluation");
    let start = venue.start(1).0;
    let mut contestant = spec.contestant(&venue, evaluation, &start).unwrap();
    contestant.start_game(&start, bestply::Side::Max).expect("it plays");
    contestant.search(&spec.limit()).expect("it searches")
}

#[test]
fn no_setting_is_taken_and_dropped() {
    let catalogue = chess::catalogue();
    for (searcher, settings) in [
        ("best-first:evaluations=2000", &["leaves=64"][..]),
        (
            "uct-best-first:evaluations=2000,scale=5",
            &["urgency=9", "exploration=0.1", "selection=softmax", "alpha_beta_depth=2", "leaves=64", "scale=500"],
        ),
        ("monte-carlo-tree-search:evaluations=2000,scale=500", &["exploration=0.1", "minimax_weight=0.5"]),
    ] {
        let plain = report_at_start(&catalogue, searcher, "piece-squares");
        for setting in settings {
            let spec = match setting.split_once('=') {
                Some(("scale", _)) => searcher.replace("scale=5", setting),
                _ => format!("{searcher},{setting}"),
            };
            assert_ne!(report_at_start(&catalogue, &spec, "piece-squares"), plain, "{spec}");
        }
    }
    let evaluations = |memory: &str| {
        let spec = format!("best-first:evaluations=40000,bytes=262144,memory={memory}");
        report_at_start(&catalogue, &spec, "piece-squares").counts.evaluations
    };
    let (stopping, pruning) = (evaluations("stop"), evaluations("prune"));
    assert!(stopping < pruning, "a searcher that prunes goes on: {stopping}, {pruning}");
}

/// A node of best-first has eight bytes, and four more for a move.
#[test]
fn the_trees_keep_moves() {
    let report = report_at_start(&chess::catalogue(), "best-first:evaluations=5000", "piece-squares");
    assert!(report.bytes >= 12 * report.nodes, "{} bytes for {} nodes", report.bytes, report.nodes);
}

/// A preset of the game gives the scale, and all of them prune where they play.
#[test]
fn who_plays_chess_has_its_scales() {
    let catalogue = chess::catalogue();
    let played = |spec: &str| {
        let spec = SearcherSpec::read(spec).expect("it is read");
        catalogue.for_playing(spec, "chess").expect("it plays chess").to_string()
    };
    for (given, plays) in [
        ("uct-best-first:time_ms=100", "uct-best-first:time_ms=100,memory=prune,scale=5"),
        ("uct-best-first:scale=30", "uct-best-first:memory=prune,scale=30"),
        (
            "monte-carlo-tree-search:evaluation=quiescence",
            "monte-carlo-tree-search:memory=prune,evaluation=quiescence,scale=500",
        ),
    ] {
        assert_eq!(played(given), plays);
    }
}
