//! What training writes, and what its weights are worth.

use std::fs;
use std::path::PathBuf;

use bestply::games::breakthrough::Breakthrough;
use bestply::games::connect_four::ConnectFour;
use bestply::games::learnt::TupleFeatures;
use bestply::games::lines_of_action::LinesOfAction;
use bestply::games::onitama::Onitama;
use bestply::games::oware::Oware;
use bestply::learning::{Features, Settings, Tables};
use bestply::othello::evaluation::PatternFeatures;
use bestply_catalogue::Catalogue;
use bestply_experiments::play::in_order::thread_pool;
use bestply_training::{By, Course, Strength, Training, Yardstick, train};

/// A course of a game with few games a batch, few of the held-out error, and no yardsticks.
fn short<F>(game: &'static str, features: F) -> Course<F> {
    let settings = Settings { batch: 40, random_plies: 8, ..Settings::default() };
    Course { game, features, settings, yardsticks: Vec::new(), held_out_games: 20 }
}

/// A file for one test's weights.
fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("bestply-training-{}-{name}", std::process::id()))
}

/// The bytes that such a training writes.
fn trained<F>(name: &str, course: Course<F>, games: u64, seed: u64, threads: usize, by: By) -> Vec<u8>
where
    F: Features<Evaluator: Send + Sync> + Send + Sync,
{
    let out = file(name);
    let training = Training { games, seed, threads: Some(threads), out: out.clone(), by };
    let trained = train(&Catalogue::standard(), course, &training).unwrap();
    let bytes = fs::read(&out).unwrap();
    fs::remove_file(&out).unwrap();
    assert_eq!(bytes.len(), trained.bytes);
    bytes
}

fn check_that_weights_depend_on_the_seed_and_not_on_the_threads<F>(game: &'static str)
where
    F: Features<Evaluator: Send + Sync> + Tables + Default + Send + Sync,
{
    for (by, games) in [(By::TemporalDifferences, 200), (By::Descent { evaluations: 60 }, 6)] {
        let trained = |seed, threads| {
            trained(&format!("{game}-{seed}-{threads}"), short(game, F::default()), games, seed, threads, by)
        };
        let one = trained(3, 1);
        assert!(one == trained(3, 3), "threads make a difference to {game} by {by:?}");
        assert!(one != trained(4, 2), "the seed makes no difference to {game} by {by:?}");
        let weights = F::LAYOUT.read(&one).unwrap();
        assert!(weights.iter().any(|&two| i16::from_le_bytes(two) != 0));
    }
}

#[test]
fn the_weights_depend_on_the_seed_and_not_on_the_threads() {
    check_that_weights_depend_on_the_seed_and_not_on_the_threads::<PatternFeatures>("othello");
    check_that_weights_depend_on_the_seed_and_not_on_the_threads::<TupleFeatures<ConnectFour>>("connect-four");
    check_that_weights_depend_on_the_seed_and_not_on_the_threads::<TupleFeatures<Breakthrough>>("breakthrough");
    check_that_weights_depend_on_the_seed_and_not_on_the_threads::<TupleFeatures<Oware>>("oware");
    check_that_weights_depend_on_the_seed_and_not_on_the_threads::<TupleFeatures<Onitama>>("onitama");
    check_that_weights_depend_on_the_seed_and_not_on_the_threads::<TupleFeatures<LinesOfAction>>("lines-of-action");
}

#[test]
fn a_place_that_cannot_be_written_is_refused_before_the_training() {
    let refused = |out: PathBuf| {
        let training = Training { games: u64::MAX, seed: 1, threads: None, out, by: By::default() };
        train(&Catalogue::standard(), short("othello", PatternFeatures), &training).unwrap_err().to_string()
    };
    let folder = std::env::temp_dir();
    assert!(refused(folder.clone()).ends_with("not the name of a file; --out needs one"));
    assert!(refused(folder.join("no-such-folder").join("weights")).contains("cannot write the file"));
}

/// The result of a game's weights against the last of its plain evaluations.
fn strength(game: &'static str, weights: &[u8]) -> Strength {
    let catalogue = Catalogue::standard();
    let about = catalogue.game_named(game).unwrap();
    let opponent = *about.evaluations.iter().rfind(|name| !about.all_learnt.contains(name)).unwrap();
    let yardstick = Yardstick { catalogue: &catalogue, game, evaluation: "learnt", opponents: vec![opponent] };
    yardstick.check(weights, &thread_pool(Some(2)).unwrap()).unwrap().unwrap()
}

#[test]
fn training_beats_the_square_table_soon() {
    let course =
        Course { settings: Settings { batch: 40, ..Settings::default() }, ..short("othello", PatternFeatures) };
    let weights = trained("soon", course, 4000, 1, 2, By::default());
    let numbers = PatternFeatures::LAYOUT.read(&weights).unwrap().len();
    let (trained, untrained) =
        (strength("othello", &weights), strength("othello", &PatternFeatures::LAYOUT.write(&vec![0; numbers])));
    assert!(trained.score() > untrained.score() + 0.2, "{trained}, and untrained {untrained}");
}

#[test]
fn the_shipped_weights_beat_the_plain_evaluations() {
    for (game, weights, least) in [
        ("othello", PatternFeatures::SHIPPED, 0.95),
        // The last plain evaluation is Rivest's, which is the better one: 77 %.
        ("connect-four", TupleFeatures::<ConnectFour>::SHIPPED, 0.7),
        ("breakthrough", TupleFeatures::<Breakthrough>::SHIPPED, 0.9),
        ("oware", TupleFeatures::<Oware>::SHIPPED, 0.9),
        ("onitama", TupleFeatures::<Onitama>::SHIPPED, 0.95),
        ("lines-of-action", TupleFeatures::<LinesOfAction>::SHIPPED, 0.9),
    ] {
        let strength = strength(game, weights);
        assert!(strength.score() >= least, "{game}: {strength}");
    }
}

#[test]
fn descent_learns_connect_four_soon() {
    type Four = TupleFeatures<ConnectFour>;
    let by = By::Descent { evaluations: 300 };
    let weights = trained("descent", short("connect-four", Four::default()), 200, 1, 2, by);
    let numbers = Four::LAYOUT.read(&weights).unwrap().len();
    let (trained, untrained) =
        (strength("connect-four", &weights), strength("connect-four", &Four::LAYOUT.write(&vec![0; numbers])));
    assert!(trained.score() > untrained.score() + 0.2, "{trained}, and untrained {untrained}");
}
