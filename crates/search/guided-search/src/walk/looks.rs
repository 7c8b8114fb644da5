//! Counts the children that walks look at.
//! A window that ends too soon changes no value, but costs looks.

use std::num::NonZeroU32;

use bestply_core::{Limit, Side, Value};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_testkit::RandomTrees;
use bestply_tree::{Memory, Tree, TreeSearch};
use bestply_visits::Noise;

use crate::selection::Shortlist;
use crate::selection::policy::counted;
use crate::walk::Walk;
use crate::{Selection, Settings};

/// The expansions of a search, the children that it scored, and the widths that it computed.
fn looks(tree: &ExplicitTree, exploration: f64, leaves: usize) -> [u64; 3] {
    const EVALUATIONS: u64 = 2000;
    let scale = NonZeroU32::new(20).expect("it is not 0");
    let settings = Settings::default().with_scale(scale).with_leaves(leaves).expect("so many may be");
    let settings = settings.with_selection(Selection::uct(exploration, 0.3).expect("the constants may be"));
    counted::SCORES.set(0);
    counted::WIDTHS.set(0);
    let (mut saved, mut position, mut evaluator, mut nobody) = (Tree::<_, ()>::new(), tree.position(), NodeValue, ());
    let (limit, memory) = (Limit::new().evaluations(EVALUATIONS), Memory::default());
    let mut search = TreeSearch::new(&mut saved, &mut position, &mut evaluator, &limit, memory, &mut nobody);
    let beside = (&mut (), &mut Noise::default());
    let stop = Walk::new(&mut search, beside, &settings, None).run().stop();
    let expansions = search.report_stopped(stop).counts.expansions;
    [expansions, counted::SCORES.get(), counted::WIDTHS.get()]
}

/// Trees in which walks go the same way for long. Their windows hold, and then expire.
#[test]
fn walks_look_at_no_more_children_than_they_must() {
    let kind = RandomTrees { depth: 14, values: -20..=20, same_side_percent: 10, ..RandomTrees::default() };
    let kind = RandomTrees { pass_percent: 10, ..kind };
    let counted = [0.0, 0.2, 1.0, 4.0].map(|exploration| [1, 2].map(|seed| looks(&kind.tree(seed), exploration, 1)));
    let expected = [
        [[1069, 5897, 6967], [1054, 6100, 7275]],
        [[1052, 6192, 9686], [1054, 6224, 9332]],
        [[1058, 5907, 10326], [1042, 6283, 10408]],
        [[1070, 4307, 9029], [1049, 3471, 8401]],
    ];
    assert_eq!(counted, expected, "expansions, children scored and widths");
    let together = looks(&kind.tree(4), 1.0, 3);
    assert_eq!(together, [601, 6971, 14900], "with three leaves at a time");
}

/// A root of six hundred moves, of which a few do not end the game.
///
/// Walks to those that do are no visits of the root, so that a large bonus for few visits stays: with the last constant
/// 1,535 of 1,543 walks prove a finished position, each looking at 59 children.
#[test]
fn of_very_many_children_walks_look_at_the_listed_ones() {
    let kind = RandomTrees { depth: 3, branching: 600, values: -20..=20, end_percent: 98, ..RandomTrees::default() };
    let counted = [0.0, 0.2, 4.0].map(|exploration| looks(&kind.tree(0), exploration, 1));
    assert_eq!(counted, [[10, 10_145, 529], [10, 10_181, 702], [9, 90_935, 1730]]);
}

/// Each child in turn is the best, and is then worth less than the others.
#[test]
fn a_list_begins_with_so_many_children() {
    let scored = |children: usize| {
        let mut tree = ExplicitTree::new(Side::Max, 0);
        for index in 0..children {
            let child = tree.add_child(ExplicitTree::ROOT, 0, None);
            tree.add_child(child, -1 - index as Value, None);
        }
        let [_, scores, _] = looks(&tree, 0.0, 1);
        scores
    };
    let [without, with] = [Shortlist::LEAST_CHILDREN - 1, Shortlist::LEAST_CHILDREN].map(scored);
    assert!(4 * with < without, "{with} and {without}");
}
