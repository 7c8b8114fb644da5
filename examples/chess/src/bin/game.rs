//! Plays a game of chess between two searchers: `cargo run --release --bin game -- [WHITE [BLACK [EVALUATIONS]]]`,
//! the evaluations being those of a move.

use std::{env, num::NonZeroU32};

use bestply::{Searching, guided_search, monte_carlo_tree_search, prelude::*};
use chess::{CaptureSearch, Chess};
use cozy_chess::{Board, util::display_san_move};

/// A searcher by its name. Listing moves takes long in chess, so the searchers with a tree keep the moves in it.
fn searcher(name: &str) -> Box<dyn Searcher<Chess, Searching<CaptureSearch>>> {
    let scale = |value| NonZeroU32::new(value).expect("it is not 0");
    let uct = guided_search::Settings::default().with_scale(scale(5));
    let monte_carlo = monte_carlo_tree_search::Settings::default().with_scale(scale(500)).expect("a scale");
    match name {
        "alpha-beta" => Box::new(AlphaBeta::keeping_moves()),
        "best-first" => Box::new(BestFirst::keeping_moves()),
        "monte-carlo-tree-search" => Box::new(MonteCarloTreeSearch::keeping_moves(monte_carlo)),
        "principal-variation-search" => Box::new(PrincipalVariationSearch::default()),
        "uct-best-first" => Box::new(GuidedSearch::keeping_moves(uct)),
        _ => panic!("no searcher is called {name}"),
    }
}

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let word = |index: usize, default| words.get(index).map_or(default, String::as_str);
    let limit = Limit::new().evaluations(word(2, "10000").parse().expect("a number of evaluations"));
    let mut players = [word(0, "best-first"), word(1, "principal-variation-search")]
        .map(|name| Player::new(Chess::new(Board::startpos()), searcher(name), Searching(CaptureSearch)));
    while !players[0].position().is_terminal() {
        let board = players[0].position().board().clone();
        let report = players[board.side_to_move() as usize].search(&limit);
        let best = report.best_move.expect("the game is not over");
        let report = report.map_moves(|mv| mv.to_string());
        println!("{}. {}: {report}", board.fullmove_number(), display_san_move(&board, best));
        players.iter_mut().for_each(|player| player.play(best).expect("a searcher's move is legal"));
    }
    let result = match players[0].position().outcome() {
        Some(Value::MAX) => "1-0",
        Some(Value::MIN) => "0-1",
        _ => "1/2-1/2",
    };
    println!("{result}");
}
