//! The tests from outside, in one program, which is compiled and linked sooner than one for each file.

mod graphs;
mod searcher;
mod trees;
