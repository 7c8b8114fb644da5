use std::sync::Arc;

#[cfg(feature = "searchers")]
use bestply::learning::teach_by_search;
use bestply::learning::{Planes, Settings, Taught, teach};
use bestply::network::{Network, Parameters};

use super::EntryGames;
#[cfg(feature = "searchers")]
use super::StudyPlan;
use crate::{EvaluationEntry, GameEntry, OneScale, Playable, Searches, WrongWeights};

/// A position as a network sees it, and the output that it should have.
pub type Example = (Vec<u16>, f32);

/// How the network of a game is learnt.
#[derive(Clone)]
pub struct NetworkCourse {
    /// The evaluation that has the weights.
    pub evaluation: &'static str,
    /// How games are played. The number of games and the seed are the training's, and `rate` is not used.
    pub settings: Settings,
    /// The rate of learning in the first half of the games. Then it falls to zero.
    pub rate: f32,
    school: Arc<dyn School>,
}

/// The games of a network's training.
trait School: Send + Sync {
    fn inputs(&self) -> usize;
    fn mirrored(&self, input: usize) -> usize;
    fn random(&self, hidden: &[usize], seed: u64) -> Parameters;
    fn write(&self, parameters: &Parameters) -> Vec<u8>;
    fn teach(&self, network: Network, settings: &Settings, game: u64) -> Vec<Example>;
    #[cfg(feature = "searchers")]
    fn study(&self, network: Network, settings: &Settings, game: u64, plan: StudyPlan) -> Vec<Example>;
}

impl NetworkCourse {
    /// The number of the network's inputs ([`Planes::FEATURES`]).
    pub fn inputs(&self) -> usize {
        self.school.inputs()
    }

    /// As [`Planes::mirrored_feature`].
    pub fn mirrored(&self, input: usize) -> usize {
        self.school.mirrored(input)
    }

    /// As [`Parameters::random`].
    pub fn random(&self, hidden: &[usize], seed: u64) -> Parameters {
        self.school.random(hidden, seed)
    }

    /// As [`Parameters::write`].
    pub fn write(&self, parameters: &Parameters) -> Vec<u8> {
        self.school.write(parameters)
    }

    /// What the positions of the game of this number teach, which the network plays against itself ([`teach`]).
    pub fn teach(&self, network: Network, settings: &Settings, game: u64) -> Vec<Example> {
        self.school.teach(network, settings, game)
    }

    /// What the game of this number teaches in which each move is found by a search, as a plan says.
    ///
    /// # Panics
    ///
    /// If the plan cannot be followed ([`StudyPlan::check`]).
    #[cfg(feature = "searchers")]
    pub fn study(&self, network: Network, settings: &Settings, game: u64, plan: StudyPlan) -> Vec<Example> {
        self.school.study(network, settings, game, plan)
    }
}

/// The games of an entry whose positions have planes.
struct SchoolOf<P> {
    game: &'static str,
    games: EntryGames<P>,
    /// The points by which a game is as good as won, in games with points.
    win: u32,
}

/// What any win is worth at least, where a win by more is worth more.
const LEAST_WIN: f32 = 0.6;

impl<P: Playable + Planes> School for SchoolOf<P> {
    fn inputs(&self) -> usize {
        P::FEATURES
    }

    fn mirrored(&self, input: usize) -> usize {
        P::mirrored_feature(input)
    }

    fn random(&self, hidden: &[usize], seed: u64) -> Parameters {
        Parameters::random::<P>(hidden, seed)
    }

    fn write(&self, parameters: &Parameters) -> Vec<u8> {
        parameters.write::<P>(self.game)
    }

    fn teach(&self, network: Network, settings: &Settings, game: u64) -> Vec<Example> {
        let in_units = |points| in_units(points as f32, self.win);
        examples(teach(&self.games, network, settings, in_units, game))
    }

    #[cfg(feature = "searchers")]
    fn study(&self, network: Network, settings: &Settings, game: u64, plan: StudyPlan) -> Vec<Example> {
        let search = plan.study(&self.games, network, |points| in_units(points, self.win));
        examples(teach_by_search(&self.games, search, settings, game))
    }
}

/// What an outcome of so many points is worth, in the units of a network's values.
fn in_units(points: f32, win: u32) -> f32 {
    let by = (points.abs() / win as f32).min(1.0);
    let worth = if points == 0.0 { 0.0 } else { points.signum() * (LEAST_WIN + (1.0 - LEAST_WIN) * by) };
    worth * Parameters::SCALE.get() as f32
}

/// Positions and targets as a network sees them.
fn examples<P: Planes>(taught: Vec<Taught<P>>) -> Vec<Example> {
    let example = |Taught { position, target }: Taught<P>| {
        let mut active = Vec::new();
        position.features(position.to_move(), &mut active);
        (active, target / Parameters::SCALE.get() as f32)
    };
    taught.into_iter().map(example).collect()
}

impl<P: Playable + Planes> GameEntry<P> {
    /// The same game with an evaluation `network`, which sees the game's planes and is learnt from self-play.
    ///
    /// `shipped` are the bytes of the weights that come with the program.
    /// Where there are none, whoever names the evaluation must name a file, too, which `train` writes.
    /// The searches are those of any game, as with [`tuples`](GameEntry::tuples).
    #[must_use]
    pub fn network(self, shipped: Option<&'static [u8]>) -> GameEntry<P> {
        let name = self.about.name;
        let make = move |file: Option<&[u8]>| -> Result<_, WrongWeights> {
            let bytes = file.or(shipped).ok_or_else(|| WrongWeights::none_shipped(name, "network"))?;
            Network::read::<P>(name, bytes).map(OneScale).map_err(WrongWeights::new)
        };
        let entry = EvaluationEntry::learnt_with(NETWORK, make, Searches::of_any_game());
        self.learnt_by_network(entry.shipped(shipped.is_some()))
    }

    /// The same game with this evaluation `network`.
    pub(crate) fn learnt_by_network<V: crate::Evaluation<P>>(self, entry: EvaluationEntry<P, V>) -> GameEntry<P> {
        let mut with_network = self.planes().evaluation(entry);
        with_network.network_course = Some(Arc::new(|entry: &GameEntry<P>| NetworkCourse {
            evaluation: NETWORK,
            settings: Settings { batch: 200, random_plies: entry.lessons.opening_plies, ..Settings::default() },
            rate: 2e-3,
            school: Arc::new(SchoolOf { game: entry.about.name, games: EntryGames::of(entry), win: entry.lessons.win }),
        }));
        with_network
    }
}

/// The name of a network among a game's evaluations.
pub(crate) const NETWORK: &str = "network";
