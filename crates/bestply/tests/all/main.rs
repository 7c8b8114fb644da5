//! The tests from outside, in one program, which is compiled and linked sooner than one for each file.

mod distance;
#[cfg(all(feature = "alpha-beta", feature = "othello", feature = "principal-variation-search"))]
mod evaluations;
mod linear;
#[cfg(all(feature = "games", feature = "minimax"))]
mod tic_tac_toe;
mod to_the_end;
