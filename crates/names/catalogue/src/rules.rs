//! What a game says of its rules.

/// The rules of a game for whoever does not know it: sentences, and a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesText {
    /// What a move is, and who wins: three sentences, more or less.
    pub text: &'static str,
    /// Moves from the start of number 1, with blanks between them. A picture shows the board before the last of them,
    /// and the last one as an arrow.
    pub example: &'static str,
}
