//! `cargo xtask shards slurm`: the jobs that play an experiment on a cluster.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf, absolute};

use anyhow::{Context, bail, ensure};
use bestply_experiments::contest::Description;
use bestply_experiments::files::WholeFile;
use bestply_experiments::runs::run::MAX_THREADS;
use bestply_experiments::runs::shards::Shard;
use bestply_papers::PRESETS;
use clap::Args;

use super::{ReadShared, Shared};
use crate::experiment::is_results_folders;
use crate::numbers::whole;
use crate::output::print;
use crate::typed::quoted;
use crate::workshop::Workshop;

/// Writes, beside the results folder, a folder with a job for each shard of an experiment, the merge that follows,
/// and a copy of this program for them to run. `submit.sh` there hands them to Slurm, and again what is unfinished.
/// Shards are as many array jobs as Slurm's `MaxArraySize` asks for.
#[derive(Args)]
pub(crate) struct SlurmArgs {
    /// The description (docs/experiments.md), or a preset: uct, table-2-linear, ...
    #[arg(value_name = "PRESET or FILE.toml")]
    experiment: PathBuf,
    /// The number of shards, each a task of an array job
    #[arg(long, value_name = "N", value_parser = whole(1..=Shard::MOST))]
    shards: u64,
    /// The threads of a task, and of the merge
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole(1..=MAX_THREADS as u64))]
    threads: u64,
    /// The results folder of the merge, beside which the jobs have theirs [default: a folder below results/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Options of every job, as `'--partition=long --time=8:00:00'`
    #[arg(long, value_name = "OPTIONS", default_value = "", allow_hyphen_values = true)]
    sbatch: String,
    /// More options of the experiment, as `--quick` or `--weights FILE`
    #[arg(last = true, value_name = "EXPERIMENT OPTIONS")]
    options: Vec<String>,
}

pub(super) fn run(workshop: &Workshop, args: &SlurmArgs, read: ReadShared) -> anyhow::Result<()> {
    let experiment = args.experiment.display().to_string();
    let arguments: Vec<String> =
        ["experiment".to_owned(), experiment].into_iter().chain(args.options.clone()).collect();
    match read(workshop, &arguments) {
        Ok(Some(Shared::Experiment(command))) if command.run.is_left_to_jobs() => {}
        Ok(_) => bail!("after --, --out, --threads, --fresh, --shard and --after are for the jobs to say"),
        Err(error) => bail!("{}", error.trim_start_matches("error: ")),
    }
    let is_recorded = is_results_folders(&args.experiment);
    ensure!(!is_recorded, "slurm needs a description or a preset, not the experiment.json of a results folder");
    let name = Description::read(&workshop.catalogue, &PRESETS, &args.experiment)?.name;
    let out = absolute(args.out.clone().unwrap_or_else(|| Path::new("results").join(name)))?;
    let mut folder = out.clone().into_os_string();
    folder.push("-slurm");
    let folder = PathBuf::from(folder);
    let logs = folder.join("logs");
    fs::create_dir_all(&logs).with_context(|| logs.display().to_string())?;
    let program = std::env::current_exe()?;
    let copy = folder.join(program.file_name().unwrap_or_default());
    // A program that runs cannot be written to, but it can be replaced.
    WholeFile::create(&copy)?.fill(|file| {
        let mut program = File::open(&program)?;
        file.get_ref().set_permissions(program.metadata()?.permissions())?;
        io::copy(&mut program, file).map(drop)
    })?;
    let jobs = Jobs {
        args,
        arguments: arguments.iter().map(|argument| quoted(argument)).collect::<Vec<_>>().join(" "),
        here: path(&std::env::current_dir()?)?,
        folder: path(&folder)?,
        program: path(&copy)?,
        out: path(&out)?,
    };
    for (file, text) in [("shard.sh", jobs.shard()), ("merge.sh", jobs.merge()), ("submit.sh", jobs.submit())] {
        WholeFile::create(&folder.join(file))?.write(text.as_bytes())?;
    }
    print(&format!("Submit the jobs with: bash {}\n", folder.join("submit.sh").display()))
}

