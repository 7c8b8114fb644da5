//! How a game is read.
//!
//! It is read as python-chess does, where that loses no moves: what might hide moves is refused, with its line.

use std::ops::ControlFlow;

use bestply_catalogue::notation::words::{WordPart, has_moves, is_move, parts};

use super::{Pgn, PgnError, tags};

/// A text that is read from its beginning. Its lines end with a line feed.
pub(super) struct PgnReader<'t> {
    text: &'t str,
    rest: &'t str,
    /// A place, and its line from 1, so that lines are counted once.
    counted: (usize, usize),
    pgn: Pgn,
    /// The blank lines in a row since the last tag, move or result.
    blank_lines: usize,
    has_result: bool,
}

/// Whether a letter shows nothing: a blank, or what old programs and editors leave in files.
pub(super) fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || ['\0', '\u{1a}', '\u{200b}', '\u{feff}'].contains(&letter)
}

impl<'t> PgnReader<'t> {
    /// Reads a text whose first line has this number.
    pub(super) fn new(text: &'t str, line: usize) -> PgnReader<'t> {
        let rest = text.trim_start_matches('\u{feff}');
        let pgn = Pgn::default();
        PgnReader { text, rest, counted: (0, line), pgn, blank_lines: 0, has_result: false }
    }

    /// The first game, and where it ends: before what begins another one, or at the end of the text.
    pub(super) fn game(mut self) -> Result<(Pgn, usize), PgnError> {
        while self.step()?.is_continue() {}
        let end = self.place();
        let is_there = self.has_result || !self.pgn.moves.is_empty() || !self.pgn.tags.is_empty();
        if is_there { Ok((self.pgn, end)) } else { Err(PgnError::Empty) }
    }

    /// Reads what comes next. The game ends before the tags or the first move of another one.
    fn step(&mut self) -> Result<ControlFlow<()>, PgnError> {
        self.skip_blanks();
        let Some(letter) = self.rest.chars().next().filter(|_| !(self.has_result && self.blank_lines > 0)) else {
            return Ok(ControlFlow::Break(()));
        };
        let has_begun = self.has_result || !self.pgn.moves.is_empty();
        match letter {
            '[' if self.rest.starts_with("[%") => self.skip_command(),
            '[' if !has_begun => return self.tag(),
            '[' if self.blank_lines > 0 || tags::is_tag(self.rest) => return Ok(ControlFlow::Break(())),
            '[' => return Err(PgnError::Tag { line: self.line() }),
            '{' => self.skip_comment()?,
            '(' if has_begun => self.skip_variation()?,
            ';' => self.skip_line(),
            '%' if self.begins_line() => self.skip_line(),
            '(' | ')' | '}' => self.skip(1),
            // A numeric mark is `$14`.
            '$' => self.rest = self.rest[1..].trim_start_matches(|letter: char| letter.is_ascii_digit()),
            _ => return Ok(self.word()),
        }
        Ok(ControlFlow::Continue(()))
    }

    fn place(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    fn line(&mut self) -> usize {
        let (place, line) = self.counted;
        let line = line + self.text[place..self.place()].matches('\n').count();
        self.counted = (self.place(), line);
        line
    }

    fn begins_line(&self) -> bool {
        let before = &self.text[..self.place()];
        before.is_empty() || before.ends_with(['\n', '\u{feff}'])
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest.trim_start_matches(is_blank);
        let blanks = &self.rest[..self.rest.len() - rest.len()];
        self.blank_lines = self.blank_lines.max(blanks.matches('\n').count().saturating_sub(1));
        self.rest = rest;
    }

    /// Skips the rest of a line, but not its end.
    fn skip_line(&mut self) {
        self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
    }

    /// Skips `[%clk 0:01]`, which belongs into a comment.
    fn skip_command(&mut self) {
        let line = self.rest.lines().next().unwrap_or_default();
        self.skip(line.find(']').map_or(line.len(), |end| end + 1));
    }

    /// Reads a tag. Of two with a name the last one holds, but behind two blank lines it is another game's.
    fn tag(&mut self) -> Result<ControlFlow<()>, PgnError> {
        let (name, value, rest) = tags::read(self.rest).ok_or_else(|| PgnError::Tag { line: self.line() })?;
        self.rest = rest;
        match self.pgn.tags.iter_mut().find(|(own, _)| own.eq_ignore_ascii_case(&name)) {
            Some(_) if self.blank_lines > 1 => return Ok(ControlFlow::Break(())),
            Some(tag) => tag.1 = value,
            None => self.pgn.tags.push((name, value)),
        }
        self.blank_lines = 0;
        Ok(ControlFlow::Continue(()))
    }

    /// Reads a word, up to a blank or to what begins something else.
    ///
    /// The number of a first move, behind a result or a blank line, begins another game.
    fn word(&mut self) -> ControlFlow<()> {
        let line = self.line();
        let word = &self.rest[..word_length(self.rest)];
        self.skip(word.len());
        for part in parts(word) {
            match part {
                WordPart::Number("1", ".")
                    if !self.pgn.moves.is_empty() && (self.blank_lines > 0 || self.has_result) =>
                {
                    if !self.rest.trim_start_matches(is_blank).starts_with(['.', '…']) {
                        return ControlFlow::Break(());
                    }
                }
                WordPart::Number(..) => {}
                // People say there how it ended.
                WordPart::Move(text) if self.has_result && !is_move(text) => {}
                WordPart::Move(text) => {
                    self.pgn.moves.push(text.to_owned());
                    self.pgn.lines.push(line);
                    self.blank_lines = 0;
                }
                WordPart::Result => {
                    self.has_result = true;
                    self.blank_lines = 0;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Skips a comment in braces.
    ///
    /// Comments do not nest, so it ends at the first brace. A brace within it is told if moves are beside it:
    /// either one comment has no end or another one has two, and then nobody knows which moves were played.
    fn skip_comment(&mut self) -> Result<(), PgnError> {
        let line = self.line();
        let open = PgnError::Open { line, opening: '{' };
        let mut end = self.rest.find('}').ok_or(open)?;
        let within = &self.rest[1..end];
        if within.lines().skip(1).any(|line| tags::is_tag(line) && line.trim_end().ends_with(']')) {
            return Err(open);
        }
        if let Some((before, _)) = within.rsplit_once('{') {
            for _ in within.matches('{') {
                let beyond = &self.rest[end + 1..];
                match beyond.find(['{', '}']).filter(|&next| beyond[next..].starts_with('}')) {
                    Some(next) if !has_moves(&beyond[..next]) => end += 1 + next,
                    None if !has_moves(before) => break,
                    _ => return Err(PgnError::Nested { line }),
                }
            }
        }
        self.skip(end + 1);
        Ok(())
    }

    fn skip_variation(&mut self) -> Result<(), PgnError> {
        let open = PgnError::Open { line: self.line(), opening: '(' };
        let mut depth = 0_usize;
        loop {
            let letter = self.rest.chars().next().ok_or(open)?;
            match letter {
                '{' => self.skip_comment()?,
                ';' => self.skip_line(),
                '%' if self.begins_line() => self.skip_line(),
                '[' if self.begins_line() && tags::is_tag(self.rest) => return Err(open),
                _ => self.skip(letter.len_utf8()),
            }
            match letter {
                '(' => depth += 1,
                ')' if depth == 1 => return Ok(()),
                ')' => depth -= 1,
                _ => {}
            }
        }
    }
}

/// The bytes of the word with which a text begins. Parentheses are in it where a pawn becomes a man: `e8(Q)`.
fn word_length(text: &str) -> usize {
    let ends = |letter: char| is_blank(letter) || "{}();[$*".contains(letter);
    let length = |text: &str| text.find(ends).unwrap_or(text.len());
    let first = length(text);
    let is_man = matches!(text.as_bytes()[first..], [b'(', man, b')', ..] if b"QRBNqrbn".contains(&man));
    if is_man && text[..first].ends_with(['1', '8', '=']) {
        first + 3 + length(&text[first + 3..])
    } else {
        first.max(text.chars().next().map_or(0, char::len_utf8))
    }
}
