use std::any::Any;
use std::fmt;

use bestply::{Bounds, Keyed, Position, Report, Side, Value};

use crate::erased::{Erased, ErasedPosition, questions};
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
        AnyPosition(Box::new(Erased::new(position)))
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

macro_rules! pass_on {
    ($($own:ident: $answer:ty),*; $($of_move:ident: $about_it:ty),*) => {
        $(#[inline]
        fn $own(&self) -> $answer {
            self.0.$own()
        })*
        $(#[inline]
        fn $of_move(&self, mv: AnyMove) -> $about_it {
            self.0.$of_move(mv)
        })*
    };
}

impl Position for AnyPosition {
    type Move = AnyMove;
    type Moves = AnyMoves;
    type Undo = ();

    // A list made and dropped takes 143 instructions in random games, and one in a searcher's buffer 38:
    // principal-variation search takes .85 of the instructions.
    const LISTS_MOVES: bool = true;

    questions!(Position, pass_on);

    #[inline]
    fn moves(&self) -> AnyMoves {
        AnyMoves::filled(|list| self.0.list(list))
    }

    #[inline]
    fn list_moves(&self, moves: &mut Vec<AnyMove>) {
        self.0.list(moves);
    }

    #[inline]
    fn make(&mut self, mv: AnyMove) {
        self.0.make(mv);
    }

    #[inline]
    fn make_nth(&mut self, index: usize) -> (AnyMove, ()) {
        (self.0.make_nth(index), ())
    }

    #[inline]
    fn unmake(&mut self, _: AnyMove, (): ()) {
        self.0.unmake();
    }

    #[inline]
    fn nth_move(&self, index: usize) -> AnyMove {
        self.0.nth_move(index)
    }

    #[inline]
    fn pick_move(&self, choose: impl FnOnce(usize) -> usize) -> Option<AnyMove> {
        let mut choose = Some(choose);
        self.0.pick_move(&mut |count| choose.take().expect("a position asks once")(count))
    }

    #[inline]
    fn find_move(&self, mv: AnyMove) -> Option<usize> {
        self.0.find_move(mv)
    }

    #[inline]
    fn ends_game(&mut self, mv: AnyMove) -> bool {
        self.0.ends_game(mv)
    }

    #[inline]
    fn promising_moves(&self) -> Option<AnyMoves> {
        let mut is_found = false;
        let moves = AnyMoves::filled(|list| is_found = self.0.list_promising(list));
        is_found.then_some(moves)
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
    questions!(Keyed, pass_on);

    #[inline]
    fn key_after(&mut self, mv: AnyMove) -> u64 {
        self.0.key_after(mv)
    }

    #[inline]
    fn each_key_after(&mut self, mut tell: impl FnMut(AnyMove, u64)) {
        self.0.each_key_after(&mut tell);
    }
}

impl Playable for AnyPosition {
    questions!(Playable, pass_on);

    fn number(&self, mv: AnyMove) -> u32 {
        mv.number()
    }

    fn numbered(&self, number: u32) -> AnyMove {
        AnyMove::of_number(number)
    }

    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<AnyPosition, PositionError> {
        self.0.set_up(men, to_move)
    }

    fn played_on(&self) -> Option<AnyPosition> {
        self.0.played_on()
    }

    fn turned(&self) -> Option<AnyPosition> {
        self.0.turned()
    }
}

const OTHER_GAME: &str = "a position is one of its own game";
