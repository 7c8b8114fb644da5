//! Monte-Carlo tree search with early playout termination.
//! It is UCT (Kocsis & Szepesvári 2006) whose playouts end in a static value, at once or after a few random moves.
//!
//! **The key decision** is that a node's value is a *mean*.
//! Each simulation goes down from the root by mean + *C* √(ln *N* / *n*), makes one new child,
//! and adds the result of its playout to every node on the path.
//! Results are static values cut to [-scale, scale]; a loss and a win are the two ends.
//! Sums are whole numbers, so that the same search gives the same bits on every machine.
//! Beside its mean a node has the minimax value of the static values below it.
//! Selection can give that value a weight ([`Settings::minimax_weight`]:
//! implicit minimax backups, Lanctot et al. 2014).
//! It can also prefer children that are easily won ([`biased`](MonteCarloTreeSearch::biased): PN-MCTS,
//! Kowalski et al. 2023).
//!
//! Finished positions are proved when they are made, and so are the nodes above them as far as the proofs reach.
//! A proved node has its minimax value, and is not selected again.
//! Every other value in a report is a mean, or a weighted mean, rounded; no single leaf has this value.
//! The move is the one most often visited, but a proved win goes before all others,
//! and a proved loss behind all others.
//!
//! With a depth limit *d* the search ends when the node that is to have a new child lies at depth *d* or deeper.
//!
//! # The walk is kept
//!
//! A simulation does not start at the root.
//! It starts where the last simulation ended, and goes up only as far as it may turn to another child.
//! The nodes on the path are kept with their rivals: the best score that a sibling of the child on the path may have.
//! The lead over the rivals tells for how many simulations that child surely stays the choice,
//! even with the worst results.
//! For so many simulations nobody looks at the node again, and everything that they add to it is added at once.
//! Of a node with many children only the best are listed, with a bound on all others.
//! Choices, means and visits are, to the bit, those of simulations that start at the root.
//!
//! Where an observer watches, each simulation is backed up to the root at once.
//! Every node on its path, from the new one up, is then [`BackedUp`](bestply_core::Event::BackedUp)
//! and after that [`Visited`](bestply_core::Event::Visited).
//!
//! A minimax value by which nothing is chosen is backed up when its node is left.
//!
//! Cost: 32 bytes a node, a half more on average for slots to spare ([`Tree::growing`]),
//! and some 150 bytes for each ply between the root and the node that the search is at.
//! A tree that keeps moves reserves slots for all children of a node with the first.
//! A simulation makes the moves from where it leaves the last path down to the new node,
//! and looks at all children of each node there.
//! In a game of forced moves it costs the same at any depth, whatever the values.
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

mod candidates;
mod frame;
mod playout;
mod settings;
mod walk;

use bestply_core::{
    Advance, Evaluator, Limit, Observer, Position, Proof, Report, Reset, Search, Side, Standing, Value, ValueKind,
};
use bestply_tree::{Keep, KeptMove, Memory, NodeId, Tree, TreeSearch};
use bestply_visits::{Bias, BiasNumbers, Exploration};

pub use bestply_core::ranges::InvalidSetting;
pub use bestply_visits::{ProofBias, ProofTerm, Scale};
pub use settings::Settings;

use walk::SimulationWalk;

/// The searcher, with its saved tree.
///
/// `K` is what the tree keeps of moves: by default nothing.
/// In games whose moves are slow to list, the tree can keep each node's move
/// ([`keeping_moves`](MonteCarloTreeSearch::keeping_moves)).
/// `B` is what selection adds to means and visits: by default nothing, or a [`ProofBias`]
/// ([`biased`](MonteCarloTreeSearch::biased)).
pub struct MonteCarloTreeSearch<K = (), B: Bias = ()> {
    /// The variant of Monte-Carlo tree search.
    pub settings: Settings,
    /// The tree of the position searched last, or to be searched next.
    pub tree: Tree<Results<B::Numbers>, K>,
    /// What the searcher does when the bytes of a limit are spent. [`Memory::Linear`] stops the search.
    pub memory: Memory,
    /// What selection adds to means and visits.
    pub bias: B,
}

/// What the search keeps with a node besides its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results<N = ()> {
    /// The sum of the results of all playouts that went through the node, from MAX's point of view.
    pub sum: i64,
    /// The number of those playouts.
    pub visits: u32,
    /// The minimax value of the static values below the node, cut to the scale.
    ///
    /// It is the node's own value until all its children are made, then the best child's.
    /// Once the node is proved, it is the proved value.
    pub minimax: Value,
    /// Whether the node's value is proved.
    pub proof: Proof,
    /// What the node keeps for the searcher's [`Bias`]: nothing, or [`ProofNumbers`](bestply_visits::ProofNumbers).
    pub numbers: N,
}

