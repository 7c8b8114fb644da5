//! Best-first minimax (Korf & Chickering 1993).
//! It always expands next the leaf at the end of the current best line of play.
//!
//! **The key decision** is the paper's section 4.
//! The search keeps its tree, also from move to move, and is controlled by the recursion of its linear-space form,
//! RBFMS.
//! Each node on the principal variation has bounds, and the search leaves a node once its value is outside its bounds.
//! Children are evaluated one at a time.
//! As soon as one child takes its parent's value outside the bounds, the other children are not generated.
//! The parent is then *partially expanded*, and its value is a bound.
//! If the search comes back to the parent, its expansion resumes where it stopped.
//! No node is evaluated twice.
//!
//! With a depth limit *d* the search ends when the node chosen for expansion lies at depth *d* or deeper,
//! or is terminal.
//!
//! Cost: the time of each evaluation, and of replaying the moves from where the principal variation branched off.
//! Memory grows by eight bytes for each evaluation,
//! and by the slots reserved for the rest of partially expanded groups.
//!
//! ```
//! use bestply_best_first::BestFirst;
//! use bestply_core::{Limit, Searcher, Stop};
//! use bestply_explicit_game::{ExplicitTree, NodeValue};
//!
//! // Figure 1 of the paper.
//! let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))").unwrap();
//! let report = BestFirst::default().search(&mut tree.position(), &mut NodeValue, &Limit::new().depth(2));
//! assert_eq!((report.best_move, report.value, report.stop), (Some(1), Some(2), Stop::Terminal));
//! assert_eq!(report.counts.evaluations, 6);
//! ```

mod batches;
mod leaders;
mod runners_up;
mod window;

use std::convert::Infallible;
use std::num::NonZeroUsize;

use bestply_core::{
    Advance, Bounds, Evaluator, Limit, Observer, Position, Report, Reset, Search, Side, Stop, Value, ValueKind,
};
use bestply_recursive_best_first::{RecursiveBestFirst, Start};
use bestply_tree::{Beyond, Children, Expansion, Keep, KeptMove, Memory, NodeId, Rank, Step, Tree, TreeSearch};

use runners_up::{LEAST_CHILDREN, RunnersUp};

/// The best-first searcher, with its saved tree.
///
/// `K` is what the tree keeps of moves: by default nothing.
/// In games whose moves are slow to list, the tree can keep each node's move
/// ([`keeping_moves`](BestFirst::keeping_moves)).
pub struct BestFirst<K = ()> {
    /// The tree of the position searched last, or to be searched next.
    pub tree: Tree<(), K>,
    /// What the searcher does when the bytes of a limit are spent.
    pub memory: Memory,
    /// How many leaves are selected before their children are evaluated together.
    ///
    /// With 1, the default, this is the papers' algorithm.
    /// With more, each leaf is the principal leaf that there would be if the leaves before it were lost for the side
    /// that chose them.
    /// All children of each leaf are made.
    /// This serves evaluators that gain by batches.
    pub leaves: NonZeroUsize,
    /// How long the searcher saves its tree.
    pub saving: Saving,
}

/// How long a searcher saves its tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Saving {
    /// From move to move: what was searched below the move that is played is not searched again (section 5 of 1993).
    #[default]
    AcrossMoves,
    /// While it searches one move. Each move is searched from nothing, which shows what saving is worth.
    WithinAMove,
}

impl<K: Copy + Default> BestFirst<K> {
    fn new() -> BestFirst<K> {
        let (memory, saving) = (Memory::default(), Saving::default());
        BestFirst { tree: Tree::new(), memory, leaves: NonZeroUsize::MIN, saving }
    }
}

impl Default for BestFirst {
    fn default() -> BestFirst {
        BestFirst::new()
    }
}

impl<M: Copy> BestFirst<KeptMove<M>> {
    /// A searcher whose tree keeps each node's move, for games whose moves are slow to list.
    ///
    /// ```
    /// use bestply_best_first::BestFirst;
    /// use bestply_core::{Limit, Player};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
    /// let mut player = Player::new(tree.position(), BestFirst::keeping_moves(), NodeValue);
    /// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn keeping_moves() -> BestFirst<KeptMove<M>> {
        BestFirst::new()
    }
}

