//! Evaluations by processes that behave, and by processes that do not.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::thread;

use bestply_best_first::BestFirst;
use bestply_core::{Asked, Bounds, Evaluator, Limit, Meter, Position, Searcher, Stop, Value, evaluator_fn};
use bestply_foreign::{EvaluationSettings, Fault, ProcessEvaluator};
use bestply_othello::{Move, Othello};

use crate::{Test, command};

pub(crate) const TESTS: &[Test] = &[
    ("values_are_those_of_the_positions", values_are_those_of_the_positions),
    ("siblings_are_one_request_split_at_the_batch", siblings_are_one_request_split_at_the_batch),
    ("leaves_are_one_request", leaves_are_one_request),
    ("evaluations_are_counted_and_limited", evaluations_are_counted_and_limited),
    ("searches_are_those_of_the_same_evaluation_in_this_process", searches_are_the_same),
    ("parents_are_told_where_values_depend_on_them", parents_are_told_where_values_depend_on_them),
    ("clones_share_the_program_and_its_faults", clones_share_the_program_and_its_faults),
    ("every_fault_is_kept_and_ends_the_search", every_fault_is_kept_and_ends_the_search),
    ("a_fault_within_a_search_ends_it", a_fault_within_a_search_ends_it),
    ("an_evaluation_that_does_not_greet_does_not_start", an_evaluation_that_does_not_greet_does_not_start),
];

/// A time in milliseconds that is enough for any machine.
const PATIENT: u64 = 120_000;

fn settings(ill: &str, batch: usize) -> EvaluationSettings {
    let batch = NonZeroUsize::new(batch).expect("a batch has a position");
    let command = command("json", ill);
    EvaluationSettings { batch, grace_ms: PATIENT, start_ms: PATIENT, ..EvaluationSettings::new(command) }
}

fn start(settings: &EvaluationSettings) -> Result<ProcessEvaluator<Othello>, Fault> {
    ProcessEvaluator::start(settings, "othello", Othello::to_string, |_, mv| mv.to_string())
}

/// A position with five moves.
fn position() -> Othello {
    after("f5d6")
}

fn after(moves: &str) -> Othello {
    let mut position = Othello::start();
    for mv in position.read_moves(moves).expect("they are legal") {
        position.make(mv);
    }
    position
}

fn values(evaluator: &mut ProcessEvaluator<Othello>, first: usize) -> Vec<Value> {
    let mut position = position();
    let mut values = vec![0; position.move_count() - first];
    evaluator.enter(&position);
    evaluator.evaluate_children(&mut position, first, &mut values);
    values
}

fn values_are_those_of_the_positions() {
    let mut evaluator = start(&settings("well", 64)).expect("it starts");
    assert_eq!(evaluator.name(), "well");
    let mut position = position();
    assert_eq!(evaluator.evaluate(&position), position.disc_difference());
    let children: Vec<Move> = position.moves().collect();
    let difference = |&mv: &Move| {
        let mut child = position;
        child.make(mv);
        child.disc_difference()
    };
    let expected: Vec<Value> = children.iter().map(difference).collect();
    for (first, &mv) in children.iter().enumerate() {
        assert_eq!(evaluator.evaluate_child(&mut position, mv), expected[first]);
        assert_eq!(values(&mut evaluator, first), expected[first..]);
    }
    assert_eq!(evaluator.fault(), None);
}

fn siblings_are_one_request_split_at_the_batch() {
    let count = position().move_count();
    for (batch, expected) in [(64, vec![count; count]), (1, vec![1; count]), (count, vec![count; count])] {
        let mut evaluator = start(&settings("says-how-many", batch)).expect("it starts");
        assert_eq!(values(&mut evaluator, 0), expected.iter().map(|&count| count as Value).collect::<Vec<_>>());
        assert_eq!(evaluator.properties().batches, batch > 1);
    }
    let mut evaluator = start(&settings("says-how-many", count - 1)).expect("it starts");
    let found = values(&mut evaluator, 0);
    assert_eq!((found[0], found[count - 1]), (count as Value - 1, 1));
}

fn leaves_are_one_request() {
    let mut evaluator = start(&settings("says-how-many", 64)).expect("it starts");
    let limit = Limit::new();
    let mut meter = Meter::start(&limit);
    let mut wanted = 0;
    for moves in ["f5d6", "c4c3", "f5f6"] {
        let mut leaf = after(moves);
        let mut values = vec![0; leaf.move_count()];
        evaluator.enter(&leaf);
        evaluator.defer_children(&mut leaf, Asked::all(&mut values), &mut meter).expect("nothing limits it");
        wanted += values.len();
    }
    let mut found = vec![0; wanted];
    evaluator.settle(Asked::all(&mut found));
    assert_eq!(found, vec![wanted as Value; wanted]);
    assert_eq!(meter.counts().evaluations, wanted as u64);
    evaluator.settle(Asked::all(&mut []));
    assert_eq!(evaluator.fault(), None);
}

