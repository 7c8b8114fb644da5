//! Searches that several threads share: what their definition says, and what holds whoever is first.

use std::num::NonZeroU32;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bestply_core::{Advance, Evaluator, Event, Limit, Observer, Position, Searcher, Shrinkage, Side, Stop, Value};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
use bestply_guided_search::{
    BackUp, Choice, InvalidSetting, InvalidSettings, Selection, Settings, SharedGuidedSearch, Sharing, Tempo, Unit,
};
use bestply_testkit::conformance::{
    check_definition, check_economy, check_endurance, check_memory, check_misuse, check_parents, check_parents_minimax,
    check_resumption, check_shared_contract,
};
use bestply_testkit::naive::{NaiveRounds, minimax};
use bestply_testkit::{Dice, RandomTrees, Recorder};
use bestply_tree::Memory;

use crate::definition::{ROUNDS, naive, sharing};

fn settings(scale: u32, exploration: f64, urgency: f64, choice: Choice) -> Settings {
    let scale = NonZeroU32::new(scale).expect("it is not 0");
    let selection = Selection::uct(exploration, urgency).expect("the constants may be");
    Settings::default().with_scale(scale).with_selection(selection).with_choice(choice)
}

fn usual() -> Settings {
    settings(50, 1.5, 0.5, Choice::ValueAndVisits)
}

fn shared(threads: usize, rounds: NaiveRounds) -> SharedGuidedSearch {
    SharedGuidedSearch::new(usual(), sharing(threads, rounds)).expect("the settings may be")
}

/// Checks rounds of every size by two threads.
fn check(settings: Settings) {
    for rounds in ROUNDS {
        let shared = || SharedGuidedSearch::new(settings, sharing(2, rounds)).expect("the settings may be");
        check_definition(shared, || naive(settings).in_rounds(rounds));
    }
}

#[test]
fn rounds_search_the_islands_that_their_definition_says() {
    check(usual());
}

#[test]
fn rounds_draw_leaves_towards_their_parents_too() {
    check(usual().with_shrinkage(Shrinkage::new(0.5).expect("the share may be")));
}

#[test]
fn rounds_by_priors_do_too() {
    let settings = settings(50, 0.0, 0.0, Choice::Safe)
        .with_selection(Selection::puct(1.3, 0.7).expect("the constants may be"))
        .with_shrinkage(Shrinkage::HALF);
    check(settings);
}

#[test]
fn rounds_in_units_of_the_noise_do_too() {
    check(usual().with_unit(Unit::Noise));
    let by_priors = usual().with_selection(Selection::puct(1.3, 0.7).expect("the constants may be"));
    check(by_priors.with_unit(Unit::Noise).with_shrinkage(Shrinkage::HALF));
}

#[test]
fn rounds_without_the_tempo_do_too() {
    let by_priors = usual().with_selection(Selection::puct(1.3, 0.7).expect("the constants may be"));
    for settings in [usual(), by_priors.with_unit(Unit::Noise).with_shrinkage(Shrinkage::HALF)] {
        check(settings.with_tempo(Tempo::Measured));
    }
}

#[test]
fn rounds_of_plain_best_first_do_too() {
    check(Settings::plain());
}

/// Here the threads are there: nobody watches.
#[test]
fn any_number_of_threads_finds_what_the_definition_finds() {
    let mut searches = 0;
    for (seed, tree) in RandomTrees::forest(120).enumerate() {
        let mut dice = Dice::new(seed as u64);
        let rounds = ROUNDS[seed % ROUNDS.len()];
        let threads = 1 + dice.below(4) as usize;
        let (mut searcher, mut definition) = (shared(threads, rounds), naive(usual()).in_rounds(rounds));
        let mut position = tree.position();
        while !position.is_terminal() {
            let evaluations = dice.happens(70).then(|| dice.below(300));
            let depth = dice.happens(30).then(|| dice.below(6) as usize);
            let limit = Limit { evaluations, depth, ..Limit::new() };
            let mut report = searcher.search(&mut position, &mut NodeValue, &limit);
            let expected = definition.search_any(&position, NodeValue, depth, evaluations).report;
            (report.nodes, report.bytes) = (0, 0);
            assert_eq!(report, expected, "{position:?} with {rounds:?}, {limit:?}, {threads} threads");
            let mv = if dice.happens(50) { report.best_move.expect("the game is not over") } else { 0 };
            searcher.advance(&mut position, mv);
            bestply_testkit::naive::Definition::advance(&mut definition, mv);
            position.make(mv);
            searches += 1;
        }
    }
    assert!(searches > 2000, "{searches} searches were compared");
}

