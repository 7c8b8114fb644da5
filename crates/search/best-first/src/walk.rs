//! The papers' `BFMAX` and `BFMIN` in one function.

use std::convert::Infallible;

use bestply_core::{Bounds, Evaluator, Observer, Position, Side, Stop};
use bestply_tree::{Children, Expansion, Keep, Memory, NodeId, Rank, Step, TreeSearch};

use crate::runners_up::RunnersUp;

/// One search: a walk down the principal variation and up again.
pub(crate) struct PrincipalWalk<'r, 's, P: Position, E, O, K> {
    pub(crate) search: &'r mut TreeSearch<'s, P, E, O, (), K>,
    pub(crate) depth: usize,
    /// The nodes above the one that the walk is at, from the root down.
    parents: Vec<PrincipalParent<P>>,
    /// The runners-up of those nodes of the variation that have very many children, from the root down.
    pub(crate) runners_up: Vec<RunnersUp>,
}

/// An expanded node on the principal variation: the variables of one call of `BFMAX` or `BFMIN`.
///
/// Values are as the side to move sees them: larger is better.
pub(crate) struct PrincipalNode {
    pub(crate) side: Side,
    /// The node stays on the principal variation while its best child's value is within these bounds.
    bounds: Bounds,
    pub(crate) first_child: NodeId,
    pub(crate) contenders: Contenders,
}

/// A node whose best child is searched, and the step to that child.
struct PrincipalParent<P: Position> {
    frame: PrincipalNode,
    step: Step<P>,
}

impl<'r, 's, P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>> PrincipalWalk<'r, 's, P, E, O, K> {
    /// A walk that has not begun, from the root of a search. `depth` is the depth limit in plies.
    pub(crate) fn new(search: &'r mut TreeSearch<'s, P, E, O, (), K>, depth: Option<usize>) -> Self {
        PrincipalWalk { search, depth: depth.unwrap_or(usize::MAX), parents: Vec::new(), runners_up: Vec::new() }
    }

    /// Searches from the root until a limit ends the search.
    pub(crate) fn run(mut self) -> Stop {
        let Err(stop) = self.best_first();
        self.unwind();
        stop
    }

    /// It goes down to the principal leaf, then up to the next node that stays on the principal variation, and so on.
    // Compiled apart from its caller, so that it has all registers for itself.
    // Compiled into it, random games take 2 % more instructions (bench `counts -- best-first`).
    #[inline(never)]
    fn best_first(&mut self) -> Result<Infallible, Stop> {
        let mut bounds = Bounds::OPEN;
        loop {
            let mut frame = match self.enter(bounds)? {
                Some(frame) => frame,
                None => self.ascend(),
            };
            loop {
                if !frame.is_principal() {
                    self.leave(&frame);
                    frame = self.ascend();
                } else if self.search.can_ask_again(frame.contenders.best.index()) {
                    self.ask_for_best(&mut frame)?;
                } else {
                    break;
                }
            }
            bounds = self.descend(frame);
        }
    }

    /// Turns to the node, and expands it as far as `bounds` ask for; `None` if it was searched without the tree.
    #[inline(always)]
    fn enter(&mut self, bounds: Bounds) -> Result<Option<PrincipalNode>, Stop> {
        self.search.enter(bounds);
        let side = self.search.side();
        let oriented = bounds.orient(side);
        let beta = oriented.beta;
        // Children made before may take the node's value above beta already. Then no other child is made.
        let mut contenders = Contenders::among(self.search.children(), side);
        if self.search.evaluator_searches() {
            contenders = self.ask_on_entry(side, beta)?;
        }
        // An expansion is resumed only where the children made do not take the value above the new beta (D4).
        if self.search.node().expansion() != Expansion::Full && contenders.best.value() <= beta {
            self.check_depth()?;
            let expanded = self.search.expand_until(Bounds::OPEN, |index, value| {
                contenders.admit(Rank::exact(side.orient(value), index));
                contenders.best.value() > beta
            });
            // RBFMS finds the node's value in the stack alone; the tree keeps that value and no child (15.4).
            if expanded == Err(Stop::Memory) && self.search.memory() == Memory::Linear {
                return self.search_in_linear_space(bounds).map(|()| None);
            }
            expanded?;
            if self.search.evaluator_searches() {
                // A quiescence search may say of a child's value that it is a bound, which the rank above does not.
                contenders = Contenders::among(self.search.children(), side);
            }
        }
        Ok(Some(PrincipalNode { side, bounds: oriented, first_child: self.search.first_child(), contenders }))
    }

