//! The engine's alpha-beta with everything selective, once more, as a recursion that copies positions.

mod settings;
mod table;

use std::cmp::Reverse;
use std::collections::HashMap;

use bestply_core::{Bounds, Evaluator, Keyed, Position, Side, Value};

pub use settings::{NaiveSelectiveSettings, NaiveWindow};
use table::{Bound, Entry, Table};

/// The engine's alpha-beta, selective or not, with its table: what it finds, and what that costs.
///
/// It works on any game, so that the game can offer null moves.
/// Of a move it knows no more than the number that the move is turned into.
pub struct NaiveSelective {
    settings: NaiveSelectiveSettings,
    table: Table,
    history: HashMap<Name, usize>,
    /// The value of the last iteration whose horizon was an even number of plies after the game's start, or an odd one.
    values_by_horizon: HashMap<bool, Value>,
}

/// What a [`NaiveSelective`] search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NaiveFound {
    /// The value, if one is known.
    pub value: Option<Value>,
    /// The index of the best move.
    pub best: usize,
    /// The number of evaluations.
    pub evaluations: u64,
    /// The last depth that was searched to the end.
    pub completed_depth: Option<usize>,
    /// How many positions the table knows then.
    pub entries: usize,
}

impl NaiveSelective {
    /// A searcher that knows nothing yet.
    pub fn new(settings: NaiveSelectiveSettings) -> NaiveSelective {
        let table = Table::new(settings.buckets);
        NaiveSelective { settings, table, history: HashMap::new(), values_by_horizon: HashMap::new() }
    }

    /// Keeps what was found of the base as the value of the positions whose only move leads there, the root first.
    fn store_forced<P: Keyed>(&mut self, forced: &[P], (draft, value, complete): (usize, Value, bool)) {
        for (plies, node) in (1..).zip(forced.iter().rev()) {
            let value = node.to_move().orient(value);
            let entry = Entry { value, bound: Bound::Exact, draft: draft + plies, complete, best: Some(0) };
            self.table.store(node.key(), entry);
        }
    }

    /// Follows a move of the game: what is known grows older.
    pub fn advance(&mut self) {
        self.table.moves_played += 1;
        self.history.values_mut().for_each(|score| *score /= 2);
    }

    /// Searches a position that is not finished to one depth after the other, up to `depth`, with so many evaluations.
    ///
    /// # Panics
    ///
    /// If the position is finished or the depth is 0.
    pub fn search<P, E>(&mut self, root: &P, evaluator: &mut E, depth: usize, most_evaluations: u64) -> NaiveFound
    where
        P: Keyed<Move: Into<usize>> + Clone,
        E: Evaluator<P>,
    {
        assert!(depth > 0 && !root.is_terminal(), "there is something to search");
        let known_of_root = self.table.get(root.key());
        let (mut forced, mut base) = (Vec::new(), root.clone());
        while forced.len() + 1 < depth && base.move_count() == 1 {
            let next = after(&base, base.nth_move(0));
            if next.is_terminal() {
                break;
            }
            forced.push(std::mem::replace(&mut base, next));
        }
        let deepest = depth - forced.len();
        let known = self.table.get(base.key());
        let mut values = vec![None; base.move_count()];
        let best = known.and_then(|known| known.best);
        if let (Some(best), Some(known)) = (best, known) {
            values[best] = Some(base.to_move().orient(known.value));
        }
        let mut search = SelectiveSearch {
            base: &base,
            naive: self,
            evaluator,
            killers: HashMap::new(),
            values,
            best,
            evaluations: 0,
            most: most_evaluations,
            horizon: 0,
        };
        let mut completed = None;
        let least = known.map_or(0, |known| known.draft).clamp(1, deepest);
        let step = 1 + usize::from(search.naive.settings.by_twos);
        for draft in (least + (deepest - least) % step..=deepest).step_by(step) {
            let horizon = search.horizon;
            let horizon_is_even = (search.naive.table.moves_played + forced.len() + draft).is_multiple_of(2);
            if search.iteration(draft, horizon_is_even).is_err() {
                break;
            }
            let (value, complete) = (search.best_value().expect("there is a move"), search.horizon == horizon);
            completed = Some((draft, value, complete));
            if complete {
                break;
            }
        }
        let SelectiveSearch { values, best, evaluations, .. } = search;
        if let Some(completed) = completed {
            self.store_forced(&forced, completed);
        }
        let is_forced = !forced.is_empty();
        let of_root = known_of_root.filter(|_| is_forced).map(|known| root.to_move().orient(known.value));
        NaiveFound {
            value: best.and_then(|best| values[best]).or(of_root),
            best: best.filter(|_| !is_forced).unwrap_or(0),
            evaluations,
            completed_depth: completed.map(|(draft, ..)| forced.len() + draft),
            entries: self.table.len(),
        }
    }
}

