use bestply::{Evaluator, Position, Side, StaticError};
use bestply_catalogue::Catalogue;
use bestply_experiments::runs::predictions::{Fitting, errors};
use toml::Table;

/// What is found, the shallowest searches first.
fn measured(game: &str, settings: &str, depth: usize, games: u64, threads: usize) -> Vec<StaticError> {
    let settings = settings.parse().expect("it is TOML");
    let threads = Some(threads);
    let fitting = Fitting { game: game.to_owned(), settings, evaluation: None, depth, games, threads };
    let found = errors(&Catalogue::standard(), &fitting, || {}).expect("it can be measured");
    found.into_iter().map(|fitted| fitted.found).collect()
}

/// As the command prints them.
fn rounded(error: StaticError) -> [String; 3] {
    [format!("{:.1}", error.mean), format!("{:.1}", error.deviation), format!("{:.3}", error.correlation)]
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
        assert_eq!(rounded(shipped), rounded(measured(game, settings, depth, games, 2)[0]), "{game}");
    }
}

#[test]
fn errors_are_the_same_on_any_number_of_threads() {
    assert_eq!(measured("connect-four", "", 2, 20, 1), measured("connect-four", "", 2, 20, 3));
}
