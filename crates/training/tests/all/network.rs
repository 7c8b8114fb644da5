//! A training repeats to the byte: on any number of threads, and however often it was interrupted.

use std::fs;
use std::path::{Path, PathBuf};

use bestply::games::connect_four::ConnectFour;
use bestply::games::learnt::TupleFeatures;
use bestply::learning::Settings;
use bestply::network::Parameters;
use bestply_catalogue::Catalogue;
use bestply_training::network::{Course, NetworkTraining, Trained, train, train_network};

fn course(yardsticks: Vec<&'static str>) -> Course<TupleFeatures<ConnectFour>> {
    let settings = Settings { batch: 2, ..Settings::default() };
    let worth = |points: i32| points.signum() as f32;
    let features = TupleFeatures::default();
    Course { game: "connect-four", features, settings, worth, mirror: |input| input, yardsticks, rate: 0.01 }
}

fn training(out: &Path, threads: usize) -> NetworkTraining {
    NetworkTraining { threads: Some(threads), hidden: vec![8, 4], ..NetworkTraining::new(100, 3, out.to_owned()) }
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
    let (alone, together) = (file("alone"), file("together"));
    let Trained { history, bytes, plots, .. } = train(&catalogue, &course(Vec::new()), &training(&alone, 1)).unwrap();
    let weights = fs::read(&alone).unwrap();
    assert_eq!((weights.len(), plots.len()), (bytes, 1));
    let parameters = Parameters::read::<ConnectFour>("connect-four", &weights).unwrap();
    assert_ne!(parameters, Parameters::random::<ConnectFour>(&[8, 4], 3));

    let again = train(&catalogue, &course(Vec::new()), &training(&together, 2)).unwrap();
    assert_eq!((again.history, fs::read(&together).unwrap()), (history.clone(), weights.clone()));

    // It is interrupted where the strength against an unknown evaluation is asked for.
    let interrupted = file("interrupted");
    train(&catalogue, &course(vec!["nobody"]), &training(&interrupted, 1)).unwrap_err();
    assert!(interrupted.with_file_name("net.safetensors.training").is_dir() && !interrupted.exists());
    let resumed = train(&catalogue, &course(Vec::new()), &training(&interrupted, 2)).unwrap();
    assert_eq!((resumed.history, fs::read(&interrupted).unwrap()), (history, weights));
    assert!(!interrupted.with_file_name("net.safetensors.training").exists());
}

#[test]
fn the_error_falls() {
    let out = file("falling");
    let course = Course { settings: Settings { batch: 50, ..Settings::default() }, ..course(Vec::new()) };
    let training = NetworkTraining { games: 1500, ..training(&out, 1) };
    let Trained { history, .. } = train(&Catalogue::standard(), &course, &training).unwrap();
    let mean = |errors: &[(u64, f32)]| errors.iter().map(|(_, error)| error).sum::<f32>() / errors.len() as f32;
    let (first, last) = (mean(&history.errors[..3]), mean(&history.errors[27..]));
    assert!(last < first, "{last} after {first}");
}

#[test]
fn what_cannot_be_trained_is_told_in_one_line() {
    let out = file("wrong");
    let error = |game| train_network(&Catalogue::standard(), game, &training(&out, 1)).unwrap_err().to_string();
    assert_eq!(error("othello"), "othello: this program trains no network of it");
    assert!(error("owari").contains("oware"));
}
