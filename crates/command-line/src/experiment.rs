use std::path::{Path, PathBuf};

use anyhow::bail;
use bestply_experiments::contest::{Description, Experiment, MatchUp};
use bestply_experiments::runs::Console;
use bestply_experiments::runs::shards::Sharing;
use bestply_papers::PRESETS;
use clap::Args;

use crate::{RunArgs, Workshop, print, print_shard, run_and_print};

/// Runs the experiment or the match-up that a file describes, or one of those that come with the program.
#[derive(Args)]
pub(crate) struct ExperimentArgs {
    /// The description (docs/experiments.md), or a preset: uct, table-2-linear, ...
    #[arg(value_name = "PRESET or FILE.toml")]
    description: PathBuf,
    /// The weights of the game's learnt evaluation [default: those that the file names, or that come with the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// A small sample of a match-up: 10 pairs a cell and the two smallest budgets of each kind
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

pub(crate) fn run(workshop: &Workshop, args: ExperimentArgs) -> anyhow::Result<()> {
    match Description::read(&workshop.catalogue, &PRESETS, &args.description)? {
        Description::Experiment(_) if args.quick => bail!("--quick is for match-ups: this is an experiment"),
        Description::Experiment(experiment) => run_experiment(workshop, *experiment, args),
        Description::MatchUp(match_up) => run_match_up(workshop, *match_up, args),
    }
}

fn run_experiment(workshop: &Workshop, mut experiment: Experiment, args: ExperimentArgs) -> anyhow::Result<()> {
    if let Some(weights) = &args.weights {
        experiment.set_weights(&workshop.catalogue, weights)?;
    }
    let title = experiment.title.clone().unwrap_or_else(|| experiment.name.clone());
    let command = command(workshop, &args.description);
    // What the command line leaves open, the file may say.
    let out = args.run.out.clone();
    let out = out.or_else(|| Some(args.run.default_folder(experiment.out.as_deref()?)));
    let threads = args.run.threads.or(experiment.threads.map(|threads| threads as u64));
    let options = RunArgs { out, threads, ..args.run }.options(&experiment.name, title, command);
    run_and_print(workshop, &[experiment], &options)
}

fn run_match_up(workshop: &Workshop, mut match_up: MatchUp, args: ExperimentArgs) -> anyhow::Result<()> {
    if let Some(weights) = &args.weights {
        // The weights that are given are Othello's.
        match_up.set_weights("othello", weights);
    }
    let title = match_up.title.clone().unwrap_or_else(|| match_up.name.clone());
    let (mut folder, mut command) = (match_up.name.clone(), command(workshop, &args.description));
    if args.quick {
        match_up = match_up.quick();
        folder += "-quick";
        command += " --quick";
    }
    let options = args.run.options(&folder, title, command);
    let mut console = Console::default();
    let verdicts = workshop.laboratory().run_match_up(&match_up, &options, &mut console)?;
    drop(console);
    if let Sharing::Shard { shard, .. } = options.sharing {
        return print_shard(shard, &options);
    }
    let verdicts: String = verdicts.iter().map(|verdict| format!("{verdict}\n")).collect();
    print(&format!("{verdicts}The report is {}\n", options.out.join("report.html").display()))
}

/// The command that repeats a run, without the folder that the description is in.
fn command(workshop: &Workshop, description: &Path) -> String {
    let name = description.file_name().map_or(description, Path::new);
    format!("{} experiment {}", workshop.program, name.display())
}
