use std::hash::Hash;

use bestply_core::{Bounds, Counts, Evaluator, Keyed, Meter, Observer, Side, Stop, Value};

use crate::ordering::{History, Killers, Ranked};
use crate::report::Root;
use crate::table::{Bound, Entry, Table};

/// One search: the board, the limits, and what is known of the game.
pub(crate) struct Search<'a, 'l, P: Keyed, E, O: ?Sized> {
    pub(crate) position: &'a mut P,
    pub(crate) evaluator: &'a mut E,
    pub(crate) observer: &'a mut O,
    pub(crate) meter: Meter<'l>,
    pub(crate) table: &'a mut Table,
    pub(crate) history: &'a mut History,
    pub(crate) root: Root,
    /// The best line so far of each principal node on the path, by depth; the root's is kept from iteration to iteration.
    pub(crate) lines: Vec<Vec<P::Move>>,
    killers: Vec<Killers>,
    /// The child indices from the root to the node that the search is at.
    path: Vec<usize>,
    /// The moves still to be searched, of each node on the path.
    open: Vec<Ranked<P::Move>>,
    /// How often a line was cut off at the horizon, which is where looking farther ahead might find something else.
    horizon_visits: u64,
    generations: u64,
    expansions: u64,
}

/// What the search of a node is to find out.
#[derive(Clone, Copy, PartialEq)]
enum Node {
    /// Its value and its line, which may become the principal variation.
    Principal,
    /// Whether it is worth more than a value: the bounds are one apart.
    Other,
}

