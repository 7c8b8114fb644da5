//! Engines that behave, and engines that do not.

#[cfg(target_os = "linux")]
use std::io::{BufRead, BufReader};
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use bestply_core::{Position, Side};
use bestply_foreign::{EngineSettings, Fault, ForeignEngine, Protocol};
use bestply_othello::{Move, Othello};

use crate::game::{self, Passes};
use crate::{Test, command};

pub(crate) const TESTS: &[Test] = &[
    ("engines_play_whole_games_on_both_sides", engines_play_whole_games_on_both_sides),
    ("engines_say_their_names", engines_say_their_names),
    ("engines_hear_what_their_protocols_have", engines_hear_what_their_protocols_have),
    ("an_engine_over_gtp_is_told_moves_alone", an_engine_over_gtp_is_told_moves_alone),
    ("an_engine_that_dies_has_its_last_words_on_record", an_engine_that_dies_has_its_last_words_on_record),
    ("an_engine_that_stalls_is_waited_for_as_stated", an_engine_that_stalls_is_waited_for_as_stated),
    ("an_engine_that_closes_a_pipe_is_at_fault", an_engine_that_closes_a_pipe_is_at_fault),
    ("an_engine_that_talks_nonsense_is_quoted", an_engine_that_talks_nonsense_is_quoted),
    ("a_flood_is_endured", a_flood_is_endured),
    ("complaints_are_read_and_do_no_harm", complaints_are_read_and_do_no_harm),
    ("an_illegal_move_is_the_callers_to_find", an_illegal_move_is_the_callers_to_find),
    ("an_engine_may_resign_and_play_on", an_engine_may_resign_and_play_on),
    ("a_fault_lasts_until_the_next_game", a_fault_lasts_until_the_next_game),
    ("an_engine_that_cannot_play_does_not_start", an_engine_that_cannot_play_does_not_start),
    ("an_engine_that_never_quits_ends_all_the_same", an_engine_that_never_quits_ends_all_the_same),
    #[cfg(target_os = "linux")]
    ("what_an_engine_starts_ends_with_it", what_an_engine_starts_ends_with_it),
    #[cfg(target_os = "linux")]
    ("no_engine_outlives_a_host_that_is_killed", no_engine_outlives_a_host_that_is_killed),
];

const PROTOCOLS: [Protocol; 3] = [Protocol::Gtp, Protocol::NBoard, Protocol::Uci];

/// A time in milliseconds that is enough for any machine.
const PATIENT: u64 = 120_000;

fn settings(protocol: Protocol, ill: &str) -> EngineSettings {
    let kind = match protocol {
        Protocol::Gtp => "gtp",
        Protocol::NBoard => "nboard",
        Protocol::Uci => "uci",
    };
    EngineSettings { grace_ms: PATIENT, start_ms: PATIENT, ..EngineSettings::new(command(kind, ill), protocol) }
}

fn start(protocol: Protocol, ill: &str) -> ForeignEngine {
    ForeignEngine::start(settings(protocol, ill)).expect("it starts")
}

/// The fault at the engine's first move.
fn fault(settings: EngineSettings) -> Fault {
    let mut engine = ForeignEngine::start(settings).expect("it starts");
    engine.new_game(&[]).expect("and is ready");
    engine.choose(Side::Max).expect_err("but does not play")
}

fn last_move(position: &Othello) -> Move {
    position.moves().last().expect("the game goes on")
}

/// The same game, played without an engine.
fn expected_end(side: Side, opening: &str) -> Othello {
    let mut position = Othello::start();
    for mv in position.read_moves(opening).expect("the opening is legal") {
        position.make(mv);
    }
    while !position.is_terminal() {
        position.make(if position.to_move() == side { position.nth_move(0) } else { last_move(&position) });
    }
    position
}

fn engines_play_whole_games_on_both_sides() {
    for protocol in PROTOCOLS {
        let mut engine = start(protocol, "well");
        for side in [Side::Max, Side::Min] {
            for (opening, passes) in [("", Passes::Told), ("f5", Passes::Asked), ("c4c3", Passes::Told)] {
                let end = game::play(&mut engine, side, opening, passes, last_move);
                assert_eq!(end, Ok(expected_end(side, opening)), "{protocol:?}");
            }
        }
    }
}

fn engines_say_their_names() {
    assert_eq!(start(Protocol::Gtp, "well").name(), "well");
    assert_eq!(start(Protocol::NBoard, "well").name(), "well6", "the depth where nothing is said");
    let deep = EngineSettings { depth: Some(9), ..settings(Protocol::NBoard, "well") };
    assert_eq!(ForeignEngine::start(deep).expect("it starts").name(), "well9");
    assert_eq!(start(Protocol::Uci, "well").name(), "well");
}

