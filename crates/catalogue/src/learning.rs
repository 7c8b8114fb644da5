//! How a game's evaluations are learnt, as its entry says it.

mod features;
mod network;
mod study;

use std::sync::Arc;

use bestply::learning::{
    Block, Episode, Features, HeldOut, Layout, Learner, Planes, Player, SelfPlay, Settings, SquareTuples,
};
use bestply::{Evaluator, Position, Side, Value};

use crate::evaluation::ErasedEvaluation;
use crate::known_game::KnownGame;
use crate::{
    AnyEvaluator, AnyPosition, Deal, EvaluationEntry, GameEntry, GamePlanes, OneScale, Playable, WrongWeights,
};

use features::AnyFeatures;

pub use network::NetworkCourse;
pub use study::{NoTreeToLearn, StudyPlan, StudyReward, StudySearch, StudyTarget};

/// The points of a game that can only be won, lost or drawn, as the winner sees it.
pub(crate) const WON: u32 = 64;

/// How the games of a training are played that a [`GameEntry`] describes: of tuples and of a network alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lessons {
    /// The most random plies at the start of a game.
    pub opening_plies: usize,
    /// The points by which a game is as good as won; a win by more is worth no more to a network.
    ///
    /// It matters in games with [points](Playable::points) alone. In others a win is 64 points.
    pub win: u32,
}

impl Default for Lessons {
    fn default() -> Lessons {
        Lessons { opening_plies: 8, win: WON }
    }
}

/// How the learnt evaluation of a game is learnt that is a sum of weights.
#[derive(Clone)]
pub struct TupleCourse {
    /// The evaluation that has the weights.
    pub evaluation: &'static str,
    /// How games are played and learnt from. The number of games and the seed are the training's.
    pub settings: Settings,
    learner: MakeLearner,
}

type MakeLearner = Arc<dyn Fn(Settings) -> GameLearner + Send + Sync>;

impl TupleCourse {
    /// Something that learns with these settings, and has learnt nothing yet.
    pub fn learner(&self, settings: Settings) -> GameLearner {
        (self.learner)(settings)
    }
}

/// A [`Learner`] of any game.
pub struct GameLearner(Learner<AnyFeatures>);

/// A [`Player`] of any game. Threads share it.
pub struct GamePlayer<'l>(Player<'l, AnyFeatures>);

impl GameLearner {
    fn of<F>(features: F, settings: Settings) -> GameLearner
    where
        F: Features<Position: Playable, Evaluator: Send + Sync + 'static> + Send + Sync + 'static,
    {
        GameLearner(Learner::new(AnyFeatures(Arc::new(features)), settings))
    }

    /// As [`Learner::player`].
    pub fn player(&self) -> GamePlayer<'_> {
        GamePlayer(self.0.player())
    }

    /// As [`Learner::blocks`].
    pub fn blocks(&mut self) -> Vec<&mut Block> {
        self.0.blocks().collect()
    }

    /// The layout of the weights.
    pub fn layout(&self) -> Layout {
        self.0.layout()
    }

    /// The weights as the bytes of a file.
    pub fn bytes(&self) -> Vec<u8> {
        self.layout().write(&self.0.weights())
    }

    /// As [`Learner::state`].
    pub fn state(&self) -> Vec<f32> {
        self.0.state()
    }

    /// As [`Learner::restore`].
    pub fn restore(&mut self, state: &[f32]) {
        self.0.restore(state);
    }
}

impl GamePlayer<'_> {
    /// As [`Player::play`].
    pub fn play(&self, game: u64) -> Episode {
        self.0.play(game)
    }

    /// Plays a game in which each move is found by a search, as a plan says.
    ///
    /// # Panics
    ///
    /// If the plan cannot be followed ([`StudyPlan::check`]).
    pub fn study(&self, game: u64, plan: StudyPlan) -> Episode {
        self.0.study(game, |features, evaluator| {
            let units = features.layout().units as f32;
            plan.study(features, evaluator, move |points| points * units)
        })
    }

    /// As [`Player::hold_out`].
    pub fn hold_out(&self, game: u64) -> HeldOut {
        self.0.hold_out(game)
    }
}

/// Makes a course out of what the entry says in the end, whatever was said before and after it.
pub(crate) type MakeCourse<C> = Arc<dyn Fn(&KnownGame) -> C + Send + Sync>;

/// Makes the evaluation that spars with the one that is learnt.
pub(crate) type MakePartner = Arc<dyn Fn() -> AnyEvaluator + Send + Sync>;

/// The games of an entry: from its start, to its points, against the first of its evaluations that is not learnt.
#[derive(Clone)]
pub(crate) struct EntryGames {
    start: Deal<AnyPosition>,
    partner: Option<MakePartner>,
}

