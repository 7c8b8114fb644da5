//! With completion, unbounded best-first minimax ends with the value of the game, which exhaustive search knows.

use bestply::games::oware::{Oware, QUIET_PLIES, Seeds};
use bestply::games::tic_tac_toe::{GameValue, TicTacToe};
use bestply::guided_search::{BackUp, Settings, TranspositionTable};
use bestply::othello::Othello;
use bestply::othello::evaluation::{DiscDifference, Evaluation, FinalScore};
use bestply::{GuidedGraphSearch, GuidedSearch, Limit, PlainAlphaBeta, Position, Searcher, Side, Stop, mix};
use bestply_any_game::{AnyEvaluator, AnyPosition, AnySearcher};

use crate::any;

/// Searches to the end on a graph and on a tree, by walks to leaves and by descent.
///
/// Returns the expansions of the default settings on both.
fn check((mut position, evaluator): (AnyPosition, AnyEvaluator)) -> [u64; 2] {
    let mut search = |mut searcher: AnySearcher| searcher.search(&mut position, &mut evaluator.clone(), &Limit::new());
    let expected = search(PlainAlphaBeta.into());
    let variants = [
        Settings::unbounded_minimax(),
        Settings::descent(),
        Settings::unbounded_minimax().with_back_up(BackUp::UntilStable).expect("one leaf at a time"),
    ];
    let mut expansions = None;
    for settings in variants {
        let graph = search(GuidedGraphSearch::new(settings).into());
        let tree = search(GuidedSearch::of(settings, None::<TranspositionTable>).into());
        for report in [&graph, &tree] {
            assert_eq!((report.value, report.stop), (expected.value, Stop::Terminal), "{settings:?} after {expected}");
        }
        expansions = expansions.or(Some([graph.counts.expansions, tree.counts.expansions]));
    }
    expansions.expect("there are variants")
}

/// The position after random moves, once `is_near` the end; `None` if the game is over before.
fn near_the_end<P: Position>(mut position: P, seed: u64, is_near: impl Fn(&P) -> bool) -> Option<P> {
    for ply in 0.. {
        if is_near(&position) {
            return (!position.is_terminal()).then_some(position);
        }
        let moves = position.move_count() as u64;
        if moves == 0 {
            return None;
        }
        position.make(position.nth_move((mix(seed << 20 | ply) % moves) as usize));
    }
    None
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let [graph, tree] = check(any(TicTacToe::start(), GameValue));
    assert!(4 * graph < tree, "{graph} expansions on a graph, {tree} on a tree");
}

#[test]
fn endgames_of_othello_are_solved() {
    let ends = (0..40).filter_map(|seed| near_the_end(Othello::start(), seed, |game| game.empties() <= 7));
    let (mut count, mut saved) = (0, 0);
    for end in ends {
        let [graph, tree] = check(any(end, FinalScore));
        check(any(end, Evaluation::new(DiscDifference, Side::Max)));
        (count, saved) = (count + 1, saved + tree as i64 - graph as i64);
    }
    assert!(count > 20 && saved > 0, "{count} endgames, {saved} expansions saved");
}

#[test]
fn endgames_of_oware_are_solved() {
    let is_near = |game: &Oware| game.quiet_plies() + 8 >= QUIET_PLIES;
    let mut count = 0;
    for seed in 0..400 {
        // Of random games those whose last capture is long ago.
        if let Some(end) = near_the_end(Oware::start(), seed, is_near) {
            check(any(end, Seeds));
            count += 1;
        }
    }
    assert!(count > 10, "{count} endgames");
}