/// Everything that is sent until the second move of a game.
fn engines_hear_what_their_protocols_have() {
    let heard = |protocol, time_ms| {
        let settings = EngineSettings { time_ms, depth: Some(3), ..settings(protocol, "plays-what-it-heard") };
        let mut engine = ForeignEngine::start(settings).expect("it starts");
        engine.new_game(&[(Side::Max, "f5".to_owned()), (Side::Min, "d6".to_owned())]).expect("it is ready");
        engine.follow(Side::Max, "c3").expect("it listens");
        engine.choose(Side::Min).expect("it answers")
    };
    let greeting = "protocol_version;list_commands;name;set_game_othello;boardsize_8;level_3;clear_board;";
    let [moves, last] = ["play_black_f5;play_white_d6;play_black_c3;", "genmove_white"];
    assert_eq!(heard(Protocol::Gtp, None), format!("{greeting}{moves}{last}"));
    for (time_ms, seconds) in [(0, 1), (50, 1), (1000, 1), (1001, 2)] {
        let [before, left] = [format!("time_settings_0_{seconds}_1;"), format!("time_left_white_{seconds}_1;")];
        assert_eq!(heard(Protocol::Gtp, Some(time_ms)), format!("{greeting}{before}{moves}{left}{last}"));
    }
    let game = "set_game_(;gm[othello]pc[bestply]pb[black]pw[white]re[?]ti[15:00]ty[8]\
                bo[8_---------------------------o*------*o---------------------------_*]";
    let expected = format!("nboard_2;set_depth_3;{game};);ping_1;{game}b[f5]w[d6];);ping_2;move_c3;ping_3;go");
    assert_eq!(heard(Protocol::NBoard, Some(50)), expected);
    let options = [("Skill Level".to_owned(), "3".to_owned())].into();
    let settings =
        EngineSettings { nodes: Some(9), time_ms: Some(50), options, ..settings(Protocol::Uci, "plays-what-it-heard") };
    let mut engine = ForeignEngine::start(settings).expect("it starts");
    engine.new_game(&[(Side::Max, "f5".to_owned())]).expect("it is ready");
    engine.follow(Side::Min, "d6").expect("it is told when it is asked");
    let expected = "uci;setoption_name_skill_level_value_3;isready;ucinewgame;isready;\
                    position_startpos_moves_f5_d6;go_movetime_50_nodes_9";
    assert_eq!(engine.choose(Side::Max).as_deref(), Ok(expected));
    engine.new_game_from(Some("a board w"), &[(Side::Max, "c4".to_owned())]).expect("it is ready");
    let heard = engine.choose(Side::Min).expect("it answers");
    assert!(heard.ends_with(";ucinewgame;isready;position_fen_a_board_w_moves_c4;go_movetime_50_nodes_9"), "{heard}");
}

fn an_engine_over_gtp_is_told_moves_alone() {
    let refused = start(Protocol::Gtp, "well").new_game_from(Some("a board"), &[]).expect_err("it has no word for it");
    assert_eq!(refused.to_string(), "refused `a board`: GTP has no command for a position");
}

fn an_engine_that_dies_has_its_last_words_on_record() {
    let died = Fault::Died { status: "exit status: 3".to_owned(), last_line: Some("no weights".to_owned()) };
    for protocol in PROTOCOLS {
        assert_eq!(fault(settings(protocol, "dies")), died);
        let never_started = ForeignEngine::start(settings(protocol, "dies-at-start"));
        assert_eq!(never_started.err().as_ref(), Some(&died));
    }
}

fn an_engine_that_stalls_is_waited_for_as_stated() {
    for protocol in PROTOCOLS {
        let short = |ill| EngineSettings { time_ms: Some(20), grace_ms: 30, ..settings(protocol, ill) };
        assert_eq!(fault(short("stalls")), Fault::Stalled { waited_ms: 50 });
        for ill in ["stalls-at-start", "deaf"] {
            let never_started = ForeignEngine::start(EngineSettings { start_ms: 40, ..short(ill) });
            assert_eq!(never_started.err(), Some(Fault::Stalled { waited_ms: 40 }));
        }
    }
}

fn an_engine_that_closes_a_pipe_is_at_fault() {
    for protocol in PROTOCOLS {
        let found = fault(settings(protocol, "closes-output"));
        assert!(matches!(found, Fault::Died { last_line: None, .. }), "{found}");
        let never_started = ForeignEngine::start(EngineSettings { start_ms: 40, ..settings(protocol, "closes-input") });
        let found = never_started.expect_err("nobody hears it");
        assert!(matches!(found, Fault::Stalled { .. } | Fault::Died { .. }), "{found}");
    }
}

fn an_engine_that_talks_nonsense_is_quoted() {
    let quoted = |protocol, ill| match fault(settings(protocol, ill)) {
        Fault::Nonsense { said, .. } => said,
        other => panic!("{ill}: {other}"),
    };
    assert_eq!(quoted(Protocol::Gtp, "talks-nonsense"), "my move is d3");
    assert_eq!(quoted(Protocol::Gtp, "answers-another"), "=777 d3");
    assert_eq!(quoted(Protocol::Gtp, "says-nothing"), "");
    assert_eq!(quoted(Protocol::NBoard, "says-nothing"), "");
    assert_eq!(quoted(Protocol::Uci, "says-nothing"), "bestmove (none)");
    assert!(quoted(Protocol::Gtp, "never-ends-its-answer").starts_with("= d3d3"));
    // In NBoard and in UCI, a line without a meaning must be skipped.
    for protocol in [Protocol::NBoard, Protocol::Uci] {
        let short = EngineSettings { grace_ms: 30, ..settings(protocol, "talks-nonsense") };
        assert_eq!(fault(short), Fault::Stalled { waited_ms: 30 });
    }
    let refused = Fault::Refused { command: "genmove black".to_owned(), answer: "I do not want to".to_owned() };
    assert_eq!(fault(settings(Protocol::Gtp, "refuses")), refused);
}

