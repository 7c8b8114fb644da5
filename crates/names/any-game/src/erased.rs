use std::any::Any;

use bestply::{Bounds, Report, Side, Value};

use crate::{AnyMove, AnyPosition, Board, Man, Playable, PositionError};

/// Lists what a position behind a pointer is asked about itself and, behind the semicolon, about one of its moves.
///
/// Each question stands here alone: `$each` declares it, answers it or passes it on.
macro_rules! questions {
    (Position, $each:ident) => {
        $each! { to_move: Side, move_count: usize, is_terminal: bool, fingerprint: Option<u64>, ranks_moves: bool;
        move_rank: i16 }
    };
    (Keyed, $each:ident) => {
        $each! { key: u64; }
    };
    (Playable, $each:ident) => {
        $each! {
            move_numbers: Option<u32>, terminal_value: Value, points: Option<i32>, margin: Option<i32>,
            points_within: Bounds, text: String, picture: String, board: Option<Board>, men: Vec<Man>,
            moves_left: Option<usize>, goes_round: bool, depth_to_end: usize;
            cells_of: Vec<usize>, move_text: String, san: Option<String>
        }
    };
}

macro_rules! declare {
    ($($own:ident: $answer:ty),*; $($of_move:ident: $about_it:ty),*) => {
        $(fn $own(&self) -> $answer;)*
        $(fn $of_move(&self, mv: AnyMove) -> $about_it;)*
    };
}

macro_rules! answer {
    ($($own:ident: $answer:ty),*; $($of_move:ident: $about_it:ty),*) => {
        $(fn $own(&self) -> $answer {
            self.position.$own()
        })*
        $(fn $of_move(&self, mv: AnyMove) -> $about_it {
            self.position.$of_move(self.position.numbered(mv.number()))
        })*
    };
}

pub(crate) use questions;

/// The methods of a position behind a pointer.
pub(crate) trait ErasedPosition: Any + Send + Sync {
    questions!(Position, declare);
    questions!(Keyed, declare);
    questions!(Playable, declare);
    /// Adds the moves in canonical order.
    fn list(&self, moves: &mut Vec<AnyMove>);
    /// Adds the promising moves, if the game finds them sooner than all moves and each move has a number of its own.
    /// Returns whether that is so.
    fn list_promising(&self, moves: &mut Vec<AnyMove>) -> bool;
    fn nth_move(&self, index: usize) -> AnyMove;
    fn pick_move(&self, choose: &mut dyn FnMut(usize) -> usize) -> Option<AnyMove>;
    fn find_move(&self, mv: AnyMove) -> Option<usize>;
    fn key_after(&mut self, mv: AnyMove) -> u64;
    fn each_key_after(&mut self, tell: &mut dyn FnMut(AnyMove, u64));
    fn ends_game(&mut self, mv: AnyMove) -> bool;
    fn make(&mut self, mv: AnyMove);
    fn make_nth(&mut self, index: usize) -> AnyMove;
    fn make_null_move(&mut self) -> bool;
    fn unmake(&mut self);
    fn forget(&mut self);
    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<AnyPosition, PositionError>;
    fn played_on(&self) -> Option<AnyPosition>;
    fn turned(&self) -> Option<AnyPosition>;
    fn duplicate(&self) -> Box<dyn ErasedPosition>;
    fn equals(&self, other: &AnyPosition) -> bool;
}

/// A position, and what takes back the moves made on it. A null move is none.
pub(crate) struct Erased<P: Playable> {
    pub(crate) position: P,
    /// Asked of the game once: asked at each node, it took a hundredth of a search in random games.
    numbering: Numbering,
    undos: Vec<(Option<P::Move>, P::Undo)>,
}

/// What the number of a move is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbering {
    /// What the game says.
    OfGame,
    /// The place of the move in the list, where the game has no numbers. The game would look for it there.
    ByPlace,
}

impl<P: Playable> Erased<P> {
    pub(crate) fn new(position: P) -> Erased<P> {
        let numbering = if position.move_numbers().is_some() { Numbering::OfGame } else { Numbering::ByPlace };
        Erased { position, numbering, undos: Vec::new() }
    }

    /// The move, which has this place in the list.
    #[inline(always)]
    fn any_move(&self, mv: P::Move, place: u32) -> AnyMove {
        match self.numbering {
            Numbering::OfGame => any_move(&self.position, mv),
            Numbering::ByPlace => AnyMove::of_number(place),
        }
    }
}

impl<P: Playable> ErasedPosition for Erased<P> {
    questions!(Position, answer);
    questions!(Keyed, answer);
    questions!(Playable, answer);

