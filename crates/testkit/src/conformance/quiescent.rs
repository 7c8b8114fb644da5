use std::collections::HashMap;
use std::fmt::Debug;

use bestply_core::{Bounds, Limit, Meter, Position, Quiescence, Report, Searcher, Searching, Stop, Value};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::conformance::definition::two_of_depths;
use crate::conformance::in_time::in_time;
use crate::naive::Definition;
use crate::{Answers, Dice, QuietValue, RandomTrees, Recorder, Step};

/// What a search with bounds has in common with the same search with exact values, in a tree of distinct values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithBounds {
    /// The nodes that it expands, in order, the value and the move:
    /// it asks for an exact value wherever its choice needs it.
    SameSearch,
    /// The value: bounds order moves otherwise than exact values do.
    SameValue,
    /// Nothing: it takes bounds for values, as alpha-beta's in a tree that is searched on.
    Nothing,
}

/// Checks that a searcher asks a quiescence search what its definition asks, and finds what its definition finds,
/// in games played to the end on a saved tree.
///
/// `define` makes the definition for a quiescence search that answers so, or for exact values.
/// Some searches are cut short, which keeps the limit and does no harm to those that follow.
///
/// # Panics
///
/// If a promise is broken.
pub fn check_quiescent<S, D>(make: impl Fn() -> S, define: impl Fn(Option<Answers>) -> D, with_bounds: WithBounds)
where
    S: Searcher<ExplicitPosition, Searching<QuietValue>> + 'static,
    D: Definition + 'static,
{
    quiescent(&|| Box::new(make()), &|answers| Box::new(define(answers)), with_bounds);
}

/// A searcher, whichever it is. So the check is compiled once, and not once more for each searcher.
type AnyQuiescent = Box<dyn Searcher<ExplicitPosition, Searching<QuietValue>>>;

fn quiescent(
    make: &dyn Fn() -> AnyQuiescent,
    define: &dyn Fn(Option<Answers>) -> Box<dyn Definition>,
    with_bounds: WithBounds,
) {
    for answers in Answers::ALL {
        for (seed, tree) in RandomTrees::forest(40).enumerate() {
            in_time(&tree, || {
                for depths in two_of_depths(seed) {
                    play(&tree, make(), define(Some(answers)), answers, depths, seed as u64);
                }
            });
            is_cut_short(&tree, make, answers, with_bounds);
        }
        let distinct = RandomTrees { distinct: true, end_percent: 10, depth: 5, ..RandomTrees::default() };
        for tree in (0..200).map(|seed| distinct.tree(seed)) {
            let exact = define(None).search(&tree.position(), Some(4));
            let (report, steps, questions) = search(&mut make(), &mut tree.position(), answers, &Limit::new().depth(4));
            if with_bounds == WithBounds::SameSearch {
                // A bound of the next best sibling may end an expansion early, which is then resumed.
                let expanded = |steps: &[Step]| -> Vec<_> {
                    steps.iter().filter(|step| step.first == 0).map(|step| step.path.clone()).collect()
                };
                assert_eq!(expanded(&steps), expanded(&exact.steps), "{answers:?}: {tree:?}");
                assert_eq!(report.best_move, exact.report.best_move, "{answers:?}: {tree:?}");
                asks_twice_at_most(&tree, &questions);
            }
            if with_bounds != WithBounds::Nothing {
                assert_eq!(report.value, exact.report.value, "{answers:?}: {tree:?}");
            }
        }
    }
}

type Questions = Vec<(usize, Bounds)>;

fn search(
    searcher: &mut AnyQuiescent,
    position: &mut ExplicitPosition,
    answers: Answers,
    limit: &Limit,
) -> (Report<usize>, Vec<Step>, Questions) {
    let (before, mut recorder, mut quiet) =
        (position.clone(), Recorder::default(), Searching(QuietValue::new(answers)));
    let report = searcher.search_observed(position, &mut quiet, limit, &mut recorder);
    assert_eq!(*position, before, "the position is as it was, with {limit:?}");
    let of_the_root = u64::from(position.is_terminal());
    assert_eq!(report.counts.evaluations, quiet.0.questions.len() as u64 + of_the_root, "{before:?} with {limit:?}");
    (report, recorder.steps, quiet.0.questions)
}

