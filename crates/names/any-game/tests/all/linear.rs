//! Best-first searchers whose bytes are spent, and that go on in linear space.

use bestply::random_game::{EdgeSum, RandomGame, Rules};
use bestply::{BestFirst, BestFirstExtension, Limit, Memory, Report, Searcher};
use bestply_any_game::{AnyMove, AnySearcher};

use crate::any;

/// The seeds of the games that are searched.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=30;
const DEPTH: usize = 30;

fn search(mut searcher: AnySearcher, seed: u64, bytes: Option<usize>) -> Report<AnyMove> {
    let (mut game, mut evaluator) = any(RandomGame::new(Rules::new(5, 100).unwrap(), seed), EdgeSum);
    let start = game.clone();
    let report = searcher.search(&mut game, &mut evaluator, &Limit { bytes, ..Limit::new().depth(DEPTH) });
    assert!(game == start, "the position is as it was");
    report
}

/// Searches with and without a budget of bytes, and returns a line that compares the two.
fn compare(name: &str, kibibytes: usize, make: impl Fn(Memory) -> AnySearcher) -> String {
    let bytes = 1024 * kibibytes;
    let (mut same_moves, mut same_values, mut spent) = (0, 0, 0);
    let (mut generations, mut without) = (0, 0);
    for seed in SEEDS {
        let unlimited = search(make(Memory::Stop), seed, None);
        let limited = search(make(Memory::Linear), seed, Some(bytes));
        assert!(limited.bytes <= bytes, "{} of {bytes} bytes, seed {seed}", limited.bytes);
        assert!(limited.best_move.is_some_and(|mv| mv.number() < 5), "seed {seed}");
        same_moves += usize::from(limited.best_move == unlimited.best_move);
        same_values += usize::from(limited.value == unlimited.value);
        spent += usize::from(unlimited.bytes > bytes);
        generations += limited.counts.generations;
        without += unlimited.counts.generations;
    }
    let ratio = generations as f64 / without as f64;
    let games = SEEDS.count();
    format!("| {name} | {kibibytes} | {spent} | {same_moves} of {games} | {same_values} of {games} | {ratio:.2} |\n")
}

#[test]
fn it_keeps_to_its_budget_and_finds_the_same_move() {
    let mut table = String::from(
        "| searcher | KiB | over it without | same move | same value | generations, times |\n|---|--:|--:|--:|--:|--:|\n",
    );
    for kibibytes in [1, 2, 4, 16, 64, 256, 1024] {
        table += &compare("best-first", kibibytes, |memory| BestFirst { memory, ..BestFirst::default() }.into());
    }
    for kibibytes in [1, 4, 64, 1024] {
        table += &compare("best-first-extension", kibibytes, |memory| {
            BestFirstExtension { memory, ..BestFirstExtension::new(4) }.into()
        });
    }
    insta::assert_snapshot!(table);
}
