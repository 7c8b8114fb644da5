use std::path::PathBuf;

use bestply_experiments::experiment::Experiment;
use clap::Args;

use crate::{RunArgs, run_and_print};

/// Runs the experiment that a file describes.
#[derive(Args)]
pub(crate) struct ExperimentArgs {
    /// The description (docs/experiments.md)
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// The weights of Othello's learnt evaluation [default: those that the file names, or that come with the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(args: ExperimentArgs) -> anyhow::Result<()> {
    let mut experiment = Experiment::read(&args.file)?;
    if let Some(weights) = &args.weights {
        experiment.set_weights(weights);
    }
    let file_name = args.file.file_name().map_or(args.file.clone(), PathBuf::from);
    let title = experiment.title.clone().unwrap_or_else(|| experiment.name.clone());
    // What the command line leaves open, the file may say.
    let out = args.run.out.or_else(|| experiment.out.clone());
    let threads = args.run.threads.or(experiment.threads.map(|threads| threads as u64));
    let command = format!("cargo xtask experiment {}", file_name.display());
    let options = RunArgs { out, threads, ..args.run }.options(&experiment.name, title, command);
    run_and_print(&[experiment], &options)
}
