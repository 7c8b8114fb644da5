//! The definitions compared with each other, and by hand.

use bestply_core::{Position, Stop};
use bestply_explicit_game::ExplicitTree;
use bestply_testkit::naive::{Definition, NaiveAlphaBeta, NaiveBestFirst, NaiveExtension, NaiveMinimax, minimax};
use bestply_testkit::{Dice, RandomTrees};

fn parse(tree: &str) -> ExplicitTree {
    ExplicitTree::parse(tree).expect("the tree is well-formed")
}

#[test]
fn minimax_by_hand() {
    let tree = parse("max 0 (4 (8 1) 6 (5 2 (3 9:min)) 7:max (0 3))");
    let values: Vec<_> = (0..=4).map(|depth| minimax(&tree.position(), depth)).collect();
    assert_eq!(values, [0, 7, 3, 5, 5]);
    let expected = NaiveMinimax.search(&tree.position(), Some(3)).report;
    assert_eq!((expected.best_move, expected.value), (Some(1), Some(5)));
}

/// With a steady depth the values that alpha-beta saves cannot change its result.
#[test]
fn alpha_beta_is_minimax_in_whole_games() {
    for (seed, tree) in RandomTrees::forest(100).enumerate() {
        for depth in [1, 2, 3, 5] {
            let mut dice = Dice::new(seed as u64);
            let mut position = tree.position();
            let mut searchers = [NaiveAlphaBeta::default(), NaiveAlphaBeta::soft()];
            while !position.is_terminal() {
                let mv = dice.below(position.move_count() as u64) as usize;
                for searcher in &mut searchers {
                    let report = searcher.search(&position, Some(depth)).report;
                    assert_eq!(report.value, Some(minimax(&position, depth)), "{position:?} to depth {depth}");
                    let mut child = position.clone();
                    child.make(report.best_move.expect("the game is not over"));
                    assert_eq!(minimax(&child, depth - 1), minimax(&position, depth), "{position:?} to depth {depth}");
                    searcher.advance(mv);
                }
                position.make(mv);
            }
        }
    }
}

#[test]
fn alpha_beta_without_a_depth_solves_the_game() {
    for tree in RandomTrees::forest(100) {
        let report = NaiveAlphaBeta::default().search(&tree.position(), None).report;
        assert_eq!(report.value, Some(minimax(&tree.position(), 9)), "{tree:?}");
        assert_eq!(report.stop, Stop::Terminal, "{tree:?}");
    }
}

/// The root's value is the principal leaf's static value, and no expansion is beyond the depth limit.
#[test]
fn best_first_backs_up_its_principal_leaf() {
    for tree in RandomTrees::forest(100) {
        for depth in [1, 2, 4, 7] {
            let expected = NaiveBestFirst::default().search(&tree.position(), Some(depth));
            let mut leaf = tree.position();
            for &mv in &expected.report.line {
                leaf.make(mv);
            }
            assert_eq!(expected.report.value, Some(tree.value(leaf.node())), "{tree:?} to depth {depth}");
            assert!(leaf.is_terminal() || expected.report.line.len() >= depth, "{tree:?} to depth {depth}");
            assert!(expected.steps.iter().all(|step| step.path.len() < depth), "{tree:?} to depth {depth}");
        }
    }
}

#[test]
fn the_extension_of_nothing_is_best_first() {
    for tree in RandomTrees::forest(100) {
        for depth in [1, 3, 5] {
            let extension = NaiveExtension::new(0).search(&tree.position(), Some(depth));
            assert_eq!(extension, NaiveBestFirst::default().search(&tree.position(), Some(depth)), "{tree:?}");
        }
    }
}

/// If it is deep enough, both parts see everything that alpha-beta sees.
#[test]
fn the_extension_to_the_depth_of_its_alpha_beta_has_the_value_of_alpha_beta() {
    for tree in RandomTrees::forest(100) {
        let extension = NaiveExtension::new(8).search(&tree.position(), Some(0)).report;
        assert_eq!(extension.value, Some(minimax(&tree.position(), 8)), "{tree:?}");
    }
}
