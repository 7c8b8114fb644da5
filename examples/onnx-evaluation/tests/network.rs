use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Output};

use bestply::best_first::BestFirst;
use bestply::games::connect_four::ConnectFour;
use bestply::learning::Planes;
use bestply::{Asked, Evaluator, Limit, Meter, Player, Position};
use bestply_onnx::{OnnxEvaluator, OnnxNetwork, OnnxSettings};

/// Where to begin: the middle column leads to more lines than the edge.
#[test]
fn the_network_likes_the_middle() {
    let mut evaluator = onnx_evaluation::evaluator().expect("the network comes with the example");
    let mut value_after = |column: &str| {
        let mut game = ConnectFour::start();
        game.make(column.parse().expect("it is a column"));
        evaluator.evaluate(&game)
    };
    assert!(value_after("d") > value_after("a"), "{} {}", value_after("d"), value_after("a"));
}

/// The values of the moves of a game are the same one by one, seven at a time, and on three threads.
#[test]
fn values_do_not_depend_on_what_is_evaluated_together() {
    let network =
        || OnnxNetwork::open(Path::new(onnx_evaluation::FILE), ConnectFour::SHAPE, None).expect("it is there");
    let number = |number| NonZeroUsize::new(number).expect("it is not 0");
    let settings =
        |batch, threads| OnnxSettings { batch: number(batch), threads: number(threads), ..OnnxSettings::default() };
    let mut evaluators = [(1, 1), (7, 1), (256, 1), (256, 3)]
        .map(|(batch, threads)| OnnxEvaluator::<ConnectFour>::new(network(), settings(batch, threads)));
    let limit = Limit::new();
    let found = evaluators.each_mut().map(|evaluator| {
        let (mut game, mut count) = (ConnectFour::start(), 0);
        let mut meter = Meter::start(&limit);
        for ply in 0..20 {
            let children = game.move_count();
            evaluator
                .defer_children(&mut game, Asked::all(&mut vec![0; children]), &mut meter)
                .expect("nothing limits it");
            count += children;
            let mv = game.moves().nth(ply % children).expect("it is one of the moves");
            game.make(mv);
        }
        let mut values = vec![0; count];
        evaluator.settle(Asked::all(&mut values));
        values
    });
    assert!(found.iter().all(|values| *values == found[0]), "{found:?}");
}

/// Three men in the bottom row, open on one side: whoever is to move wins.
#[test]
fn a_search_with_the_network_wins_where_it_can() {
    let mut game = ConnectFour::start();
    for column in ["a", "g", "b", "g", "c", "f"] {
        game.make(column.parse().expect("it is a column"));
    }
    let evaluator = onnx_evaluation::evaluator().expect("the network comes with the example");
    let mut player = Player::new(game, BestFirst::default(), evaluator);
    let report = player.search(&Limit::new().evaluations(200));
    assert_eq!(report.best_move.map(|best| best.to_string()).as_deref(), Some("d"));
    assert_eq!(player.evaluator().fault(), None);
}

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_onnx-evaluation"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The same seeds are the same bytes, on one thread and on two.
#[test]
fn its_experiment_repeats_on_any_number_of_threads() {
    let results = ["1", "2"].map(|threads| {
        let folder = format!("{}/network-{threads}", env!("CARGO_TARGET_TMPDIR"));
        let ran = run(&["experiment", "experiment.toml", "--fresh", "--threads", threads, "--out", &folder]);
        assert!(ran.status.success(), "{}", text(&ran.stderr));
        std::fs::read_to_string(format!("{folder}/results.csv")).expect("there are results")
    });
    assert_eq!(results[0].lines().count(), 3);
    assert!(results[0] == results[1], "the results differ");
}

#[test]
fn it_is_analysed_with_like_any_evaluation() {
    let searcher = "uct-best-first:evaluations=500,leaves=8,evaluation.onnx=net.onnx";
    let ran = run(&["analyse", "connect-four", "--searcher", searcher, "--best", "2"]);
    assert!(text(&ran.stdout).starts_with("dark's best move is "), "{}{}", text(&ran.stdout), text(&ran.stderr));
}

/// Each is one line, and ends with exit code 2.
#[test]
fn what_is_no_network_for_the_game_is_told() {
    for (game, keys, complaint) in [
        ("connect-four", "onnx=none.onnx", "none.onnx: it cannot be read: "),
        ("connect-four", "onnx=train.py", "train.py: it is no file of ONNX"),
        ("breakthrough", "onnx=net.onnx", "the input `planes` is [N, 2, 6, 7], and must be [N, 2, 8, 8] or [N, 128]"),
        ("connect-four", "onnx=net.onnx,evaluation.output=policy", "it has no output `policy`, only `value`"),
        ("connect-four", "onnx=net.onnx,evaluation.scale=0", "scale must be from 1 to 1000000000, not 0"),
        ("connect-four", "onnx=net.onnx,evaluation.size=1", "unknown key `size`"),
        ("random", "onnx=net.onnx", "random does not say what a network sees of it"),
    ] {
        let searcher = format!("best-first:evaluations=9,evaluation.{keys}");
        let branching: &[&str] = if game == "random" { &["--set", "branching=3"] } else { &[] };
        let ran = run(&[&["trace", game, "--searcher", &searcher], branching].concat());
        let told = text(&ran.stderr);
        assert_eq!((ran.status.code(), told.lines().count()), (Some(2), 1), "{told}");
        assert!(told.contains(complaint), "{told}");
    }
}
