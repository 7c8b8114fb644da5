//! Nanoseconds an evaluation in Othello with the learnt evaluation.
//!
//! It compares no search at all, alpha-beta, best-first and best-first extension.
//! Each searcher plays the first moves of some games against itself, and keeps its tree.
//! The depths in a line of the table are those of about equal cost (`docs/reproduction-othello.md`).

use bestply::othello::evaluation::{Evaluation, PatternEvaluation};
use bestply::othello::{Opening, Othello, openings};
use bestply::{AlphaBeta, BestFirst, BestFirstExtension, Evaluator, Limit, Position, Searcher, Side, Value};
use bestply_benches::{Table, criterion, measure};

type Learnt = Evaluation<PatternEvaluation>;

/// Alpha-beta's depth, and the challengers' depths of equal cost.
struct Setting {
    alpha_beta: usize,
    best_first: usize,
    extension: usize,
}

const SETTINGS: [Setting; 3] = [
    Setting { alpha_beta: 3, best_first: 10, extension: 9 },
    Setting { alpha_beta: 5, best_first: 18, extension: 18 },
    Setting { alpha_beta: 6, best_first: 20, extension: 19 },
];

/// One of so many of the 244 starts is played.
const EVERY: usize = 61;

fn learnt() -> Learnt {
    Evaluation::new(PatternEvaluation::default(), Side::Max)
}

/// Evaluates the children of every position of the tree below `position`, and nothing else.
///
/// Returns the number of evaluations, and a sum that keeps the compiler from leaving any out.
fn visit(position: &mut Othello, evaluator: &mut Learnt, depth: usize) -> (u64, Value) {
    let (mut evaluations, mut sum) = (0, 0);
    evaluator.enter(position);
    for mv in position.moves() {
        evaluations += 1;
        sum ^= evaluator.evaluate_child(position, mv);
    }
    if depth > 1 {
        for mv in position.moves() {
            let undo = position.make(mv);
            let below = visit(position, evaluator, depth - 1);
            evaluations += below.0;
            sum ^= below.1;
            position.unmake(mv, undo);
        }
    }
    (evaluations, sum)
}

/// The bare loop, on a tree of some ten thousand nodes below each start.
fn bare(starts: &[Opening]) -> u64 {
    let mut evaluator = learnt();
    let visits = starts.iter().map(|start| visit(&mut start.position.clone(), &mut evaluator, 4));
    let (evaluations, sum) = visits.fold((0, 0), |(evaluations, sum), (more, value)| (evaluations + more, sum ^ value));
    std::hint::black_box(sum);
    evaluations
}

/// The first moves of each game, played by `searcher` for both sides. Returns the number of evaluations.
fn play(searcher: &mut dyn Searcher<Othello, Learnt>, starts: &[Opening], depth: usize) -> u64 {
    const MOVES: usize = 30;
    let mut evaluations = 0;
    for start in starts {
        searcher.reset();
        let (mut position, mut evaluator) = (start.position, learnt());
        for _ in 0..MOVES {
            let report = searcher.search(&mut position, &mut evaluator, &Limit::new().depth(depth));
            evaluations += report.counts.evaluations;
            let Some(best) = report.best_move else { break };
            searcher.advance(&mut position, best);
            position.make(best);
        }
    }
    evaluations
}

fn main() {
    let mut criterion = criterion();
    let starts: Vec<Opening> = openings(4).into_iter().step_by(EVERY).collect();
    let bare = measure(&mut criterion, "othello", "bare", || bare(&starts));
    let mut table = Table::new("othello_searchers");
    for setting in &SETTINGS {
        let row = format!("depth {}", setting.alpha_beta);
        let group = format!("othello, {row}");
        let mut add =
            |name, run: &mut dyn FnMut() -> u64| table.add(&row, name, measure(&mut criterion, &group, name, run));
        let mut alpha_beta = AlphaBeta::default();
        let mut best_first = BestFirst::default();
        let mut extension = BestFirstExtension::new(setting.alpha_beta - 1);
        add("alpha-beta", &mut || play(&mut alpha_beta, &starts, setting.alpha_beta));
        add("best-first", &mut || play(&mut best_first, &starts, setting.best_first));
        add("extension", &mut || play(&mut extension, &starts, setting.extension));
        table.add(&row, "bare", bare);
    }
    criterion.final_summary();
    table.add_ratio("alpha-beta", "bare");
    table.add_ratio("best-first", "alpha-beta");
    table.add_ratio("extension", "alpha-beta");
    table.finish();
}
