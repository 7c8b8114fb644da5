//! The searcher's value is the minimax value at the same depth, and its line leads there.
//!
//! This is tested in whole games, with tables of all sizes.

use bestply_core::{Advance, Evaluator, Limit, Position, Searcher, Stop, Value};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
use bestply_principal_variation_search::{PrincipalVariationSearch, RootWindow, Settings};
use bestply_testkit::naive::minimax;
use bestply_testkit::{Dice, RandomTrees};

const TABLES_BYTES: [usize; 4] = [0, 64, 512, 1 << 14];

/// Searchers with tables of all sizes and all kinds of windows. All of them find the same value.
fn searchers() -> impl Iterator<Item = PrincipalVariationSearch> {
    let aspiration = |width: u32| RootWindow::Aspiration(width.try_into().expect("it is not 0"));
    let windows = [
        RootWindow::Open,
        RootWindow::Full,
        aspiration(1),
        aspiration(10),
        aspiration(u32::MAX),
        RootWindow::Null,
        RootWindow::SssStar,
        RootWindow::DualStar,
    ];
    let searchers = TABLES_BYTES.map(|table_bytes| {
        windows.map(|window| {
            let settings = Settings::default().with_window(window);
            PrincipalVariationSearch::with_settings(settings, table_bytes)
        })
    });
    searchers.into_iter().flatten()
}

/// The depths of a game's searches, taken in turn. The trees are at most 7 plies deep.
const DEPTHS: [&[Option<usize>]; 5] =
    [&[Some(2)], &[Some(3)], &[Some(4)], &[Some(5), Some(1), Some(3)], &[None, Some(2), Some(9)]];

#[test]
fn in_whole_games_it_finds_the_minimax_value_and_a_line_to_it() {
    for (seed, tree) in RandomTrees::forest(300).enumerate() {
        for depths in DEPTHS {
            searchers().for_each(|searcher| play(&tree, depths, searcher, seed as u64));
        }
    }
}

#[test]
fn a_search_cut_short_again_and_again_finds_it_in_the_end() {
    for (seed, tree) in RandomTrees::forest(100).enumerate() {
        for mut searcher in searchers() {
            let (mut position, mut dice) = (tree.position(), Dice::new(seed as u64));
            for _ in 0..8 {
                let limit = Limit::new().depth(4).evaluations(dice.below(30));
                searcher.search(&mut position, &mut NodeValue, &limit);
            }
            assert_finds_minimax(&mut searcher, &mut position, Some(4));
        }
    }
}

#[test]
fn broad_and_deep_trees_too() {
    let broad =
        RandomTrees { depth: 3, branching: 24, values: -50..=50, same_side_percent: 10, ..RandomTrees::default() };
    let deep = RandomTrees { depth: 12, branching: 2, values: -9..=9, end_percent: 5, ..RandomTrees::default() };
    for kind in [broad, deep] {
        for tree in (0..30).map(|seed| kind.tree(seed)) {
            searchers().for_each(|mut searcher| assert_finds_minimax(&mut searcher, &mut tree.position(), None));
        }
    }
}

/// Ties abound: a move that is only asked for, and is as good as the bound, is not searched again.
#[test]
fn no_move_is_searched_again_for_nothing() {
    let kind = RandomTrees { depth: 6, values: -2..=2, same_side_percent: 30, ..RandomTrees::default() };
    let evaluations = (0..50).map(|seed| {
        let mut searcher = PrincipalVariationSearch::new(0);
        let report = searcher.search(&mut kind.tree(seed).position(), &mut NodeValue, &Limit::default());
        report.counts.evaluations
    });
    assert_eq!(evaluations.sum::<u64>(), 4452);
}

fn play(tree: &ExplicitTree, depths: &[Option<usize>], mut searcher: PrincipalVariationSearch, seed: u64) {
    let (mut position, mut dice) = (tree.position(), Dice::new(seed));
    for &depth in depths.iter().cycle() {
        assert_finds_minimax(&mut searcher, &mut position, depth);
        if position.is_terminal() {
            return;
        }
        let mv = position.nth_move(dice.below(position.move_count() as u64) as usize);
        searcher.advance(&mut position, mv);
        position.make(mv);
    }
}

fn assert_finds_minimax(
    searcher: &mut PrincipalVariationSearch,
    position: &mut ExplicitPosition,
    depth: Option<usize>,
) {
    let before = position.clone();
    let report = searcher.search(position, &mut NodeValue, &Limit { depth, ..Limit::default() });
    let settings = (searcher.table_bytes, searcher.settings());
    let context = || format!("{before:?} to {depth:?} with {settings:?}: {report:?}");
    assert_eq!(position, &before, "the position is as it was: {}", context());
    let value = minimax(&before, depth.unwrap_or(99));
    assert_eq!(report.value, Some(value), "{}", context());
    assert_eq!(value_at_the_end(before.clone(), &report.line), value, "the line leads to the value: {}", context());
    match report.stop {
        Stop::Depth => assert_eq!(Some(report.line.len()), depth, "the line is as deep as the search: {}", context()),
        stop => assert_eq!(stop, Stop::Terminal, "{}", context()),
    }
    for root_move in &report.root_moves {
        let mut child = before.clone();
        let side = child.to_move();
        child.make(root_move.mv);
        let exact = side.orient(minimax(&child, depth.map_or(99, |depth| depth - 1)));
        let found = side.orient(root_move.value);
        // Once a win is found, the other moves are not searched, and keep the value of a smaller depth.
        let is_of_this_depth = side.orient(value) != Value::MAX;
        if is_of_this_depth && root_move.kind.is_bound() {
            assert!(exact <= found && found <= side.orient(value), "{root_move:?}: {}", context());
        } else if is_of_this_depth {
            assert_eq!(found, exact, "{root_move:?}: {}", context());
        }
    }
}

fn value_at_the_end(mut position: ExplicitPosition, line: &[usize]) -> Value {
    line.iter().for_each(|&mv| _ = position.make(mv));
    NodeValue.evaluate(&position)
}

/// Distinct values leave no choice of the move. In ties MTD(f) may play another of the best moves.
#[test]
fn mtd_f_plays_the_engines_move_where_it_is_the_only_best_one() {
    let kind = RandomTrees { depth: 5, distinct: true, end_percent: 5, ..RandomTrees::default() };
    for tree in (0..300).map(|seed| kind.tree(seed)) {
        for table_bytes in TABLES_BYTES {
            let limit = Limit::new().depth(4);
            let [engine, mtd_f] = [RootWindow::Open, RootWindow::Null]
                .map(|window| Settings::default().with_window(window))
                .map(|settings| PrincipalVariationSearch::with_settings(settings, table_bytes))
                .map(|mut searcher| searcher.search(&mut tree.position(), &mut NodeValue, &limit));
            assert_eq!((mtd_f.value, mtd_f.line), (engine.value, engine.line), "{tree:?} with {table_bytes} bytes");
        }
    }
}
