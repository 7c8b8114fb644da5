//! Searches that several threads share: what their definition says, and what holds whoever is first.

use std::num::NonZeroU32;

use bestply_core::{Advance, Limit, Position, Searcher};
use bestply_explicit_game::NodeValue;
use bestply_testkit::conformance::{
    check_definition, check_economy, check_endurance, check_memory, check_misuse, check_resumption,
    check_shared_contract,
};
use bestply_testkit::naive::{NaiveRounds, NaiveSelection, NaiveShared};
use bestply_testkit::{Dice, RandomTrees};
use bestply_tree::Memory;
use bestply_uct_best_first::{Choice, Selection, Settings, SharedUctBestFirst, Sharing};

fn settings(scale: u32, exploration: f64, urgency: f64, choice: Choice) -> Settings {
    let scale = NonZeroU32::new(scale).expect("it is not 0");
    let selection = Selection::uct(exploration, urgency).expect("the constants may be");
    Settings::default().with_scale(scale).with_selection(selection).with_choice(choice)
}

const ROUNDS: [NaiveRounds; 5] = [
    NaiveRounds { leaves: 1, share: 1000, walks: 1, island: 1 },
    NaiveRounds { leaves: 2, share: 1000, walks: 1, island: 2 },
    NaiveRounds { leaves: 3, share: 2, walks: 3, island: 1 },
    NaiveRounds { leaves: 8, share: 4, walks: 5, island: 1 },
    NaiveRounds { leaves: 2, share: 128, walks: 64, island: 16 },
];

fn sharing(threads: usize, NaiveRounds { leaves, share, walks, island }: NaiveRounds) -> Sharing {
    let [share, walks, island] = [share, walks, island].map(|number| NonZeroU32::new(number).expect("it is not 0"));
    Sharing::deterministic(threads, leaves).expect("so many may be").with_stays(share, walks, island)
}

fn shared(threads: usize, rounds: NaiveRounds) -> SharedUctBestFirst {
    let settings = settings(50, 1.5, 0.5, Choice::ValueAndVisits);
    SharedUctBestFirst::new(settings, sharing(threads, rounds)).expect("the settings may be")
}

fn naive(rounds: NaiveRounds) -> NaiveShared {
    NaiveShared::new(50, NaiveSelection::Uct { exploration: 1.5, urgency: 0.5 }, true, rounds)
}

#[test]
fn rounds_search_the_islands_that_their_definition_says() {
    for rounds in ROUNDS {
        check_definition(|| shared(2, rounds), || naive(rounds));
    }
}

#[test]
fn rounds_of_plain_best_first_do_too() {
    let rounds = ROUNDS[2];
    let plain = || SharedUctBestFirst::new(Settings::plain(), sharing(2, rounds)).expect("the settings may be");
    let selection = NaiveSelection::Uct { exploration: 0.0, urgency: 0.0 };
    check_definition(plain, || NaiveShared::new(1 << 15, selection, false, rounds));
}

/// Here the threads are there: nobody watches.
#[test]
fn any_number_of_threads_finds_what_the_definition_finds() {
    let mut searches = 0;
    for (seed, tree) in RandomTrees::forest(120).enumerate() {
        let mut dice = Dice::new(seed as u64);
        let rounds = ROUNDS[seed % ROUNDS.len()];
        let threads = 1 + dice.below(4) as usize;
        let (mut searcher, mut definition) = (shared(threads, rounds), naive(rounds));
        let mut position = tree.position();
        while !position.is_terminal() {
            let evaluations = dice.happens(70).then(|| dice.below(300));
            let depth = dice.happens(30).then(|| dice.below(6) as usize);
            let limit = Limit { evaluations, depth, ..Limit::new() };
            let mut report = searcher.search(&mut position, &mut NodeValue, &limit);
            let expected = definition.search_within(&position, depth, evaluations).report;
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
        check_resumption(|| shared(threads, rounds), || naive(rounds));
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
fn a_long_game_of_forced_moves_ends_soon() {
    check_endurance(|| shared(2, ROUNDS[4]));
    check_endurance(|| free(2));
}

fn free(threads: usize) -> SharedUctBestFirst {
    let settings = settings(50, 1.5, 0.5, Choice::ValueAndVisits);
    SharedUctBestFirst::new(settings, Sharing::free(threads).expect("so many may be")).expect("the settings may be")
}
