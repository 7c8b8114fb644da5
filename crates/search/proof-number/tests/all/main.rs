//! The tests from outside, in one program, which is compiled and linked sooner than one for each file.

mod going_round;
mod graphs;
mod marks;
mod othello;
mod oware;
mod progress;
mod searcher;
mod trees;
