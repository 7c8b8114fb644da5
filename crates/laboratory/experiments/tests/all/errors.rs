use bestply::{Evaluator, Position, Side, StaticError};
use bestply_catalogue::Catalogue;
use bestply_experiments::contest::Game;
use bestply_experiments::runs::predictions::{ErrorOfStage, Predictions};
use bestply_experiments::runs::study::run;
use toml::Table;

use crate::common::{folder, options};

/// What is found, the shallowest searches first.
fn measured(game: &str, settings: &str, depth: usize, games: u64, threads: usize) -> Vec<ErrorOfStage> {
    let (catalogue, settings) = (Catalogue::standard(), settings.parse().expect("it is TOML"));
    let game = Game { kind: game.to_owned(), settings };
    let out = folder(&format!("predictions/{}-{depth}-{games}-{threads}", game.kind));
    let study = Predictions::new(&catalogue, game, None, depth, games).expect("it can be measured");
    run(&study, &options(&out, threads)).expect("it is measured").expect("it is no shard").0.errors
}

/// As the command prints them.
fn rounded(mean: f64, deviation: f64, correlation: f64) -> [String; 3] {
    [format!("{mean:.1}"), format!("{deviation:.1}"), format!("{correlation:.3}")]
}

#[test]
fn what_is_shipped_is_what_is_measured() {
    let catalogue = Catalogue::standard();
    // A position of which a search knows the end does not count, so that the depth matters.
    let fixed = "branching = 3\ndistribution = 'fixed'";
    for (game, settings, depth, games) in [("connect-four", "", 6, 300), ("random", fixed, 1, 60)] {
        let table: Table = settings.parse().expect("it is TOML");
        let settings_of_game = catalogue.game_with(game, &table).expect("they are the game's");
        let evaluation = catalogue.game_named(game).expect("it is a game").evaluations[0];
        let venue = settings_of_game.venue(None, &[evaluation]).expect("it can be had");
        let start = venue.start(1).0;
        assert!(!start.is_terminal());
        let evaluator = venue.evaluator(evaluation, Side::Max);
        assert_eq!(evaluator.stage(&start), 0);
        let shipped = evaluator.errors(&start)[0];
        assert_eq!(shipped.depth, 1);
        let StaticError { mean, deviation, correlation, .. } = shipped;
        let found = measured(game, settings, depth, games, 2)[0];
        let found = rounded(found.mean, found.deviation, found.correlation);
        assert_eq!(rounded(mean, deviation, correlation), found, "{game}");
    }
}

#[test]
fn errors_are_the_same_on_any_number_of_threads() {
    assert_eq!(measured("connect-four", "", 2, 20, 1), measured("connect-four", "", 2, 20, 3));
}
