//! The effect of limits.
//!
//! It measures by how much searches overrun their time, the memory of a node,
//! and the time of the widest node and the longest game.
//!
//! Nothing is sampled: each figure is the worst of a few searches, or one search.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::time::{Duration, Instant};

use bestply::prelude::*;
use bestply::principal_variation_search::{RootWindow, Settings};
use bestply::random_game::{EdgeSum, RandomGame, Rules};
use bestply::{Memory, Surcharge, mix};
use bestply_benches::Table;
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
        ("best-first with 8 leaves", Box::new(BestFirst { leaves, ..BestFirst::default() })),
        ("extension", Box::new(BestFirstExtension::new(3))),
        ("recursive best-first", Box::<RecursiveBestFirst>::default()),
        ("principal-variation search", Box::<PrincipalVariationSearch>::default()),
        ("MTD(f)", Box::new(null_windows(RootWindow::Null))),
        ("SSS*", Box::new(null_windows(RootWindow::SssStar))),
        ("DUAL*", Box::new(null_windows(RootWindow::DualStar))),
        ("UCT best-first", Box::<GuidedSearch>::default()),
        ("Monte-Carlo tree search", Box::<MonteCarloTreeSearch>::default()),
        ("minimax", Box::<Minimax>::default()),
        ("plain alpha-beta", Box::<PlainAlphaBeta>::default()),
    ]
}

/// Fills a table.
type Measurement = fn(&mut Table);

fn main() {
    // The arguments are cargo's own options and a filter that selects tables.
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let tables: [(&str, Measurement); 6] = [
        ("overruns", overruns),
        ("surcharges", surcharges),
        ("nodes", nodes),
        ("linear", linear_space),
        ("widest", widest_node),
        ("longest", longest_game),
    ];
    for (name, measure) in tables.into_iter().filter(|(name, _)| name.contains(&filter)) {
        let mut table = Table::new(name);
        measure(&mut table);
        table.finish();
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

/// The most milliseconds by which a search, or a search and the move before it, overruns a limit on time.
///
/// The game has five moves on average, and ten of its moves are played.
fn overruns(table: &mut Table) {
    const COSTS: [(&str, Duration); 5] = [
        ("5 ns", Duration::ZERO),
        ("1 us", Duration::from_micros(1)),
        ("20 us", Duration::from_micros(20)),
        ("200 us", Duration::from_micros(200)),
        ("10 ms", Duration::from_millis(10)),
    ];
    const LIMITS_MS: [u64; 3] = [1, 10, 200];
    for index in 0..searchers::<RandomGame, Dear>().len() {
        for (dear, cost) in COSTS {
            for limit_ms in LIMITS_MS {
                let (name, searcher) = searchers::<RandomGame, Dear>().swap_remove(index);
                let worst = worst_overrun(searcher, Dear { cost }, Duration::from_millis(limit_ms));
                table.add(name, format!("{limit_ms} ms at {dear}"), worst);
            }
        }
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

/// How many nanoseconds dearer an evaluation gets by a surcharge, in random games of two branching factors.
fn surcharges(table: &mut Table) {
    const COSTS_NS: [u64; 5] = [5, 50, 500, 5000, 10_000];
    for (index, branching) in (0..searchers::<RandomGame, EdgeSum>().len()).flat_map(|it| [(it, 5), (it, 50)]) {
        let time = |cost| nanoseconds_an_evaluation(index, branching, Surcharge::lasting(Duration::from_nanos(cost)));
        let (name, _) = searchers::<RandomGame, EdgeSum>().swap_remove(index);
        let row = format!("{name} at B = {branching}");
        let without = time(0);
        table.add(&row, "without", without);
        COSTS_NS.into_iter().for_each(|cost| table.add(&row, format!("{cost} ns"), time(cost) - without));
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
fn nodes(table: &mut Table) {
    const EVALUATIONS: u64 = 20_000_000;
    let Some(_) = resident_bytes() else {
        eprintln!("this system does not say what memory a process takes");
        return;
    };
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
            let row = format!("{name} at B = {branching}");
            table.add(&row, "nodes", report.nodes as f64);
            table.add(&row, "reported bytes a node", each(report.bytes));
            table.add(&row, "resident bytes a node", each(resident));
            drop(searcher);
        }
    }
}

/// Makes a searcher of random games.
type New = fn() -> AnySearcher<RandomGame, EdgeSum>;

/// What best-first finds that goes on in linear space when so much memory is spent, of so many random games.
fn linear_space(table: &mut Table) {
    const GAMES: u64 = 30;
    const KIB: [usize; 7] = [1, 2, 4, 16, 64, 256, 1024];
    let linear: [(&str, New); 2] = [
        ("best-first", || Box::new(BestFirst { memory: Memory::Linear, ..BestFirst::default() })),
        ("best-first-extension", || {
            Box::new(BestFirstExtension { memory: Memory::Linear, ..BestFirstExtension::new(3) })
        }),
    ];
    let search = |searcher: New, seed, limit: &Limit| {
        searcher().search(&mut RandomGame::new(Rules::new(5, 100).expect("legal rules"), seed), &mut EdgeSum, limit)
    };
    for (name, searcher) in linear {
        let whole: Vec<_> = (1..=GAMES).map(|seed| search(searcher, seed, &Limit::new().depth(30))).collect();
        for kib in KIB {
            let limit = Limit::new().depth(30).bytes(kib << 10);
            let bounded: Vec<_> = (1..=GAMES).map(|seed| search(searcher, seed, &limit)).collect();
            let both = || whole.iter().zip(&bounded);
            let generations =
                |reports: &[Report<usize>]| reports.iter().map(|report| report.counts.generations).sum::<u64>() as f64;
            let row = format!("{name} with {kib} KiB");
            table.add(&row, "over it without", whole.iter().filter(|report| report.bytes > kib << 10).count() as f64);
            table.add(&row, "same move", both().filter(|(a, b)| a.best_move == b.best_move).count() as f64);
            table.add(&row, "same value", both().filter(|(a, b)| a.value == b.value).count() as f64);
            table.add(&row, "times the generations", generations(&bounded) / generations(&whole));
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

/// Seconds for a hundred thousand evaluations from the widest node.
fn widest_node(table: &mut Table) {
    for (name, mut searcher) in searchers() {
        let mut position = Wide { path: vec![0] };
        let started = Instant::now();
        black_box(searcher.search(&mut position, &mut evaluator_fn(noise), &Limit::new().evaluations(100_000)));
        table.add(name, "seconds", started.elapsed().as_secs_f64());
    }
}

/// The number of plies of the longest game. All are forced.
const LONGEST: u32 = 1_000_000;

/// Seconds for the longest game.
fn longest_game(table: &mut Table) {
    for (name, mut searcher) in searchers() {
        let started = Instant::now();
        let report = searcher.search(&mut Corridor::new(LONGEST), &mut CorridorValue::Everywhere, &Limit::new());
        table.add(name, "plies", report.line.len() as f64);
        table.add(name, "seconds", started.elapsed().as_secs_f64());
    }
}
