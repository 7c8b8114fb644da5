//! `cargo xtask shards`: runs that many machines share.

pub(crate) mod merge;
mod slurm;

use clap::{Args, Subcommand};

use crate::{Workshop, recorded};

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

/// A word of a script that stands for itself.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The same, in quotes only where a shell would read it otherwise.
pub(crate) fn quoted_if_needed(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.,:=/+%@".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { quoted(word) }
}

pub(crate) fn run(workshop: &Workshop, args: ShardsArgs) -> anyhow::Result<()> {
    match args.what {
        What::Merge(args) => recorded(|| merge::run(workshop, args)),
        What::Slurm(args) => slurm::run(workshop, &args),
    }
}