#[test]
fn rounds_keep_the_contract() {
    for (threads, rounds) in [(1, ROUNDS[1]), (2, ROUNDS[2]), (3, ROUNDS[3])] {
        check_shared_contract(|| shared(threads, rounds));
        check_economy(|| shared(threads, rounds));
        check_resumption(|| shared(threads, rounds), || naive(usual()).in_rounds(rounds));
        check_misuse(|| shared(threads, rounds));
    }
}

#[test]
fn rounds_keep_within_their_memory() {
    for memory in [Memory::Stop, Memory::Prune] {
        for rounds in ROUNDS {
            check_memory(|| {
                let mut searcher = shared(2, rounds);
                searcher.memory = memory;
                searcher
            });
        }
    }
}

#[test]
fn values_may_depend_on_the_parent() {
    for rounds in ROUNDS {
        check_parents(|| shared(2, rounds));
    }
    let by_value = settings(4, 0.7, 0.2, Choice::Value);
    for sharing in [sharing(2, ROUNDS[2]), Sharing::free(2).expect("so many may be")] {
        let make = || SharedGuidedSearch::new(by_value, sharing).expect("the settings may be");
        check_parents_minimax(make, &[None]);
    }
}

#[test]
fn a_long_game_of_forced_moves_ends_soon() {
    check_endurance(|| shared(2, ROUNDS[4]));
    check_endurance(|| free(2));
}

fn free(threads: usize) -> SharedGuidedSearch {
    SharedGuidedSearch::new(usual(), Sharing::free(threads).expect("so many may be")).expect("the settings may be")
}

/// The evaluator of explicit trees, which counts for all its copies together, and may panic or raise a flag.
#[derive(Clone, Default)]
struct Counting {
    made: Arc<AtomicU64>,
    panics_at: Option<u64>,
    raises_at: Option<(u64, Arc<AtomicBool>)>,
}

impl Evaluator<ExplicitPosition> for Counting {
    fn evaluate(&mut self, position: &ExplicitPosition) -> Value {
        let made = 1 + self.made.fetch_add(1, Ordering::Relaxed);
        assert!(self.panics_at != Some(made), "the evaluator is out of order");
        if let Some((at, flag)) = &self.raises_at {
            flag.fetch_or(made >= *at, Ordering::Relaxed);
        }
        position.tree().value(position.node())
    }
}

impl Counting {
    fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }
}

fn large_tree(seed: u64) -> ExplicitTree {
    RandomTrees { depth: 11, branching: 3, same_side_percent: 10, end_percent: 5, ..RandomTrees::default() }.tree(seed)
}

/// Free searches on islands as small as can be, and on the usual ones.
fn free_searchers(threads: usize) -> [SharedGuidedSearch; 2] {
    let sharing = Sharing::free(threads).expect("so many may be");
    let [one, two] = [1, 2].map(|number| NonZeroU32::new(number).expect("it is not 0"));
    // What is best by value alone is known when everything is proved.
    let settings = settings(50, 1.5, 0.5, Choice::Value);
    [sharing, sharing.with_stays(two, two, one)]
        .map(|sharing| SharedGuidedSearch::new(settings, sharing).expect("the settings may be"))
}

#[test]
fn a_free_search_of_a_whole_game_finds_its_value() {
    for (seed, tree) in RandomTrees::forest(40).enumerate() {
        for mut searcher in free_searchers(2 + seed % 3) {
            let (mut position, mut evaluator) = (tree.position(), Counting::default());
            let mut expected = Some(minimax(&position, usize::MAX));
            while !position.is_terminal() {
                let report = searcher.search(&mut position, &mut evaluator, &Limit::new());
                assert_eq!((report.stop, report.value), (Stop::Terminal, expected), "{position:?}");
                assert!(position.is_terminal_after(&report.line.clone()), "{position:?}");
                let best = report.best_move.expect("the game is not over");
                searcher.advance(&mut position, best);
                position.make(best);
                expected = Some(minimax(&position, usize::MAX));
            }
        }
    }
}

