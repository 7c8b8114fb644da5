//! A search without an observer keeps its walk from one simulation to the next. It must give the same results.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bestply_core::{Event, Limit, Observer, Position, Searcher, Side, Stop, evaluator_fn};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
use bestply_monte_carlo_tree_search::{MonteCarloTreeSearch, Results, Settings};
use bestply_testkit::RandomTrees;
use bestply_testkit::naive::{Definition, NaiveMonteCarlo};
use bestply_tree::KeptMove;

fn settings(scale: u32, exploration: f64, minimax_weight: f64) -> Settings {
    let scale = NonZeroU32::new(scale).expect("it is not 0");
    let settings = Settings::default().with_seed(3).with_scale(scale);
    let settings = settings.and_then(|settings| settings.with_exploration(exploration));
    settings.and_then(|settings| settings.with_minimax_weight(minimax_weight)).expect("they are valid")
}

/// Counts the visits of the root, and checks that each visit is told of after the value.
#[derive(Default)]
struct Watcher {
    backed_up: Option<Vec<usize>>,
    visits: u64,
}

impl Observer for Watcher {
    fn observe(&mut self, event: Event<'_>) {
        match event {
            Event::BackedUp { path, .. } => self.backed_up = Some(path.to_vec()),
            Event::Visited { path, .. } => {
                assert_eq!(self.backed_up.take().as_deref(), Some(path), "a visit is told of behind the value");
                self.visits += u64::from(path.is_empty());
            }
            _ => {}
        }
    }
}

/// All nodes of the saved tree.
fn nodes<K: Copy + Default>(searcher: &MonteCarloTreeSearch<K>) -> Vec<(i32, Results)> {
    let tree = &searcher.tree;
    let (mut open, mut nodes) = (vec![tree.root()], Vec::new());
    while let Some(node) = open.pop() {
        nodes.push((tree.node(node).value(), tree.node(node).payload));
        open.extend((0..tree.child_count(node)).map(|index| tree.child(node, index)));
    }
    nodes
}

/// Searches in pieces, with and without an observer, and with and without kept moves.
fn check_pieces(tree: &ExplicitTree, settings: Settings) {
    let mut searchers = [MonteCarloTreeSearch::new(settings), MonteCarloTreeSearch::new(settings)];
    let mut keeping: MonteCarloTreeSearch<KeptMove<usize>> = MonteCarloTreeSearch::keeping_moves(settings);
    let [seen, unseen] = &mut searchers;
    let mut position = tree.position();
    for evaluations in [7, 100, 1, 1000].into_iter().cycle().take(12) {
        let limit = Limit::new().evaluations(evaluations);
        let mut watcher = Watcher::default();
        let watched = seen.search_observed(&mut position, &mut NodeValue, &limit, &mut watcher);
        let unwatched = unseen.search(&mut position, &mut NodeValue, &limit);
        let mut kept = keeping.search(&mut position, &mut NodeValue, &limit);
        assert_eq!(unwatched, watched, "of {tree:?} with {settings:?}");
        // A tree that keeps moves has slots for all children.
        (kept.bytes, kept.nodes) = (watched.bytes, watched.nodes);
        assert_eq!(kept, watched, "of {tree:?} with {settings:?}");
        assert_eq!(nodes(unseen), nodes(seen), "of {tree:?} with {settings:?}");
        assert_eq!(nodes(&keeping), nodes(seen), "of {tree:?} with {settings:?}");
        assert_eq!(watcher.visits, watched.counts.evaluations);
        if watched.stop == Stop::Terminal {
            return;
        }
    }
}

#[test]
fn an_unwatched_search_is_the_same_search() {
    for tree in RandomTrees::forest(40) {
        for (scale, exploration, minimax_weight) in
            [(10, 0.0, 0.0), (100, 0.3, 0.0), (20, 1.4, 0.0), (10, 0.1, 0.3), (20, 1.0, 0.9), (50, 0.0, 1.0)]
        {
            check_pieces(&tree, settings(scale, exploration, minimax_weight));
        }
    }
}

/// More children than are listed: with few ties, with many, and with nothing but ties.
fn wide_trees() -> impl Iterator<Item = ExplicitTree> {
    let plain = RandomTrees { depth: 2, branching: 130, ..RandomTrees::default() };
    let kinds = [
        plain.clone(),
        RandomTrees { values: -1..=1, infinite_percent: 2, end_percent: 70, ..plain.clone() },
        RandomTrees { values: 0..=0, depth: 3, branching: 80, end_percent: 95, ..plain.clone() },
        RandomTrees { values: 0..=1, wide: Some((0, 200)), branching: 3, ..plain.clone() },
        RandomTrees { depth: 4, pass_percent: 60, end_percent: 20, branching: 90, values: -20..=20, ..plain },
    ];
    kinds.into_iter().flat_map(|kind| (0..3).map(move |seed| kind.tree(seed)))
}

#[test]
fn an_unwatched_search_of_many_children_is_the_same_search() {
    for tree in wide_trees() {
        let narrow = [(100, 0.0, 0.0), (20, 1.4, 0.0), (100, 0.3, 0.8), (3, 5.0, 0.1)];
        // On so wide a scale all scores are within a rounding error of each other.
        let wide = [(1 << 30, 0.0, 0.0), (1 << 30, 1e-9, 0.3)];
        for (scale, exploration, minimax_weight) in narrow.into_iter().chain(wide) {
            check_pieces(&tree, settings(scale, exploration, minimax_weight));
        }
    }
}

