use bestply_core::{Evaluator, Position, Prediction, Properties, Side, StaticError, Value};

use super::plain::disc_difference;
use super::predictions::stage;
use super::{Change, Heuristic};
use crate::bitboard::{INNER_COLUMNS, legal_moves};
use crate::{Move, Othello};

/// The evaluator of a search that does not reach the end of every game.
///
/// An unfinished position has the heuristic's value.
/// A finished game is worth plus infinity if black has won, and minus infinity if white has won.
/// A tie is worth just more than a loss for the side that searches.
/// So that side rather goes on than takes a tie, but does not lose to avoid one.
#[derive(Clone, Debug)]
pub struct Evaluation<H> {
    /// The value of unfinished positions.
    pub heuristic: H,
    /// The side for which the search is done.
    pub searching: Side,
    /// Whether finished games are valued by the heuristic, too.
    ///
    /// The search then does not know who has won. It is for measuring what that knowledge is worth.
    pub guesses_ends: bool,
}

impl<H: Heuristic> Evaluation<H> {
    /// The evaluator of a search by `searching`.
    pub fn new(heuristic: H, searching: Side) -> Evaluation<H> {
        Evaluation { heuristic, searching, guesses_ends: false }
    }

    /// The value of a finished game with these discs.
    #[cold]
    fn finished(&mut self, mover: u64, waiting: u64, to_move: Side) -> Value {
        if self.guesses_ends {
            return for_max(to_move, self.heuristic.evaluate(mover, waiting));
        }
        match mover.count_ones().cmp(&waiting.count_ones()) {
            std::cmp::Ordering::Greater => to_move.win(),
            std::cmp::Ordering::Less => to_move.loss(),
            std::cmp::Ordering::Equal => self.searching.orient(Value::MIN + 1),
        }
    }
}

impl<H: Heuristic> Evaluator<Othello> for Evaluation<H> {
    #[inline]
    fn evaluate(&mut self, position: &Othello) -> Value {
        let (mover, waiting) = (position.mover(), position.waiting());
        if is_over(mover, waiting) {
            return self.finished(mover, waiting, position.to_move());
        }
        for_max(position.to_move(), self.heuristic.evaluate(mover, waiting))
    }

    #[inline]
    fn enter(&mut self, parent: &Othello) {
        self.heuristic.enter(parent.mover(), parent.waiting());
    }

    #[inline]
    fn evaluate_child(&mut self, parent: &mut Othello, mv: Move) -> Value {
        let change = Change::of(mv, parent.mover(), parent.waiting());
        let (mover, waiting) = change.apply(parent.mover(), parent.waiting());
        let to_move = parent.to_move().other();
        if is_over(mover, waiting) {
            return self.finished(mover, waiting, to_move);
        }
        for_max(to_move, self.heuristic.evaluate_child(change, mover, waiting))
    }

    #[inline]
    fn properties(&self) -> Properties {
        self.heuristic.properties()
    }

    #[inline]
    fn predictions(&self, position: &Othello) -> &[Prediction] {
        self.heuristic.predictions(discs(position))
    }

    /// Stages of ten plies.
    #[inline]
    fn stage(&self, position: &Othello) -> usize {
        stage(discs(position))
    }

    #[inline]
    fn errors(&self, position: &Othello) -> &[StaticError] {
        self.heuristic.errors(discs(position))
    }
}

/// The number of discs on the board.
fn discs(position: &Othello) -> u32 {
    (position.mover() | position.waiting()).count_ones()
}

/// The exact evaluator of any position: black's discs minus white's. At the end of a game that is the game's score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FinalScore;

impl Evaluator<Othello> for FinalScore {
    #[inline]
    fn evaluate(&mut self, position: &Othello) -> Value {
        for_max(position.to_move(), disc_difference(position.mover(), position.waiting()))
    }

    #[inline]
    fn evaluate_child(&mut self, parent: &mut Othello, mv: Move) -> Value {
        let (mover, waiting) = (parent.mover(), parent.waiting());
        let change = Change::of(mv, mover, waiting);
        let placed = Value::from(change.placed.is_some());
        let after = disc_difference(mover, waiting) + 2 * change.turned.count_ones() as Value + placed;
        for_max(parent.to_move(), after)
    }
}

/// Turns a value as the side to move sees it into one from MAX's point of view.
#[inline]
pub(super) fn for_max(to_move: Side, value: Value) -> Value {
    match to_move {
        Side::Max => value,
        Side::Min => -value,
    }
}

/// Whether neither side can place a disc.
///
/// Nearly every position has a move that turns a single disc beside it. This is tested first because it is cheap.
#[inline]
fn is_over(mover: u64, waiting: u64) -> bool {
    !turns_a_single_disc(mover, waiting) && legal_moves(mover, waiting) == 0 && legal_moves(waiting, mover) == 0
}

/// Whether a disc of the mover, a waiting disc and an empty square stand side by side somewhere.
#[inline(always)]
fn turns_a_single_disc(mover: u64, waiting: u64) -> bool {
    let empty = !(mover | waiting);
    let sideways = waiting & INNER_COLUMNS;
    let between =
        |step: u32, waiting: u64| waiting & ((mover << step & empty >> step) | (mover >> step & empty << step));
    between(8, waiting) != 0 || between(1, sideways) | between(7, sideways) | between(9, sideways) != 0
}
