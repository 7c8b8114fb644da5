//! What single searches count: evaluations, nodes and bytes, and the instructions of each evaluation.
//!
//! ```text
//! cargo bench -p bestply-benches --bench counts -- othello
//! ```
//!
//! prints the searches whose name contains the word, without one all.
//! Instructions, and the branches that a simulated processor guesses wrongly, are callgrind's: it needs `valgrind`.
//! Unlike times, they repeat on a busy machine, but for some tenths of a percent that each build places code otherwise.
//! So the reasons beside constants in the code are given in them: each figure is of a build with another constant.
//! `-- --once NAME` makes one search and prints its counts alone.

use std::env;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::process::Command;

use bestply::games::breakthrough::Breakthrough;
use bestply::games::connect_four::ConnectFour;
use bestply::games::learnt::Learnt;
use bestply::guided_search::Settings as UctSettings;
use bestply::othello::Othello;
use bestply::othello::endgame::EndgameSolver;
use bestply::othello::evaluation::{Evaluation, PatternEvaluation};
use bestply::prelude::*;
use bestply::principal_variation_search::{RootWindow, Settings as EngineSettings};
use bestply::random_game::{EdgeSum, RandomGame, Rules};
use bestply::{Memory, mix};
use bestply_benches::{endgames, uct};

/// A search by its name.
type Counted = (String, Box<dyn FnOnce() -> Report<()>>);

/// One search, apart from the rest, so that callgrind can tell its instructions from those of the preparation.
#[inline(never)]
fn search_counted<P: Position, E: Evaluator<P>>(
    searcher: &mut impl Searcher<P, E>,
    position: &mut P,
    evaluator: &mut E,
    limit: &Limit,
) -> Report<P::Move> {
    black_box(searcher.search(position, evaluator, limit))
}

/// As [`search_counted`], of a new game.
fn count<P: Position, E: Evaluator<P>>(mut searcher: impl Searcher<P, E>, game: (P, E), limit: &Limit) -> Report<()> {
    let (mut position, mut evaluator) = game;
    search_counted(&mut searcher, &mut position, &mut evaluator, limit).map_moves(|_| ())
}

fn othello() -> (Othello, Evaluation<PatternEvaluation>) {
    (Othello::start(), Evaluation::new(PatternEvaluation::default(), Side::Max))
}

fn breakthrough() -> (Breakthrough, Learnt<Breakthrough>) {
    (Breakthrough::start(), Learnt::default())
}

fn connect_four() -> (ConnectFour, Learnt<ConnectFour>) {
    (ConnectFour::start(), Learnt::default())
}

fn random(branching: usize) -> (RandomGame, EdgeSum) {
    (RandomGame::new(Rules::new(branching, 100).expect("legal rules"), 1), EdgeSum)
}

/// The searches of a game.
fn of_game<P, E>(name: &str, scale: u32, game: fn() -> (P, E), add: &mut Vec<Counted>)
where
    P: Keyed + 'static,
    E: Evaluator<P> + 'static,
{
    let evaluations = |most: u64| Limit::new().evaluations(most);
    let name = |searcher: &str| format!("{name} {searcher}");
    add.push((name("best-first"), Box::new(move || count(BestFirst::default(), game(), &evaluations(30_000)))));
    let leaves = NonZeroUsize::new(8).expect("it is not 0");
    let several = move || count(BestFirst { leaves, ..BestFirst::default() }, game(), &evaluations(30_000));
    add.push((name("best-first, 8 leaves"), Box::new(several)));
    let pruned = BestFirst { memory: Memory::Prune, ..BestFirst::default() };
    let bytes = evaluations(100_000).bytes(1 << 16);
    add.push((name("best-first, 64 KiB"), Box::new(move || count(pruned, game(), &bytes))));
    let rbfms = move || count(RecursiveBestFirst::default(), game(), &evaluations(30_000));
    add.push((name("recursive best-first"), Box::new(rbfms)));
    add.push((
        name("UCT"),
        Box::new(move || count(GuidedSearch::new(uct(scale, 0.2, 0.25)), game(), &evaluations(30_000))),
    ));
    let unbounded =
        move || count(GuidedGraphSearch::new(UctSettings::unbounded_minimax()), game(), &evaluations(30_000));
    add.push((name("unbounded"), Box::new(unbounded)));
    let pruned = move || {
        let searcher = GuidedGraphSearch::new(UctSettings::unbounded_minimax()).with_memory(Memory::Prune);
        count(searcher, game(), &evaluations(100_000).bytes(1 << 18))
    };
    add.push((name("unbounded, 256 KiB"), Box::new(pruned)));
    let simulations = move || count(MonteCarloTreeSearch::default(), game(), &evaluations(10_000));
    add.push((name("Monte-Carlo"), Box::new(simulations)));
}

