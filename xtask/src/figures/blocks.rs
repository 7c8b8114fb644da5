//! A page of Markdown as blocks: what stands between empty lines, each with the mark right below it.

use anyhow::Context;

const OPEN: &str = "<!-- figures";
const CLOSE: &str = "-->";

/// Lines of a page that belong together: a heading, a paragraph, a list, a table, code, or an empty line.
pub(super) struct Block<'p> {
    /// The number of its first line, from 1.
    pub(super) line: usize,
    /// Its lines; none where a mark stands by itself.
    pub(super) lines: Vec<&'p str>,
    /// Whether it is code, which has no figures.
    pub(super) is_code: bool,
    /// The lines of the mark right below it, a comment of Markdown that begins with `figures`; none without one.
    pub(super) mark: Vec<&'p str>,
}

/// What begins a line of a mark below which the program writes; its name follows.
pub(super) const BELOW: &str = "below: ";

/// The line of a mark up to which the program writes.
const END: &str = "end";

/// Whether a line of a mark begins or ends what the program writes.
pub(super) fn is_boundary(entry: &str) -> bool {
    entry == END || entry.starts_with(BELOW)
}

/// Of each block of a page, whether the program writes it.
pub(super) fn are_written<'b>(blocks: &'b [Block<'_>]) -> impl Iterator<Item = bool> + 'b {
    blocks.iter().scan(false, |is_below, block| {
        let boundary = block.entries().map(|(_, entry)| entry).filter(|entry| is_boundary(entry)).last();
        let is_written = boundary.is_none() && *is_below;
        *is_below = boundary.map_or(*is_below, |boundary| boundary != END);
        Some(is_written)
    })
}

/// The blocks of a page. Their lines and those of their marks together are the page.
pub(super) fn read(text: &str) -> anyhow::Result<Vec<Block<'_>>> {
    // Without a line's end a page stays without it, so that nothing is written anew but tables.
    let lines: Vec<&str> = text.split('\n').collect();
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let rest = &lines[at..];
        let is_fenced = is_fence(rest[0]);
        let length = match rest[0] {
            _ if is_fenced => rest[1..].iter().position(|line| is_fence(line)).map_or(rest.len(), |end| end + 2),
            "" => 1,
            _ => rest.iter().take_while(|line| !line.is_empty() && !is_mark(line) && !is_fence(line)).count(),
        };
        let (shown, below) = rest.split_at(length);
        let is_indented = length > 0 && shown.iter().all(|line| line.starts_with("    ") && !line.contains("- "));
        let mut mark = Vec::new();
        // What begins or ends what the program writes is no mark of what stands above it.
        let is_own = |line: &&str| is_mark(line) && (shown.is_empty() || !is_boundary(bare(line)));
        if shown != [""] && below.first().is_some_and(is_own) {
            let end = below.iter().position(|line| line.ends_with(CLOSE));
            let line = at + length + 1;
            mark.extend(&below[..=end.with_context(|| format!("line {line}: the mark does not end with {CLOSE}"))?]);
        }
        let line = at + 1;
        at += length + mark.len();
        blocks.push(Block { line, lines: shown.to_vec(), is_code: is_fenced || is_indented, mark });
    }
    Ok(blocks)
}

fn is_fence(line: &str) -> bool {
    line.trim_start().starts_with("```")
}

fn is_mark(line: &str) -> bool {
    line.trim_start().starts_with(OPEN)
}

/// A line of a mark without what begins and ends the mark.
fn bare(line: &str) -> &str {
    let line = line.trim();
    line.strip_prefix(OPEN).unwrap_or(line).trim_end_matches(CLOSE).trim()
}

impl<'p> Block<'p> {
    /// The level of the heading, and what it says, if the block is one.
    pub(super) fn heading(&self) -> Option<(usize, &'p str)> {
        let line = self.lines.first().filter(|_| !self.is_code)?;
        let level = line.bytes().take_while(|&byte| byte == b'#').count();
        Some((level, line[level..].strip_prefix(' ')?)).filter(|_| level > 0)
    }

    /// What the lines of its mark say, with their numbers.
    pub(super) fn entries(&self) -> impl Iterator<Item = (usize, &'p str)> {
        let numbered = (self.line + self.lines.len()..).zip(self.mark.iter().map(|line| bare(line)));
        numbered.filter(|(_, line)| !line.is_empty())
    }
}