fn play(
    tree: &ExplicitTree,
    mut searcher: AnyQuiescent,
    mut definition: Box<dyn Definition>,
    answers: Answers,
    depths: &[Option<usize>],
    seed: u64,
) {
    let (mut dice, mut position) = (Dice::new(seed), tree.position());
    for &depth in depths.iter().cycle() {
        let limit = Limit { depth, ..Limit::default() };
        let (mut report, steps, questions) = search(&mut searcher, &mut position, answers, &limit);
        let expected = definition.search(&position, depth);
        let context = || format!("{position:?} to {depth:?} of {depths:?} with {answers:?}");
        assert_eq!(questions, definition.questions(), "the questions of {}", context());
        assert_eq!(steps, expected.steps, "the expansions of {}", context());
        (report.nodes, report.bytes) = (0, 0);
        assert_eq!(report, expected.report, "the report of {}", context());
        if position.is_terminal() {
            return;
        }
        let any = dice.below(position.move_count() as u64) as usize;
        let mv = report.best_move.filter(|_| dice.happens(50)).unwrap_or(any);
        searcher.advance(&mut position, mv);
        position.make(mv);
        definition.advance(mv);
    }
}

/// Cuts a search short at every evaluation, and goes on.
fn is_cut_short(tree: &ExplicitTree, make: &dyn Fn() -> AnyQuiescent, answers: Answers, with_bounds: WithBounds) {
    let limit = Limit::new().depth(3);
    let (full, _, _) = search(&mut make(), &mut tree.position(), answers, &limit);
    for most in 0..full.counts.evaluations.min(40) {
        let (mut searcher, mut position) = (make(), tree.position());
        let cut = Limit { evaluations: Some(most), ..limit.clone() };
        let (report, _, _) = search(&mut searcher, &mut position, answers, &cut);
        assert!(report.counts.evaluations <= most && report.stop == Stop::Evaluations, "{tree:?}: {report:?}");
        let (resumed, _, _) = search(&mut searcher, &mut position, answers, &limit);
        if with_bounds == WithBounds::SameValue {
            assert_eq!(resumed.value, full.value, "{tree:?}, cut short after {most}");
        }
    }
}

/// A searcher that asks for exact values where it needs them asks for a node twice at most, the second time for that.
fn asks_twice_at_most(tree: &ExplicitTree, questions: &[(usize, Bounds)]) {
    let mut asked = HashMap::new();
    for &(node, bounds) in questions {
        let times = asked.entry(node).and_modify(|times| *times += 1).or_insert(1);
        assert!(*times == 1 || (*times == 2 && bounds == Bounds::OPEN), "node {node} of {tree:?}: {questions:?}");
    }
}

/// Checks what a quiescence search promises, in these positions of a game: within bounds it finds the exact value
/// or a bound of it, it leaves the position as it was, and it ends where a limit says so.
///
/// # Panics
///
/// If a promise is broken.
pub fn check_quiescence<P, Q>(positions: impl IntoIterator<Item = P>, quiescence: &mut Q)
where
    P: Position + Clone + PartialEq + Debug,
    Q: Quiescence<P>,
{
    for (seed, mut position) in positions.into_iter().enumerate() {
        let before = position.clone();
        let mut ask = |bounds, limit: &Limit| {
            let mut meter = Meter::start(limit);
            let answer = quiescence.search(&mut position, bounds, &mut meter);
            assert_eq!(position, before, "the position is as it was, within {bounds:?}");
            (answer, meter.counts().evaluations)
        };
        let (exact, evaluations) = ask(Bounds::OPEN, &Limit::new());
        let exact = exact.expect("nothing limits it");
        let mut dice = Dice::new(seed as u64);
        for _ in 0..20 {
            let mut near = || exact.saturating_add(dice.below(401) as Value - 200);
            let (one, other) = (near(), near());
            let bounds = Bounds { alpha: one.min(other), beta: one.max(other) };
            let (answer, _) = ask(bounds, &Limit::new());
            let answer = answer.expect("nothing limits it");
            let is_right = match answer {
                _ if !bounds.kind(answer).is_bound() => answer == exact,
                _ if answer <= bounds.alpha && answer >= bounds.beta => true,
                _ if answer <= bounds.alpha => exact <= answer,
                _ => exact >= answer,
            };
            assert!(is_right, "{before:?} is worth {exact}, and {answer} within {bounds:?}");
        }
        for most in (0..evaluations).take(20) {
            let (answer, made) = ask(Bounds::OPEN, &Limit::new().evaluations(most));
            assert_eq!((answer, made), (Err(Stop::Evaluations), most), "{before:?}");
        }
    }
}
