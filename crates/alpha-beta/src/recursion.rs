//! Alpha-beta itself, with its stack of nodes in memory, so that no search is too deep.

use bestply_core::{Bounds, Evaluator, Generation, Observer, Position, Side, Stop, Value, ValueKind};
use bestply_tree::{Expansion, Keep, Rank, Step, TreeSearch};

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
    /// There are nodes beyond the horizon, so that a deeper search may know better.
    Horizon,
    /// Every line that was searched ends above the horizon.
    EndOfGame,
}

/// Alpha-beta to `depth` plies below the root of a search, on whatever tree is there.
///
/// # Errors
///
/// The limit that cut it short.
pub fn search_alpha_beta<P, E, O, K>(
    search: &mut TreeSearch<'_, P, E, O, (), K>,
    depth: usize,
    settings: Settings,
) -> Result<Reach, Interrupted>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    K: Keep<P>,
{
    Recursion::new(search, settings).search(depth)
}

/// Searches to depth 1, 2, 3 and so on, until every line ends above the horizon. `completed` is the last depth searched in full.
///
/// Where moves are forced from the root on, that way is gone once and not by every iteration.
pub(crate) fn deepen<P, E, O, K>(
    search: &mut TreeSearch<'_, P, E, O, (), K>,
    settings: Settings,
    completed: &mut Option<usize>,
) -> Result<(), Interrupted>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    K: Keep<P>,
{
    let mut forced = Vec::new();
    let mut outcome = Ok(Reach::Horizon);
    for depth in 1.. {
        while depth - forced.len() > 1 && is_forced(search) {
            let first_child = search.first_child();
            forced.push(search.descend(first_child, 0));
        }
        outcome = Recursion::new(search, settings).search(depth - forced.len());
        if outcome.is_ok() {
            *completed = Some(depth);
        }
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
    outcome.map(|_| ()).map_err(|Interrupted { stop, best }| Interrupted { stop, best: best.filter(|_| is_at_root) })
}

/// Whether the node has one move, which has been made.
fn is_forced<P, E, O, K>(search: &TreeSearch<'_, P, E, O, (), K>) -> bool
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    K: Keep<P>,
{
    search.node().expansion() == Expansion::Full && search.children().nth(1).is_none()
}

/// The recursion of alpha-beta. Within, values are as the side to move sees them, so that larger is better.
struct Recursion<'r, 's, P: Position, E, O, K> {
    search: &'r mut TreeSearch<'s, P, E, O, (), K>,
    settings: Settings,
    /// The nodes above the one whose children are being searched, from the root down, with the steps down from them.
    above: Vec<(Node, Step<P>)>,
    /// The children still to be searched, of each of them.
    open: Vec<Rank>,
    best_at_root: Option<usize>,
    reach: Reach,
}

/// A node whose children are being searched.
struct Node {
    side: Side,
    depth: usize,
    bounds: Bounds,
    /// The larger of the lower bound and the best value found so far.
    alpha: Value,
    best: Option<Value>,
    /// Where its open children begin, and how many have been taken from there.
    bottom: usize,
    taken: usize,
    /// The child being searched.
    child: usize,
}

/// What is found as the search turns to a node.
enum Entered {
    /// Its value: at the horizon, one level above it, and at the end of the game.
    Value(Value),
    /// Children that are to be searched.
    Node(Node),
}

impl<'r, 's, P, E, O, K> Recursion<'r, 's, P, E, O, K>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    K: Keep<P>,
{
    fn new(search: &'r mut TreeSearch<'s, P, E, O, (), K>, settings: Settings) -> Self {
        let (above, open) = (Vec::with_capacity(16), Vec::with_capacity(256));
        Recursion { search, settings, above, open, best_at_root: None, reach: Reach::EndOfGame }
    }

    /// Searches the node, `depth` plies deep.
    fn search(mut self, depth: usize) -> Result<Reach, Interrupted> {
        let mut node = match self.enter_root(depth) {
            Ok(Entered::Node(node)) => node,
            Ok(Entered::Value(_)) => return Ok(self.reach),
            Err(stop) => return Err(Interrupted { stop, best: None }),
        };
        loop {
            let Some(child) = node.next_child(&mut self.open) else {
                let value = self.leave(node.side, node.bounds, node.value());
                let Some((parent, step)) = self.above.pop() else { return Ok(self.reach) };
                self.search.ascend(step);
                node = parent;
                self.compare(&mut node, value);
                continue;
            };
            let first_child = self.search.first_child();
            let step = self.search.descend(first_child, child);
            match self.enter(node.depth - 1, node.bounds_of_child()) {
                Ok(Entered::Value(value)) => {
                    self.search.ascend(step);
                    self.compare(&mut node, value);
                }
                Ok(Entered::Node(below)) => self.above.push((std::mem::replace(&mut node, below), step)),
                Err(stop) => {
                    self.search.ascend(step);
                    while let Some((_, step)) = self.above.pop() {
                        self.search.ascend(step);
                    }
                    return Err(Interrupted { stop, best: self.best_at_root });
                }
            }
        }
    }

    /// Apart from [`enter`](Recursion::enter), whose other call is inlined.
    #[inline(never)]
    fn enter_root(&mut self, depth: usize) -> Result<Entered, Stop> {
        self.enter(depth, Bounds::OPEN)
    }

    /// Turns to the node, to be searched `depth` plies deep.
    #[inline(always)]
    fn enter(&mut self, depth: usize, bounds: Bounds) -> Result<Entered, Stop> {
        self.search.enter(bounds);
        if depth == 0 || self.search.is_terminal() {
            return Ok(Entered::Value(self.search.node().value()));
        }
        let side = self.search.side();
        let bounds = bounds.orient(side);
        if depth == 1 {
            let value = self.evaluate_children(side, bounds)?;
            return Ok(Entered::Value(self.leave(side, bounds, value)));
        }
        self.search.expand_fully()?;
        let bottom = self.open.len();
        self.search.children().enumerate().for_each(|(index, child)| self.open.push(child.rank(side, index)));
        Ok(Entered::Node(Node { side, depth, bounds, alpha: bounds.alpha, best: None, bottom, taken: 0, child: 0 }))
    }

    /// One level above the horizon: evaluates the children one at a time. Those known already cost nothing.
    #[inline(always)]
    fn evaluate_children(&mut self, side: Side, Bounds { beta, .. }: Bounds) -> Result<Value, Stop> {
        self.reach = Reach::Horizon;
        if self.settings.generation == Generation::All {
            self.search.expand_fully()?;
        }
        let mut best = self.search.best_child().map(|best| side.orient(best.value()));
        if best.is_none_or(|best| best < beta) {
            self.search.expand_until(|_, value| {
                best = best.max(Some(side.orient(value)));
                best >= Some(beta)
            })?;
        }
        Ok(best.expect("a node that is not terminal has a child"))
    }

    /// Takes the value of a child that was searched into account.
    #[inline(always)]
    fn compare(&mut self, node: &mut Node, value: Value) {
        let value = node.side.orient(value);
        if node.best.is_none_or(|best| value > best) {
            node.best = Some(value);
            node.alpha = node.alpha.max(value);
            if self.above.is_empty() {
                self.best_at_root = Some(node.child);
            }
        }
    }

    /// Stores the value of the node, exact within `bounds`, else a bound, and returns what is stored.
    #[inline(always)]
    fn leave(&mut self, side: Side, bounds: Bounds, value: Value) -> Value {
        let stored = side.orient(match self.settings.fail {
            Fail::Hard => value.clamp(bounds.alpha, bounds.beta),
            Fail::Soft => value,
        });
        self.search.set_value(stored, kind_of(value, bounds));
        stored
    }
}

impl Node {
    /// After so many children that did not cut off, those left are sorted: then it may be that all will be searched.
    const TAKEN_UNSORTED: usize = 8;

    /// The child to be searched next: the one with the best stored value of those that were not yet. `None` after a cut-off, or where
    /// there is none.
    ///
    /// Sorting them all would be wasted on the many nodes that a first or second child cuts off.
    #[inline(always)]
    fn next_child(&mut self, open: &mut Vec<Rank>) -> Option<usize> {
        let own = &mut open[self.bottom..];
        if own.is_empty() || self.best.is_some_and(|best| best >= self.bounds.beta) {
            open.truncate(self.bottom);
            return None;
        }
        if self.taken == Self::TAKEN_UNSORTED {
            own.sort_unstable();
        } else if self.taken < Self::TAKEN_UNSORTED {
            let last = own.len() - 1;
            let (place, _) = own.iter().enumerate().max_by_key(|&(_, rank)| rank).expect("there is one");
            own.swap(place, last);
        }
        self.taken += 1;
        self.child = open.pop().expect("there is one").index();
        Some(self.child)
    }

    #[inline(always)]
    fn bounds_of_child(&self) -> Bounds {
        Bounds { alpha: self.alpha, ..self.bounds }.orient(self.side)
    }

    #[inline(always)]
    fn value(&self) -> Value {
        self.best.expect("a node that is not terminal has a child")
    }
}

/// What a value found within these bounds is: outside it is only a bound, and on the edge too, where a cut-off may hide a better
/// one.
fn kind_of(value: Value, Bounds { alpha, beta }: Bounds) -> ValueKind {
    ValueKind::bound_if((value <= alpha && alpha != Value::MIN) || (value >= beta && beta != Value::MAX))
}
