//! How far a training by self-play has come, kept so that it can be continued.

use std::fs;
use std::path::Path;

use bestply_experiments::files::{self, WholeFile};
use bestply_experiments::{Result, bail, ensure};

use crate::checkpoint::FOLDER;
use crate::{Checkpoint, History, StrengthCheck, Training};

/// A folder beside the weights with what was learnt so far.
pub(crate) struct TrainingProgress {
    checkpoint: Checkpoint,
    continues: bool,
    /// The number of games that the training which is continued was to come to.
    aim: Option<u64>,
}

/// Where a training begins.
#[derive(Default)]
pub(crate) struct Resumed {
    /// The games learnt from before.
    pub(crate) games: u64,
    pub(crate) history: History,
}

/// The file with the number of games that the training was to come to.
const GAMES: &str = "games.txt";

impl TrainingProgress {
    /// Opens the folder, which is new, or is that of an earlier training which is continued.
    ///
    /// Nothing that was learnt before is replaced by a new training.
    pub(crate) fn open(description: &str, training: &Training) -> Result<TrainingProgress> {
        let Training { ref out, continues, games, .. } = *training;
        let folder = files::beside(out, FOLDER)?;
        let (shown, is_begun) = (folder.display(), kept_in(&folder).next().is_some());
        ensure!(!continues || folder.is_dir(), "{shown}: no training is there to continue; leave out --continue");
        if !continues && !is_begun {
            files::check_free(out)?;
        }
        let checkpoint = Checkpoint::open(out, description)?;
        if !continues && is_begun {
            let kept = kept_in(&folder).next().unwrap_or_default();
            let ended = if aim_of(&checkpoint)? == Some(kept) { "came to its end" } else { "was interrupted" };
            bail!(
                "{shown}: a training {ended} after {kept} games; --continue goes on with it, \
                 and who removes the folder and the weights begins anew"
            );
        }
        // A place that cannot be written is refused before the training.
        drop(WholeFile::create(out)?);
        if let Some(kept) = kept_in(&folder).next().filter(|&kept| kept > games) {
            bail!("{shown}: {kept} games were played already; --games counts them");
        }
        // What is replaced is of this training, too.
        let aim = aim_of(&checkpoint)?;
        checkpoint.write_bytes(GAMES, format!("{games}\n").as_bytes())?;
        Ok(TrainingProgress { checkpoint, continues, aim })
    }

    /// Goes on from what was kept last: `restore` gets the numbers, and says whether they are as many as it needs.
    ///
    /// # Errors
    ///
    /// If that is damaged or of another training: other weights would come of it.
    pub(crate) fn resume(&self, restore: impl FnOnce(&[f32]) -> bool) -> Result<Resumed> {
        let Some(games) = kept_in(&self.checkpoint.folder).next().filter(|_| self.continues) else {
            return Ok(Resumed::default());
        };
        let (state, history) = (state_name(games), history_name(games));
        let text = self.checkpoint.read_bytes(&history)?.and_then(|bytes| String::from_utf8(bytes).ok());
        let read = text.and_then(|text| read_history(&text)).ok_or_else(|| self.checkpoint.unusable(&history))?;
        match self.checkpoint.read(&state, None)? {
            Some(numbers) if restore(&numbers) => Ok(Resumed { games, history: read }),
            _ => Err(self.checkpoint.unusable(&state)),
        }
    }

    /// What a person should know who goes on to another number of games than was said before (D330 in docs/meaning.md).
    pub(crate) fn other_aim(&self, resumed: &Resumed, games: u64) -> Option<String> {
        let aim = self.aim.filter(|&aim| resumed.games > 0 && aim != games)?;
        Some(format!(
            "note: the rate of learning falls towards the last game: {} games were learnt on the way to {aim}, so one \
             training of {games} would come to other weights",
            resumed.games
        ))
    }

    /// Keeps what was learnt from so many games in place of what was kept before.
    pub(crate) fn keep(&self, games: u64, state: &[f32], history: &History) -> Result {
        self.checkpoint.write_bytes(&history_name(games), write_history(history).as_bytes())?;
        self.checkpoint.write(&state_name(games), state)?;
        for before in kept_in(&self.checkpoint.folder).filter(|&before| before < games) {
            self.checkpoint.forget(&state_name(before));
            self.checkpoint.forget(&history_name(before));
        }
        Ok(())
    }
}

fn state_name(games: u64) -> String {
    format!("after-{games}")
}

fn history_name(games: u64) -> String {
    format!("after-{games}.history")
}

/// The numbers of games after which something was kept in a folder, the largest first.
fn kept_in(folder: &Path) -> impl Iterator<Item = u64> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut kept: Vec<u64> =
        entries.filter_map(|entry| entry.file_name().to_str()?.strip_prefix("after-")?.parse().ok()).collect();
    kept.sort_unstable();
    kept.into_iter().rev()
}

/// The number of games that a training was to come to, if it says it.
fn aim_of(checkpoint: &Checkpoint) -> Result<Option<u64>> {
    let aim = checkpoint.read_bytes(GAMES)?;
    Ok(aim.and_then(|bytes| str::from_utf8(&bytes).ok()?.trim_end().parse().ok()))
}

/// A line for each error and each check.
fn write_history(history: &History) -> String {
    let mut text = String::new();
    for (games, error) in &history.errors {
        text += &format!("error {games} {error}\n");
    }
    for StrengthCheck { games, results: [wins, losses, ties] } in &history.checks {
        text += &format!("check {games} {wins} {losses} {ties}\n");
    }
    text
}

fn read_history(text: &str) -> Option<History> {
    let mut history = History::default();
    for line in text.lines() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["error", games, error] => history.errors.push((games.parse().ok()?, error.parse().ok()?)),
            ["check", games, wins, losses, ties] => {
                let results = [wins.parse().ok()?, losses.parse().ok()?, ties.parse().ok()?];
                history.checks.push(StrengthCheck { games: games.parse().ok()?, results });
            }
            _ => return None,
        }
    }
    Some(history)
}
