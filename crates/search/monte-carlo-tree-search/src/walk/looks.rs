//! How long the nodes of a walk need not be looked at. A look too many changes no result.

use std::num::NonZeroU32;

use bestply_core::Limit;
use bestply_explicit_game::NodeValue;
use bestply_testkit::RandomTrees;
use bestply_tree::{Memory, Tree, TreeSearch};

use crate::Settings;
use crate::walk::SimulationWalk;

const FOR_EVER: u64 = 9999;

/// For how many more walks each node of the last walk is sure to be come to, and its child to stay the choice.
///
/// A number of walks that are done counts as 0.
/// The third number is that of the nodes through which the walks went, each from where it began.
fn known_ahead(exploration: f64, minimax_weight: f64, evaluations: u64) -> (Vec<u64>, Vec<u64>, usize) {
    let kind = RandomTrees { depth: 14, values: -20..=20, same_side_percent: 10, ..RandomTrees::default() };
    let tree = RandomTrees { pass_percent: 10, ..kind }.tree(1);
    let settings = Settings::default().with_scale(NonZeroU32::new(20).expect("it is not 0"));
    let settings = settings.and_then(|settings| settings.with_exploration(exploration));
    let settings = settings.and_then(|settings| settings.with_minimax_weight(minimax_weight)).expect("they are valid");
    let (mut saved, mut position, mut evaluator, mut nobody) = (Tree::<_, ()>::new(), tree.position(), NodeValue, ());
    let (limit, memory) = (Limit::new().evaluations(evaluations), Memory::default());
    let mut search = TreeSearch::new(&mut saved, &mut position, &mut evaluator, &limit, memory, &mut nobody);
    let mut walk = SimulationWalk::new(&mut search, &settings, (), None);
    walk.enter();
    walk.frames[0].comes_until = u64::MAX;
    let (mut depth, mut nodes) = (0, 0);
    loop {
        walk.select(depth);
        nodes += walk.frames.len() - depth;
        let Ok(change) = walk.extend() else { break };
        depth = walk.back_up(change);
    }
    let ahead = |until: u64| until.saturating_sub(walk.total.walks).min(FOR_EVER);
    let comes = walk.frames.iter().map(|frame| ahead(frame.comes_until)).collect();
    let stays = walk.frames.iter().map(|frame| ahead(frame.stays_until)).collect();
    (comes, stays, nodes)
}

/// A walk comes to a node for as long as the choices above it stay.
#[test]
fn nobody_looks_at_a_node_whose_choice_stays() {
    const E: u64 = FOR_EVER;
    let (comes, stays, nodes) = known_ahead(0.0, 0.0, 800);
    assert_eq!(comes, [E, E, 246, 69, 69, 16, 16, 16, 16, 16, 16, 1, 1]);
    assert_eq!(stays, [E, 246, 69, E, 16, 265, E, E, E, E, 1, 1, 0]);
    assert_eq!(nodes, 2974);
    let (comes, stays, nodes) = known_ahead(0.3, 0.0, 200);
    assert_eq!(comes, [E, E, 12, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
    assert_eq!(stays, [E, 12, 1, 1, E, E, E, E, 4, 3, E, 0, E, 0]);
    assert_eq!(nodes, 1412);
    let (comes, stays, nodes) = known_ahead(0.3, 0.5, 800);
    assert_eq!(comes, [E, E, 493, 107, 31, 31, 31, 31, 31, 7, 7, 7, 0, 0]);
    assert_eq!(stays, [E, 493, 107, 31, E, E, E, E, 7, E, E, 0, 0, 0]);
    assert_eq!(nodes, 4172);
}
