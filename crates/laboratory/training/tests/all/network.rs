//! A training repeats to the byte: on any number of threads, and however often it was interrupted.

use std::fs;
use std::path::{Path, PathBuf};

use bestply::games::breakthrough::Breakthrough;
use bestply::learning::{Outlook, Planes};
use bestply::network::Parameters;
use bestply_catalogue::Catalogue;
use bestply_training::{Course, Heads, LearntBy, Model, StudyPlan, StudySearch, StudyTarget, Trained, Training, train};

/// A course with two games a batch, or so many.
fn course<'c>(catalogue: &'c Catalogue, batch: u64, yardsticks: Vec<&'static str>) -> Course<'c> {
    Course { batch: Some(batch), yardsticks, ..Course::of(catalogue, "breakthrough").unwrap() }
}

fn model() -> Model {
    Model::Network { hidden: vec![8, 4], by: LearntBy::default(), heads: Heads::default() }
}

fn training(out: &Path, threads: usize) -> Training {
    Training { threads: Some(threads), ..Training::new(100, 3, out.to_owned()) }
}

/// A file in a folder of its own, which is new.
fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    folder.join("net.safetensors")
}

#[test]
fn a_training_repeats_to_the_byte() {
    let catalogue = Catalogue::standard();
    let train = |out: &Path, threads, yardsticks, continues| {
        course(&catalogue, 2, yardsticks).train(&model(), &Training { continues, ..training(out, threads) })
    };
    let (alone, together) = (file("alone"), file("together"));
    let Trained { history, bytes, plots, .. } = train(&alone, 1, Vec::new(), false).unwrap();
    let weights = fs::read(&alone).unwrap();
    assert_eq!((weights.len(), plots.len()), (bytes, 1));
    let parameters = Parameters::read(&Outlook::of::<Breakthrough>(), "breakthrough", &weights).unwrap();
    assert_ne!(parameters, Parameters::random(&Outlook::of::<Breakthrough>(), &[8, 4], 3));

    let again = train(&together, 2, Vec::new(), false).unwrap();
    assert_eq!((again.history, fs::read(&together).unwrap()), (history.clone(), weights.clone()));

    // It is interrupted where the strength against an unknown evaluation is asked for.
    let interrupted = file("interrupted");
    train(&interrupted, 1, vec!["nobody"], false).unwrap_err();
    assert!(interrupted.exists(), "the weights so far are there");
    let resumed = train(&interrupted, 2, Vec::new(), true).unwrap();
    assert_eq!((resumed.history, fs::read(&interrupted).unwrap()), (history, weights));
}

#[test]
fn a_training_by_searches_repeats_to_the_byte() {
    let catalogue = Catalogue::standard();
    let by_searches = |out: &Path, threads, search, heads| {
        let target = if search == StudySearch::Descent { StudyTarget::Tree } else { StudyTarget::Root };
        let by = LearntBy::Study(StudyPlan { evaluations: 40, search, target, ..StudyPlan::default() });
        let model = Model::Network { hidden: vec![8], by, heads };
        let training = Training { games: 6, ..training(out, threads) };
        course(&catalogue, 2, Vec::new()).train(&model, &training).unwrap();
        fs::read(out).unwrap()
    };
    let (one, two) = (file("by-searches"), file("by-searches-together"));
    let by_descent = by_searches(&one, 1, StudySearch::Descent, Heads::Value);
    assert_eq!(by_descent, by_searches(&two, 2, StudySearch::Descent, Heads::Value));
    assert_ne!(by_descent, by_searches(&file("by-alpha-beta"), 1, StudySearch::AlphaBeta, Heads::Value));

    let (one, two) = (file("with-a-policy"), file("with-a-policy-together"));
    let with_a_policy = by_searches(&one, 1, StudySearch::PuctBestFirst, Heads::ValueAndPolicy);
    assert_eq!(with_a_policy, by_searches(&two, 2, StudySearch::PuctBestFirst, Heads::ValueAndPolicy));
    let outlook = Outlook::of::<Breakthrough>();
    let policy = Parameters::read(&outlook, "breakthrough", &with_a_policy).unwrap().policy.expect("it has one");
    assert!(policy.weights.iter().any(|&weight| weight != 0.0), "it was learnt");
    assert_eq!(policy.units(), Breakthrough::OUTPUTS);
}

#[test]
fn the_error_falls() {
    let out = file("falling");
    let training = Training { games: 1500, ..training(&out, 1) };
    let trained = course(&Catalogue::standard(), 50, Vec::new()).train(&model(), &training).unwrap();
    let mean = |errors: &[(u64, f32)]| errors.iter().map(|(_, error)| error).sum::<f32>() / errors.len() as f32;
    let errors = &trained.history.errors;
    let (first, last) = (mean(&errors[..3]), mean(&errors[27..]));
    assert!(last < first, "{last} after {first}");
}

#[test]
fn what_cannot_be_trained_is_told_in_one_line() {
    let out = file("wrong");
    let error = |game| train(&Catalogue::standard(), game, &model(), &training(&out, 1)).unwrap_err().to_string();
    let told = "breakthrough-6x6: it has no network to learn; `GameEntry::network` says it (docs/adding-a-game.md)";
    assert_eq!(error("breakthrough-6x6"), told);
    assert!(error("owari").contains("oware"));
}
