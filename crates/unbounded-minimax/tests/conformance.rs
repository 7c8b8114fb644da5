//! The promises of every searcher, and that it does what its definition says, in every variant.

use std::num::NonZeroU32;

use bestply_core::{Advance, Evaluator, Limit, Observer, Position, Report, Reset, Search};
use bestply_testkit::conformance::{check_contract, check_depth_one, check_endurance, check_memory, check_misuse};
use bestply_testkit::naive::{NaiveBestFirst, NaiveChoice, NaiveSelection, NaiveUnbounded, NaiveUnboundedSettings};
use bestply_testkit::check_searcher;
use bestply_tree::Memory;
use bestply_unbounded_minimax::{BackUp, Choice, Selection, Settings, Ties, UnboundedMinimax};

const SCALE: u32 = 50;

fn definition(settings: Settings) -> NaiveUnboundedSettings {
    NaiveUnboundedSettings {
        scale: f64::from(settings.scale().get()),
        selection: match settings.selection() {
            Selection::Value => None,
            Selection::Uct(uct) => {
                Some(NaiveSelection::Uct { exploration: uct.exploration(), urgency: uct.urgency() })
            }
            Selection::Softmax(softmax) => {
                Some(NaiveSelection::Softmax { temperature: softmax.temperature(), seed: softmax.seed() })
            }
        },
        by_fewest_visits: settings.ties() == Ties::FewestVisits,
        completion: settings.completion(),
        choice: match settings.choice() {
            Choice::Safe => NaiveChoice::Safe,
            Choice::ValueAndVisits => NaiveChoice::ValueAndVisits,
            Choice::Value => NaiveChoice::Value,
        },
        to_root: settings.back_up() == BackUp::ToRoot,
        descent: settings.descent(),
        shares: false,
    }
}

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
    fn run<O: Observer>(&mut self, position: &mut P, evaluator: &mut E, limit: &Limit, observer: &mut O) -> Report<P::Move> {
        let mut report = self.0.run(position, evaluator, limit, observer);
        report.root_moves.iter_mut().for_each(|root_move| root_move.visits = None);
        report
    }
}

/// Every combination of ties, completion, backing up and descent.
fn check_all(selection: Selection, choice: Choice) {
    for ties in [Ties::FewestVisits, Ties::Kept] {
        for back_up in [BackUp::ToRoot, BackUp::UntilStable] {
            for (completion, descent) in [(true, false), (false, false), (true, true), (false, true)] {
                let settings = Settings::default().with_selection(selection).with_choice(choice);
                check(
                    settings.with_ties(ties).with_back_up(back_up).with_completion(completion).with_descent(descent),
                );
            }
        }
    }
}

#[test]
fn it_is_what_its_definition_says() {
    check_all(Selection::Value, Choice::Safe);
}

#[test]
fn it_is_so_with_the_move_by_value() {
    check_all(Selection::Value, Choice::Value);
}

#[test]
fn it_is_so_with_exploration() {
    check_all(Selection::uct(1.5, 0.5).expect("the constants may be"), Choice::ValueAndVisits);
}

#[test]
fn it_is_so_with_softmax() {
    check_all(Selection::softmax(0.2, 7).expect("the temperature may be"), Choice::Safe);
}

#[test]
fn plain_it_is_best_first_minimax() {
    for back_up in [BackUp::ToRoot, BackUp::UntilStable] {
        let settings = Settings::plain().with_back_up(back_up);
        check_searcher(|| WithoutVisits(UnboundedMinimax::new(settings)), NaiveBestFirst::making_all);
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
        for settings in [Settings::default(), Settings::default().with_descent(true)] {
            check_memory(|| UnboundedMinimax::new(settings).with_memory(memory));
            check_memory(|| UnboundedMinimax::sharing(settings).with_memory(memory));
        }
    }
}

#[test]
fn a_long_game_of_forced_moves_ends_soon() {
    check_endurance(UnboundedMinimax::default);
    check_endurance(|| UnboundedMinimax::sharing(Settings::default()));
    check_endurance(|| UnboundedMinimax::new(Settings::default().with_descent(true)));
    check_endurance(|| UnboundedMinimax::new(Settings::default().with_back_up(BackUp::UntilStable)));
}

#[test]
fn it_does_not_answer_from_another_position() {
    check_misuse(UnboundedMinimax::default);
    check_misuse(|| UnboundedMinimax::sharing(Settings::default()));
}

#[test]
fn sharing_keeps_the_contract() {
    check_contract(|| UnboundedMinimax::sharing(Settings::default()));
}
