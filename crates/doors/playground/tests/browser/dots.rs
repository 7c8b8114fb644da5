//! A small game whose board has everything that a board can have: Dots and Boxes on two boxes, without a second move.

use std::num::NonZeroU32;

use bestply::{Evaluator, Keyed, Position, Properties, Side, Value, mix};
use bestply_catalogue::{
    Arrow, Board, BoardCell, CellPlace, Color, EvaluationEntry, GameEntry, Man, ManForm, OneScale, Playable,
};

const COLUMNS: usize = 5;
const CELLS: usize = 15;

/// The edges that are drawn, by cell, and how many boxes more MAX has closed.
#[derive(Clone, PartialEq)]
pub(crate) struct Dots {
    drawn: u32,
    lead: Value,
    plies: u32,
}

fn is_edge(cell: usize) -> bool {
    (cell % COLUMNS + cell / COLUMNS) % 2 == 1
}

impl Dots {
    fn is_closed(&self, face: usize) -> bool {
        [face - COLUMNS, face - 1, face + 1, face + COLUMNS].iter().all(|edge| self.drawn >> edge & 1 != 0)
    }

    fn closed(&self) -> Value {
        [6, 8].iter().filter(|&&face| self.is_closed(face)).count() as Value
    }
}

impl Position for Dots {
    type Move = usize;
    type Moves = std::vec::IntoIter<usize>;
    type Undo = Value;

    fn to_move(&self) -> Side {
        if self.plies.is_multiple_of(2) { Side::Max } else { Side::Min }
    }

    fn moves(&self) -> Self::Moves {
        (0..CELLS).filter(|&cell| is_edge(cell) && self.drawn >> cell & 1 == 0).collect::<Vec<_>>().into_iter()
    }

    fn make(&mut self, edge: usize) -> Value {
        let (lead, closed) = (self.lead, self.closed());
        let side = self.to_move();
        self.drawn |= 1 << edge;
        self.lead += side.orient(self.closed() - closed);
        self.plies += 1;
        lead
    }

    fn unmake(&mut self, edge: usize, lead: Value) {
        self.drawn ^= 1 << edge;
        self.plies -= 1;
        self.lead = lead;
    }
}

impl Keyed for Dots {
    fn key(&self) -> u64 {
        mix(u64::from(self.drawn) ^ mix(self.lead as u64))
    }
}

impl Playable for Dots {
    fn terminal_value(&self) -> Value {
        self.lead
    }

    fn text(&self) -> String {
        format!("{:x} {}", self.drawn, self.lead)
    }

    fn board(&self) -> Option<Board> {
        let cell = |cell: usize| {
            let (place, ground) = match (cell % COLUMNS % 2, cell / COLUMNS % 2) {
                (0, 0) => (CellPlace::Corner, Color::MAX),
                (1, 0) => (CellPlace::Across, Color::LIGHT_WOOD),
                (0, _) => (CellPlace::Upright, Color::LIGHT_WOOD),
                (_, _) => (CellPlace::Face, Color::DARK_WOOD),
            };
            let is_drawn = self.drawn >> cell & 1 != 0;
            let man = match place {
                CellPlace::Across | CellPlace::Upright if is_drawn => {
                    Some(Man::plain("edge", Color::FRAME).form(ManForm::Bar))
                }
                CellPlace::Face if self.is_closed(cell) => Some(Man::plain("closed", Color::MAX).form(ManForm::Mark)),
                _ => None,
            };
            BoardCell::new(format!("c{cell}"), ground, man).at(place)
        };
        let board = Board::new(COLUMNS, (0..CELLS).map(cell).collect()).goal("each side closes boxes").way([0, 14]);
        Some(if self.plies > 0 { board.arrow(Arrow { from: 6, to: 8, color: Color::FRAME }) } else { board })
    }

    fn cells_of(&self, edge: usize) -> Vec<usize> {
        vec![edge]
    }
}

#[derive(Clone, Copy)]
struct Lead;

impl Evaluator<Dots> for Lead {
    fn evaluate(&mut self, position: &Dots) -> Value {
        position.lead
    }

    fn properties(&self) -> Properties {
        Properties { win_value: NonZeroU32::new(1), ..Properties::default() }
    }
}

pub(crate) fn dots() -> GameEntry<Dots> {
    GameEntry::drawn("dots", 1, |_| Dots { drawn: 0, lead: 0, plies: 0 })
        .length(7)
        .evaluation(EvaluationEntry::new("lead", OneScale(Lead)))
}