fn evaluations_are_counted_and_limited() {
    let mut position = position();
    let count = position.move_count();
    for (batch, most) in [(64, 3), (2, 3), (2, 4), (1, 0)] {
        let mut evaluator = start(&settings("well", batch)).expect("it starts");
        let limit = Limit::new().evaluations(most);
        for deferred in [false, true] {
            let mut meter = Meter::start(&limit);
            let mut values = vec![0; count];
            let short = match deferred {
                false => evaluator.values_of_children(&mut position, Asked::all(&mut values), &mut meter),
                true => evaluator.defer_children(&mut position, Asked::all(&mut values), &mut meter),
            };
            let short = short.expect_err("it is limited");
            assert_eq!((short.found as u64, short.stop), (most, Stop::Evaluations));
            assert_eq!(meter.counts().evaluations, most);
        }
        evaluator.settle(Asked::all(&mut vec![0; most as usize]));
        assert_eq!(evaluator.fault(), None);
    }
}

fn best_first(leaves: usize) -> BestFirst {
    BestFirst { leaves: NonZeroUsize::new(leaves).expect("there is a leaf"), ..BestFirst::default() }
}

fn searches_are_the_same() {
    let limit = Limit::new().evaluations(2_000);
    for (leaves, batch) in [(1, 64), (8, 64), (8, 5)] {
        let mut known = evaluator_fn(Othello::disc_difference);
        let mut foreign = start(&settings("well", batch)).expect("it starts");
        let expected = best_first(leaves).search(&mut Othello::start(), &mut known, &limit);
        let found = best_first(leaves).search(&mut Othello::start(), &mut foreign, &limit);
        assert_eq!(foreign.fault(), None);
        assert_eq!((found.value, found.line, found.counts), (expected.value, expected.line, expected.counts));
    }
}

/// Twice a child's difference minus that of its parent, as the fake has it.
fn difference_from(parent: &mut Othello, mv: Move) -> Value {
    let before = parent.disc_difference();
    let undo = parent.make(mv);
    let after = parent.disc_difference();
    parent.unmake(mv, undo);
    2 * after - before
}

fn parents_are_told_where_values_depend_on_them() {
    for (leaves, batch) in [(1, 64), (8, 64), (8, 5), (1, 1)] {
        let settings = EvaluationSettings { depends_on_parent: true, ..settings("depends-on-parent", batch) };
        let mut foreign = start(&settings).expect("it starts");
        assert!(foreign.properties().depends_on_parent && foreign.clone().properties().depends_on_parent);
        let mut position = position();
        assert_eq!(foreign.evaluate(&position), position.disc_difference(), "a root has no parent");
        let expected: Vec<Value> = position.moves().map(|mv| difference_from(&mut position.clone(), mv)).collect();
        for (mv, &value) in position.moves().zip(&expected) {
            assert_eq!(foreign.evaluate_child(&mut position, mv), value);
        }
        assert_eq!(values(&mut foreign, 2), expected[2..]);

        let limit = Limit::new().evaluations(1_000);
        let mut known = evaluator_fn(Othello::disc_difference).with_parent(difference_from);
        let expected = best_first(leaves).search(&mut Othello::start(), &mut known, &limit);
        let found = best_first(leaves).search(&mut Othello::start(), &mut foreign, &limit);
        assert_eq!(foreign.fault(), None);
        assert_eq!((found.value, found.line, found.counts), (expected.value, expected.line, expected.counts));
    }
    assert!(!start(&settings("well", 64)).expect("it starts").properties().depends_on_parent);
}

fn clones_share_the_program_and_its_faults() {
    let evaluator = start(&settings("well", 64)).expect("it starts");
    thread::scope(|scope| {
        for _ in 0..4 {
            let mut clone = evaluator.clone();
            scope.spawn(move || {
                let expected = values(&mut clone, 0);
                assert!((0..200).all(|_| values(&mut clone, 0) == expected));
            });
        }
    });
    let evaluator = start(&settings("dies", 64)).expect("it starts");
    values(&mut evaluator.clone(), 0);
    assert!(matches!(evaluator.fault(), Some(Fault::Died { .. })));
}

