//! One run shared by many machines: each plays a shard, and a merge makes the folder that one machine would have made.
//!
//! A shard plays the pairs whose place in their cell's order, modulo the number of shards, is its own.
//! A merge is the run again, in a folder of its own, with the shards' records.
//! So it writes what one machine would have written, in its order.
//!
//! **The key decision** is how a shard calibrates, since nobody knows the costs over all pairs before the merge.
//! Every shard plays the whole sample tournaments, and takes the ratio on the sample for that over all pairs.
//! So all shards foresee the same depths.
//! If all pairs decide otherwise, the merge plays the pairs that were not foreseen.
//! Or it asks for another round, in which the shards know the costs that the merge knows.

mod shard;
mod shard_file;

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::Serialize;

use self::shard::SHARD_FILE;
use self::shard_file::ShardFile;
use super::growth;
use super::run::{Calibrated, RunOptions, Runner, first, ratio};
use crate::contest::{CellPlan, Cost, Recorded};
use crate::outcome::records::{PairRecord, Record, Records};
use crate::outcome::score::TournamentScore;
use crate::play::calibration::sample;
use crate::{Error, Result};

pub use shard::{Shard, ShardProblem};

/// How a run shares its pairs with others.
#[derive(Clone, Debug, Default)]
pub enum RunSharing {
    /// The run plays all pairs.
    #[default]
    Alone,
    /// The run plays one shard's pairs, and writes no results.
    Shard {
        /// The shard.
        shard: Shard,
        /// The folder of a merge that asked for another round.
        after: Option<PathBuf>,
        /// The arguments by which the merge repeats the run. They are kept in the shard's folder.
        arguments: Vec<String>,
    },
    /// The run takes the pairs from the folders of finished shards.
    Merge {
        /// The folders of all shards, in any order.
        folders: Vec<PathBuf>,
        /// Whether the run plays pairs that no shard foresaw.
        /// If not, it ends at the first such tournament with [`ShardProblem::Unforeseen`].
        play: bool,
    },
}

/// Checks that the folders are those of all shards of one run, each once and finished.
/// Returns the arguments by which the run is repeated.
///
/// # Errors
///
/// If they are not.
pub fn arguments_of(folders: &[PathBuf]) -> Result<Vec<String>> {
    let mut found: HashMap<u64, &PathBuf> = HashMap::new();
    let mut first: Option<(&PathBuf, ShardFile)> = None;
    for folder in folders {
        let file = ShardFile::of(folder)?;
        let shard = file.shard;
        if let Some((first_folder, first)) = &first
            && first.shard.of() != shard.of()
        {
            let other = format!("{} shard {}", first_folder.display(), first.shard);
            return Err(Error::at(folder, format!("it holds shard {shard}, and {other}: they are not of one run")));
        }
        if let Some(first) = found.insert(shard.number(), folder) {
            let both = format!("{} and {}", first.display(), folder.display());
            bail!("{both}: both hold shard {shard}");
        }
        ensure!(file.finished, "{}: shard {shard} is not finished: give its command again", folder.display());
        file.check_others(folder)?;
        first.get_or_insert((folder, file));
    }
    let missing = |of: u64, numbers: &[u64]| Error::Invalid(format!("missing of {of} shards: {}", listed(numbers)));
    let Some((_, first)) = first else { return Err(missing(1, &[1])) };
    let of = first.shard.of();
    let numbers: Vec<u64> = (1..=of).filter(|number| !found.contains_key(number)).collect();
    if numbers.is_empty() { Ok(first.arguments) } else { Err(missing(of, &numbers)) }
}

/// Some of the numbers, and how many more there are.
fn listed(numbers: &[u64]) -> String {
    const SHOWN: usize = 10;
    let shown: Vec<String> = numbers.iter().take(SHOWN).map(u64::to_string).collect();
    let more = numbers.len().saturating_sub(SHOWN);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", shown.join(", "))
}

/// What a run has from other runs, and what it does itself.
pub(super) struct Share<R: Record> {
    sharing: RunSharing,
    /// The records of other runs.
    known: HashMap<R::Key, R>,
}

/// A folder of another run, which is a shard's where a merge reads it.
pub(super) struct Source<'f> {
    folder: &'f Path,
    shard: Option<Shard>,
}

