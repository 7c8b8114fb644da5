//! Makes and solves a set of endgames as they come up in play.
//!
//! ```text
//! cargo run --release -p bestply-othello --features strong --example played_endgames -- make 20 60 1
//! cargo run --release -p bestply-othello --features strong --example played_endgames -- solve FILE
//! cargo run --release -p bestply-othello --features strong --example played_endgames -- winners FILE
//! ```
//!
//! `make` prints so many positions with so many empty squares, each from a game of its own:
//! eight random plies, then alpha-beta of depth 4 with the learnt evaluation, one move in fourteen random.
//! `solve` solves the boards of a file, each with an empty table, and prints nodes and processor time.
//! `winners` prints what finding the winner takes, beside what an estimate of it can know, and the best such estimate.

use std::time::Duration;

use bestply_core::{Evaluator, Position, Side, Value};
use bestply_othello::Othello;
use bestply_othello::bitboard::legal_moves;
use bestply_othello::endgame::EndgameSolver;
use bestply_othello::evaluation::{Evaluation, Heuristic, PatternEvaluation, StrongEvaluation};

type Judge = Evaluation<PatternEvaluation>;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| arguments[index].parse::<u64>().expect("a number");
    match arguments[0].as_str() {
        "make" => make(number(1) as u32, number(2) as usize, number(3)),
        "solve" => solve(&arguments[1]),
        "winners" => winners(&arguments[1]),
        other => panic!("make, solve or winners, not {other}"),
    }
}

fn make(empties: u32, count: usize, seed: u64) {
    let mut state = seed;
    let mut below = |most: usize| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 33) as usize % most
    };
    let mut judge = Evaluation::new(PatternEvaluation::default(), Side::Max);
    let mut made = 0;
    while made < count {
        let mut position = Othello::start();
        let mut plies = 0;
        while position.empties() > empties && !position.is_terminal() {
            let is_random = plies < 8 || below(14) == 0;
            let chosen = if is_random { below(position.move_count()) } else { best(&mut position, &mut judge) };
            position.make(position.nth_move(chosen));
            plies += 1;
        }
        if !position.is_terminal() && position.legal() != 0 {
            println!("{position}");
            made += 1;
        }
    }
}

fn best(position: &mut Othello, judge: &mut Judge) -> usize {
    let side = position.to_move();
    let mut best = (0, None);
    for index in 0..position.move_count() {
        let mv = position.nth_move(index);
        let undo = position.make(mv);
        let bound = best.1.map_or(-Value::MAX, |found| found);
        let value = -alpha_beta(position, judge, 3, -Value::MAX, -bound);
        position.unmake(mv, undo);
        if best.1.is_none_or(|found| value > found) {
            best = (index, Some(value));
        }
        debug_assert_eq!(side, position.to_move());
    }
    best.0
}

fn alpha_beta(position: &mut Othello, judge: &mut Judge, depth: u32, mut alpha: Value, beta: Value) -> Value {
    if depth == 0 || position.is_terminal() {
        return judge.evaluate(position).max(-Value::MAX) * position.to_move().sign();
    }
    let mut best = -Value::MAX;
    for mv in position.moves() {
        let undo = position.make(mv);
        best = best.max(-alpha_beta(position, judge, depth - 1, -beta, -alpha));
        position.unmake(mv, undo);
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
    }
    best
}

fn solve(file: &str) {
    let text = std::fs::read_to_string(file).expect("the file of boards");
    let mut solver = EndgameSolver::with_judge(256 << 20, StrongEvaluation::default());
    let mut all = Vec::new();
    for line in text.lines() {
        let position: Othello = line.parse().expect("a board");
        let before = processor_time();
        let solution = solver.solve(&position);
        let seconds = (processor_time() - before).as_secs_f64();
        println!("{} {} {} {:.4}", position.empties(), solution.score, solution.nodes, seconds);
        all.push((solution.nodes as f64 / 1e6, seconds));
    }
    let part = |values: &mut Vec<f64>, share: f64| {
        values.sort_by(f64::total_cmp);
        values[((values.len() - 1) as f64 * share).round() as usize]
    };
    let (mut nodes, mut seconds): (Vec<f64>, Vec<f64>) = all.into_iter().unzip();
    let sums: [f64; 2] = [nodes.iter().sum(), seconds.iter().sum()];
    println!(
        "# {} positions; Mnodes {:.2} / {:.2} / {:.1}; seconds {:.3} / {:.3} / {:.2} (median / p90 / sum); {:.1} ns a node",
        nodes.len(),
        part(&mut nodes, 0.5),
        part(&mut nodes, 0.9),
        sums[0],
        part(&mut seconds, 0.5),
        part(&mut seconds, 0.9),
        sums[1],
        1e3 * sums[1] / sums[0]
    );
}

/// What an estimate knows of a board, each with a weight: 1, empty squares, moves, replies, static value.
const KNOWN: usize = 5;

/// Prints what an estimate can know of each board, and the nodes that finding the winner takes.
/// The last line is the estimate of the nodes' logarithm that fits best.
fn winners(file: &str) {
    let text = std::fs::read_to_string(file).expect("the file of boards");
    let mut solver = EndgameSolver::with_judge(64 << 20, StrongEvaluation::default());
    let mut judge = StrongEvaluation::default();
    let mut samples = Vec::new();
    println!("empties moves replies discs winner nodes seconds");
    for line in text.lines() {
        let position: Othello = line.parse().expect("a board");
        let replies = legal_moves(position.waiting(), position.mover()).count_ones();
        let value = judge.evaluate(position.mover(), position.waiting());
        let before = processor_time();
        let (winner, nodes) = solver.winner(&position);
        let seconds = (processor_time() - before).as_secs_f64();
        let (empties, moves) = (position.empties(), position.legal().count_ones());
        let discs = judge.expected_difference(value, 64 - empties).expect("it says so").abs();
        println!("{empties} {moves} {replies} {discs:.1} {winner} {nodes} {seconds:.3}");
        let known = [1.0, f64::from(empties), f64::from(moves + 1).ln(), f64::from(replies + 1).ln(), discs];
        samples.push((known, (nodes as f64).ln()));
    }
    let [constant, empties, moves, replies, discs] = least_squares(&samples);
    println!(
        "# ln(nodes) = {constant:.2} {empties:+.3} e {moves:+.2} ln(m + 1) {replies:+.2} ln(r + 1) {discs:+.3} |v|"
    );
}

/// The weights with the least squared error, by Gaussian elimination of the normal equations.
fn least_squares(samples: &[([f64; KNOWN], f64)]) -> [f64; KNOWN] {
    let mut rows = [[0.0; KNOWN + 1]; KNOWN];
    for (known, sought) in samples {
        for (row, own) in rows.iter_mut().zip(known) {
            let columns = known.iter().chain([sought]);
            row.iter_mut().zip(columns).for_each(|(sum, other)| *sum += own * other);
        }
    }
    for pivot in 0..KNOWN {
        let lead = rows[pivot];
        for (index, row) in rows.iter_mut().enumerate() {
            let factor = if index == pivot { 0.0 } else { row[pivot] / lead[pivot] };
            row.iter_mut().zip(lead).for_each(|(entry, other)| *entry -= factor * other);
        }
    }
    std::array::from_fn(|index| rows[index][KNOWN] / rows[index][index])
}

/// The processor time of this thread, as Linux counts it.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    Duration::from_nanos(text.split(' ').next().and_then(|first| first.parse().ok()).expect("nanoseconds"))
}
