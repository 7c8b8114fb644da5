use std::path::PathBuf;

use anyhow::bail;
use bestply_experiments::Error;
use bestply_experiments::runs::run::MAX_THREADS;
use bestply_experiments::runs::shards::{ShardProblem, Sharing, arguments_of};
use clap::{Args, Parser};

use crate::{Cli, Command, Workshop, experiment, measure, print, reproduce};

/// Makes the folder that one machine would have made from the folders of a run's shards. It gives the shards' command
/// again, so descriptions and weights have to be where they were.
#[derive(Args)]
pub(crate) struct MergeArgs {
    /// The folders of all shards, in any order
    #[arg(required = true, value_name = "DIR")]
    shards: Vec<PathBuf>,
    /// The results folder
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Play nothing here: where the calibration asks for pairs that no shard foresaw, end with exit code 0, without
    /// results, and say so
    #[arg(long)]
    no_play: bool,
    /// The number of threads for what no shard foresaw [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
    /// Delete the results in the folder and start anew
    #[arg(long)]
    fresh: bool,
}

pub(crate) fn run(workshop: &Workshop, args: MergeArgs) -> anyhow::Result<()> {
    let arguments = arguments_of(&args.shards)?;
    let Ok(mut cli) = Cli::try_parse_from(std::iter::once(workshop.program.clone()).chain(arguments.iter().cloned()))
    else {
        bail!("{}: no command of this program: {}", args.shards[0].display(), arguments.join(" "));
    };
    let run = match &mut cli.command {
        Command::Experiment(command) => Some(&mut command.run),
        Command::Reproduce(command) => Some(&mut command.run),
        Command::Measure(command) => command.run_args(),
        _ => None,
    };
    if let Some(run) = run {
        let sharing = Sharing::Merge { folders: args.shards, play: !args.no_play };
        (run.out, run.threads, run.fresh) = (Some(args.out), args.threads, args.fresh);
        run.merge = Some((sharing, arguments));
    }
    let merged = match cli.command {
        Command::Experiment(command) => experiment::run(workshop, command),
        Command::Reproduce(command) => reproduce::run(workshop, command),
        Command::Measure(command) => measure::run(workshop, command),
        _ => bail!("no command has shards but experiment, reproduce and measure"),
    };
    match merged {
        Err(error) => match error.downcast_ref() {
            Some(Error::Shards(problem @ ShardProblem::Unforeseen { .. })) => print(&format!("{problem}\n")),
            _ => Err(error),
        },
        merged => merged,
    }
}

/// The arguments of this program but for those that differ from shard to shard, or do not matter to the results.
pub(crate) fn arguments() -> Vec<String> {
    let given = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    without_options_of_shards(given)
}

fn without_options_of_shards(arguments: impl Iterator<Item = String>) -> Vec<String> {
    const WITH_VALUE: [&str; 4] = ["--shard", "--after", "--out", "--threads"];
    const FLAGS: [&str; 3] = ["--fresh", "--other-program", "--verbose"];
    let mut arguments = arguments;
    let mut kept = Vec::new();
    while let Some(argument) = arguments.next() {
        let (option, value) =
            argument.split_once('=').map_or((&*argument, None), |(option, value)| (option, Some(value)));
        if WITH_VALUE.contains(&option) {
            // Its value stands in the same argument or in the next.
            value.is_none().then(|| arguments.next());
        } else if !FLAGS.contains(&option) {
            kept.push(argument);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_from_shard_to_shard_is_left_out() {
        let given =
            "experiment uct --shard 2/5 --quick --out=x --threads 4 --fresh --other-program --after y --weights out";
        let kept = without_options_of_shards(given.split(' ').map(str::to_owned));
        assert_eq!(kept.join(" "), "experiment uct --quick --weights out");
    }
}
