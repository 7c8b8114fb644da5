//! The promises of every searcher, and that it does what its definition says, in every variant.

use std::num::NonZeroU32;

use crate::definition::{naive, several, together};
use bestply_core::{Limit, Searcher, Shrinkage};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_guided_search::{BackUp, Choice, GuidedGraphSearch, GuidedSearch, Selection, Settings, Ties};
use bestply_testkit::conformance::{
    WithBounds, check_contract, check_definition, check_depth_one, check_endurance, check_memory, check_misuse,
    check_parents, check_parents_minimax, check_quiescent,
};
use bestply_testkit::naive::NaiveBestFirst;
use bestply_testkit::{Recorder, check_searcher};
use bestply_tree::Memory;

const SCALE: u32 = 50;

fn check(settings: Settings) {
    let settings = settings.with_scale(NonZeroU32::new(SCALE).expect("it is not 0"));
    check_searcher(|| GuidedSearch::new(settings), || naive(settings));
}

fn check_with_and_without_completion(settings: Settings) {
    check(settings);
    check(settings.with_completion(false).expect("one leaf at a time"));
}

/// Plain best-first minimax, in the words of Korf & Chickering.
fn plain() -> Settings {
    Settings::unbounded_minimax()
        .with_ties(Ties::Kept)
        .with_completion(false)
        .expect("one leaf at a time")
        .with_choice(Choice::Value)
}

const TIES: [Ties; 2] = [Ties::FewestVisits, Ties::Kept];
const BACK_UPS: [BackUp; 2] = [BackUp::ToRoot, BackUp::UntilStable];

#[test]
fn it_is_what_its_definition_says() {
    for (ties, back_up) in TIES.into_iter().flat_map(|ties| BACK_UPS.map(|back_up| (ties, back_up))) {
        for (completion, expansions) in [(true, 1), (false, 1), (true, 2), (false, 3), (true, u32::MAX)] {
            let settings = Settings::unbounded_minimax()
                .with_ties(ties)
                .with_back_up(back_up)
                .expect("one leaf at a time")
                .with_completion(completion)
                .expect("one leaf at a time");
            check(several(settings, expansions));
        }
    }
}

/// Also where the child visited least goes first of equals, and where the best value alone decides.
#[test]
fn leaves_are_expanded_together_as_the_definition_says() {
    let uct = Selection::uct(1.5, 0.5).expect("the constants may be");
    for (ties, leaves) in TIES.into_iter().flat_map(|ties| [(ties, 2), (ties, 5)]) {
        for selection in [Selection::Value, uct, Selection::puct(1.3, 0.7).expect("the constants may be")] {
            check(together(Settings::unbounded_minimax().with_selection(selection).with_ties(ties), leaves));
        }
    }
}

#[test]
fn it_is_so_with_the_move_by_value() {
    let settings = Settings::unbounded_minimax().with_choice(Choice::Value);
    check(settings);
    check(
        settings
            .with_completion(false)
            .expect("one leaf at a time")
            .with_expansions(NonZeroU32::MAX)
            .expect("one leaf at a time")
            .with_back_up(BackUp::UntilStable)
            .expect("one leaf at a time"),
    );
}

#[test]
fn it_is_so_with_exploration() {
    let exploration = Selection::uct(1.5, 0.5).expect("the constants may be");
    let settings = Settings::unbounded_minimax().with_selection(exploration).with_choice(Choice::ValueAndVisits);
    for (ties, back_up) in TIES.into_iter().zip(BACK_UPS) {
        check_with_and_without_completion(settings.with_ties(ties).with_back_up(back_up).expect("one leaf at a time"));
    }
    check(settings.with_expansions(NonZeroU32::MAX).expect("one leaf at a time"));
}

#[test]
fn it_is_so_with_priors() {
    for (exploration, tolerance) in [(1.3, 0.7), (0.0, 1.0), (0.2, 1e-6)] {
        let puct = Selection::puct(exploration, tolerance).expect("the constants may be");
        let settings = Settings::unbounded_minimax().with_selection(puct).with_choice(Choice::ValueAndVisits);
        for (ties, back_up) in TIES.into_iter().zip(BACK_UPS) {
            check_with_and_without_completion(
                settings.with_ties(ties).with_back_up(back_up).expect("one leaf at a time"),
            );
        }
        check(several(settings, 3));
        check(settings.with_expansions(NonZeroU32::MAX).expect("one leaf at a time"));
    }
}

