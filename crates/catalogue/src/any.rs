//! A position and an evaluator of any game, behind one type.
//!
//! Code that searches, shows or plays any game alike works on these types.
//! A search of them is the search of the game itself: it has the same moves, values and counts.
//! It only takes longer, because each step goes through a pointer.

mod erased;
mod evaluator;
mod name;
mod one_copy;

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};

use bestply::{Bounds, Keyed, Position, Side, Value};

use crate::{Board, Man, Playable, PositionError};

use erased::{Erased, ErasedPosition};
pub use evaluator::{AnyEvaluator, GameEvaluator, NativeEvaluator};
use name::Name;
pub(crate) use one_copy::OneCopy;

/// A position of any [`Playable`] game.
pub struct AnyPosition(Box<dyn ErasedPosition>);

/// A move of any game: its index in canonical order, and what the move's own type would tell a hasher.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct AnyMove {
    index: u16,
    name: Name,
}

impl AnyPosition {
    /// A position of this game as one of any game.
    pub fn new<P: Playable>(position: P) -> AnyPosition {
        AnyPosition(Box::new(Erased { position, undos: Vec::new() }))
    }

    /// The position, if it is of this game.
    pub fn get<P: Playable>(&self) -> Option<&P> {
        let erased: Option<&Erased<P>> = self.0.as_any().downcast_ref();
        erased.map(|erased| &erased.position)
    }

    /// A copy of the position as one of this game, if it is of this game. Any position is one of `AnyPosition`.
    pub fn to_game<P: Playable>(&self) -> Option<P> {
        let any: Option<&P> = (self as &dyn Any).downcast_ref();
        any.or_else(|| self.get()).cloned()
    }

    /// Plays the move of this index. It cannot be taken back.
    ///
    /// # Panics
    ///
    /// If there is no such move.
    pub fn play(&mut self, index: usize) {
        self.0.make(index);
        self.0.forget();
    }

    /// The move of this index in the game's notation.
    ///
    /// # Panics
    ///
    /// If there is no such move.
    pub fn move_text_at(&self, index: usize) -> String {
        self.0.move_text(index)
    }

    /// The move of this index in Standard Algebraic Notation, see [`Playable::san`].
    ///
    /// # Panics
    ///
    /// If there is no such move.
    pub fn san_at(&self, index: usize) -> Option<String> {
        self.0.san(index)
    }

    /// The cells of the board that name the move of this index, see [`Playable::cells_of`].
    ///
    /// # Panics
    ///
    /// If there is no such move.
    pub fn cells_at(&self, index: usize) -> Vec<usize> {
        self.0.cells_of(index)
    }

    /// The index of the move that a text in the game's notation names; `None` if the text names no legal move.
    pub fn move_named(&self, text: &str) -> Option<usize> {
        (0..self.move_count()).find(|&index| self.0.move_text(index) == text)
    }
}

impl AnyMove {
    /// The move's index in canonical order, in the position that listed it.
    pub fn index(self) -> usize {
        usize::from(self.index)
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

impl fmt::Debug for AnyMove {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{}", self.index)
    }
}

impl Hash for AnyMove {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.numbers().iter().for_each(|&number| state.write_u64(number));
    }
}

impl Position for AnyPosition {
    type Move = AnyMove;
    type Moves = std::vec::IntoIter<AnyMove>;
    type Undo = ();

    fn to_move(&self) -> Side {
        self.0.to_move()
    }

    fn moves(&self) -> Self::Moves {
        self.0.moves().into_iter()
    }

    fn make(&mut self, mv: AnyMove) {
        self.0.make(mv.index());
    }

    fn unmake(&mut self, _: AnyMove, (): ()) {
        self.0.unmake();
    }

    fn move_count(&self) -> usize {
        self.0.move_count()
    }

    fn nth_move(&self, index: usize) -> AnyMove {
        self.0.nth_move(index)
    }

    fn is_terminal(&self) -> bool {
        self.0.is_terminal()
    }

    fn fingerprint(&self) -> Option<u64> {
        self.0.fingerprint()
    }

    fn move_rank(&self, mv: AnyMove) -> i16 {
        self.0.move_rank(mv.index())
    }

    fn make_null_move(&mut self) -> Option<()> {
        self.0.make_null_move().then_some(())
    }

    fn unmake_null_move(&mut self, (): ()) {
        self.0.unmake();
    }
}

impl Keyed for AnyPosition {
    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Playable for AnyPosition {
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
        self.0.move_text(mv.index())
    }

    fn san(&self, mv: AnyMove) -> Option<String> {
        self.0.san(mv.index())
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
        self.0.cells_of(mv.index())
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

pub(crate) fn any_move<M: Hash>(index: usize, mv: &M) -> AnyMove {
    let index = u16::try_from(index).expect("a position has fewer than 65,536 moves");
    AnyMove { index, name: Name::of(mv) }
}

const OTHER_GAME: &str = "an evaluator is asked for positions of its own game";

/// A copy of the position as one of this game. Any position is one of `AnyPosition`.
pub(crate) fn native<P: Playable>(position: &AnyPosition) -> &P {
    let any: Option<&P> = (position as &dyn Any).downcast_ref();
    any.or_else(|| position.get()).expect(OTHER_GAME)
}

/// The position as one of this game, to be changed and changed back.
pub(crate) fn native_mut<P: Playable>(position: &mut AnyPosition) -> &mut P {
    if (&*position as &dyn Any).is::<P>() {
        return (position as &mut dyn Any).downcast_mut().expect("it is one");
    }
    let erased: Option<&mut Erased<P>> = position.0.as_any_mut().downcast_mut();
    &mut erased.expect(OTHER_GAME).position
}
