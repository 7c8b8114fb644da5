//! Values that are remembered by position change nothing but how often the evaluator is asked.

use bestply_core::{Asked, Cached, CutShort, Evaluator, Keyed, Limit, Meter, Report, Searcher, Value};
use bestply_guided_search::{GuidedGraphSearch, GuidedSearch, Puct, Settings};
use bestply_testkit::{DropFour, DropValue, ParentValue, Recorder, Step, Web, WebValue};

/// Counts the positions that it is asked for. Values of deferred children are there only once they are settled.
#[derive(Clone)]
struct Late<E> {
    evaluator: E,
    asked: usize,
    pending: Vec<Value>,
}

impl<P: Keyed, E: Evaluator<P>> Evaluator<P> for Late<E> {
    fn evaluate(&mut self, position: &P) -> Value {
        self.asked += 1;
        self.evaluator.evaluate(position)
    }

    fn defer_children(&mut self, parent: &mut P, asked: Asked<'_>, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        let (wanted, first) = (asked.values.len(), asked.first);
        let allowed = meter.evaluations(wanted);
        let mut values = vec![0; CutShort::found_of(allowed, wanted)];
        self.evaluate_children(parent, first, &mut values);
        asked.values.fill(12_345);
        self.pending.extend(values);
        allowed
    }

    fn settle(&mut self, asked: Asked<'_>) {
        assert_eq!(asked.values.len(), self.pending.len(), "all that were deferred, and no others");
        asked.values.copy_from_slice(&std::mem::take(&mut self.pending));
    }
}

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
    let mut plain = Late { evaluator, asked: 0, pending: Vec::new() };
    let mut cached = Cached::new(plain.clone(), bytes);
    let expected = search(GuidedSearch::new(settings), position, &mut plain, limit);
    let found = search(GuidedSearch::new(settings), position, &mut cached, limit);
    assert_eq!(found, expected, "{settings:?} within {limit:?}, and {bytes} bytes");
    let expected = search(GuidedGraphSearch::new(settings), position, &mut plain, limit);
    let found = search(GuidedGraphSearch::new(settings), position, &mut cached, limit);
    assert_eq!(found, expected, "{settings:?} within {limit:?} on a graph, and {bytes} bytes");
    [plain.asked, cached.evaluator().asked]
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