/// Means of values, whichever child is next.
#[test]
fn it_is_so_with_means() {
    let uct = Selection::uct(1.5, 0.5).expect("the constants may be");
    let puct = Selection::puct(1.3, 0.7).expect("the constants may be");
    let softmax = Selection::softmax(0.2, 7).expect("the temperature may be");
    for selection in [Selection::Value, uct, puct, softmax] {
        let settings = Settings::unbounded_minimax()
            .with_selection(selection)
            .with_back_up(BackUp::Mean)
            .expect("one leaf at a time");
        check(settings);
        check(settings.with_completion(false).expect("one leaf at a time").with_choice(Choice::ValueAndVisits));
        check(several(settings, 3).with_ties(Ties::Kept));
        check(settings.with_expansions(NonZeroU32::MAX).expect("one leaf at a time"));
    }
}

#[test]
fn it_is_so_with_softmax() {
    let softmax = Selection::softmax(0.2, 7).expect("the temperature may be");
    let settings = Settings::unbounded_minimax().with_selection(softmax);
    check(settings);
    check(
        settings
            .with_back_up(BackUp::UntilStable)
            .expect("one leaf at a time")
            .with_completion(false)
            .expect("one leaf at a time"),
    );
    check(settings.with_expansions(NonZeroU32::MAX).expect("one leaf at a time"));
}

/// Leaves have a share of their parents' values, and a finished position that a walk came to its static value.
#[test]
fn leaves_are_drawn_towards_their_parents_as_the_definition_says() {
    let uct = Selection::uct(1.5, 0.5).expect("the constants may be");
    let puct = Selection::puct(1.3, 0.7).expect("the constants may be");
    for (share, back_up) in [(0.5, BackUp::ToRoot), (0.3, BackUp::UntilStable), (1.0, BackUp::ToRoot)] {
        let shrinkage = Shrinkage::new(share).expect("the share may be");
        let drawn =
            Settings::unbounded_minimax().with_shrinkage(shrinkage).with_back_up(back_up).expect("one leaf at a time");
        let drawn = drawn.with_scale(NonZeroU32::new(SCALE).expect("it is not 0"));
        let [guided, promised] = [uct, puct].map(|selection| drawn.with_selection(selection));
        let to_the_end = drawn.with_expansions(NonZeroU32::MAX).expect("one leaf at a time").with_ties(Ties::Kept);
        for settings in [
            drawn,
            guided.with_completion(false).expect("one leaf at a time"),
            promised,
            several(promised, 2),
            to_the_end,
        ] {
            // A finished position is evaluated once more, so that not every promise of economy holds.
            check_contract(|| GuidedSearch::new(settings));
            check_definition(|| GuidedSearch::new(settings), || naive(settings));
        }
    }
}

/// 49 divided by 49 is 1, and 49 times the reciprocal of 49 is less.
#[test]
fn values_are_divided_by_the_scale() {
    let tree = ExplicitTree::parse("max 0 (49 (49 (49 49) 49) 0 (0 0))").expect("it is a tree");
    let selection = Selection::uct(0.0, 1.0).expect("the constants may be");
    let settings = Settings::unbounded_minimax().with_selection(selection).with_ties(Ties::Kept);
    let paths = |scale: u32| {
        let settings = settings.with_scale(NonZeroU32::new(scale).expect("it is not 0"));
        let (limit, mut recorder) = (Limit { evaluations: Some(6), ..Limit::default() }, Recorder::default());
        GuidedSearch::new(settings).search_observed(&mut tree.position(), &mut NodeValue, &limit, &mut recorder);
        recorder.steps.into_iter().map(|step| step.path).collect::<Vec<_>>()
    };
    // The second walk goes on where the first one was, with a score as good as that of the child never visited.
    assert_eq!(paths(49), [vec![], vec![0], vec![0, 0]]);
    assert_eq!(paths(50), [vec![], vec![0], vec![1]]);
}

#[test]
fn plain_it_is_best_first_minimax() {
    for back_up in BACK_UPS {
        let settings = plain().with_back_up(back_up).expect("one leaf at a time");
        check_searcher(|| GuidedSearch::new(settings), NaiveBestFirst::making_all);
    }
}

