use bestply_core::{Evaluator, Limit, Position, Report, Searcher};
use bestply_explicit_game::{ExplicitPosition, NodeValue};

use crate::naive::minimax;
use crate::{Dice, ParentValue, Recorder, Step, Web};

/// The layers and the widths of the games. Of each kind there are [`SEEDS`].
const KINDS: [(usize, usize); 5] = [(2, 2), (4, 2), (4, 3), (6, 3), (8, 2)];
const SEEDS: u64 = 80;

/// Checks a searcher by an evaluator whose values depend on the parent, in games where positions have several parents.
///
/// The searcher must do there what it does in the same game as a tree, where nothing can be taken for anything else.
/// What it does in trees is what [`check_definition`](super::check_definition) checks.
///
/// A searcher that shares what it knows of a position among the position's parents does less,
/// and is one for [`check_parents_minimax`].
///
/// # Panics
///
/// If it does something else.
pub fn check_parents<S>(make: impl Fn() -> S)
where
    S: Searcher<Web, ParentValue> + Searcher<ExplicitPosition, NodeValue> + 'static,
{
    for (seed, web) in webs() {
        for depth in [Some(1), Some(2), Some(4), None] {
            play(&web, Box::new(make()), Box::new(make()), depth, seed);
        }
    }
}

type InWeb = Box<dyn Searcher<Web, ParentValue>>;
type InTree = Box<dyn Searcher<ExplicitPosition, NodeValue>>;

/// A whole game on saved trees, with some searches cut short.
fn play(web: &Web, mut in_web: InWeb, mut in_tree: InTree, depth: Option<usize>, seed: u64) {
    let mut dice = Dice::new(seed);
    let (mut folded, mut unfolded) = (web.clone(), web.unfolded().position());
    while !folded.is_terminal() {
        let evaluations = dice.happens(30).then(|| dice.below(40));
        let limit = Limit { depth, evaluations, ..Limit::new() };
        let found = observed(&mut in_web, &mut folded, &mut ParentValue::default(), &limit);
        let expected = observed(&mut in_tree, &mut unfolded, &mut NodeValue, &limit);
        assert_eq!(found, expected, "{folded:?} with {limit:?} is the tree {unfolded:?}");
        let best = found.0.best_move.expect("the game is not over");
        let mv = if dice.happens(50) { best } else { dice.below(folded.move_count() as u64) as usize };
        in_web.advance(&mut folded, mv);
        in_tree.advance(&mut unfolded, mv);
        folded.make(mv);
        unfolded.make(mv);
    }
}

fn observed<P: Position<Move = usize>, E: Evaluator<P>, S: Searcher<P, E>>(
    searcher: &mut S,
    position: &mut P,
    evaluator: &mut E,
    limit: &Limit,
) -> (Report<usize>, Vec<Step>) {
    let mut recorder = Recorder::default();
    let report = searcher.search_observed(position, evaluator, limit, &mut recorder);
    (report, recorder.steps)
}

/// As [`check_parents`], for a searcher with a table or a graph: it finds the value of minimax, and a move that has it,
/// to each of these depths.
///
/// A searcher that is minimax only at the end of the game takes the depth `None`.
///
/// # Panics
///
/// If it finds another value, or a worse move.
pub fn check_parents_minimax<S>(make: impl Fn() -> S, depths: &[Option<usize>])
where
    S: Searcher<Web, ParentValue> + 'static,
{
    parents_minimax(&|| Box::new(make()), depths);
}

fn parents_minimax(make: &dyn Fn() -> InWeb, depths: &[Option<usize>]) {
    for (seed, mut web) in webs() {
        let (mut dice, mut searcher) = (Dice::new(seed), make());
        while !web.is_terminal() {
            for &depth in depths {
                assert_minimax(&mut searcher, &mut web, &mut ParentValue::default(), depth);
            }
            let mv = dice.below(web.move_count() as u64) as usize;
            searcher.advance(&mut web, mv);
            web.make(mv);
        }
    }
}

fn assert_minimax(searcher: &mut InWeb, web: &mut Web, evaluator: &mut ParentValue, depth: Option<usize>) {
    let report = searcher.search(web, evaluator, &Limit { depth, ..Limit::new() });
    let (mut root, plies) = (web.unfolded().position(), depth.unwrap_or(usize::MAX));
    let context = || format!("{web:?} to {depth:?}: {report:?}");
    assert_eq!(report.value, Some(minimax(&root, plies)), "{}", context());
    root.make(report.best_move.expect("the game is not over"));
    assert_eq!(report.value, Some(minimax(&root, plies - 1)), "the move has the value: {}", context());
}

/// The games, each with a seed.
fn webs() -> impl Iterator<Item = (u64, Web)> {
    KINDS.into_iter().flat_map(|(layers, width)| (0..SEEDS).map(move |seed| (seed, Web::new(seed, layers, width))))
}
