use std::collections::HashMap;

use bestply_core::{Bounds, Evaluator, Position, Side, Value};

/// The engine's selective alpha-beta without a table, as a recursion: what it finds, and what that costs.
///
/// It works on any game, so that the game can offer null moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct NaiveSelective {
    /// The factor of late move reductions.
    pub reduction: f64,
    /// By how many plies a null move is searched less deep than a move. 0 is no null moves.
    pub null_move: usize,
    /// How many standard deviations a prediction must be beyond a node's bounds. 0 is no predictions.
    pub prob_cut: f64,
}

/// What a [`NaiveSelective`] search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NaiveFound {
    /// The value.
    pub value: Value,
    /// The index of the best move.
    pub best: usize,
    /// The number of evaluations.
    pub evaluations: u64,
}

impl NaiveSelective {
    /// Searches a position that has at least two moves, to depth 1, 2 and so on up to `depth`.
    pub fn search<P: Position<Move: Into<usize>>, E: Evaluator<P>>(
        self,
        position: &mut P,
        evaluator: &mut E,
        depth: usize,
    ) -> NaiveFound {
        let (killers, history) = (HashMap::new(), HashMap::new());
        let (evaluations, horizon, best) = (0, 0, None);
        let mut search =
            Search { settings: self, position, evaluator, killers, history, last: None, best, evaluations, horizon };
        let side = search.position.to_move();
        let (mut value, mut draft, mut before) = (0, 0, usize::MAX);
        // A line that came to the horizon may go on.
        while draft < depth && search.horizon != before {
            (before, draft) = (search.horizon, draft + 1);
            value = side.orient(search.node(draft, Bounds::OPEN, true, 0, false));
        }
        NaiveFound { value, best: search.best.expect("there is a move"), evaluations: search.evaluations }
    }
}

/// A move of a side. Killers and history know no more of it.
type Name = (bool, usize);

struct Search<'s, P: Position, E> {
    settings: NaiveSelective,
    position: &'s mut P,
    evaluator: &'s mut E,
    /// By distance from the root, the last move that refuted a position, and the one before.
    killers: HashMap<usize, [Option<Name>; 2]>,
    history: HashMap<Name, usize>,
    /// The last move made.
    last: Option<P::Move>,
    best: Option<usize>,
    evaluations: u64,
    /// How often a line ended before the game.
    horizon: usize,
}

