//! The marks of a page, and whether what stands above each is what its records say.
//!
//! A mark is a comment of Markdown that begins with `figures` and stands right below a paragraph, an item or a table.
//! Each of its lines is a query, a bar, and what stands above: a template, how the whole table is made, or a picture;
//! or it says why no record holds the figures above. One mark of a page can hold all of its numbers.

use anyhow::{Context, bail, ensure};
use bestply_experiments::runs::quality;
use bestply_experiments::show::plots::leads;
use bestply_presentation::words::count;

use super::blocks::{self, Block, is_boundary};
use super::open::{Held, OF_THE_PAGE, numbers_outside};
use super::published;
use super::record::{Condition, Query, Records, Row, Shown};
use super::template::fill;

/// What came of a page.
pub(super) struct Checked {
    /// The number of figures and tables that are marked.
    pub(super) figures: usize,
    /// The marks whose figures do not stand above them, with their lines.
    pub(super) wrong: Vec<String>,
    /// The page with its tables as the records have them.
    pub(super) updated: String,
    /// The pictures that are marked, as the records have them.
    pub(super) pictures: Vec<Picture>,
}

/// A picture that a page shows.
pub(super) struct Picture {
    /// The line of its mark.
    pub(super) line: usize,
    /// Its file, from the page's folder on.
    pub(super) file: String,
    /// The picture of the records.
    pub(super) svg: String,
}

/// What a mark may ask for where all pages were looked at.
pub(super) struct Lists {
    /// What is open on all pages.
    pub(super) open: Vec<String>,
    /// All records, as a table.
    pub(super) records: Vec<String>,
}

/// Checks a page. The lists are there if all pages were looked at.
pub(super) fn check(text: &str, records: &mut Records, lists: Option<&Lists>) -> anyhow::Result<Checked> {
    let blocks = blocks::read(text)?;
    let mut checked = Checked { figures: 0, wrong: Vec::new(), updated: String::new(), pictures: Vec::new() };
    let (mut page, mut of_page): (Vec<String>, Option<Vec<String>>) = (Vec::new(), None);
    for block in &blocks {
        let mut above: Vec<String> = block.lines.iter().map(|&line| line.to_owned()).collect();
        let mut is_of_page = false;
        for (line, entry) in block.entries() {
            if entry == OF_THE_PAGE {
                is_of_page = true;
                of_page.get_or_insert_default();
                continue;
            }
            if is_boundary(entry) {
                continue;
            }
            let held = Held::read(entry).map(|(held, _)| held);
            checked.figures += usize::from(held.is_none() && !entry.starts_with("given | "));
            let came = match (held, &mut of_page) {
                (Some(held), _) => check_held(held, &above).map(|()| Vec::new()),
                (None, Some(texts)) if is_of_page => check_of_page(entry, &blocks, records).map(|text| {
                    texts.push(text);
                    Vec::new()
                }),
                _ if entry == OPEN_LIST || entry == RECORD_LIST => {
                    let list = lists.map(|lists| if entry == OPEN_LIST { &lists.open } else { &lists.records });
                    list.map_or(Ok(()), |list| update(&mut above, list.clone())).map(|()| Vec::new())
                }
                _ => check_line(entry, &mut above, records),
            };
            match came {
                Ok(pictures) => {
                    checked.pictures.extend(pictures.into_iter().map(|(file, svg)| Picture { line, file, svg }));
                }
                Err(problem) => checked.wrong.push(format!("{line}: {problem:#}")),
            }
        }
        page.append(&mut above);
        page.extend(block.mark_lines().map(|&line| line.to_owned()));
    }
    if let Some(texts) = of_page {
        let without_mark = blocks.iter().filter(|block| block.mark.is_none() && !block.is_code);
        let lines = without_mark.flat_map(|block| (block.line..).zip(&block.lines));
        let unheld = lines.flat_map(|(line, text)| {
            let numbers = numbers_outside(text, &texts).into_iter();
            numbers.map(move |number| format!("{line}: no mark holds the number {number}"))
        });
        checked.wrong.extend(unheld);
    }
    checked.updated = page.join("\n");
    Ok(checked)
}

/// What asks for the list of what is open.
const OPEN_LIST: &str = "open";

/// What asks for the list of all records.
const RECORD_LIST: &str = "records";

