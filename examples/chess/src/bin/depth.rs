//! How deep alpha-beta looks with quiescence search: the depth that it completes, on the average over positions.
//! `cargo run --release --bin depth -- [POSITIONS]`

use std::env;

use bestply::{Searching, mix, prelude::*};
use chess::{CaptureSearch, Chess};
use cozy_chess::Board;

/// A position after some random plies.
fn position(seed: u64) -> Option<Chess> {
    let mut chess = Chess::new(Board::startpos());
    for ply in 0..10 + seed % 20 {
        let moves = chess.move_count();
        if moves == 0 {
            return None;
        }
        chess.make(chess.nth_move(mix(seed ^ mix(ply)) as usize % moves));
    }
    (!chess.is_terminal()).then_some(chess)
}

fn main() {
    let wanted = env::args().nth(1).map_or(200, |number| number.parse().expect("a number of positions"));
    let positions: Vec<Chess> = (1..).filter_map(position).take(wanted).collect();
    for evaluations in [2_000, 10_000, 50_000] {
        let depths = positions.iter().map(|chess| {
            let searcher = PrincipalVariationSearch::default();
            let mut player = Player::new(chess.clone(), searcher, Searching(CaptureSearch));
            let report = player.search(&Limit::new().evaluations(evaluations));
            report.completed_depth.unwrap_or(0)
        });
        let mut depths: Vec<usize> = depths.collect();
        depths.sort_unstable();
        let mean = depths.iter().sum::<usize>() as f64 / wanted as f64;
        println!("{evaluations:>6} evaluations: depth {mean:.2}, median {}", depths[wanted / 2]);
    }
}
