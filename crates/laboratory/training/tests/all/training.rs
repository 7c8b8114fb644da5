//! What training writes, and what its weights are worth.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bestply::games::breakthrough::Breakthrough;
use bestply::games::connect_four::ConnectFour;
use bestply::games::learnt::TupleFeatures;
use bestply::games::lines_of_action::LinesOfAction;
use bestply::games::onitama::Onitama;
use bestply::games::oware::Oware;
use bestply::learning::Tables;
use bestply::othello::evaluation::PatternFeatures;
use bestply_catalogue::Catalogue;
use bestply_experiments::play::in_order::thread_pool;
use bestply_training::{
    Checkpoint, Course, LearntBy, Model, Strength, StudyPlan, StudyReward, StudySearch, StudyTarget, Trained, Training,
    Yardstick, train,
};

/// A course of a game with few games a batch, few of the held-out error, and no yardsticks.
fn short<'c>(catalogue: &'c Catalogue, game: &str) -> Course<'c> {
    let mut course = Course::of(catalogue, game).unwrap();
    (course.batch, course.held_out_games) = (Some(40), 20);
    course.yardsticks.clear();
    course
}

/// A file for one test's weights, in a folder of its own, which is new.
fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tuples-{name}"));
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    folder.join("game.weights")
}

/// The bytes that such a training writes.
fn trained(name: &str, game: &str, games: u64, seed: u64, threads: usize, by: LearntBy) -> Vec<u8> {
    let out = file(name);
    let training = Training { threads: Some(threads), ..Training::new(games, seed, out.clone()) };
    let trained = short(&Catalogue::standard(), game).train(&Model::Tuples(by), &training).unwrap();
    let bytes = fs::read(&out).unwrap();
    assert_eq!(bytes.len(), trained.bytes);
    bytes
}

fn check_that_weights_depend_on_the_seed_and_not_on_the_threads<F: Tables>(game: &str) {
    for (by, games) in [
        (LearntBy::TemporalDifferences, 200),
        (LearntBy::Study(StudyPlan { evaluations: 60, ..StudyPlan::default() }), 6),
    ] {
        let trained = |seed, threads| trained(&format!("{game}-{seed}-{threads}"), game, games, seed, threads, by);
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
    let catalogue = Catalogue::standard();
    let refused = |out: PathBuf| {
        let training = Training::new(u64::MAX, 1, out);
        short(&catalogue, "othello").train(&Model::default(), &training).unwrap_err().to_string()
    };
    let folder = std::env::temp_dir();
    assert!(refused(folder.clone()).ends_with("not the name of a file; --out needs one"));
    assert!(refused(folder.join("no-such-folder").join("weights")).contains("cannot make the folder"));
}

#[test]
fn an_interrupted_training_loses_nothing() {
    let catalogue = Catalogue::standard();
    let train_to = |out: &Path, yardsticks: Vec<&'static str>, continues| {
        let course = Course { yardsticks, ..short(&catalogue, "connect-four") };
        course.train(&Model::default(), &Training { continues, ..Training::new(800, 7, out.to_owned()) })
    };
    let (one_run, out) = (file("one-run"), file("interrupted"));
    let whole: Trained = train_to(&one_run, Vec::new(), false).unwrap();
    // It is interrupted where the strength against an unknown evaluation is asked for: after 80 games of 800.
    train_to(&out, vec!["nobody"], false).unwrap_err();
    let so_far = fs::read(&out).unwrap();
    assert!(so_far.len() == whole.bytes && so_far != fs::read(&one_run).unwrap(), "the weights so far are there");

    let refused = |continues| train_to(&out, Vec::new(), continues);
    let again = refused(false).unwrap_err().to_string();
    assert!(again.contains("interrupted after 80 games; --continue goes on with it"), "{again}");
    let resumed = refused(true).unwrap();
    assert!(fs::read(&out).unwrap() == fs::read(&one_run).unwrap(), "it comes to the bytes of one run");
    assert_eq!(resumed, Trained { plots: resumed.plots.clone(), ..whole });

    let out = file("stopped");
    let stop = Some(Arc::new(AtomicBool::new(true)));
    let stopped = Course { stop, ..short(&catalogue, "connect-four") };
    let told = stopped.train(&Model::default(), &Training::new(800, 7, out.clone())).unwrap_err().to_string();
    assert!(told.starts_with("the training was ended after ") && told.ends_with("it can be continued"), "{told}");
    train_to(&out, Vec::new(), true).unwrap();
    assert!(fs::read(&out).unwrap() == fs::read(&one_run).unwrap(), "it comes to the bytes of one run");
}

#[test]
fn weights_are_written_before_they_are_measured() {
    let catalogue = Catalogue::standard();
    let out = file("unmeasured");
    // There is one batch, and so no check on the way.
    let course = Course { yardsticks: vec!["nobody"], ..short(&catalogue, "connect-four") };
    course.train(&Model::default(), &Training::new(40, 1, out.clone())).unwrap_err();
    let written = fs::read(&out).unwrap();
    TupleFeatures::<ConnectFour>::LAYOUT.read(&written).unwrap();
}

