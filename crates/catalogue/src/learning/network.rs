use std::sync::Arc;

use bestply::Position;
use bestply::learning::{Planes, Settings, Sight, Taught, teach, teach_by_search};
use bestply::network::{Example, Network, Parameters};

use super::{EntryGames, StudyPlan};
use crate::known_game::KnownGame;
use crate::{
    AnyEvaluator, AnyPosition, EvaluationEntry, Expects, GameEntry, GamePlanes, OneScale, Playable, WrongWeights,
};

/// How the network of a game is learnt.
#[derive(Clone)]
pub struct NetworkCourse {
    /// The evaluation that has the weights.
    pub evaluation: &'static str,
    /// How games are played. The number of games and the seed are the training's, and `rate` is not used.
    pub settings: Settings,
    /// The rate of learning in the first half of the games. Then it falls to zero.
    pub rate: f32,
    game: &'static str,
    games: EntryGames,
    planes: GamePlanes,
    /// The points by which a game is as good as won, in games with points.
    win: u32,
}

/// What any win is worth at least, where a win by more is worth more.
const LEAST_WIN: f32 = 0.6;

impl NetworkCourse {
    /// As [`Planes::mirrored_feature`].
    pub fn mirrored(&self, input: usize) -> usize {
        (self.planes.outlook.mirrored_feature)(input)
    }

    /// As [`Parameters::random`].
    pub fn random(&self, hidden: &[usize], seed: u64) -> Parameters {
        Parameters::random(&self.planes.outlook, hidden, seed)
    }

    /// As [`Parameters::with_policy`]; `None` where the game has no policy.
    pub fn with_policy(&self, parameters: Parameters) -> Option<Parameters> {
        Some(parameters.with_policy(&self.planes.outlook)).filter(|parameters| parameters.policy.is_some())
    }

    /// As [`Planes::mirrored_output`].
    pub fn mirrored_output(&self, output: usize) -> usize {
        (self.planes.outlook.mirrored_output)(output)
    }

    /// As [`Parameters::write`].
    pub fn write(&self, parameters: &Parameters) -> Vec<u8> {
        parameters.write(&self.planes.outlook, self.game)
    }

    /// What the positions of the game of this number teach, which the network plays against itself ([`teach`]).
    pub fn teach(&self, network: Network, settings: &Settings, game: u64) -> Vec<Example> {
        let in_units = |points| in_units(points as f32, self.win);
        self.examples(teach(&self.games, network.seeing(self.planes), settings, in_units, game))
    }

    /// What the game of this number teaches in which each move is found by a search, as a plan says.
    ///
    /// # Panics
    ///
    /// If the plan cannot be followed ([`StudyPlan::check`]).
    pub fn study(&self, network: Network, settings: &Settings, game: u64, plan: StudyPlan) -> Vec<Example> {
        let evaluator = AnyEvaluator::new::<AnyPosition, _>(network.seeing(self.planes));
        let search = plan.study(&self.games, evaluator, |points| in_units(points, self.win));
        self.examples(teach_by_search(&self.games, search, settings, game))
    }

    /// Positions and targets as a network sees them.
    fn examples(&self, taught: Vec<Taught<AnyPosition>>) -> Vec<Example> {
        let example = |Taught { position, target, visits }: Taught<AnyPosition>| {
            let mut active = Vec::new();
            self.planes.features(&position, position.to_move(), &mut active);
            let outputs = position.moves().map(|mv| self.planes.output(&position, mv) as u16);
            let moves = outputs.zip(visits).collect();
            Example { active, target: target / Parameters::SCALE.get() as f32, moves }
        };
        taught.into_iter().map(example).collect()
    }
}

/// What an outcome of so many points is worth, in the units of a network's values.
fn in_units(points: f32, win: u32) -> f32 {
    let by = (points.abs() / win as f32).min(1.0);
    let worth = if points == 0.0 { 0.0 } else { points.signum() * (LEAST_WIN + (1.0 - LEAST_WIN) * by) };
    worth * Parameters::SCALE.get() as f32
}

impl<P: Playable + Planes> GameEntry<P> {
    /// The same game with an evaluation `network`, which sees the game's planes and is learnt from self-play.
    ///
    /// `shipped` are the bytes of the weights that come with the program.
    /// Where there are none, whoever names the evaluation must name a file, too, which `train` writes.
    #[must_use]
    pub fn network(mut self, shipped: Option<&'static [u8]>) -> GameEntry<P> {
        self.game.learn_network(GamePlanes::of::<P>(), shipped, None);
        self
    }

    /// The same with weights that come with the program, whose values are said to be the expectation of this.
    pub(crate) fn network_that_expects(mut self, shipped: &'static [u8], expects: Expects) -> GameEntry<P> {
        self.game.learn_network(GamePlanes::of::<P>(), Some(shipped), Some(expects));
        self
    }

    /// The same with an evaluation `policy`: a network that says the priors of moves, too, with weights that come with
    /// the program.
    pub(crate) fn policy_that_expects(mut self, shipped: &'static [u8], expects: Expects) -> GameEntry<P> {
        let entry = entry(self.game.about.name, POLICY, GamePlanes::of::<P>(), Some(shipped));
        self.game.add(entry.expects(expects).known);
        self
    }
}

impl KnownGame {
    /// As [`GameEntry::network`].
    fn learn_network(&mut self, planes: GamePlanes, shipped: Option<&'static [u8]>, expects: Option<Expects>) {
        let name = self.about.name;
        let entry = entry(name, NETWORK, planes, shipped);
        let entry = match expects {
            Some(expects) => entry.expects(expects),
            None => entry,
        };
        self.about.planes = Some(planes);
        self.add(entry.known);
        self.network_course = Some(Arc::new(move |game: &KnownGame| NetworkCourse {
            evaluation: NETWORK,
            settings: Settings { batch: 200, random_plies: game.lessons.opening_plies, ..Settings::default() },
            rate: 2e-3,
            game: name,
            games: EntryGames::of(game),
            planes,
            win: game.lessons.win,
        }));
    }
}

/// The evaluation of a game under this name that is a network in a file, or with the weights that are shipped.
fn entry(
    game: &'static str,
    name: &'static str,
    planes: GamePlanes,
    shipped: Option<&'static [u8]>,
) -> EvaluationEntry<AnyPosition, OneScale<Network<GamePlanes>>> {
    let make = move |file: Option<&[u8]>| read(game, planes, file.or(shipped));
    EvaluationEntry::learnt(name, make).shipped(shipped.is_some())
}

/// The network of a game in a file with these bytes.
fn read(
    game: &'static str,
    planes: GamePlanes,
    bytes: Option<&[u8]>,
) -> Result<OneScale<Network<GamePlanes>>, WrongWeights> {
    let bytes = bytes.ok_or_else(|| WrongWeights::none_shipped(game, NETWORK))?;
    let parameters = Parameters::read(&planes.outlook, game, bytes).map_err(WrongWeights::new)?;
    Ok(OneScale(Network::new(&parameters).map_err(WrongWeights::new)?.seeing(planes)))
}

/// The name of a network among a game's evaluations.
pub(crate) const NETWORK: &str = "network";

/// The name of a network with a policy among a game's evaluations.
const POLICY: &str = "policy";
