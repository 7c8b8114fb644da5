//! The evaluations of an evaluator that searches are counted and limited exactly.

use crate::common;
use bestply_core::{Bounds, Limit, Meter, Position, Quiescence, Searcher, Searching, Stop, Value};
use bestply_explicit_game::ExplicitPosition;
use bestply_testkit::RandomTrees;
use common::searchers;

/// Looks at the first child of a position, too, if its value is odd, and so on.
#[derive(Default)]
struct FirstChild {
    evaluations: u64,
}

impl Quiescence<ExplicitPosition> for FirstChild {
    fn evaluate(&mut self, position: &ExplicitPosition) -> Value {
        position.tree().value(position.node())
    }

    fn search(&mut self, position: &mut ExplicitPosition, _: Bounds, meter: &mut Meter<'_>) -> Result<Value, Stop> {
        meter.evaluation()?;
        self.evaluations += 1;
        let value = self.evaluate(position);
        if value % 2 == 0 || position.is_terminal() {
            return Ok(value);
        }
        let undo = position.make(0);
        let value = self.search(position, Bounds::OPEN, meter);
        position.unmake(0, undo);
        value
    }
}

#[test]
fn its_evaluations_are_counted_and_limited() {
    let kind = RandomTrees { depth: 6, ..RandomTrees::default() };
    for tree in (0..100).map(|seed| kind.tree(seed)) {
        for mut searcher in searchers() {
            for most in 0..40 {
                let (mut position, mut evaluator) = (tree.position(), Searching(FirstChild::default()));
                let report = searcher.search(&mut position, &mut evaluator, &Limit::new().evaluations(most));
                assert_eq!(position, tree.position());
                assert_eq!(report.counts.evaluations, evaluator.0.evaluations, "{tree:?} with {most}");
                assert!(report.counts.evaluations <= most, "{tree:?} with {most}: {report:?}");
                assert!(report.stop == Stop::Terminal || report.counts.evaluations == most, "{tree:?}: {report:?}");
                assert!(report.counts.generations <= report.counts.evaluations, "{tree:?}: {report:?}");
            }
        }
    }
}
