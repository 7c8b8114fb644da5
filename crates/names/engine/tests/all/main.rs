//! The tests from outside, in one program, which is compiled and linked sooner than one for each file.

mod again;
mod clients;
mod clocks;
mod ends;
mod gtp;
mod lines;
mod load;
mod othello;
mod pgn;
mod play;
mod protocols;
mod sgf;
mod uci;