fn after<P: Keyed + Clone>(position: &P, mv: P::Move) -> P {
    let mut after = position.clone();
    after.make(mv);
    after
}

/// The bounds so far on both sides of a value.
fn around(value: Value, width: u32) -> Bounds {
    Bounds { alpha: value.saturating_sub_unsigned(width), beta: value.saturating_add_unsigned(width) }
}

/// What a move of a side does. The history knows no more of it.
type Name = (bool, usize);

/// A move with the side that made it.
type Killer<P> = (Side, <P as Position>::Move);

/// There are no evaluations left.
struct CutShort;

struct SelectiveSearch<'s, P: Keyed, E> {
    /// The first position from the root on that has a choice.
    base: &'s P,
    naive: &'s mut NaiveSelective,
    evaluator: &'s mut E,
    /// By distance from the base, the last move that refuted a position, and the one before.
    killers: HashMap<usize, [Option<Killer<P>>; 2]>,
    /// What is known of the base's moves, as MAX sees it, and which is the best.
    values: Vec<Option<Value>>,
    best: Option<usize>,
    evaluations: u64,
    most: u64,
    /// How often a line ended before the game.
    horizon: usize,
}

/// How a node is to be searched. Its bounds, and its value, are as its side to move sees them.
#[derive(Clone, Copy)]
struct Task {
    draft: usize,
    bounds: Bounds,
    principal: bool,
    /// The distance from the base.
    ply: usize,
    after_null: bool,
}

