//! What is asked of each move of a node: its value, whether it is better, or whether it seems so.

use std::hash::Hash;

use bestply_core::{Bounds, Evaluator, Keyed, Observer, Value};

use crate::RootWindow;
use crate::frame::{MoveQuestion, NodeTask, NodeType, SearchedNode};
use crate::open::IndexedMove;
use crate::search::IterativeDeepening;

impl<P: Keyed<Move: Hash>, E: Evaluator<P>, O: Observer> IterativeDeepening<'_, '_, P, E, O> {
    /// What the search of the node's current move is to find out first.
    ///
    /// This is the rule of principal-variation search (Marsland & Campbell 1982):
    /// of every move but the first of a principal node it is only asked whether it is better.
    /// With late move reductions a search of a smaller draft is asked before.
    /// With full windows the answer is the move's value, and a better move is searched again for its line alone.
    #[inline(always)]
    pub(crate) fn first_question(&self, frame: &SearchedNode) -> MoveQuestion {
        if self.reductions.are_on() && self.reduction(frame) > 0 {
            MoveQuestion::SeemsBetter
        } else if frame.node == NodeType::Principal && frame.best.is_some() {
            MoveQuestion::IsBetter
        } else {
            MoveQuestion::Value
        }
    }

    /// Whether more must be asked of the current move, given the answer. The frame has the next question then.
    #[inline(always)]
    pub(crate) fn asks_more(&self, frame: &mut SearchedNode, value: Value) -> bool {
        let value = frame.side.orient(value);
        frame.question = match frame.question {
            MoveQuestion::SeemsBetter if value > frame.alpha && frame.node == NodeType::Principal => {
                MoveQuestion::IsBetter
            }
            MoveQuestion::SeemsBetter if value > frame.alpha => MoveQuestion::Value,
            // A value of plus infinity lies within open bounds, and has a line like any other value.
            MoveQuestion::IsBetter if value > frame.alpha && (value < frame.bounds.beta || value == Value::MAX) => {
                MoveQuestion::Value
            }
            _ => return false,
        };
        true
    }

    /// By how many plies the current move is searched less deep at first.
    ///
    /// Where all is lost so far, every move is searched in full.
    fn reduction(&self, frame: &SearchedNode) -> usize {
        // A move that saves a lost game must not be missed by a shallow look (D106).
        let is_late = frame.best.is_some() && frame.alpha != Value::MIN;
        if is_late { self.reductions.of(frame.draft, frame.taken as usize) } else { 0 }
    }

    /// Makes a move of the node, and turns to the child to answer the node's question.
    ///
    /// The first child of a principal node is a principal node, too, and so is every one whose value is wanted.
    #[inline(always)]
    pub(crate) fn make_move(&mut self, frame: &SearchedNode, next: IndexedMove<P::Move>) -> NodeTask {
        let SearchedNode { alpha, bounds: Bounds { beta, .. }, .. } = *frame;
        let (beta, node) = match frame.question {
            MoveQuestion::Value => (beta, frame.node),
            MoveQuestion::IsBetter if self.settings.window() == RootWindow::Full => (beta, NodeType::Other),
            MoveQuestion::IsBetter | MoveQuestion::SeemsBetter => (alpha + 1, NodeType::Other),
        };
        let reduction = if frame.question == MoveQuestion::SeemsBetter { self.reduction(frame) } else { 0 };
        let undo = self.position.make(next.mv);
        self.made.push((next, undo));
        self.extend_path(next.index);
        let (draft, bounds) = (frame.draft - 1 - reduction, Bounds { alpha, beta }.orient(frame.side));
        NodeTask { node, draft, bounds, ply: frame.ply + 1 }
    }
}
