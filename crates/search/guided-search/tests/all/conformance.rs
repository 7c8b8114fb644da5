//! The promises of every searcher, and UCT best-first's own.
//!
//! It is what the account describes, and without exploration it is plain best-first.

use std::num::NonZeroU32;

use bestply_core::{Limit, Searcher, Shrinkage};
use bestply_explicit_game::NodeValue;
use bestply_guided_search::{Choice, GuidedSearch, Selection, Settings, Tempo, Unit};
use bestply_testkit::conformance::{
    WithBounds, check_contract, check_depth_one, check_endurance, check_memory, check_misuse, check_parents,
    check_parents_minimax, check_quiescent,
};
use bestply_testkit::naive::{Definition, NaiveBestFirst};
use bestply_testkit::{RandomTrees, Recorder, check_searcher, conformance::check_definition};
use bestply_tree::Memory;

use crate::definition::{naive, several, together};

fn uct(scale: u32, exploration: f64, urgency: f64, choice: Choice) -> Settings {
    let scale = NonZeroU32::new(scale).expect("it is not 0");
    let selection = Selection::uct(exploration, urgency).expect("the constants may be");
    Settings::default().with_scale(scale).with_selection(selection).with_choice(choice)
}

/// Settings that select by priors.
fn puct(exploration: f64, tolerance: f64, choice: Choice) -> Settings {
    let selection = Selection::puct(exploration, tolerance).expect("the constants may be");
    uct(50, 0.0, 0.0, choice).with_selection(selection)
}

fn check(settings: Settings) {
    check_searcher(|| GuidedSearch::new(settings), || naive(settings));
}

fn check_uct(scale: u32, exploration: f64, urgency: f64, choice: Choice) {
    check(uct(scale, exploration, urgency, choice));
}

#[test]
fn without_exploration_it_is_plain_best_first() {
    check_searcher(|| GuidedSearch::new(Settings::plain()), NaiveBestFirst::making_all);
}

#[test]
fn it_is_what_the_account_describes() {
    check_uct(50, 1.5, 0.5, Choice::ValueAndVisits);
}

#[test]
fn it_is_so_with_the_move_by_value_and_much_exploration() {
    check_uct(10, 8.0, 0.0, Choice::Value);
}

#[test]
fn it_is_so_with_urgency_alone() {
    check_uct(100, 0.0, 0.1, Choice::Value);
}

#[test]
fn it_is_so_without_exploration_but_the_move_by_visits() {
    check_uct(100, 0.0, 0.0, Choice::ValueAndVisits);
}

#[test]
fn it_is_so_where_new_children_must_wait() {
    check_uct(20, 0.3, -1.0, Choice::ValueAndVisits);
}

#[test]
fn it_is_so_with_priors() {
    for (exploration, tolerance) in [(1.3, 0.7), (0.0, 1.0), (0.2, 1e-6), (8.0, 5.0)] {
        for choice in [Choice::Safe, Choice::Value, Choice::ValueAndVisits] {
            check(puct(exploration, tolerance, choice));
        }
    }
}

#[test]
fn it_is_so_with_the_safe_choice() {
    check_uct(50, 1.5, 0.5, Choice::Safe);
}

#[test]
fn a_walk_expands_several_leaves_as_the_definition_says() {
    let by_uct = uct(50, 1.5, 0.5, Choice::Safe);
    let drawn = by_uct.with_selection(Selection::softmax(0.2, 7).expect("the temperature may be"));
    for expansions in [2, 3, u32::MAX] {
        for settings in [puct(1.3, 0.7, Choice::Safe), by_uct, drawn] {
            check(several(settings, expansions));
        }
    }
}

#[test]
fn in_units_of_the_noise_it_is_as_the_definition_says() {
    for by in [uct(50, 1.5, 0.5, Choice::ValueAndVisits), puct(1.3, 0.7, Choice::Safe), softmax()] {
        let settings = by.with_unit(Unit::Noise);
        check(settings);
        check(several(settings, 3));
        check(together(settings, 3));
        let drawn = settings.with_shrinkage(Shrinkage::HALF);
        check_definition(|| GuidedSearch::new(drawn), || naive(drawn));
    }
}

