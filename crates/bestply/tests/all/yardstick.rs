//! In real games, every searcher that promises the minimax value is compared with the textbook's.

use std::fmt::Display;

use bestply::games::{breakthrough, clobber, connect_four, lines_of_action, onitama, oware, tic_tac_toe};
use bestply::minimax::{alpha_beta, minimax};
use bestply::{AlphaBeta, BestFirst, Bounds, Evaluator, Limit, Minimax, PlainAlphaBeta, Position, Searcher};

/// Checks searches of positions on the way through a game. The `n`-th move played is the `7 n`-th legal one.
fn check<P, E>(mut position: P, mut evaluator: E, deepest: usize)
where
    P: Position + Display,
    E: Evaluator<P>,
{
    for ply in 0.. {
        let moves: Vec<P::Move> = position.moves().collect();
        if moves.is_empty() {
            break;
        }
        for depth in 1..=deepest {
            check_search(&mut position, &mut evaluator, depth);
        }
        position.make(moves[7 * ply % moves.len()]);
    }
}

fn check_search<P: Position + Display, E: Evaluator<P>>(position: &mut P, evaluator: &mut E, depth: usize) {
    let limit = Limit::new().depth(depth);
    let text = position.to_string();
    let value = minimax(position, evaluator, Some(depth));
    let full = Minimax.search(position, evaluator, &limit);
    let plain = PlainAlphaBeta.search(position, evaluator, &limit);
    let on_a_tree = AlphaBeta::default().search(position, evaluator, &limit);
    assert_eq!(alpha_beta(position, evaluator, Some(depth), Bounds::OPEN), value, "{text} to depth {depth}");
    assert_eq!([full.value, plain.value, on_a_tree.value], [Some(value); 3], "{text} to depth {depth}");
    assert_eq!(full.best_move, plain.best_move, "{text} to depth {depth}");
    assert!(plain.counts.generations <= full.counts.generations, "{text} to depth {depth}");
    if depth == 1 {
        let best_first = BestFirst::default().search(position, evaluator, &limit);
        assert_eq!((best_first.value, best_first.best_move), (full.value, full.best_move), "{text}");
    }
    assert_eq!(position.to_string(), text, "the position is as it was");
}

#[test]
fn tic_tac_toe() {
    check(tic_tac_toe::TicTacToe::start(), tic_tac_toe::GameValue, 6);
}

#[test]
fn connect_four() {
    check(connect_four::ConnectFour::start(), connect_four::OpenLines, 4);
}

#[test]
fn breakthrough() {
    check(breakthrough::Breakthrough::start(), breakthrough::MenAndRows, 3);
}

#[test]
fn oware() {
    check(oware::Oware::start(), oware::Seeds, 4);
}

#[test]
fn onitama() {
    (0..4).for_each(|seed| check(onitama::Onitama::deal(seed), onitama::MenAndMoves, 3));
}

#[test]
fn lines_of_action() {
    check(lines_of_action::LinesOfAction::start(), lines_of_action::ConcentrationAndMoves, 2);
}

#[test]
fn clobber() {
    check(clobber::Clobber::<6>::start(), clobber::FreeStones, 2);
}
