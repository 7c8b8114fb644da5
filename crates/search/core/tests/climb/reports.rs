use std::sync::Arc;
use std::time::Duration;

use bestply_core::{Counts, Found, Limit, Meter, Position, Report, RootMove, Side, Stop, Value, ValueKind};

use crate::{Climb, Height, START};

fn report() -> Report<u8> {
    let mut report = Report::new(Stop::Evaluations);
    report.best_move = Some(3);
    report.value = Some(-7);
    report.line = vec![3, 1];
    report.root_moves = vec![RootMove::new(3, -7, ValueKind::Bound)];
    report.completed_depth = Some(2);
    report.counts.evaluations = 40;
    report.elapsed = Duration::from_millis(5);
    (report.nodes, report.bytes) = (50, 400);
    report
}

#[test]
fn reports_are_equal_if_all_is_but_the_time() {
    let changes: [fn(&mut Report<u8>); 9] = [
        |report| report.best_move = None,
        |report| report.line = vec![3],
        |report| report.root_moves[0].kind = ValueKind::Exact,
        |report| report.value = Some(7),
        |report| report.completed_depth = None,
        |report| report.stop = Stop::Time,
        |report| report.proved = true,
        |report| report.counts.expansions = 1,
        |report| report.bytes = 401,
    ];
    for change in changes {
        let mut changed = report();
        change(&mut changed);
        assert_ne!(changed, report());
    }
    let mut later = report();
    later.elapsed = Duration::from_secs(1);
    assert_eq!(later, report());
}

#[test]
fn a_report_reads_as_a_line() {
    let expected = "plays 3, worth -7, depth 2, 40 evaluations in 5.0ms, 50 nodes, ended by evaluations, line 3 1";
    assert_eq!(report().to_string(), expected);

    let mut over: Report<u8> = Report::new(Stop::Terminal);
    (over.value, over.proved) = (Some(Value::MAX), true);
    let expected = "the game is over, MAX wins (proved), 0 evaluations in 0.0ns, 0 nodes, ended by terminal";
    assert_eq!(over.to_string(), expected);
    over.value = Some(Value::MIN);
    assert!(over.to_string().contains("MIN wins"));
    over.value = None;
    assert!(over.to_string().contains("of unknown worth"));
}

#[test]
fn a_report_keeps_all_but_the_moves_where_these_are_renamed() {
    let renamed = report().map_moves(|mv| mv + 10).map_moves(|mv| mv - 10);
    assert_eq!(renamed, report());
    assert_eq!(report().map_moves(|mv| mv + 10).root_moves[0].mv, 13);
}

/// The report that [`Found`] makes of a line from the start with this value.
fn report_of_line(line: &[usize], value: Value, stop: Stop) -> Report<usize> {
    let limit = Limit::new();
    let found = Found { line: line.to_vec(), value: Some(value), ..Found::new(stop) };
    found.report(&mut START.clone(), &mut Height::default(), &Meter::start(&limit))
}

#[test]
fn a_line_to_the_end_of_the_game_ends_the_search_there() {
    let (to_the_end, not_to_the_end) = (&[1, 1, 1, 0, 2], &[1, 1]);
    assert_eq!(report_of_line(to_the_end, 5, Stop::Depth).stop, Stop::Terminal);
    assert_eq!(report_of_line(to_the_end, 5, Stop::Terminal).stop, Stop::Terminal);
    assert_eq!(report_of_line(to_the_end, 5, Stop::Time).stop, Stop::Time);
    assert_eq!(report_of_line(to_the_end, 5, Stop::Decided).stop, Stop::Decided, "the rule ended it, not the line");
    assert_eq!(report_of_line(not_to_the_end, 5, Stop::Depth).stop, Stop::Depth);
    assert_eq!(
        report_of_line(not_to_the_end, 5, Stop::Terminal).stop,
        Stop::Memory,
        "the memory for the rest was spent"
    );
}

/// The report that [`Found`] makes of these root moves, each with its value and whether that is proved,
/// where the searcher chose the move `chosen`. MAX is to move, and has the moves 1 and 2.
fn report_of_root_moves(chosen: usize, known: &[(usize, Value, bool)]) -> Report<usize> {
    let limit = Limit::new();
    let root_move = |&(mv, value, proved): &(usize, Value, bool)| {
        let mut root_move = RootMove::new(mv, value, ValueKind::Exact);
        root_move.proved = proved;
        root_move
    };
    let value = known.iter().find(|&&(mv, _, _)| mv == chosen).map(|&(_, value, _)| value);
    let root_moves = known.iter().map(root_move).collect();
    let found = Found { line: vec![chosen, 1], value, root_moves, ..Found::new(Stop::Time) };
    found.report(&mut START.clone(), &mut Height::default(), &Meter::start(&limit))
}