/// Whether a block says what it must where its figures are no record's.
fn check_held(held: Held, block: &[String]) -> anyhow::Result<()> {
    ensure!(!block.is_empty(), "nothing stands right above the mark");
    match held.missing(block) {
        Some(missing) => bail!("what stands above does not say {missing}"),
        None => Ok(()),
    }
}

/// The text of a line of a mark of the page, which must stand somewhere on it.
fn check_of_page(line: &str, blocks: &[Block], records: &mut Records) -> anyhow::Result<String> {
    let forms = "QUERY | TEMPLATE, or given | TEXT, where the mark is of the page";
    let (query, template) = line.split_once(" | ").with_context(|| format!("`{line}` is no mark: {forms}"))?;
    let text = match query {
        "given" => template.to_owned(),
        query => fill(template, &records.select(&Query::read(query)?)?)?,
    };
    let is_there = blocks.iter().flat_map(|block| &block.lines).any(|line| line.contains(&text));
    ensure!(is_there, "`{text}` does not stand on the page");
    Ok(text)
}

/// Checks a line of a mark against the block above it, and puts the table that it makes into the block's place.
///
/// What pictures that it marks should be comes back, each with the file that the block names.
fn check_line(line: &str, block: &mut Vec<String>, records: &mut Records) -> anyhow::Result<Vec<(String, String)>> {
    let mut parts = line.split(" | ").map(str::trim);
    let query = parts.next().expect("a text has a first part");
    let parts: Vec<&str> = parts.collect();
    ensure!(!block.is_empty(), "nothing stands right above the mark");
    let table = match (query.strip_prefix("published "), parts.as_slice()) {
        (Some(file), []) => Some(published::table(file.trim(), records)?),
        (None, ["picture", more @ ..]) => {
            return check_pictures(std::iter::once(query).chain(more.iter().copied()), block, records);
        }
        (None, [template]) if !template.starts_with("table ") => {
            let text = fill(template, &records.select(&Query::read(query)?)?)?;
            let is_there = block.iter().any(|line| line.contains(&text));
            ensure!(is_there, "the record says `{text}`, which does not stand above");
            None
        }
        (None, [table, parts @ ..]) if table.starts_with("table ") => {
            Some(make_table(&records.select(&Query::read(query)?)?, &table["table ".len()..], parts)?)
        }
        _ => {
            let forms = "QUERY | TEMPLATE, QUERY | table ROWS by COLUMN | TEMPLATE, QUERY | picture, or published FILE";
            bail!("`{line}` is no mark: {forms}")
        }
    };
    table.map_or(Ok(()), |table| update(block, table)).map(|()| Vec::new())
}

/// The files that a block names, each with the picture of the records that it should be.
fn check_pictures<'q>(
    queries: impl Iterator<Item = &'q str>,
    block: &[String],
    records: &mut Records,
) -> anyhow::Result<Vec<(String, String)>> {
    let file = |line: &String| Some(line.strip_prefix("![")?.split_once("](")?.1.strip_suffix(')')?.to_owned());
    let files: Vec<String> = block.iter().filter_map(file).collect();
    ensure!(!files.is_empty(), "no picture stands right above the mark");
    let pictures = pictures(queries, records)?;
    let (shown, have) = (count(files.len(), "picture", "pictures"), pictures.len());
    ensure!(files.len() == have, "the page shows {shown} right above the mark, and the records have {have}");
    Ok(files.into_iter().zip(pictures).collect())
}

/// Puts the table of the records into the block's place, and says whether it was there.
fn update(block: &mut Vec<String>, table: Vec<String>) -> anyhow::Result<()> {
    let is_same = *block == table;
    *block = table;
    ensure!(is_same, "the table above is not the record's");
    Ok(())
}

/// The pictures of what any of the queries selects, in their order: of the lead over the budget one, and of the scores
/// over the quality of evaluations one a game.
fn pictures<'q>(queries: impl Iterator<Item = &'q str>, records: &mut Records) -> anyhow::Result<Vec<String>> {
    let (mut cells, mut scores) = (Vec::new(), Vec::new());
    for query in queries {
        for row in records.select(&Query::read(query)?)? {
            match row.shown() {
                Shown::Contest(cell) => cells.push((**cell).clone()),
                Shown::Lead(lead) => scores.push(lead.clone()),
                Shown::Nothing => {}
            }
        }
    }
    let figure = if scores.is_empty() {
        let figure = leads::scores(&cells.iter().collect::<Vec<_>>());
        figure.context("the contests are no lead over a budget: at least two games and budgets each")?
    } else {
        let mut figures = quality::figures(&scores);
        ensure!(figures.len() == 1, "the scores are of several challengers, and a picture is of one");
        figures.remove(0)
    };
    Ok(figure.plots.into_iter().map(|plot| plot.svg).collect())
}

