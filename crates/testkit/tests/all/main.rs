//! The tests from outside, in one program, which is compiled and linked sooner than one for each file.

mod game;
mod naive;
mod numbers;
mod random_trees;
