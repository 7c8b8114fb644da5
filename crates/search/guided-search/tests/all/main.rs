//! The tests from outside, in one program, which is compiled and linked sooner than one for each file.

mod by_hand;
mod cached;
mod conformance;
mod definition;
mod noise;
mod policy;
mod shared;
mod shared_limits;
mod together;
mod transpositions;
mod unbounded;
