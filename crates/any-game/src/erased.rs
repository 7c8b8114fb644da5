use std::any::Any;

use bestply::{Bounds, Report, Side, Value};

use crate::{AnyMove, AnyPosition, Board, Man, Playable, PositionError};

/// The methods of a position behind a pointer.
pub(crate) trait ErasedPosition: Any + Send + Sync {
    fn to_move(&self) -> Side;
    /// Adds the moves in canonical order.
    fn list(&self, moves: &mut Vec<AnyMove>);
    fn nth_move(&self, index: usize) -> AnyMove;
    fn move_count(&self) -> usize;
    fn is_terminal(&self) -> bool;
    fn make(&mut self, mv: AnyMove);
    fn move_rank(&self, mv: AnyMove) -> i16;
    fn make_null_move(&mut self) -> bool;
    fn unmake(&mut self);
    fn forget(&mut self);
    fn fingerprint(&self) -> Option<u64>;
    fn key(&self) -> u64;
    fn move_numbers(&self) -> Option<u32>;
    fn terminal_value(&self) -> Value;
    fn points(&self) -> Option<i32>;
    fn margin(&self) -> Option<i32>;
    fn points_within(&self) -> Bounds;
    fn text(&self) -> String;
    fn picture(&self) -> String;
    fn board(&self) -> Option<Board>;
    fn cells_of(&self, mv: AnyMove) -> Vec<usize>;
    fn men(&self) -> Vec<Man>;
    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<AnyPosition, PositionError>;
    fn move_text(&self, mv: AnyMove) -> String;
    fn san(&self, mv: AnyMove) -> Option<String>;
    fn played_on(&self) -> Option<AnyPosition>;
    fn turned(&self) -> Option<AnyPosition>;
    fn moves_left(&self) -> Option<usize>;
    fn goes_round(&self) -> bool;
    fn depth_to_end(&self) -> usize;
    fn duplicate(&self) -> Box<dyn ErasedPosition>;
    fn equals(&self, other: &AnyPosition) -> bool;
}

/// A position, and what takes back the moves made on it. A null move is none.
pub(crate) struct Erased<P: Playable> {
    pub(crate) position: P,
    pub(crate) undos: Vec<(Option<P::Move>, P::Undo)>,
}

impl<P: Playable> ErasedPosition for Erased<P> {
    fn to_move(&self) -> Side {
        self.position.to_move()
    }

    fn list(&self, moves: &mut Vec<AnyMove>) {
        // By the list the number of each would be looked up in it.
        match self.position.move_numbers() {
            Some(_) => moves.extend(self.position.moves().map(|mv| any_move(&self.position, mv))),
            None => moves.extend(self.position.moves().zip(0..).map(|(_, index)| AnyMove::of_number(index))),
        }
    }

    fn nth_move(&self, index: usize) -> AnyMove {
        match self.position.move_numbers() {
            Some(_) => any_move(&self.position, self.position.nth_move(index)),
            None => AnyMove::of_number(index as u32),
        }
    }

    fn move_count(&self) -> usize {
        self.position.move_count()
    }

    fn is_terminal(&self) -> bool {
        self.position.is_terminal()
    }

    fn make(&mut self, mv: AnyMove) {
        let mv = self.position.numbered(mv.number());
        let undo = self.position.make(mv);
        self.undos.push((Some(mv), undo));
    }

    fn move_rank(&self, mv: AnyMove) -> i16 {
        self.position.move_rank(self.position.numbered(mv.number()))
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

    fn fingerprint(&self) -> Option<u64> {
        self.position.fingerprint()
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn move_numbers(&self) -> Option<u32> {
        self.position.move_numbers()
    }

    fn terminal_value(&self) -> Value {
        self.position.terminal_value()
    }

    fn points(&self) -> Option<i32> {
        self.position.points()
    }

    fn margin(&self) -> Option<i32> {
        self.position.margin()
    }

    fn points_within(&self) -> Bounds {
        self.position.points_within()
    }

    fn text(&self) -> String {
        self.position.text()
    }

    fn picture(&self) -> String {
        self.position.picture()
    }

    fn board(&self) -> Option<Board> {
        self.position.board()
    }

    fn cells_of(&self, mv: AnyMove) -> Vec<usize> {
        self.position.cells_of(self.position.numbered(mv.number()))
    }

    fn men(&self) -> Vec<Man> {
        self.position.men()
    }

    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<AnyPosition, PositionError> {
        self.position.set_up(men, to_move).map(AnyPosition::new)
    }

    fn move_text(&self, mv: AnyMove) -> String {
        self.position.move_text(self.position.numbered(mv.number()))
    }

    fn san(&self, mv: AnyMove) -> Option<String> {
        self.position.san(self.position.numbered(mv.number()))
    }

    fn played_on(&self) -> Option<AnyPosition> {
        self.position.played_on().map(AnyPosition::new)
    }

    fn turned(&self) -> Option<AnyPosition> {
        self.position.turned().map(AnyPosition::new)
    }

    fn moves_left(&self) -> Option<usize> {
        self.position.moves_left()
    }

    fn goes_round(&self) -> bool {
        self.position.goes_round()
    }

    fn depth_to_end(&self) -> usize {
        self.position.depth_to_end()
    }

    fn duplicate(&self) -> Box<dyn ErasedPosition> {
        Box::new(Erased { position: self.position.clone(), undos: Vec::new() })
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
