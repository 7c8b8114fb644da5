//! Recursive best-first minimax search, RBFMS: best-first minimax in memory linear in depth (Korf 1992; Korf &
//! Chickering 1993, section 3).
//!
//! Best-first minimax always expands next the leaf at the end of the current best line of play,
//! and so needs its whole tree.
//! RBFMS holds only the principal variation and the siblings of its nodes.
//! Each node on the principal variation has bounds.
//! Once a node's value is outside its bounds, the search leaves the node, frees its children,
//! and stores only its value.
//! If the node is chosen again, its children are made again.
//! New nodes are expanded in the same order as if the tree had been kept.
//!
//! It serves searches whose tree would outgrow memory, and evaluations that cost less than the memory to keep them.
//! It is also the purest form of the algorithm.
//! Where the tree fits into memory, `bestply-best-first` makes no node twice.
//!
//! **The key decision** is that a child is made again *as it was*.
//! The child's second search repeats the first step by step, up to where the first ended.
//! This makes the simple form of 1993 right.
//! It also tells, in a constant amount of memory,
//! which children are made for the first time and which again (the two counts of a report).
//!
//! # The two forms
//!
//! The three-argument form of 1993 and the four-argument form of 1992 are one function here, see [`Form`].
//! In the form of 1992, children inherit their parent's stored value.
//! **As long as the sides alternate, nothing is ever inherited**, and the two "behave identically",
//! as the paper of 1993 found to its surprise.
//! The reason is the following.
//! A child of a MAX node is left when its value falls below alpha.
//! The child is a MIN node,
//! so a child of *its* with a static value below alpha would have been enough to leave it at once.
//! So none of those static values is less than the stored value, and inheriting asks for a smaller one.
//!
//! Where the same side moves twice, there is something to inherit (up to 8 % of all generations on random trees).
//! There the report's rule is unsound.
//! A MAX node's stored value V is the maximum of its children's last values.
//! A child with a static value above V was therefore expanded before, and is worth V *at most*.
//! So far the rule is right, whichever side moves at the child.
//! But the report then takes V for the child's own stored value.
//! If MIN moves at the child, it takes V for the *minimum* of the grandchildren's values, which may be less than V.
//! The grandchildren then inherit too much.
//! The sound rule, which this crate implements, is:
//! **a node hands its stored value down only if the side that moves at the node also moved at its parent.**
//! Then the value bounds everything below in the same direction, and the node was left fully expanded.
//! Otherwise, with children made one at a time, children that were never made would inherit as well.
//!
//! # Has it been expanded before?
//!
//! The report asks whether the stored value differs from the static one.
//! Here a flag is stored with the value instead, so that the static value need not be kept.
//! The two always agree.
//! A child is chosen while its value is within its bounds, and left once it is outside,
//! always on the side that is worse for its parent.
//! From its static value on, the value only gets worse.
//!
//! # Ties
//!
//! Where no two values are equal,
//! RBFMS expands for the first time the same nodes in the same order as best-first minimax, and makes the same move.
//! Among equal values it chooses the lower index,
//! and the node on the principal variation keeps its place while it is not worse.
//! One thing differs.
//! Best-first on a saved tree compares a node's children afresh when it comes back to the node.
//! Here the node's search is repeated, and among equals goes where it went before.
//!
//! # Cost
//!
//! Each generation is one static evaluation, repeated ones included, as in the papers.
//! Memory is eight bytes for each child of a node on the principal variation,
//! at most *b·d* children for branching factor *b* and depth *d*, however long the search.
//! These are the bytes that a report counts and that a limit limits.
//! Nothing is kept from move to move.
//!
//! Only the name says "recursive": the calls of `BFMAX` and `BFMIN` are on a stack of their own.
//! Each ply of the principal variation takes some fifty bytes and an undo there.
//! So a game of a million plies can be searched in a thread with a stack of the usual size.
//!
//! When a node is left, the best of its siblings is found anew.
//! This takes a look at all of them, or time logarithmic in their number where they are a thousand or more.
//!
//! The search ends in every finite game.
//! While a node is on the stack, each of its children gets worse for it every time the child is left,
//! and there are finitely many values.
//! A terminal node within its bounds could never be left, and stops the search.
//!
//! # What an observer is told
//!
//! A chosen node is [`Entered`] and [`Chosen`].
//! Then its children are [`Generated`], and it is [`Expanded`] unless it has none.
//! Next, children that inherit a value are [`BackedUp`], as bounds.
//! When the node is left, it is [`BackedUp`] and [`Freed`].
//! When a limit or a terminal node ends the search, the nodes above on the principal variation are [`BackedUp`],
//! the lowest first.
//!
//! [`Entered`]: bestply_core::Event::Entered
//! [`Chosen`]: bestply_core::Event::Chosen
//! [`Generated`]: bestply_core::Event::Generated
//! [`Expanded`]: bestply_core::Event::Expanded
//! [`BackedUp`]: bestply_core::Event::BackedUp
//! [`Freed`]: bestply_core::Event::Freed
//!
//! ```
//! use bestply_core::{Limit, Searcher, Stop};
//! use bestply_explicit_game::{ExplicitTree, NodeValue};
//! use bestply_recursive_best_first::RecursiveBestFirst;
//!
//! // Figures 1 and 2 of the paper of 1993.
//! let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))").unwrap();
//! let report = RecursiveBestFirst::default().search(&mut tree.position(), &mut NodeValue, &Limit::new().depth(2));
//! assert_eq!((report.best_move, report.value, report.stop), (Some(1), Some(2), Stop::Terminal));
//! // Best-first minimax makes 6 children, once. Here the right move's two are made again.
//! assert_eq!((report.counts.first_generations, report.counts.generations), (6, 8));
//! ```

