//! With completion a search of a finite game ends with the game's value.

use std::num::NonZeroU32;

use bestply_core::{Advance, Limit, Position, Searcher, Side, Stop, Value};
use bestply_guided_search::{BackUp, Choice, GuidedGraphSearch, Selection, Settings, Ties};
use bestply_testkit::{DropFour, DropValue};

#[test]
fn connect_four_on_small_boards_is_solved() {
    let mut wins = [0; 3];
    for (columns, rows, line) in [(3, 3, 3), (4, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4), (5, 3, 4), (5, 4, 3)] {
        let mut game = DropFour::new(columns, rows, line);
        let value = game.minimax();
        wins[(value.signum() + 1) as usize] += 1;
        for settings in [
            Settings::unbounded_minimax(),
            Settings::unbounded_minimax().with_expansions(NonZeroU32::MAX).expect("one leaf at a time"),
            Settings::unbounded_minimax()
                .with_back_up(BackUp::UntilStable)
                .expect("one leaf at a time")
                .with_ties(Ties::Kept),
            Settings::unbounded_minimax()
                .with_selection(Selection::uct(0.001, 0.0).expect("the constants may be"))
                .with_choice(Choice::ValueAndVisits),
        ] {
            let report = GuidedGraphSearch::new(settings).search(&mut game, &mut DropValue, &Limit::default());
            let context = format!("{columns} columns, {rows} rows, {line} in a line, {settings:?}");
            assert_eq!((report.value, report.stop), (Some(value), Stop::Terminal), "{context}");
            assert!(report.proved, "{context}");
        }
    }
    assert!(wins[1] > 0 && wins[2] > 0, "{wins:?}");
}

/// The line of a proved win is played out: it ends with the win.
#[test]
fn a_proved_win_is_won() {
    let mut game = DropFour::new(5, 4, 3);
    let mut searcher = GuidedGraphSearch::new(Settings::unbounded_minimax());
    assert_eq!(game.minimax(), Value::MAX);
    let mut plies = Vec::new();
    while !game.is_terminal() {
        let report = searcher.search(&mut game, &mut DropValue, &Limit::default());
        assert_eq!((report.value, report.proved), (Some(Value::MAX), true));
        plies.push(report.line.len());
        let mv = match game.to_move() {
            Side::Max => report.best_move.expect("the game is not over"),
            Side::Min => game.nth_move(game.move_count() - 1),
        };
        searcher.advance(&mut game, mv);
        game.make(mv);
    }
    assert!(plies.windows(2).all(|pair| pair[1] < pair[0]), "the win comes nearer with each ply: {plies:?}");
}