impl<R: Record> Share<R> {
    /// Reads what other runs recorded, and checks that the folder is valid for this run. Nothing is changed.
    ///
    /// `counts` says of each record whether it counts, when the record of the same key that counts so far is this one.
    pub(super) fn read(
        sharing: &RunSharing,
        folder: &Path,
        fresh: bool,
        identity: &impl Serialize,
        counts: impl Fn(&R, Option<&R>, &Source<'_>) -> Result<bool>,
    ) -> Result<Share<R>> {
        check_folder::<R>(sharing, folder, fresh)?;
        let mut share = Share { sharing: sharing.clone(), known: HashMap::new() };
        let mut take_all = |records: Records<R>, source: Source<'_>| {
            for record in records.known.into_values() {
                if counts(&record, share.known.get(&record.key()), &source)? {
                    share.known.insert(record.key(), record);
                }
            }
            Ok::<(), Error>(())
        };
        match sharing {
            RunSharing::Alone | RunSharing::Shard { after: None, .. } => {}
            RunSharing::Shard { after: Some(after), .. } => {
                take_all(Records::look(after, identity)?, Source { folder: after, shard: None })?;
            }
            RunSharing::Merge { folders, .. } => {
                arguments_of(folders)?;
                for folder in folders {
                    let shard = Some(ShardFile::of(folder)?.shard);
                    take_all(Records::look(folder, identity).map_err(foreign)?, Source { folder, shard })?;
                }
            }
        }
        Ok(share)
    }

    /// The shard that is played, if it is one.
    pub(super) fn shard(&self) -> Option<Shard> {
        if let RunSharing::Shard { shard, .. } = self.sharing { Some(shard) } else { None }
    }

    /// Writes the description of the run's folder, before the run and after it.
    pub(super) fn sign(&self, records: &Records<R>, finished: bool) -> Result {
        if let RunSharing::Shard { shard, arguments, .. } = &self.sharing {
            records.check_program()?;
            return ShardFile::new::<R>(*shard, arguments.clone(), finished, records.folder())?.write(records);
        }
        let path = records.folder().join(SHARD_FILE);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io(&path, "cannot remove the file")(error)),
            _ => Ok(()),
        }
    }

    /// Each of these jobs, with its record if a shard did it or a torn file has it.
    pub(super) fn tasks<J>(
        &mut self,
        jobs: impl IntoIterator<Item = (J, R::Key)>,
        records: &mut Records<R>,
    ) -> Vec<(J, Option<R>)> {
        let is_merge = self.is_merge();
        let task = |(job, key): (J, R::Key)| {
            (job, records.rescued(&key).or_else(|| if is_merge { self.known.remove(&key) } else { None }))
        };
        jobs.into_iter().map(task).collect()
    }

    /// Whether the run merges shards.
    pub(super) fn is_merge(&self) -> bool {
        matches!(self.sharing, RunSharing::Merge { .. })
    }
}

/// The error that a folder belongs to another experiment, as a merge reports it.
fn foreign(error: Error) -> Error {
    match error {
        Error::OtherExperiment { folder, problem } => Error::at(&folder, format!("a foreign shard: {problem}")),
        other => other,
    }
}

/// Refuses a folder that holds another part of the run.
fn check_folder<R: Record>(sharing: &RunSharing, folder: &Path, fresh: bool) -> Result {
    if fresh {
        return Ok(());
    }
    let found = match (ShardFile::read(folder), sharing) {
        // The shard's own command writes it anew, and its records say by themselves what they are of.
        (Err(Error::Shards(ShardProblem::Damaged(_))), RunSharing::Shard { shard, .. }) => Some(*shard),
        (found, _) => found?.map(|file| file.shard),
    };
    let has_records = fs::metadata(folder.join(R::FILE)).is_ok_and(|metadata| metadata.len() > 0);
    let holds = match (sharing, found) {
        (RunSharing::Shard { shard, .. }, Some(found)) if found != *shard => {
            format!("shard {found}, not shard {shard}")
        }
        (RunSharing::Shard { shard, .. }, None) if has_records => format!("a whole run, not shard {shard}"),
        (RunSharing::Alone | RunSharing::Merge { .. }, Some(shard)) => format!("shard {shard}"),
        _ => return Ok(()),
    };
    let advice = "choose another folder with --out, or start anew with --fresh";
    Err(Error::at(folder, format!("it holds {holds}; {advice}")))
}

