//! The games that experiments are played in, each with its starts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bestply::core::{Side, Value};
use bestply::learning::Fingerprint;
use bestply::othello::evaluation::{
    self as othello_evaluation, DiscDifference, FinalScore, Heuristic, MobilityAndCorners, PatternEvaluation,
    SquareTable, Weights,
};
use bestply::othello::{Opening, Othello, openings};
use bestply::random_game::{EdgeSum, RandomGame, Rules};

use crate::Error;
use crate::experiment::CellPlan;
use crate::matches::{Evaluation, MatchGame, Pair, Player, SearchingPlayer, play_pair};
use crate::results::{self, Sides};
use crate::score::Unit;
use crate::spec::{Algorithm, EvaluationName, SearcherSpec};

/// The game of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GamePlan {
    /// Random games, from seeds.
    Random(Rules),
    /// Othello, from all legal sequences of so many plies.
    Othello {
        /// The plies played before a game begins.
        opening_plies: usize,
        /// What each side evaluates with.
        evaluations: Sides<EvaluationName>,
        /// The learnt evaluation's weights, where they are not those shipped.
        weights: Option<PathBuf>,
    },
}

impl GamePlan {
    /// The game's name in the records.
    pub fn id(&self) -> String {
        match self {
            GamePlan::Random(rules) => format!("random-{}", rules.branching()),
            GamePlan::Othello { evaluations: Sides { challenger, opponent }, .. } if challenger == opponent => {
                format!("othello-{challenger}")
            }
            GamePlan::Othello { evaluations: Sides { challenger, opponent }, .. } => {
                format!("othello-{challenger}-{opponent}")
            }
        }
    }

    /// The game, as results have it.
    pub fn game(&self) -> results::Game {
        match self {
            GamePlan::Random(rules) => results::Game::Random { branching: rules.branching() as u32 },
            GamePlan::Othello { .. } => results::Game::Othello {},
        }
    }

    /// What each side evaluates with, in games that leave a choice.
    pub fn evaluations(&self) -> Option<Sides<EvaluationName>> {
        match self {
            GamePlan::Random(_) => None,
            GamePlan::Othello { evaluations, .. } => Some(*evaluations),
        }
    }

    /// Whether published figures are of this game: the papers' Othello had one good evaluation for both sides.
    pub fn is_published(&self) -> bool {
        self.evaluations().is_none_or(|Sides { challenger, opponent }| {
            challenger == EvaluationName::Learnt && opponent == EvaluationName::Learnt
        })
    }

    /// What is won or lost in a pair.
    pub fn unit(&self) -> Unit {
        match self {
            GamePlan::Random(_) => Unit::Pair,
            GamePlan::Othello { .. } => Unit::Game,
        }
    }

    /// Whether some pairs are not independent of one another: two games of a start, or of starts that are mirror images.
    pub fn is_clustered(&self) -> bool {
        self.unit() == Unit::Game
    }

    /// The most moves that a game can have, passes not counted.
    pub fn length(&self) -> usize {
        match self {
            GamePlan::Random(rules) => rules.length(),
            GamePlan::Othello { opening_plies, .. } => Othello::start().moves_left() - opening_plies,
        }
    }
}

/// What is read before a run begins.
#[derive(Debug, Default)]
pub(crate) struct Library {
    weights: BTreeMap<PathBuf, Weights>,
    checksums: BTreeMap<String, String>,
}

impl Library {
    /// Reads what these cells need.
    pub(crate) fn of(plans: &[CellPlan]) -> Result<Library, Error> {
        let mut library = Library::default();
        for plan in plans {
            if let GamePlan::Othello { weights: Some(file), .. } = &plan.game {
                library.read(file)?;
            }
        }
        Ok(library)
    }

    /// The checksums of the files read: part of what results depend on.
    pub(crate) fn checksums(&self) -> &BTreeMap<String, String> {
        &self.checksums
    }

    fn read(&mut self, file: &Path) -> Result<(), Error> {
        if self.weights.contains_key(file) {
            return Ok(());
        }
        let bytes = fs::read(file).map_err(Error::io(file, "cannot read the weights"))?;
        let weights = Weights::parse(&bytes).map_err(|error| Error::Invalid(format!("{}: {error}", file.display())))?;
        let checksum = bytes.iter().fold(Fingerprint::new(), |sum, &byte| sum.add(u64::from(byte))).finish();
        self.weights.insert(file.to_owned(), weights);
        self.checksums.insert(file.display().to_string(), format!("{checksum:016x}"));
        Ok(())
    }

    fn weights(&self, file: Option<&Path>) -> Weights {
        file.map_or_else(Weights::default, |file| self.weights[file].clone())
    }
}

/// Where the pairs of a cell are played.
pub(crate) enum Arena {
    Random(Rules),
    Othello { starts: Vec<Opening>, evaluations: Sides<EvaluationName>, weights: Weights },
}

