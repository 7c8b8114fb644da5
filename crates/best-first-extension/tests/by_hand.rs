//! A small tree whose search can be followed by hand.

use bestply_best_first_extension::BestFirstExtension;
use bestply_core::{Limit, Searcher};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_testkit::Recorder;

/// Alpha-beta to depth 2 leaves both moves at 2, the left one as a bound; best-first goes on from the exact one.
#[test]
fn best_first_starts_from_the_principal_variation_of_alpha_beta() {
    let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2 (9 3)))").expect("the tree is well-formed");
    let mut recorder = Recorder::default();
    let mut searcher = BestFirstExtension::new(2);
    let limit = Limit::new().depth(4);
    let report = searcher.search_observed(&mut tree.position(), &mut NodeValue, &limit, &mut recorder);
    let order: Vec<&[usize]> = recorder.steps.iter().map(|step| &step.path[..]).collect();
    assert_eq!(order, [&[][..], &[1], &[0], &[1, 1]]);
    assert_eq!(recorder.steps[3].values, [9], "9 is more than MIN can have at its sibling's 5");
    assert_eq!((report.value, report.line), (Some(5), vec![1, 0]));
    assert_eq!(report.counts.evaluations, 7);
}
