//! What is played: games, players, budgets, costs and starts, each declared once.

mod balance;
mod budget;
mod challenger_depth;
pub(crate) mod checks;
mod claim;
mod description;
mod experiment;
pub mod list;
mod locate;
mod meeting;
mod plan;
mod player;
mod problem;
mod recorded;
mod selection;
mod sequential_test;
mod sides;
pub(crate) mod sweep;

pub use balance::Balance;
pub use budget::{Budget, Budgets};
pub use challenger_depth::ChallengerDepth;
pub use checks::MAX_THREADS;
pub use claim::{Claim, Scope};
pub use description::{Description, GameEntry};
pub(crate) use experiment::Experiment;
pub use experiment::{Block, Clock, Cost, Equal, Game};
pub use meeting::{By, Meeting};
pub use plan::{CellPlan, GamePlan};
pub use player::Player;
pub use problem::{Problem, What};
pub(crate) use recorded::first_difference;
pub use recorded::{Recorded, ResolvedGame};
pub use selection::{NoBudget, Selection};
pub use sequential_test::SequentialTest;
pub use sides::Sides;
pub use sweep::{Role, Swept};
