//! What is asked of each move of a node: its value, whether it is better, or whether it seems so.

use std::hash::Hash;

use bestply_core::{Bounds, Evaluator, Keyed, Observer, Value};

use crate::Window;
use crate::frame::{Frame, NodeType, Question, Task};
use crate::open::Child;
use crate::search::IterativeDeepening;

impl<P, E, O> IterativeDeepening<'_, '_, P, E, O>
where
    P: Keyed,
    P::Move: Hash,
    E: Evaluator<P>,
    O: Observer,
{
    /// What the search of the node's current move is to find out first.
    ///
    /// This is the rule of principal-variation search (Marsland & Campbell 1982):
    /// of every move but the first of a principal node it is only asked whether it is better.
    /// With late move reductions a search of a smaller draft is asked before.
    /// With full windows the answer is the move's value, and a better move is searched again for its line alone.
    #[inline(always)]
    pub(crate) fn first_question(&self, frame: &Frame) -> Question {
        if self.reductions.are_on() && self.reduction(frame) > 0 {
            Question::SeemsBetter
        } else if frame.node == NodeType::Principal && frame.best.is_some() {
            Question::IsBetter
        } else {
            Question::Value
        }
    }

    /// Whether more must be asked of the current move, given the answer. The frame has the next question then.
    #[inline(always)]
    pub(crate) fn asks_more(&self, frame: &mut Frame, value: Value) -> bool {
        let value = frame.side.orient(value);
        frame.question = match frame.question {
            Question::SeemsBetter if value > frame.alpha && frame.node == NodeType::Principal => Question::IsBetter,
            Question::SeemsBetter if value > frame.alpha => Question::Value,
            // A value of plus infinity lies within open bounds, and has a line like any other value.
            Question::IsBetter if value > frame.alpha && (value < frame.bounds.beta || value == Value::MAX) => {
                Question::Value
            }
            _ => return false,
        };
        true
    }

    /// By how many plies the current move is searched less deep at first.
    ///
    /// Where all is lost so far, every move is searched in full.
    fn reduction(&self, frame: &Frame) -> usize {
        let is_late = frame.best.is_some() && frame.alpha != Value::MIN;
        if is_late { self.reductions.of(frame.draft, frame.taken as usize) } else { 0 }
    }

    /// Makes a move of the node, and turns to the child to answer the node's question.
    ///
    /// The first child of a principal node is a principal node, too, and so is every one whose value is wanted.
    #[inline(always)]
    pub(crate) fn make_move(&mut self, frame: &Frame, next: Child<P::Move>) -> Task {
        let Frame { alpha, bounds: Bounds { beta, .. }, .. } = *frame;
        let (beta, node) = match frame.question {
            Question::Value => (beta, frame.node),
            Question::IsBetter if self.settings.window() == Window::Full => (beta, NodeType::Other),
            Question::IsBetter | Question::SeemsBetter => (alpha + 1, NodeType::Other),
        };
        let reduction = if frame.question == Question::SeemsBetter { self.reduction(frame) } else { 0 };
        let undo = self.position.make(next.mv);
        self.made.push((next, undo));
        self.extend_path(next.index);
        let (draft, bounds) = (frame.draft - 1 - reduction, Bounds { alpha, beta }.orient(frame.side));
        Task { node, draft, bounds, ply: frame.ply + 1 }
    }
}
