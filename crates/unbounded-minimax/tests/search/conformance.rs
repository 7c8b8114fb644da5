//! The promises of every searcher, and that it does what its definition says, in every variant.

use std::num::NonZeroU32;

use crate::{definition, several};
use bestply_core::{Advance, Evaluator, Limit, Observer, Position, Report, Reset, Search, Searcher, Shrinkage};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
use bestply_testkit::conformance::{
    WithBounds, check_contract, check_definition, check_depth_one, check_endurance, check_memory, check_misuse,
    check_parents, check_parents_minimax, check_quiescent,
};
use bestply_testkit::naive::{Definition, Expected, NaiveBestFirst, NaiveUnbounded, Resumption};
use bestply_testkit::{Recorder, check_searcher};
use bestply_tree::Memory;
use bestply_unbounded_minimax::{BackUp, Choice, Selection, Settings, Ties, UnboundedMinimax};

const SCALE: u32 = 50;

fn check(settings: Settings) {
    let settings = settings.with_scale(NonZeroU32::new(SCALE).expect("it is not 0"));
    check_searcher(|| UnboundedMinimax::new(settings), || NaiveUnbounded::new(definition(settings)));
}

/// Tells nothing of visits, as best-first minimax does not count any.
struct WithoutVisits(UnboundedMinimax);

impl Reset for WithoutVisits {
    fn reset(&mut self) {
        self.0.reset();
    }
}

impl<P: Position> Advance<P> for WithoutVisits {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        self.0.advance(position, mv);
    }
}

impl<P: Position, E: Evaluator<P>> Search<P, E> for WithoutVisits {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        let mut report = self.0.run(position, evaluator, limit, observer);
        report.root_moves.iter_mut().for_each(|root_move| root_move.visits = None);
        report
    }
}

/// States no proof but that of a finished root, as unbounded minimax without completion.
struct WithoutProofs(NaiveBestFirst);

