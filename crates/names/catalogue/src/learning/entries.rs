//! How an entry says what is learnt of its game.

use bestply::learning::{Features, Planes, Settings};
use bestply::network::{Network, Parameters};
use bestply_any_game::{AnyPosition, Playable, the_same};

use super::{AnyFeatures, LearntFeatures, LearntNetwork, Lessons, SaidFeatures, SaidTuples};
use crate::evaluation::{EvaluationEntry, Expects, KnownEvaluation, OneScale, WrongWeights};
use crate::game::GameEntry;
use crate::known_game::KnownGame;
use crate::planes::GamePlanes;

impl<P: Playable> GameEntry<P> {
    the_same! {
        /// The same game with other lessons for whatever is learnt of it. It says so before
        /// [`tuples`](GameEntry::tuples).
        fn lessons(self, lessons: Lessons) { self.game.lessons = lessons }
    }

    /// The same game, whose evaluation of this name learns these features.
    ///
    /// The evaluation is an entry of its own ([`EvaluationEntry::learnt`]), and reads the weights that are learnt.
    /// `settings` say how games are played; their number and the seed are whoever's who trains.
    #[must_use]
    pub fn learns<F>(mut self, evaluation: &'static str, features: F, settings: Settings) -> GameEntry<P>
    where
        F: Features<Position = P, Evaluator: Send + Sync + 'static> + Send + Sync + 'static,
    {
        let features = AnyFeatures::new(features);
        self.game.features = Some(SaidFeatures::Own(LearntFeatures { evaluation, features, settings }));
        self
    }
}

impl<P: Playable + Planes> GameEntry<P> {
    the_same! {
        /// The same game with what a network sees of its positions, so that networks can evaluate them.
        fn planes(self) { self.game.about.planes = Some(GamePlanes::of::<P>()) }

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
        ///
        /// [`SquareTuples`]: bestply::learning::SquareTuples
        /// [`SquareTuples::new`]: bestply::learning::SquareTuples::new
        fn tuples(self, tuples: Vec<Vec<u16>>, shipped: Option<&'static [u8]>) {
            self.game.learn_tuples(GamePlanes::of::<P>(), tuples, shipped);
        }

        /// The same game with an evaluation `network`, which sees the game's planes and is learnt from self-play.
        ///
        /// `shipped` are the bytes of the weights that come with the program.
        /// Where there are none, whoever names the evaluation must name a file, too, which `train` writes.
        fn network(self, shipped: Option<&'static [u8]>) {
            self.game.learn_network(GamePlanes::of::<P>(), shipped, None);
        }
    }

    /// The same with weights that come with the program, whose values are said to be the expectation of this.
    pub(crate) fn network_that_expects(mut self, shipped: &'static [u8], expects: Expects) -> GameEntry<P> {
        self.game.learn_network(GamePlanes::of::<P>(), Some(shipped), Some(expects));
        self
    }

    /// The same with an evaluation `policy`: a network that says the priors of moves, too, with weights that come with
    /// the program.
    pub(crate) fn policy_that_expects(mut self, shipped: &'static [u8], expects: Expects) -> GameEntry<P> {
        let entry = entry(self.game.about.name, "policy", GamePlanes::of::<P>(), Some(shipped));
        self.game.add(entry.expects(expects).known);
        self
    }
}

impl KnownGame {
    /// As [`GameEntry::tuples`].
    fn learn_tuples(&mut self, planes: GamePlanes, tuples: Vec<Vec<u16>>, shipped: Option<&'static [u8]>) {
        let game = self.about.name;
        let win = self.lessons.win;
        let games = self.games();
        let said = SaidTuples { game, planes, tuples };
        self.features = Some(SaidFeatures::Tuples(said.clone()));
        let make = move |file: Option<&[u8]>| -> Result<_, WrongWeights> {
            let bytes = file.or(shipped).ok_or_else(|| WrongWeights::none_shipped(game, "tuples"))?;
            // Once the game is played: a catalogue has dozens of games, and a command is about one of them.
            said.features(games.clone(), win).read(bytes).map(OneScale).map_err(WrongWeights::new)
        };
        let entry = EvaluationEntry::<AnyPosition, _>::learnt(SaidTuples::EVALUATION, make);
        self.add(entry.shipped(shipped.is_some()).known);
    }

    /// As [`GameEntry::network`].
    fn learn_network(&mut self, planes: GamePlanes, shipped: Option<&'static [u8]>, expects: Option<Expects>) {
        let name = self.about.name;
        let entry = entry(name, LearntNetwork::EVALUATION, planes, shipped);
        self.about.planes = Some(planes);
        self.add(KnownEvaluation { expects, ..entry.known });
        self.network = Some(planes);
    }
}

/// The evaluation of a game under this name that is a network in a file, or with the weights that are shipped.
fn entry(
    game: &'static str,
    name: &'static str,
    planes: GamePlanes,
    shipped: Option<&'static [u8]>,
) -> EvaluationEntry<AnyPosition, OneScale<Network<GamePlanes>>> {
    let make = move |file: Option<&[u8]>| -> Result<_, WrongWeights> {
        let no_weights = || WrongWeights::none_shipped(game, LearntNetwork::EVALUATION);
        let bytes = file.or(shipped).ok_or_else(no_weights)?;
        let parameters = Parameters::read(&planes.outlook, game, bytes).map_err(WrongWeights::new)?;
        Ok(OneScale(Network::new(&parameters).map_err(WrongWeights::new)?.seeing(planes)))
    };
    EvaluationEntry::learnt(name, make).shipped(shipped.is_some())
}
