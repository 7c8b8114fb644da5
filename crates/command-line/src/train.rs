//! `cargo xtask train`: an evaluation learnt from self-play.

use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use bestply_experiments::runs::run::MAX_THREADS;
use bestply_training::{
    By, STRONG_POSITIONS, Study, Trained, Training, held_out_line, learnt_line, strong_recipe, train_backwards,
    train_game,
};
use clap::{Args, ValueEnum};

use crate::{Workshop, print};

/// Learns an evaluation from self-play, and writes its weights.
#[derive(Args)]
pub(crate) struct TrainArgs {
    /// The game
    game: String,
    /// What is learnt: tables of tuples, or a network (docs/networks.md)
    #[arg(long, value_enum, default_value_t = Model::Tuples)]
    model: Model,
    /// The units of each hidden layer of a network, one layer or two [default: 64]
    #[arg(long, value_name = "N[,N]", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..=1024))]
    hidden: Vec<u64>,
    /// How much is learnt: in seconds from games, or in an hour from exact scores and searches
    #[arg(long, value_enum, default_value_t = RecipeName::Quick)]
    recipe: RecipeName,
    /// The games of self-play, of the quick recipe
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: Option<u64>,
    /// The games of each stage, of the strong recipe [default: 250000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(32..=1_000_000_000))]
    positions: Option<u64>,
    /// The seed of all random numbers
    #[arg(long, value_name = "N")]
    seed: u64,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What the quick recipe learns from: the values that follow in each game, or searches to its end
    /// [default: td]
    #[arg(long, value_enum)]
    by: Option<Method>,
    /// The evaluations of a move of descent [default: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    evaluations: Option<u64>,
    /// The number of threads, which does not matter to the weights [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
}

/// What is learnt.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Model {
    /// Tables of tuples
    Tuples,
    /// A network; what was interrupted goes on where it was
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

/// How an evaluation is learnt.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Temporal differences, TD(λ)
    Td,
    /// Descent: each move is found by a search to the end of the game, and all that it expanded is learnt from
    Descent,
}

/// The evaluations of a move of descent where none are given.
const DESCENT_EVALUATIONS: u64 = 1000;

/// Trains, and prints what the weights are worth and where they are.
pub(crate) fn run(workshop: &Workshop, args: TrainArgs) -> anyhow::Result<()> {
    match (args.model, args.recipe) {
        (Model::Network, _) => run_network(workshop, args),
        (Model::Tuples, _) if !args.hidden.is_empty() => {
            bail!("--hidden is for --model network; tuples have no layers")
        }
        (Model::Tuples, RecipeName::Quick) => run_quick(workshop, args),
        (Model::Tuples, RecipeName::Strong) => run_strong(workshop, args),
    }
}

#[cfg(feature = "network-training")]
fn run_network(workshop: &Workshop, args: TrainArgs) -> anyhow::Result<()> {
    use bestply_training::network::{NetworkTraining, Trained, train_network};

    let is_of_tuples = args.positions.is_some() || args.by.is_some() || args.evaluations.is_some();
    ensure!(
        args.recipe == RecipeName::Quick && !is_of_tuples,
        "--recipe strong, --positions, --by and --evaluations are for --model tuples; a network has --games and --hidden"
    );
    ensure!(args.hidden.len() <= 2, "--hidden: a network has one hidden layer or two");
    let games = args.games.context("--games says how many games of self-play a network learns from")?;
    let mut training = NetworkTraining::new(games, args.seed, args.out);
    training.threads = args.threads.map(|threads| threads as usize);
    if !args.hidden.is_empty() {
        training.hidden = args.hidden.iter().map(|&units| units as usize).collect();
    }
    let Trained { strengths, bytes, plots, .. } = train_network(&workshop.catalogue, &args.game, &training)?;
    let strengths: String = strengths.iter().map(|strength| format!("{strength}\n")).collect();
    let plots: String = plots.iter().map(|plot| format!("{}\n", plot.display())).collect();
    print(&format!("{strengths}The weights are {}, {bytes} bytes\n{plots}", training.out.display()))
}

#[cfg(not(feature = "network-training"))]
fn run_network(_: &Workshop, _: TrainArgs) -> anyhow::Result<()> {
    bail!(
        "this program was built without the training of networks; `cargo xtask train GAME --model network` builds one \
         with it, and a program of your own has it with the feature `network-training` of bestply-command-line"
    )
}

fn run_quick(workshop: &Workshop, args: TrainArgs) -> anyhow::Result<()> {
    ensure!(args.positions.is_none(), "--positions is for --recipe strong; the quick one learns from --games");
    let games = args.games.context("--games says how many games of self-play the quick recipe learns from")?;
    let threads = args.threads.map(|threads| threads as usize);
    let by = match (args.by.unwrap_or(Method::Td), args.evaluations) {
        (Method::Td, None) => By::TemporalDifferences,
        (Method::Td, Some(_)) => bail!("--evaluations is for --by descent; td searches nothing"),
        (Method::Descent, evaluations) => By::Descent { evaluations: evaluations.unwrap_or(DESCENT_EVALUATIONS) },
    };
    let training = Training { games, seed: args.seed, threads, out: args.out, by };
    let Trained { held_out, strengths, bytes } = train_game(&workshop.catalogue, &args.game, &training)?;
    let strengths: String = strengths.iter().map(|strength| format!("{strength}\n")).collect();
    let weights = training.out.display();
    print(&format!("{}\n{strengths}The weights are {weights}, {bytes} bytes\n", held_out_line(&held_out)))
}

fn run_strong(workshop: &Workshop, args: TrainArgs) -> anyhow::Result<()> {
    let name = workshop.catalogue.game_named(&args.game)?.name;
    ensure!(name == "othello", "--recipe strong is for othello; {name} has no strong evaluation");
    let is_quick = args.games.is_some() || args.by.is_some() || args.evaluations.is_some();
    ensure!(!is_quick, "--games, --by and --evaluations are for --recipe quick; the strong one has --positions");
    let study = Study {
        positions: args.positions.unwrap_or(STRONG_POSITIONS),
        seed: args.seed,
        threads: args.threads.map(|threads| threads as usize),
        out: args.out,
    };
    let learnt = train_backwards(&strong_recipe(), &study)?;
    let lines: String = learnt.iter().map(|learnt| format!("{}\n", learnt_line(learnt))).collect();
    print(&format!("{lines}The weights are {}\n", study.out.display()))
}
