//! What the program says of itself on a page: its commands, its searchers with their keys, its presets, its games and
//! its files.
//!
//! The mark `below: searchers` begins such a part. It ends with the next part, the mark `end`, or the page.

mod commands;
mod fields;
mod games;
mod keys;
mod markdown;
mod searchers;

use std::path::Path;

use anyhow::{Context, bail};
use bestply_catalogue::Catalogue;
use clap::Command;

use super::blocks::{self, BELOW, are_written};
use super::page::Checked;

/// What a page can say of a program.
pub(crate) struct Program<'p> {
    pub(crate) catalogue: &'p Catalogue,
    /// All commands, under the name that it has where it is installed.
    pub(crate) commands: Command,
}

/// A checked page of a folder with its parts as the program writes them. Those that stood there otherwise are wrong.
pub(super) fn with_parts(checked: Checked, program: &Program, folder: &Path) -> anyhow::Result<Checked> {
    let blocks = blocks::read(&checked.updated)?;
    let mut places = blocks.iter().zip(are_written(&blocks)).peekable();
    let (mut page, mut parts, mut wrong): (Vec<String>, _, _) = (Vec::new(), 0, checked.wrong);
    while let Some((block, _)) = places.next() {
        page.extend(block.all_lines().map(str::to_owned));
        let mut marks = block.entries().into_iter();
        let begins = marks.find_map(|(line, entry)| Some((line, entry.strip_prefix(BELOW)?)));
        let Some((line, name)) = begins else { continue };
        let stood: Vec<&str> = std::iter::from_fn(|| places.next_if(|(_, is_written)| *is_written))
            .flat_map(|(block, _)| block.all_lines())
            .collect();
        let part = linked(&part(name, program).with_context(|| format!("line {line}"))?, folder);
        parts += 1;
        if stood.join("\n") != part {
            wrong.push(format!("{line}: what stands below is not what the program says of its {name}"));
        }
        page.push(part);
    }
    Ok(Checked { figures: checked.figures + parts, wrong, updated: page.join("\n"), pictures: checked.pictures })
}

/// What the program writes under a name, with an empty line before and after.
fn part(name: &str, Program { catalogue, commands }: &Program) -> anyhow::Result<String> {
    let text = match name {
        "commands" => commands::all(commands),
        "searchers" => searchers::all(catalogue),
        "presets" => games::presets(catalogue),
        "games" => games::all(catalogue),
        "fields" => fields::all()?,
        _ => bail!("`{name}` is nothing that the program writes: use commands, searchers, presets, games or fields"),
    };
    Ok(format!("\n{text}"))
}

/// The same with links to the documents that it names, as far as they are in the page's folder.
fn linked(part: &str, folder: &Path) -> String {
    let mut rests = part.split("docs/");
    let begin = rests.next().unwrap_or_default().to_owned();
    rests.fold(begin, |text, rest| {
        let name = rest.split_inclusive(".md").next().unwrap_or_default();
        match name.ends_with(".md") && folder.join(name).exists() {
            true => format!("{text}[{name}]({name}){}", &rest[name.len()..]),
            false => format!("{text}docs/{rest}"),
        }
    })
}
