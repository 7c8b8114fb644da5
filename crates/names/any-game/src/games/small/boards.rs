//! The boards of the small games as cells and colours, and the cells that name their moves.

use bestply::Side;
use bestply::games::breakthrough::{self, BreakthroughOn};
use bestply::games::connect_four::{self, ConnectFour};
use bestply::games::lines_of_action::{self, LinesOfAction};
use bestply::games::onitama::{self, Card, Onitama};
use bestply::games::oware::{self, Oware};
use bestply::games::tic_tac_toe::{self, TicTacToe};

use crate::games::boards::{MARKS, Men, cells, checkered, owner, sides, turn};
use crate::{Board, BoardCard as Picture, BoardCell, Color, Man};

pub(super) fn tic_tac_toe(position: &TicTacToe) -> Board {
    MARKS.board(3, |_, _| Color::LIGHT_WOOD, sides(|side| position.marks(side).into()))
}

pub(super) fn tic_tac_toe_cells(_: &TicTacToe, mv: tic_tac_toe::Move) -> Vec<usize> {
    cells(3, [mv.square()])
}

pub(super) fn connect_four(position: &ConnectFour) -> Board {
    let discs = sides(|side| position.discs(side).into());
    let disc = |column: usize, row: usize| DISCS.on(discs, 7 * column + row);
    Board::of(7, 6, |_, _| Color::FRAME, disc).by_column().deciding(deciding(position))
}

/// A column is named by the cell that the disc comes to lie on.
pub(super) fn connect_four_cells(position: &ConnectFour, mv: connect_four::Move) -> Vec<usize> {
    let discs = position.discs(Side::Max) | position.discs(Side::Min);
    let lowest = (0..6).find(|row| discs >> (7 * mv.column() + row) & 1 == 0);
    lowest.map(|row| Board::index(7, 6, mv.column(), row)).into_iter().collect()
}

/// The cells of the discs that have won.
fn deciding(position: &ConnectFour) -> Vec<usize> {
    let places = (0..7).flat_map(|column| (0..6).map(move |row| (column, row)));
    let decides = |&(column, row): &(usize, usize)| position.deciding() >> (7 * column + row) & 1 != 0;
    places.filter(decides).map(|(column, row)| Board::index(7, 6, column, row)).collect()
}

pub(super) fn breakthrough<const N: usize>(position: &BreakthroughOn<N>) -> Board {
    let men = sides(|side| position.men(side).into());
    Board::of(N, N, checkered, |column, row| SHADES.on(men, 8 * row + column))
}

pub(super) fn breakthrough_cells<const N: usize>(_: &BreakthroughOn<N>, mv: breakthrough::Move) -> Vec<usize> {
    [mv.from(), mv.to()].map(|square| Board::index(N, N, square % 8, square / 8)).into()
}

/// North's row lies above South's, and is sown from right to left.
pub(super) fn oware(position: &Oware) -> Board {
    let house = |side: Side, house: usize| {
        let seeds = position.row(side)[house];
        let letter = char::from(b'a' + house as u8);
        let name = if side == Side::Max { letter.to_ascii_uppercase() } else { letter };
        BoardCell::new(name.to_string(), Color::DARK_WOOD, Some(heap(seeds.into())))
    };
    let north = (0..6).rev().map(|index| house(Side::Min, index));
    let south = (0..6).map(|index| house(Side::Max, index));
    let captured = [Side::Max, Side::Min].map(|side| position.captured(side));
    Board::new(6, north.chain(south).collect()).note(format!("captured: South {}, North {}", captured[0], captured[1]))
}

/// The seeds in a house of Oware.
fn heap(seeds: usize) -> Man {
    let name = if seeds == 1 { "1 seed".to_owned() } else { format!("{seeds} seeds") };
    Man::with_text(name, seeds.to_string(), Color::LIGHT_WOOD)
}

/// The heaps of Oware, from one seed on.
pub(super) struct Heaps;

impl Heaps {
    /// More seeds are hardly ever in one house.
    const MOST: usize = 24;
    const SEEDS: usize = 48;

    pub(super) fn kinds(&self) -> Vec<Man> {
        (1..=Heaps::MOST).map(heap).collect()
    }

