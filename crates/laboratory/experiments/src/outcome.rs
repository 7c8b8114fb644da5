//! What is computed from the games played: records of pairs, scores, cells and statistics.

mod generations;
pub mod judged;
pub mod provenance;
pub mod records;
pub mod results;
pub mod score;
pub mod sealed;
pub mod standings;
mod torn;
pub mod trend;
pub mod verdict;

pub use generations::Generations;
