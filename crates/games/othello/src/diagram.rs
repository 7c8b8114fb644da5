//! A position as a picture for the terminal.

use std::fmt;

use bestply_core::{Position, Side};

use crate::notation::disc_letter;
use crate::{Othello, Square};

/// Writes a position as a picture of ten lines, without a line feed after the last.
///
/// It shows the board with its labels, and `.` where the side to move can place a disc.
/// Below are the side to move and the number of discs.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a>(&'a Othello);

impl Othello {
    /// The position as a picture for the terminal.
    pub const fn diagram(&self) -> Diagram<'_> {
        Diagram(self)
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagram(position) = self;
        writeln!(formatter, "  a b c d e f g h")?;
        for square in Square::all() {
            let letter = if position.legal() & square.bit() == 0 { position.letter(square) } else { '.' };
            match square.index() % 8 {
                0 => write!(formatter, "{} {letter} ", square.index() / 8 + 1)?,
                7 => writeln!(formatter, "{letter}")?,
                _ => write!(formatter, "{letter} ")?,
            }
        }
        let state = match position.moves().next() {
            _ if position.legal() != 0 => "to move",
            Some(_) => "has to pass",
            None => "to move, the game is over",
        };
        let [black, white] = [Side::Max, Side::Min].map(|side| (disc_letter(side), position.discs(side).count_ones()));
        let side = disc_letter(position.to_move());
        write!(formatter, "{side} {state}; {} {}, {} {}", black.0, black.1, white.0, white.1)
    }
}
