//! The tests from outside, in one program, which is compiled and linked sooner than one for each file.

mod by_hand;
mod conformance;
mod memory;
mod walks;