impl<P: Position<Move: Into<usize>>, E: Evaluator<P>> Search<'_, P, E> {
    /// The node's value, as its side to move sees it. So are the bounds.
    fn node(&mut self, draft: usize, bounds: Bounds, principal: bool, ply: usize, after_null: bool) -> Value {
        let side = self.position.to_move();
        let order = self.order(side, ply);
        if draft > 1 && ply > 0 && !principal && bounds.alpha != Value::MIN && bounds.beta != Value::MAX {
            let decided = self.null_move(draft, bounds.beta, ply, after_null);
            if let Some(value) = decided.or_else(|| self.prob_cut(draft, bounds, ply, after_null)) {
                return value;
            }
        }
        if draft == 1 {
            self.horizon += 1;
        }
        let (mut alpha, mut best) = (bounds.alpha, None);
        for (place, (index, mv)) in (1..).zip(order) {
            let window = Bounds { alpha, ..bounds };
            let value = match draft {
                1 => self.static_value(mv),
                _ => self.child(mv, draft, window, principal, ply, place, best.is_some()),
            };
            if best.is_none_or(|best| value > best) {
                (best, alpha) = (Some(value), alpha.max(value));
                if ply == 0 {
                    self.best = Some(index);
                }
            }
            if value >= bounds.beta {
                self.refuted((side == Side::Max, mv.into()), draft, ply);
            }
            if alpha >= bounds.beta {
                break;
            }
        }
        best.expect("the position is not finished")
    }

    /// A child's value as the node's side to move sees it: first by a search that is less deep or only asks.
    #[expect(clippy::too_many_arguments, reason = "a recursion hands down what it knows")]
    fn child(
        &mut self,
        mv: P::Move,
        draft: usize,
        Bounds { alpha, beta }: Bounds,
        principal: bool,
        ply: usize,
        place: usize,
        has_best: bool,
    ) -> Value {
        let ln = |number: usize| (number as f64).ln();
        let reduction = ((self.settings.reduction * ln(draft) * ln(place)) as usize).min(draft - 2);
        let asked = Bounds { alpha, beta: alpha.saturating_add(1) };
        if reduction > 0 && has_best && alpha != Value::MIN {
            let value = self.made(mv, draft - 1 - reduction, asked, false, ply);
            if value <= alpha {
                return value;
            }
        }
        if principal && has_best {
            let value = self.made(mv, draft - 1, asked, false, ply);
            if value <= alpha || (value >= beta && value != Value::MAX) {
                return value;
            }
        }
        self.made(mv, draft - 1, Bounds { alpha, beta }, principal, ply)
    }

    /// The value of a child, which is a node.
    fn made(&mut self, mv: P::Move, draft: usize, bounds: Bounds, principal: bool, ply: usize) -> Value {
        let side = self.position.to_move();
        let undo = self.position.make(mv);
        if self.position.is_terminal() {
            self.position.unmake(mv, undo);
            return self.static_value(mv);
        }
        let before = self.last.replace(mv);
        let child = self.position.to_move();
        let bounds = bounds.orient(side).orient(child);
        let value = child.orient(self.node(draft, bounds, principal, ply + 1, false));
        self.last = before;
        self.position.unmake(mv, undo);
        side.orient(value)
    }

    fn static_value(&mut self, mv: P::Move) -> Value {
        self.evaluations += 1;
        self.evaluator.enter(self.position);
        let side = self.position.to_move();
        side.orient(self.evaluator.evaluate_child(self.position, mv))
    }

    /// The upper bound, if the other side cannot get below it with two moves in a row.
    fn null_move(&mut self, draft: usize, beta: Value, ply: usize, after_null: bool) -> Option<Value> {
        let less = self.settings.null_move;
        if less == 0 || draft < less + 2 || after_null {
            return None;
        }
        let side = self.position.to_move();
        let horizon = self.horizon;
        let undo = self.position.make_null_move()?;
        let is_refuted = !self.position.is_terminal() && {
            let other = self.position.to_move();
            let bounds = Bounds { alpha: beta - 1, beta }.orient(side).orient(other);
            let value = other.orient(self.node(draft - 1 - less, bounds, false, ply + 1, true));
            side.orient(value) >= beta
        };
        self.position.unmake_null_move(undo);
        if !is_refuted {
            self.horizon = horizon;
        }
        is_refuted.then_some(beta)
    }

    /// One of the bounds, if a shallower search predicts that the value is beyond it.
    fn prob_cut(
        &mut self,
        draft: usize,
        Bounds { alpha, beta }: Bounds,
        ply: usize,
        after_null: bool,
    ) -> Option<Value> {
        let sigmas = self.settings.prob_cut;
        if sigmas == 0.0 {
            return None;
        }
        let horizon = self.horizon;
        for prediction in self.evaluator.predictions(self.position).to_vec() {
            if prediction.deep != draft {
                continue;
            }
            if let Some(bound) = prediction.at_least(beta, sigmas) {
                let window = Bounds { alpha: bound - 1, beta: bound };
                if self.node(prediction.shallow, window, false, ply, after_null) >= bound {
                    return Some(beta);
                }
                self.horizon = horizon;
            }
            if let Some(bound) = prediction.at_most(alpha, sigmas) {
                let window = Bounds { alpha: bound, beta: bound + 1 };
                if self.node(prediction.shallow, window, false, ply, after_null) <= bound {
                    return Some(alpha);
                }
                self.horizon = horizon;
            }
        }
        None
    }

    /// The best move of the last iteration, then the killers, then the others by history, then by index.
    fn order(&self, side: Side, ply: usize) -> Vec<(usize, P::Move)> {
        let killers = self.killers.get(&ply).copied().unwrap_or_default();
        let rank = |index: usize, mv: P::Move| {
            let name = (side == Side::Max, mv.into());
            let killer = killers.iter().position(|&killer| killer == Some(name)).map_or(0, |place| 2 - place);
            let is_first = ply == 0 && self.best == Some(index);
            let history = self.history.get(&name).copied().unwrap_or(0);
            (is_first, killer, history)
        };
        let mut order: Vec<_> = self.position.moves().enumerate().collect();
        order.sort_by_key(|&(index, mv)| std::cmp::Reverse(rank(index, mv)));
        order
    }

    fn refuted(&mut self, name: Name, draft: usize, ply: usize) {
        *self.history.entry(name).or_default() += draft * draft;
        let killers = self.killers.entry(ply).or_default();
        if killers[0] != Some(name) {
            *killers = [Some(name), killers[0]];
        }
    }
}
