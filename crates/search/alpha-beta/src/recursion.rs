//! Alpha-beta itself: near the horizon by calls, farther above with its nodes on the heap, so that the call stack
//! limits no search.

use std::marker::PhantomData;

use bestply_core::{Bounds, Evaluator, Generation, Observer, Position, Side, Stop, Value};
use bestply_tree::{Children, Expansion, Keep, NodeId, Rank, Step, TreeSearch};

use crate::singular::{Extended, Extensions, NoExtensions, Phase};
use crate::{Fail, Settings};

/// An alpha-beta search that a limit cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted {
    /// The limit.
    pub stop: Stop,
    /// The best child of the root among those searched to the end.
    pub best: Option<usize>,
}

/// What a complete alpha-beta search reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// There are nodes beyond the horizon, so that a deeper search may find another value.
    Horizon,
    /// Every line that was searched ends above the horizon.
    EndOfGame,
}

/// Alpha-beta to `depth` plies below the root of a search, on the tree as it stands.
///
/// # Errors
///
/// The limit that cut the search short.
pub fn search_alpha_beta<P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>>(
    search: &mut TreeSearch<'_, P, E, O, (), K>,
    depth: usize,
    settings: Settings,
) -> Result<Reach, Interrupted> {
    search_extending(search, settings, depth, depth)
}

/// Alpha-beta to `depth` plies below the node, where no line is extended by more than `most_extensions` plies.
fn search_extending<P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>>(
    search: &mut TreeSearch<'_, P, E, O, (), K>,
    settings: Settings,
    depth: usize,
    most_extensions: usize,
) -> Result<Reach, Interrupted> {
    match settings.singular {
        None => Recursion::<_, _, _, _, NoExtensions>::new(search, settings, depth, most_extensions).search(),
        Some(_) => Recursion::<_, _, _, _, Extended>::new(search, settings, depth, most_extensions).search(),
    }
}

/// Searches to depth 1, 2, 3 and so on, until every line ends above the horizon.
///
/// `completed` is the last depth searched in full.
/// Where moves are forced from the root on, they are made once, and not by every iteration.
pub(crate) fn deepen<P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>>(
    search: &mut TreeSearch<'_, P, E, O, (), K>,
    settings: Settings,
    completed: &mut Option<usize>,
) -> Result<(), Interrupted> {
    let mut forced = Vec::new();
    let mut outcome = Ok(Reach::Horizon);
    for depth in 1.. {
        // At least one ply is left to be searched below the forced moves.
        while depth - forced.len() > 1 && is_forced(search) {
            let first_child = search.first_child();
            forced.push(search.descend(first_child, 0));
        }
        outcome = search_extending(search, settings, depth - forced.len(), depth);
        if outcome.is_ok() {
            *completed = Some(depth);
        }
        // Where no line reached the horizon, a deeper iteration would find the same.
        if outcome != Ok(Reach::Horizon) {
            break;
        }
    }
    let is_at_root = forced.is_empty();
    while let Some(step) = forced.pop() {
        let (value, kind) = (search.node().value(), search.node().kind());
        search.ascend(step);
        search.set_value(value, kind);
    }
    // Below forced moves the best child is one of another node than the root.
    outcome.map(|_| ()).map_err(|Interrupted { stop, best }| Interrupted { stop, best: best.filter(|_| is_at_root) })
}

/// Whether the node has a single move, and its child has been made.
fn is_forced<P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>>(search: &TreeSearch<'_, P, E, O, (), K>) -> bool {
    search.node().expansion() == Expansion::Full && search.children().nth(1).is_none()
}

/// The recursion of alpha-beta. Inside it, values are as the side to move sees them: larger is better.
pub(crate) struct Recursion<'r, 's, P: Position, E, O, K, S> {
    pub(crate) search: &'r mut TreeSearch<'s, P, E, O, (), K>,
    settings: Settings,
    /// How deep the node at which the recursion began is searched.
    pub(crate) depth: usize,
    /// The most plies by which a line is extended.
    pub(crate) most_extensions: usize,
    /// The steps from the node at which the recursion began to the node that the search is at.
    pub(crate) steps: Vec<Step<P>>,
    /// The children of each node on the way to the node, from the first node down.
    /// Behind those of the last node are those of nodes that were left.
    open: Vec<Rank>,
    best_at_root: Option<usize>,
    pub(crate) reach: Reach,
    extensions: PhantomData<S>,
}

