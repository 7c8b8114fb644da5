//! The list of all records: the pages that have figures of each, and when it was made.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Context;
use bestply_experiments::files::read_text;
use serde_json::Value as Json;

use super::blocks::Block;
use super::markdown::{code, table};
use super::published;
use super::record::{Query, Records};

/// The records as a table of Markdown for a page in `docs/`.
pub(super) fn record_list(records: &Records, pages: &[(&PathBuf, Vec<Block<'_>>)]) -> anyhow::Result<String> {
    let mut kept: Vec<(&String, &PathBuf)> = records.found.iter().collect();
    kept.sort_by_key(|(_, path)| *path);
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (page, blocks) in pages {
        for (_, entry) in blocks.iter().flat_map(Block::entries) {
            for name in queries(entry)?.into_iter().flat_map(|query| query.records) {
                uses.entry(name).or_default().insert(link(page));
            }
        }
    }
    let mut rows = Vec::new();
    for (name, path) in kept {
        let pages = uses.remove(name).into_iter().flatten().collect::<Vec<_>>().join(", ");
        let shown = path.strip_prefix(&records.folder).unwrap_or(path).display();
        rows.push([code(&shown.to_string()), pages, made_on(path)?]);
    }
    Ok(table(["record", "pages", "made on"], rows))
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
    let provenance: Json = serde_json::from_str(&text).with_context(|| file.display().to_string())?;
    let runs = provenance["runs"].as_array().into_iter().flatten();
    // A program of the workspace says when it began, and a script when it wrote the record.
    let times = runs.flat_map(|run| ["first_begun", "last_begun", "written"].map(|time| run[time].as_str()));
    let days: BTreeSet<&str> = times.flatten().filter_map(|time| time.split('T').next()).collect();
    let ends: BTreeSet<&str> = days.first().into_iter().chain(days.last()).copied().collect();
    Ok(ends.into_iter().collect::<Vec<_>>().join(" to "))
}
