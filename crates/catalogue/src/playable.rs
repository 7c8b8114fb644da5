use std::hash::Hash;

use bestply::{Keyed, Value};

/// A game that can be played by name: what a match needs of its positions, besides what a search needs.
///
/// Only the value of a finished game and the text of a position have no default.
pub trait Playable: Keyed<Move: Hash + Send + Sync, Undo: Send + Sync> + Clone + Send + Sync + 'static {
    /// The terminal value of a finished game, which decides the winner: MAX if it is above zero, MIN if it is below.
    fn terminal_value(&self) -> Value;

    /// The position in the game's notation, in one line.
    fn text(&self) -> String;

    /// The position that a text in the game's notation describes.
    ///
    /// `None` if the text describes none, or if the game does not read positions.
    fn parse(text: &str) -> Option<Self> {
        let _ = text;
        None
    }

    /// A legal move in the game's notation.
    fn move_text(&self, mv: Self::Move) -> String {
        format!("{mv:?}")
    }

    /// The board as a picture of several lines; the text if there is no picture.
    fn picture(&self) -> String {
        self.text()
    }

    /// The most moves that can still be played. Passes do not count.
    ///
    /// It is `None` in games that can only be won, lost or drawn, because their ends need no other values.
    /// It is `None`, too, in games that may go on for long, because their ends are not reached.
    fn moves_left(&self) -> Option<usize> {
        None
    }

    /// The depth of a search that reaches the end of every game from here. Passes count.
    ///
    /// It is only used where the number of moves left is known.
    fn depth_to_end(&self) -> usize {
        self.moves_left().expect("the moves left are known")
    }
}
