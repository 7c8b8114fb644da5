//! The tests from outside, in one program, which is compiled and linked sooner than one for each file.

mod address;
mod book;
mod export;
mod http;
mod lessons;
