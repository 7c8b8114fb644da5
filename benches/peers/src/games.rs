//! The games of the rows, and the positions from which they are searched.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use bestply::games::Outcome;
use bestply::games::breakthrough::{self, Breakthrough, MenAndRows};
use bestply::games::connect_four::{self, ConnectFour, OpenLines};
use bestply::{Evaluator, Keyed, Position, Value};

/// What a game must have so that every peer can search it: the position is copied where a peer wants a new state.
pub(crate) trait Game:
    Position<Move: Eq + Hash + Display + Send + Sync, Moves: Clone + Debug, Undo: Send>
    + Keyed
    + Copy
    + Eq
    + Display
    + Debug
    + Send
    + Sync
    + 'static
{
    /// The evaluation of both sides of a comparison.
    type Evaluation: Evaluator<Self> + Copy + Default + Send + Sync;

    /// Below what the numbers of all moves lie.
    const MOVE_NUMBERS: u32;

    /// The position at the start of a game.
    fn start() -> Self;

    /// How the game ended, if it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The number of a move.
    fn number(mv: Self::Move) -> u32;
}

impl Game for ConnectFour {
    type Evaluation = OpenLines;
    const MOVE_NUMBERS: u32 = ConnectFour::MOVE_NUMBERS;

    fn start() -> ConnectFour {
        ConnectFour::start()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    #[inline]
    fn number(mv: connect_four::Move) -> u32 {
        mv.number()
    }
}

impl Game for Breakthrough {
    type Evaluation = MenAndRows;
    const MOVE_NUMBERS: u32 = Breakthrough::MOVE_NUMBERS;

    fn start() -> Breakthrough {
        Breakthrough::start()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    #[inline]
    fn number(mv: breakthrough::Move) -> u32 {
        mv.number()
    }
}

/// A value as rows compare it, from MAX's point of view. Programs write wins in different ways.
pub(crate) fn value_text(value: Value) -> String {
    match value {
        Value::MAX => "won".to_owned(),
        Value::MIN => "lost".to_owned(),
        value => value.to_string(),
    }
}

/// How the game ends from this position by random moves, each drawn by one number of `next`.
#[inline(always)]
pub(crate) fn play_out<P: Game>(mut position: P, mut next: impl FnMut() -> u64) -> Outcome {
    loop {
        let moves = position.move_count();
        if moves == 0 {
            return position.outcome().expect("a game without a legal move is over");
        }
        position.make(position.nth_move(below(next(), moves)));
    }
}

/// A number below `bound`, made of 64 random bits.
#[inline]
pub(crate) fn below(bits: u64, bound: usize) -> usize {
    ((u128::from(bits) * bound as u128) >> u64::BITS) as usize
}

/// So many positions that are not over, each after so many random moves. They are the same in every program.
pub(crate) fn positions<P: Position + Clone>(start: &P, plies: usize, count: usize) -> Vec<P> {
    (1..).filter_map(|seed| after_random_moves(start.clone(), plies, seed)).take(count).collect()
}

/// The position after so many random moves, if the game is not over by then.
fn after_random_moves<P: Position>(mut position: P, plies: usize, seed: u64) -> Option<P> {
    let mut state = seed.wrapping_mul(0x2545_f491_4f6c_dd1d);
    for _ in 0..plies {
        let moves = position.move_count();
        if moves == 0 {
            return None;
        }
        position.make(position.nth_move(below(split_mix(&mut state), moves)));
    }
    (!position.is_terminal()).then_some(position)
}

/// The next number of SplitMix64 (Steele, Lea & Flood 2014).
#[inline(always)]
pub(crate) fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
