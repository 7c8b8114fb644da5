//! Runs that go on with more pairs than they were planned with.

use std::path::{Path, PathBuf};

use crate::contest::{Held, Recorded};
use crate::outcome::records::IDENTITY;
use crate::{Error, Result, files};

/// The run with all that was decided of it so far, there and in its shards, and whether its folder has fewer pairs.
/// Nothing is changed.
///
/// # Errors
///
/// If the folder has more pairs of it.
pub(super) fn grown(mut run: Recorded, shards: &[PathBuf], folder: Option<&Path>) -> Result<(Recorded, bool)> {
    shards.iter().filter_map(|shard| in_folder(shard)).for_each(|shard| run.add_grown(&shard.grown));
    let Some((folder, found)) = folder.and_then(|folder| Some((folder, in_folder(folder)?))) else {
        return Ok((run, false));
    };
    let (held, grown) = run.clone().grown_from(found);
    match held {
        // Opening the folder says what is another one in it.
        Held::Other => Ok((run, false)),
        Held::Same | Held::Fewer => Ok((grown, held == Held::Fewer)),
        Held::More => {
            let problem = "it has more pairs of the same experiment, and none is given up: ask for as many, or more";
            Err(Error::OtherExperiment { folder: folder.to_owned(), problem: problem.to_owned() })
        }
    }
}

/// Whether a folder holds the same run with fewer pairs.
pub(super) fn has_fewer(folder: &Path, run: &Recorded) -> bool {
    in_folder(folder).is_some_and(|found| run.clone().grown_from(found).0 == Held::Fewer)
}

/// What a folder is of; nothing where nothing readable says it.
fn in_folder(folder: &Path) -> Option<Recorded> {
    let text = files::read_text(&folder.join(IDENTITY), "cannot read the file").ok()?;
    serde_json::from_str(&text).ok()
}