/// A node whose children are being searched. Each ply has one beside its nodes, so that its numbers are small.
pub(crate) struct AlphaBetaFrame {
    pub(crate) side: Side,
    pub(crate) depth: usize,
    pub(crate) bounds: Bounds,
    /// The best value found so far, once a child was searched.
    pub(crate) best: Value,
    pub(crate) best_child: u32,
    pub(crate) first_child: NodeId,
    /// Where the ranks of the node's children begin and end.
    bottom: u32,
    top: u32,
    pub(crate) taken: u32,
    /// The child being searched.
    pub(crate) child: u32,
    /// The second best of the children as they were listed, [`Rank::NONE`] where there is none.
    second: Rank,
    pub(crate) phase: Phase,
    /// Whether the node is searched to test a node above it. Nothing is tested for that.
    pub(crate) is_tested: bool,
}

impl<'r, 's, P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>, S: Extensions> Recursion<'r, 's, P, E, O, K, S> {
    /// A search of the node, `depth` plies deep.
    fn new(
        search: &'r mut TreeSearch<'s, P, E, O, (), K>,
        settings: Settings,
        depth: usize,
        most_extensions: usize,
    ) -> Self {
        let open = std::mem::take(search.ranks_mut());
        Recursion {
            search,
            settings,
            depth,
            most_extensions,
            steps: Vec::new(),
            open,
            best_at_root: None,
            reach: Reach::EndOfGame,
            extensions: PhantomData,
        }
    }

    fn search(mut self) -> Result<Reach, Interrupted> {
        let outcome = self.walk();
        while let Some(step) = self.steps.pop() {
            self.search.ascend(step);
        }
        *self.search.ranks_mut() = self.open;
        outcome.map(|()| self.reach).map_err(|stop| Interrupted { stop, best: self.best_at_root })
    }

    /// Goes down to a node, then up with its value to the next node that has a child left, and so on.
    fn walk(&mut self) -> Result<(), Stop> {
        let mut nodes: Vec<AlphaBetaFrame> = Vec::new();
        self.search.enter(Bounds::OPEN);
        if self.enter(&mut nodes, self.depth, Side::Max, Bounds::OPEN)?.is_some() {
            return Ok(());
        }
        while let Some(node) = nodes.last_mut() {
            let Some((depth, bounds)) = self.next(node) else {
                let value = self.leave(node.side, node.bounds, node.best);
                nodes.pop();
                if let Some((parent, step)) = nodes.last_mut().zip(self.steps.pop()) {
                    let child = self.search.ascend(step);
                    self.back_up(parent, child, value);
                }
                continue;
            };
            let side = node.side;
            let (step, asked) = self.go_down(node, depth, bounds);
            match asked.and_then(|()| self.enter(&mut nodes, depth, side, bounds)) {
                Ok(Some(value)) => {
                    let parent = nodes.last_mut().expect("the node has a parent");
                    let child = self.search.ascend(step);
                    self.back_up(parent, child, value);
                }
                Ok(None) => self.steps.push(step),
                Err(stop) => {
                    self.steps.push(step);
                    return Err(stop);
                }
            }
        }
        Ok(())
    }

    /// Searches the node `depth` plies deep, within these bounds as `parent` sees them.
    /// Returns its value, if calls find it. Otherwise the node's children are to be searched.
    #[inline(always)]
    fn enter(
        &mut self,
        nodes: &mut Vec<AlphaBetaFrame>,
        depth: usize,
        parent: Side,
        bounds: Bounds,
    ) -> Result<Option<Value>, Stop> {
        let above = nodes.last();
        let bottom = above.map_or(0, |above| above.top);
        if depth <= S::PLIES_BY_CALLS {
            return self.search_node(depth, parent, bounds, bottom).map(Some);
        }
        if self.search.is_terminal() {
            return Ok(Some(self.search.node().value()));
        }
        let is_tested = S::EXTENDS && above.is_some_and(AlphaBetaFrame::tests);
        let side = self.search.side();
        let node = self.open_node(side, seen_by(side, parent, bounds), depth, bottom)?;
        nodes.push(AlphaBetaFrame { is_tested, ..node });
        Ok(None)
    }

    /// Searches the node `depth` plies deep, by calls, and returns its value.
    ///
    /// `bottom` is where the ranks of its children begin.
    // Bounds come as the parent sees them, so that they are turned round once on the way down.
    #[inline(always)]
    fn search_node(&mut self, depth: usize, parent: Side, bounds: Bounds, bottom: u32) -> Result<Value, Stop> {
        if depth == 0 || self.search.is_terminal() {
            // Also where an earlier search expanded the node: the static value is gone, and another would cost (D11).
            return Ok(self.search.node().value());
        }
        let side = self.search.side();
        let bounds = seen_by(side, parent, bounds);
        match depth {
            1 => self.evaluate_children(side, bounds),
            _ => self.search_children(side, bounds, depth, bottom),
        }
    }

