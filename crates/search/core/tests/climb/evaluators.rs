use std::num::NonZeroU32;
use std::time::Duration;

use bestply_core::{
    Asked, Bounds, CutShort, Evaluator, Limit, Meter, Position, Properties, Quiescence, Searching, Side, Stop, Value,
    evaluator_fn,
};

use crate::{Climb, Height, START};

/// A game of one move, after which there are so many moves.
struct Fan(usize);

impl Position for Fan {
    type Move = usize;
    type Moves = std::ops::Range<usize>;
    type Undo = usize;

    fn to_move(&self) -> Side {
        Side::Max
    }

    fn moves(&self) -> Self::Moves {
        0..self.0
    }

    fn make(&mut self, mv: usize) -> usize {
        std::mem::replace(&mut self.0, mv)
    }

    fn unmake(&mut self, _: usize, moves: usize) {
        self.0 = moves;
    }
}

/// Values a child by its move, and notes how many are asked for at a time.
#[derive(Default)]
struct Groups {
    batches: bool,
    sizes: Vec<usize>,
}

impl Evaluator<Fan> for Groups {
    fn evaluate(&mut self, position: &Fan) -> Value {
        position.0 as Value
    }

    fn evaluate_children(&mut self, parent: &mut Fan, first: usize, values: &mut [Value]) {
        self.sizes.push(values.len());
        for (value, mv) in values.iter_mut().zip(parent.moves().skip(first)) {
            *value = self.evaluate_child(parent, mv);
        }
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties { batches: self.batches, ..Properties::default() }
    }
}

#[test]
fn an_evaluator_knows_positions_by_themselves_and_one_by_one_unless_it_says_otherwise() {
    assert!(!Height::default().properties().depends_on_parent && !Height::default().properties().batches);
}

#[test]
fn a_function_is_an_evaluator() {
    assert_eq!(
        evaluator_fn(|position: &Climb| position.height as Value + 40).evaluate(&Climb { height: 2, ..START }),
        42
    );
}

#[test]
fn a_childs_value_is_counted_and_may_be_forbidden() {
    let limit = Limit::new().evaluations(1);
    let mut meter = Meter::start(&limit);
    assert_eq!(Height::default().value_of_child(&mut START.clone(), 2, Bounds::OPEN, &mut meter), Ok(2));
    assert_eq!(
        Height::default().value_of_child(&mut START.clone(), 2, Bounds::OPEN, &mut meter),
        Err(Stop::Evaluations)
    );
    assert_eq!(meter.counts().evaluations, 1);
}

#[test]
fn children_are_valued_as_far_as_the_evaluations_go() {
    for (most, expected) in [(9, [2, 3, 4, 5, 6]), (5, [2, 3, 4, 5, 6]), (3, [2, 3, 4, 0, 0]), (0, [0; 5])] {
        let limit = Limit::new().evaluations(most);
        let mut meter = Meter::start(&limit);
        let (mut groups, mut values) = (Groups::default(), [0; 5]);
        let outcome = groups.values_of_children(&mut Fan(7), Asked::new(2, &mut values), &mut meter);
        let found = most.min(5) as usize;
        let expected_outcome = if found == 5 { Ok(()) } else { Err(CutShort { found, stop: Stop::Evaluations }) };
        assert_eq!((outcome, values), (expected_outcome, expected));
        assert_eq!(meter.counts().evaluations, found as u64);
        assert_eq!(
            groups.sizes,
            Vec::from_iter((found > 0).then_some(found)),
            "the evaluator is not asked for nothing"
        );
    }
}

#[test]
fn the_clock_comes_between_children_but_not_into_a_batch() {
    let limit = Limit::new().time(Duration::from_secs(3600));
    for batches in [false, true] {
        let (mut groups, mut values) = (Groups { batches, ..Groups::default() }, [0; 20]);
        let mut meter = Meter::start(&limit);
        groups.values_of_children(&mut Fan(20), Asked::all(&mut values), &mut meter).unwrap();
        assert!(values.into_iter().eq(0..20));
        assert_eq!(meter.counts().evaluations, 20);
        assert_eq!(groups.sizes[0], if batches { 20 } else { 1 });
    }
}

#[test]
fn deferred_children_are_valued_at_once_unless_the_evaluator_overrides_it() {
    let limit = Limit::new();
    let mut meter = Meter::start(&limit);
    let mut values = [0; 2];
    Height::default().defer_children(&mut START.clone(), Asked::all(&mut values), &mut meter).unwrap();
    Evaluator::<Climb>::settle(&mut Height::default(), Asked::all(&mut values));
    assert_eq!((values, meter.counts().evaluations), ([1, 2], 2));
}

/// Promises all visits to the highest step.
struct Highest;

impl Evaluator<Climb> for Highest {
    fn evaluate(&mut self, position: &Climb) -> Value {
        position.height as Value
    }

    fn priors(&mut self, _: &mut Climb, priors: &mut [f32]) {
        *priors.last_mut().expect("there is a step") = 1.0;
    }

    fn properties(&self) -> Properties {
        Properties { gives_priors: true, ..Properties::default() }
    }
}

