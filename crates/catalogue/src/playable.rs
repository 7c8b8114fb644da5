use std::hash::Hash;

use bestply::{Keyed, Value};

/// A game that can be played by name: what a match needs of its positions, besides what a search does.
///
/// Only the value of a finished game and the text of a position have no default.
pub trait Playable: Keyed<Move: Hash + Send + Sync, Undo: Send + Sync> + Clone + Send + Sync + 'static {
    /// The terminal value of a finished game, by which it is won: above zero by MAX, below zero by MIN.
    fn terminal_value(&self) -> Value;

    /// The position in the game's notation, in one line.
    fn text(&self) -> String;

    /// The position that a text in the game's notation describes; `None` where it describes none, or the game reads no positions.
    fn parse(text: &str) -> Option<Self> {
        let _ = text;
        None
    }

    /// A legal move in the game's notation.
    fn move_text(&self, mv: Self::Move) -> String {
        format!("{mv:?}")
    }

    /// The board as a person likes to see it, in several lines; the text where there is nothing better.
    fn picture(&self) -> String {
        self.text()
    }

    /// The most moves that can still be played, passes not counted. `None` in games that are won or lost and nothing else, or that
    /// may go on for long: their ends need no other values, or are not reached.
    fn moves_left(&self) -> Option<usize> {
        None
    }

    /// The depth of a search that reaches the end of every game from here, passes counted. Asked where the moves left are known.
    fn depth_to_end(&self) -> usize {
        self.moves_left().expect("the moves left are known")
    }
}