    /// Farther above the horizon: searches the children.
    // Compiled apart from its caller, like `evaluate_children`.
    #[inline(never)]
    fn search_children(&mut self, side: Side, bounds: Bounds, depth: usize, bottom: u32) -> Result<Value, Stop> {
        let mut node = self.open_node(side, bounds, depth, bottom)?;
        while let Some((depth, bounds)) = self.next(&mut node) {
            let (step, asked) = self.go_down(&node, depth, bounds);
            let value = asked.and_then(|()| self.search_node(depth, side, bounds, node.top));
            let child = self.search.ascend(step);
            self.back_up(&mut node, child, value?);
        }
        Ok(self.leave(side, bounds, node.best))
    }

    /// A node whose children are to be searched.
    #[inline(always)]
    fn open_node(&mut self, side: Side, bounds: Bounds, depth: usize, bottom: u32) -> Result<AlphaBetaFrame, Stop> {
        let first_child = self.search.expand_for_choice()?;
        Ok(AlphaBetaFrame {
            side,
            depth,
            bounds,
            best: Value::MIN,
            best_child: 0,
            first_child,
            bottom,
            top: bottom,
            taken: 0,
            child: 0,
            second: Rank::NONE,
            phase: Phase::Children,
            is_tested: false,
        })
    }

    /// Turns a node to the child to be searched next. Returns how deep, and within which bounds; `None` where the node
    /// has its value.
    #[inline(always)]
    fn next(&mut self, node: &mut AlphaBetaFrame) -> Option<(usize, Bounds)> {
        match self.next_child(node) {
            Some(_) => Some((node.depth - 1, node.bounds_of_child())),
            None if S::EXTENDS => {
                let (child, depth, bounds) = self.next_singular(self.settings.singular?, node)?;
                node.child = child as u32;
                Some((depth, bounds))
            }
            None => None,
        }
    }

    /// One level above the horizon: evaluates the children one at a time. Children that are already made cost nothing.
    // Compiled apart from its caller, so that it has all registers for itself.
    #[inline(never)]
    fn evaluate_children(&mut self, side: Side, bounds: Bounds) -> Result<Value, Stop> {
        self.reach = Reach::Horizon;
        if self.settings.generation == Generation::All {
            self.search.expand_for_choice()?;
        }
        // The children already made come first: they cost nothing, and may cut off (7.3).
        let mut best = if self.search.evaluator_searches() {
            self.ask_within(side, bounds)?
        } else {
            self.search.children().fold(Value::MIN, |best, child| best.max(side.orient(child.value())))
        };
        // As good as the bound is enough (D9).
        if best < bounds.beta {
            self.search.expand_until(bounds.orient(side), |_, value| {
                best = best.max(side.orient(value));
                best >= bounds.beta
            })?;
        }
        Ok(self.leave(side, bounds, best))
    }

    /// The best value of the children that are made, up to a cut-off; the least where there are none.
    ///
    /// Where a search of the evaluator found only a bound, within other bounds, it is asked again within these.
    #[cold]
    fn ask_within(&mut self, side: Side, mut bounds: Bounds) -> Result<Value, Stop> {
        let mut best = Value::MIN;
        for index in 0..self.search.children_made() {
            if best >= bounds.beta {
                break;
            }
            if self.search.can_ask_again(index) {
                self.search.ask_again(index, bounds.orient(side))?;
            }
            let child = self.search.first_child().sibling(index);
            best = best.max(side.orient(self.search.tree().node(child).value()));
            bounds.alpha = bounds.alpha.max(best);
        }
        Ok(best)
    }

    /// Goes to the next child, which is searched so deep within these bounds. Returns the step, and what stopped it.
    #[inline(always)]
    fn go_down(&mut self, node: &AlphaBetaFrame, depth: usize, bounds: Bounds) -> (Step<P>, Result<(), Stop>) {
        let step = self.search.descend(node.first_child, node.child as usize);
        self.search.enter(bounds.orient(node.side));
        if self.search.evaluator_searches() { self.ask_for_end(node, step, depth, bounds) } else { (step, Ok(())) }
    }

    /// Asks once more for the value of a finished position to which `step` led, if only a bound of it is known,
    /// within these bounds. Returns the step, too.
    #[cold]
    fn ask_for_end(
        &mut self,
        parent: &AlphaBetaFrame,
        step: Step<P>,
        depth: usize,
        bounds: Bounds,
    ) -> (Step<P>, Result<(), Stop>) {
        let is_end = depth == 0 || self.search.is_terminal();
        if !is_end || !self.search.node().kind().is_bound() {
            return (step, Ok(()));
        }
        self.search.ascend(step);
        let child = parent.child as usize;
        let asked = self.search.can_ask_again(child);
        let answer = if asked { self.search.ask_again(child, bounds.orient(parent.side)) } else { Ok(()) };
        (self.search.descend(parent.first_child, child), answer)
    }

