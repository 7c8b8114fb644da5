//! What an entry says of how its game's evaluations are learnt. Whoever trains learns from it.

mod entries;
mod features;

use bestply::learning::{SelfPlay, Settings, SquareTuples};
use bestply::{Evaluator, Position, Side, Value};
use bestply_any_game::{AnyPosition, Playable};

use crate::evaluation::AnyEvaluation;
use crate::planes::GamePlanes;
use crate::starts::{Deal, in_turn};

pub use features::AnyFeatures;

/// How the games of a training are played that a [`GameEntry`](crate::GameEntry) describes: of tuples and of a network
/// alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lessons {
    /// The most random plies at the start of a game.
    pub opening_plies: usize,
    /// The points by which a game is as good as won; a win by more is worth no more to a network.
    ///
    /// It matters in games with [points](Playable::points) alone. In others a win is worth [`WON`](Lessons::WON).
    pub win: u32,
}

impl Lessons {
    /// The points of a game that can only be won, lost or drawn, as the winner sees it.
    pub const WON: u32 = 64;
}

impl Default for Lessons {
    fn default() -> Lessons {
        Lessons { opening_plies: 8, win: Lessons::WON }
    }
}

/// The learnt evaluation of a game that is a sum of weights.
#[derive(Clone)]
pub struct LearntFeatures {
    /// The evaluation that has the weights.
    pub evaluation: &'static str,
    /// Which weights a position has.
    pub features: AnyFeatures,
    /// How games are played and learnt from. The number of games and the seed are the training's.
    pub settings: Settings,
}

/// The learnt evaluation of a game that is a network.
#[derive(Clone)]
pub struct LearntNetwork {
    /// The evaluation that has the weights.
    pub evaluation: &'static str,
    /// What it sees of a position.
    pub planes: GamePlanes,
    /// The games that it plays against itself.
    pub games: EntryGames,
    /// How these are played, and what they are worth.
    pub lessons: Lessons,
}

impl LearntNetwork {
    /// The name of the evaluation.
    pub(crate) const EVALUATION: &'static str = "network";
}

/// The games of an entry: from its start, to its points, against the first of its evaluations that is not learnt.
#[derive(Clone)]
pub struct EntryGames {
    pub(crate) start: Deal<AnyPosition>,
    pub(crate) partner: Option<AnyEvaluation>,
}

impl EntryGames {
    /// The same games, which begin in these positions in turn where there are any.
    ///
    /// # Panics
    ///
    /// If the list is empty, the games do.
    #[must_use]
    pub fn beginning(self, positions: Option<Vec<AnyPosition>>) -> EntryGames {
        EntryGames { start: positions.map_or(self.start, in_turn), ..self }
    }
}

impl SelfPlay for EntryGames {
    type Position = AnyPosition;

    fn start(&self, number: u64) -> AnyPosition {
        (self.start)(number)
    }

    fn outcome(&self, position: &AnyPosition) -> Option<Value> {
        let won = || position.terminal_value().signum() * Lessons::WON as Value;
        position.is_terminal().then(|| position.points().unwrap_or_else(won))
    }

    fn partner(&self, _: u64) -> Option<Box<dyn Evaluator<AnyPosition>>> {
        let evaluator = self.partner.as_ref()?.searching(Side::Max);
        Some(Box::new(evaluator))
    }
}

/// The features that an entry says are learnt.
#[derive(Clone)]
pub(crate) enum SaidFeatures {
    /// Features of the game's own.
    Own(LearntFeatures),
    /// Tuples of squares within the planes of any game.
    Tuples(SaidTuples),
}

/// Tuples of squares within the planes of a game of this name.
#[derive(Clone)]
pub(crate) struct SaidTuples {
    game: &'static str,
    planes: GamePlanes,
    tuples: Vec<Vec<u16>>,
}

impl SaidTuples {
    /// The name of the evaluation that has their weights.
    const EVALUATION: &'static str = "learnt";

    /// The tuples as features of games in which a win by so many points is as good as any.
    fn features(&self, games: EntryGames, win: u32) -> SquareTuples<EntryGames, GamePlanes> {
        SquareTuples::new(self.game, games, self.planes, &self.tuples, win)
    }

    /// The evaluation that is learnt from these games by these lessons.
    pub(crate) fn learnt(&self, games: EntryGames, lessons: Lessons) -> LearntFeatures {
        LearntFeatures {
            evaluation: SaidTuples::EVALUATION,
            features: AnyFeatures::new(self.features(games, lessons.win)),
            settings: Settings { batch: 1000, random_plies: lessons.opening_plies, ..Settings::default() },
        }
    }
}
