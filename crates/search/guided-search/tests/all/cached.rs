//! Values that are remembered by position change nothing but how often the evaluator is asked.

use bestply_core::{Cached, Evaluator, Keyed, Limit, Report, Searcher};
use bestply_guided_search::{GuidedGraphSearch, GuidedSearch, Puct, Settings};
use bestply_testkit::{Deferring, DropFour, DropValue, ParentValue, Recorder, Step, Web, WebValue};

fn search<P: Keyed + Clone, E: Evaluator<P>>(
    mut searcher: impl Searcher<P, E>,
    position: &P,
    evaluator: &mut E,
    limit: &Limit,
) -> (Report<P::Move>, Vec<Step>) {
    let mut recorder = Recorder::default();
    let report = searcher.search_observed(&mut position.clone(), evaluator, limit, &mut recorder);
    (report, recorder.steps)
}

/// Returns for how many positions the evaluator was asked without a memory and with one of so many bytes.
fn compare<P, E>((position, evaluator): (&P, E), settings: Settings, limit: &Limit, bytes: usize) -> [usize; 2]
where
    P: Keyed + Clone,
    E: Evaluator<P> + Clone,
{
    let mut plain = Deferring::new(evaluator);
    let mut cached = Cached::new(plain.clone(), bytes);
    let expected = search(GuidedSearch::new(settings), position, &mut plain, limit);
    let found = search(GuidedSearch::new(settings), position, &mut cached, limit);
    assert_eq!(found, expected, "{settings:?} within {limit:?}, and {bytes} bytes");
    let expected = search(GuidedGraphSearch::new(settings), position, &mut plain, limit);
    let found = search(GuidedGraphSearch::new(settings), position, &mut cached, limit);
    assert_eq!(found, expected, "{settings:?} within {limit:?} on a graph, and {bytes} bytes");
    [plain.evaluated, cached.evaluator().evaluated]
}

#[test]
fn a_search_finds_the_same_and_asks_for_less() {
    let together = |settings: Settings| settings.with_leaves(5).expect("so many may be");
    let puct = Settings::puct_best_first(Puct::default());
    for settings in [Settings::default(), puct, together(Settings::default()), together(puct)] {
        for evaluations in [1, 7, 100, 2_000] {
            let limit = Limit::new().evaluations(evaluations);
            for bytes in [0, 1 << 8, 1 << 20] {
                let asked = compare((&DropFour::new(5, 4, 4), DropValue), settings, &limit, bytes);
                assert!(asked[1] <= asked[0], "{asked:?}");
                if evaluations == 2_000 && bytes == 1 << 20 {
                    assert!(3 * asked[1] < 2 * asked[0], "{asked:?} positions were asked for, with {settings:?}");
                }
            }
        }
        for seed in 0..60 {
            compare((&Web::new(seed, 8, 4), WebValue), settings, &Limit::new(), 1 << 9);
        }
    }
}

/// The same position has another value below another parent.
#[test]
fn values_that_depend_on_the_parent_are_not_remembered() {
    for seed in 0..60 {
        let (web, settings) = (Web::new(seed, 8, 4), Settings::default());
        let mut cached = Cached::new(ParentValue::default(), 1 << 16);
        let found = search(GuidedSearch::new(settings), &web, &mut cached, &Limit::new());
        let expected = search(GuidedSearch::new(settings), &web, &mut ParentValue::default(), &Limit::new());
        assert_eq!(found, expected);
    }
}
