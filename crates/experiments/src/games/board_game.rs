use std::fmt;

use serde::{Deserialize, Serialize};

use super::othello::OthelloBoard;
use super::playable::Venue;
use super::small::TupleBoard;
use crate::spec::EvaluationName;

/// A game with a board, played from openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardGame {
    /// Othello.
    Othello,
    /// Connect Four.
    ConnectFour,
    /// Breakthrough.
    Breakthrough,
    /// Oware.
    Oware,
    /// Onitama, the cards dealt anew for every start.
    Onitama,
}

/// What experiments have to know of a game before they play it.
struct Facts {
    name: &'static str,
    title: &'static str,
    /// The plies of an opening, where nothing is said of them.
    opening_plies: usize,
    /// The most moves that a game can have, passes not counted.
    length: usize,
    /// The first is the one where nothing is said of it.
    evaluations: &'static [EvaluationName],
}

impl BoardGame {
    /// All of them.
    pub const ALL: [BoardGame; 5] =
        [BoardGame::Othello, BoardGame::ConnectFour, BoardGame::Breakthrough, BoardGame::Oware, BoardGame::Onitama];

    fn facts(self) -> Facts {
        use EvaluationName::{DiscDifference, Learnt, MobilityAndCorners, Plain, SquareTable};
        let facts =
            |name, title, opening_plies, length, evaluations| Facts { name, title, opening_plies, length, evaluations };
        match self {
            // The papers' openings have 4 plies.
            BoardGame::Othello => {
                facts("othello", "Othello", 4, 60, &[Learnt, DiscDifference, MobilityAndCorners, SquareTable])
            }
            BoardGame::ConnectFour => facts("connect-four", "Connect Four", 4, 42, &[Learnt, Plain]),
            BoardGame::Breakthrough => facts("breakthrough", "Breakthrough", 6, 177, &[Learnt, Plain]),
            // Of 48 seeds at least two are captured every hundred plies.
            BoardGame::Oware => facts("oware", "Oware", 6, 2500, &[Learnt, Plain]),
            // Of ten men one is captured every hundred plies.
            BoardGame::Onitama => facts("onitama", "Onitama", 2, 1000, &[Learnt, Plain]),
        }
    }

    /// Its name, as descriptions, results and the command line have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The game of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<BoardGame> {
        BoardGame::ALL.into_iter().find(|game| game.name() == name)
    }

    /// The plies played before a game begins, where nothing is said of them.
    #[must_use]
    pub fn opening_plies(self) -> usize {
        self.facts().opening_plies
    }

    /// The evaluations it can be played with, the first being the one where nothing is said of them.
    #[must_use]
    pub fn evaluations(self) -> &'static [EvaluationName] {
        self.facts().evaluations
    }

    /// Whether this evaluation is one of its own.
    pub(crate) fn check_evaluation(self, evaluation: EvaluationName) -> Result<(), String> {
        if self.evaluations().contains(&evaluation) {
            return Ok(());
        }
        let names: Vec<String> = self.evaluations().iter().map(|name| format!("`{name}`")).collect();
        Err(format!("{} has no evaluation `{evaluation}`, only {}", self.name(), names.join(", ")))
    }

    /// The most moves that a game can have after its opening, passes not counted.
    pub(super) fn length(self, opening_plies: usize) -> usize {
        self.facts().length - opening_plies
    }

    /// Where it is played.
    pub(super) fn venue(self) -> &'static dyn Venue {
        match self {
            BoardGame::Othello => &OthelloBoard,
            BoardGame::ConnectFour => const { &TupleBoard::<bestply::games::connect_four::ConnectFour>::new() },
            BoardGame::Breakthrough => const { &TupleBoard::<bestply::games::breakthrough::Breakthrough>::new() },
            BoardGame::Oware => const { &TupleBoard::<bestply::games::oware::Oware>::new() },
            BoardGame::Onitama => const { &TupleBoard::<bestply::games::onitama::Onitama>::new() },
        }
    }

    /// The number of starts after so many plies, which are numbered from 1; `None` where every seed is a start.
    pub(crate) fn starts(self, plies: usize) -> Option<u64> {
        self.venue().starts(plies)
    }
}

/// Its name in a sentence.
impl fmt::Display for BoardGame {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.facts().title)
    }
}