    fn list(&self, moves: &mut Vec<AnyMove>) {
        match self.numbering {
            Numbering::OfGame => moves.extend(self.position.moves().map(|mv| any_move(&self.position, mv))),
            Numbering::ByPlace => moves.extend((0..self.position.move_count() as u32).map(AnyMove::of_number)),
        }
    }

    fn list_promising(&self, moves: &mut Vec<AnyMove>) -> bool {
        if self.numbering == Numbering::ByPlace {
            return false;
        }
        let found = self.position.promising_moves();
        let is_found = found.is_some();
        moves.extend(found.into_iter().flatten().map(|mv| any_move(&self.position, mv)));
        is_found
    }

    fn nth_move(&self, index: usize) -> AnyMove {
        match self.numbering {
            Numbering::OfGame => any_move(&self.position, self.position.nth_move(index)),
            Numbering::ByPlace => AnyMove::of_number(index as u32),
        }
    }

    fn pick_move(&self, choose: &mut dyn FnMut(usize) -> usize) -> Option<AnyMove> {
        if self.numbering == Numbering::OfGame {
            return self.position.pick_move(choose).map(|mv| any_move(&self.position, mv));
        }
        let count = self.position.move_count();
        (count > 0).then(|| AnyMove::of_number(choose(count) as u32))
    }

    /// A number need not be that of a legal move, so that there may be no move of the game to ask for.
    fn find_move(&self, mv: AnyMove) -> Option<usize> {
        match self.numbering {
            Numbering::OfGame => self.position.moves().position(|legal| self.position.number(legal) == mv.number()),
            Numbering::ByPlace => Some(mv.number() as usize).filter(|&index| index < self.position.move_count()),
        }
    }

    fn key_after(&mut self, mv: AnyMove) -> u64 {
        self.position.key_after(self.position.numbered(mv.number()))
    }

    fn each_key_after(&mut self, tell: &mut dyn FnMut(AnyMove, u64)) {
        for (mv, place) in self.position.moves().zip(0..) {
            tell(self.any_move(mv, place), self.position.key_after(mv));
        }
    }

    fn ends_game(&mut self, mv: AnyMove) -> bool {
        self.position.ends_game(self.position.numbered(mv.number()))
    }

    fn make(&mut self, mv: AnyMove) {
        let mv = self.position.numbered(mv.number());
        let undo = self.position.make(mv);
        self.undos.push((Some(mv), undo));
    }

    fn make_nth(&mut self, index: usize) -> AnyMove {
        let mv = self.position.nth_move(index);
        let any = self.any_move(mv, index as u32);
        let undo = self.position.make(mv);
        self.undos.push((Some(mv), undo));
        any
    }

    fn make_null_move(&mut self) -> bool {
        let Some(undo) = self.position.make_null_move() else { return false };
        self.undos.push((None, undo));
        true
    }

    fn unmake(&mut self) {
        match self.undos.pop().expect("a move that is taken back was made") {
            (Some(mv), undo) => self.position.unmake(mv, undo),
            (None, undo) => self.position.unmake_null_move(undo),
        }
    }

    fn forget(&mut self) {
        self.undos.clear();
    }

    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<AnyPosition, PositionError> {
        self.position.set_up(men, to_move).map(AnyPosition::new)
    }

    fn played_on(&self) -> Option<AnyPosition> {
        self.position.played_on().map(AnyPosition::new)
    }

    fn turned(&self) -> Option<AnyPosition> {
        self.position.turned().map(AnyPosition::new)
    }

    fn duplicate(&self) -> Box<dyn ErasedPosition> {
        Box::new(Erased { position: self.position.clone(), numbering: self.numbering, undos: Vec::new() })
    }

    fn equals(&self, other: &AnyPosition) -> bool {
        other.get() == Some(&self.position)
    }
}

/// A legal move of a position by its number.
pub(crate) fn any_move<P: Playable>(position: &P, mv: P::Move) -> AnyMove {
    AnyMove::of_number(position.number(mv))
}

/// The report of a search of one game with its moves as those of any game.
pub fn any_report<P: Playable>(position: &P, mut report: Report<P::Move>) -> Report<AnyMove> {
    let line = any_line(position, &std::mem::take(&mut report.line));
    let mut report = report.map_moves(|mv| any_move(position, mv));
    report.line = line;
    report
}

/// The moves of a line from a position as those of any game.
pub fn any_line<P: Playable>(position: &P, line: &[P::Move]) -> Vec<AnyMove> {
    let mut position = position.clone();
    let numbered = |&mv: &P::Move| {
        let any = any_move(&position, mv);
        position.make(mv);
        any
    };
    line.iter().map(numbered).collect()
}
