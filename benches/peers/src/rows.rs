//! The rows of the comparison with other crates: what each measures, and who takes part.

use std::fmt;

use bestply::games::breakthrough::Breakthrough;
use bestply::games::connect_four::ConnectFour;

use crate::failure::Failure;
use crate::games::{Game, positions};
use crate::measurement::Measurement;
use crate::ours;
use crate::peers::{board_game, magpie, minimax, rust_reversi_core, treant};
use crate::setting::{Options, Setting};

/// The name of bestply among those who take part, and that of its default settings where others are tried.
pub(crate) const OURS: &str = "ours";
pub(crate) const DEFAULTS: &str = "defaults";

const BOARD_GAME: &str = "board-game";
const MINIMAX: &str = "minimax";
const TREANT: &str = "treant";
const MAGPIE: &str = "magpie";
const RUST_REVERSI_CORE: &str = "rust_reversi_core";

/// The peers in the order of their columns.
pub(crate) const PEERS: [&str; 5] = [BOARD_GAME, MINIMAX, TREANT, MAGPIE, RUST_REVERSI_CORE];

/// The number of positions of a row that has several, and after how many random moves of each game they are.
const POSITIONS: usize = 10;
const CONNECT_FOUR_PLIES: usize = 10;
const BREAKTHROUGH_PLIES: usize = 20;

const CONNECT_FOUR: &str = "connect-four";
const BREAKTHROUGH: &str = "breakthrough";
const OTHELLO: &str = "othello";

/// What a row does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// So many simulations of Monte-Carlo tree search from the start.
    Simulations,
    /// Alpha-beta to a depth from the start.
    Depth,
    /// Alpha-beta to a depth from ten positions.
    Positions,
    /// The number of positions so many plies below the start.
    Perft,
}

const TASKS: [(Task, &str); 4] = [
    (Task::Simulations, "simulations"),
    (Task::Depth, "depth"),
    (Task::Positions, "positions"),
    (Task::Perft, "perft"),
];

/// One row: a task, the name of its game, and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) task: Task,
    game: &'static str,
    /// The number of simulations, or the depth.
    size: u32,
}

impl Row {
    /// All rows, or the same ones so small that all of them take seconds.
    pub(crate) fn all(is_quick: bool) -> Vec<Row> {
        use Task::{Depth, Perft, Positions, Simulations};
        let rows = [
            (Simulations, CONNECT_FOUR, 300_000, 3_000),
            (Simulations, BREAKTHROUGH, 300_000, 3_000),
            (Depth, CONNECT_FOUR, 12, 7),
            (Positions, CONNECT_FOUR, 12, 5),
            (Depth, BREAKTHROUGH, 6, 3),
            (Depth, BREAKTHROUGH, 8, 4),
            (Depth, BREAKTHROUGH, 10, 5),
            (Positions, BREAKTHROUGH, 6, 3),
            (Positions, BREAKTHROUGH, 7, 4),
            (Perft, OTHELLO, 11, 7),
        ];
        let row = |(task, game, size, quick)| Row { task, game, size: if is_quick { quick } else { size } };
        rows.map(row).to_vec()
    }

    /// The row of this name, whatever its size.
    pub(crate) fn named(name: &str) -> Option<Row> {
        let mut words = name.split(' ');
        let task = words.next()?;
        let (task, _) = TASKS.into_iter().find(|(_, known)| *known == task)?;
        let game = words.next()?;
        let game = [CONNECT_FOUR, BREAKTHROUGH, OTHELLO].into_iter().find(|known| *known == game)?;
        // A depth is a small number to every peer.
        let most = if task == Task::Simulations { u32::MAX } else { 60 };
        let size = words.next()?.parse().ok().filter(|size| (1..=most).contains(size))?;
        let is_row = words.next().is_none() && (game == OTHELLO) == (task == Task::Perft);
        is_row.then_some(Row { task, game, size })
    }

    /// The peers of the row.
    pub(crate) fn peers(&self) -> &'static [&'static str] {
        match self.task {
            Task::Simulations => &[BOARD_GAME, MINIMAX, TREANT],
            Task::Depth | Task::Positions => &[MINIMAX],
            Task::Perft => &[MAGPIE, RUST_REVERSI_CORE],
        }
    }

    /// What is tried of one who takes part before the row is measured.
    pub(crate) fn options(&self, who: &str) -> Options {
        match (self.task, who) {
            (Task::Depth | Task::Positions, OURS) => ours::TO_DEPTH,
            (Task::Depth | Task::Positions, MINIMAX) => minimax::TO_DEPTH,
            _ => &[],
        }
    }

    /// Whether all must find the same value, and count the same.
    pub(crate) fn agreement(&self) -> (bool, bool) {
        match self.task {
            Task::Simulations => (false, false),
            Task::Depth | Task::Positions => (true, false),
            Task::Perft => (true, true),
        }
    }

    /// Measures it in this process.
    pub(crate) fn measure(&self, who: &str, setting: &str) -> Result<Measurement, Failure> {
        let setting = Setting::read(self.options(who), setting).map_err(Failure::of_use)?;
        let measurement = match self.game {
            CONNECT_FOUR => self.measure_in::<ConnectFour>(who, &setting, CONNECT_FOUR_PLIES),
            BREAKTHROUGH => self.measure_in::<Breakthrough>(who, &setting, BREAKTHROUGH_PLIES),
            _ => self.measure_rules(who),
        };
        measurement.ok_or_else(|| Failure::of_use(format!("`{who}` takes no part in `{self}`")))
    }

    fn measure_in<P: Game>(&self, who: &str, setting: &Setting, plies: usize) -> Option<Measurement> {
        if self.task == Task::Simulations {
            return match who {
                OURS => Some(ours::simulations::<P>(self.size.into())),
                BOARD_GAME => Some(board_game::simulations::<P>(self.size.into())),
                MINIMAX => Some(minimax::simulations::<P>(self.size)),
                TREANT => Some(treant::simulations::<P>(self.size.into())),
                _ => None,
            };
        }
        let positions = match self.task {
            Task::Positions => positions(&P::start(), plies, POSITIONS),
            _ => vec![P::start()],
        };
        match who {
            OURS => Some(ours::to_depth(&positions, self.depth(), setting)),
            MINIMAX => Some(minimax::to_depth(&positions, self.depth(), setting)),
            _ => None,
        }
    }

    fn measure_rules(&self, who: &str) -> Option<Measurement> {
        match who {
            OURS => Some(ours::othello_perft(self.depth())),
            MAGPIE => Some(magpie::othello_perft(self.depth())),
            RUST_REVERSI_CORE => Some(rust_reversi_core::othello_perft(self.depth())),
            _ => None,
        }
    }

    fn depth(&self) -> u8 {
        u8::try_from(self.size).expect("a depth is at most 60")
    }
}

/// Its name, by which a process is told to measure it.
impl fmt::Display for Row {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, task) = TASKS.into_iter().find(|(known, _)| *known == self.task).expect("every task has a name");
        write!(formatter, "{task} {} {}", self.game, self.size)
    }
}
