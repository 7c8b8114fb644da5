//! Evaluations learnt from self-play: sums of weights, one for each tuple of squares (or houses) and what is on them.
//!
//! A game says with [`Tuples`] which weights a position has; the rest is the same for all games.
//! [`Learnt`] is the evaluation, and [`TupleFeatures`] is what a [`Learner`](bestply_learning::Learner) learns.
//! [`TupleWeights`] are the result, which a file holds.
//! The weights that come with the crate are made by `cargo xtask train`.
//!
//! A position is evaluated as the side to move sees it, so that exchanging the sides negates every value.
//!
//! ```
//! use bestply_core::{Evaluator, Position, Properties};
//! use bestply_board_games::connect_four::ConnectFour;
//! use bestply_board_games::learnt::Learnt;
//!
//! let mut learnt = Learnt::<ConnectFour>::default();
//! let mut value_after = |column: &str| {
//!     let mut game = ConnectFour::start();
//!     game.make(column.parse().unwrap());
//!     learnt.evaluate(&game)
//! };
//! // To begin in the middle wins; to begin at the edge loses.
//! assert!(value_after("d") > value_after("a"));
//! assert_eq!(value_after("a"), value_after("g"));
//! ```

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU32;

use bestply_core::{Evaluator, Properties, StaticError, Value};
use bestply_learning::{Features, Layout, Planes, SelfPlay, Tables};

/// A game with a learnt evaluation: it says which of its weights a position has.
pub trait Tuples: Planes + Copy + 'static {
    /// The plain evaluation, which plays one side of some of the games that are learnt from.
    type Plain: Evaluator<Self> + Default + 'static;

    /// The number of weights, their meaning and their units.
    const LAYOUT: Layout;

    /// The number of equal parts of the weights. All weights of one position are in the same part.
    const STAGES: usize = 1;

    /// The points of a position that is as good as won.
    const WIN: u32 = WON as u32;

    /// The file of weights that comes with the crate.
    const SHIPPED: &'static [u8];

    /// How far the values that the weights of the crate give lie from those of searches, for each
    /// [stage of errors](Tuples::error_stage), the shallowest search first; none where it was not measured.
    const ERRORS: &'static [[StaticError; 2]] = &[];

    /// Whether finished positions have weights, too, as far as the rules lead on from them.
    const WEIGHS_ENDS: bool = true;

    /// The position at the start of a game: in a game whose cards are dealt, with the cards of this number;
    /// otherwise always the same.
    fn start(number: u64) -> Self;

    /// The worth of a finished game to MAX, in points. By default it is that of a win, a loss or a draw.
    fn points(&self) -> Value {
        self.finished_value().signum() * WON
    }

    /// The stage of the game by which errors are measured. By default all positions are of one stage.
    fn error_stage(&self) -> usize {
        0
    }

    /// The indices of the weights whose sum is the value of a position that is not finished,
    /// as the side to move sees it; of a finished one, too, where the game [weighs ends](Tuples::WEIGHS_ENDS).
    fn weights(&self) -> impl Iterator<Item = usize>;
}

/// The points of a game that can only be won, lost or drawn, as the winner sees it.
const WON: Value = 64;

/// The number of units of a weight in a point.
pub(crate) const UNITS: u32 = 256;

/// The weights of a game's [`Learnt`] evaluation.
pub type TupleWeights<G> = bestply_learning::Weights<TupleFeatures<G>>;

/// The learnt evaluation of a game, the same for MAX and MIN.
///
/// A unit is 1/256 point. In a game without a score, a win is 64 points. In a game with one, a point is a point of it.
#[derive(Clone)]
pub struct Learnt<G: Tuples> {
    weights: TupleWeights<G>,
    /// Whether finished games are valued by the weights, too.
    learns_ends: bool,
}

/// The features that the learnt evaluation of a game learns: a weight for each content of each tuple.
#[derive(Clone, Copy)]
pub struct TupleFeatures<G>(PhantomData<fn() -> G>);

impl<G: Tuples> Learnt<G> {
    /// The evaluation with these weights.
    pub fn new(weights: TupleWeights<G>) -> Learnt<G> {
        Learnt { weights, learns_ends: false }
    }

    /// The same evaluation, with finished games valued by the weights like all other positions.
    ///
    /// The search then does not know who has won. It is for measuring what that knowledge is worth.
    ///
    /// # Panics
    ///
    /// If the game does not [weigh ends](Tuples::WEIGHS_ENDS).
    #[must_use]
    pub fn with_learnt_ends(self) -> Learnt<G> {
        assert!(G::WEIGHS_ENDS, "the finished positions of this game have no weights");
        Learnt { learns_ends: true, ..self }
    }
}

/// The evaluation with the weights that come with the crate.
impl<G: Tuples> Default for Learnt<G> {
    fn default() -> Learnt<G> {
        Learnt::new(TupleWeights::default())
    }
}

impl<G: Tuples> fmt::Debug for Learnt<G> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Learnt").field(&self.weights).finish()
    }
}

impl<G: Tuples> Evaluator<G> for Learnt<G> {
    #[inline]
    fn evaluate(&mut self, position: &G) -> Value {
        if !self.learns_ends && position.is_terminal() {
            return position.finished_value();
        }
        let weights = self.weights.tables();
        let value: Value = position.weights().map(|index| Value::from(i16::from_le_bytes(weights[index]))).sum();
        position.to_move().sign() * value
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties { win_value: NonZeroU32::new(G::WIN * UNITS), ..Properties::default() }
    }

    #[inline]
    fn stage(&self, position: &G) -> usize {
        position.error_stage()
    }

    /// Measured with the weights that come with the crate. Others have the same unit, and much the same errors.
    fn errors(&self, position: &G) -> &[StaticError] {
        G::ERRORS.get(position.error_stage()).map_or(&[], |errors| errors)
    }
}

impl<G> Default for TupleFeatures<G> {
    fn default() -> TupleFeatures<G> {
        TupleFeatures(PhantomData)
    }
}

impl<G> fmt::Debug for TupleFeatures<G> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("TupleFeatures")
    }
}

impl<G: Tuples> Tables for TupleFeatures<G> {
    type Table = [u8; 2];

    const LAYOUT: Layout = G::LAYOUT;
    const SHIPPED: &'static [u8] = G::SHIPPED;

    fn tables(weights: &[[u8; 2]]) -> &[[u8; 2]] {
        weights
    }
}

impl<G: Tuples> SelfPlay for TupleFeatures<G> {
    type Position = G;

    fn start(&self, number: u64) -> G {
        G::start(number)
    }

    fn outcome(&self, position: &G) -> Option<Value> {
        position.is_terminal().then(|| position.points())
    }

    fn partner(&self, _: u64) -> Option<Box<dyn Evaluator<G>>> {
        Some(Box::new(G::Plain::default()))
    }
}

impl<G: Tuples> Features for TupleFeatures<G> {
    type Evaluator = Learnt<G>;

    fn layout(&self) -> Layout {
        G::LAYOUT
    }

    fn blocks(&self) -> usize {
        G::STAGES
    }

    fn evaluator(&self, weights: &[i16]) -> Learnt<G> {
        Learnt::new(TupleWeights::<G>::new(weights))
    }

    fn active(&self, position: &G, indices: &mut Vec<u32>) {
        indices.extend(position.weights().map(|index| index as u32));
    }
}