impl<'a, 'l, P, E, O> Search<'a, 'l, P, E, O>
where
    P: Keyed,
    P::Move: Hash,
    E: Evaluator<P>,
    O: Observer + ?Sized,
{
    /// A search that has not begun.
    pub(crate) fn new(
        (position, evaluator): (&'a mut P, &'a mut E),
        observer: &'a mut O,
        meter: Meter<'l>,
        (table, history): (&'a mut Table, &'a mut History),
    ) -> Self {
        let root = Root::new(position.move_count());
        let (lines, killers, path, open) = (vec![Vec::new()], Vec::new(), Vec::new(), Vec::new());
        let (horizon_visits, generations, expansions) = (0, 0, 0);
        Search {
            position,
            evaluator,
            observer,
            meter,
            table,
            history,
            root,
            lines,
            killers,
            path,
            open,
            horizon_visits,
            generations,
            expansions,
        }
    }

    /// Searches to one depth after the other, up to `depth`, which is at least 1, or until every line ends the game.
    pub(crate) fn deepen(&mut self, depth: usize) -> Result<(), Stop> {
        let known_depth = self.resume();
        for depth in known_depth.clamp(1, depth)..=depth {
            let horizon_visits = self.horizon_visits;
            self.lines.resize_with(depth + 1, Vec::new);
            self.killers.resize_with(depth, Killers::default);
            self.search(depth, Bounds::OPEN, Node::Principal)?;
            if self.horizon_visits == horizon_visits {
                break;
            }
        }
        Ok(())
    }

    /// Takes what the table knows of the root for the result of an iteration, and says of which depth.
    fn resume(&mut self) -> usize {
        let Some(known) = self.table.get(self.position.key()) else { return 0 };
        let best = usize::from(known.best);
        if let Some(mv) = self.position.moves().nth(best) {
            self.root.found(best, known.value, known.bound != Bound::Exact);
            self.root.choose(best);
            self.lines[0].push(mv);
        }
        usize::from(known.draft)
    }

    /// What the search did so far. It keeps no account of which children it has made before.
    pub(crate) fn counts(&self) -> Counts {
        let Counts { evaluations, .. } = self.meter.counts();
        let (generations, expansions) = (self.generations, self.expansions);
        Counts { evaluations, generations, first_generations: generations, expansions }
    }

    /// The value of the node, looking `draft` plies ahead, at least 1: exact within the bounds, else a bound itself.
    fn search(&mut self, draft: usize, bounds: Bounds, node: Node) -> Result<Value, Stop> {
        self.observer.entered(&self.path, bounds);
        let key = self.position.key();
        let known = self.table.get(key);
        let value = match known.filter(|&known| node == Node::Other && decides(known, draft, bounds)) {
            Some(known) => {
                self.horizon_visits += u64::from(!known.complete);
                known.value
            }
            None => self.search_moves(draft, bounds, node, known, key)?,
        };
        self.observer.backed_up(&self.path, value);
        Ok(value)
    }

    /// Searches the moves of a node of which the table does not know enough.
    ///
    /// Within, values and bounds are as the side to move sees them, so that larger is better.
    fn search_moves(
        &mut self,
        draft: usize,
        bounds: Bounds,
        node: Node,
        known: Option<Entry>,
        key: u64,
    ) -> Result<Value, Stop> {
        let (side, bottom, horizon_visits) = (self.position.to_move(), self.open.len(), self.horizon_visits);
        self.rank_moves(side, known);
        if self.open.len() == bottom {
            return self.evaluate_end(key);
        }
        self.begin_expansion(draft);
        let Bounds { alpha: least, beta } = bounds.orient(side);
        let mut alpha = least;
        let mut best = None;
        while let Some(next) = self.pop_best(bottom) {
            let is_first = best.is_none();
            let value = self.search_move(next, draft, Bounds { alpha, beta }, side, node, is_first)?;
            if self.path.is_empty() {
                let is_bound = draft > 1 && !is_first && value <= alpha;
                self.root.found(next.index(), side.orient(value), is_bound);
            }
            if best.is_none_or(|(best, _)| value > best) {
                best = Some((value, next.index()));
                self.found_better(next, node);
            }
            alpha = alpha.max(value);
            if value >= beta {
                self.history.refuted(next.name, draft);
                self.killers[self.path.len()].refuted(next.name);
                break;
            }
        }
        self.open.truncate(bottom);
        let (value, index) = best.expect("a node that is not terminal has a child");
        // Where no move was good enough, each is only known to be no better than something.
        let best = known.filter(|_| value <= least).map_or(index, |known| usize::from(known.best));
        let (value, complete) = (side.orient(value), self.horizon_visits == horizon_visits);
        self.store(key, value, bounds, draft, complete, best);
        Ok(value)
    }

    /// Puts the moves of the node on top of the open ones.
    #[inline(always)]
    fn rank_moves(&mut self, side: Side, known: Option<Entry>) {
        let is_root = self.path.is_empty();
        let first = if is_root { self.root.best() } else { known.map(|known| usize::from(known.best)) };
        let killers = self.killers[self.path.len()];
        let history = &*self.history;
        let moves = self.position.moves().enumerate();
        self.open.extend(moves.map(|(index, mv)| Ranked::new(side, mv, index, first, killers, history)));
    }

    /// Takes the move to be searched next from those above `bottom`. Sorting them all would be wasted on the many nodes that
    /// a first or second move cuts off.
    #[inline(always)]
    fn pop_best(&mut self, bottom: usize) -> Option<Ranked<P::Move>> {
        let (place, _) = self.open[bottom..].iter().enumerate().max_by_key(|(_, ranked)| ranked.rank)?;
        Some(self.open.swap_remove(bottom + place))
    }

    /// Evaluates a finished position. Whatever the draft, its value is that.
    #[cold]
    fn evaluate_end(&mut self, key: u64) -> Result<Value, Stop> {
        self.meter.evaluation()?;
        let value = self.evaluator.evaluate(self.position);
        self.table.insert(key, Entry { value, bound: Bound::Exact, draft: 0, complete: true, best: 0 });
        Ok(value)
    }

    #[inline(always)]
    fn begin_expansion(&mut self, draft: usize) {
        self.expansions += 1;
        if draft == 1 {
            self.horizon_visits += 1;
            self.evaluator.enter(self.position);
        }
    }

    /// The value of a child, as the side to move at its parent sees it: one level above the horizon its static value, for which
    /// the move is not made.
    #[inline(always)]
    fn search_move(
        &mut self,
        next: Ranked<P::Move>,
        draft: usize,
        bounds: Bounds,
        side: Side,
        node: Node,
        is_first: bool,
    ) -> Result<Value, Stop> {
        if draft == 1 {
            self.meter.evaluation()?;
            self.generations += 1;
            let value = self.evaluator.evaluate_child(self.position, next.mv);
            self.observer.generated(&self.path, next.index(), value);
            return Ok(side.orient(value));
        }
        self.generations += 1;
        let undo = self.position.make(next.mv);
        self.path.push(next.index());
        let value = match node {
            Node::Principal => self.search_principal(draft - 1, bounds, side, is_first),
            Node::Other => self.search(draft - 1, bounds.orient(side), Node::Other),
        };
        self.path.pop();
        self.position.unmake(next.mv, undo);
        Ok(side.orient(value?))
    }

    /// The principal variation's own rule: the first child of a principal node is one, too; the others are only asked whether
    /// they are better, and searched again if they are (Marsland & Campbell 1982).
    fn search_principal(
        &mut self,
        draft: usize,
        Bounds { alpha, beta }: Bounds,
        side: Side,
        is_first: bool,
    ) -> Result<Value, Stop> {
        self.lines[self.path.len()].clear();
        if !is_first {
            let value = self.search(draft, Bounds { alpha, beta: alpha + 1 }.orient(side), Node::Other)?;
            let is_better = (alpha + 1..beta).contains(&side.orient(value));
            // A value of plus infinity is within open bounds, and has a line like any other.
            if !is_better && side.orient(value) != Value::MAX {
                return Ok(value);
            }
        }
        self.search(draft, Bounds { alpha, beta }.orient(side), Node::Principal)
    }

    /// Notes the best move of a node so far.
    #[inline(always)]
    fn found_better(&mut self, next: Ranked<P::Move>, node: Node) {
        let ply = self.path.len();
        if node == Node::Principal {
            let (above, below) = self.lines.split_at_mut(ply + 1);
            above[ply].clear();
            above[ply].push(next.mv);
            above[ply].extend_from_slice(&below[0]);
        }
        if ply == 0 {
            self.root.choose(next.index());
        }
    }

    #[inline(always)]
    fn store(&mut self, key: u64, value: Value, bounds: Bounds, draft: usize, complete: bool, best: usize) {
        if let (Ok(draft), Ok(best)) = (u8::try_from(draft), u16::try_from(best)) {
            self.table.insert(key, Entry { value, bound: bound_of(value, bounds), draft, complete, best });
        }
    }
}

/// Whether what is known of a node is all that a search of it would find out.
#[inline(always)]
fn decides(known: Entry, draft: usize, Bounds { alpha, beta }: Bounds) -> bool {
    known.is_of(draft)
        && match known.bound {
            Bound::Exact => true,
            Bound::AtLeast => known.value >= beta,
            Bound::AtMost => known.value <= alpha,
        }
}

/// What a value found within these bounds says.
#[inline(always)]
fn bound_of(value: Value, Bounds { alpha, beta }: Bounds) -> Bound {
    if value >= beta && beta != Value::MAX {
        Bound::AtLeast
    } else if value <= alpha && alpha != Value::MIN {
        Bound::AtMost
    } else {
        Bound::Exact
    }
}
