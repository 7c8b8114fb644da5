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
