use bestply::{Evaluator, Position, Side};
use bestply_catalogue::Catalogue;
use bestply_experiments::contest::GameSpec;
use bestply_experiments::runs::predictions::{ErrorOfStage, Predictions};
use bestply_experiments::runs::study::run;
use toml::Table;

use crate::common::{folder, options};

/// What is found, the shallowest searches first.
fn measured(game: &str, settings: &str, depth: usize, games: u64, threads: usize) -> Vec<ErrorOfStage> {
    let (catalogue, settings) = (Catalogue::standard(), settings.parse().expect("it is TOML"));
    let game = GameSpec { kind: game.to_owned(), settings };
    let out = folder(&format!("predictions/{}-{depth}-{games}-{threads}", game.kind));
    let study = Predictions::new(&catalogue, game, None, depth, games).expect("it can be measured");
    run(&study, &options(&out, threads)).expect("it is measured").expect("it is no shard").0.errors
}

/// So far may a figure lie from one of another sample, in standard errors.
const STANDARD_ERRORS: f64 = 3.0;

/// What is shipped was measured in other games of these numbers (D384). So both are samples of the same errors.
#[test]
fn what_is_shipped_is_what_is_measured() {
    let catalogue = Catalogue::standard();
    let mut measures = String::new();
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
        let ErrorOfStage { mean, deviation, correlation, positions, .. } = measured(game, settings, depth, games, 2)[0];
        measures += &format!("{game}: {mean:.1}, {deviation:.1}, {correlation:.3} of {positions} positions\n");
        // Positions of one game are alike.
        let standard_error = 1.0 / (games as f64).sqrt();
        let of_mean = (shipped.mean - mean) / (deviation * standard_error);
        let of_deviation = (shipped.deviation - deviation) / (deviation * standard_error / f64::sqrt(2.0));
        let of_correlation = (shipped.correlation.atanh() - correlation.atanh()) / standard_error;
        for distance in [of_mean, of_deviation, of_correlation] {
            assert!(distance.abs() < STANDARD_ERRORS, "{game}: {distance} standard errors");
        }
    }
    insta::assert_snapshot!(measures);
}

#[test]
fn errors_are_the_same_on_any_number_of_threads() {
    assert_eq!(measured("connect-four", "", 2, 20, 1), measured("connect-four", "", 2, 20, 3));
}
