use std::any::Any;
use std::fmt;

use bestply::{Bounds, Keyed, Position, Report, Side, Value};

use crate::erased::{Erased, ErasedPosition};
use crate::{AnyMove, AnyMoves, Board, Man, Playable, PositionError};

/// A position of any [`Playable`] game.
pub struct AnyPosition(Box<dyn ErasedPosition>);

impl AnyPosition {
    /// A position of this game as one of any game. An `AnyPosition` is one already, and stays itself.
    pub fn new<P: Playable>(position: P) -> AnyPosition {
        let mut position = Some(position);
        let itself: Option<&mut Option<AnyPosition>> = (&mut position as &mut dyn Any).downcast_mut();
        if let Some(any) = itself {
            return any.take().expect("it was put there");
        }
        let position = position.expect("it was put there");
        AnyPosition(Box::new(Erased { position, undos: Vec::new() }))
    }

    /// The position as one of this game, if it is one. Any position is one of `AnyPosition`.
    #[inline]
    pub fn get<P: Playable>(&self) -> Option<&P> {
        if let Some(any) = (self as &dyn Any).downcast_ref() {
            return Some(any);
        }
        let erased: Option<&Erased<P>> = (&*self.0 as &dyn Any).downcast_ref();
        erased.map(|erased| &erased.position)
    }

    /// The same, to be changed and changed back.
    #[inline]
    pub fn get_mut<P: Playable>(&mut self) -> Option<&mut P> {
        if (self as &dyn Any).is::<P>() {
            return (self as &mut dyn Any).downcast_mut();
        }
        let erased: Option<&mut Erased<P>> = (&mut *self.0 as &mut dyn Any).downcast_mut();
        erased.map(|erased| &mut erased.position)
    }

    /// The position as one of this game.
    ///
    /// # Panics
    ///
    /// If it is of another game.
    #[inline]
    pub fn native<P: Playable>(&self) -> &P {
        self.get().expect(OTHER_GAME)
    }

    /// The position as one of this game, to be changed and changed back.
    ///
    /// # Panics
    ///
    /// If it is of another game.
    #[inline]
    pub fn native_mut<P: Playable>(&mut self) -> &mut P {
        self.get_mut().expect(OTHER_GAME)
    }

    /// Plays the move of this index. It cannot be taken back.
    ///
    /// # Panics
    ///
    /// If there is no such move.
    pub fn play(&mut self, index: usize) {
        self.0.make(self.0.nth_move(index));
        self.0.forget();
    }

    /// The move of this index in the game's notation.
    ///
    /// # Panics
    ///
    /// If there is no such move.
    pub fn move_text_at(&self, index: usize) -> String {
        self.0.move_text(self.0.nth_move(index))
    }

    /// The move of this index in Standard Algebraic Notation, see [`Playable::san`].
    ///
    /// # Panics
    ///
    /// If there is no such move.
    pub fn san_at(&self, index: usize) -> Option<String> {
        self.0.san(self.0.nth_move(index))
    }

    /// The cells of the board that name the move of this index, see [`Playable::cells_of`].
    ///
    /// # Panics
    ///
    /// If there is no such move.
    pub fn cells_at(&self, index: usize) -> Vec<usize> {
        self.0.cells_of(self.0.nth_move(index))
    }

    /// The index of the move that a text in the game's notation names; `None` if the text names no legal move.
    pub fn move_named(&self, text: &str) -> Option<usize> {
        self.moves().position(|mv| self.0.move_text(mv) == text)
    }

    /// The moves of a line by their indices in canonical order, each in the position in which it is played.
    ///
    /// # Panics
    ///
    /// If one is not legal.
    pub fn indices_of(&self, line: &[AnyMove]) -> Vec<usize> {
        let mut position = self.clone();
        let index_of = |&mv: &AnyMove| {
            let index = position.index_of(mv);
            position.make(mv);
            index
        };
        line.iter().map(index_of).collect()
    }

