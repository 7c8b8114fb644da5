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
mod sides;
pub(crate) mod sweep;

pub use balance::Balance;
pub use budget::Budget;
pub use challenger_depth::ChallengerDepth;
pub use description::Description;
pub use experiment::{Block, Clock, Cost, Experiment, Game};
pub use match_up::{Claim, GameEntry, MatchUp};
pub use plan::{CellPlan, GamePlan};
pub use problem::{Problem, What};
pub use sides::Sides;
pub use sweep::{Role, Swept};
