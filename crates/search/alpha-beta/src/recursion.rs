//! Alpha-beta itself, with its stack of nodes on the heap, so that the call stack limits no search.

use bestply_core::{Bounds, Evaluator, Generation, Observer, Position, Side, Stop, Value};
use bestply_tree::{Children, Expansion, Keep, NodeId, Rank, Step, TreeSearch};

use crate::singular::Phase;
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
    Recursion::new(search, settings, depth, depth).search()
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
        outcome = Recursion::new(search, settings, depth - forced.len(), depth).search();
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
pub(crate) struct Recursion<'r, 's, P: Position, E, O, K> {
    pub(crate) search: &'r mut TreeSearch<'s, P, E, O, (), K>,
    settings: Settings,
    /// How deep the node at which the recursion began is searched.
    pub(crate) depth: usize,
    /// The most plies by which a line is extended.
    pub(crate) most_extensions: usize,
    /// The steps from the node at which the recursion began to the node that the search is at.
    pub(crate) steps: Vec<Step<P>>,
    /// The children of each node of the stack, from the first node down. A child that was taken leaves [`Rank::NONE`].
    open: Vec<Rank>,
    best_at_root: Option<usize>,
    pub(crate) reach: Reach,
}

/// A node whose children are being searched.
pub(crate) struct AlphaBetaFrame {
    pub(crate) side: Side,
    pub(crate) depth: usize,
    pub(crate) bounds: Bounds,
    /// The larger of the lower bound and the best value found so far.
    pub(crate) alpha: Value,
    pub(crate) best: Option<Value>,
    pub(crate) best_child: usize,
    pub(crate) first_child: NodeId,
    /// Where the node's children begin among the open ones.
    bottom: usize,
    pub(crate) taken: usize,
    /// The child being searched.
    pub(crate) child: usize,
    pub(crate) phase: Phase,
    /// Whether the node is searched to test a node above it. Nothing is tested for that.
    pub(crate) is_tested: bool,
}

impl<'r, 's, P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>> Recursion<'r, 's, P, E, O, K> {
    /// A search of the node, `depth` plies deep.
    fn new(
        search: &'r mut TreeSearch<'s, P, E, O, (), K>,
        settings: Settings,
        depth: usize,
        most_extensions: usize,
    ) -> Self {
        Recursion {
            search,
            settings,
            depth,
            most_extensions,
            steps: Vec::with_capacity(16),
            open: Vec::with_capacity(256),
            best_at_root: None,
            reach: Reach::EndOfGame,
        }
    }

    fn search(mut self) -> Result<Reach, Interrupted> {
        let outcome = self.walk();
        while let Some(step) = self.steps.pop() {
            self.search.ascend(step);
        }
        outcome.map(|()| self.reach).map_err(|stop| Interrupted { stop, best: self.best_at_root })
    }

    /// Goes down to a node, then up with its value to the next node that has a child left, and so on.
    // Compiled apart from its caller, so that it has all registers for itself.
    #[inline(never)]
    fn walk(&mut self) -> Result<(), Stop> {
        let mut nodes: Vec<AlphaBetaFrame> = Vec::with_capacity(16);
        let (mut depth, mut bounds) = (self.depth, Bounds::OPEN);
        loop {
            if let Some(value) = self.enter(&mut nodes, depth, bounds)? {
                let Some(parent) = nodes.last_mut() else { return Ok(()) };
                self.back_up(parent, value);
            }
            (depth, bounds) = loop {
                let node = nodes.last_mut().expect("it was entered and not left");
                if let Some(child) = self.next_child(node) {
                    self.steps.push(self.search.descend(node.first_child, child));
                    break (node.depth - 1, node.bounds_of_child());
                }
                let singular = self.settings.singular.and_then(|singular| self.next_singular(singular, node));
                if let Some((child, depth, bounds)) = singular {
                    node.child = child;
                    self.steps.push(self.search.descend(node.first_child, child));
                    break (depth, bounds);
                }
                let value = self.leave(node.side, node.bounds, node.best);
                nodes.pop();
                let Some(parent) = nodes.last_mut() else { return Ok(()) };
                self.back_up(parent, value);
            };
        }
    }

