//! The list of all records: the pages that have figures of each, and when it was made.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Context;
use bestply_experiments::files::read_text;
use serde::Deserialize;

use super::blocks::Block;
use super::published;
use super::record::{Query, records};

/// The part of `provenance.json` that says when a record was made.
#[derive(Deserialize)]
struct Provenance {
    runs: Vec<Run>,
}

/// A program of the workspace says when it began, and a script when it wrote the record.
#[derive(Deserialize)]
#[serde(untagged)]
enum Run {
    Begun { first_begun: String, last_begun: String },
    Written { written: String },
}

impl Run {
    /// The first and the last time that it tells.
    fn times(&self) -> [&str; 2] {
        match self {
            Run::Begun { first_begun, last_begun } => [first_begun, last_begun],
            Run::Written { written } => [written, written],
        }
    }
}

/// The records below a folder as a table of Markdown for a page in `docs/`.
pub(super) fn record_list(folder: &Path, pages: &[(&PathBuf, Vec<Block<'_>>)]) -> anyhow::Result<Vec<String>> {
    let mut kept: Vec<(String, PathBuf)> = records(folder)?.into_iter().collect();
    kept.sort_by(|(_, one), (_, other)| one.cmp(other));
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (page, blocks) in pages {
        for (_, entry) in blocks.iter().flat_map(Block::entries) {
            for name in queries(entry)?.iter().flat_map(Query::records) {
                uses.entry(name.clone()).or_default().insert(link(page));
            }
        }
    }
    let mut lines = vec!["| record | pages | made on |".to_owned(), "|---|---|---|".to_owned()];
    for (name, path) in &kept {
        let pages = uses.remove(name).into_iter().flatten().collect::<Vec<_>>().join(", ");
        let shown = path.strip_prefix(folder).unwrap_or(path).display();
        lines.push(format!("| `{shown}` | {pages} | {} |", made_on(path)?));
    }
    Ok(lines)
}

/// The queries of an entry. What is no query, such as a template, is left out.
fn queries(entry: &str) -> anyhow::Result<Vec<Query>> {
    match entry.strip_prefix("published ") {
        Some(file) => published::queries(file.trim()),
        None => Ok(entry.split(" | ").filter_map(|part| Query::read(part).ok()).collect()),
    }
}

/// A page as a link from the pages in `docs/`.
fn link(page: &Path) -> String {
    let name = page.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    match page.strip_prefix("docs") {
        Ok(below) => format!("[{name}]({})", below.display()),
        Err(_) => format!("[{name}](../{})", page.display()),
    }
}

/// The days from the first to the last run of a record; nothing where it does not say it.
fn made_on(record: &Path) -> anyhow::Result<String> {
    let file = record.join("provenance.json");
    if !file.exists() {
        return Ok(String::new());
    }
    let text = read_text(&file, "cannot read the provenance")?;
    let Provenance { runs } = serde_json::from_str(&text).with_context(|| file.display().to_string())?;
    let days = runs.iter().flat_map(Run::times).filter_map(|time| time.split('T').next());
    let days: BTreeSet<&str> = days.collect();
    let (first, last) = (days.first().copied().unwrap_or_default(), days.last().copied().unwrap_or_default());
    Ok(if first == last { first.to_owned() } else { format!("{first} to {last}") })
}
