//! What is played: games, players, budgets, costs and starts, each declared once.

mod balance;
mod budget;
mod challenger_depth;
pub(crate) mod checks;
mod description;
mod experiment;
pub mod list;
mod locate;
mod match_up;
mod plan;
mod problem;
mod recorded;
mod round_robin;
mod sequential_test;
mod sides;
pub mod study;
pub(crate) mod sweep;

pub use balance::Balance;
pub use budget::{Budget, Budgets};
pub use challenger_depth::ChallengerDepth;
pub use checks::MAX_THREADS;
pub use description::Description;
pub use experiment::{Block, Clock, Cost, Experiment, Game};
pub use match_up::{Claim, GameEntry, MatchUp};
pub use plan::{CellPlan, GamePlan};
pub use problem::{Problem, What};
pub use recorded::Recorded;
pub use round_robin::{Entrant, RoundRobin};
pub use sequential_test::SequentialTest;
pub use sides::Sides;
pub use study::Study;
pub use sweep::{Role, Swept};