#[test]
fn without_the_tempo_it_is_as_the_definition_says() {
    for by in [uct(50, 1.5, 0.5, Choice::ValueAndVisits), puct(1.3, 0.7, Choice::Safe), softmax()] {
        let settings = by.with_tempo(Tempo::Measured);
        let drawn = settings.with_shrinkage(Shrinkage::HALF);
        let by_parents = settings.with_shrinkage(Shrinkage::new(1.0).expect("the share may be"));
        for settings in [settings, drawn.with_unit(Unit::Noise), by_parents, several(drawn, 3), together(settings, 3)] {
            check_definition(|| GuidedSearch::new(settings), || naive(settings));
        }
    }
}

#[test]
fn leaves_selected_by_priors_are_expanded_together() {
    for (exploration, leaves) in [(1.3, 2), (0.2, 3), (8.0, 8)] {
        let settings = together(puct(exploration, 0.7, Choice::Safe), leaves);
        check(settings);
        let settings = settings.with_shrinkage(Shrinkage::HALF);
        check_definition(|| GuidedSearch::new(settings), || naive(settings));
    }
}

#[test]
fn with_softmax_it_draws_as_it_should() {
    check(softmax());
}

fn softmax() -> Settings {
    let scale = NonZeroU32::new(50).expect("it is not 0");
    let selection = Selection::softmax(0.2, 7).expect("the temperature may be");
    Settings::default().with_scale(scale).with_selection(selection)
}

#[test]
fn leaves_are_expanded_together_as_the_definition_says() {
    for leaves in [1, 2, 3, 8] {
        check(together(uct(50, 1.5, 0.5, Choice::ValueAndVisits), leaves));
    }
}

/// Leaves have a share of their parents' values, and what is proved is exact all the same.
#[test]
fn leaves_are_drawn_towards_their_parents_as_the_definition_says() {
    for (share, leaves) in [(0.5, 1), (0.3, 1), (1.0, 1), (0.5, 3)] {
        let shrinkage = Shrinkage::new(share).expect("the share may be");
        for (exploration, urgency, choice) in [(1.5, 0.5, Choice::ValueAndVisits), (0.0, 0.0, Choice::Value)] {
            let settings = together(uct(50, exploration, urgency, choice).with_shrinkage(shrinkage), leaves);
            // A finished position is evaluated once more when it is proved, so that not every promise of economy holds.
            check_contract(|| GuidedSearch::new(settings));
            check_definition(|| GuidedSearch::new(settings), || naive(settings));
        }
    }
}

#[test]
fn plain_they_are_too() {
    for leaves in [2, 3, 8] {
        check(together(Settings::plain(), leaves));
    }
}

#[test]
fn leaves_drawn_by_softmax_are_too() {
    check(together(softmax(), 3));
}

#[test]
fn plain_it_finds_the_best_child_at_depth_one() {
    check_depth_one(|| GuidedSearch::new(Settings::plain()));
}

#[test]
fn it_keeps_within_its_memory_by_stopping() {
    check_memory(|| GuidedSearch { memory: Memory::Stop, ..GuidedSearch::default() });
}

#[test]
fn it_keeps_within_its_memory_by_pruning() {
    check_memory(|| GuidedSearch { memory: Memory::Prune, ..GuidedSearch::default() });
}

#[test]
fn leaves_expanded_together_keep_within_their_memory() {
    let settings = Settings::default().with_leaves(5).expect("so many may be");
    for memory in [Memory::Stop, Memory::Prune] {
        check_memory(|| GuidedSearch { memory, ..GuidedSearch::new(settings) });
    }
}

#[test]
fn a_long_game_of_forced_moves_ends_soon() {
    let softmax = Settings::default().with_selection(Selection::softmax(0.2, 7).expect("the temperature may be"));
    for settings in [Settings::default(), Settings::plain(), softmax] {
        for leaves in [1, 64] {
            check_endurance(|| GuidedSearch::new(settings.with_leaves(leaves).expect("so many may be")));
        }
    }
    check_endurance(|| GuidedSearch::with_table(softmax, 1 << 20));
    check_endurance(|| GuidedSearch::new(Settings::default().with_alpha_beta_depth(2).expect("it may be")));
}