    /// Goes down to the best child, and returns the bounds within which this child stays the best.
    #[inline(always)]
    fn descend(&mut self, frame: PrincipalNode) -> Bounds {
        let Contenders { best, second } = frame.contenders;
        let step = self.search.descend(frame.first_child, best.index());
        let Bounds { alpha, beta } = frame.bounds;
        // As soon as the child is worse than its best sibling, the variation turns to that one (1993, section 3).
        let bounds = Bounds { alpha: alpha.max(second.value()), beta }.orient(frame.side);
        self.parents.push(PrincipalParent { frame, step });
        bounds
    }

    /// Leaves the node, whose value is outside its bounds.
    #[inline(always)]
    fn leave(&mut self, frame: &PrincipalNode) {
        self.back_up(frame.side, frame.contenders.best);
        self.forget_runners_up();
    }

    /// Goes up to the parent, whose best child has been left.
    #[inline(always)]
    fn ascend(&mut self) -> PrincipalNode {
        let PrincipalParent { mut frame, step } = self.parents.pop().expect("every value is within the root's bounds");
        let child = self.search.ascend(step);
        // The siblings have not changed, so the best of them is known. Only the second best must be found.
        let best = frame.contenders.best.index();
        let left = self.search.tree().node(child).rank(frame.side, best);
        self.compare(&mut frame, left);
        frame
    }

    /// Compares the best child, whose rank may have fallen to `left`, with the others, which have not changed.
    #[inline(always)]
    pub(crate) fn compare(&mut self, frame: &mut PrincipalNode, left: Rank) {
        let second = frame.contenders.second;
        frame.contenders.best = second.max(left);
        // A node that is left next needs no second best.
        if frame.is_principal() {
            frame.contenders.second = match self.next_runner_up(left.min(second)) {
                Some(second) => second,
                None => self.find_second(frame.side, frame.first_child),
            };
        }
    }

    /// Goes up to the root from where a limit ended the search, and backs up the values found.
    #[cold]
    fn unwind(&mut self) {
        while let Some(PrincipalParent { step, .. }) = self.parents.pop() {
            self.search.ascend(step);
            let side = self.search.side();
            // The child has another value than when the contenders were compared.
            self.back_up(side, Contenders::among(self.search.children(), side).best);
        }
    }

    /// Stops at a node chosen for expansion if it is terminal or at the depth limit.
    #[inline(always)]
    fn check_depth(&mut self) -> Result<(), Stop> {
        // Before the depth, so that a finished leaf at the limit is reported as finished (D14).
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

impl PrincipalNode {
    /// Whether the best child's value keeps the node on the principal variation.
    #[inline(always)]
    fn is_principal(&self) -> bool {
        self.bounds.contains(self.contenders.best.value())
    }
}

/// The best child of a node, which the principal variation goes through, and the second best, which comes next.
#[derive(Clone, Copy)]
pub(crate) struct Contenders {
    pub(crate) best: Rank,
    pub(crate) second: Rank,
}

impl Contenders {
    /// The best two of the children made so far.
    #[inline(always)]
    pub(crate) fn among<K>(children: Children<'_, (), K>, side: Side) -> Contenders {
        Contenders::count_among(children, side).0
    }

    /// The best two of the children made so far, and the number of children made.
    #[inline(always)]
    pub(crate) fn count_among<K>(children: Children<'_, (), K>, side: Side) -> (Contenders, usize) {
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
