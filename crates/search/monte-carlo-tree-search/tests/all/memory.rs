//! What a simulation takes of the memory.

use std::num::NonZeroU32;
use std::ops::Range;

use bestply_core::{Limit, Position, Report, Searcher, Side, Stop, Value, evaluator_fn, mix};
use bestply_monte_carlo_tree_search::{MonteCarloTreeSearch, Settings};
use bestply_tree::Memory;

/// A game without an end. All positions have so many moves, and are known by their keys.
struct Wide {
    moves: usize,
    keys: Vec<u64>,
}

impl Wide {
    fn new(moves: usize) -> Wide {
        Wide { moves, keys: vec![1] }
    }

    fn key(&self) -> u64 {
        self.keys[self.keys.len() - 1]
    }
}

impl Position for Wide {
    type Move = usize;
    type Moves = Range<usize>;
    type Undo = ();

    fn to_move(&self) -> Side {
        if self.keys.len() % 2 == 1 { Side::Max } else { Side::Min }
    }

    fn moves(&self) -> Range<usize> {
        0..self.moves
    }

    fn make(&mut self, mv: usize) {
        self.keys.push(mix(self.key() ^ mv as u64));
    }

    fn unmake(&mut self, _: usize, (): ()) {
        self.keys.pop();
    }
}

/// Searches a game of so many moves. Values are uniform in [-1000, 1000).
fn search(memory: Memory, moves: usize, limit: &Limit) -> Report<usize> {
    let scale = NonZeroU32::new(1000).expect("it is not 0");
    let settings = Settings::default().with_scale(scale).expect("it may be");
    let mut value = evaluator_fn(|game: &Wide| (game.key() % 2000) as Value - 1000);
    let mut searcher = MonteCarloTreeSearch { memory, ..MonteCarloTreeSearch::new(settings) };
    searcher.search(&mut Wide::new(moves), &mut value, limit)
}

/// A node has 32 bytes. With slots for all children a simulation would take 200 bytes and more.
#[test]
fn a_simulation_takes_little_more_than_its_node() {
    const SIMULATIONS: u64 = 300_000;
    for moves in [5, 10, 30, 100] {
        let report = search(Memory::Stop, moves, &Limit::new().evaluations(SIMULATIONS));
        assert_eq!(report.counts.evaluations, SIMULATIONS);
        let each = |count: usize| count as f64 / SIMULATIONS as f64;
        assert!(each(report.nodes) < 2.0, "{} slots of {moves} moves", each(report.nodes));
        assert!(each(report.bytes) < 96.0, "{} bytes of {moves} moves", each(report.bytes));
    }
}

/// Where an expansion that goes on finds no room, the search ends or frees some, as it does for a first child.
#[test]
fn nearly_all_bytes_of_a_limit_are_used() {
    for bytes in [65_536, 1_000_000] {
        let limit = Limit::new().bytes(bytes).evaluations(100_000);
        let report = search(Memory::Stop, 30, &limit);
        assert_eq!(report.stop, Stop::Memory);
        assert!(report.bytes <= bytes);
        assert!(report.counts.evaluations as usize * 32 > bytes / 2, "{} in {bytes}", report.counts.evaluations);
        let report = search(Memory::Prune, 30, &limit);
        assert_eq!((report.stop, report.counts.evaluations), (Stop::Evaluations, 100_000));
        assert!(report.bytes <= bytes);
    }
}
