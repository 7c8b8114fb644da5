//! The tests from outside, in one program, which is compiled and linked sooner than one for each file.

mod endgame;
mod ends;
mod evaluation;
mod rules_notation;
mod rules_symmetry;
