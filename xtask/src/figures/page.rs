//! The marks of a page, and whether what stands above each is what its records say.
//!
//! A mark is a comment of Markdown that begins with `figures` and stands right below a paragraph, an item or a table.
//! Each of its lines is a query, a bar, and what stands above: a template, how the whole table is made, or a picture;
//! or it says why no record holds the figures above. One mark of a page can hold all of its numbers.

use std::iter::from_fn;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use bestply_catalogue::Catalogue;
use bestply_experiments::files::{WholeFile, read_text};
use bestply_experiments::runs::quality;
use bestply_experiments::show::plots::leads;
use bestply_presentation::document::Plot;
use bestply_presentation::words::count;
use clap::Command;

use super::blocks::{self, BELOW, Block, are_written, is_boundary};
use super::markdown::{aligned, groups, leave_repeated_out};
use super::open::{Held, OF_THE_PAGE, numbers_outside};
use super::program::part;
use super::published;
use super::record::{Condition, Records, Row};
use super::template::fill;

/// The lists of what is open and of all records.
pub(super) const LISTS: [&str; 2] = ["open", "records"];

/// What came of a page.
#[derive(Default)]
pub(super) struct Checked {
    /// The number of figures and tables that are marked.
    pub(super) figures: usize,
    /// The marks whose figures do not stand above them, with their lines.
    pub(super) wrong: Vec<String>,
    /// The page with its tables as the records have them, and its parts as the program writes them.
    pub(super) updated: String,
}

/// What figures of pages are from.
pub(super) struct Sources<'s> {
    pub(super) catalogue: &'s Catalogue,
    pub(super) commands: Command,
    pub(super) records: Records,
    /// The lists that marks ask for by [`LISTS`]; they are there if all pages were looked at.
    pub(super) lists: Option<[String; 2]>,
    /// Whether pictures are drawn anew where they are not those of the records.
    pub(super) update: bool,
}

/// Checks the page of a file.
pub(super) fn check(text: &str, file: &Path, sources: &mut Sources<'_>) -> anyhow::Result<Checked> {
    let blocks = blocks::read(text)?;
    let mut checked = Checked::default();
    let mut page: Vec<String> = Vec::new();
    let mut of_page: Option<Vec<String>> = None;
    let mut rest = blocks.iter().zip(are_written(&blocks)).peekable();
    while let Some((block, _)) = rest.next() {
        let mut above: Vec<String> = block.lines.iter().map(|&line| line.to_owned()).collect();
        let is_of_page = block.entries().any(|(_, entry)| entry == OF_THE_PAGE);
        let mut texts = is_of_page.then(|| of_page.get_or_insert_default());
        for (line, entry) in block.entries().filter(|(_, entry)| *entry != OF_THE_PAGE && !is_boundary(entry)) {
            let held = Held::read(entry);
            checked.figures += usize::from(held.is_none() && !entry.starts_with("given | "));
            let came = match (held, &mut texts) {
                (Some((held, _)), _) => held.check(&above),
                (None, Some(texts)) => check_of_page(entry, &blocks, &mut sources.records).map(|it| texts.push(it)),
                (None, None) => check_line(entry, &mut above, file, sources),
            };
            checked.wrong.extend(came.err().map(|problem| format!("{line}: {problem:#}")));
        }
        page.append(&mut above);
        page.extend(block.mark.iter().map(|&line| line.to_owned()));
        if let Some((line, name)) = block.entries().find_map(|(line, entry)| Some((line, entry.strip_prefix(BELOW)?))) {
            let text = part(name, sources.catalogue, &sources.commands, file);
            let text = text.with_context(|| format!("{}: line {line}", file.display()))?;
            let written = from_fn(|| rest.next_if(|(_, is_written)| *is_written));
            let stood = written.flat_map(|(block, _)| block.lines.iter().chain(&block.mark).copied());
            checked.figures += 1;
            if stood.collect::<Vec<_>>().join("\n") != text {
                checked.wrong.push(format!("{line}: what stands below is not what the program says of its {name}"));
            }
            page.push(text);
        }
    }
    if let Some(texts) = of_page {
        let unmarked = blocks.iter().filter(|block| block.mark.is_empty() && !block.is_code);
        for (line, text) in unmarked.flat_map(|block| (block.line..).zip(&block.lines)) {
            let numbers = numbers_outside(text, &texts).into_iter();
            checked.wrong.extend(numbers.map(|number| format!("{line}: no mark holds the number {number}")));
        }
    }
    checked.updated = page.join("\n");
    Ok(checked)
}

