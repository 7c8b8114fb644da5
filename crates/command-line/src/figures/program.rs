//! What the program says of itself on a page: its searchers with their keys, its presets, its games.
//!
//! The mark `below: searchers` begins such a part. It ends with the next part, the mark `end`, or the page.

mod games;
mod keys;
mod markdown;
mod searchers;

use anyhow::{Context, bail};
use bestply_catalogue::Catalogue;

use super::blocks::{self, BELOW, are_written};
use super::page::Checked;

/// A checked page with its parts as the program writes them. Those that stood there otherwise are wrong.
pub(super) fn with_parts(checked: Checked, catalogue: &Catalogue) -> anyhow::Result<Checked> {
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
        let part = part(name, catalogue).with_context(|| format!("line {line}"))?;
        parts += 1;
        if stood.join("\n") != part {
            wrong.push(format!("{line}: what stands below is not what the program says of its {name}"));
        }
        page.push(part);
    }
    Ok(Checked { figures: checked.figures + parts, wrong, updated: page.join("\n"), pictures: checked.pictures })
}

/// What the program writes under a name, with an empty line before and after.
fn part(name: &str, catalogue: &Catalogue) -> anyhow::Result<String> {
    let text = match name {
        "searchers" => searchers::all(catalogue),
        "presets" => games::presets(catalogue),
        "games" => games::all(catalogue),
        _ => bail!("`{name}` is nothing that the program writes: use searchers, presets or games"),
    };
    Ok(format!("\n{text}"))
}
