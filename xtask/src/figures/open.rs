//! Which figures of a page nothing holds: no record, no command that a test repeats, no date.

use anyhow::{bail, ensure};
use pulldown_cmark::{Event, Parser};

use super::blocks::{Block, are_written};

/// What a mark says of figures that no record holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    /// They are settings, definitions, arithmetic, or of a source that the text names.
    Given,
    /// They were measured once, and the text says when, where and how.
    Measured,
    /// A command prints them, and a test compares.
    Tested,
}

impl Held {
    /// What a line of a mark says, and whether it says it of the whole section.
    pub(super) fn read(entry: &str) -> Option<(Held, bool)> {
        let (word, is_section) = entry.strip_suffix(": section").map_or((entry, false), |word| (word, true));
        let words = [("given", Held::Given), ("measured", Held::Measured), ("tested", Held::Tested)];
        words.into_iter().find(|(own, _)| *own == word).map(|(_, held)| (held, is_section))
    }

    /// Fails where a block does not say what it must whose figures are held so.
    pub(super) fn check(self, block: &[String]) -> anyhow::Result<()> {
        ensure!(!block.is_empty(), "nothing stands right above the mark");
        let says = |word: &str| block.iter().any(|line| line.contains(word));
        let missing = match self {
            Held::Measured if !block.iter().any(|line| has_date(line)) => "the date, such as 22 November 2026",
            Held::Measured if !says("machine") => "the machine",
            Held::Measured if !says("`") && !says("command") && !says("program") => "the command",
            Held::Tested if !says("`") => "the command",
            _ => return Ok(()),
        };
        bail!("what stands above does not say {missing}")
    }
}

/// A block with a figure that nothing holds.
pub(super) struct Open {
    /// The number of its first line.
    pub(super) line: usize,
    /// The heading that it stands below.
    pub(super) section: String,
    /// The first line with such a figure.
    pub(super) text: String,
}

/// The first line of a mark whose texts stand anywhere on the page. They then hold all of the page's numbers.
pub(super) const OF_THE_PAGE: &str = "of this page";

/// The blocks of a page with figures that no mark holds, neither their own nor one of a section around them.
///
/// None are where a mark is of the page: that holds every number, or the page is wrong. What the program writes is held
/// by the program.
pub(super) fn open(blocks: &[Block]) -> Vec<Open> {
    if blocks.iter().flat_map(Block::entries).any(|(_, entry)| entry == OF_THE_PAGE) {
        return Vec::new();
    }
    let paths = paths(blocks);
    let is_section = |block: &Block| block.entries().any(|(_, entry)| matches!(Held::read(entry), Some((_, true))));
    let held: Vec<_> = blocks.iter().zip(&paths).filter(|(block, _)| is_section(block)).map(|(_, path)| path).collect();
    let without_mark = blocks.iter().zip(&paths).zip(are_written(blocks)).filter(|((block, path), is_written)| {
        let is_text = !is_written && !block.is_code && block.heading().is_none();
        is_text && block.mark.is_empty() && !held.iter().any(|section| path.starts_with(section))
    });
    let found = without_mark.filter_map(|((block, path), _)| {
        let line = block.lines.iter().enumerate().find(|(place, line)| has_figure(line, *place))?.1;
        let section = path.last().map_or_else(String::new, |(_, _, heading)| (*heading).to_owned());
        Some(Open { line: block.line, section, text: (*line).to_owned() })
    });
    found.collect()
}

/// The headings that each block of a page stands below, the outermost first: their lines, their levels, what they say.
fn paths<'p>(blocks: &[Block<'p>]) -> Vec<Vec<(usize, usize, &'p str)>> {
    let mut path = Vec::new();
    let path_of = |block: &Block<'p>| {
        if let Some((level, heading)) = block.heading() {
            path.retain(|&(_, above, _)| above < level);
            path.push((block.line, level, heading));
        }
        path.clone()
    };
    blocks.iter().map(path_of).collect()
}

