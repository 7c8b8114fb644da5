//! What the moves of each searcher lose against a deep search, in hundredths of a pawn: do more evaluations mend a
//! searcher's errors? `cargo run --release --bin loss -- [POSITIONS]`

use std::{collections::HashMap, env};

use bestply::{Searching, Side, guided_search::Settings, mix, prelude::*};
use chess::{CaptureSearch, Chess};
use cozy_chess::{Board, Move};

const SEARCHERS: [&str; 3] = ["principal-variation-search", "best-first", "uct-best-first"];
const EVALUATIONS: [u64; 3] = [2_000, 10_000, 50_000];
/// The evaluations of the search that judges a move, after it.
const DEEP: u64 = 300_000;
/// A position in which one side is so far ahead already asks nothing.
const DECIDED: Value = 400;
/// A loss counts up to this.
const MOST: Value = 1_000;

fn search(chess: &Chess, name: &str, evaluations: u64) -> (Move, Value) {
    let searcher: Box<dyn Searcher<Chess, Searching<CaptureSearch>>> = match name {
        "best-first" => Box::new(BestFirst::keeping_moves()),
        "uct-best-first" => {
            let scale = std::num::NonZeroU32::new(5).expect("it is not 0");
            Box::new(GuidedSearch::keeping_moves(Settings::default().with_scale(scale)))
        }
        _ => Box::new(PrincipalVariationSearch::default()),
    };
    let mut player = Player::new(chess.clone(), searcher, Searching(CaptureSearch));
    let report = player.search(&Limit::new().evaluations(evaluations));
    (report.best_move.expect("the game is not over"), report.value.unwrap_or(0).clamp(-MOST, MOST))
}

/// A position after some random moves and some good ones, if it is worth asking about.
fn position(seed: u64) -> Option<Chess> {
    let mut chess = Chess::new(Board::startpos());
    let plies = 6 + mix(seed) % 50;
    for ply in 0..plies {
        let random = mix(seed ^ mix(ply));
        match chess.move_count() {
            0 => return None,
            count if ply < 6 => drop(chess.make(chess.nth_move(random as usize % count))),
            _ => drop(chess.make(search(&chess, SEARCHERS[random as usize % 2], 1_000).0)),
        }
    }
    (chess.move_count() > 1 && search(&chess, SEARCHERS[0], 20_000).1.abs() < DECIDED).then_some(chess)
}

/// What the position after a move is worth to the side that made it.
fn worth(chess: &Chess, mv: Move) -> Value {
    let mut after = chess.clone();
    after.make(mv);
    let value = after.outcome().unwrap_or_else(|| search(&after, SEARCHERS[0], DEEP).1).clamp(-MOST, MOST);
    if chess.to_move() == Side::Max { value } else { -value }
}

fn main() {
    let wanted = env::args().nth(1).map_or(150, |number| number.parse().expect("a number of positions"));
    let positions: Vec<Chess> = (1..).filter_map(position).take(wanted).collect();
    // The deep search's move in each position, and what the moves asked about so far are worth.
    let best = |chess: &Chess| (search(chess, SEARCHERS[0], DEEP).0, HashMap::new());
    let mut known: Vec<(Move, HashMap<Move, Value>)> = positions.iter().map(best).collect();
    println!("searcher                    evaluations  mean loss  moves that lose more than 100");
    for (name, evaluations) in SEARCHERS.iter().flat_map(|name| EVALUATIONS.map(|evaluations| (name, evaluations))) {
        let loss = |(chess, (best, worths)): (&Chess, &mut (Move, HashMap<Move, Value>))| {
            let chosen = search(chess, name, evaluations).0;
            let [best, chosen] = [*best, chosen].map(|mv| *worths.entry(mv).or_insert_with(|| worth(chess, mv)));
            (best - chosen).max(0)
        };
        let losses: Vec<Value> = positions.iter().zip(&mut known).map(loss).collect();
        let mean = f64::from(losses.iter().sum::<Value>()) / wanted as f64;
        let large = 100.0 * losses.iter().filter(|&&loss| loss > 100).count() as f64 / wanted as f64;
        println!("{name:<27} {evaluations:>11}  {mean:>9.1}  {large:>6.1} %");
    }
}