#[test]
fn values_may_depend_on_the_parent() {
    let softmax = Selection::softmax(0.2, 7).expect("the temperature may be");
    let deeper = |depth| uct(4, 0.7, 0.2, Choice::Value).with_alpha_beta_depth(depth).expect("the depth may be");
    for settings in [Settings::plain(), deeper(0), deeper(1), deeper(2), deeper(0).with_selection(softmax)] {
        check_parents(|| GuidedSearch::new(settings));
        check_parents(|| GuidedSearch::new(settings.with_leaves(3).expect("so many may be")));
    }
    for bytes in [64, 1 << 16] {
        for depth in 0..3 {
            check_parents_minimax(|| GuidedSearch::with_table(deeper(depth), bytes), &[None]);
        }
    }
}

#[test]
fn it_does_not_answer_from_another_position() {
    check_misuse(GuidedSearch::default);
}

/// In an explicit tree a move is its index. So a kept move can be wrong only by being missing.
#[test]
fn keeping_moves_changes_nothing() {
    for leaves in [1, 3] {
        let settings = together(uct(50, 1.5, 0.5, Choice::default()), leaves);
        check_searcher(|| GuidedSearch::keeping_moves(settings), || naive(settings));
    }
}

#[test]
fn with_a_shallow_search_it_keeps_the_contract() {
    let settings = uct(50, 1.5, 0.5, Choice::default()).with_alpha_beta_depth(2).expect("the depth may be");
    check_contract(|| GuidedSearch::new(settings));
}

#[test]
fn with_a_table_it_keeps_the_contract() {
    for bytes in [0, 1 << 10] {
        check_contract(|| GuidedSearch::with_table(uct(50, 1.5, 0.5, Choice::default()), bytes));
    }
}

/// No two nodes of an explicit tree are the same position.
#[test]
fn a_table_changes_nothing_where_nothing_transposes() {
    let settings = uct(50, 1.5, 0.5, Choice::default());
    check_definition(|| GuidedSearch::with_table(settings, 1 << 12), || naive(settings));
}

/// The searches are deep enough for windows to hold for many walks, and to expire.
#[test]
fn it_is_so_in_long_searches() {
    let mut steps = 0;
    for (seed, exploration) in (0..60).zip([0.0, 0.2, 1.0, 4.0].into_iter().cycle()) {
        let tree =
            RandomTrees { depth: 11, branching: 3, values: -20..=20, same_side_percent: 10, ..RandomTrees::default() };
        let tree = tree.tree(seed);
        let by_uct = uct(20, exploration, 0.3, Choice::ValueAndVisits);
        let by_priors = by_uct.with_selection(Selection::puct(exploration, 0.5).expect("the constants may be"));
        for settings in [by_uct, by_priors] {
            let expected = naive(settings).search(&tree.position(), None);
            let mut recorder = Recorder::default();
            let mut searcher = GuidedSearch::new(settings);
            searcher.search_observed(&mut tree.position(), &mut NodeValue, &Limit::default(), &mut recorder);
            assert!(recorder.steps == expected.steps, "{tree} with {settings:?}");
            steps += expected.steps.len();
        }
    }
    assert!(steps > 40_000, "{steps} expansions were compared");
}

#[test]
fn a_quiescence_search_is_asked_within_the_bounds_that_siblings_set() {
    for (exploration, urgency, choice) in
        [(1.5, 0.5, Choice::ValueAndVisits), (0.0, 0.0, Choice::Value), (0.3, -1.0, Choice::Value)]
    {
        let settings = uct(50, exploration, urgency, choice);
        let naive = |answers: Option<_>| match answers {
            Some(answers) => naive(settings).asking(answers),
            None => naive(settings),
        };
        check_quiescent(|| GuidedSearch::new(settings), naive, WithBounds::SameSearch);
    }
}
