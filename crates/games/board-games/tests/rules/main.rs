//! Every game compared with a second, naive version.
//!
//! The naive version is arrays and loops, written from the rules. It shares only the notation with the fast version.

mod amazons;
mod breakthrough;
mod clobber;
mod connect_four;
mod domineering;
mod go;
mod hex;
mod lines_of_action;
mod naive;
mod numbers;
mod onitama;
mod othello;
mod oware;
mod tic_tac_toe;
mod ultimate_tic_tac_toe;