/// The engine's alpha-beta to a depth: three moves from each of twelve positions, the table kept from move to move.
fn deepened<P, E>(name: &str, depth: usize, game: fn() -> (P, E), add: &mut Vec<Counted>)
where
    P: Keyed + 'static,
    P::Move: std::hash::Hash,
    E: Evaluator<P> + 'static,
{
    let kinds = [
        ("engine", EngineSettings::default(), None),
        ("engine, 8 KiB", EngineSettings::default(), Some(1 << 13)),
        ("engine, null windows", EngineSettings::default().with_window(RootWindow::Null), None),
        ("selective engine", EngineSettings::selective(), None),
    ];
    for (kind, settings, bytes) in kinds {
        let play = move || {
            let mut total = Report::new(Stop::Depth);
            for seed in 0..12 {
                let (mut position, mut evaluator) = game();
                for ply in 0..6 {
                    let index = mix(100 * seed + ply) as usize % position.move_count();
                    position.make(position.nth_move(index));
                }
                let mut engine = PrincipalVariationSearch::with_settings(settings, bytes);
                for _ in 0..3 {
                    let report = search_counted(&mut engine, &mut position, &mut evaluator, &Limit::new().depth(depth));
                    total.counts += report.counts;
                    (total.nodes, total.bytes) = (total.nodes.max(report.nodes), total.bytes.max(report.bytes));
                    let Some(best) = report.best_move else { break };
                    Advance::advance(&mut engine, &mut position, best);
                    position.make(best);
                }
            }
            total
        };
        add.push((format!("{name} {kind}"), Box::new(play)));
    }
}

/// A game in which every node has so many children, of arbitrary values.
struct Wide {
    width: usize,
    path: Vec<u64>,
}

impl Position for Wide {
    type Move = usize;
    type Moves = Range<usize>;
    type Undo = ();

    fn to_move(&self) -> Side {
        if self.path.len() % 2 == 1 { Side::Max } else { Side::Min }
    }

    fn moves(&self) -> Range<usize> {
        0..self.width
    }

    fn make(&mut self, mv: usize) {
        self.path.push(mix(self.key() ^ (mv as u64 + 1)));
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

/// The value of the parent, changed by as much as 32,767.
struct Drift;

impl Evaluator<Wide> for Drift {
    fn evaluate(&mut self, position: &Wide) -> Value {
        position.path.iter().map(|key| (key >> 48) as Value - 0x8000).sum()
    }
}

fn wide(width: usize) -> (Wide, Drift) {
    (Wide { width, path: vec![0] }, Drift)
}

/// Solves of positions from games in which each move leaves the opponent few replies.
fn solves(empties: u32, count: usize) -> Report<()> {
    let positions = endgames(empties, count, mix);
    let mut report = Report::new(Stop::Terminal);
    for position in positions {
        report.counts.evaluations += solve_counted(&mut EndgameSolver::new(64 << 20), &position);
    }
    report
}

#[inline(never)]
fn solve_counted(solver: &mut EndgameSolver, position: &Othello) -> u64 {
    black_box(solver.solve(position)).nodes
}

fn searches() -> Vec<Counted> {
    let mut all = Vec::new();
    of_game("othello", 4096, othello, &mut all);
    of_game("breakthrough", 4096, breakthrough, &mut all);
    of_game("connect-four", 1024, connect_four, &mut all);
    of_game("random 5", 32_768, || random(5), &mut all);
    of_game("random 20", 32_768, || random(20), &mut all);
    of_game("wide 128", 32_768, || wide(128), &mut all);
    of_game("wide 512", 32_768, || wide(512), &mut all);
    of_game("wide 2048", 32_768, || wide(2048), &mut all);
    deepened("othello", 6, othello, &mut all);
    deepened("breakthrough", 4, breakthrough, &mut all);
    deepened("connect-four", 7, connect_four, &mut all);
    deepened("random 20", 4, || random(20), &mut all);
    deepened("wide 512", 2, || wide(512), &mut all);
    all.push(("solve 14".to_owned(), Box::new(|| solves(14, 20))));
    all.push(("solve 18".to_owned(), Box::new(|| solves(18, 4))));
    all
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [once, name] = &arguments[..]
        && once == "--once"
    {
        let (_, search) = searches().into_iter().find(|(known, _)| known == name).expect("the name of a search");
        let report = search();
        println!("{}\t{}\t{}", report.counts.evaluations, report.nodes, report.bytes);
        return;
    }
    let word = arguments.first().map_or("", String::as_str);
    println!("| search | evaluations | nodes | KiB | instructions an evaluation | branches guessed wrongly |");
    println!("|---|--:|--:|--:|--:|--:|");
    for (name, _) in searches().into_iter().filter(|(name, _)| name.contains(word)) {
        println!("{}", row(&name));
    }
}

/// The counts of one search, made by callgrind in a process of its own.
fn row(name: &str) -> String {
    let program = env::current_exe().expect("the program's own path");
    let options = ["--tool=callgrind", "--branch-sim=yes", "--callgrind-out-file=/dev/null", "--collect-atstart=no"];
    let ran = Command::new("valgrind")
        .args(options)
        .args(["--toggle-collect=*search_counted*", "--toggle-collect=*solve_counted*"])
        .arg(program)
        .args(["--once", name])
        .output()
        .expect("valgrind is there");
    let (told, counted) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    let numbers = |line: &str| line.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<f64>>();
    let [evaluations, nodes, bytes] = numbers(&told)[..] else { panic!("{name}: {counted}") };
    let collected = counted.lines().filter_map(|line| line.split_once("Collected : ")).next_back();
    // In this order: instructions, conditional branches with those guessed wrongly, and the same of indirect ones.
    let events = numbers(collected.expect("callgrind says what it collected").1);
    let wrong = (events[2] + events[4]) / evaluations;
    format!(
        "| {name} | {evaluations} | {nodes} | {:.0} | {:.1} | {wrong:.2} |",
        bytes / 1024.0,
        events[0] / evaluations
    )
}
