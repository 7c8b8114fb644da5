//! The tests from outside, in one program, which is compiled and linked sooner than one for each file.

#[path = "../common/mod.rs"]
mod common;

mod blindness;
mod defaults;
mod errors;
mod losses;
mod match_up;
mod mistakes;
mod names;
mod numbers;
mod quality;
mod records;
mod round_robin;
mod round_trip;
mod sequential;
mod shards;
mod starts;
mod study;
mod sweeps;
mod torn;