impl Share<PairRecord> {
    /// As [`read`](Share::read), of pairs of games. Samples are played by every shard.
    ///
    /// If times are recorded, only the sample of the shard that the pair belongs to counts; otherwise all must agree.
    pub(super) fn of_pairs(options: &RunOptions, identity: &Recorded, plans: &[CellPlan]) -> Result<Self> {
        if matches!(options.sharing, RunSharing::Shard { .. }) {
            if let Some(plan) = plans.iter().find(|plan| plan.calibrated && plan.cost == Cost::Time) {
                let problem = "a calibration by time cannot be shared, since no two shards measure the same";
                bail!("{}: {problem}; play it without --shard", plan.id);
            }
            if let Some(plan) = plans.iter().find(|plan| plan.sprt.is_some()) {
                Err(ShardProblem::SequentialTest(plan.id.clone()))?;
            }
        }
        let mut sharing = options.sharing.clone();
        if let RunSharing::Shard { after, .. } = &mut sharing {
            // A merge of fewer pairs knows no costs over all of them.
            after.take_if(|after| growth::has_fewer(after, identity));
        }
        let plans: HashMap<&str, &CellPlan> = plans.iter().map(|plan| (plan.id.as_str(), plan)).collect();
        Share::read(&sharing, &options.out, options.opening.fresh, identity, |record: &PairRecord, known, source| {
            let Some(plan) = plans.get(record.cell.as_str()) else { return Ok(false) };
            let place = record.seed.saturating_sub(plan.seeds.start);
            if known.is_some_and(|other| !plan.is_timed && other != record) {
                let pair = format!("pair {} of {}", record.seed, record.cell);
                let problem = format!("it and another shard disagree on {pair}: they were not played by one program");
                return Err(Error::at(source.folder, problem));
            }
            Ok(known.is_none() || source.shard.is_some_and(|shard| shard.has(place)))
        })
    }

    /// Each of these pairs of a tournament, as [`tasks`](Share::tasks) are.
    pub(super) fn pairs(
        &mut self,
        plan: &CellPlan,
        depth: Option<usize>,
        seeds: &[u64],
        records: &mut Records,
    ) -> Result<Vec<(u64, Option<PairRecord>)>> {
        let tasks = self.tasks(seeds.iter().map(|&seed| (seed, (plan.id.clone(), depth, seed))), records);
        let pairs = tasks.iter().filter(|(_, record)| record.is_none()).count();
        if pairs > 0 && matches!(self.sharing, RunSharing::Merge { play: false, .. }) {
            let (cell, depth, folder) = (plan.id.clone(), depth.unwrap_or_default(), records.folder().to_owned());
            return Err(ShardProblem::Unforeseen { cell, depth, pairs, folder }.into());
        }
        Ok(tasks)
    }
}

impl Runner<'_, '_> {
    /// Plays a shard's part of a cell, at all depths for which its calibration is foreseen to ask.
    pub(super) fn shard_cell(&mut self, shard: Shard, plan: &CellPlan, calibrated: &mut Calibrated) -> Result {
        if plan.calibrated {
            self.calibrate(plan, calibrated, |runner, depth, pairs| runner.foresee(shard, plan, depth, pairs)).map(drop)
        } else {
            self.part(shard, plan, plan.challenger.depth())
        }
    }

    /// Plays a shard's part of a tournament.
    fn part(&mut self, shard: Shard, plan: &CellPlan, depth: Option<usize>) -> Result {
        let seeds = plan.seeds.clone().filter(|seed| shard.has(seed - plan.seeds.start));
        self.tournament(plan, depth, seeds).map(drop)
    }

    /// The ratio of costs at a depth, of which a shard plays its part.
    /// It is the ratio over all pairs if that is known, and otherwise that over the sample,
    /// which is the same in all shards.
    fn foresee(&mut self, shard: Shard, plan: &CellPlan, depth: usize, pairs: u64) -> Result<f64> {
        let sample = sample(plan.seeds.end - plan.seeds.start);
        if pairs > sample {
            self.part(shard, plan, Some(depth))?;
            if let Some(score) = self.at_hand(plan, depth, first(plan, pairs)) {
                return Ok(ratio(plan, &score));
            }
        }
        Ok(ratio(plan, &self.tournament(plan, Some(depth), first(plan, sample))?))
    }

    /// The score of these pairs, if all are on record here or elsewhere.
    fn at_hand(&self, plan: &CellPlan, depth: usize, seeds: std::ops::Range<u64>) -> Option<TournamentScore> {
        let (mut score, arena) = (TournamentScore::of(plan.game.unit()), self.arenas.arena(plan));
        for seed in seeds {
            let here = self.records.get(&plan.id, Some(depth), seed);
            let record = here.or_else(|| self.share.known.get(&(plan.id.clone(), Some(depth), seed)))?;
            score.add(record, arena.cluster(seed));
        }
        Some(score)
    }
}
