//! The games that experiments are played in, each with its starts.

mod board_game;
mod othello;
mod playable;
mod small;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bestply::Value;
use bestply::learning::Fingerprint;
use bestply::random_game::{EdgeSum, RandomGame, Rules};

use crate::Error;
use crate::calibration::Growth;
use crate::experiment::CellPlan;
use crate::matches::{MatchGame, Pair, SearchingContestant, play_pair};
use crate::results::{self, Sides};
use crate::score::Unit;
use crate::spec::{EvaluationName, SearcherSpec};

pub use board_game::BoardGame;
pub(crate) use othello::OthelloBoard;
pub(crate) use playable::{Arena, Playable, Starts};
use playable::{OneScale, exact_ending};
pub(crate) use small::TupleBoard;

/// The game of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GamePlan {
    /// Random games, from seeds.
    Random(Rules),
    /// A game with a board, from openings.
    Board(BoardPlan),
}

/// A game with a board, its openings and its evaluations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardPlan {
    /// The game.
    pub game: BoardGame,
    /// The plies played before a game begins.
    pub opening_plies: usize,
    /// What each side evaluates with.
    pub evaluations: Sides<EvaluationName>,
    /// The learnt evaluation's weights, where they are not those shipped.
    pub weights: Option<PathBuf>,
}

impl GamePlan {
    /// The game's name in the records.
    pub fn id(&self) -> String {
        match self {
            GamePlan::Random(rules) => format!("random-{}", rules.branching()),
            GamePlan::Board(BoardPlan { game, evaluations: Sides { challenger, opponent }, .. }) => {
                let name = game.name();
                if challenger == opponent {
                    format!("{name}-{challenger}")
                } else {
                    format!("{name}-{challenger}-{opponent}")
                }
            }
        }
    }

    /// The game, as results have it.
    pub fn game(&self) -> results::Game {
        match self {
            GamePlan::Random(rules) => results::Game::Random { branching: rules.branching() as u32 },
            GamePlan::Board(plan) => results::Game::Board { kind: plan.game },
        }
    }

    /// What each side evaluates with, in games that leave a choice.
    pub fn evaluations(&self) -> Option<Sides<EvaluationName>> {
        match self {
            GamePlan::Random(_) => None,
            GamePlan::Board(plan) => Some(plan.evaluations),
        }
    }

    /// Whether published figures are of this game: the papers' Othello had one good evaluation for both sides.
    pub fn is_published(&self) -> bool {
        match self {
            GamePlan::Random(_) => true,
            GamePlan::Board(BoardPlan { game, evaluations: Sides { challenger, opponent }, .. }) => {
                *game == BoardGame::Othello && [challenger, opponent] == [&EvaluationName::Learnt; 2]
            }
        }
    }

    /// What is won or lost in a pair.
    pub fn unit(&self) -> Unit {
        match self {
            GamePlan::Random(_) => Unit::Pair,
            GamePlan::Board(_) => Unit::Game,
        }
    }

    /// Whether some of what counts is not independent: the two games of a start, or those of starts that are mirror images.
    pub fn is_clustered(&self) -> bool {
        self.unit() == Unit::Game
    }

    /// How best-first's cost grows with its depth in this game.
    pub fn growth(&self) -> Growth {
        match self {
            GamePlan::Random(_) => Growth::Quadratic,
            GamePlan::Board(_) => Growth::Exponential,
        }
    }

    /// The most moves that a game can have, passes not counted.
    pub fn length(&self) -> usize {
        match self {
            GamePlan::Random(rules) => rules.length(),
            GamePlan::Board(plan) => plan.game.length(plan.opening_plies),
        }
    }

    /// Where its games are played.
    pub(crate) fn arena(&self, library: &Library) -> Box<dyn Arena> {
        match self {
            GamePlan::Random(rules) => Box::new(*rules),
            GamePlan::Board(plan) => {
                let weights = plan.weights.as_ref().map(|file| library.weights[file].as_slice());
                plan.game.venue().arena(plan, weights)
            }
        }
    }
}

/// What is read before a run begins.
#[derive(Debug, Default)]
pub(crate) struct Library {
    /// The bytes of files of weights, each checked for the games it is used in.
    weights: BTreeMap<PathBuf, Vec<u8>>,
    checksums: BTreeMap<String, String>,
}

impl Library {
    /// Reads what these cells need.
    pub(crate) fn of(plans: &[CellPlan]) -> Result<Library, Error> {
        let mut library = Library::default();
        for plan in plans {
            if let GamePlan::Board(BoardPlan { game, weights: Some(file), .. }) = &plan.game {
                library.read(file, *game)?;
            }
        }
        Ok(library)
    }

    /// The checksums of the files read: part of what results depend on.
    pub(crate) fn checksums(&self) -> &BTreeMap<String, String> {
        &self.checksums
    }

    fn read(&mut self, file: &Path, game: BoardGame) -> Result<(), Error> {
        if !self.weights.contains_key(file) {
            let bytes = fs::read(file).map_err(Error::io(file, "cannot read the weights"))?;
            let checksum = bytes.iter().fold(Fingerprint::new(), |sum, &byte| sum.add(u64::from(byte))).finish();
            self.checksums.insert(file.display().to_string(), format!("{checksum:016x}"));
            self.weights.insert(file.to_owned(), bytes);
        }
        let checked = game.venue().check_weights(&self.weights[file]);
        checked.map_err(|error| Error::Invalid(format!("{}: {error}", file.display())))
    }
}

/// Random games, whose seeds are their starts.
impl Arena for Rules {
    fn play(&self, seed: u64, challenger: &SearcherSpec, opponent: &SearcherSpec) -> Pair {
        let start = RandomGame::new(*self, seed);
        let player = |spec| SearchingContestant::new(spec, OneScale(EdgeSum), &start);
        play_pair(&start, &mut player(challenger), &mut player(opponent), exact_ending(opponent))
    }

    fn cluster(&self, seed: u64) -> u64 {
        seed
    }
}

impl MatchGame for RandomGame {
    fn moves_left(&self) -> Option<usize> {
        Some(RandomGame::moves_left(self))
    }

    fn terminal_value(&self) -> Value {
        self.value()
    }
}