fn a_flood_is_endured() {
    let short = |protocol| EngineSettings { grace_ms: 300, ..settings(protocol, "floods") };
    let found = fault(short(Protocol::Gtp));
    assert!(matches!(found, Fault::Nonsense { .. } | Fault::Stalled { .. }), "{found}");
    assert_eq!(fault(short(Protocol::NBoard)), Fault::Stalled { waited_ms: 300 });
    assert_eq!(fault(short(Protocol::Uci)), Fault::Stalled { waited_ms: 300 });
}

fn complaints_are_read_and_do_no_harm() {
    for protocol in PROTOCOLS {
        let mut engine = start(protocol, "complains");
        engine.new_game(&[]).expect("it is ready");
        assert_eq!(engine.choose(Side::Max).as_deref(), Ok("d3"));
    }
}

fn an_illegal_move_is_the_callers_to_find() {
    for protocol in PROTOCOLS {
        let mut engine = start(protocol, "plays-illegally");
        for side in [Side::Max, Side::Min] {
            let end = game::play(&mut engine, side, "", Passes::Told, last_move);
            assert_eq!(end, Err(Fault::illegal_move("a1")), "and the next game begins");
        }
    }
}

fn an_engine_may_resign_and_play_on() {
    let mut engine = start(Protocol::Gtp, "resigns");
    engine.new_game(&[]).expect("it is ready");
    assert_eq!(engine.choose(Side::Max), Err(Fault::Resigned));
    assert_eq!(engine.follow(Side::Max, "d3"), Ok(()), "it is there all the same");
}

fn a_fault_lasts_until_the_next_game() {
    for protocol in PROTOCOLS {
        let mut engine = start(protocol, "dies");
        for _ in 0..3 {
            engine.new_game(&[]).expect("it is started afresh");
            engine.follow(Side::Max, "d3").expect("it listens");
            let fault = engine.choose(Side::Min).expect_err("it dies");
            assert_eq!(engine.follow(Side::Max, "d3").as_ref(), Err(&fault));
            assert_eq!(engine.choose(Side::Min).as_ref(), Err(&fault));
        }
    }
}

fn an_engine_that_cannot_play_does_not_start() {
    let refused = |settings| match ForeignEngine::start(settings) {
        Err(Fault::Refused { command, .. }) => command,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(settings(Protocol::Gtp, "knows-little")), "clear_board");
    let level = EngineSettings { depth: Some(3), ..settings(Protocol::Gtp, "has-no-levels") };
    assert_eq!(refused(level), "level 3");
    let options = [("Contempt".to_owned(), "3".to_owned())].into();
    let option = EngineSettings { options, ..settings(Protocol::Uci, "well") };
    assert_eq!(refused(option), "setoption name Contempt value 3");
    let nowhere = ForeignEngine::start(EngineSettings::new("no-such-engine-anywhere -l 3", Protocol::Gtp));
    assert!(matches!(nowhere, Err(Fault::CannotStart { .. })));
}

fn an_engine_that_never_quits_ends_all_the_same() {
    for protocol in PROTOCOLS {
        drop(start(protocol, "never-quits"));
    }
}

#[cfg(target_os = "linux")]
fn what_an_engine_starts_ends_with_it() {
    let engine = start(Protocol::Gtp, "has-a-companion");
    let companion: u32 = engine.name().parse().expect("it says who its companion is");
    assert!(runs(companion), "it has one");
    drop(engine);
    ends(companion);
}

/// The companion does not read, so that the end of its input has no effect on it.
#[cfg(target_os = "linux")]
fn no_engine_outlives_a_host_that_is_killed() {
    let words = shlex::split(&command("host", "has-a-companion")).expect("a command is words");
    let mut host = Command::new(&words[0]).args(&words[1..]).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut name = String::new();
    BufReader::new(host.stdout.take().expect("it is piped")).read_line(&mut name).expect("it says its engine's name");
    let companion: u32 = name.trim().parse().expect("that is who its companion is");
    assert!(runs(companion), "it has one");
    host.kill().expect("it runs");
    host.wait().expect("it was killed");
    ends(companion);
}

#[cfg(target_os = "linux")]
fn runs(id: u32) -> bool {
    game::processes().iter().any(|process| process.id == id && !process.is_zombie)
}

/// The system takes a moment to end a process that was killed.
#[cfg(target_os = "linux")]
fn ends(id: u32) {
    let begun = Instant::now();
    while runs(id) {
        assert!(begun.elapsed() < Duration::from_secs(60), "{id} outlives its engine");
        thread::sleep(Duration::from_millis(5));
    }
}
