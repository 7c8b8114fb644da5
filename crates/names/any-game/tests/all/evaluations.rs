//! How many evaluations the engine's alpha-beta saves over the papers', at the same depth and with the same value.
//!
//! Both searchers play the first moves of Othello games from eleven openings,
//! and keep what they know from move to move.

use std::fmt::Write;

use bestply::othello::Othello;
use bestply::othello::bitboard::legal_moves;
use bestply::othello::evaluation::{Evaluation, PatternEvaluation};
use bestply::{Advance, AlphaBeta, Evaluator, Limit, Position, PrincipalVariationSearch, Searcher, Side, Value};
use bestply_any_game::AnySearcher;

use crate::any;

/// The value of an unfinished game by corners and mobility, and of a finished one by discs.
#[derive(Clone)]
struct Plain;

impl Evaluator<Othello> for Plain {
    fn evaluate(&mut self, position: &Othello) -> Value {
        const CORNERS: u64 = 0x8100_0000_0000_0081;
        const BESIDE: u64 = 0x4281_0000_0000_8142 | 0x0042_0000_0000_4200;
        let (mover, waiting) = (position.mover(), position.waiting());
        let balance =
            |squares: u64| (mover & squares).count_ones() as Value - (waiting & squares).count_ones() as Value;
        let mobility = || position.legal().count_ones() as Value - legal_moves(waiting, mover).count_ones() as Value;
        let of_mover = match position.is_terminal() {
            true => 1000 * balance(!0),
            false => 100 * balance(CORNERS) - 25 * balance(BESIDE) + 8 * mobility(),
        };
        if position.to_move() == Side::Max { of_mover } else { -of_mover }
    }
}

/// Every 24th of the 244 positions after four plies.
fn openings() -> impl Iterator<Item = Othello> {
    let mut positions = vec![Othello::start()];
    for _ in 0..4 {
        let children = |position: Othello| {
            position.moves().map(move |mv| {
                let mut child = position;
                child.make(mv);
                child
            })
        };
        positions = positions.into_iter().flat_map(children).collect();
    }
    positions.into_iter().step_by(24)
}

/// The evaluations of both searchers in the same games. The two find the same values.
fn play(evaluator: impl Evaluator<Othello> + Clone + Send + Sync + 'static, depth: usize) -> [u64; 2] {
    const PLIES: usize = 6;
    let limit = Limit::new().depth(depth);
    let mut evaluations = [0, 0];
    for opening in openings() {
        let (mut position, mut evaluator) = any(opening, evaluator.clone());
        let mut searchers: [AnySearcher; 2] = [AlphaBeta::default().into(), PrincipalVariationSearch::default().into()];
        for _ in 0..PLIES {
            let reports = searchers.each_mut().map(|searcher| searcher.search(&mut position, &mut evaluator, &limit));
            assert_eq!(reports[0].value, reports[1].value, "{position:?} to depth {depth}");
            let best = reports[0].best_move.expect("the game is not over");
            searchers.iter_mut().for_each(|searcher| searcher.advance(&mut position, best));
            position.make(best);
            (0..2).for_each(|index| evaluations[index] += reports[index].counts.evaluations);
        }
    }
    evaluations
}

/// A line for each depth.
fn table(evaluator: impl Evaluator<Othello> + Clone + Send + Sync + 'static) -> String {
    let mut table = String::from("depth  fixed ordering     engine  ratio\n");
    for depth in 1..=8 {
        let [fixed, engine] = play(evaluator.clone(), depth);
        let ratio = engine as f64 / fixed as f64;
        writeln!(table, "{depth:>5} {fixed:>15} {engine:>10}  {ratio:.3}").expect("a string takes all");
        assert!(depth < 8 || 2 * engine <= fixed, "{table}");
    }
    table
}

#[test]
fn it_takes_less_than_half_at_depth_eight_with_a_plain_evaluation() {
    insta::assert_snapshot!(table(Plain), @r"
    depth  fixed ordering     engine  ratio
        1             437        437  1.000
        2            1608       1786  1.111
        3            7998       5963  0.746
        4           24303      13075  0.538
        5          102669      44952  0.438
        6          390599     119317  0.305
        7         1205679     415694  0.345
        8         3940231     994340  0.252
    ");
}

#[test]
fn it_takes_less_than_half_at_depth_eight_with_the_learnt_evaluation() {
    let learnt = Evaluation::new(PatternEvaluation::default(), Side::Max);
    insta::assert_snapshot!(table(learnt), @r"
    depth  fixed ordering     engine  ratio
        1             478        478  1.000
        2            1631       1798  1.102
        3            7471       5497  0.736
        4           23300      14004  0.601
        5          112636      48770  0.433
        6          305779     111609  0.365
        7         1289353     419348  0.325
        8         3749492    1127129  0.301
    ");
}
