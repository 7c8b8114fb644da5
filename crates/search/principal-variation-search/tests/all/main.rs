//! The tests from outside, in one program, which is compiled and linked sooner than one for each file.

mod asking;
mod by_hand;
mod conformance;
mod minimax;
mod null_windows;
mod selective;
mod sss_star;
mod transpositions;