    /// The houses, and what they leave of the seeds: each side has captured half of it, South one more where it is odd.
    pub(super) fn rows(&self, columns: usize, men: &[Option<usize>]) -> String {
        let seeds: Vec<usize> = men.iter().map(|man| man.map_or(0, |man| man + 1)).collect();
        let (north, south) = seeds.split_at(columns);
        let listed = |row: &mut dyn Iterator<Item = &usize>| row.map(usize::to_string).collect::<Vec<_>>().join(",");
        let captured = Heaps::SEEDS.saturating_sub(seeds.iter().sum());
        let south = listed(&mut south.iter());
        let north = listed(&mut north.iter().rev());
        format!("{south}/{north} {}:{}", captured.div_ceil(2), captured / 2)
    }
}

/// What follows the captured seeds in Oware's notation: whose turn it is, and no plies without a capture.
pub(super) fn oware_turn(_: &Oware, to_move: Side) -> String {
    (if to_move == Side::Max { " S 0" } else { " N 0" }).to_owned()
}

pub(super) fn oware_cells(_: &Oware, mv: oware::Move) -> Vec<usize> {
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
    let hands = [(Side::Max, "dark's"), (Side::Min, "light's")];
    let held = hands.into_iter().flat_map(|(side, whose)| position.cards(side).map(move |card| card_of(card, whose)));
    let board = held.fold(Board::of(5, 5, checkered, man), Board::card);
    board.card(card_of(position.spare(), "beside the board"))
}

/// A card as its owner sees it: the man in the middle, and where it may go.
fn card_of(card: Card, whose: &str) -> Picture {
    let place = |&(right, forward): &(i8, i8)| ((2 - forward) * 5 + 2 + right) as usize;
    let mut cells = vec![Color::LIGHT_WOOD; 25];
    cells[12] = Color::MAX;
    card.steps().iter().for_each(|step| cells[place(step)] = Color::SHOWN);
    let far = |count: i8, plus: &str, minus: &str| match count {
        0 => None,
        1.. => Some(format!("{count} {plus}")),
        _ => Some(format!("{} {minus}", -count)),
    };
    let step = |&(right, forward): &(i8, i8)| {
        let parts = [far(forward, "forward", "back"), far(right, "right", "left")];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
    };
    let says = card.steps().iter().map(step).collect::<Vec<_>>().join("; ");
    Picture { name: card.name().to_owned(), whose: whose.to_owned(), columns: 5, cells, says }
}

pub(super) fn onitama_cells(_: &Onitama, mv: onitama::Move) -> Vec<usize> {
    steps(5, mv.step())
}

pub(super) fn lines_of_action(position: &LinesOfAction) -> Board {
    COLORS.board(8, checkered, sides(|side| position.men(side).into()))
}

pub(super) fn lines_of_action_cells(_: &LinesOfAction, mv: lines_of_action::Move) -> Vec<usize> {
    steps(8, mv.step())
}

/// The cells of a step, which is none where a player passes.
fn steps(size: usize, step: Option<(u8, u8)>) -> Vec<usize> {
    cells(size, step.into_iter().flat_map(|(from, to)| [from, to]).map(usize::from))
}

pub(super) const DISCS: Men = Men { letters: &['x', 'o'], names: &["dark disc", "light disc"], texts: &["", ""] };

pub(super) const SHADES: Men = Men { letters: &['x', 'o'], names: &["dark man", "light man"], texts: &["", ""] };

pub(super) const COLORS: Men = Men { letters: &['x', 'o'], names: &["black man", "white man"], texts: &["", ""] };

pub(super) const RANKS: Men = Men {
    letters: &['x', 'X', 'o', 'O'],
    names: &["dark student", "dark master", "light student", "light master"],
    texts: &["", "M", "", "M"],
};

/// What follows the men in Onitama's notation: whose turn it is, and the cards.
pub(super) fn cards_text(position: &Onitama, to_move: Side) -> String {
    let hand = |side| position.cards(side).map(Card::name).collect::<Vec<_>>().join(",");
    let dark = hand(Side::Max);
    let light = hand(Side::Min);
    format!("{} {dark}/{light} {} 0", turn(position, to_move), position.spare().name())
}