impl EntryGames {
    /// # Panics
    ///
    /// If the entry does not say where a game starts.
    fn of(game: &KnownGame) -> EntryGames {
        let start = game.initial.clone();
        let start = start.unwrap_or_else(|| panic!("`{}` says no start to learn from (`initial`)", game.about.name));
        EntryGames { start, partner: game.partner.clone() }
    }
}

impl SelfPlay for EntryGames {
    type Position = AnyPosition;

    fn start(&self, number: u64) -> AnyPosition {
        (self.start)(number)
    }

    fn outcome(&self, position: &AnyPosition) -> Option<Value> {
        let won = || position.terminal_value().signum() * WON as Value;
        position.is_terminal().then(|| position.points().unwrap_or_else(won))
    }

    fn partner(&self, _: u64) -> Option<Box<dyn Evaluator<AnyPosition>>> {
        self.partner.as_ref().map(|make| -> Box<dyn Evaluator<AnyPosition>> { Box::new(make()) })
    }
}

impl<P: Playable> GameEntry<P> {
    /// The same game with other lessons for whatever is learnt of it. It says so before [`tuples`](GameEntry::tuples).
    #[must_use]
    pub fn lessons(mut self, lessons: Lessons) -> GameEntry<P> {
        self.game.lessons = lessons;
        self
    }

    /// The same game, whose evaluation of this name learns these features.
    ///
    /// The evaluation is an entry of its own ([`EvaluationEntry::learnt`]), and reads the weights that are learnt.
    /// `settings` say how games are played; their number and the seed are whoever's who trains.
    #[must_use]
    pub fn learns<F>(mut self, evaluation: &'static str, features: F, settings: Settings) -> GameEntry<P>
    where
        F: Features<Position = P, Evaluator: Send + Sync + 'static> + Clone + Send + Sync + 'static,
    {
        let learner: MakeLearner = Arc::new(move |settings| GameLearner::of(features.clone(), settings));
        self.game.tuple_course =
            Some(Arc::new(move |_| TupleCourse { evaluation, settings, learner: Arc::clone(&learner) }));
        self
    }
}

impl<P: Playable + Planes> GameEntry<P> {
    /// The same game with an evaluation `learnt`: a sum of weights, one for each content of each of these tuples.
    ///
    /// A tuple is a list of squares within one of the game's planes, as those of
    /// [`rectangles`](bestply::learning::rectangles); [`SquareTuples`] say what their contents are.
    /// `shipped` are the bytes of the weights that come with the program.
    /// Where there are none, whoever names the evaluation must name a file, too, which `train` writes.
    ///
    /// # Panics
    ///
    /// As [`SquareTuples::new`], once something is made of the entry, and if the game has no
    /// [start](GameEntry::initial).
    #[must_use]
    pub fn tuples(mut self, tuples: Vec<Vec<u16>>, shipped: Option<&'static [u8]>) -> GameEntry<P> {
        self.game.learn_tuples(GamePlanes::of::<P>(), tuples, shipped);
        self
    }
}

impl KnownGame {
    /// The evaluation plays a side of some of the games from which something is learnt, if none is there yet.
    pub(crate) fn spar_with(&mut self, evaluation: Arc<dyn ErasedEvaluation>) {
        self.partner.get_or_insert_with(|| Arc::new(move || evaluation.searching(Side::Max)));
    }

    /// As [`GameEntry::tuples`].
    fn learn_tuples(&mut self, planes: GamePlanes, tuples: Vec<Vec<u16>>, shipped: Option<&'static [u8]>) {
        const LEARNT: &str = "learnt";
        let (name, win) = (self.about.name, self.lessons.win);
        let (games, squares) = (EntryGames::of(self), tuples.clone());
        let make = move |file: Option<&[u8]>| -> Result<_, WrongWeights> {
            let bytes = file.or(shipped).ok_or_else(|| WrongWeights::none_shipped(name, "tuples"))?;
            // Once the game is played: a catalogue has dozens of games, and a command is about one of them.
            let untaught = SquareTuples::new(name, games.clone(), planes, &squares, win);
            untaught.read(bytes).map(OneScale).map_err(WrongWeights::new)
        };
        self.add(EvaluationEntry::<AnyPosition, _>::learnt(LEARNT, make).shipped(shipped.is_some()).known);
        self.tuple_course = Some(Arc::new(move |game: &KnownGame| {
            let features = SquareTuples::new(name, EntryGames::of(game), planes, &tuples, game.lessons.win);
            TupleCourse {
                evaluation: LEARNT,
                settings: Settings { batch: 1000, random_plies: game.lessons.opening_plies, ..Settings::default() },
                learner: Arc::new(move |settings| GameLearner::of(features.clone(), settings)),
            }
        }));
    }
}
