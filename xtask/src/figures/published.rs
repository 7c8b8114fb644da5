//! A table of published results, and whether the records reproduce them.

use std::path::Path;

use anyhow::{Context, ensure};
use bestply_experiments::files::read_text;
use serde::Deserialize;

use super::markdown;
use super::record::{Condition, Query, Records};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    result: Vec<PublishedResult>,
}

/// A result that somebody published.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedResult {
    algorithm: String,
    game: String,
    /// What was found, and where that is said.
    result: String,
    source: String,
    /// The page that has more of it, and the title of the link.
    page: String,
    /// What selects the rows that are about it. Without it nobody tried it yet, or no record was kept.
    records: Option<String>,
    /// What was found where no record was kept.
    without_record: Option<String>,
    /// What holds of a row that says the same, and of one that says the opposite.
    reproduced: Option<String>,
    refuted: Option<String>,
}

/// The table of a file, which is written anew from the records.
pub(super) fn table(file: &str, records: &mut Records) -> anyhow::Result<String> {
    let mut rows = Vec::new();
    for it in read(file)? {
        let verdict = verdict(&it, records).with_context(|| format!("{file}: {}, {}", it.algorithm, it.result))?;
        rows.push([it.algorithm, it.game, format!("{} ({})", it.result, it.source), verdict, it.page]);
    }
    Ok(markdown::table(["algorithm", "game", "published", "reproduced?", "more"], rows))
}

/// What selects the rows of records that the results of a file are about.
pub(super) fn queries(file: &str) -> anyhow::Result<Vec<Query>> {
    read(file)?.iter().filter_map(|it| it.records.as_deref()).map(Query::read).collect()
}

fn read(file: &str) -> anyhow::Result<Vec<PublishedResult>> {
    let text = read_text(Path::new(file), "cannot read the published results")?;
    let File { result } = toml::from_str(&text).with_context(|| file.to_owned())?;
    Ok(result)
}

fn verdict(it: &PublishedResult, records: &mut Records) -> anyhow::Result<String> {
    let Some(query) = &it.records else {
        let found = it.without_record.as_ref().map(|found| format!("{found}, without a record"));
        return Ok(found.unwrap_or_else(|| "not tried".to_owned()));
    };
    let read =
        |conditions: &Option<String>| Condition::all(conditions.as_deref().unwrap_or_default().split_whitespace());
    let same = read(&it.reproduced)?;
    let opposite = read(&it.refuted)?;
    ensure!(!same.is_empty(), "`reproduced` is missing: what holds of a row that says the same");
    let rows = records.select(query)?;
    ensure!(!rows.is_empty(), "no row of the record meets the conditions of `records`");
    let number =
        |conditions: &[Condition]| rows.iter().filter(|row| !conditions.is_empty() && row.meets(conditions)).count();
    let (same, opposite, all) = (number(&same), number(&opposite), rows.len());
    Ok(match (same, opposite) {
        _ if same == all && all == 1 => "yes".to_owned(),
        _ if same == all => format!("yes, all {all}"),
        (0, 0) if it.refuted.is_some() => "not shown".to_owned(),
        (0, _) if all == 1 => "no".to_owned(),
        _ => format!("{same} of {all}"),
    })
}
