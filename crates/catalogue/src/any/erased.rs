use std::any::Any;

use bestply::{Bounds, Side, Value};

use super::{AnyMove, AnyPosition, any_move};
use crate::{Board, Man, Playable, PositionError};

/// The methods of a position behind a pointer. Moves are named by their indices.
pub(super) trait ErasedPosition: Send + Sync {
    fn to_move(&self) -> Side;
    fn moves(&self) -> Vec<AnyMove>;
    fn nth_move(&self, index: usize) -> AnyMove;
    fn move_count(&self) -> usize;
    fn is_terminal(&self) -> bool;
    fn make(&mut self, index: usize);
    fn move_rank(&self, index: usize) -> i16;
    fn make_null_move(&mut self) -> bool;
    fn unmake(&mut self);
    fn forget(&mut self);
    fn fingerprint(&self) -> Option<u64>;
    fn key(&self) -> u64;
    fn terminal_value(&self) -> Value;
    fn points(&self) -> Option<i32>;
    fn margin(&self) -> Option<i32>;
    fn points_within(&self) -> Bounds;
    fn text(&self) -> String;
    fn picture(&self) -> String;
    fn board(&self) -> Option<Board>;
    fn cells_of(&self, index: usize) -> Vec<usize>;
    fn men(&self) -> Vec<Man>;
    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<AnyPosition, PositionError>;
    fn move_text(&self, index: usize) -> String;
    fn san(&self, index: usize) -> Option<String>;
    fn played_on(&self) -> Option<AnyPosition>;
    fn turned(&self) -> Option<AnyPosition>;
    fn moves_left(&self) -> Option<usize>;
    fn goes_round(&self) -> bool;
    fn depth_to_end(&self) -> usize;
    fn duplicate(&self) -> Box<dyn ErasedPosition>;
    fn equals(&self, other: &AnyPosition) -> bool;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// A position, and what takes back the moves made on it. A null move is none.
pub(super) struct Erased<P: Playable> {
    pub(super) position: P,
    pub(super) undos: Vec<(Option<P::Move>, P::Undo)>,
}

impl<P: Playable> ErasedPosition for Erased<P> {
    fn to_move(&self) -> Side {
        self.position.to_move()
    }

    fn moves(&self) -> Vec<AnyMove> {
        self.position.moves().enumerate().map(|(index, mv)| any_move(index, &mv)).collect()
    }

    fn nth_move(&self, index: usize) -> AnyMove {
        any_move(index, &self.position.nth_move(index))
    }

    fn move_count(&self) -> usize {
        self.position.move_count()
    }

    fn is_terminal(&self) -> bool {
        self.position.is_terminal()
    }

    fn make(&mut self, index: usize) {
        let mv = self.position.nth_move(index);
        let undo = self.position.make(mv);
        self.undos.push((Some(mv), undo));
    }

    fn move_rank(&self, index: usize) -> i16 {
        self.position.move_rank(self.position.nth_move(index))
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

    fn cells_of(&self, index: usize) -> Vec<usize> {
        self.position.cells_of(self.position.nth_move(index))
    }

    fn men(&self) -> Vec<Man> {
        self.position.men()
    }

    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<AnyPosition, PositionError> {
        self.position.set_up(men, to_move).map(AnyPosition::new)
    }

    fn move_text(&self, index: usize) -> String {
        self.position.move_text(self.position.nth_move(index))
    }

    fn san(&self, index: usize) -> Option<String> {
        self.position.san(self.position.nth_move(index))
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

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}
