//! Alpha-beta with fixed ordering on a saved tree: the opponent that Korf & Chickering (1993, section 5) measure best-first
//! minimax against.
//!
//! **The key decision** is what is saved and what it is good for. Every node more than one level above the horizon is fully
//! expanded and its children are searched in the order of their stored values, backed up by an earlier search where there was
//! one, else static. One level above the horizon, children are evaluated one at a time, with cut-offs. The tree is kept
//! from move to move, so that no node is evaluated twice; a stored value orders, and never by itself cuts off.
//!
//! Without a depth limit the search deepens iteratively, one ply at a time, until another limit ends it or there is nothing
//! left to search.
//!
//! ```
//! use bestply_alpha_beta::AlphaBeta;
//! use bestply_core::{Limit, Searcher};
//! use bestply_explicit_game::{ExplicitTree, NodeValue};
//!
//! let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))").unwrap();
//! let report = AlphaBeta::default().search(&mut tree.position(), &mut NodeValue, &Limit::new().depth(2));
//! assert_eq!((report.best_move, report.value), (Some(1), Some(2)));
//! assert_eq!(report.counts.evaluations, 6);
//! ```

use bestply_core::{
    Advance, Bounds, Evaluator, Generation, Limit, Observer, Position, Report, Searcher, Side, Stop, Value,
};
use bestply_tree::{Memory, Rank, Tree, TreeSearch};

/// What becomes of a value outside the bounds that a node is searched with.
///
/// Both give the root the same value and move. They differ in the values they leave for ordering the next search of a saved
/// tree, and so in its cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fail {
    /// It is cut to the nearer bound (Knuth & Moore 1975). The papers' published costs come out with this one.
    #[default]
    Hard,
    /// It is kept, a tighter bound (Fishburn 1983). It orders the next search better.
    Soft,
}

/// What of alpha-beta the papers leave open, or do differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// What it stores of values outside the bounds.
    pub fail: Fail,
    /// How many children it makes at once one level above the horizon. Farther above, it always makes all.
    pub generation: Generation,
}

/// The alpha-beta searcher, with its saved tree.
#[derive(Default)]
pub struct AlphaBeta {
    /// Which alpha-beta it is.
    pub settings: Settings,
    /// The tree of the position searched last, or to be searched next.
    pub tree: Tree,
    /// What it does when the bytes of a limit are spent.
    pub memory: Memory,
}

impl AlphaBeta {
    fn run<P, E, O>(&mut self, position: &mut P, evaluator: &mut E, limit: &Limit, observer: &mut O) -> Report<P::Move>
    where
        P: Position,
        E: Evaluator<P>,
        O: Observer + ?Sized,
    {
        let mut search = TreeSearch::new(&mut self.tree, position, evaluator, limit, self.memory, observer);
        let outcome = match limit.depth {
            Some(depth) => search_alpha_beta(&mut search, depth, self.settings).map(|_| ()),
            None => deepen(&mut search, self.settings),
        };
        match outcome {
            Ok(()) => search.report(Stop::Depth, None),
            Err(interrupted) => search.report(interrupted.stop, interrupted.best),
        }
    }
}

impl<P: Position> Advance<P> for AlphaBeta {
    fn advance(&mut self, position: &P, mv: P::Move) {
        self.tree.advance_by(position, mv);
    }

    fn reset(&mut self) {
        self.tree.clear();
    }
}

impl<P: Position, E: Evaluator<P>> Searcher<P, E> for AlphaBeta {
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
pub fn search_alpha_beta<P, E, O>(
    search: &mut TreeSearch<'_, P, E, O>,
    depth: usize,
    settings: Settings,
) -> Result<Reach, Interrupted>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer + ?Sized,
{
    let mut recursion = Recursion { search, settings, open: Vec::new(), best_at_root: None, reach: Reach::EndOfGame };
    match recursion.alpha_beta(depth, Bounds::OPEN) {
        Ok(_) => Ok(recursion.reach),
        Err(stop) => Err(Interrupted { stop, best: recursion.best_at_root }),
    }
}

/// Searches to depth 1, 2, 3 and so on, until every line ends above the horizon.
fn deepen<P, E, O>(search: &mut TreeSearch<'_, P, E, O>, settings: Settings) -> Result<(), Interrupted>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer + ?Sized,
{
    let mut depth = 1;
    while search_alpha_beta(search, depth, settings)? == Reach::Horizon {
        depth += 1;
    }
    Ok(())
}

struct Recursion<'r, 's, P: Position, E, O: ?Sized> {
    search: &'r mut TreeSearch<'s, P, E, O>,
    settings: Settings,
    /// The children still to be searched, of each node from the root down.
    open: Vec<Rank>,
    best_at_root: Option<usize>,
    reach: Reach,
}

impl<P, E, O> Recursion<'_, '_, P, E, O>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer + ?Sized,
{
    /// Searches the node `depth` plies deep, stores its value, exact within `bounds`, else a bound, and returns it.
    ///
    /// Within, values are as the side to move sees them, so that larger is better.
    fn alpha_beta(&mut self, depth: usize, bounds: Bounds) -> Result<Value, Stop> {
        self.search.enter(bounds);
        if depth == 0 || self.search.is_terminal() {
            return Ok(self.search.node().value());
        }
        let side = self.search.side();
        let bounds = bounds.orient(side);
        let value = match depth {
            1 => self.evaluate_children(side, bounds)?,
            _ => self.search_children(side, bounds, depth)?,
        };
        let stored = side.orient(match self.settings.fail {
            Fail::Hard => value.clamp(bounds.alpha, bounds.beta),
            Fail::Soft => value,
        });
        self.search.set_value(stored, is_bound(value, bounds));
        Ok(stored)
    }

    /// One level above the horizon: evaluates the children one at a time. Those known already cost nothing.
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

    /// Farther above: makes all children and searches them, the best by its stored value first.
    fn search_children(&mut self, side: Side, bounds: Bounds, depth: usize) -> Result<Value, Stop> {
        self.search.expand_fully()?;
        let bottom = self.open.len();
        self.search.children().enumerate().for_each(|(index, child)| self.open.push(child.rank(side, index)));
        let Bounds { mut alpha, beta } = bounds;
        let mut best = None;
        while let Some(index) = self.pop_best(bottom) {
            let step = self.search.descend(self.search.first_child(), index);
            let outcome = self.alpha_beta(depth - 1, Bounds { alpha, beta }.orient(side));
            self.search.ascend(step);
            let value = side.orient(outcome?);
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                alpha = alpha.max(value);
                if self.search.depth() == 0 {
                    self.best_at_root = Some(index);
                }
                if value >= beta {
                    break;
                }
            }
        }
        self.open.truncate(bottom);
        Ok(best.expect("a node that is not terminal has a child"))
    }

    /// Takes the child with the best stored value from those above `bottom`. Sorting them all would be wasted on the many nodes
    /// that a first or second child cuts off.
    #[inline(always)]
    fn pop_best(&mut self, bottom: usize) -> Option<usize> {
        let open = &self.open[bottom..];
        let (place, rank) = open.iter().copied().enumerate().max_by_key(|&(_, rank)| rank)?;
        self.open.swap_remove(bottom + place);
        Some(rank.index())
    }
}

/// Whether a value found within these bounds is only a bound: it is outside, or on the edge, where a cut-off may hide a better one.
fn is_bound(value: Value, Bounds { alpha, beta }: Bounds) -> bool {
    (value <= alpha && alpha != Value::MIN) || (value >= beta && beta != Value::MAX)
}