/// The text of a line of a mark of the page, which must stand somewhere on it.
fn check_of_page(line: &str, blocks: &[Block], records: &mut Records) -> anyhow::Result<String> {
    let forms = "QUERY | TEMPLATE, or given | TEXT, where the mark is of the page";
    let (query, template) = line.split_once(" | ").with_context(|| format!("`{line}` is no mark: {forms}"))?;
    let text = match query {
        "given" => template.to_owned(),
        query => fill(template, &records.select(query)?)?,
    };
    let is_there = blocks.iter().flat_map(|block| &block.lines).any(|line| line.contains(&text));
    ensure!(is_there, "`{text}` does not stand on the page");
    Ok(text)
}

/// Checks a line of a mark against the block above it, and puts the table that it makes into the block's place.
fn check_line(line: &str, block: &mut Vec<String>, page: &Path, sources: &mut Sources<'_>) -> anyhow::Result<()> {
    let Sources { records, lists, .. } = sources;
    if let Some(place) = LISTS.iter().position(|name| *name == line) {
        return lists.as_ref().map_or(Ok(()), |lists| update(block, &lists[place]));
    }
    let parts: Vec<&str> = line.split(" | ").map(str::trim).collect();
    ensure!(!block.is_empty(), "nothing stands right above the mark");
    match (parts[0].strip_prefix("published "), &parts[1..]) {
        (Some(file), []) => update(block, &published::table(file.trim(), records)?),
        (None, ["picture", more @ ..]) => check_pictures(&[&parts[..1], more].concat(), block, page, sources),
        (None, [how, templates @ ..]) if how.starts_with("table ") => {
            update(block, &make_table(&records.select(parts[0])?, &how["table ".len()..], templates)?)
        }
        (None, [template]) => {
            let text = fill(template, &records.select(parts[0])?)?;
            let is_there = block.iter().any(|line| line.contains(&text));
            ensure!(is_there, "the record says `{text}`, which does not stand above");
            Ok(())
        }
        _ => {
            let forms = "QUERY | TEMPLATE, QUERY | table ROWS by COLUMN | TEMPLATE, QUERY | picture, or published FILE";
            bail!("`{line}` is no mark: {forms}")
        }
    }
}

/// Puts the table of the records into the block's place, and says whether it was there.
fn update(block: &mut Vec<String>, table: &str) -> anyhow::Result<()> {
    let table = table.lines().map(str::to_owned).collect();
    let is_same = *block == table;
    *block = table;
    ensure!(is_same, "the table above is not the record's");
    Ok(())
}

