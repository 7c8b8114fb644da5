use std::fs;
use std::path::PathBuf;

use bestply::learning::Settings;
use bestply::othello::evaluation::{PatternFeatures, Weights};
use rayon::ThreadPool;

use super::{Contest, Course, OthelloCourse, Strength, Training, train};
use crate::in_order::thread_pool;

/// Othello's training with few games a batch, and nothing measured.
struct Short;

impl Course for Short {
    type Features = PatternFeatures;

    fn features(&self) -> PatternFeatures {
        PatternFeatures
    }

    fn settings(&self) -> Settings {
        Settings { batch: 40, ..OthelloCourse.settings() }
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
fn trained(name: &str, games: u64, seed: u64, threads: usize) -> Vec<u8> {
    let out = file(name);
    let trained = train(&Short, &Training { games, seed, threads: Some(threads), out: out.clone() }).unwrap();
    let bytes = fs::read(&out).unwrap();
    fs::remove_file(&out).unwrap();
    assert_eq!(bytes.len(), trained.bytes);
    bytes
}

#[test]
fn the_weights_depend_on_the_seed_and_not_on_the_threads() {
    let one = trained("one", 200, 3, 1);
    assert!(one == trained("three", 200, 3, 3), "threads make a difference");
    assert!(one != trained("other-seed", 200, 4, 2), "the seed makes no difference");
    Weights::parse(&one).unwrap();
}

#[test]
fn a_place_that_cannot_be_written_is_refused_before_the_training() {
    let refused = |out: PathBuf| {
        let training = Training { games: u64::MAX, seed: 1, threads: None, out };
        train(&Short, &training).unwrap_err().to_string()
    };
    let folder = std::env::temp_dir();
    assert!(refused(folder.clone()).ends_with("not the name of a file; --out needs one"));
    assert!(refused(folder.join("no-such-folder").join("weights")).contains("cannot create the file"));
}

#[test]
fn training_beats_the_square_table_soon() {
    let weights = trained("soon", 4000, 1, 2);
    let weights: Vec<i16> =
        Weights::LAYOUT.read(&weights).unwrap().iter().map(|&two| i16::from_le_bytes(two)).collect();
    let pool = thread_pool(Some(2)).unwrap();
    let trained = OthelloCourse.check(&weights, &pool);
    let untrained = OthelloCourse.check(&vec![0; weights.len()], &pool);
    assert!(trained.rate() > untrained.rate() + 0.2, "{trained}, and untrained {untrained}");
}

#[test]
fn the_shipped_weights_beat_the_plain_evaluations() {
    let weights = Weights::LAYOUT.read(Weights::SHIPPED).unwrap();
    let weights: Vec<i16> = weights.iter().map(|&two| i16::from_le_bytes(two)).collect();
    let strength = OthelloCourse.check(&weights, &thread_pool(Some(2)).unwrap());
    assert!(strength.rate() >= 0.95, "{strength}");
}
