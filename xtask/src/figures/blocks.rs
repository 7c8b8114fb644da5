//! A page of Markdown as blocks: what stands between empty lines, each with the mark right below it.

use anyhow::Context;

const OPEN: &str = "<!-- figures";
const CLOSE: &str = "-->";
const FENCE: &str = "```";

/// Lines of a page that belong together: a heading, a paragraph, a list, a table, code, or an empty line.
pub(super) struct Block<'p> {
    /// The number of its first line, from 1.
    pub(super) line: usize,
    /// Its lines; none where a mark stands by itself.
    pub(super) lines: Vec<&'p str>,
    /// Whether it is code, which has no figures.
    pub(super) is_code: bool,
    /// The mark right below it.
    pub(super) mark: Option<Mark<'p>>,
}

/// A comment of Markdown that begins with `figures`.
pub(super) struct Mark<'p> {
    line: usize,
    /// Its lines as they stand in the page.
    lines: Vec<&'p str>,
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
        let boundary = block.entries().into_iter().map(|(_, entry)| entry).rfind(|entry| is_boundary(entry));
        let is_written = boundary.is_none() && *is_below;
        *is_below = boundary.map_or(*is_below, |boundary| boundary != END);
        Some(is_written)
    })
}

/// The blocks of a page. Their lines and those of their marks together are the page.
pub(super) fn read(text: &str) -> anyhow::Result<Vec<Block<'_>>> {
    // Without a line's end a page stays without it, so that nothing is written anew but tables.
    let lines: Vec<&str> = text.split('\n').collect();
    let (mut blocks, mut at) = (Vec::new(), 0);
    while at < lines.len() {
        let first = at;
        let is_fence = |line: &str| line.trim_start().starts_with(FENCE);
        let is_mark = |line: &&str| line.trim_start().starts_with(OPEN);
        let is_fenced = is_fence(lines[at]);
        at += match lines[at] {
            _ if is_fenced => line_after(&lines[at + 1..], is_fence) + 1,
            line if is_mark(&line) => 0,
            "" => 1,
            _ => lines[at..].iter().take_while(|line| !line.is_empty() && !is_mark(line) && !is_fence(line)).count(),
        };
        let shown = lines[first..at].to_vec();
        let is_code = is_fenced || shown.iter().all(|line| line.starts_with("    ") && !line.contains("- "));
        let mut block = Block { line: first + 1, lines: shown, is_code: is_code && at > first, mark: None };
        // What begins or ends what the program writes is no mark of what stands above it.
        let is_own = |line: &&str| is_mark(line) && (block.lines.is_empty() || !is_boundary(bare(line)));
        if block.lines != [""] && lines.get(at).is_some_and(is_own) {
            let length = lines[at..].iter().position(|line| line.ends_with(CLOSE));
            let end = at + length.with_context(|| format!("line {}: the mark does not end with {CLOSE}", at + 1))?;
            block.mark = Some(Mark { line: at + 1, lines: lines[at..=end].to_vec() });
            at = end + 1;
        }
        blocks.push(block);
    }
    Ok(blocks)
}

/// A line of a mark without what begins and ends the mark.
fn bare(line: &str) -> &str {
    let line = line.trim();
    line.strip_prefix(OPEN).unwrap_or(line).trim_end_matches(CLOSE).trim()
}

/// The number of lines up to the first of this kind, and with it; all if there is none.
fn line_after(lines: &[&str], is_one: impl Fn(&str) -> bool) -> usize {
    lines.iter().position(|line| is_one(line)).map_or(lines.len(), |place| place + 1)
}

impl<'p> Block<'p> {
    /// The level of the heading, and what it says, if the block is one.
    pub(super) fn heading(&self) -> Option<(usize, &'p str)> {
        let line = self.lines.first().filter(|_| !self.is_code)?;
        let level = line.bytes().take_while(|&byte| byte == b'#').count();
        Some((level, line[level..].strip_prefix(' ')?)).filter(|_| level > 0)
    }

    /// Its lines, and those of its mark.
    pub(super) fn all_lines(&self) -> impl Iterator<Item = &'p str> {
        self.lines.iter().chain(self.mark_lines()).copied()
    }

    /// The lines of its mark as they stand in the page.
    pub(super) fn mark_lines(&self) -> impl Iterator<Item = &&'p str> {
        self.mark.iter().flat_map(|mark| &mark.lines)
    }

    /// The lines of its mark, with their numbers.
    pub(super) fn entries(&self) -> Vec<(usize, &'p str)> {
        self.mark.as_ref().map_or_else(Vec::new, Mark::entries)
    }
}

impl<'p> Mark<'p> {
    fn entries(&self) -> Vec<(usize, &'p str)> {
        let numbered = (self.line..).zip(self.lines.iter().map(|line| bare(line)));
        numbered.filter(|(_, line)| !line.is_empty()).collect()
    }
}
