//! The tests from outside, in one program, which is compiled and linked sooner than one for each file.

mod boards;
mod names;
mod notation;
mod numbers;
mod one_game;
mod parents;
mod pinned;
mod points;
mod same_search;
mod settings;
mod specs;
mod starts;
mod texts;
mod weights;
mod whole_numbers;
mod yardstick;