#[test]
fn a_free_search_keeps_its_evaluations() {
    for seed in 0..12 {
        for mut searcher in free_searchers(2 + seed as usize % 3) {
            let tree = large_tree(seed);
            let (mut position, mut evaluator) = (tree.position(), Counting::default());
            let mut before = 0;
            for most in [0, 1, 7, 63, 64, 200, 1000, 5000] {
                let report = searcher.search(&mut position, &mut evaluator, &Limit::new().evaluations(most));
                assert_eq!(evaluator.made() - before, report.counts.evaluations, "all evaluations are reported");
                assert!(report.counts.evaluations <= most);
                assert!(report.stop == Stop::Terminal || report.counts.evaluations == most, "{report}");
                before = evaluator.made();
            }
            assert_eq!(position.node(), tree.position().node(), "the position is as it was");
        }
    }
}

#[test]
fn a_free_search_stops_when_it_is_to() {
    for mut searcher in free_searchers(3) {
        let tree = large_tree(3);
        let raised = Limit::new().stop(Arc::new(AtomicBool::new(true)));
        let late = Limit::new().time(Duration::ZERO);
        for (limit, stop) in [(raised, Stop::Asked), (late, Stop::Time)] {
            let report = searcher.search(&mut tree.position(), &mut NodeValue, &limit);
            assert_eq!((report.stop, report.counts.evaluations), (stop, 0));
        }
        let flag = Arc::new(AtomicBool::new(false));
        let mut evaluator = Counting { raises_at: Some((500, Arc::clone(&flag))), ..Counting::default() };
        let report = searcher.search(&mut tree.position(), &mut evaluator, &Limit::new().stop(flag));
        assert_eq!(report.stop, Stop::Asked);
        assert!(report.counts.evaluations < 1000, "each thread looks at the flag: {report}");
        let depth = searcher.search(&mut tree.position(), &mut NodeValue, &Limit::new().depth(3));
        assert!(matches!(depth.stop, Stop::Depth | Stop::Terminal) && depth.best_move.is_some(), "{depth}");
    }
}

#[test]
fn a_free_search_keeps_within_its_memory() {
    for seed in 0..6 {
        for memory in [Memory::Stop, Memory::Prune] {
            for mut searcher in free_searchers(3) {
                searcher.memory = memory;
                let tree = large_tree(seed);
                for bytes in [1 << 16, 20_000, 3000, 1024, 100_000] {
                    let limit = Limit::new().bytes(bytes).evaluations(4000);
                    let report = searcher.search(&mut tree.position(), &mut NodeValue, &limit);
                    assert!(report.bytes <= bytes && report.best_move.is_some(), "{bytes}: {report:?}");
                }
            }
        }
    }
}

#[test]
fn a_panic_of_one_thread_is_the_panic_of_the_search() {
    for panics_at in [1, 2, 40, 300, 1500] {
        for mut searcher in free_searchers(4).into_iter().chain([shared(3, ROUNDS[3])]) {
            let tree = large_tree(1);
            let mut evaluator = Counting { panics_at: Some(panics_at), ..Counting::default() };
            let search =
                AssertUnwindSafe(|| searcher.search(&mut tree.position(), &mut evaluator, &Limit::new()).best_move);
            let panic = catch_unwind(search).expect_err("the evaluator panics");
            assert_eq!(panic.downcast_ref::<&str>(), Some(&"the evaluator is out of order"));
            let limit = Limit::new().evaluations(100);
            let report = searcher.search(&mut tree.position(), &mut NodeValue, &limit);
            assert_eq!(report.counts.evaluations, 100, "the searcher can search again");
        }
    }
}