    /// The child to be searched next: of those not searched yet, the one with the best stored value.
    ///
    /// `None` after a cut-off, or where no child is left.
    #[inline(always)]
    fn next_child(&mut self, node: &mut AlphaBetaFrame) -> Option<usize> {
        let child = match node.taken {
            0 => {
                let (best, second) = self.list_children(node);
                node.second = second;
                best
            }
            _ if node.is_cut_off() => return None,
            1 => Some(node.second).filter(|&second| second != Rank::NONE)?,
            taken => {
                let open = &mut self.open[node.bottom as usize..node.top as usize];
                let taken = taken as usize;
                if taken >= open.len() {
                    return None;
                }
                // Two children caused no cut-off, so that perhaps all will be searched. Sorted no sooner, since most
                // nodes are left before.
                if taken == 2 {
                    open.sort_unstable_by(|a, b| b.cmp(a));
                }
                open[taken]
            }
        };
        (node.child, node.taken) = (child.index() as u32, node.taken + 1);
        Some(child.index())
    }

    /// Lists the children of a node, and returns the ranks of the two best.
    // Of two, since to look through the list for the second takes 3 % more instructions at B = 5 to depth 8.
    #[inline(always)]
    fn list_children(&mut self, node: &mut AlphaBetaFrame) -> (Rank, Rank) {
        let mut ranks = node.ranks(self.search.siblings(node.first_child));
        let mut top = node.bottom as usize;
        let (mut best, mut second) = (Rank::NONE, Rank::NONE);
        let mut note = |rank: Rank| {
            second = second.max(best.min(rank));
            best = best.max(rank);
        };
        // Over what is there of nodes that were left: to push each rank takes twice the instructions.
        for (place, rank) in self.open[top..].iter_mut().zip(&mut ranks) {
            *place = rank;
            note(rank);
            top += 1;
        }
        for rank in ranks {
            self.open.push(rank);
            note(rank);
            top += 1;
        }
        node.top = top as u32;
        (best, second)
    }

    /// Lists the children of a node once more, all but the one that was searched last.
    pub(crate) fn list_others(&mut self, node: &mut AlphaBetaFrame) {
        let (best, second) = self.list_children(node);
        let searched = node.child as usize;
        // So it comes first where the children are sorted, as if it were the best that was searched first.
        self.open[node.bottom as usize + searched] = Rank::exact(Value::MAX, 0);
        node.second = if best.index() == searched { second } else { best };
        node.taken = 1;
    }

    /// Updates the node with the value of a child that was searched.
    #[inline(always)]
    fn back_up(&mut self, parent: &mut AlphaBetaFrame, child: NodeId, value: Value) {
        let value = parent.side.orient(value);
        if S::EXTENDS {
            match parent.phase {
                Phase::Children | Phase::Last => {}
                Phase::Test(test) => return self.note_test(parent, test, child, value),
                Phase::Extension => return self.note_extension(parent, value),
            }
        }
        // Strictly: a child that only ties failed low, and its value is a bound (D12). The first ties with nothing.
        if value > parent.best || parent.taken == 1 {
            (parent.best, parent.best_child) = (value, parent.child);
            if parent.depth == self.depth && self.steps.is_empty() {
                self.best_at_root = Some(parent.child as usize);
            }
        }
    }

    /// Stores the value of the node, which is its best child's:
    /// exact within `bounds`, otherwise a bound. Returns what it stored.
    #[inline(always)]
    fn leave(&mut self, side: Side, bounds: Bounds, value: Value) -> Value {
        let stored = side.orient(match self.settings.fail {
            // So all 104 published depths come out. With fail-soft, whose tighter bounds order the next search better,
            // it costs up to a third less (D10).
            Fail::Hard => value.max(bounds.alpha).min(bounds.beta),
            Fail::Soft => value,
        });
        self.search.set_value(stored, bounds.kind(value));
        stored
    }
}

impl AlphaBetaFrame {
    /// Whether its children are searched to test it or a node above it.
    fn tests(&self) -> bool {
        self.is_tested || matches!(self.phase, Phase::Test(_))
    }

    /// The side to move's ranks of the children by their stored values.
    #[inline(always)]
    fn ranks<K>(&self, children: Children<'_, (), K>) -> impl Iterator<Item = Rank> {
        let side = self.side;
        children.enumerate().map(move |(index, child)| child.rank(side, index))
    }

    #[inline(always)]
    fn is_cut_off(&self) -> bool {
        self.best >= self.bounds.beta
    }

    #[inline(always)]
    fn bounds_of_child(&self) -> Bounds {
        Bounds { alpha: self.bounds.alpha.max(self.best), ..self.bounds }
    }
}

/// The bounds as `side` sees them, given as another side does.
#[inline(always)]
fn seen_by(side: Side, other: Side, bounds: Bounds) -> Bounds {
    if side == other { bounds } else { bounds.orient(Side::Min) }
}