/// No two nodes of an explicit tree are the same position.
#[test]
fn sharing_changes_nothing_where_nothing_transposes() {
    let settings = Settings::unbounded_minimax();
    for settings in
        [settings, settings.with_back_up(BackUp::UntilStable).expect("one leaf at a time"), together(settings, 3)]
    {
        check_searcher(|| GuidedGraphSearch::new(settings), || naive(settings));
    }
}

#[test]
fn plain_it_finds_the_best_child_at_depth_one() {
    check_depth_one(|| GuidedSearch::new(plain()));
}

#[test]
fn it_keeps_within_its_memory() {
    for memory in [Memory::Stop, Memory::Prune] {
        let settings = Settings::unbounded_minimax();
        let one_by_one =
            [settings, several(settings, 3), settings.with_expansions(NonZeroU32::MAX).expect("one leaf at a time")];
        for settings in one_by_one.into_iter().chain([together(settings, 5)]) {
            check_memory(|| GuidedSearch { memory, ..GuidedSearch::new(settings) });
            check_memory(|| GuidedGraphSearch::new(settings).with_memory(memory));
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
            let settings = Settings::unbounded_minimax()
                .with_selection(selection)
                .with_back_up(back_up)
                .expect("one leaf at a time");
            check_endurance(|| GuidedSearch::new(settings));
        }
    }
    let stable = Settings::unbounded_minimax().with_back_up(BackUp::UntilStable).expect("one leaf at a time");
    check_endurance(|| GuidedGraphSearch::new(stable));
    check_endurance(|| GuidedGraphSearch::new(together(Settings::unbounded_minimax(), 64)));
    check_endurance(|| GuidedSearch::new(stable.with_expansions(NonZeroU32::MAX).expect("one leaf at a time")));
    check_endurance(|| GuidedSearch::new(stable.with_completion(false).expect("one leaf at a time")));
    check_endurance(|| GuidedSearch::new(plain()));
}

#[test]
fn it_does_not_answer_from_another_position() {
    check_misuse(|| GuidedSearch::new(Settings::unbounded_minimax()));
    check_misuse(|| GuidedGraphSearch::new(Settings::unbounded_minimax()));
}

#[test]
fn values_may_depend_on_the_parent() {
    let exploration = Selection::uct(1.5, 0.5).expect("the constants may be");
    for settings in [
        Settings::unbounded_minimax(),
        Settings::unbounded_minimax()
            .with_completion(false)
            .expect("one leaf at a time")
            .with_back_up(BackUp::UntilStable)
            .expect("one leaf at a time"),
        Settings::unbounded_minimax().with_expansions(NonZeroU32::MAX).expect("one leaf at a time"),
        Settings::unbounded_minimax().with_selection(exploration),
        Settings::unbounded_minimax().with_selection(Selection::puct(1.3, 0.7).expect("the constants may be")),
    ] {
        check_parents(|| GuidedSearch::new(settings));
        if settings.completion() {
            check_parents_minimax(|| GuidedGraphSearch::new(settings), &[None]);
            let is_simple = settings.back_up() == BackUp::ToRoot && settings.expansions() == NonZeroU32::MIN;
            let settings = together(settings, if is_simple { 3 } else { 1 });
            check_parents_minimax(|| GuidedGraphSearch::new(settings), &[None]);
        }
    }
}

#[test]
fn sharing_keeps_the_contract() {
    for leaves in [1, 3] {
        check_contract(|| GuidedGraphSearch::new(together(Settings::unbounded_minimax(), leaves)));
    }
}

#[test]
fn a_quiescence_search_is_asked_within_the_bounds_that_siblings_set() {
    let uct = Selection::uct(1.5, 0.5).expect("the constants may be");
    for settings in [
        Settings::unbounded_minimax(),
        Settings::unbounded_minimax().with_back_up(BackUp::UntilStable).expect("one leaf at a time"),
        several(Settings::unbounded_minimax(), 2),
        Settings::unbounded_minimax().with_expansions(NonZeroU32::MAX).expect("one leaf at a time"),
        Settings::unbounded_minimax().with_selection(uct),
        Settings::unbounded_minimax().with_selection(Selection::puct(1.3, 0.7).expect("the constants may be")),
    ] {
        let naive = |answers: Option<_>| {
            let naive = naive(settings);
            if let Some(answers) = answers { naive.asking(answers) } else { naive }
        };
        check_quiescent(|| GuidedSearch::new(settings), naive, WithBounds::SameSearch);
    }
}
