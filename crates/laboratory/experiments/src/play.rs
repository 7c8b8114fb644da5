//! The playing of games: matches between contestants, the arena of a cell, calibration to equal cost, and threads.

pub mod arena;
pub mod calibration;
mod clock;
pub mod in_order;
pub mod matches;
mod resolved;
pub mod seat;
pub(crate) mod shallow;
mod starts;

pub use clock::processor_time;
pub use resolved::fingerprint;
pub(crate) use resolved::game_text;
pub(crate) use starts::recorded_start;
pub use starts::{Openings, children, read_openings};