    /// Turns to the node, to be searched `depth` plies deep.
    ///
    /// It returns the node's value if that is known at once:
    /// at the horizon, one level above it, and at the end of the game.
    /// Otherwise the node's children are to be searched.
    #[inline(always)]
    fn enter(&mut self, nodes: &mut Vec<AlphaBetaFrame>, depth: usize, bounds: Bounds) -> Result<Option<Value>, Stop> {
        self.search.enter(bounds);
        if depth == 0 || self.search.is_terminal() {
            if self.search.evaluator().properties().searches && self.search.node().kind().is_bound() {
                self.ask_for_end(nodes, bounds)?;
            }
            // Also where an earlier search expanded the node: the static value is gone, and another would cost (D11).
            return Ok(Some(self.search.node().value()));
        }
        let side = self.search.side();
        let bounds = bounds.orient(side);
        if depth == 1 {
            let best = self.evaluate_children(side, bounds)?;
            return Ok(Some(self.leave(side, bounds, best)));
        }
        self.search.expand_for_choice()?;
        let is_tested = nodes.last().is_some_and(|parent| parent.is_tested || matches!(parent.phase, Phase::Test(_)));
        nodes.push(AlphaBetaFrame {
            side,
            depth,
            bounds,
            alpha: bounds.alpha,
            best: None,
            best_child: 0,
            first_child: self.search.first_child(),
            bottom: self.open.len(),
            taken: 0,
            child: 0,
            phase: Phase::Children,
            is_tested,
        });
        Ok(None)
    }

    /// One level above the horizon: evaluates the children one at a time. Children that are already made cost nothing.
    #[inline(always)]
    fn evaluate_children(&mut self, side: Side, bounds: Bounds) -> Result<Option<Value>, Stop> {
        self.reach = Reach::Horizon;
        if self.settings.generation == Generation::All {
            self.search.expand_for_choice()?;
        }
        // The children already made come first: they cost nothing, and may cut off (7.3).
        let mut best = if self.search.evaluator().properties().searches {
            self.ask_within(side, bounds)?
        } else {
            self.search.children().map(|child| side.orient(child.value())).max()
        };
        if best.is_none_or(|best| best < bounds.beta) {
            self.search.expand_until(bounds.orient(side), |_, value| {
                best = best.max(Some(side.orient(value)));
                // As good as the bound is enough (D9).
                best >= Some(bounds.beta)
            })?;
        }
        Ok(best)
    }

    /// The best value of the children that are made, up to a cut-off.
    ///
    /// Where a search of the evaluator found only a bound, within other bounds, it is asked again within these.
    #[cold]
    fn ask_within(&mut self, side: Side, mut bounds: Bounds) -> Result<Option<Value>, Stop> {
        let mut best = None;
        for index in 0..self.search.children_made() {
            if best >= Some(bounds.beta) {
                break;
            }
            if self.search.can_ask_again(index) {
                self.search.ask_again(index, bounds.orient(side))?;
            }
            let child = self.search.first_child().sibling(index);
            best = best.max(Some(side.orient(self.search.tree().node(child).value())));
            bounds.alpha = bounds.alpha.max(best.unwrap_or(Value::MIN));
        }
        Ok(best)
    }

    /// Asks once more for the value of a finished position, of which only a bound is known, within these bounds.
    #[cold]
    fn ask_for_end(&mut self, nodes: &[AlphaBetaFrame], bounds: Bounds) -> Result<(), Stop> {
        let Some((parent, step)) = nodes.last().zip(self.steps.pop()) else { return Ok(()) };
        self.search.ascend(step);
        let answer =
            if self.search.can_ask_again(parent.child) { self.search.ask_again(parent.child, bounds) } else { Ok(()) };
        self.steps.push(self.search.descend(parent.first_child, parent.child));
        answer
    }