impl Arena {
    pub(crate) fn new(plan: &GamePlan, library: &Library) -> Arena {
        match plan {
            GamePlan::Random(rules) => Arena::Random(*rules),
            GamePlan::Othello { opening_plies, evaluations, weights } => Arena::Othello {
                starts: othello_starts(*opening_plies),
                evaluations: *evaluations,
                weights: library.weights(weights.as_deref()),
            },
        }
    }

    /// Plays the start of this seed twice.
    pub(crate) fn play(&self, seed: u64, challenger: &SearcherSpec, opponent: &SearcherSpec) -> Pair {
        let exact_ending = match opponent.algorithm {
            Algorithm::AlphaBeta { .. } => opponent.depth,
            _ => None,
        };
        match self {
            Arena::Random(rules) => {
                let player = |spec| SearchingPlayer::new(spec, EdgeSum);
                let start = RandomGame::new(*rules, seed);
                play_pair(&start, &mut player(challenger), &mut player(opponent), exact_ending)
            }
            Arena::Othello { starts, evaluations, weights } => {
                let mut challenger = othello_player(challenger, evaluations.challenger, weights);
                let mut opponent = othello_player(opponent, evaluations.opponent, weights);
                let start = &starts[seed as usize - 1].position;
                play_pair(start, challenger.as_mut(), opponent.as_mut(), exact_ending)
            }
        }
    }

    /// The number of the symmetry class that a start belongs to: games of one class are not independent of one another.
    pub(crate) fn cluster(&self, seed: u64) -> u64 {
        match self {
            Arena::Random(_) => seed,
            Arena::Othello { starts, .. } => starts[seed as usize - 1].class as u64,
        }
    }
}

/// The starts of Othello after so many plies, numbered from 1: every eighth of the sequences in canonical order, then those
/// after them, and so on, so that a few of the first are spread over all.
pub(crate) fn othello_starts(plies: usize) -> Vec<Opening> {
    const STRIDE: usize = 8;
    let all = openings(plies);
    (0..STRIDE).flat_map(|first| all.iter().skip(first).step_by(STRIDE)).cloned().collect()
}

pub(crate) fn othello_player(
    spec: &SearcherSpec,
    evaluation: EvaluationName,
    weights: &Weights,
) -> Box<dyn Player<Othello>> {
    fn player<H: Heuristic + Clone + 'static>(spec: &SearcherSpec, heuristic: H) -> Box<dyn Player<Othello>> {
        Box::new(SearchingPlayer::new(spec, OthelloEvaluation(heuristic)))
    }
    match evaluation {
        EvaluationName::Learnt => player(spec, PatternEvaluation::new(weights.clone())),
        EvaluationName::DiscDifference => player(spec, DiscDifference),
        EvaluationName::MobilityAndCorners => player(spec, MobilityAndCorners),
        EvaluationName::SquareTable => player(spec, SquareTable),
    }
}

impl Evaluation<RandomGame> for EdgeSum {
    type Searching = EdgeSum;
    type Finishing = EdgeSum;
    const ONE_SCALE: bool = true;

    fn searching(&self, _: Side) -> EdgeSum {
        EdgeSum
    }

    fn finishing(&self) -> EdgeSum {
        EdgeSum
    }
}

/// Evaluates as this heuristic does, and finished games as the papers do.
struct OthelloEvaluation<H>(H);

impl<H: Heuristic + Clone> Evaluation<Othello> for OthelloEvaluation<H> {
    type Searching = othello_evaluation::Evaluation<H>;
    type Finishing = FinalScore;
    const ONE_SCALE: bool = false;

    fn searching(&self, side: Side) -> Self::Searching {
        othello_evaluation::Evaluation::new(self.0.clone(), side)
    }

    fn finishing(&self) -> FinalScore {
        FinalScore
    }
}

impl MatchGame for RandomGame {
    fn moves_left(&self) -> usize {
        RandomGame::moves_left(self)
    }

    fn depth_to_end(&self) -> usize {
        RandomGame::moves_left(self)
    }

    fn terminal_value(&self) -> Value {
        self.value()
    }
}

impl MatchGame for Othello {
    fn moves_left(&self) -> usize {
        self.empties() as usize
    }

    /// Every disc can be preceded by a pass.
    fn depth_to_end(&self) -> usize {
        2 * self.moves_left()
    }

    fn terminal_value(&self) -> Value {
        self.disc_difference()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_start_has_one_number_and_the_first_are_spread() {
        let all = openings(4);
        let starts = othello_starts(4);
        let moves = |openings: &[Opening]| openings.iter().map(|opening| opening.moves.clone()).collect::<Vec<_>>();
        assert_eq!(moves(&starts).into_iter().collect::<HashSet<_>>().len(), all.len());
        assert_eq!(starts.len(), all.len());
        let first: Vec<Opening> = all.iter().step_by(8).take(30).cloned().collect();
        assert_eq!(moves(&starts[..30]), moves(&first));
    }
}
