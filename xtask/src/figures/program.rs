//! What the program says of itself on a page: its commands, its searchers with their keys, its presets, its games and
//! its files.
//!
//! The mark `below: searchers` begins such a part. It ends with the next part, the mark `end`, or the page.

mod commands;
mod fields;
mod games;
mod keys;
mod searchers;

use std::path::Path;

use anyhow::bail;
use bestply_catalogue::Catalogue;
use clap::Command;

/// What the program writes under a name on a page, with an empty line before and after.
///
/// `commands` are all of them, under the name that the program has where it is installed.
pub(super) fn part(name: &str, catalogue: &Catalogue, commands: &Command, page: &Path) -> anyhow::Result<String> {
    let text = match name {
        "commands" => commands::all(commands),
        "searchers" => searchers::all(catalogue),
        "presets" => games::presets(catalogue),
        "games" => games::all(catalogue),
        "fields" => fields::all()?,
        _ => bail!("`{name}` is nothing that the program writes: use commands, searchers, presets, games or fields"),
    };
    Ok(format!("\n{}", linked(&text, page)))
}

/// The same with links to the documents that it names, as far as they are in the page's folder.
fn linked(part: &str, page: &Path) -> String {
    let mut rests = part.split("docs/");
    let begin = rests.next().unwrap_or_default().to_owned();
    rests.fold(begin, |text, rest| {
        let name = rest.split_inclusive(".md").next().unwrap_or_default();
        if name.ends_with(".md") && page.with_file_name(name).exists() {
            format!("{text}[{name}]({name}){}", &rest[name.len()..])
        } else {
            format!("{text}docs/{rest}")
        }
    })
}
