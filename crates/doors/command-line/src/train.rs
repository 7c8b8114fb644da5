//! `cargo xtask train`: an evaluation learnt from self-play.

use std::num::NonZeroU64;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use bestply_experiments::runs::run::MAX_THREADS;
use bestply_training::{
    self as training, BackwardsStudy, Heads, LearntBy, STRONG_POSITIONS, StudyPlan, StudyReward, StudySearch,
    StudyTarget, Trained, Training, held_out_line, learnt_line, train, train_strong,
};
use clap::{Args, ValueEnum};

use crate::numbers::whole;
use crate::output::print;
use crate::words::{Words, one_of};
use crate::workshop::Workshop;

/// Learns an evaluation from self-play, and writes its weights.
#[derive(Args)]
pub(crate) struct TrainArgs {
    /// The game
    game: String,
    /// What is learnt: tables of tuples, or a network (docs/networks.md)
    #[arg(long, value_enum, default_value_t = Model::Tuples)]
    model: Model,
    /// The units of each hidden layer of a network, one layer or two [default: 64]
    #[arg(long, value_name = "N[,N]", value_delimiter = ',', value_parser = whole(1..=1024))]
    hidden: Vec<u64>,
    /// A network gives priors of the moves, too, learnt from the visits of the searches that play
    #[arg(long)]
    policy: bool,
    /// How much is learnt: in seconds from games, or in an hour from exact scores and searches
    #[arg(long, value_enum, default_value_t = RecipeName::Quick)]
    recipe: RecipeName,
    /// The games of self-play, of the quick recipe
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000_000))]
    games: Option<u64>,
    /// The games of each stage, of the strong recipe [default: 250000]
    #[arg(long, value_name = "N", value_parser = whole(32..=1_000_000_000))]
    positions: Option<u64>,
    /// A file of openings, as of experiments, after which the games of self-play begin: lines of moves, or games of
    /// WTHOR
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", value_parser = whole(0..))]
    seed: u64,
    /// Go on from what an earlier training to the same file has learnt, as if it had not stopped; with another --games
    /// the weights are others than of one training; a folder beside the file, FILE.training, has what is needed
    #[arg(long = "continue")]
    continues: bool,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What the quick recipe learns from: the values that follow in each game, or searches that find each move
    /// [default: td]
    #[arg(long, value_parser = one_of(METHODS))]
    by: Option<Method>,
    /// What is learnt of searches [default: tree, and root where a search keeps no tree of minimax values]
    #[arg(long, value_parser = one_of(TARGETS))]
    target: Option<StudyTarget>,
    /// What a finished game that searches played is worth for MAX [default: points]
    #[arg(long, value_parser = one_of(REWARDS))]
    reward: Option<StudyReward>,
    /// The evaluations of a move of a search that plays [default: 1000]
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000_000))]
    evaluations: Option<u64>,
    /// The number of threads, which does not matter to the weights [default: all cores]
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
    /// The pairs of games of each measurement of strength, which do not matter to the weights
    /// [default: one from each start, or 300]
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000))]
    pairs: Option<u64>,
}

/// What is learnt.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Model {
    /// Tables of tuples
    Tuples,
    /// A network
    Network,
}

/// How much is learnt.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RecipeName {
    /// The learnt evaluation of a game, from self-play
    Quick,
    /// The strong evaluation of Othello, backwards from exact scores; what was interrupted goes on where it was
    Strong,
}

/// The search that is learnt from; none where there is none.
type Method = Option<StudySearch>;

/// How an evaluation is learnt.
const METHODS: &Words<Method> = &[
    ("td", None, "Temporal differences, TD(λ)"),
    (
        "descent",
        Some(StudySearch::Descent),
        "Unbounded best-first minimax, whose walks go to the end of the game (docs/descent.md)",
    ),
    (
        "unbounded-minimax",
        Some(StudySearch::UnboundedMinimax),
        "Unbounded best-first minimax, whose walks end with the first leaf",
    ),
    (
        "puct-best-first",
        Some(StudySearch::PuctBestFirst),
        "PUCT best-first, by the priors of the network so far, if it has a policy",
    ),
    ("alpha-beta", Some(StudySearch::AlphaBeta), "Alpha-beta by iterative deepening"),
    ("monte-carlo-tree-search", Some(StudySearch::MonteCarloTreeSearch), "Monte-Carlo tree search"),
];

/// What is learnt of searches.
const TARGETS: &Words<StudyTarget> = &[
    ("tree", StudyTarget::Tree, "All that they expanded, with the values backed up"),
    ("root", StudyTarget::Root, "The positions of the game, with the values found there"),
    ("terminal", StudyTarget::Terminal, "The positions of the game, with what it was worth in the end"),
];

/// What a finished game is worth.
const REWARDS: &Words<StudyReward> = &[
    ("points", StudyReward::Points, "The game's own points"),
    ("plain", StudyReward::Plain, "64 for a win"),
    ("additive", StudyReward::Additive, "Less for a later win: 64 · (128 - plies) / 128, and 0.5 at least"),
    ("multiplicative", StudyReward::Multiplicative, "Less for a later win: 64 · 16 / plies, and 64 at most"),
];