/// Checks the pictures that a block shows, or draws them anew, from what any of the queries selects: of the lead over
/// the budget one, and of the scores over the quality of evaluations one a game.
fn check_pictures(
    queries: &[&str],
    block: &[String],
    page: &Path,
    Sources { records, update, .. }: &mut Sources<'_>,
) -> anyhow::Result<()> {
    let file =
        |line: &String| Some(page.with_file_name(line.strip_prefix("![")?.split_once("](")?.1.strip_suffix(')')?));
    let files: Vec<PathBuf> = block.iter().filter_map(file).collect();
    ensure!(!files.is_empty(), "no picture stands right above the mark");
    let mut cells = Vec::new();
    let mut scores = Vec::new();
    for query in queries {
        for row in records.select(query)? {
            cells.extend(row.read());
            scores.extend(row.read());
        }
    }
    let mut figures = quality::figures(&scores);
    ensure!(figures.len() <= 1, "the scores are of several challengers, and a picture is of one");
    let of_leads = || leads::scores(&cells.iter().collect::<Vec<_>>());
    let figure = figures.pop().or_else(of_leads);
    let plots = figure.context("the contests are no lead over a budget: at least two games and budgets each")?.plots;
    let shown = count(files.len(), "picture", "pictures");
    let have = plots.len();
    ensure!(files.len() == have, "the page shows {shown} right above the mark, and the records have {have}");
    for (file, Plot { svg, .. }) in files.iter().zip(plots) {
        let is_shown = read_text(file, "cannot read the picture").is_ok_and(|shown| shown == svg);
        if *update && !is_shown {
            WholeFile::create(file)?.write(svg.as_bytes())?;
        }
        ensure!(is_shown || *update, "{} is not the picture of the record", file.display());
    }
    Ok(())
}

/// A table of rows: `game, challenger by budget` has lines for each game and challenger, and a column for each budget.
///
/// A name that is not the field's stands after an equals sign. There is a line for each template, which has a label
/// before a colon where there are several. Entries that meet the conditions of `bold …`, the last part, are bold.
fn make_table(rows: &[&Row], how: &str, parts: &[&str]) -> anyhow::Result<String> {
    ensure!(!rows.is_empty(), "no row of the record meets the conditions");
    let (keys, column) = how.rsplit_once("by ").with_context(|| format!("`{how}` does not say `by` which column"))?;
    let keys = keys.split(',').map(str::trim).filter(|key| !key.is_empty());
    let keys: Vec<(&str, &str)> = keys.map(|key| key.split_once('=').unwrap_or((key, key))).collect();
    let (bold, templates): (Vec<&str>, Vec<&str>) = parts.iter().partition(|part| part.starts_with("bold "));
    let bold = Condition::all(bold.iter().flat_map(|part| part.split(' ').skip(1)))?;
    ensure!(!templates.is_empty(), "a table has a template");
    let columns = groups(rows.iter().map(|row| row.text(column.trim())), String::clone);
    let columns: Vec<&str> = columns.iter().map(|same| same[0].as_str()).collect();
    let entry = |template: &str, rows: &[&Row], value: &str| {
        let here: Vec<&Row> = rows.iter().copied().filter(|row| row.text(column.trim()) == value).collect();
        if here.is_empty() {
            return Ok(String::new());
        }
        let is_bold = !bold.is_empty() && here.iter().all(|row| row.meets(&bold));
        fill(template, &here).map(|text| if is_bold { format!("**{text}**") } else { text })
    };
    let has_labels = templates.iter().any(|template| label(template).is_some());
    let names: Vec<&str> = keys.iter().map(|(_, name)| *name).chain(has_labels.then_some("")).collect();
    // Lines of one first name stand together, whatever the order of the records.
    let mut of_lines = vec![rows.to_vec()];
    for (key, _) in &keys {
        of_lines = of_lines.into_iter().flat_map(|rows| groups(rows, |row| row.text(key))).collect();
    }
    let mut lines: Vec<Vec<String>> = Vec::new();
    for own in of_lines {
        for template in &templates {
            let (label, template) = label(template).unwrap_or(("", template));
            let named = keys.iter().map(|(key, _)| own[0].text(key)).chain(has_labels.then(|| label.to_owned()));
            let entries = columns.iter().map(|value| entry(template, &own, value));
            lines.push(named.map(Ok).chain(entries).collect::<anyhow::Result<_>>()?);
        }
    }
    leave_repeated_out(&mut lines, names.len().saturating_sub(1));
    Ok(aligned(&names, &columns, lines))
}

/// The label and the rest of a template that begins with one.
fn label(template: &str) -> Option<(&str, &str)> {
    template.split_once(": ").filter(|(label, _)| !label.contains('{'))
}
