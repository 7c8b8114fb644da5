//! SSS* is alpha-beta with a memory, driven by null windows from plus infinity down (Plaat et al. 1996).

use bestply_core::{Position, Value};
use bestply_testkit::RandomTrees;
use bestply_testkit::naive::{minimax, mtd, sss_star};

#[test]
fn the_list_of_states_and_null_windows_value_the_same_leaves_in_the_same_order() {
    // Null windows know that nothing is less than minus infinity, and the list of states does not.
    let plain =
        RandomTrees { depth: 5, infinite_percent: 0, same_side_percent: 10, end_percent: 10, ..RandomTrees::default() };
    let kinds =
        [plain.clone(), RandomTrees { distinct: true, ..plain.clone() }, RandomTrees { values: -2..=2, ..plain }];
    for tree in kinds.iter().flat_map(|kind| (0..200).map(|seed| kind.tree(seed))) {
        let position = tree.position();
        for depth in (1..=5).filter(|_| !position.is_terminal()) {
            let (value, leaves) = sss_star(&position, depth);
            assert_eq!(mtd(&position, depth, Value::MAX), (value, leaves), "{tree:?} to {depth}");
            assert_eq!(value, minimax(&position, depth), "{tree:?} to {depth}");
            assert_eq!(mtd(&position, depth, Value::MIN).0, value, "{tree:?} to {depth}");
        }
    }
}