    /// A report of a search of this position with its moves by their indices in canonical order,
    /// as people and files have them.
    ///
    /// # Panics
    ///
    /// If the report is of another position.
    pub fn indexed(&self, mut report: Report<AnyMove>) -> Report<usize> {
        let line = self.indices_of(&std::mem::take(&mut report.line));
        // A position may have thousands of moves, and the report has each.
        let mut listed: Vec<(AnyMove, usize)> = self.moves().zip(0..).collect();
        listed.sort_unstable();
        let index_of = |mv| {
            let place = listed.binary_search_by_key(&mv, |&(listed, _)| listed);
            listed[place.expect("a report is of moves of its position")].1
        };
        let mut report = report.map_moves(index_of);
        report.line = line;
        report
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> AnyPosition {
        AnyPosition(self.0.duplicate())
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        self.0.equals(other)
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "AnyPosition({})", self.0.text())
    }
}

impl Position for AnyPosition {
    type Move = AnyMove;
    type Moves = AnyMoves;
    type Undo = ();

    #[inline]
    fn to_move(&self) -> Side {
        self.0.to_move()
    }

    #[inline]
    fn moves(&self) -> AnyMoves {
        AnyMoves::filled(|list| self.0.list(list))
    }

    #[inline]
    fn make(&mut self, mv: AnyMove) {
        self.0.make(mv);
    }

    #[inline]
    fn unmake(&mut self, _: AnyMove, (): ()) {
        self.0.unmake();
    }

    #[inline]
    fn move_count(&self) -> usize {
        self.0.move_count()
    }

    #[inline]
    fn nth_move(&self, index: usize) -> AnyMove {
        self.0.nth_move(index)
    }

    #[inline]
    fn is_terminal(&self) -> bool {
        self.0.is_terminal()
    }

    #[inline]
    fn fingerprint(&self) -> Option<u64> {
        self.0.fingerprint()
    }

    #[inline]
    fn move_rank(&self, mv: AnyMove) -> i16 {
        self.0.move_rank(mv)
    }

    #[inline]
    fn make_null_move(&mut self) -> Option<()> {
        self.0.make_null_move().then_some(())
    }

    #[inline]
    fn unmake_null_move(&mut self, (): ()) {
        self.0.unmake();
    }
}

impl Keyed for AnyPosition {
    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Playable for AnyPosition {
    fn move_numbers(&self) -> Option<u32> {
        self.0.move_numbers()
    }

    fn number(&self, mv: AnyMove) -> u32 {
        mv.number()
    }

    fn numbered(&self, number: u32) -> AnyMove {
        AnyMove::of_number(number)
    }

    fn terminal_value(&self) -> Value {
        self.0.terminal_value()
    }

    fn points(&self) -> Option<i32> {
        self.0.points()
    }

    fn margin(&self) -> Option<i32> {
        self.0.margin()
    }

    fn points_within(&self) -> Bounds {
        self.0.points_within()
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn men(&self) -> Vec<Man> {
        self.0.men()
    }

    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<AnyPosition, PositionError> {
        self.0.set_up(men, to_move)
    }

    fn move_text(&self, mv: AnyMove) -> String {
        self.0.move_text(mv)
    }

    fn san(&self, mv: AnyMove) -> Option<String> {
        self.0.san(mv)
    }

    fn played_on(&self) -> Option<AnyPosition> {
        self.0.played_on()
    }

    fn turned(&self) -> Option<AnyPosition> {
        self.0.turned()
    }

    fn picture(&self) -> String {
        self.0.picture()
    }

    fn board(&self) -> Option<Board> {
        self.0.board()
    }

    fn cells_of(&self, mv: AnyMove) -> Vec<usize> {
        self.0.cells_of(mv)
    }

    fn moves_left(&self) -> Option<usize> {
        self.0.moves_left()
    }

    fn goes_round(&self) -> bool {
        self.0.goes_round()
    }

    fn depth_to_end(&self) -> usize {
        self.0.depth_to_end()
    }
}

const OTHER_GAME: &str = "a position is one of its own game";
