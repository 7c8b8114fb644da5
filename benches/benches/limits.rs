//! The effect of limits.
//!
//! It measures by how much searches overrun their time, the memory of a node,
//! and the time of the widest node and the longest game.
//!
//! `cargo bench -p bestply-benches --bench limits` prints the tables of `docs/performance.md`.
//! Nothing is sampled: each figure is the worst of a few searches, or one search.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::time::{Duration, Instant};

use bestply::prelude::*;
use bestply::principal_variation_search::{Settings, Window};
use bestply::random_game::{EdgeSum, RandomGame, Rules};
use bestply::{Surcharge, mix};
use bestply_testkit::{Corridor, CorridorValue};

/// Any searcher of a game with this evaluator.
type AnySearcher<P, E> = Box<dyn Searcher<P, E> + Send>;

/// The searchers, each with a name.
fn searchers<P: Keyed<Move = usize>, E: Evaluator<P>>() -> Vec<(&'static str, AnySearcher<P, E>)> {
    let leaves = NonZeroUsize::new(8).expect("it is not 0");
    let null_windows = |window| PrincipalVariationSearch::with_settings(Settings::default().with_window(window), None);
    vec![
        ("alpha-beta", Box::<AlphaBeta>::default()),
        ("best-first", Box::<BestFirst>::default()),
        ("best-first, 8 leaves", Box::new(BestFirst { leaves, ..BestFirst::default() })),
        ("extension", Box::new(BestFirstExtension::new(3))),
        ("recursive best-first", Box::<RecursiveBestFirst>::default()),
        ("principal-variation search", Box::<PrincipalVariationSearch>::default()),
        ("MTD(f)", Box::new(null_windows(Window::Null))),
        ("SSS*", Box::new(null_windows(Window::SssStar))),
        ("DUAL*", Box::new(null_windows(Window::DualStar))),
        ("UCT best-first", Box::<GuidedSearch>::default()),
        ("Monte-Carlo tree search", Box::<MonteCarloTreeSearch>::default()),
        ("minimax", Box::<Minimax>::default()),
        ("plain alpha-beta", Box::<PlainAlphaBeta>::default()),
    ]
}

fn main() {
    // The arguments are cargo's own options and a filter that selects tables.
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let tables: [(&str, fn()); 5] = [
        ("overruns", overruns),
        ("surcharges", surcharges),
        ("memory", memory),
        ("widest", widest_node),
        ("longest", longest_game),
    ];
    for (name, print) in tables.into_iter().filter(|(name, _)| name.contains(&filter)) {
        println!("\n## {name}\n");
        print();
    }
}

/// The sum of a random game's edges, at a cost in time.
struct Dear {
    cost: Duration,
}

impl Evaluator<RandomGame> for Dear {
    fn evaluate(&mut self, position: &RandomGame) -> Value {
        let started = Instant::now();
        let value = EdgeSum.evaluate(position);
        while started.elapsed() < self.cost {
            std::hint::spin_loop();
        }
        value
    }

    fn evaluate_child(&mut self, parent: &mut RandomGame, mv: usize) -> Value {
        if self.cost.is_zero() {
            return EdgeSum.evaluate_child(parent, mv);
        }
        let undo = parent.make(mv);
        let value = self.evaluate(parent);
        parent.unmake(mv, undo);
        value
    }
}

/// By how much searches overrun a limit on time, in a game of five moves on average, from move to move of one game.
fn overruns() {
    const COSTS: [(&str, Duration); 5] = [
        ("5 ns", Duration::ZERO),
        ("1 us", Duration::from_micros(1)),
        ("20 us", Duration::from_micros(20)),
        ("200 us", Duration::from_micros(200)),
        ("10 ms", Duration::from_millis(10)),
    ];
    const LIMITS_MS: [u64; 3] = [1, 10, 200];
    println!("The most that a search, or a search and the move before it, ran over, in milliseconds, of 10 moves:\n");
    let headers = COSTS.iter().flat_map(|(name, _)| LIMITS_MS.map(|limit| format!(" {name}, {limit} ms |")));
    println!("| searcher |{}", headers.collect::<String>());
    println!("|---|{}", "--:|".repeat(COSTS.len() * LIMITS_MS.len()));
    for index in 0..searchers::<RandomGame, Dear>().len() {
        let mut row = String::new();
        for (_, cost) in COSTS {
            for limit_ms in LIMITS_MS {
                let (name, searcher) = searchers::<RandomGame, Dear>().swap_remove(index);
                row = if row.is_empty() { format!("| {name} |") } else { row };
                row += &format!(" {:.2} |", worst_overrun(searcher, Dear { cost }, Duration::from_millis(limit_ms)));
            }
        }
        println!("{row}");
    }
}

fn worst_overrun(searcher: AnySearcher<RandomGame, Dear>, evaluator: Dear, time: Duration) -> f64 {
    const MOVES: usize = 10;
    let game = RandomGame::new(Rules::new(9, 100).expect("legal rules"), 1);
    let mut player = Player::new(game, searcher, evaluator);
    let mut worst = Duration::ZERO;
    for _ in 0..MOVES {
        let started = Instant::now();
        let report = player.search(&Limit::new().time(time));
        player.play(report.best_move.expect("the game is not over")).expect("it is legal");
        worst = worst.max(started.elapsed().saturating_sub(time));
    }
    worst.as_secs_f64() * 1000.0
}

