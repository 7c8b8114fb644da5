//! The whole of tic-tac-toe: the article's example of minimax (Brautaset 2007), and how much alpha-beta saves.

use bestply::games::tic_tac_toe::{GameValue, TicTacToe};
use bestply::{Evaluator, Limit, Minimax, PlainAlphaBeta, Report, Searcher, Stop, Value};

fn nodes<M>(report: &Report<M>) -> u64 {
    report.counts.generations + 1
}

#[test]
fn minimax_visits_every_node() {
    let report = Minimax.search(&mut TicTacToe::start(), &mut GameValue, &Limit::default());
    assert_eq!((report.value, report.stop, report.line.len()), (Some(0), Stop::Terminal, 9));
    assert_eq!(nodes(&report), 549_946);
    assert_eq!(report.counts.evaluations, 255_168, "one for each finished game");
    assert!(
        report.root_moves.iter().all(|root_move| root_move.value == 0 && !root_move.kind.is_bound()),
        "any first move draws"
    );
}

#[test]
fn alpha_beta_visits_far_fewer() {
    let report = PlainAlphaBeta.search(&mut TicTacToe::start(), &mut GameValue, &Limit::default());
    assert_eq!((report.value, report.stop), (Some(0), Stop::Terminal));
    assert_eq!((nodes(&report), report.counts.evaluations), (16_811, 6740));
}

/// The value of a finished game as in the article: 1, 0 or -1.
/// No value then equals an infinite bound, so that no win causes a cut-off by itself.
struct One;

impl Evaluator<TicTacToe> for One {
    fn evaluate(&mut self, position: &TicTacToe) -> Value {
        GameValue.evaluate(position).signum()
    }
}

#[test]
fn a_win_worth_infinity_cuts_off_more_than_one_worth_one() {
    let report = PlainAlphaBeta.search(&mut TicTacToe::start(), &mut One, &Limit::default());
    assert_eq!(report.value, Some(0));
    assert_eq!(nodes(&report), 18_297);
}
