use std::path::PathBuf;

use anyhow::bail;
use bestply_experiments::Error;
use bestply_experiments::runs::run::MAX_THREADS;
use bestply_experiments::runs::shards::{RunSharing, ShardProblem, arguments_of};
use clap::Args;

use super::ReadShared;
use crate::numbers::whole;
use crate::output::print;
use crate::workshop::Workshop;

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
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
    /// Delete the results in the folder and merge anew
    #[arg(long)]
    fresh: bool,
}

pub(super) fn run(workshop: &Workshop, args: MergeArgs, read: ReadShared) -> anyhow::Result<()> {
    let arguments = arguments_of(&args.shards)?;
    let Ok(shared) = read(workshop, &arguments) else {
        bail!("{}: no command of this program: {}", args.shards[0].display(), arguments.join(" "));
    };
    let Some(mut shared) = shared else { bail!("no command has shards but experiment, reproduce and measure") };
    if let Some(run) = shared.run_args() {
        let sharing = RunSharing::Merge { folders: args.shards, play: !args.no_play };
        (run.out, run.threads, run.fresh) = (Some(args.out), args.threads, args.fresh);
        run.merge = Some((sharing, arguments));
    }
    let merged = shared.run(workshop);
    match merged {
        Err(error) => match error.downcast_ref() {
            Some(Error::Shards(problem @ ShardProblem::Unforeseen { .. })) => print(&format!("{problem}\n")),
            _ => Err(error),
        },
        merged => merged,
    }
}
