//! The peers, each in a module that gives it our games and asks it for what a row measures.

pub(crate) mod board_game;
pub(crate) mod magpie;
pub(crate) mod minimax;
pub(crate) mod rust_reversi_core;
pub(crate) mod treant;

/// The exploration of every search by simulations that can be told it, as values from 0 to 1 have it: √2 / 2.
///
/// For values from -1 to 1 that is √2, our default.
const EXPLORATION: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// The seed of random numbers, where a peer takes one.
const SEED: u64 = 1;