const _: () = assert!(size_of::<bestply_tree::TreeNode<Results>>() == 32, "a node takes 32 bytes");

impl Default for MonteCarloTreeSearch {
    fn default() -> MonteCarloTreeSearch {
        MonteCarloTreeSearch::new(Settings::default())
    }
}

impl MonteCarloTreeSearch {
    /// A searcher with these settings.
    ///
    /// ```
    /// use bestply_monte_carlo_tree_search::{MonteCarloTreeSearch, Settings};
    /// use bestply_core::{Limit, Player};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
    /// let mut player = Player::new(tree.position(), MonteCarloTreeSearch::new(Settings::default()), NodeValue);
    /// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn new(settings: Settings) -> MonteCarloTreeSearch {
        Exploration::prepare();
        MonteCarloTreeSearch { settings, tree: Tree::growing(), memory: Memory::default(), bias: () }
    }

    /// The searcher with a preference of children that are easily won (PN-MCTS), and without the tree that it had.
    ///
    /// Its nodes have eight bytes more, and each simulation looks at all children on its path
    /// from the first node that leaves a choice.
    ///
    /// ```
    /// use bestply_monte_carlo_tree_search::{MonteCarloTreeSearch, ProofBias, ProofTerm};
    /// use bestply_core::{Limit, Player};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
    /// let searcher = MonteCarloTreeSearch::default().biased(ProofBias::new(1.0, ProofTerm::Rank)?);
    /// let mut player = Player::new(tree.position(), searcher, NodeValue);
    /// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn biased<B: Bias>(self, bias: B) -> MonteCarloTreeSearch<(), B> {
        MonteCarloTreeSearch { settings: self.settings, tree: Tree::growing(), memory: self.memory, bias }
    }
}

impl<M: Copy> MonteCarloTreeSearch<KeptMove<M>> {
    /// A searcher with these settings whose tree keeps each node's move, for games whose moves are slow to list.
    ///
    /// ```
    /// use bestply_monte_carlo_tree_search::{MonteCarloTreeSearch, Settings};
    /// use bestply_core::{Limit, Player};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
    /// let searcher = MonteCarloTreeSearch::keeping_moves(Settings::default());
    /// let mut player = Player::new(tree.position(), searcher, NodeValue);
    /// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn keeping_moves(settings: Settings) -> MonteCarloTreeSearch<KeptMove<M>> {
        Exploration::prepare();
        MonteCarloTreeSearch { settings, tree: Tree::new(), memory: Memory::default(), bias: () }
    }
}

/// The child with which the principal variation goes on.
///
/// For a proved node it is the child that proves the node.
/// For another node it is the child most often visited, and among equals the one with the better mean.
fn choose<N: BiasNumbers, K: Copy + Default>(tree: &Tree<Results<N>, K>, node: NodeId, side: Side) -> Option<usize> {
    let is_proved = tree.node(node).payload.proof.is_known();
    let standings = tree.children(node).enumerate().map(|(index, child)| {
        let Results { visits, proof, .. } = child.payload;
        let score = (if is_proved { 0 } else { visits }, side.orient(child.value()));
        (index, Standing::new(side, child.value(), proof, score))
    });
    let best = standings.reduce(|best, child| if child.1 > best.1 { child } else { best });
    best.map(|(index, _)| index)
}

impl<K: Copy + Default, B: Bias> Reset for MonteCarloTreeSearch<K, B> {
    fn reset(&mut self) {
        self.tree.clear();
    }
}

impl<P: Position, K: Keep<P>, B: Bias> Advance<P> for MonteCarloTreeSearch<K, B> {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        self.tree.advance_by(position, mv);
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        self.tree.line_after(position, mv, choose)
    }
}

impl<P: Position, E: Evaluator<P>, K: Keep<P>, B: Bias> Search<P, E> for MonteCarloTreeSearch<K, B> {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        let settings = self.settings.for_win_value(evaluator.properties().win_value);
        let mut search = TreeSearch::new(&mut self.tree, position, evaluator, limit, self.memory, observer);
        let stop = SimulationWalk::new(&mut search, &settings, self.bias, limit.depth).run();
        search.report_chosen(
            stop,
            |tree, node, side, _| choose(tree, node, side),
            |child, root_move| {
                // Means are estimates, not bounds.
                root_move.kind = ValueKind::Exact;
                (root_move.visits, root_move.proved) = (Some(child.payload.visits), child.payload.proof.is_known());
            },
        )
    }
}