impl<P: Keyed<Move: Into<usize>> + Clone, E: Evaluator<P>> SelectiveSearch<'_, P, E> {
    fn best_value(&self) -> Option<Value> {
        self.values[self.best?]
    }

    /// Finds the base's value and move at this draft. Values are MAX's here.
    fn iteration(&mut self, draft: usize, horizon_is_even: bool) -> Result<(), CutShort> {
        let by_side = self.naive.values_by_horizon.get(&horizon_is_even).filter(|_| self.naive.settings.guess_by_side);
        let guess = self.best_value().map(|last| by_side.copied().unwrap_or(last));
        let mut bounds = match (self.naive.settings.window, guess) {
            (NaiveWindow::Open | NaiveWindow::Full, _) | (_, None) => Bounds::OPEN,
            (NaiveWindow::SssStar, _) => self.mtd(draft, self.base.to_move().win(), 1 << 12)?,
            (NaiveWindow::DualStar, _) => self.mtd(draft, self.base.to_move().loss(), 1 << 12)?,
            (NaiveWindow::Aspiration(width), Some(guess)) => around(guess, width),
            (NaiveWindow::Null, Some(guess)) => self.mtd(draft, guess, 100)?,
        };
        let value = loop {
            let value = self.value_of_base(draft, bounds, true)?;
            match Bound::of(value, bounds) {
                Bound::AtMost => bounds.alpha = Value::MIN,
                Bound::AtLeast => bounds.beta = Value::MAX,
                Bound::Exact => break value,
            }
        };
        self.naive.values_by_horizon.insert(horizon_is_even, value);
        Ok(())
    }

    /// The bounds around the value that null windows find: so many by single steps, and then by steps that double, but
    /// do not go beyond the middle between the bounds.
    fn mtd(&mut self, draft: usize, guess: Value, single_steps: usize) -> Result<Bounds, CutShort> {
        let (mut least, mut most) = (i64::from(Value::MIN), i64::from(Value::MAX));
        let (mut value, mut step, mut passes) = (i64::from(guess), 1, 0);
        while least < most {
            passes += 1;
            step = (step * if passes > single_steps { 2 } else { 1 }).min((most - least + 1) / 2);
            let asked = (if value == least { least + step } else { value - step + 1 }) as Value;
            value = i64::from(self.value_of_base(draft, Bounds { alpha: asked - 1, beta: asked }, false)?);
            *(if value >= i64::from(asked) { &mut least } else { &mut most }) = value;
        }
        Ok(around(value as Value, 1))
    }

    fn value_of_base(&mut self, draft: usize, bounds: Bounds, principal: bool) -> Result<Value, CutShort> {
        let side = self.base.to_move();
        let task = Task { draft, bounds: bounds.orient(side), principal, ply: 0, after_null: false };
        Ok(side.orient(self.node(self.base, task)?))
    }

    /// The node's value. What the table knows of the node, and the order of its moves, are those of entering it.
    fn node(&mut self, node: &P, task: Task) -> Result<Value, CutShort> {
        if let Some(value) = self.answer(node, task) {
            return Ok(value);
        }
        let known = self.naive.table.get(node.key());
        let mut known_move = known.and_then(|known| known.best);
        let mut order = self.order(node, task.ply, known_move);
        let horizon = self.horizon;
        if task.draft > 1 && task.ply > 0 {
            if let Some(value) = self.decided_by_child(node, task) {
                return Ok(value);
            }
            if let Some(value) = self.decided(node, task, known)? {
                self.store(node, task, value, horizon, known_move);
                return Ok(value);
            }
            let least = self.naive.settings.internal_deepening;
            if least > 0 && task.draft >= least.max(3) && known_move.is_none() && self.naive.table.exists() {
                self.node(node, Task { draft: task.draft - 2, ..task })?;
                self.horizon = horizon;
                known_move = self.naive.table.get(node.key()).and_then(|known| known.best);
                order.sort_by_key(|&(index, _)| known_move != Some(index));
            }
        }
        if task.draft == 1 {
            self.horizon += 1;
        }
        let (value, index) = self.best_move(node, task, known_move, order)?;
        let best = known_move.filter(|_| value <= task.bounds.alpha).or(Some(index));
        self.store(node, task, value, horizon, best);
        Ok(value)
    }

    /// Keeps what a search found of a node, before which lines had come to the horizon so often.
    fn store(&mut self, node: &P, Task { draft, bounds, .. }: Task, value: Value, horizon: usize, best: Option<usize>) {
        let bound = Bound::of(value, bounds);
        let complete = self.horizon == horizon;
        self.naive.table.store(node.key(), Entry { value, bound, draft, complete, best });
    }

    /// The value and the index of the best move, of moves that are searched in this order until one is a cut-off.
    fn best_move(
        &mut self,
        node: &P,
        task: Task,
        known_move: Option<usize>,
        mut order: Vec<(usize, P::Move)>,
    ) -> Result<(Value, usize), CutShort> {
        let Task { draft, bounds, ply, .. } = task;
        let mut alpha = bounds.alpha;
        let mut best = None;
        let first = if ply == 0 { self.best } else { known_move };
        let in_order_from = usize::from(first.is_some());
        let value_order = self.naive.settings.value_order;
        for taken in 0..order.len() {
            if taken == in_order_from && value_order > 0 && draft >= value_order.max(2) {
                self.order_by_values(node, &mut order[taken..])?;
            }
            let (index, mv) = order[taken];
            let value = match draft {
                1 => self.leaf(node, mv, taken + 1)?,
                _ => self.child(node, mv, Task { bounds: Bounds { alpha, ..bounds }, ..task }, taken + 1)?,
            };
            if ply == 0 {
                self.values[index] = Some(node.to_move().orient(value));
            }
            if best.is_none_or(|(best, _)| value > best) {
                best = Some((value, index));
                alpha = alpha.max(value);
                if ply == 0 && (value > bounds.alpha || bounds.alpha == Value::MIN) {
                    self.best = Some(index);
                }
            }
            if value >= bounds.beta {
                self.refuted((node.to_move(), mv), draft, ply);
            }
            if alpha >= bounds.beta {
                break;
            }
        }
        Ok(best.expect("the position is not finished"))
    }

    /// The value of the first child of which the table knows that it refutes the node. It is stored as the node's.
    fn decided_by_child(&mut self, node: &P, task: Task) -> Option<Value> {
        let (index, child) = self.child_that_decides(node, task)?;
        self.horizon += usize::from(!child.complete);
        let bound = Bound::of(child.value, task.bounds);
        self.naive.table.store(node.key(), Entry { bound, draft: task.draft, best: Some(index), ..child });
        Some(child.value)
    }

    /// The first child of which the table knows that it refutes the node, with what the table knows of it.
    ///
    /// The value is as the node's side to move sees it.
    fn child_that_decides(&self, node: &P, task: Task) -> Option<(usize, Entry)> {
        let (least, Bounds { beta, .. }) = (self.naive.settings.transposition_cuts, task.bounds);
        if task.principal || least == 0 || task.draft < least {
            return None;
        }
        let known = node.moves().map(|mv| {
            let child = after(node, mv);
            let turn = |bounds: Bounds| bounds.orient(node.to_move()).orient(child.to_move());
            let known = self.naive.table.get(child.key())?;
            let value = node.to_move().orient(child.to_move().orient(known.value));
            let answers = known.answers(task.draft - 1, turn(task.bounds), self.is_selective());
            (answers && value >= beta).then_some(Entry { value, ..known })
        });
        known.enumerate().find_map(|(index, known)| Some((index, known?)))
    }

    /// Puts moves in the order of their children's static values.
    fn order_by_values(&mut self, node: &P, moves: &mut [(usize, P::Move)]) -> Result<(), CutShort> {
        moves.sort_by_key(|&(index, _)| index);
        let mut values = HashMap::new();
        for &(index, mv) in &*moves {
            values.insert(index, self.static_value(node, mv)?);
        }
        moves.sort_by_key(|(index, _)| Reverse(values[index]));
        Ok(())
    }

    fn is_selective(&self) -> bool {
        let NaiveSelectiveSettings { reduction, null_move, prob_cut, .. } = self.naive.settings;
        reduction > 0.0 || null_move > 0 || prob_cut > 0.0
    }

    /// What the table answers for the node. It answers for no principal node.
    fn answer(&mut self, node: &P, Task { draft, bounds, principal, .. }: Task) -> Option<Value> {
        let known = self.naive.table.get(node.key());
        let known = known.filter(|known| !principal && known.answers(draft, bounds, self.is_selective()))?;
        self.horizon += usize::from(!known.complete);
        Some(known.value)
    }

    /// A child's value as the node's side to move sees it: first by a search that is less deep or only asks.
    ///
    /// The lower bound is the best value so far, from the second move on.
    fn child(&mut self, node: &P, mv: P::Move, task: Task, place: usize) -> Result<Value, CutShort> {
        let Task { draft, bounds: Bounds { alpha, beta }, principal, .. } = task;
        let ln = |number: usize| (number as f64).ln();
        let reduction = ((self.naive.settings.reduction * ln(draft) * ln(place)) as usize).min(draft - 2);
        let question = Task { bounds: Bounds { alpha, beta: alpha.saturating_add(1) }, principal: false, ..task };
        if reduction > 0 && alpha != Value::MIN {
            let value = self.search_child(node, mv, Task { draft: draft - reduction, ..question })?;
            if value <= alpha {
                return Ok(value);
            }
        }
        if principal && place > 1 {
            let is_full = matches!(self.naive.settings.window, NaiveWindow::Full);
            let first = if is_full { Task { principal: false, ..task } } else { question };
            let value = self.search_child(node, mv, first)?;
            if value <= alpha || (value >= beta && value != Value::MAX) {
                return Ok(value);
            }
        }
        self.search_child(node, mv, task)
    }

    /// The value of a child by one search, as the node's side to move sees it. The task is the node's.
    fn search_child(&mut self, node: &P, mv: P::Move, task: Task) -> Result<Value, CutShort> {
        let child = after(node, mv);
        let turn = |value| child.to_move().orient(node.to_move().orient(value));
        let bounds = task.bounds.orient(node.to_move()).orient(child.to_move());
        let task = Task { draft: task.draft - 1, bounds, ply: task.ply + 1, after_null: false, ..task };
        if !child.is_terminal() {
            return Ok(turn(self.node(&child, task)?));
        }
        if let Some(value) = self.answer(&child, task) {
            return Ok(turn(value));
        }
        let value = self.static_value(node, mv)?;
        if !self.evaluator.properties().depends_on_parent {
            let (value, bound) = (turn(value), Bound::Exact);
            self.naive.table.store(child.key(), Entry { value, bound, draft: 0, complete: true, best: None });
        }
        Ok(value)
    }

    /// The value of a child at the horizon, taken in this place. From a place on all children are evaluated for it.
    fn leaf(&mut self, node: &P, mv: P::Move, place: usize) -> Result<Value, CutShort> {
        match self.naive.settings.batch {
            0 => return self.static_value(node, mv),
            batch if place < batch => return self.static_value(node, mv),
            batch if place > batch => {}
            _ => _ = node.moves().map(|mv| self.static_value(node, mv)).collect::<Result<Vec<_>, _>>()?,
        }
        Ok(node.to_move().orient(self.evaluator.evaluate_child(&mut node.clone(), mv)))
    }

    fn static_value(&mut self, node: &P, mv: P::Move) -> Result<Value, CutShort> {
        if self.evaluations == self.most {
            return Err(CutShort);
        }
        self.evaluations += 1;
        self.evaluator.enter(node);
        Ok(node.to_move().orient(self.evaluator.evaluate_child(&mut node.clone(), mv)))
    }

    /// The bound with which a node that is only asked for is left: by a null move, or by a prediction.
    fn decided(&mut self, node: &P, task: Task, known: Option<Entry>) -> Result<Option<Value>, CutShort> {
        let Task { draft, bounds: Bounds { alpha, beta }, principal, .. } = task;
        if principal || alpha == Value::MIN || beta == Value::MAX {
            return Ok(None);
        }
        let horizon = self.horizon;
        if self.null_move_refutes(node, task)? {
            return Ok(Some(beta));
        }
        self.horizon = horizon;
        let NaiveSelectiveSettings { prob_cut: sigmas, prob_cut_draft, .. } = self.naive.settings;
        let is_tried = sigmas > 0.0 && prob_cut_draft.is_none_or(|most| draft <= most);
        let predictions = if is_tried { self.evaluator.predictions(node).to_vec() } else { Vec::new() };
        for prediction in predictions.into_iter().filter(|prediction| prediction.deep == draft) {
            let shallow = |bounds| Task { draft: prediction.shallow, bounds, ..task };
            if let Some(bound) = prediction.at_least(beta, sigmas)
                && known.is_none_or(|known| known.value >= beta)
            {
                if self.node(node, shallow(Bounds { alpha: bound - 1, beta: bound }))? >= bound {
                    return Ok(Some(beta));
                }
                self.horizon = horizon;
            }
            if let Some(bound) = prediction.at_most(alpha, sigmas)
                && known.is_none_or(|known| known.value < beta)
            {
                if self.node(node, shallow(Bounds { alpha: bound, beta: bound + 1 }))? <= bound {
                    return Ok(Some(alpha));
                }
                self.horizon = horizon;
            }
        }
        Ok(None)
    }

    /// Whether the other side cannot get below the upper bound with two moves in a row.
    fn null_move_refutes(&mut self, node: &P, task: Task) -> Result<bool, CutShort> {
        let Task { draft, bounds: Bounds { beta, .. }, .. } = task;
        let (less, mut other) = (self.naive.settings.null_move, node.clone());
        if less == 0 || draft < less + 2 || task.after_null || other.make_null_move().is_none() || other.is_terminal() {
            return Ok(false);
        }
        let turn = |bounds: Bounds| bounds.orient(node.to_move()).orient(other.to_move());
        let bounds = turn(Bounds { alpha: beta - 1, beta });
        let value =
            self.node(&other, Task { draft: draft - 1 - less, bounds, ply: task.ply + 1, after_null: true, ..task })?;
        Ok(node.to_move().orient(other.to_move().orient(value)) >= beta)
    }

    /// The known best move, then the killers, then the others by history, then by index.
    fn order(&self, node: &P, ply: usize, known: Option<usize>) -> Vec<(usize, P::Move)> {
        let killers = self.killers.get(&ply).copied().unwrap_or([None; 2]);
        let first = if ply == 0 { self.best } else { known };
        let rank = |index: usize, mv: P::Move| {
            let killer = killers.iter().position(|&killer| killer == Some((node.to_move(), mv)));
            let score = self.naive.history.get(&(node.to_move() == Side::Max, mv.into())).copied().unwrap_or(0);
            (first == Some(index), killer.map_or(0, |place| 2 - place), score)
        };
        let mut order: Vec<_> = node.moves().enumerate().collect();
        order.sort_by_key(|&(index, mv)| Reverse(rank(index, mv)));
        order
    }

    fn refuted(&mut self, killer @ (side, mv): Killer<P>, draft: usize, ply: usize) {
        *self.naive.history.entry((side == Side::Max, mv.into())).or_default() += draft * draft;
        let killers = self.killers.entry(ply).or_insert([None; 2]);
        if killers[0] != Some(killer) {
            *killers = [Some(killer), killers[0]];
        }
    }
}
