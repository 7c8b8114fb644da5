//! What a game says of its rules.

use crate::{GameEntry, Playable};

/// The rules of a game for whoever does not know it: sentences, and a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What a move is, and who wins: three sentences, more or less.
    pub text: &'static str,
    /// Moves from the start of number 1, with blanks between them. A picture shows the board before the last of them,
    /// and the last one as an arrow.
    pub example: &'static str,
}

impl<P: Playable> GameEntry<P> {
    /// The same game with its rules in a few sentences, and moves from its start of which a picture shows the last.
    #[must_use]
    pub fn rules(mut self, text: &'static str, example: &'static str) -> GameEntry<P> {
        self.game.about.rules = Some(Rules { text, example });
        self
    }
}