#[test]
fn priors_are_written_once_all_values_are_found() {
    for (evaluations, expected) in [(2, [0.0, 1.0]), (1, [0.0, 0.0])] {
        let limit = Limit::new().evaluations(evaluations);
        let (mut values, mut priors) = ([0; 2], [0.0; 2]);
        let mut evaluator: Box<dyn Evaluator<Climb>> = Box::new(Highest);
        assert!(evaluator.properties().gives_priors);
        let asked = Asked::all(&mut values).with_priors(&mut priors);
        let outcome = evaluator.values_of_children(&mut START.clone(), asked, &mut Meter::start(&limit));
        assert_eq!((outcome.is_ok(), priors), (evaluations == 2, expected));
    }
    let mut values = [0; 1];
    let asked = Asked::new(1, &mut values);
    assert!(asked.priors.is_empty(), "nobody wants them");
}

/// Climbs on by the highest step to the summit, with one evaluation a step.
/// A position of even height is quiet at once and costs no evaluation.
struct Climbing;

impl Quiescence<Climb> for Climbing {
    fn evaluate(&mut self, position: &Climb) -> Value {
        position.height as Value
    }

    fn search(&mut self, position: &mut Climb, _: Bounds, meter: &mut Meter<'_>) -> Result<Value, Stop> {
        let Some(up) = position.moves().last().filter(|_| position.height % 2 == 1) else {
            return Ok(10 * position.height as Value);
        };
        meter.evaluation()?;
        let undo = position.make(up);
        meter.evaluation()?;
        let value = position.height as Value;
        position.unmake(up, undo);
        Ok(value)
    }
}

#[test]
fn a_searching_evaluation_counts_what_it_evaluates_and_one_where_that_is_nothing() {
    let limit = Limit::new();
    let mut meter = Meter::start(&limit);
    let mut searching = Searching(Climbing);
    assert_eq!(searching.evaluate(&Climb { height: 3, ..START }), 3);
    assert_eq!(searching.value_of_child(&mut START.clone(), 1, Bounds::OPEN, &mut meter), Ok(3));
    assert_eq!(meter.counts().evaluations, 2);
    assert_eq!(searching.value_of_child(&mut START.clone(), 2, Bounds::OPEN, &mut meter), Ok(20));
    assert_eq!(meter.counts().evaluations, 3);
    let mut values = [0; 2];
    assert_eq!(searching.values_of_children(&mut START.clone(), Asked::all(&mut values), &mut meter), Ok(()));
    assert_eq!((values, meter.counts().evaluations), ([3, 20], 6));
}

/// The height that was gained, which a position does not know by itself.
#[derive(Default)]
struct Gain {
    before: usize,
}

impl Quiescence<Climb> for Gain {
    fn evaluate(&mut self, position: &Climb) -> Value {
        position.height as Value
    }

    fn enter(&mut self, parent: &Climb) {
        self.before = parent.height;
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties { depends_on_parent: true, ..Properties::default() }
    }

    fn search(&mut self, position: &mut Climb, _: Bounds, meter: &mut Meter<'_>) -> Result<Value, Stop> {
        meter.evaluation()?;
        Ok((position.height - self.before) as Value)
    }
}

#[test]
fn a_searching_evaluation_may_depend_on_the_parent() {
    let limit = Limit::new();
    let mut meter = Meter::start(&limit);
    let mut gain = Searching(Gain::default());
    assert!(gain.properties().depends_on_parent && !Searching(Climbing).properties().depends_on_parent);
    for height in [0, 3] {
        let mut parent = Climb { height, ..START };
        gain.enter(&parent);
        assert_eq!(gain.value_of_child(&mut parent, 2, Bounds::OPEN, &mut meter), Ok(2));
    }
}

#[test]
fn a_function_may_depend_on_the_parent() {
    let of_position = |position: &Climb| position.height as Value;
    let of_child = |parent: &mut Climb, step: usize| (10 * parent.height + step) as Value;
    let mut evaluator = evaluator_fn(of_position).with_win_value(NonZeroU32::MIN).with_parent(of_child);
    assert!(!evaluator_fn(of_position).properties().depends_on_parent && evaluator.properties().depends_on_parent);
    assert_eq!(Evaluator::<Climb>::properties(&evaluator).win_value, Some(NonZeroU32::MIN));
    let mut parent = Climb { height: 3, passed: true, ..START };
    assert_eq!((evaluator.evaluate(&parent), evaluator.evaluate_child(&mut parent, 2)), (3, 32));
    let mut values = [0; 2];
    evaluator.evaluate_children(&mut parent, 0, &mut values);
    assert_eq!(values, [31, 32]);
}

#[test]
fn a_searching_evaluation_is_cut_short_between_children() {
    let limit = Limit::new().evaluations(2);
    let mut meter = Meter::start(&limit);
    let (mut position, mut values) = (START, [0; 2]);
    let outcome = Searching(Climbing).values_of_children(&mut position, Asked::all(&mut values), &mut meter);
    assert_eq!(outcome, Err(CutShort { found: 1, stop: Stop::Evaluations }));
    assert_eq!((values[0], position), (3, START));
}