/// A table of rows: `game, challenger by budget` has lines for each game and challenger, and a column for each budget.
///
/// A name that is not the field's stands after an equals sign. There is a line for each template, which has a label
/// before a colon where there are several. Entries that meet the conditions of `bold …`, the last part, are bold.
fn make_table(rows: &[&Row], how: &str, parts: &[&str]) -> anyhow::Result<Vec<String>> {
    ensure!(!rows.is_empty(), "no row of the record meets the conditions");
    let (keys, column) = how.rsplit_once("by ").with_context(|| format!("`{how}` does not say `by` which column"))?;
    let keys = keys.split(',').map(str::trim).filter(|key| !key.is_empty());
    let keys: Vec<(&str, &str)> = keys.map(|key| key.split_once('=').unwrap_or((key, key))).collect();
    let (bold, templates): (Vec<&str>, Vec<&str>) = parts.iter().partition(|part| part.starts_with("bold "));
    let bold = bold.iter().flat_map(|part| part.split(' ').skip(1)).map(Condition::read);
    let bold = bold.collect::<anyhow::Result<Vec<_>>>()?;
    ensure!(!templates.is_empty(), "a table has a template");
    let columns = distinct(rows.iter().map(|row| row.text(column.trim())));
    let entry = |template: &str, rows: &[&Row], value: &String| {
        let here: Vec<&Row> = rows.iter().copied().filter(|row| row.text(column.trim()) == *value).collect();
        if here.is_empty() {
            return Ok(String::new());
        }
        let is_bold = !bold.is_empty() && here.iter().all(|row| row.meets(&bold));
        fill(template, &here).map(|text| if is_bold { format!("**{text}**") } else { text })
    };
    let has_labels = templates.iter().any(|template| label(template).is_some());
    let names = keys.iter().map(|(_, name)| *name).chain(has_labels.then_some("")).map(str::to_owned);
    let names: Vec<String> = names.collect();
    let rule = "---|".repeat(names.len()) + &"--:|".repeat(columns.len());
    let mut lines = vec![line(&names, &columns), format!("|{rule}")];
    let values = |row: &Row| keys.iter().map(|(key, _)| row.text(key)).collect::<Vec<String>>();
    let mut before: Vec<String> = Vec::new();
    // Lines of one first name stand together, whatever the order of the records.
    let firsts = distinct(rows.iter().map(|row| values(row)));
    let place = |line: &[String]| firsts.iter().position(|first| first.starts_with(line));
    let mut grouped = firsts.clone();
    grouped.sort_by_key(|line| (1..=line.len()).map(|names| place(&line[..names])).collect::<Vec<_>>());
    for of_line in grouped {
        let own: Vec<&Row> = rows.iter().copied().filter(|row| values(row) == of_line).collect();
        for template in &templates {
            let (label, template) = label(template).unwrap_or(("", template));
            let names = of_line.iter().cloned().chain(has_labels.then(|| label.to_owned())).collect::<Vec<String>>();
            // What is as in the line before is left out, but for the last name.
            let is_same = |place: usize| place + 1 < names.len() && before.get(..=place) == names.get(..=place);
            let shown = (0..names.len()).map(|at| if is_same(at) { String::new() } else { names[at].clone() });
            let entries =
                columns.iter().map(|value| entry(template, &own, value)).collect::<anyhow::Result<Vec<_>>>()?;
            lines.push(line(&shown.collect::<Vec<_>>(), &entries));
            before = names;
        }
    }
    Ok(lines)
}

/// The label and the rest of a template that begins with one.
fn label(template: &str) -> Option<(&str, &str)> {
    template.split_once(": ").filter(|(label, _)| !label.contains('{'))
}

pub(super) fn line(names: &[String], entries: &[String]) -> String {
    let all: Vec<&str> = names.iter().chain(entries).map(String::as_str).collect();
    all.iter()
        .fold("|".to_owned(), |line, entry| if entry.is_empty() { line + " |" } else { format!("{line} {entry} |") })
}

fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    all.fold(Vec::new(), |mut distinct, one| {
        if !distinct.contains(&one) {
            distinct.push(one);
        }
        distinct
    })
}