#[test]
fn a_search_of_many_children_is_what_its_definition_says() {
    for tree in wide_trees() {
        for (scale, exploration) in [(100, 0.0), (20, 1.4), (1 << 30, 0.0)] {
            let expected = NaiveMonteCarlo::new(scale, exploration, 0, 3).search(&tree.position(), Some(3)).report;
            let mut searcher = MonteCarloTreeSearch::new(settings(scale as u32, exploration, 0.0));
            let mut report = searcher.search(&mut tree.position(), &mut NodeValue, &Limit::new().depth(3));
            (report.nodes, report.bytes) = (0, 0);
            assert_eq!(report, expected, "of {tree:?}");
        }
    }
}

/// A game of two moves at the start, of which the second is losing, and of forced moves after that.
///
/// It counts the moves made in it.
#[derive(Default)]
struct Fork {
    played: Vec<usize>,
    made: u64,
    /// A flag that the thousandth move raises.
    at_a_thousand: Arc<AtomicBool>,
}

impl Position for Fork {
    type Move = usize;
    type Moves = std::ops::Range<usize>;
    type Undo = ();

    fn to_move(&self) -> Side {
        Side::Max
    }

    fn moves(&self) -> Self::Moves {
        0..if self.played.is_empty() { 2 } else { 1 }
    }

    fn make(&mut self, mv: usize) {
        self.made += 1;
        self.at_a_thousand.store(self.made >= 1000, Ordering::Relaxed);
        self.played.push(mv);
    }

    fn unmake(&mut self, _: usize, (): ()) {
        self.played.pop();
    }
}

#[test]
fn a_playout_without_end_is_ended_by_the_stop_flag() {
    let mut fork = Fork::default();
    let mut searcher = MonteCarloTreeSearch::new(Settings::default().with_playout_plies(usize::MAX));
    let limit = Limit::new().stop(Arc::clone(&fork.at_a_thousand));
    let report = searcher.search(&mut fork, &mut evaluator_fn(|_: &Fork| 0), &limit);
    assert_eq!((report.stop, report.counts.evaluations), (Stop::Asked, 0));
    assert!(fork.played.is_empty() && fork.made < 1100, "{}", fork.made);
}

/// Each of a thousand simulations goes one ply deeper than the last, and continues where the last one ended.
#[test]
fn a_walk_begins_where_the_last_one_ended() {
    const EVALUATIONS: u64 = 1000;
    for minimax_weight in [0.0, 1.0] {
        let mut fork = Fork::default();
        let mut value = evaluator_fn(|fork: &Fork| if fork.played.first() == Some(&1) { -9 } else { 9 });
        let mut searcher = MonteCarloTreeSearch::new(settings(10, 0.0, minimax_weight));
        let report = searcher.search(&mut fork, &mut value, &Limit::new().evaluations(EVALUATIONS));
        assert_eq!(report.line.len() as u64, EVALUATIONS - 1);
        // Each node is made to be evaluated, to be entered and for the line at the end.
        // It is made once more as soon as the node above has its choice.
        assert!(fork.made <= 5 * EVALUATIONS, "{}", fork.made);
    }
}

/// A game that counts the moves made in it.
struct Counted {
    position: ExplicitPosition,
    made: u64,
}

impl Position for Counted {
    type Move = usize;
    type Moves = <ExplicitPosition as Position>::Moves;
    type Undo = <ExplicitPosition as Position>::Undo;

    fn to_move(&self) -> Side {
        self.position.to_move()
    }

    fn moves(&self) -> Self::Moves {
        self.position.moves()
    }

    fn make(&mut self, mv: usize) -> Self::Undo {
        self.made += 1;
        self.position.make(mv)
    }

    fn unmake(&mut self, mv: usize, undo: Self::Undo) {
        self.position.unmake(mv, undo);
    }
}

/// The moves made in a search, two of them for each evaluation.
fn moves_made(tree: &ExplicitTree, settings: Settings, evaluations: u64) -> u64 {
    let mut game = Counted { position: tree.position(), made: 0 };
    let mut value = evaluator_fn(|game: &Counted| game.position.tree().value(game.position.node()));
    MonteCarloTreeSearch::new(settings).search(&mut game, &mut value, &Limit::new().evaluations(evaluations));
    game.made
}

/// A walk makes the moves from where it leaves the last one, and no others.
#[test]
fn a_walk_makes_no_more_moves_than_it_must() {
    let deep = RandomTrees { depth: 14, values: -20..=20, same_side_percent: 10, ..RandomTrees::default() };
    let deep = RandomTrees { pass_percent: 10, ..deep }.tree(1);
    let kinds = [settings(20, 0.0, 0.0), settings(20, 0.3, 0.0), settings(20, 1.4, 0.0), settings(20, 0.3, 0.5)];
    assert_eq!(kinds.map(|settings| moves_made(&deep, settings, 800)), [2217, 2880, 5310, 2549]);
    let wide = RandomTrees { depth: 3, branching: 100, values: -20..=20, ..RandomTrees::default() }.tree(2);
    assert_eq!(kinds.map(|settings| moves_made(&wide, settings, 2000)), [4631, 5110, 5601, 4668]);
}