/// The exact message for each ill evaluation at its first request.
fn every_fault_is_kept_and_ends_the_search() {
    let of_request_1 = "expected an answer with \"id\":1 and 5 \"values\", whole numbers of 32 bits, not";
    let cases = [
        ("dies", "died (exit status: 3); its last words: no weights".to_owned()),
        ("stalls", "stalled: no answer within 50 ms".to_owned()),
        ("closes-output", "died (its output is closed, but it lives on)".to_owned()),
        ("floods", format!("talked nonsense: {of_request_1} `thinking`")),
        ("loses-one", format!("talked nonsense: {of_request_1} `id 1, 4 values`")),
        ("answers-another", format!("talked nonsense: {of_request_1} `id 777, 5 values`")),
        (
            "values-fractions",
            format!("talked nonsense: {of_request_1} `{{\"id\":1,\"values\":[0.5,0.5,0.5,0.5,0.5]}}`"),
        ),
        ("values-too-much", format!("talked nonsense: {of_request_1} `{{\"id\":1,\"values\":[2147483648,")),
        ("talks-nonsense", format!("talked nonsense: {of_request_1} `hello`")),
        ("refuses", "refused `request 1`: out of memory".to_owned()),
    ];
    for (ill, expected) in cases {
        let grace_ms = if ill == "stalls" { 50 } else { PATIENT };
        let mut evaluator = start(&EvaluationSettings { grace_ms, ..settings(ill, 64) }).expect("it starts");
        assert!(!evaluator.stop_flag().load(Ordering::Relaxed));
        assert_eq!(values(&mut evaluator, 0), [0; 5], "{ill}");
        let fault = evaluator.fault().expect("it is ill").to_string();
        assert!(fault.starts_with(&expected), "{ill}: {fault}");
        assert!(evaluator.stop_flag().load(Ordering::Relaxed));
        nothing_is_allowed(&mut evaluator);
        let report = BestFirst::default().search(&mut position(), &mut evaluator, &Limit::new());
        assert_eq!((report.stop, report.counts.evaluations), (Stop::Asked, 0), "{ill}");
    }
}

fn nothing_is_allowed(evaluator: &mut ProcessEvaluator<Othello>) {
    let limit = Limit::new();
    let mut meter = Meter::start(&limit);
    let mut position = position();
    let first = position.nth_move(0);
    let mut values = [1; 5];
    assert_eq!(evaluator.value_of_child(&mut position, first, Bounds::OPEN, &mut meter), Err(Stop::Asked));
    let short = evaluator.values_of_children(&mut position, Asked::all(&mut values), &mut meter);
    assert_eq!(short.map_err(|short| (short.found, short.stop)), Err((0, Stop::Asked)));
    let short = evaluator.defer_children(&mut position, Asked::all(&mut values), &mut meter);
    assert_eq!(short.map_err(|short| (short.found, short.stop)), Err((0, Stop::Asked)));
    evaluator.settle(Asked::all(&mut []));
    assert_eq!(evaluator.evaluate(&position), 0);
}

fn a_fault_within_a_search_ends_it() {
    for leaves in [1, 8] {
        let mut evaluator = start(&settings("dies-later", 64)).expect("it starts");
        assert_eq!(evaluator.evaluate(&Othello::start()), 0);
        assert_eq!(evaluator.fault(), None);
        let report = best_first(leaves).search(&mut Othello::start(), &mut evaluator, &Limit::new());
        assert!(matches!(evaluator.fault(), Some(Fault::Died { .. })));
        assert_eq!(report.stop, Stop::Asked);
        assert!(report.counts.evaluations < 100, "{:?}", report.counts);
    }
}

fn an_evaluation_that_does_not_greet_does_not_start() {
    let fault =
        |ill, start_ms| start(&EvaluationSettings { start_ms, ..settings(ill, 64) }).expect_err(ill).to_string();
    assert_eq!(fault("dies-at-start", PATIENT), "died (exit status: 3); its last words: no weights");
    assert_eq!(fault("deaf", 50), "stalled: no answer within 50 ms");
    assert_eq!(fault("knows-no-othello", PATIENT), "refused `the greeting`: I only know chess");
    assert_eq!(
        fault("has-no-name", PATIENT),
        "talked nonsense: expected an answer with its \"name\" to the greeting, not `{}`"
    );
    let nowhere = start(&EvaluationSettings::new("no-such-evaluation-anywhere"));
    assert!(matches!(nowhere, Err(Fault::CannotStart { .. })));
}