impl Definition for WithoutProofs {
    fn search(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Expected {
        let mut expected = self.0.search(position, depth);
        expected.report.root_moves.iter_mut().for_each(|root_move| root_move.proved = false);
        expected.report.proved = expected.report.best_move.is_none();
        expected
    }

    fn advance(&mut self, index: usize) {
        self.0.advance(index);
    }

    fn resumption(&self) -> Resumption {
        self.0.resumption()
    }
}

const TIES: [Ties; 2] = [Ties::FewestVisits, Ties::Kept];
const BACK_UPS: [BackUp; 2] = [BackUp::ToRoot, BackUp::UntilStable];

#[test]
fn it_is_what_its_definition_says() {
    for (ties, back_up) in TIES.into_iter().flat_map(|ties| BACK_UPS.map(|back_up| (ties, back_up))) {
        for (completion, expansions) in [(true, 1), (false, 1), (true, 2), (false, 3), (true, u32::MAX)] {
            let settings = Settings::default().with_ties(ties).with_back_up(back_up).with_completion(completion);
            check(several(settings, expansions));
        }
    }
}

#[test]
fn it_is_so_with_the_move_by_value() {
    let settings = Settings::default().with_choice(Choice::Value);
    check(settings);
    check(settings.with_completion(false).with_descent(true).with_back_up(BackUp::UntilStable));
}

#[test]
fn it_is_so_with_exploration() {
    let exploration = Selection::uct(1.5, 0.5).expect("the constants may be");
    let settings = Settings::default().with_selection(exploration).with_choice(Choice::ValueAndVisits);
    for (ties, back_up) in TIES.into_iter().zip(BACK_UPS) {
        check(settings.with_ties(ties).with_back_up(back_up));
        check(settings.with_ties(ties).with_back_up(back_up).with_completion(false));
    }
    check(settings.with_descent(true));
}

#[test]
fn it_is_so_with_priors() {
    for (exploration, tolerance) in [(1.3, 0.7), (0.0, 1.0), (0.2, 1e-6)] {
        let puct = Selection::puct(exploration, tolerance).expect("the constants may be");
        let settings = Settings::default().with_selection(puct).with_choice(Choice::ValueAndVisits);
        for (ties, back_up) in TIES.into_iter().zip(BACK_UPS) {
            check(settings.with_ties(ties).with_back_up(back_up));
            check(settings.with_ties(ties).with_back_up(back_up).with_completion(false));
        }
        check(several(settings, 3));
        check(settings.with_descent(true));
    }
}

#[test]
fn it_is_so_with_softmax() {
    let softmax = Selection::softmax(0.2, 7).expect("the temperature may be");
    let settings = Settings::default().with_selection(softmax);
    check(settings);
    check(settings.with_back_up(BackUp::UntilStable).with_completion(false));
    check(settings.with_descent(true));
}

/// Leaves have a share of their parents' values, and a finished position that a walk came to its static value.
#[test]
fn leaves_are_drawn_towards_their_parents_as_the_definition_says() {
    let uct = Selection::uct(1.5, 0.5).expect("the constants may be");
    let puct = Selection::puct(1.3, 0.7).expect("the constants may be");
    for (share, back_up) in [(0.5, BackUp::ToRoot), (0.3, BackUp::UntilStable), (1.0, BackUp::ToRoot)] {
        let shrinkage = Shrinkage::new(share).expect("the share may be");
        let drawn = Settings::default().with_shrinkage(shrinkage).with_back_up(back_up);
        let drawn = drawn.with_scale(NonZeroU32::new(SCALE).expect("it is not 0"));
        let [guided, promised] = [uct, puct].map(|selection| drawn.with_selection(selection));
        let to_the_end = drawn.with_descent(true).with_ties(Ties::Kept);
        for settings in [drawn, guided.with_completion(false), promised, several(promised, 2), to_the_end] {
            // A finished position is evaluated once more, so that not every promise of economy holds.
            check_contract(|| UnboundedMinimax::new(settings));
            check_definition(|| UnboundedMinimax::new(settings), || NaiveUnbounded::new(definition(settings)));
        }
    }
}

/// 49 divided by 49 is 1, and 49 times the reciprocal of 49 is less.
#[test]
fn values_are_divided_by_the_scale() {
    let tree = ExplicitTree::parse("max 0 (49 (49 (49 49) 49) 0 (0 0))").expect("it is a tree");
    let selection = Selection::uct(0.0, 1.0).expect("the constants may be");
    let settings = Settings::default().with_selection(selection).with_ties(Ties::Kept);
    let paths = |scale: u32| {
        let settings = settings.with_scale(NonZeroU32::new(scale).expect("it is not 0"));
        let (limit, mut recorder) = (Limit { evaluations: Some(6), ..Limit::default() }, Recorder::default());
        UnboundedMinimax::new(settings).search_observed(&mut tree.position(), &mut NodeValue, &limit, &mut recorder);
        recorder.steps.into_iter().map(|step| step.path).collect::<Vec<_>>()
    };
    // The second walk goes on where the first one was, with a score as good as that of the child never visited.
    assert_eq!(paths(49), [vec![], vec![0], vec![0, 0]]);
    assert_eq!(paths(50), [vec![], vec![0], vec![1]]);
}

#[test]
fn plain_it_is_best_first_minimax() {
    for back_up in BACK_UPS {
        let settings = Settings::plain().with_back_up(back_up);
        check_searcher(
            || WithoutVisits(UnboundedMinimax::new(settings)),
            || WithoutProofs(NaiveBestFirst::making_all()),
        );
    }
}

/// No two nodes of an explicit tree are the same position.
#[test]
fn sharing_changes_nothing_where_nothing_transposes() {
    for settings in [Settings::default(), Settings::default().with_back_up(BackUp::UntilStable)] {
        check_searcher(|| UnboundedMinimax::sharing(settings), || NaiveUnbounded::new(definition(settings)));
    }
}

#[test]
fn plain_it_finds_the_best_child_at_depth_one() {
    check_depth_one(|| UnboundedMinimax::new(Settings::plain()));
}

#[test]
fn it_keeps_within_its_memory() {
    for memory in [Memory::Stop, Memory::Prune] {
        let settings = Settings::default();
        for settings in [settings, several(settings, 3), settings.with_descent(true)] {
            check_memory(|| UnboundedMinimax::new(settings).with_memory(memory));
            check_memory(|| UnboundedMinimax::sharing(settings).with_memory(memory));
        }
    }
}

#[test]
fn a_long_game_of_forced_moves_ends_soon() {
    let softmax = Selection::softmax(0.2, 7).expect("the temperature may be");
    let uct = Selection::uct(1.5, 0.5).expect("the constants may be");
    let puct = Selection::puct(1.3, 0.7).expect("the constants may be");
    for selection in [Selection::Value, uct, puct, softmax] {
        for back_up in [BackUp::ToRoot, BackUp::UntilStable] {
            let settings = Settings::default().with_selection(selection).with_back_up(back_up);
            check_endurance(|| UnboundedMinimax::new(settings));
        }
    }
    let stable = Settings::default().with_back_up(BackUp::UntilStable);
    check_endurance(|| UnboundedMinimax::sharing(stable));
    check_endurance(|| UnboundedMinimax::new(stable.with_descent(true)));
    check_endurance(|| UnboundedMinimax::new(stable.with_completion(false)));
    check_endurance(|| UnboundedMinimax::new(Settings::plain()));
}

#[test]
fn it_does_not_answer_from_another_position() {
    check_misuse(UnboundedMinimax::default);
    check_misuse(|| UnboundedMinimax::sharing(Settings::default()));
}

#[test]
fn values_may_depend_on_the_parent() {
    let exploration = Selection::uct(1.5, 0.5).expect("the constants may be");
    for settings in [
        Settings::default(),
        Settings::default().with_completion(false).with_back_up(BackUp::UntilStable),
        Settings::default().with_descent(true),
        Settings::default().with_selection(exploration),
        Settings::default().with_selection(Selection::puct(1.3, 0.7).expect("the constants may be")),
    ] {
        check_parents(|| UnboundedMinimax::new(settings));
        if settings.completion() {
            check_parents_minimax(|| UnboundedMinimax::sharing(settings), &[None]);
        }
    }
}

#[test]
fn sharing_keeps_the_contract() {
    check_contract(|| UnboundedMinimax::sharing(Settings::default()));
}

#[test]
fn a_quiescence_search_is_asked_within_the_bounds_that_siblings_set() {
    let uct = Selection::uct(1.5, 0.5).expect("the constants may be");
    for settings in [
        Settings::default(),
        Settings::plain(),
        Settings::default().with_back_up(BackUp::UntilStable),
        several(Settings::default(), 2),
        Settings::default().with_descent(true),
        Settings::default().with_selection(uct),
        Settings::default().with_selection(Selection::puct(1.3, 0.7).expect("the constants may be")),
    ] {
        let naive = |answers: Option<_>| {
            let naive = NaiveUnbounded::new(definition(settings));
            if let Some(answers) = answers { naive.asking(answers) } else { naive }
        };
        check_quiescent(|| UnboundedMinimax::new(settings), naive, WithBounds::SameSearch);
    }
}
