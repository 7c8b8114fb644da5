//! Folders of pages and of records.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// What is in a folder, in no order.
pub(super) fn entries(folder: &Path, failure: &str) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.with_context(|| format!("{}: {failure}", folder.display()))?;
    Ok(entries.into_iter().map(|entry| entry.path()).collect())
}

/// The files with this ending at or below a path, in the order of their names.
pub(super) fn files(path: &Path, ending: &str, failure: &str) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut below = entries(path, failure)?;
    below.retain(|path| path.is_dir() || path.extension().is_some_and(|extension| extension == ending));
    below.sort();
    let files: Result<Vec<_>, _> = below.iter().map(|path| files(path, ending, failure)).collect();
    Ok(files?.concat())
}
