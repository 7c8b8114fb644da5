//! What a selective search tries at a node before its moves.
//!
//! A *trial* is a search of the node itself to a smaller draft, or of what the other side could do after a null move.
//! Some trials decide that the node need not be searched, and one finds out which move to search first.

use std::hash::Hash;

use bestply_core::{Bounds, Evaluator, Event, Keyed, Observer, Value, ValueKind};

use crate::frame::{NodeTask, NodeType, SearchedNode, Trial};
use crate::search::IterativeDeepening;
use crate::table::{Bound, BoundsEntry};

impl<P: Keyed<Move: Hash>, E: Evaluator<P>, O: Observer> IterativeDeepening<'_, '_, P, E, O> {
    /// Adds the node's trials to the open ones, the last to be made first. Returns their number.
    ///
    /// The null move is tried first, then the predictions in the evaluator's order.
    /// The move to search first is looked for only where none of them decides.
    #[inline(never)]
    pub(crate) fn plan_trials(&mut self, frame: &SearchedNode, known: Option<BoundsEntry>) -> usize {
        let before = self.trials.len();
        if frame.ply > 0 {
            self.plan_first_move(frame);
            // A node left by a trial has one of these bounds for its value: an infinite one would claim a proof (D104).
            if frame.node == NodeType::Other && frame.bounds.alpha != Value::MIN && frame.bounds.beta != Value::MAX {
                self.plan_prob_cut(frame, known);
                self.plan_null_move(frame);
            }
        }
        self.trials.len() - before
    }

    fn plan_first_move(&mut self, frame: &SearchedNode) {
        const SHALLOWER: usize = 2;
        let least = self.settings.internal_deepening();
        if least > 0
            && frame.draft >= least
            && frame.draft > SHALLOWER
            && frame.known_best.is_none()
            && self.table.bytes() > 0
        {
            self.trials.push(Trial::FirstMove { draft: frame.draft - SHALLOWER });
        }
    }

    fn plan_null_move(&mut self, frame: &SearchedNode) {
        let reduction = self.settings.null_move();
        // After two null moves the same side is to move again, in the same position (D102).
        if reduction > 0 && frame.draft > reduction + 1 && !self.is_after_null_move() {
            self.trials.push(Trial::NullMove { draft: frame.draft - 1 - reduction });
        }
    }

    /// Where the table has a value, only the prediction on its side is tried: the other one would mostly fail.
    fn plan_prob_cut(&mut self, frame: &SearchedNode, known: Option<BoundsEntry>) {
        let sigmas = self.settings.prob_cut();
        if sigmas == 0.0 || frame.draft > self.settings.prob_cut_draft() {
            return;
        }
        let Bounds { alpha, beta } = frame.bounds;
        let seems_good = known.map(|known| frame.side.orient(known.value) >= beta);
        let predictions = self.evaluator.predictions(self.position).iter().rev();
        for prediction in predictions.filter(|prediction| prediction.deep == frame.draft) {
            let draft = prediction.shallow;
            if let Some(bound) = prediction.at_most(alpha, sigmas).filter(|_| seems_good != Some(true)) {
                self.trials.push(Trial::AtMost { draft, bound });
            }
            if let Some(bound) = prediction.at_least(beta, sigmas).filter(|_| seems_good != Some(false)) {
                self.trials.push(Trial::AtLeast { draft, bound });
            }
        }
    }

    /// Turns to the node's next trial; `None` if there is none left.
    #[inline(never)]
    pub(crate) fn next_trial(&mut self, frame: &mut SearchedNode) -> Option<NodeTask> {
        while let Some(&trial) = self.trials.last().filter(|_| frame.trials > 0) {
            let ply = frame.ply;
            let node = NodeType::Other;
            let task = |draft, bounds: Bounds| NodeTask { node, draft, bounds: bounds.orient(frame.side), ply };
            let task = match trial {
                Trial::NullMove { draft } => self.make_null_move().then(|| {
                    let beta = frame.bounds.beta;
                    NodeTask { ply: ply + 1, ..task(draft, Bounds { alpha: beta - 1, beta }) }
                }),
                Trial::AtLeast { draft, bound } => Some(task(draft, Bounds { alpha: bound - 1, beta: bound })),
                Trial::AtMost { draft, bound } => Some(task(draft, Bounds { alpha: bound, beta: bound + 1 })),
                Trial::FirstMove { draft } => Some(NodeTask { node: frame.node, ..task(draft, frame.bounds) }),
            };
            if task.is_some() {
                frame.is_trying = true;
                return task;
            }
            self.end_trial(frame);
        }
        None
    }

    /// Ends the node's trial, which found this value. Returns the node's value if that is enough.
    #[inline(never)]
    pub(crate) fn judge_trial(&mut self, frame: &mut SearchedNode, value: Value) -> Option<Value> {
        let Bounds { alpha, beta } = frame.bounds;
        let value = frame.side.orient(value);
        let decided = match self.end_trial(frame) {
            Trial::NullMove { .. } => {
                self.unmake_null_move();
                (value >= beta).then_some((beta, Bound::AtLeast))
            }
            Trial::AtLeast { bound, .. } => (value >= bound).then_some((beta, Bound::AtLeast)),
            Trial::AtMost { bound, .. } => (value <= bound).then_some((alpha, Bound::AtMost)),
            Trial::FirstMove { .. } => {
                self.search_first(frame);
                None
            }
        };
        if decided.is_none() {
            // What decides nothing leaves open nothing.
            self.horizon_visits = frame.horizon_visits;
        }
        decided.map(|(value, bound)| self.decide(frame, value, bound))
    }

    fn end_trial(&mut self, frame: &mut SearchedNode) -> Trial {
        (frame.is_trying, frame.trials) = (false, frame.trials - 1);
        self.trials.pop().expect("a trial is under way")
    }

    /// Leaves the node without searching its moves.
    ///
    /// The value is a bound of the node's own, and never an infinite one, so that what is proved stays proved.
    fn decide(&mut self, frame: &SearchedNode, value: Value, bound: Bound) -> Value {
        self.open.truncate(frame.bottom);
        self.trials.truncate(self.trials.len() - frame.trials);
        let (value, bound) = (frame.side.orient(value), bound.orient(frame.side));
        // Where all lines of the trial ended the game, a deeper search would decide the same.
        let complete = self.horizon_visits == frame.horizon_visits;
        let best = frame.known_best.map(usize::from);
        self.store(frame.key, value, bound, frame.draft, complete, best);
        self.tell(|path| Event::BackedUp { path, value, kind: ValueKind::Bound });
        value
    }

    /// Puts the move that the shallow search found before all others.
    fn search_first(&mut self, frame: &mut SearchedNode) {
        frame.known_best = self.table.get(frame.key).and_then(|known| known.best);
        if let Some(best) = frame.known_best {
            self.open.put_first(frame.bottom, usize::from(best));
        }
    }

    /// Makes a null move, if the game has one here that leaves a move to the other side.
    fn make_null_move(&mut self) -> bool {
        let Some(undo) = self.position.make_null_move() else { return false };
        if self.position.is_terminal() {
            self.position.unmake_null_move(undo);
            return false;
        }
        self.null_moves.push((self.made.len(), undo));
        true
    }

    pub(crate) fn unmake_null_move(&mut self) {
        let (_, undo) = self.null_moves.pop().expect("a null move was made");
        self.position.unmake_null_move(undo);
    }

    /// Whether the last thing done on the board is a null move.
    pub(crate) fn is_after_null_move(&self) -> bool {
        self.null_moves.last().is_some_and(|&(made, _)| made == self.made.len())
    }
}
