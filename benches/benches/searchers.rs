//! Nanoseconds an evaluation on random games.
//!
//! It compares no search at all, alpha-beta, best-first, best-first extension,
//! and alpha-beta in the form that engines use.
//! Each searcher plays the first moves of one game against itself and keeps its tree, so that keeping it is measured,
//! too.
//! The depths in a line of the table are those of about equal cost in the paper's tables.

use bestply::random_game::{EdgeSum, RandomGame, Rules};
use bestply::{
    AlphaBeta, BestFirst, BestFirstExtension, Evaluator, Limit, Position, PrincipalVariationSearch, Searcher, Value,
};
use bestply_benches::{Table, criterion, measure};

/// A branching factor, alpha-beta's depth, and the challengers' depths of equal cost.
struct Setting {
    branching: usize,
    alpha_beta: usize,
    best_first: usize,
    extension: usize,
    evaluator: Weighted,
}

/// The sum of edges, made more expensive by so many rounds of arithmetic, like an evaluation in a real game.
#[derive(Clone, Copy)]
struct Weighted {
    rounds: u32,
}

impl Weighted {
    fn weigh(self, value: Value) -> Value {
        let mut number = i64::from(value);
        for _ in 0..self.rounds {
            number = std::hint::black_box(number.wrapping_mul(0x5851_f42d_4c95_7f2d) ^ (number >> 29));
        }
        std::hint::black_box(number);
        value
    }
}

impl Evaluator<RandomGame> for Weighted {
    fn evaluate(&mut self, position: &RandomGame) -> Value {
        self.weigh(EdgeSum.evaluate(position))
    }

    fn evaluate_child(&mut self, parent: &mut RandomGame, index: usize) -> Value {
        let value = EdgeSum.evaluate_child(parent, index);
        if self.rounds == 0 { value } else { self.weigh(value) }
    }
}

const LIGHT: Weighted = Weighted { rounds: 0 };
const HEAVY: Weighted = Weighted { rounds: 40 };

const SETTINGS: [Setting; 8] = [
    Setting { branching: 2, alpha_beta: 6, best_first: 17, extension: 12, evaluator: LIGHT },
    Setting { branching: 2, alpha_beta: 10, best_first: 38, extension: 24, evaluator: LIGHT },
    Setting { branching: 5, alpha_beta: 5, best_first: 17, extension: 14, evaluator: LIGHT },
    Setting { branching: 5, alpha_beta: 8, best_first: 43, extension: 32, evaluator: LIGHT },
    Setting { branching: 20, alpha_beta: 3, best_first: 9, extension: 9, evaluator: LIGHT },
    Setting { branching: 20, alpha_beta: 5, best_first: 28, extension: 25, evaluator: LIGHT },
    Setting { branching: 5, alpha_beta: 8, best_first: 43, extension: 32, evaluator: HEAVY },
    Setting { branching: 20, alpha_beta: 5, best_first: 28, extension: 25, evaluator: HEAVY },
];

const SEED: u64 = 1;

fn game(branching: usize) -> RandomGame {
    RandomGame::new(Rules::new(branching, 100).expect("legal rules"), SEED)
}

/// Makes, evaluates and takes back every move of the tree below `game`, and nothing else.
///
/// Returns the number of evaluations, and a sum that keeps the compiler from leaving any out.
fn visit(game: &mut RandomGame, evaluator: &mut Weighted, depth: usize) -> (u64, Value) {
    let (mut evaluations, mut sum) = (0, 0);
    for index in game.moves() {
        let undo = game.make(index);
        evaluations += 1;
        sum ^= evaluator.evaluate(game);
        if depth > 1 {
            let below = visit(game, evaluator, depth - 1);
            evaluations += below.0;
            sum ^= below.1;
        }
        game.unmake(index, undo);
    }
    (evaluations, sum)
}

/// The bare loop, on a tree of some ten thousand nodes.
fn bare(setting: &Setting) -> u64 {
    let depth = match setting.branching {
        2 => 24,
        5 => 9,
        _ => 4,
    };
    let (evaluations, sum) = visit(&mut game(setting.branching), &mut { setting.evaluator }, depth);
    std::hint::black_box(sum);
    evaluations
}

/// The first moves of the game, played by `searcher` for both sides. Returns the number of evaluations.
fn play(searcher: &mut dyn Searcher<RandomGame, Weighted>, setting: &Setting, depth: usize) -> u64 {
    const MOVES: usize = 20;
    searcher.reset();
    let (mut game, mut evaluator) = (game(setting.branching), setting.evaluator);
    let mut evaluations = 0;
    for _ in 0..MOVES {
        let report = searcher.search(&mut game, &mut evaluator, &Limit::new().depth(depth));
        evaluations += report.counts.evaluations;
        let best = report.best_move.expect("the game is not over after so few moves");
        searcher.advance(&mut game, best);
        game.make(best);
    }
    evaluations
}

fn main() {
    let mut criterion = criterion();
    let mut table = Table::new("searchers");
    for setting in &SETTINGS {
        let Setting { branching, alpha_beta: depth, evaluator: Weighted { rounds }, .. } = setting;
        let row = match rounds {
            0 => format!("B = {branching} at depth {depth}"),
            rounds => format!("B = {branching} at depth {depth} with {rounds} rounds"),
        };
        let mut add =
            |name, run: &mut dyn FnMut() -> u64| table.add(&row, name, measure(&mut criterion, &row, name, run));
        let mut alpha_beta = AlphaBeta::default();
        let mut best_first = BestFirst::default();
        let mut extension = BestFirstExtension::new(setting.alpha_beta - 1);
        let mut engine = PrincipalVariationSearch::new(1 << 20);
        add("bare", &mut || bare(setting));
        add("alpha-beta", &mut || play(&mut alpha_beta, setting, setting.alpha_beta));
        add("best-first", &mut || play(&mut best_first, setting, setting.best_first));
        add("extension", &mut || play(&mut extension, setting, setting.extension));
        add("engine", &mut || play(&mut engine, setting, setting.alpha_beta));
    }
    criterion.final_summary();
    table.add_ratio("alpha-beta", "bare");
    table.add_ratio("best-first", "alpha-beta");
    table.add_ratio("extension", "alpha-beta");
    table.finish();
}
