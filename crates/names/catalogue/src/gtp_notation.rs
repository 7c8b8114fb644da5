/// How the Go Text Protocol has a game, where that is not the game's own notation.
///
/// ```
/// use bestply_catalogue::{GtpColumns, GtpNotation};
///
/// let go = GtpNotation { columns: GtpColumns::WithoutI, komi: Some(7), words: &[] };
/// assert_eq!((go.written("h9"), go.written("i9")), ("h9".to_owned(), "j9".to_owned()));
/// assert_eq!((go.read("J9"), go.read("i9")), (Some("i9".to_owned()), None));
///
/// let hex = GtpNotation { words: &[("swap", "swap-pieces")], ..GtpNotation::default() };
/// assert_eq!((hex.written("swap"), hex.written("i9")), ("swap-pieces".to_owned(), "i9".to_owned()));
/// ```
///
/// Source: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002, 2.11.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GtpNotation {
    /// The letters of the columns.
    pub columns: GtpColumns,
    /// Moves that the protocol's clients call otherwise: the game's word, and theirs.
    pub words: &'static [(&'static str, &'static str)],
    /// The points that White is given by the game's rules, where it is given some. A client may name another number, by
    /// which the finished game is then counted.
    pub komi: Option<i32>,
}

/// The letters of a board's columns over the Go Text Protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GtpColumns {
    /// All letters, as the game has them.
    #[default]
    All,
    /// The protocol's own for points of a board: all letters but `i`.
    WithoutI,
}

impl GtpNotation {
    /// A move of the game's notation as the protocol has it.
    pub fn written(&self, mv: &str) -> String {
        if let Some((_, word)) = self.words.iter().find(|(own, _)| *own == mv) {
            return (*word).to_owned();
        }
        vertex(mv).map_or_else(|| mv.to_owned(), |(column, row)| format!("{}{row}", self.columns.written(column)))
    }

    /// A move of the protocol, in capitals or not, in the game's notation; `None` for a column that it does not have.
    pub fn read(&self, mv: &str) -> Option<String> {
        if let Some((own, _)) = self.words.iter().find(|(_, word)| word.eq_ignore_ascii_case(mv)) {
            return Some((*own).to_owned());
        }
        let Some((column, row)) = vertex(mv) else { return Some(mv.to_owned()) };
        self.columns.read(column).map(|own| format!("{own}{row}"))
    }

    /// A [picture](crate::Playable::picture) of the game with the protocol's letters below its columns.
    pub fn picture(&self, picture: &str) -> String {
        let Some((board, below)) = picture.rsplit_once('\n').filter(|_| self.columns != GtpColumns::All) else {
            return picture.to_owned();
        };
        // The letters stand in order, and what stands behind them may be letters, too.
        let mut columns = ('a'..='z').peekable();
        let letter = |letter| columns.next_if_eq(&letter).map_or(letter, |column| self.columns.written(column));
        format!("{board}\n{}", below.chars().map(letter).collect::<String>())
    }
}

/// The column and the row of a move that is a point of a board, such as `c3`.
fn vertex(mv: &str) -> Option<(char, &str)> {
    let column = mv.chars().next().filter(char::is_ascii_alphabetic)?;
    let row = &mv[1..];
    (!row.is_empty() && row.bytes().all(|digit| digit.is_ascii_digit())).then_some((column, row))
}

impl GtpColumns {
    fn written(self, column: char) -> char {
        match (self, column) {
            (GtpColumns::WithoutI, 'i'..='y') => char::from(column as u8 + 1),
            _ => column,
        }
    }

    fn read(self, column: char) -> Option<char> {
        match (self, column.to_ascii_lowercase()) {
            (GtpColumns::WithoutI, 'i') => None,
            (GtpColumns::WithoutI, later @ 'j'..='z') => Some(char::from(later as u8 - 1)),
            _ => Some(column),
        }
    }
}
