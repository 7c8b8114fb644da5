//! Priors that the evaluator gives, where several lines of play lead to the same position, and where they do not.

use std::num::NonZeroU32;

use bestply_core::{Evaluator, Keyed, Limit, Searcher, Shrinkage};
use bestply_guided_search::{BackUp, Choice, GuidedGraphSearch, GuidedSearch, Selection, Settings, Ties};
use bestply_testkit::naive::{NaiveGuided, NaiveGuidedSettings};
use bestply_testkit::{HashedPriors, ParentValue, Recorder, Web, WebValue};

use crate::definition::{by_given_priors, several, together};

const EXPLORATION: f64 = 0.7;

fn variants() -> Vec<Settings> {
    let plain = Settings::unbounded_minimax().with_scale(NonZeroU32::new(4).expect("it is not 0"));
    let promised = plain.with_selection(Selection::puct(EXPLORATION, 0.9).expect("the constants may be"));
    vec![
        promised,
        promised.with_ties(Ties::Kept).with_choice(Choice::ValueAndVisits),
        promised
            .with_back_up(BackUp::UntilStable)
            .expect("one leaf at a time")
            .with_completion(false)
            .expect("one leaf at a time"),
        promised.with_shrinkage(Shrinkage::HALF),
        several(promised, 3),
        promised.with_expansions(NonZeroU32::MAX).expect("one leaf at a time"),
        together(promised, 3),
    ]
}

/// Searches to each depth, one search on top of the other, and compares each with the definition.
///
/// Returns the number of expansions and of nodes of other parents that were compared.
fn compare<P, S, E>(position: &P, mut searcher: S, evaluator: E, naive: NaiveGuidedSettings) -> usize
where
    P: Keyed<Move = usize> + Clone + std::fmt::Debug,
    S: Searcher<P, HashedPriors<E>>,
    E: Evaluator<P> + Copy,
{
    let (mut definition, mut compared) = (NaiveGuided::new(naive), 0);
    for depth in [Some(2), Some(4), None] {
        let (limit, mut recorder) = (Limit { depth, ..Limit::default() }, Recorder::default());
        let mut evaluator = HashedPriors(evaluator);
        let mut report = searcher.search_observed(&mut position.clone(), &mut evaluator, &limit, &mut recorder);
        let expected = definition.search_any(position, evaluator, depth, None);
        (report.nodes, report.bytes) = (0, 0);
        assert_eq!(recorder.steps, expected.steps, "the expansions of {position:?} to {depth:?} with {naive:?}");
        assert_eq!(report, expected.report, "the report of {position:?} to {depth:?} with {naive:?}");
        compared += recorder.steps.len();
    }
    compared
}

#[test]
fn walks_go_by_the_priors_that_the_evaluator_gives() {
    for settings in variants() {
        let on_a_tree = by_given_priors(settings, EXPLORATION);
        let on_a_graph = NaiveGuidedSettings { shares: true, ..on_a_tree };
        let mut compared = 0;
        for (layers, width) in [(3, 2), (4, 3), (6, 3), (9, 2), (7, 5)] {
            for seed in 0..120 {
                let web = Web::new(seed, layers, width);
                compared += compare(&web, GuidedGraphSearch::new(settings), WebValue, on_a_graph);
                compared += compare(&web, GuidedGraphSearch::new(settings), ParentValue::default(), on_a_graph);
                compared += compare(&web, GuidedSearch::new(settings), WebValue, on_a_tree);
            }
        }
        assert!(compared > 5_000, "{settings:?}: {compared} expansions were compared");
    }
}
