//! The boards of the small games as cells and colours, and the cells that name their moves.

use bestply::Side;
use bestply::games::breakthrough::{self, BreakthroughOn};
use bestply::games::connect_four::{self, ConnectFour};
use bestply::games::lines_of_action::{self, LinesOfAction};
use bestply::games::onitama::{self, Card, Onitama};
use bestply::games::oware::{self, Oware};
use bestply::games::tic_tac_toe::{self, TicTacToe};

use crate::games::boards::{checkered, man_of, owner};
use crate::{Board, Cell, Color, Man};

pub(super) fn tic_tac_toe(position: &TicTacToe) -> Board {
    let mark = |column: usize, row: usize| {
        let square = 1 << (3 * row + column);
        let side = owner(|side| position.marks(side) & square != 0)?;
        let (name, color) = if side == Side::Max { ("x", Color::MAX) } else { ("o", Color::MIN) };
        Some(Man::with_text(name, name, color))
    };
    Board::of(3, 3, |_, _| Color::LIGHT_WOOD, mark)
}

pub(super) fn tic_tac_toe_cells(mv: tic_tac_toe::Move) -> Vec<usize> {
    vec![Board::index(3, 3, mv.square() % 3, mv.square() / 3)]
}

pub(super) fn connect_four(position: &ConnectFour) -> Board {
    let disc = |column: usize, row: usize| {
        let square = 1 << (7 * column + row);
        man_of(|side| position.discs(side) & square != 0, ["dark disc", "light disc"])
    };
    Board::of(7, 6, |_, _| Color::FRAME, disc)
}

/// A column is named by its topmost cell, wherever the disc comes to lie.
pub(super) fn connect_four_cells(mv: connect_four::Move) -> Vec<usize> {
    vec![Board::index(7, 6, mv.column(), 5)]
}

pub(super) fn breakthrough<const N: usize>(position: &BreakthroughOn<N>) -> Board {
    let man = |column: usize, row: usize| {
        let square = 1 << (8 * row + column);
        man_of(|side| position.men(side) & square != 0, ["dark man", "light man"])
    };
    Board::of(N, N, checkered, man)
}

pub(super) fn breakthrough_cells<const N: usize>(mv: breakthrough::Move) -> Vec<usize> {
    [mv.from(), mv.to()].map(|square| Board::index(N, N, square % 8, square / 8)).into()
}

/// North's row lies above South's, and is sown from right to left.
pub(super) fn oware(position: &Oware) -> Board {
    let house = |side: Side, house: usize| {
        let seeds = position.row(side)[house];
        let letter = char::from(b'a' + house as u8);
        let name = if side == Side::Max { letter.to_ascii_uppercase() } else { letter };
        let heap = Man::with_text(format!("{seeds} seeds"), seeds.to_string(), Color::LIGHT_WOOD);
        Cell::new(name.to_string(), Color::DARK_WOOD, Some(heap))
    };
    let north = (0..6).rev().map(|index| house(Side::Min, index));
    let south = (0..6).map(|index| house(Side::Max, index));
    let captured = [Side::Max, Side::Min].map(|side| position.captured(side));
    Board::new(6, north.chain(south).collect()).note(format!("captured: South {}, North {}", captured[0], captured[1]))
}

pub(super) fn oware_cells(mv: oware::Move) -> Vec<usize> {
    let house = mv.house();
    vec![if house < 6 { 6 + house } else { 11 - house }]
}

pub(super) fn onitama(position: &Onitama) -> Board {
    let man = |column: usize, row: usize| {
        let square = 1 << (5 * row + column);
        let side = owner(|side| position.men(side) & square != 0)?;
        let is_master = position.master(side) == square;
        let (shade, color) = if side == Side::Max { ("dark", Color::MAX) } else { ("light", Color::MIN) };
        let (rank, text) = if is_master { ("master", "M") } else { ("student", "") };
        Some(Man::with_text(format!("{shade} {rank}"), text, color))
    };
    let hand = |side| position.cards(side).map(Card::name).collect::<Vec<_>>().join(", ");
    Board::of(5, 5, checkered, man)
        .note(format!("dark's cards: {}", hand(Side::Max)))
        .note(format!("light's cards: {}", hand(Side::Min)))
        .note(format!("beside the board: {}", position.spare().name()))
}

pub(super) fn onitama_cells(mv: onitama::Move) -> Vec<usize> {
    let cell = |square: u8| Board::index(5, 5, usize::from(square % 5), usize::from(square / 5));
    mv.step().map_or_else(Vec::new, |(from, to)| vec![cell(from), cell(to)])
}

pub(super) fn lines_of_action(position: &LinesOfAction) -> Board {
    let man = |column: usize, row: usize| {
        let square = 1 << (8 * row + column);
        man_of(|side| position.men(side) & square != 0, ["black man", "white man"])
    };
    Board::of(8, 8, checkered, man)
}

pub(super) fn lines_of_action_cells(mv: lines_of_action::Move) -> Vec<usize> {
    let cell = |square: u8| Board::index(8, 8, usize::from(square % 8), usize::from(square / 8));
    mv.step().map_or_else(Vec::new, |(from, to)| vec![cell(from), cell(to)])
}