/// What the scripts say, as they write it.
struct Jobs<'a> {
    args: &'a SlurmArgs,
    /// Those of the experiment.
    arguments: String,
    /// Where its paths are relative to.
    here: String,
    /// The folder of the jobs.
    folder: String,
    program: String,
    out: String,
}

impl Jobs<'_> {
    /// A task of an array: a shard. The script is told how many the arrays before have.
    fn shard(&self) -> String {
        let Jobs { args: SlurmArgs { shards, threads, .. }, arguments, here, folder, program, out } = self;
        format!(
            r#"#!/usr/bin/env bash
# One shard. It goes on from its records when it is started again, on whatever node.
set -euo pipefail
cd {here}
i=$((${{1:-0}} + SLURM_ARRAY_TASK_ID))
# Not an array: before bash 4.4, `set -u` refuses an empty one.
set --
if [[ -s {out}/games.jsonl ]]; then set -- --after {out}; fi
exec {program} {arguments} --shard "$i/{shards}" --threads {threads} \
    --out {folder}/"shard-$i-of-{shards}" "$@"
"#
        )
    }

    /// What follows when all shards are finished.
    fn merge(&self) -> String {
        let Jobs { args: SlurmArgs { shards, threads, .. }, here, folder, program, out, .. } = self;
        format!(
            r#"#!/usr/bin/env bash
# Puts the shards together. Where a calibration asks for what no shard foresaw, the shards have another round.
set -euo pipefail
cd {here}
{program} shards merge {folder}/shard-*-of-{shards} --threads {threads} --out {out} --no-play
if [[ ! -e {out}/results.json ]]; then bash {folder}/submit.sh; fi
"#
        )
    }

    /// What a person starts.
    fn submit(&self) -> String {
        let Jobs { args: SlurmArgs { shards, threads, sbatch, .. }, folder, .. } = self;
        format!(
            r#"#!/usr/bin/env bash
# Hands the shards and the merge to Slurm. Again after a failure: finished shards end at once, the others go on.
set -euo pipefail
cd {folder}
options=({sbatch} --cpus-per-task={threads} --open-mode=append)
# No task of an array has a number from `MaxArraySize` on, so that many shards are several arrays.
most=$(scontrol show config 2>/dev/null | sed -n 's/^MaxArraySize *= *\([0-9]*\).*/\1/p') || most=
most=$((${{most:-1001}} > 1 ? ${{most:-1001}} - 1 : 1))
arrays=
for ((before = 0; before < {shards}; before += most)); do
    tasks=$(({shards} - before < most ? {shards} - before : most))
    # The name of a log adds up to the shard's number.
    log=logs/shard-$( ((before == 0)) || echo "$before+")%a.log
    if ! array=$(sbatch --parsable "${{options[@]}}" --requeue --array="1-$tasks" --output="$log" shard.sh "$before"); then
        # All or none: a task of these would be in the way of the next attempt.
        [[ -z $arrays ]] || scancel ${{arrays//:/ }}
        exit 1
    fi
    arrays+=:${{array%%;*}}
done
merge=$(sbatch --parsable "${{options[@]}}" --dependency="afterok$arrays" --kill-on-invalid-dep=yes \
    --output='logs/merge.log' merge.sh)
echo "shards: job${{arrays//:/ }}, merge: job ${{merge%%;*}}"
"#
        )
    }
}

/// A path as a word of a script.
fn path(path: &Path) -> anyhow::Result<String> {
    path.to_str().map(quoted).with_context(|| format!("{}: a script can name it only if it is text", path.display()))
}

#[cfg(test)]
mod tests {
    use crate::typed::quoted;

    #[test]
    fn a_quoted_word_stands_for_itself() {
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