mod replay;
mod stack;
mod walk;

use bestply_core::{
    Advance, Bounds, Evaluator, Generation, Limit, Meter, Observer, Position, Report, Reset, Search, Stop, Value,
};
use walk::LinearWalk;

/// Which of the papers' two algorithms a searcher is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// Three arguments: a node's children start from their static values (Korf & Chickering 1993, section 3).
    #[default]
    Paper1993,
    /// Four arguments: a node is searched with the value stored with it (Korf 1992, section 3).
    ///
    /// The node's children inherit this value where theirs are known to be no better.
    /// The form is made sound for sides that move twice.
    Report1992,
}

impl Form {
    /// How the paper of this form makes children: one at a time in 1993, all at once in 1992.
    ///
    /// ```
    /// use bestply_core::Generation;
    /// use bestply_recursive_best_first::Form;
    ///
    /// assert_eq!(Form::Paper1993.generation(), Generation::OneAtATime);
    /// ```
    pub fn generation(self) -> Generation {
        match self {
            Form::Paper1993 => Generation::OneAtATime,
            Form::Report1992 => Generation::All,
        }
    }
}

/// The recursive best-first searcher. It consists of its settings, for it keeps no tree.
///
/// With a depth limit *d* the search ends when the node chosen for expansion lies at depth *d* or deeper,
/// or is terminal, as best-first's search does.
/// Once the bytes of a limit are spent, the search stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecursiveBestFirst {
    /// Which of the two algorithms it is.
    pub form: Form,
    /// How many children it makes at once.
    ///
    /// With one at a time, an expansion ends early as soon as a child takes the node outside its bounds.
    pub generation: Generation,
}

impl RecursiveBestFirst {
    /// The searcher as the paper of this form has it.
    ///
    /// ```
    /// use bestply_recursive_best_first::{Form, RecursiveBestFirst};
    /// use bestply_core::{Limit, Player};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
    /// let mut player = Player::new(tree.position(), RecursiveBestFirst::new(Form::Report1992), NodeValue);
    /// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn new(form: Form) -> RecursiveBestFirst {
        RecursiveBestFirst { form, generation: form.generation() }
    }

    /// Searches a node of another searcher's tree that has no room for the node's children.
    ///
    /// The search lasts as long as the node's value is within `bounds`; `value` is its value so far.
    /// `position` is the node's position, and `meter` counts for both searchers.
    pub fn search_below<P: Position, E: Evaluator<P>, O: Observer + ?Sized>(
        &self,
        position: &mut P,
        evaluator: &mut E,
        meter: &mut Meter<'_>,
        observer: &mut O,
        start: NodeStart,
        (value, bounds): (Value, Bounds),
    ) -> NodeOutcome {
        let mut walk = LinearWalk::new(*self, position, evaluator, meter, observer, start);
        let left = walk.run(value, bounds);
        walk.outcome(left)
    }
}

/// Where a search begins, and how far it may go.
#[derive(Clone, Debug, Default)]
pub struct NodeStart {
    /// The child indices from the root of the whole search to the node.
    pub path: Vec<usize>,
    /// The depth limit, counted from that root.
    pub depth: Option<usize>,
    /// The most bytes that the stack may take.
    pub bytes: Option<usize>,
}

/// How the search of a node ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeOutcome {
    /// The node's value: outside the bounds unless the search was stopped.
    pub value: Value,
    /// Whether the value is only a bound.
    pub bound: bool,
    /// Why the search was stopped, if it was.
    pub stop: Option<Stop>,
    /// The child indices from the root of the whole search to where it was stopped.
    pub stopped_at: Vec<usize>,
    /// The most nodes held at once.
    pub nodes: usize,
    /// The bytes taken for them.
    pub bytes: usize,
}

impl Reset for RecursiveBestFirst {
    /// Nothing is kept.
    fn reset(&mut self) {}
}

impl<P: Position> Advance<P> for RecursiveBestFirst {
    /// Nothing is kept from move to move.
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        position.index_of(mv);
    }
}

impl<P: Position, E: Evaluator<P>> Search<P, E> for RecursiveBestFirst {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        let mut meter = Meter::start(limit);
        let start = NodeStart { path: Vec::new(), depth: limit.depth, bytes: limit.bytes };
        let mut walk = LinearWalk::new(*self, position, evaluator, &mut meter, observer, start);
        let stop = walk.run(0, Bounds::OPEN).stop;
        walk.report(stop.expect("every value is within the root's bounds, so only a stop ends its search"))
    }
}
