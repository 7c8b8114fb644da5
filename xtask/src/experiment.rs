use std::path::PathBuf;

use bestply_experiments::experiment::Experiment;
use bestply_experiments::run::RunOptions;
use clap::Args;

use crate::{RunArgs, run_and_print};

/// Runs the experiment that a file describes.
#[derive(Args)]
pub(crate) struct ExperimentArgs {
    /// The description (docs/experiments.md)
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(args: ExperimentArgs) -> anyhow::Result<()> {
    let experiment = Experiment::read(&args.file)?;
    let out = args.run.out.or_else(|| experiment.out.clone());
    let file_name = args.file.file_name().map_or(args.file.clone(), PathBuf::from);
    let options = RunOptions {
        out: out.unwrap_or_else(|| PathBuf::from("results").join(&experiment.name)),
        fresh: args.run.fresh,
        threads: args.run.threads.map(|threads| threads as usize).or(experiment.threads),
        title: experiment.title.clone().unwrap_or_else(|| experiment.name.clone()),
        command: format!("cargo xtask experiment {}", file_name.display()),
    };
    run_and_print(&[experiment], &options)
}