impl<K: Copy + Default> Reset for BestFirst<K> {
    fn reset(&mut self) {
        self.tree.clear();
    }
}

impl<P: Position, K: Keep<P>> Advance<P> for BestFirst<K> {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        match self.saving {
            Saving::AcrossMoves => self.tree.advance_by(position, mv),
            Saving::WithinAMove => {
                position.index_of(mv);
                self.tree.clear();
            }
        }
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        self.tree.line_after(position, mv, |_, _, _| None)
    }
}

impl<P: Position, E: Evaluator<P>, K: Keep<P>> Search<P, E> for BestFirst<K> {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        let mut search = TreeSearch::new(&mut self.tree, position, evaluator, limit, self.memory, observer);
        match self.leaves.get() {
            1 => {
                let stop = search_best_first(&mut search, limit.depth);
                search.report_stopped(stop)
            }
            leaves => {
                let stop = batches::search_in_batches(&mut search, limit.depth, leaves);
                search.report(stop, None)
            }
        }
    }
}

/// Best-first minimax from the root of a search, on the tree as it stands. `depth` is the depth limit in plies.
///
/// The search ends where [`TreeSearch::report_stopped`] reports.
pub fn search_best_first<P, E, O, K>(search: &mut TreeSearch<'_, P, E, O, (), K>, depth: Option<usize>) -> Stop
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    K: Keep<P>,
{
    let depth = depth.unwrap_or(usize::MAX);
    BestFirstSearch { search, depth, variation: Vec::new(), steps: Vec::new(), runners_up: Vec::new() }.run()
}

struct BestFirstSearch<'r, 's, P: Position, E, O, K> {
    search: &'r mut TreeSearch<'s, P, E, O, (), K>,
    depth: usize,
    /// The nodes on the principal variation, from the root down.
    variation: Vec<PrincipalNode>,
    steps: Vec<Step<P>>,
    /// The runners-up of those nodes of the variation that have very many children, from the root down.
    runners_up: Vec<RunnersUp>,
}

/// A node on the principal variation. Values are as the side to move sees them: larger is better.
struct PrincipalNode {
    side: Side,
    /// The node stays on the principal variation while its best child's value is within these bounds.
    bounds: Bounds,
    first_child: NodeId,
    contenders: Contenders,
}

impl<P, E, O, K> BestFirstSearch<'_, '_, P, E, O, K>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    K: Keep<P>,
{
    /// Searches from the root until a limit ends the search.
    fn run(mut self) -> Stop {
        let Err(stop) = self.walk();
        self.unwind();
        stop
    }

    /// The papers' `BFMAX` and `BFMIN` in one function.
    ///
    /// It goes down to the principal leaf, then up to the next node that stays on the principal variation, and so on.
    // Compiled apart from its caller, so that it has all registers for itself.
    // Compiled into it, random games take 2 % more instructions (bench `counts -- best-first`).
    #[inline(never)]
    fn walk(&mut self) -> Result<Infallible, Stop> {
        let mut bounds = Bounds::OPEN;
        loop {
            let mut is_left = self.enter(bounds)? == Entered::Left;
            bounds = loop {
                if is_left {
                    self.ascend();
                }
                let node = self.variation.last().expect("every value is within the root's bounds");
                is_left = !node.is_principal();
                if is_left {
                    self.leave();
                } else if self.search.can_ask_again(node.contenders.best.index()) {
                    self.ask_for_best()?;
                } else {
                    break self.descend();
                }
            };
        }
    }

    /// Turns to the node, and expands it as far as `bounds` ask for.
    #[inline(always)]
    fn enter(&mut self, bounds: Bounds) -> Result<Entered, Stop> {
        self.search.enter(bounds);
        let side = self.search.side();
        let oriented = bounds.orient(side);
        let beta = oriented.beta;
        // Children made before may take the node's value above beta already. Then no other child is made.
        let mut contenders = Contenders::among(self.search.children(), side);
        if self.search.evaluator().properties().searches {
            contenders = self.ask_on_entry(side, beta)?;
        }
        if self.search.node().expansion() != Expansion::Full && contenders.best.value() <= beta {
            self.check_depth()?;
            let expanded = self.search.expand_until(Bounds::OPEN, |index, value| {
                contenders.admit(Rank::exact(side.orient(value), index));
                contenders.best.value() > beta
            });
            if expanded == Err(Stop::Memory) && self.search.memory() == Memory::Linear {
                return self.search_in_linear_space(bounds).map(|()| Entered::Left);
            }
            expanded?;
            if self.search.evaluator().properties().searches {
                contenders = Contenders::among(self.search.children(), side);
            }
        }
        self.variation.push(PrincipalNode {
            side,
            bounds: oriented,
            first_child: self.search.first_child(),
            contenders,
        });
        Ok(Entered::Expanded)
    }

    /// Goes down to the best child, and returns the bounds within which this child stays the best.
    #[inline(always)]
    fn descend(&mut self) -> Bounds {
        let node = self.variation.last().expect("the search is at a node");
        let Contenders { best, second } = node.contenders;
        self.steps.push(self.search.descend(node.first_child, best.index()));
        Bounds { alpha: node.bounds.alpha.max(second.value()), ..node.bounds }.orient(node.side)
    }

    /// Leaves the node, whose value is outside its bounds.
    #[inline(always)]
    fn leave(&mut self) {
        let PrincipalNode { side, contenders, .. } = self.variation.pop().expect("the search is at a node");
        self.back_up(side, contenders.best);
        let depth = self.search.depth();
        self.runners_up.pop_if(|runners_up| runners_up.depth == depth);
    }

    /// Goes up to the parent, whose best child has been left.
    #[inline(always)]
    fn ascend(&mut self) {
        let step = self.steps.pop().expect("every value is within the root's bounds");
        let child = self.search.ascend(step);
        let node = self.variation.last_mut().expect("a step leads from each node to the next");
        let best = node.contenders.best;
        // The siblings have not changed, so the best of them is known. Only the second best must be found.
        let left = self.search.tree().node(child).rank(node.side, best.index());
        self.compare(left);
    }

    /// Compares the best child, whose rank may have fallen to `left`, with the others, which have not changed.
    #[inline(always)]
    fn compare(&mut self, left: Rank) {
        let node = self.variation.last_mut().expect("the search is at a node");
        let second = node.contenders.second;
        node.contenders.best = second.max(left);
        // A node that is left next needs no second best.
        if node.is_principal() {
            let (side, first_child) = (node.side, node.first_child);
            let second = match self.next_runner_up(left.min(second)) {
                Some(second) => second,
                None => self.find_second(side, first_child),
            };
            self.variation.last_mut().expect("it is there").contenders.second = second;
        }
    }

    /// Asks for the exact value of the best child, of which only a bound is known, and compares the children again.
    #[cold]
    fn ask_for_best(&mut self) -> Result<(), Stop> {
        let node = self.variation.last().expect("the search is at a node");
        let (side, first_child, best) = (node.side, node.first_child, node.contenders.best.index());
        self.search.ask_again(best, Bounds::OPEN)?;
        self.compare(self.search.tree().node(first_child.sibling(best)).rank(side, best));
        Ok(())
    }

    /// The best two children of a node just entered. Where only a bound is known of the best, it is asked for.
    ///
    /// A bound that alpha-beta left may be one from below, so that the node may be worth more than its children say.
    #[cold]
    fn ask_on_entry(&mut self, side: Side, beta: Value) -> Result<Contenders, Stop> {
        loop {
            let contenders = Contenders::among(self.search.children(), side);
            let is_left_anyway = contenders.best == Rank::NONE || contenders.best.value() > beta;
            if is_left_anyway || !self.search.can_ask_again(contenders.best.index()) {
                return Ok(contenders);
            }
            self.search.ask_again(contenders.best.index(), Bounds::OPEN)?;
            if self.search.node().expansion() == Expansion::Full {
                return Ok(Contenders::among(self.search.children(), side));
            }
        }
    }

    /// The second best child, if the runners-up of this node are known and tell it. `candidate` is compared with them.
    #[inline(always)]
    fn next_runner_up(&mut self, candidate: Rank) -> Option<Rank> {
        let depth = self.search.depth();
        let runners_up = self.runners_up.last_mut().filter(|runners_up| runners_up.depth == depth)?;
        runners_up.second(candidate)
    }

    /// The second best child, by a look at all children. If there are very many, the next best ones are noted.
    #[inline(always)]
    fn find_second(&mut self, side: Side, first_child: NodeId) -> Rank {
        let (Contenders { second, .. }, count) = Contenders::count_among(self.search.siblings(first_child), side);
        if count >= LEAST_CHILDREN {
            self.note_runners_up(side, first_child);
        }
        second
    }

    #[cold]
    fn note_runners_up(&mut self, side: Side, first_child: NodeId) {
        let depth = self.search.depth();
        self.runners_up.pop_if(|runners_up| runners_up.depth == depth);
        let ranks = self.search.siblings(first_child).enumerate().map(|(index, child)| child.rank(side, index));
        self.runners_up.push(RunnersUp::among(depth, ranks.collect()));
    }

    /// Goes up to the root from where a limit ended the search, and backs up the values found.
    #[cold]
    fn unwind(&mut self) {
        while let Some(step) = self.steps.pop() {
            self.search.ascend(step);
            let side = self.search.side();
            self.back_up(side, Contenders::among(self.search.children(), side).best);
        }
    }

    /// Searches the node in linear space, since the tree has no room for its children. Only the node's value stays.
    #[cold]
    fn search_in_linear_space(&mut self, bounds: Bounds) -> Result<(), Stop> {
        let value = self.search.node().value();
        let Beyond { path, bytes, position, evaluator, meter, observer } = self.search.beyond();
        let start = Start { path, depth: Some(self.depth), bytes };
        let searcher = RecursiveBestFirst::default();
        let outcome = searcher.search_below(position, evaluator, meter, observer, start, (value, bounds));
        self.search.set_value(outcome.value, ValueKind::Exact);
        self.search.was_beyond(outcome.nodes, outcome.bytes, &outcome.stopped_at);
        outcome.stop.map_or(Ok(()), Err)
    }

    /// Stops at a node chosen for expansion if it is terminal or at the depth limit.
    #[inline(always)]
    fn check_depth(&mut self) -> Result<(), Stop> {
        if self.search.is_terminal() {
            Err(self.search.stopped(Stop::Terminal))
        } else if self.search.depth() >= self.depth {
            Err(self.search.stopped(Stop::Depth))
        } else {
            Ok(())
        }
    }

    /// Gives the node the value of its best child.
    #[inline(always)]
    fn back_up(&mut self, side: Side, best: Rank) {
        self.search.set_value(side.orient(best.value()), best.kind());
    }
}

/// What became of a node that the search turned to.
#[derive(PartialEq)]
enum Entered {
    /// The node is expanded as far as its bounds ask for.
    Expanded,
    /// The node was searched without the tree, and left.
    Left,
}

impl PrincipalNode {
    /// Whether the best child's value keeps the node on the principal variation.
    #[inline(always)]
    fn is_principal(&self) -> bool {
        self.bounds.contains(self.contenders.best.value())
    }
}

/// The best child of a node, which the principal variation goes through, and the second best, which comes next.
#[derive(Clone, Copy)]
struct Contenders {
    best: Rank,
    second: Rank,
}

impl Contenders {
    /// The best two of the children made so far.
    #[inline(always)]
    fn among<K>(children: Children<'_, (), K>, side: Side) -> Contenders {
        Contenders::count_among(children, side).0
    }

    /// The best two of the children made so far, and the number of children made.
    #[inline(always)]
    fn count_among<K>(children: Children<'_, (), K>, side: Side) -> (Contenders, usize) {
        let none = Contenders { best: Rank::NONE, second: Rank::NONE };
        children.fold((none, 0), |(mut contenders, index), child| {
            contenders.admit(child.rank(side, index));
            (contenders, index + 1)
        })
    }

    /// Compares a child that was not compared so far with the best two.
    #[inline(always)]
    fn admit(&mut self, child: Rank) {
        self.second = self.second.max(child.min(self.best));
        self.best = self.best.max(child);
    }
}