#[test]
fn a_finished_training_goes_on_and_is_never_replaced() {
    let catalogue = Catalogue::standard();
    let out = file("finished");
    let train_to = |games, seed, continues| {
        let training = Training { continues, ..Training::new(games, seed, out.clone()) };
        short(&catalogue, "oware").train(&Model::default(), &training).map(|_| fs::read(&out).unwrap())
    };
    let error = |games, seed, continues| train_to(games, seed, continues).unwrap_err().to_string();
    assert!(error(80, 1, true).contains("no training is there to continue"));
    let short = train_to(80, 1, false).unwrap();
    let longer = train_to(160, 1, true).unwrap();
    assert!(longer != short && train_to(160, 1, true).unwrap() == longer, "nothing is left to be played");
    assert!(error(80, 1, true).contains("160 games were played already; --games counts them"));
    assert!(error(240, 2, true).contains("of another training"));
    let folder = PathBuf::from(format!("{}.training", out.display()));
    let ended = "a training came to its end after 160 games; --continue goes on with it";
    assert!(error(80, 1, false).contains(ended));
    fs::remove_dir_all(&folder).unwrap();
    assert!(error(80, 1, false).contains("it is there already; name another file or remove it"));
    assert!(fs::read(&out).unwrap() == longer && !folder.exists(), "nothing is lost, and nothing begun");
    fs::remove_file(&out).unwrap();
    assert!(train_to(80, 1, false).unwrap() == short, "a new training begins anew");
}

#[test]
fn two_trainings_do_not_write_the_same_file() {
    let catalogue = Catalogue::standard();
    let out = file("shared");
    let train = |continues| {
        let training = Training { continues, ..Training::new(40, 1, out.clone()) };
        short(&catalogue, "oware").train(&Model::default(), &training).map(drop).map_err(|error| error.to_string())
    };
    train(false).unwrap();
    let folder = PathBuf::from(format!("{}.training", out.display()));
    let file = fs::read_to_string(folder.join("recipe.txt")).unwrap();
    let recipe = file.lines().next().unwrap().strip_prefix("bestply training 1 of recipe.txt: ").unwrap();
    let whole = fs::read(&out).unwrap();
    let running = Checkpoint::open(&out, recipe).unwrap();
    for continues in [false, true] {
        let error = train(continues).unwrap_err();
        assert!(error.ends_with(": another training is writing to it"), "{error}");
    }
    assert!(fs::read(&out).unwrap() == whole);
    drop(running);
    train(true).unwrap();
}

#[test]
fn what_has_nothing_to_learn_is_told_in_one_line() {
    let training = Training::new(10, 1, file("nothing"));
    let error = |game| train(&Catalogue::standard(), game, &Model::default(), &training).unwrap_err().to_string();
    assert_eq!(
        error("tic-tac-toe"),
        "tic-tac-toe: it has no tuples to learn; `GameEntry::tuples` says it (docs/adding-a-game.md)"
    );
    assert!(error("owari").contains("oware"));
}

/// The result of a game's weights against the last of its plain evaluations.
fn strength(game: &'static str, weights: &[u8]) -> Strength {
    let catalogue = Catalogue::standard();
    let about = catalogue.game_named(game).unwrap();
    let opponent = *about.evaluations.iter().rfind(|name| !about.all_learnt.contains(name)).unwrap();
    let course = Course { yardsticks: vec![opponent], ..Course::of(&catalogue, game).unwrap() };
    let yardstick = Yardstick { course: &course, evaluation: "learnt", pairs: None };
    yardstick.check(weights, &thread_pool(Some(2)).unwrap()).unwrap().unwrap()
}

#[test]
fn training_beats_the_square_table_soon() {
    let weights = trained("soon", "othello", 4000, 1, 2, LearntBy::default());
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
fn every_plan_that_can_be_followed_learns_something_of_its_own() {
    use {StudyReward as Reward, StudySearch as Search, StudyTarget as Target};
    let searches = [Search::Descent, Search::UnboundedMinimax, Search::AlphaBeta, Search::MonteCarloTreeSearch];
    let targets = [Target::Tree, Target::Root, Target::Terminal];
    let plan = |search, target, reward| StudyPlan { evaluations: 60, search, target, reward };
    let by_search = searches.into_iter().flat_map(|search| targets.map(|target| plan(search, target, Reward::Points)));
    let by_reward = [Reward::Plain, Reward::Additive, Reward::Multiplicative]
        .map(|reward| plan(Search::Descent, Target::Tree, reward));
    let (followed, refused): (Vec<_>, Vec<_>) = by_search.chain(by_reward).partition(|plan| plan.check().is_ok());
    assert!(refused.iter().all(|plan| plan.target == Target::Tree && !plan.search.keeps_tree()), "{refused:?}");
    assert_eq!(refused.len(), 2);
    let mut known: Vec<Vec<u8>> = Vec::new();
    for plan in followed {
        let weights = trained("plan", "connect-four", 20, 1, 2, LearntBy::Study(plan));
        // A win of Connect Four has 64 points, whatever its length.
        let is_the_same = known.contains(&weights);
        assert_eq!(is_the_same, plan.reward == Reward::Plain, "{plan:?}");
        known.push(weights);
    }
}

#[test]
fn descent_learns_connect_four_soon() {
    type Four = TupleFeatures<ConnectFour>;
    let plan = StudyPlan { evaluations: 300, ..StudyPlan::default() };
    let weights = trained("descent", "connect-four", 200, 1, 2, LearntBy::Study(plan));
    let numbers = Four::LAYOUT.read(&weights).unwrap().len();
    let untrained = strength("connect-four", &Four::LAYOUT.write(&vec![0; numbers]));
    let trained = strength("connect-four", &weights);
    assert!(trained.score() > untrained.score() + 0.2, "{trained}, and untrained {untrained}");
}