#[test]
fn there_may_be_many_threads_and_none_is_too_few() {
    let refused = |sharing: Result<Sharing, InvalidSetting>| sharing.expect_err("there are limits").to_string();
    assert_eq!(refused(Sharing::free(0)), "a number of threads of 0: it is from 1 to 1024");
    assert_eq!(refused(Sharing::deterministic(1, 0)), "a number of leaves of 0: it is from 1 to 65536");
    assert_eq!(refused(Sharing::free(2000)), "a number of threads of 2000: it is from 1 to 1024");
    for mut searcher in free_searchers(1000) {
        let report = searcher.search(&mut large_tree(5).position(), &mut NodeValue, &Limit::new().evaluations(20_000));
        assert!(report.stop == Stop::Terminal || report.counts.evaluations == 20_000, "{report}");
    }
}

#[test]
fn what_threads_cannot_share_is_refused() {
    let sharing = Sharing::free(2).expect("so many may be");
    let softmax = Settings::default().with_selection(Selection::softmax(0.1, 7).expect("the temperature may be"));
    assert_eq!(SharedGuidedSearch::new(softmax, sharing).err(), Some(InvalidSettings::SharedSoftmax));
    let together = Settings::default().with_leaves(4).expect("so many may be");
    assert_eq!(SharedGuidedSearch::new(together, sharing).err(), Some(InvalidSettings::SharedLeaves(4)));
    let settings = Settings::unbounded_minimax();
    let refused = |settings: Result<Settings, InvalidSettings>| {
        SharedGuidedSearch::new(settings.expect("one leaf at a time"), sharing).err()
    };
    let stable = BackUp::UntilStable;
    assert_eq!(refused(settings.with_back_up(stable)), Some(InvalidSettings::NotToRoot(stable)));
    assert_eq!(refused(settings.with_completion(false)), Some(InvalidSettings::Unproved));
}

#[test]
fn threads_share_a_node_of_very_many_children() {
    let mut tree = ExplicitTree::new(Side::Max, 0);
    for index in 0..65_534 {
        let child = tree.add_child(ExplicitTree::ROOT, index % 1000, None);
        tree.add_child(child, index % 777, None);
    }
    for mut searcher in free_searchers(2) {
        let report = searcher.search(&mut tree.position(), &mut NodeValue, &Limit::new().evaluations(66_000));
        assert_eq!((report.counts.evaluations, report.root_moves.len()), (66_000, 65_534));
    }
}

/// A search that somebody watches is one thread's, in rounds of as many islands as there are threads.
#[test]
fn a_search_that_is_watched_repeats() {
    let tree = large_tree(2);
    let watched = |threads| {
        let mut recorder = Recorder::default();
        let limit = Limit::new().evaluations(3000);
        let [_, mut searcher] = free_searchers(threads);
        let report = searcher.search_observed(&mut tree.position(), &mut NodeValue, &limit, &mut recorder);
        (report, recorder.steps)
    };
    assert!(watched(3) == watched(3) && watched(3) != watched(2));
}

/// Writes down the islands that a search turns to, and the root's value and visits after each stay.
#[derive(Default)]
struct Rounds {
    islands: Vec<Vec<usize>>,
    root: Vec<(Value, u32)>,
    value: Value,
}

impl Observer for Rounds {
    fn observe(&mut self, event: Event<'_>) {
        match event {
            Event::Selected { path, window: (alpha, beta), .. } if alpha > beta => self.islands.push(path.to_vec()),
            Event::BackedUp { path: [], value, .. } => self.value = value,
            Event::Visited { path: [], visits, .. } => self.root.push((self.value, visits)),
            _ => {}
        }
    }
}

/// The table of rounds on the page of the threads.
#[test]
fn rounds_go_as_their_page_says() {
    let tree = ExplicitTree::parse("max 0 (6 (1 (1)) 5 (2 (2)) 4 (3 (3)))").expect("it is a tree");
    let rounds = NaiveRounds { leaves: 2, share: 1000, walks: 1, island: 2 };
    let by_value = Settings::default().with_selection(Selection::Value);
    let mut searcher = SharedGuidedSearch::new(by_value, sharing(2, rounds)).expect("the settings may be");
    let mut told = Rounds::default();
    searcher.search_observed(&mut tree.position(), &mut NodeValue, &Limit::new(), &mut told);
    assert_eq!(told.root[..5], [(6, 1), (5, 2), (4, 3), (3, 4), (3, 5)]);
    assert_eq!(told.islands[..2], [[2], [1]], "the root is not told of");
}
