//! What a search measures of an evaluation.

use bestply_core::{Evaluator, Limit, Searcher, evaluator_fn};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
use bestply_guided_search::{GuidedSearch, Puct, Selection, Settings, Softmax, Tempo, Uct, Unit};
use bestply_testkit::{RandomTrees, Recorder};

/// An evaluation that counts in smaller units.
fn times(factor: i32) -> impl Evaluator<ExplicitPosition> {
    evaluator_fn(move |position: &ExplicitPosition| factor * NodeValue.evaluate(position))
}

#[test]
fn a_search_that_finds_its_units_is_the_same_whatever_the_evaluation_counts_in() {
    // Powers of two, so that means and halves are whole and distances have the same binary digits.
    const UNITS: [i32; 2] = [1 << 8, 1 << 16];
    let selections =
        [Selection::Puct(Puct::default()), Selection::Uct(Uct::default()), Selection::Softmax(Softmax::default())];
    for tree in (0..200).map(|seed| RandomTrees { depth: 5, ..RandomTrees::default() }.tree(seed)) {
        for selection in selections {
            let settings = Settings::unbounded_minimax().with_selection(selection);
            let settings = settings.with_unit(Unit::Noise).with_tempo(Tempo::Measured);
            let paths = UNITS.map(|unit| {
                let mut recorder = Recorder::default();
                let mut searcher = GuidedSearch::new(settings);
                searcher.search_observed(&mut tree.position(), &mut times(unit), &Limit::new(), &mut recorder);
                Vec::from_iter(recorder.steps.into_iter().map(|step| step.path))
            });
            assert_eq!(paths[0], paths[1], "{tree} with {settings:?}");
        }
    }
}

#[test]
fn the_examples_of_the_meaning_are_as_it_says() {
    let tree = ExplicitTree::parse("max 0 (10 (7 9 (12 8)) 4)").expect("it is a tree");
    let settings = Settings::unbounded_minimax().with_unit(Unit::Noise).with_tempo(Tempo::Measured);
    let mut searcher = GuidedSearch::new(settings);
    searcher.search(&mut tree.position(), &mut NodeValue, &Limit::new().evaluations(4));
    assert_eq!((searcher.noise.units().map(u32::from), searcher.noise.tempo()), ([6, 6], 3));
    let mut recorder = Recorder::default();
    searcher.search_observed(&mut tree.position(), &mut NodeValue, &Limit::new().evaluations(3), &mut recorder);
    let step = recorder.steps.iter().find(|step| step.path == [0, 1]).expect("9 is expanded");
    assert_eq!(step.values, [11, 7]);
}