/// The numbers of a line that stand in none of these texts, as far as a reader sees them.
pub(super) fn numbers_outside(line: &str, texts: &[String]) -> Vec<String> {
    let mut rest = line.to_owned();
    for (place, text) in texts.iter().flat_map(|text| line.match_indices(text.as_str())) {
        rest.replace_range(place..place + text.len(), &" ".repeat(text.len()));
    }
    let shown = shown(&rest);
    let numbers = shown.split(|character: char| !character.is_ascii_digit() && !".,".contains(character));
    let bare = numbers.map(|number| number.trim_matches([',', '.'])).filter(|number| !number.is_empty());
    bare.map(str::to_owned).collect()
}

/// Whether a line, the first of its block or a later one, has a number that reads as a measurement.
fn has_figure(line: &str, place: usize) -> bool {
    const UNITS: &str = "% times points ms ns µs s MB GB KB min minutes hours seconds Elo percent";
    // What an interval is, is no figure.
    let shown = shown(line).replace("95 % interval", "interval");
    if let Some(cells) = shown.trim().strip_prefix('|') {
        let is_number = |cell: &str| {
            cell.trim().trim_start_matches(['*', '(', '+', '-', '−', '<', '.']).starts_with(char::is_numeric)
        };
        return place > 1 && cells.split('|').any(is_number);
    }
    if shown.contains("chi-square") || shown.contains("p = ") || shown.contains("p < ") {
        return shown.contains(char::is_numeric);
    }
    let words: Vec<&str> = shown.split([' ', '(', ')', ',', ';', '*']).collect();
    let is_number =
        |word: &str| word.starts_with(|it: char| it.is_ascii_digit() || it == '.') && word.contains(char::is_numeric);
    let is_unit = |word: &str| UNITS.split(' ').any(|unit| unit == word.trim_end_matches(['.', ':']));
    words.windows(2).any(|pair| is_number(pair[0]) && is_unit(pair[1]))
        || words.iter().any(|word| is_number(word) && word.ends_with('%'))
}

/// What a reader sees of a line: without code, without the targets of links, and without the marks of HTML.
fn shown(line: &str) -> String {
    let text = |event| if let Event::Text(text) = event { Some(text) } else { None };
    Parser::new(line.trim_start()).filter_map(text).collect::<Vec<_>>().concat()
}

/// Whether a line has a date such as 22 November 2026.
fn has_date(line: &str) -> bool {
    const MONTHS: &str = "January February March April May June July August September October November December";
    let words: Vec<&str> = line.split([' ', ',', '.', ';', ':', '(', ')']).collect();
    words.windows(3).any(|three| {
        let is_day = three[0].parse().is_ok_and(|day: u8| day <= 31);
        is_day && MONTHS.split(' ').any(|name| name == three[1]) && three[2].parse().is_ok_and(|year: u16| year > 1900)
    })
}

#[cfg(test)]
mod tests {
    use super::super::blocks::read;
    use super::*;

    #[test]
    fn a_figure_is_a_number_with_a_unit_or_a_cell_of_a_table() {
        for line in ["It wins 66 %.", "In 1.5 times the time", "(p = 0.02)", "after 20 ms.", "some 30 seconds"] {
            assert!(has_figure(line, 0), "{line}");
        }
        for line in ["Table 2 of 1993", "`depth=3` ms", "[it](page.md#5 ms)", "two times", "seven percent"] {
            assert!(!has_figure(line, 0), "{line}");
        }
        assert!(has_figure("| best-first | **66** |", 2));
        assert!(!has_figure("| B | 10 |", 0));
    }

    #[test]
    fn a_mark_of_a_section_holds_what_is_below_it() {
        let page = "# Page\n\n5 %\n\n## A\n\nSo.\n<!-- figures given: section -->\n\n5 %\n\n### B\n\n5 %\n\n## C\n\n5 %\n\
                    <!-- figures given -->\n\n```\n5 %\n\n5 %\n```\n\n| a |\n|---|\n| 5 |\n";
        let open = open(&read(page).unwrap());
        let found: Vec<(usize, &str)> = open.iter().map(|it| (it.line, it.section.as_str())).collect();
        assert_eq!(found, [(3, "Page"), (27, "C")]);
    }

    #[test]
    fn numbers_are_held_by_the_texts_they_stand_in() {
        let texts = ["66 % at 10".to_owned(), "66 %".to_owned()];
        assert_eq!(numbers_outside("66 % at 10 ms, 64 % and [1993](a5.md), `7`", &texts), ["64", "1993"]);
    }
}
