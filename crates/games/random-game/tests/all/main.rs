//! The tests from outside, in one program, which is compiled and linked sooner than one for each file.

mod conformance;
mod n_games;
mod stability;
mod statistics;
