//! `cargo xtask shards`: runs that many machines share.

mod merge;
mod slurm;

use clap::{Args, Subcommand};

use crate::experiment::{self, ExperimentArgs};
use crate::interruption::recorded;
use crate::measure::{self, MeasureArgs};
use crate::reproduce::{self, ReproduceArgs};
use crate::runs::RunArgs;
use crate::workshop::Workshop;

/// Puts the shards of a run together, or writes the jobs that play them on a cluster.
#[derive(Args)]
pub(crate) struct ShardsArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Put the shards of a run together
    Merge(merge::MergeArgs),
    /// Write the jobs that play an experiment on a Slurm cluster
    Slurm(slurm::SlurmArgs),
}

/// A command that many machines can share.
pub(crate) enum Shared {
    Experiment(ExperimentArgs),
    Measure(MeasureArgs),
    Reproduce(ReproduceArgs),
}

impl Shared {
    /// How it is run; `None` of a measurement that is no study.
    fn run_args(&mut self) -> Option<&mut RunArgs> {
        match self {
            Shared::Experiment(args) => Some(&mut args.run),
            Shared::Measure(args) => args.run_args(),
            Shared::Reproduce(args) => Some(&mut args.run),
        }
    }

    fn run(self, workshop: &Workshop) -> anyhow::Result<()> {
        match self {
            Shared::Experiment(args) => experiment::run(workshop, args),
            Shared::Measure(args) => measure::run(workshop, args),
            Shared::Reproduce(args) => reproduce::run(workshop, args),
        }
    }
}

/// Reads a command from its arguments: `None` where it is none that can be shared, or else what is wrong, in a line.
pub(crate) type ReadShared = fn(&Workshop, &[String]) -> Result<Option<Shared>, String>;

pub(crate) fn run(workshop: &Workshop, args: ShardsArgs, read: ReadShared) -> anyhow::Result<()> {
    match args.what {
        What::Merge(args) => recorded(|| merge::run(workshop, args, read)),
        What::Slurm(args) => slurm::run(workshop, &args, read),
    }
}
