//! The strong recipe with few games: what it writes, and what it makes of an interruption.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bestply::Value;
use bestply::learning::{Features, Layout, SelfPlay};
use bestply::othello::Othello;
use bestply::othello::evaluation::{StrongFeatures, StrongWeights};
use bestply_training::{BackwardsStudy, Recipe, strong_recipe, train_backwards};

/// The strong evaluation's features, which cannot find any more outcomes after some time.
#[derive(Clone)]
struct Mortal {
    outcomes_left: Arc<AtomicU64>,
}

impl Mortal {
    fn recipe(
        outcomes_left: u64,
    ) -> (Recipe<Mortal, impl Features<Position = Othello, Evaluator: Send + Sync>>, Mortal) {
        let mortal = Mortal { outcomes_left: Arc::new(outcomes_left.into()) };
        let Recipe { guide, guide_weights, sampling, depth, ridge, steps, .. } = strong_recipe();
        (Recipe { features: mortal.clone(), guide, guide_weights, sampling, depth: depth.min(2), ridge, steps }, mortal)
    }
}

impl SelfPlay for Mortal {
    type Position = Othello;

    fn start(&self, number: u64) -> Othello {
        StrongFeatures.start(number)
    }

    fn outcome(&self, position: &Othello) -> Option<Value> {
        let left = self.outcomes_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        left.expect("the training is to end here");
        StrongFeatures.outcome(position)
    }
}

impl Features for Mortal {
    type Evaluator = <StrongFeatures as Features>::Evaluator;

    fn layout(&self) -> Layout {
        StrongFeatures.layout()
    }

    fn blocks(&self) -> usize {
        StrongFeatures.blocks()
    }

    fn block(&self, position: &Othello) -> usize {
        StrongFeatures.block(position)
    }

    fn evaluator(&self, weights: &[i16]) -> Self::Evaluator {
        StrongFeatures.evaluator(weights)
    }

    fn active(&self, position: &Othello, indices: &mut Vec<u32>) {
        StrongFeatures.active(position, indices);
    }

    fn scale_weight(&self, block: usize) -> Option<u32> {
        StrongFeatures.scale_weight(block)
    }
}

/// A file for one test's weights.
fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("bestply-backwards-{}-{name}", std::process::id()))
}

fn study(out: &Path, seed: u64, threads: usize) -> BackwardsStudy {
    BackwardsStudy { positions: 64, seed, threads: Some(threads), out: out.to_owned() }
}

/// The bytes that such a training writes.
fn trained(name: &str, seed: u64, threads: usize) -> Vec<u8> {
    let out = file(name);
    let learnt = train_backwards(&Mortal::recipe(u64::MAX).0, &study(&out, seed, threads)).unwrap();
    assert_eq!(learnt.len(), StrongFeatures.blocks());
    let bytes = fs::read(&out).unwrap();
    fs::remove_file(&out).unwrap();
    bytes
}

#[test]
fn weights_depend_on_the_seed_and_not_on_threads_or_interruptions() {
    let whole = trained("whole", 3, 1);
    assert!(StrongWeights::parse(&whole).is_ok());
    assert!(whole == trained("threads", 3, 3), "threads make a difference");
    assert!(whole != trained("seed", 4, 2), "the seed makes no difference");

    let out = file("interrupted");
    let folder = out.with_file_name(format!("{}.training", out.file_name().unwrap().display()));
    // It is interrupted over and over, each time a little later.
    let mut interruptions = 0;
    for outcomes in (200..).step_by(150) {
        let (recipe, _) = Mortal::recipe(outcomes);
        let ended = catch_unwind(AssertUnwindSafe(|| train_backwards(&recipe, &study(&out, 3, 2)).map(|_| ())));
        if let Ok(trained) = ended {
            trained.unwrap();
            break;
        }
        interruptions += 1;
        assert!(folder.is_dir() && !out.exists());
    }
    assert!(interruptions >= 2, "{interruptions}");
    assert!(fs::read(&out).unwrap() == whole, "an interruption makes a difference");
    assert!(!folder.exists());
    // A finished one is not replaced.
    let refused = train_backwards(&Mortal::recipe(u64::MAX).0, &study(&out, 4, 1)).map(|_| ()).unwrap_err();
    assert!(refused.to_string().ends_with("it is there already; name another file or remove it"), "{refused}");
    assert!(fs::read(&out).unwrap() == whole && !folder.exists());
    fs::remove_file(&out).unwrap();
}

#[test]
fn a_folder_of_another_training_is_refused() {
    let out = file("other");
    let (recipe, mortal) = Mortal::recipe(100);
    assert!(catch_unwind(AssertUnwindSafe(|| train_backwards(&recipe, &study(&out, 3, 1)).map(|_| ()))).is_err());
    mortal.outcomes_left.store(u64::MAX, Ordering::Relaxed);
    let refused = train_backwards(&recipe, &study(&out, 4, 1)).map(|_| ()).unwrap_err().to_string();
    assert!(refused.contains("of another training; remove it, or write to another file"), "{refused}");
    fs::remove_dir_all(out.with_file_name(format!("{}.training", out.file_name().unwrap().display()))).unwrap();
}
