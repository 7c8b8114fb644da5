//! Every game against a second, naive version: arrays and loops, written from the rules, sharing nothing with the fast
//! one but the notation.

mod breakthrough;
mod connect_four;
mod naive;
mod onitama;
mod oware;
mod tic_tac_toe;
