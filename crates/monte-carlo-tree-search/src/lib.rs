//! Monte-Carlo tree search with early playout termination: UCT (Kocsis & Szepesvári 2006) whose playouts end, at once or after a few
//! random moves, in a static value.
//!
//! **The key decision** is that a node's value is a *mean*. Each simulation goes down from the root by mean + *C* √(ln *N* / *n*), makes
//! one new child, and adds the result of its playout to every node on the way. Results are static values cut to
//! [-scale, scale], wins and losses being the ends; sums are whole numbers, so that the same search is the same to the bit. Beside its
//! mean a node has the minimax value of the static values below it, which selection can be told to give a weight
//! ([`Settings::minimax_weight`]: implicit minimax backups, Lanctot et al. 2014).
//!
//! Finished positions are proved when they are made, and nodes above them as far as the proofs reach; those have their
//! minimax value, and are not selected again. What else a report gives as a value is a mean, or a weighted one, rounded: no principal leaf has it. The
//! move is the one most often visited, but a proved win goes before all others and a proved loss behind.
//!
//! With a depth limit *d* the search ends when the node that is to have a new child lies at depth *d* or deeper.
//!
//! Cost: 32 bytes a node; a simulation makes every move from the root to the new node.
//!
//! ```
//! use bestply_core::{Limit, Searcher};
//! use bestply_explicit_game::{ExplicitTree, NodeValue};
//! use bestply_monte_carlo_tree_search::MonteCarloTreeSearch;
//!
//! let tree = ExplicitTree::parse("max 0 (inf:min (-inf 3) 6 (5 2 (4)) -3)").unwrap();
//! let mut search = MonteCarloTreeSearch::default();
//! let report = search.search(&mut tree.position(), &mut NodeValue, &Limit::default());
//! assert_eq!((report.best_move, report.value, report.line), (Some(1), Some(4), vec![1, 1, 0]));
//! ```

mod settings;
mod simulation;

use std::cmp::Ordering;

use bestply_core::{Advance, Evaluator, Limit, Observer, Position, Report, Searcher, Side, Value};
use bestply_tree::{Memory, NodeId, Tree, TreeSearch};
use bestply_visits::{Proof, Standing};

pub use settings::{InvalidSettings, Settings};

use simulation::Simulation;

/// The searcher, with its saved tree.
#[derive(Default)]
pub struct MonteCarloTreeSearch {
    /// Which Monte-Carlo tree search it is.
    pub settings: Settings,
    /// The tree of the position searched last, or to be searched next.
    pub tree: Tree<Results>,
    /// What it does when the bytes of a limit are spent. [`Memory::Linear`] stops it.
    pub memory: Memory,
}

/// What the search keeps with a node besides its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// The sum of the results of all playouts that went through the node, from MAX's point of view.
    pub sum: i64,
    /// The number of those playouts.
    pub visits: u32,
    /// The minimax value of the static values below the node, cut to the scale: its own until all its children are made, then the
    /// best child's, and the proved one once there is one.
    pub minimax: Value,
    /// Whether the node's value is proved.
    pub proof: Proof,
}

const _: () = assert!(size_of::<bestply_tree::Node<Results>>() == 32, "a node takes 32 bytes");

impl MonteCarloTreeSearch {
    /// With these settings.
    pub fn new(settings: Settings) -> MonteCarloTreeSearch {
        MonteCarloTreeSearch { settings, ..MonteCarloTreeSearch::default() }
    }

    fn run<P, E, O>(&mut self, position: &mut P, evaluator: &mut E, limit: &Limit, observer: &mut O) -> Report<P::Move>
    where
        P: Position,
        E: Evaluator<P>,
        O: Observer + ?Sized,
    {
        if let Err(invalid) = self.settings.check() {
            panic!("{invalid}");
        }
        let mut search = TreeSearch::new(&mut self.tree, position, evaluator, limit, self.memory, observer);
        let stop = Simulation::new(&mut search, &self.settings, limit.depth).run();
        let mut report = search.report_chosen(stop, choose);
        // Means are estimates, not bounds.
        report.root_moves.iter_mut().for_each(|root_move| root_move.bound = false);
        report
    }
}

/// The child that the line goes on with: of a proved node the one that proves it, of another the one most often visited, then the
/// one with the better mean.
fn choose(tree: &Tree<Results>, node: NodeId, side: Side) -> Option<usize> {
    let is_proved = tree.node(node).payload.proof.is_known();
    let standings = tree.children(node).enumerate().map(|(index, child)| {
        let Results { visits, proof, .. } = child.payload;
        let score = (if is_proved { 0 } else { visits }, side.orient(child.value()));
        (index, Standing::new(side, child.value(), proof, score))
    });
    let better = |best: (usize, Standing<_>), child: (usize, Standing<_>)| match child.1.cmp(&best.1) {
        Ordering::Greater => child,
        _ => best,
    };
    standings.reduce(better).map(|(index, _)| index)
}

impl<P: Position> Advance<P> for MonteCarloTreeSearch {
    fn advance(&mut self, position: &P, mv: P::Move) {
        self.tree.advance_by(position, mv);
    }

    fn reset(&mut self) {
        self.tree.clear();
    }
}

/// Panics, besides, if the settings are not [valid](Settings::check).
impl<P: Position, E: Evaluator<P>> Searcher<P, E> for MonteCarloTreeSearch {
    fn search(&mut self, position: &mut P, evaluator: &mut E, limit: &Limit) -> Report<P::Move> {
        self.run(position, evaluator, limit, &mut ())
    }

    fn search_observed(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut dyn Observer,
    ) -> Report<P::Move> {
        self.run(position, evaluator, limit, observer)
    }
}