/// How much dearer an evaluation gets by a surcharge, in random games of two branching factors.
fn surcharges() {
    const COSTS_NS: [u64; 5] = [5, 50, 500, 5000, 10_000];
    println!("| searcher | without |{}", COSTS_NS.map(|cost| format!(" {cost} ns |")).concat());
    println!("|---|{}", "--:|".repeat(1 + COSTS_NS.len()));
    for (index, branching) in (0..searchers::<RandomGame, EdgeSum>().len()).flat_map(|it| [(it, 5), (it, 50)]) {
        let time = |cost| nanoseconds_an_evaluation(index, branching, Surcharge::lasting(Duration::from_nanos(cost)));
        let (name, _) = searchers::<RandomGame, EdgeSum>().swap_remove(index);
        let without = time(0);
        let with = COSTS_NS.map(|cost| format!(" {:.1} |", time(cost) - without));
        println!("| {name}, B = {branching} | {without:.1} |{}", with.concat());
    }
}

/// The least of several searches of the start of one game.
fn nanoseconds_an_evaluation(searcher: usize, branching: usize, surcharge: Surcharge) -> f64 {
    const SEARCHES: u32 = 25;
    const EVALUATIONS: u64 = 500;
    let limit = Limit::new().evaluations(EVALUATIONS).surcharge(surcharge);
    let search = |_| {
        let mut game = RandomGame::new(Rules::new(branching, 20).expect("legal rules"), 1);
        let (_, mut searcher) = searchers().swap_remove(searcher);
        let report = searcher.search(&mut game, &mut EdgeSum, &limit);
        report.elapsed.as_nanos() as f64 / report.counts.evaluations as f64
    };
    (0..SEARCHES).map(search).fold(f64::INFINITY, f64::min)
}

/// The memory of the machine that a node takes, if there are many nodes.
fn memory() {
    const EVALUATIONS: u64 = 20_000_000;
    let Some(_) = resident_bytes() else {
        println!("this system does not say what memory a process takes");
        return;
    };
    println!("| searcher | nodes | bytes a node, as reported | resident bytes a node |");
    println!("|---|--:|--:|--:|");
    for branching in [5, 30] {
        for (name, mut searcher) in searchers::<RandomGame, EdgeSum>() {
            let keeps = ["alpha-beta", "best-first", "extension", "UCT best-first", "Monte-Carlo tree search"];
            if !keeps.contains(&name) {
                continue;
            }
            let before = resident_bytes().expect("it said before");
            let mut game = RandomGame::new(Rules::new(branching, 100).expect("legal rules"), 1);
            let report = searcher.search(&mut game, &mut EdgeSum, &Limit::new().evaluations(EVALUATIONS));
            let resident = resident_bytes().expect("it said before").saturating_sub(before);
            let each = |bytes: usize| bytes as f64 / report.nodes as f64;
            println!(
                "| {name}, B = {branching} | {} | {:.2} | {:.2} |",
                report.nodes,
                each(report.bytes),
                each(resident)
            );
            drop(searcher);
        }
    }
}

/// The resident set of this process in bytes, if the system tells it.
fn resident_bytes() -> Option<usize> {
    const PAGE_BYTES: usize = 4096;
    let status = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(status.split(' ').nth(1)?.parse::<usize>().ok()? * PAGE_BYTES)
}

/// A game whose first position has as many moves as a tree allows, and whose other positions have four, for six plies.
#[derive(Clone, Debug)]
struct Wide {
    path: Vec<u64>,
}

const WIDEST: usize = 65_534;

impl Position for Wide {
    type Move = usize;
    type Moves = Range<usize>;
    type Undo = ();

    fn to_move(&self) -> Side {
        if self.path.len() % 2 == 1 { Side::Max } else { Side::Min }
    }

    fn moves(&self) -> Range<usize> {
        match self.path.len() {
            1 => 0..WIDEST,
            7.. => 0..0,
            _ => 0..4,
        }
    }

    fn make(&mut self, mv: usize) {
        let last = self.path.last().copied().unwrap_or(0);
        self.path.push(mix(last ^ (mv as u64 + 1)));
    }

    fn unmake(&mut self, _: usize, (): ()) {
        self.path.pop();
    }
}

impl Keyed for Wide {
    fn key(&self) -> u64 {
        self.path[self.path.len() - 1]
    }
}

/// An arbitrary value, always the same for a position.
fn noise(position: &Wide) -> Value {
    (position.key() >> 48) as Value
}

fn widest_node() {
    println!("| searcher | evaluations | s |");
    println!("|---|--:|--:|");
    for (name, mut searcher) in searchers() {
        let mut position = Wide { path: vec![0] };
        let started = Instant::now();
        let report = searcher.search(&mut position, &mut evaluator_fn(noise), &Limit::new().evaluations(100_000));
        println!("| {name} | {} | {:.3} |", black_box(report).counts.evaluations, started.elapsed().as_secs_f64());
    }
}

/// The number of plies of the longest game. All are forced.
const LONGEST: u32 = 1_000_000;

fn longest_game() {
    println!("| searcher | plies | s |");
    println!("|---|--:|--:|");
    for (name, mut searcher) in searchers() {
        let started = Instant::now();
        let report = searcher.search(&mut Corridor::new(LONGEST), &mut CorridorValue::Everywhere, &Limit::new());
        println!("| {name} | {} | {:.3} |", report.line.len(), started.elapsed().as_secs_f64());
    }
}
