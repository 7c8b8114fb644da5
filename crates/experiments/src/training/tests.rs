use std::fs;
use std::path::PathBuf;

use bestply::games::breakthrough::Breakthrough;
use bestply::games::connect_four::ConnectFour;
use bestply::games::onitama::Onitama;
use bestply::games::oware::Oware;
use bestply::learning::{Settings, Tables};
use rayon::ThreadPool;

use super::board::{BoardCourse, Learnable};
use super::{Contest, Course, Strength, Training, train};
use crate::games::{OthelloBoard, TupleBoard};
use crate::in_order::thread_pool;

const OTHELLO: BoardCourse<OthelloBoard> = BoardCourse::new();

/// A game's training with few games a batch, and nothing measured.
struct Short<G>(BoardCourse<G>);

impl<G: Learnable> Course for Short<G> {
    type Features = G::Features;

    fn features(&self) -> G::Features {
        self.0.features()
    }

    fn settings(&self) -> Settings {
        Settings { batch: 40, ..self.0.settings() }
    }

    fn check(&self, _: &[i16], _: &ThreadPool) -> Strength {
        Strength::new(Contest { opponent: "nobody".to_owned(), depth: 1 })
    }

    fn examine(&self, _: &[i16], _: &ThreadPool) -> Vec<Strength> {
        Vec::new()
    }
}

/// A file for one test's weights.
fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("bestply-training-{}-{name}", std::process::id()))
}

/// The bytes that such a training writes.
fn trained<G: Learnable>(name: &str, games: u64, seed: u64, threads: usize) -> Vec<u8> {
    let out = file(name);
    let course = Short(BoardCourse::<G>::new());
    let trained = train(&course, &Training { games, seed, threads: Some(threads), out: out.clone() }).unwrap();
    let bytes = fs::read(&out).unwrap();
    fs::remove_file(&out).unwrap();
    assert_eq!(bytes.len(), trained.bytes);
    bytes
}

/// The weights of a file, as numbers.
fn numbers<G: Learnable>(file: &[u8]) -> Vec<i16> {
    let weights = <G::Features as Tables>::LAYOUT.read(file).unwrap();
    weights.iter().map(|&two| i16::from_le_bytes(two)).collect()
}

fn check_that_weights_depend_on_the_seed_and_not_on_the_threads<G: Learnable>(name: &str) {
    let trained = |seed, threads| trained::<G>(&format!("{name}-{seed}-{threads}"), 200, seed, threads);
    let one = trained(3, 1);
    assert!(one == trained(3, 3), "threads make a difference to {name}");
    assert!(one != trained(4, 2), "the seed makes no difference to {name}");
    assert!(numbers::<G>(&one).iter().any(|&weight| weight != 0));
}

#[test]
fn the_weights_depend_on_the_seed_and_not_on_the_threads() {
    check_that_weights_depend_on_the_seed_and_not_on_the_threads::<OthelloBoard>("othello");
    check_that_weights_depend_on_the_seed_and_not_on_the_threads::<TupleBoard<ConnectFour>>("connect-four");
    check_that_weights_depend_on_the_seed_and_not_on_the_threads::<TupleBoard<Breakthrough>>("breakthrough");
    check_that_weights_depend_on_the_seed_and_not_on_the_threads::<TupleBoard<Oware>>("oware");
    check_that_weights_depend_on_the_seed_and_not_on_the_threads::<TupleBoard<Onitama>>("onitama");
}

#[test]
fn a_place_that_cannot_be_written_is_refused_before_the_training() {
    let refused = |out: PathBuf| {
        let training = Training { games: u64::MAX, seed: 1, threads: None, out };
        train(&Short(OTHELLO), &training).unwrap_err().to_string()
    };
    let folder = std::env::temp_dir();
    assert!(refused(folder.clone()).ends_with("not the name of a file; --out needs one"));
    assert!(refused(folder.join("no-such-folder").join("weights")).contains("cannot create the file"));
}

#[test]
fn training_beats_the_square_table_soon() {
    let weights = numbers::<OthelloBoard>(&trained::<OthelloBoard>("soon", 4000, 1, 2));
    let pool = thread_pool(Some(2)).unwrap();
    let trained = OTHELLO.check(&weights, &pool);
    let untrained = OTHELLO.check(&vec![0; weights.len()], &pool);
    assert!(trained.rate() > untrained.rate() + 0.2, "{trained}, and untrained {untrained}");
}

/// How the shipped weights of a game fare against a plain evaluation.
fn shipped<G: Learnable>() -> Strength {
    let weights = numbers::<G>(<G::Features as Tables>::SHIPPED);
    BoardCourse::<G>::new().check(&weights, &thread_pool(Some(2)).unwrap())
}

#[test]
fn the_shipped_weights_beat_the_plain_evaluations() {
    let strengths = [
        (shipped::<OthelloBoard>(), 0.95),
        (shipped::<TupleBoard<ConnectFour>>(), 0.85),
        (shipped::<TupleBoard<Breakthrough>>(), 0.9),
        (shipped::<TupleBoard<Oware>>(), 0.9),
        (shipped::<TupleBoard<Onitama>>(), 0.95),
    ];
    for (strength, least) in strengths {
        assert!(strength.rate() >= least, "{strength}");
    }
}
