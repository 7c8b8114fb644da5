//! The tests from outside, in one program, which is compiled and linked sooner than one for each file.

mod growth;
mod lessons;
mod pictures;
mod steps;
mod trace;
mod trace_errors;