#[test]
fn a_root_is_proved_by_a_proved_win_or_by_all_of_its_moves() {
    assert!(!report_of_line(&[1, 1, 1, 0, 2], Value::MAX, Stop::Depth).proved, "nobody states it");
    assert!(report_of_root_moves(1, &[(1, Value::MAX, true)]).proved);
    assert!(!report_of_root_moves(1, &[(1, Value::MAX, false)]).proved);
    assert!(!report_of_root_moves(1, &[(1, Value::MIN, true)]).proved, "the other moves may be better");
    assert!(!report_of_root_moves(1, &[(1, 7, true), (2, 5, false)]).proved);
    let all: Vec<(usize, Value, bool)> = START.moves().map(|mv| (mv, 7 - mv as Value, true)).collect();
    assert!(report_of_root_moves(1, &all).proved);
    assert!(!report_of_root_moves(1, &all[1..]).proved);
}

#[test]
fn a_known_win_is_played_and_a_known_loss_is_not() {
    let played = |choice, known: &[_]| {
        let report = report_of_root_moves(choice, known);
        assert_eq!(report.best_move, report.line.first().copied());
        (report.best_move, report.value)
    };
    assert_eq!(played(1, &[(1, 3, false), (2, Value::MAX, false)]), (Some(2), Some(Value::MAX)));
    let wins = [(1, Value::MAX, false), (2, Value::MAX, true)];
    assert_eq!(played(1, &wins), (Some(1), Some(Value::MAX)), "the searcher's own choice of several wins stays");
    assert_eq!(played(1, &[(1, Value::MIN, true), (2, -9, false)]), (Some(2), Some(-9)));
    assert_eq!(played(2, &[(1, Value::MIN, false), (2, Value::MIN, true)]), (Some(2), Some(Value::MIN)), "all lose");
    assert_eq!(played(1, &[(1, Value::MIN, true)]), (Some(2), None), "nothing is known of the other move");
    assert_eq!(
        report_of_root_moves(1, &[(1, 3, false), (2, 5, false)]).line,
        [1, 1],
        "all else is the searcher's choice"
    );
}

#[test]
fn a_finished_root_is_evaluated_and_counted() {
    let limit = Limit::new();
    let mut meter = Meter::start(&limit);
    meter.evaluations(2).unwrap();
    let report = Found::new(Stop::Depth).report(&mut Climb { height: 5, ..START }, &mut Height::default(), &meter);
    assert_eq!((report.best_move, report.value, report.counts.evaluations), (None, Some(5), 3));
}

#[test]
fn the_first_legal_move_is_played_where_nothing_is_known() {
    let limit = Limit::new();
    let report = Found::new(Stop::Time).report(&mut START.clone(), &mut Height::default(), &Meter::start(&limit));
    assert_eq!((report.best_move, report.line, report.value), (Some(1), vec![1], None));
    assert_eq!(report.counts, Counts::default());
}

#[test]
fn counts_add_up() {
    let limit = Limit::new();
    let mut meter = Meter::start(&limit);
    meter.evaluations(3).unwrap();
    meter.expansion(7);
    meter.regenerations(4);
    let mut sum = meter.counts();
    sum += meter.counts();
    assert_eq!((sum.evaluations, sum.generations, sum.first_generations, sum.expansions), (6, 14, 6, 2));
}

#[test]
fn a_value_is_exact_or_a_bound() {
    assert!(ValueKind::bound_if(true).is_bound() && !ValueKind::bound_if(false).is_bound());
}

#[test]
fn each_side_has_a_sign_a_win_and_a_loss() {
    assert_eq!([Side::Max, Side::Min].map(Side::sign), [1, -1]);
    assert_eq!([Side::Max, Side::Min].map(Side::win), [Value::MAX, Value::MIN]);
    assert_eq!([Side::Max, Side::Min].map(Side::loss), [Value::MIN, Value::MAX]);
    assert!(!Side::Max.prefers(1, 1) && !Side::Min.prefers(1, 1));
}

#[test]
fn limits_combine() {
    let flag = Arc::default();
    let time = Duration::from_secs(3);
    let limit = Limit::new().depth(1).evaluations(2).time(time).bytes(4).stop(Arc::clone(&flag));
    assert_eq!((limit.depth, limit.evaluations, limit.time, limit.bytes), (Some(1), Some(2), Some(time), Some(4)));
    assert!(Arc::ptr_eq(&limit.stop.unwrap(), &flag));
}

/// The generator of the name adds a constant and mixes; these are its first numbers from the seed 1234567.
#[test]
fn mix_is_the_finalizer_of_split_mix_64() {
    let mixed =
        [1, 2, 3].map(|step: u64| bestply_core::mix(step.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1_234_567)));
    assert_eq!(mixed, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
}