/// Trains, and prints what the weights are worth and where they are.
pub(crate) fn run(workshop: &Workshop, args: TrainArgs) -> anyhow::Result<()> {
    let has_layers = args.model == Model::Network;
    ensure!(has_layers || args.hidden.is_empty(), "--hidden is for --model network; tuples have no layers");
    let is_strong = !has_layers && args.recipe == RecipeName::Strong;
    if is_strong { run_strong(workshop, args) } else { run_self_play(workshop, args) }
}

fn run_self_play(workshop: &Workshop, args: TrainArgs) -> anyhow::Result<()> {
    ensure!(args.positions.is_none(), "--positions is for --recipe strong; self-play learns from --games");
    let games = args.games.context("--games says how many games of self-play are learnt from")?;
    let model = model(&args)?;
    let threads = args.threads.map(|threads| threads as usize);
    let pairs = args.pairs.and_then(NonZeroU64::new);
    let TrainArgs { continues, openings, seed, out, game, .. } = args;
    let training = Training { threads, continues, pairs, openings, ..Training::new(games, seed, out) };
    let Trained { held_out, strengths, bytes, plots, .. } = train(&workshop.catalogue, &game, &model, &training)?;
    let held_out = held_out.map_or_else(String::new, |held_out| format!("{}\n", held_out_line(&held_out)));
    let strengths: String = strengths.iter().map(|strength| format!("{strength}\n")).collect();
    let plots: String = plots.iter().map(|plot| format!("{}\n", plot.display())).collect();
    let weights = training.out.display();
    print(&format!("{held_out}{strengths}The weights are {weights}, {bytes} bytes\n{plots}"))
}

/// What is learnt from self-play.
fn model(args: &TrainArgs) -> anyhow::Result<training::Model> {
    let by = by(args)?;
    if args.model == Model::Tuples {
        ensure!(!args.policy, "--policy is for --model network; tuples have values alone");
        return Ok(training::Model::Tuples(by));
    }
    ensure!(args.recipe == RecipeName::Quick, "--recipe strong is for --model tuples; a network has --games");
    ensure!(args.hidden.len() <= 2, "--hidden: a network has one hidden layer or two");
    let hidden: Vec<usize> = args.hidden.iter().map(|&units| units as usize).collect();
    let hidden = if hidden.is_empty() { training::Model::HIDDEN.to_vec() } else { hidden };
    let counts_visits = matches!(by, LearntBy::Study(plan) if plan.search.counts_visits());
    ensure!(
        !args.policy || counts_visits,
        "--policy is learnt from the visits of searches: name one that counts them, as --by puct-best-first"
    );
    let heads = if args.policy { Heads::ValueAndPolicy } else { Heads::Value };
    Ok(training::Model::Network { hidden, by, heads })
}

/// What it is learnt from.
fn by(args: &TrainArgs) -> anyhow::Result<LearntBy> {
    let Some(search) = args.by.flatten() else {
        let is_plain = args.evaluations.is_none() && args.target.is_none() && args.reward.is_none();
        ensure!(
            is_plain,
            "--evaluations, --target and --reward are for searches, as --by descent; td searches nothing"
        );
        return Ok(LearntBy::TemporalDifferences);
    };
    let default = if search.keeps_tree() { StudyTarget::Tree } else { StudyTarget::Root };
    let target = args.target.unwrap_or(default);
    let reward = args.reward.unwrap_or(StudyReward::Points);
    let evaluations = args.evaluations.unwrap_or(StudyPlan::EVALUATIONS);
    let plan = StudyPlan { evaluations, search, target, reward };
    plan.check().context("--target tree")?;
    Ok(LearntBy::Study(plan))
}

fn run_strong(workshop: &Workshop, args: TrainArgs) -> anyhow::Result<()> {
    let name = workshop.catalogue.game_named(&args.game)?.name;
    ensure!(name == "othello", "--recipe strong is for othello; {name} has no strong evaluation");
    ensure!(!args.continues, "--continue is for --recipe quick; what the strong one has begun goes on by itself");
    ensure!(!args.policy, "--policy is for --model network; tuples have values alone");
    let searches = args.by.is_some() || args.target.is_some() || args.reward.is_some() || args.evaluations.is_some();
    let is_quick = args.games.is_some() || searches || args.pairs.is_some() || args.openings.is_some();
    ensure!(
        !is_quick,
        "--games, --openings, --by, --target, --reward, --evaluations and --pairs are for --recipe quick; the strong \
         one has --positions"
    );
    let study = BackwardsStudy {
        positions: args.positions.unwrap_or(STRONG_POSITIONS),
        seed: args.seed,
        threads: args.threads.map(|threads| threads as usize),
        out: args.out,
    };
    let learnt = train_strong(&study)?;
    let lines: String = learnt.iter().map(|learnt| format!("{}\n", learnt_line(learnt))).collect();
    print(&format!("{lines}The weights are {}\n", study.out.display()))
}
