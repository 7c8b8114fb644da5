//! How many null windows an iteration has, and what one costs where values are fine and moves many.
//!
//! Work is counted here, and not time: windows, and how often a position is asked for its moves.

use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bestply_core::{
    Bounds, Event, Keyed, Limit, Observer, Position, Report, Searcher, Side, Stop, Value, evaluator_fn, mix,
};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_principal_variation_search::{PrincipalVariationSearch, RootWindow, Settings};

/// The null windows of an iteration before steps double, from a guess and from a win or a loss.
pub(crate) const SINGLE_STEPS: usize = 100;
const SINGLE_STEPS_TO_THE_END: usize = 4096;
/// The most null windows that an iteration has after them.
const MORE: usize = 62;

/// Counts null windows at a root that has a choice.
#[derive(Debug, Default)]
pub(crate) struct Passes {
    of_this_iteration: usize,
    pub(crate) of_iterations: Vec<usize>,
}

impl Observer for Passes {
    fn observe(&mut self, event: Event<'_>) {
        match event {
            Event::Entered { path: [], bounds: Bounds { alpha, beta } } if beta.abs_diff(alpha) == 1 => {
                self.of_this_iteration += 1;
            }
            Event::Iterated { .. } => self.of_iterations.push(std::mem::take(&mut self.of_this_iteration)),
            _ => {}
        }
    }
}

fn searcher(window: RootWindow) -> PrincipalVariationSearch {
    PrincipalVariationSearch::with_settings(Settings::default().with_window(window), 1 << 20)
}

/// Nodes with so many leaves each, which are more than there are single steps.
const NODES: Value = 80;
const LEAVES: Value = 120;

/// The nodes, each worth `static_value` before the search, whose leaves rise from node to node, and then from leaf to
/// leaf: from 1 on, or from -1 on downwards.
fn nodes(static_value: Value, sign: Value) -> String {
    let leaf = |node: Value, number: Value| (sign * (1 + NODES * number + node)).to_string();
    let leaves = |node| (0..LEAVES).map(|number| leaf(node, number)).collect::<Vec<_>>().join(" ");
    (0..NODES).map(|node| format!("{static_value} ({})", leaves(node))).collect::<Vec<_>>().join(" ")
}

/// The search of a tree of this depth to its end, by all depths, and the null windows of its last iteration.
fn search_to(depth: usize, tree: &str, window: RootWindow) -> (Report<usize>, usize) {
    let tree = ExplicitTree::parse(tree).expect("it is a tree");
    let mut passes = Passes::default();
    let report = searcher(window).search_observed(&mut tree.position(), &mut NodeValue, &Limit::new(), &mut passes);
    (report, passes.of_iterations[depth - 1])
}

/// MIN's replies get worse for MAX one by one, and each null window from above finds the next one.
#[test]
fn from_above_single_steps_are_followed_by_few_windows() {
    let tree = format!("max 0 ({})", nodes(99999, -1));
    for (window, single) in [(RootWindow::Null, SINGLE_STEPS), (RootWindow::SssStar, SINGLE_STEPS_TO_THE_END)] {
        let (report, passes) = search_to(2, &tree, window);
        assert_eq!((report.value, report.best_move), (Some(-1 - NODES * (LEAVES - 1)), Some(0)), "{window:?}");
        assert!((single + 1..=single + MORE).contains(&passes), "{passes} windows with {window:?}");
    }
}

/// MAX's replies to MIN's get better one by one, and each null window from below finds the next one.
#[test]
fn from_below_single_steps_are_followed_by_few_windows() {
    let tree = format!("max 0 (-99999 ({}) -99999 (-99999 (-5)))", nodes(-99999, 1));
    for (window, single) in [(RootWindow::Null, SINGLE_STEPS), (RootWindow::DualStar, SINGLE_STEPS_TO_THE_END)] {
        let (report, passes) = search_to(3, &tree, window);
        assert_eq!((report.value, report.best_move), (Some(1 + NODES * (LEAVES - 1)), Some(0)), "{window:?}");
        assert!((single + 1..=single + MORE).contains(&passes), "{passes} windows with {window:?}");
    }
}

/// A game in which every position has as many moves, and which counts how often a position is asked for them.
#[derive(Clone)]
struct Wide {
    path: Vec<u64>,
    width: usize,
    asked: Rc<Cell<u64>>,
}

impl Position for Wide {
    type Move = usize;
    type Moves = Range<usize>;
    type Undo = ();

    fn to_move(&self) -> Side {
        if self.path.len() % 2 == 1 { Side::Max } else { Side::Min }
    }

    fn moves(&self) -> Range<usize> {
        self.asked.set(self.asked.get() + 1);
        0..self.width
    }

    fn make(&mut self, mv: usize) {
        self.path.push(mix(self.key() ^ (mv as u64 + 1)));
    }

    fn unmake(&mut self, _: usize, (): ()) {
        self.path.pop();
    }
}

impl Keyed for Wide {
    fn key(&self) -> u64 {
        self.path[self.path.len() - 1]
    }
}

/// Each null window comes to all children of the root again. The table answers for most, and these list no moves.
#[test]
fn a_position_is_asked_for_its_moves_as_seldom_as_it_is_evaluated() {
    let aspiration = RootWindow::Aspiration(1.try_into().expect("it is not 0"));
    for (width, evaluations) in [(600, 5000), (60, 20_000), (12, 20_000)] {
        for window in [RootWindow::Open, aspiration, RootWindow::Null, RootWindow::SssStar, RootWindow::DualStar] {
            let mut wide = Wide { path: vec![1], width, asked: Rc::default() };
            let mut value = evaluator_fn(|wide: &Wide| (wide.key() >> 40) as Value);
            let limit = Limit::new().evaluations(evaluations);
            let report = searcher(window).search(&mut wide, &mut value, &limit);
            let (asked, made) = (wide.asked.get(), report.counts.evaluations);
            assert_eq!(made, evaluations, "{width} moves with {window:?}");
            assert!(asked <= 2 * made, "{width} moves with {window:?}: asked for moves {asked} times");
        }
    }
}

/// Where positions have very many moves, the flag is looked at, and the clock read, for each that is asked for them.
#[test]
fn a_raised_flag_is_seen_before_many_moves_are_listed_again() {
    for window in [RootWindow::Open, RootWindow::Null, RootWindow::SssStar, RootWindow::DualStar] {
        let mut wide = Wide { path: vec![1], width: 600, asked: Rc::default() };
        let (flag, raised_at) = (Arc::new(AtomicBool::new(false)), Cell::new(None));
        let mut value = evaluator_fn(|wide: &Wide| {
            if wide.asked.get() >= 1000 && raised_at.get().is_none() {
                raised_at.set(Some(wide.asked.get()));
                flag.store(true, Ordering::Relaxed);
            }
            (wide.key() >> 40) as Value
        });
        let report = searcher(window).search(&mut wide, &mut value, &Limit::new().stop(Arc::clone(&flag)));
        assert_eq!(report.stop, Stop::Asked);
        let more = wide.asked.get() - raised_at.get().expect("it was raised");
        // The report asks the root for its moves, too.
        assert!(more <= 6, "asked for moves {more} times more with {window:?}");
    }
}