    /// The child to be searched next: of those not searched yet, the one with the best stored value.
    ///
    /// `None` after a cut-off, or where no child is left.
    /// Many nodes are cut off by their first child, which is found without a list of the others.
    #[inline(always)]
    fn next_child(&mut self, node: &mut AlphaBetaFrame) -> Option<usize> {
        let next = match node.taken {
            0 => node.ranks(self.search.siblings(node.first_child)).max().map(Rank::index),
            _ if node.is_cut_off() => None,
            _ => self.next_open(node),
        };
        match next {
            Some(child) => (node.child, node.taken) = (child, node.taken + 1),
            None => self.open.truncate(node.bottom),
        }
        next
    }

    /// The best of the children that were not searched yet, where the first was searched already.
    ///
    /// If so many children caused no cut-off that perhaps all will be searched, the children are sorted.
    #[inline(always)]
    fn next_open(&mut self, node: &AlphaBetaFrame) -> Option<usize> {
        const TAKEN_UNSORTED: usize = 32;
        if node.taken == 1 {
            let ranks = node.ranks(self.search.siblings(node.first_child));
            ranks.for_each(|rank| self.open.push(rank));
            self.open[node.bottom + node.child] = Rank::NONE;
        }
        let open = &mut self.open[node.bottom..];
        // Where all children were searched, the list is gone, and a singular child may have been searched since then.
        if node.taken >= open.len() {
            return None;
        }
        if node.taken < TAKEN_UNSORTED {
            let best = open.iter().copied().max()?.index();
            open[best] = Rank::NONE;
            return Some(best);
        }
        if node.taken == TAKEN_UNSORTED {
            open.sort_unstable_by(|a, b| b.cmp(a));
        }
        Some(open[node.taken - TAKEN_UNSORTED].index())
    }

    /// Goes back to the parent of the node, and updates the parent with the node's value.
    #[inline(always)]
    fn back_up(&mut self, parent: &mut AlphaBetaFrame, value: Value) {
        let step = self.steps.pop().expect("a step led to the node");
        let child = self.search.ascend(step);
        let value = parent.side.orient(value);
        match parent.phase {
            Phase::Children | Phase::Last => {}
            Phase::Test(test) => return self.note_test(parent, test, child, value),
            Phase::Extension => return self.note_extension(parent, value),
        }
        // Strictly: a child that only ties failed low, and its value is a bound (D12).
        if parent.best.is_none_or(|best| value > best) {
            (parent.best, parent.best_child) = (Some(value), parent.child);
            parent.alpha = parent.alpha.max(value);
            if self.steps.is_empty() {
                self.best_at_root = Some(parent.child);
            }
        }
    }

    /// Stores the value of the node, which is its best child's:
    /// exact within `bounds`, otherwise a bound. Returns what it stored.
    #[inline(always)]
    fn leave(&mut self, side: Side, bounds: Bounds, best: Option<Value>) -> Value {
        let value = best.expect("a node that is not terminal has a child");
        let stored = side.orient(match self.settings.fail {
            // So all 104 published depths come out. With fail-soft, whose tighter bounds order the next search better,
            // it costs up to a third less (D10).
            Fail::Hard => value.clamp(bounds.alpha, bounds.beta),
            Fail::Soft => value,
        });
        self.search.set_value(stored, bounds.kind(value));
        stored
    }
}

impl AlphaBetaFrame {
    /// The side to move's ranks of the children by their stored values.
    #[inline(always)]
    fn ranks<K>(&self, children: Children<'_, (), K>) -> impl Iterator<Item = Rank> {
        let side = self.side;
        children.enumerate().map(move |(index, child)| child.rank(side, index))
    }

    #[inline(always)]
    fn is_cut_off(&self) -> bool {
        self.best.is_some_and(|best| best >= self.bounds.beta)
    }

    #[inline(always)]
    fn bounds_of_child(&self) -> Bounds {
        Bounds { alpha: self.alpha, ..self.bounds }.orient(self.side)
    }
}
