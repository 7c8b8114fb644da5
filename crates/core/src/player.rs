use std::error::Error;
use std::fmt;

use crate::{Evaluator, Limit, Observer, Position, Report, Searcher};

/// A position, a searcher that searches it and an evaluator for the search, kept in step.
///
/// Any searcher and any evaluator will do, a `Box<dyn Searcher<P, E> + Send>` included.
/// A player is `Send` if its parts are.
///
/// # Memory
///
/// A search whose limit names no number of bytes may use [`Player::DEFAULT_BYTES`].
/// A setting of the searcher says what happens when the bytes are spent.
/// Searchers with a saved tree by default free the subtrees farthest from their principal variation and go on.
///
/// ```
/// use bestply_core::{Limit, Player, evaluator_fn};
/// # use bestply_core::{Advance, Evaluator, Observer, Position, Report, Reset, Search, Side};
/// # #[derive(Clone)]
/// # struct Nim { matches: u8, to_move: Side }
/// # impl Position for Nim {
/// #     type Move = u8;
/// #     type Moves = std::ops::RangeInclusive<u8>;
/// #     type Undo = ();
/// #     fn to_move(&self) -> Side { self.to_move }
/// #     fn moves(&self) -> Self::Moves { 1..=self.matches.min(2) }
/// #     fn make(&mut self, taken: u8) { self.matches -= taken; self.to_move = self.to_move.other(); }
/// #     fn unmake(&mut self, taken: u8, (): ()) { self.matches += taken; self.to_move = self.to_move.other(); }
/// # }
/// # struct First;
/// # impl Reset for First { fn reset(&mut self) {} }
/// # impl<P: Position> Advance<P> for First { fn advance(&mut self, _: &mut P, _: P::Move) {} }
/// # impl<P: Position, E: Evaluator<P>> Search<P, E> for First {
/// #     fn run<O: Observer>(&mut self, nim: &mut P, evaluator: &mut E, limit: &Limit, _: &mut O) -> Report<P::Move> {
/// #         let meter = bestply_core::Meter::start(limit);
/// #         bestply_core::Found::new(bestply_core::Stop::Depth).report(nim, evaluator, &meter)
/// #     }
/// # }
///
/// let nim = Nim { matches: 4, to_move: Side::Max };
/// let mut player = Player::new(nim, First, evaluator_fn(|nim: &Nim| i32::from(nim.matches)));
/// let report = player.search(&Limit::new().evaluations(100));
/// player.play(report.best_move.expect("the game is not over"))?;
/// assert_eq!(player.position().matches, 3);
/// assert!(player.play(3).is_err(), "one takes one match or two");
/// assert_eq!(player.undo(), Some(1));
/// # Ok::<(), bestply_core::IllegalMove<u8>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Player<P: Position, S, E> {
    position: P,
    searcher: S,
    evaluator: E,
    played: Vec<(P::Move, P::Undo)>,
}

impl<P: Position, S, E> Player<P, S, E> {
    /// The most bytes of a search whose limit names none: a gibibyte.
    pub const DEFAULT_BYTES: usize = 1 << 30;
}

impl<P: Position, S: Searcher<P, E>, E: Evaluator<P>> Player<P, S, E> {
    /// A player at a position. The searcher forgets what it knew.
    pub fn new(position: P, mut searcher: S, evaluator: E) -> Player<P, S, E> {
        searcher.reset();
        Player { position, searcher, evaluator, played: Vec::new() }
    }

    /// The position.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The searcher.
    pub fn searcher(&self) -> &S {
        &self.searcher
    }

    /// The searcher, to change its settings. What the searcher knows must remain knowledge of this position.
    pub fn searcher_mut(&mut self) -> &mut S {
        &mut self.searcher
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// The moves played since the player was made or its position set, the last one last.
    pub fn played(&self) -> impl DoubleEndedIterator<Item = P::Move> + ExactSizeIterator {
        self.played.iter().map(|&(mv, _)| mv)
    }

    /// Searches the position until a limit ends it.
    pub fn search(&mut self, limit: &Limit) -> Report<P::Move> {
        let limit = Self::within_default_bytes(limit);
        self.searcher.search(&mut self.position, &mut self.evaluator, &limit)
    }

    /// As [`search`](Player::search), telling `observer` of every step.
    pub fn search_observed(&mut self, limit: &Limit, observer: &mut dyn Observer) -> Report<P::Move> {
        let limit = Self::within_default_bytes(limit);
        self.searcher.search_observed(&mut self.position, &mut self.evaluator, &limit, observer)
    }

    /// The line that the last search expects after this move: the move, then the best replies as far as they are known.
    ///
    /// # Errors
    ///
    /// If the move is not legal.
    pub fn line_after(&mut self, mv: P::Move) -> Result<Vec<P::Move>, IllegalMove<P::Move>> {
        self.check(mv)?;
        Ok(self.searcher.line_after(&mut self.position, mv))
    }

    /// Plays a move, by either side. What the searcher knows below it is kept.
    ///
    /// # Errors
    ///
    /// If the move is not legal; nothing is changed then.
    pub fn play(&mut self, mv: P::Move) -> Result<(), IllegalMove<P::Move>> {
        self.check(mv)?;
        self.searcher.advance(&mut self.position, mv);
        let undo = self.position.make(mv);
        self.played.push((mv, undo));
        Ok(())
    }

    /// Takes back the last move and returns it; `None` if no move was played. The searcher forgets what it knew.
    pub fn undo(&mut self) -> Option<P::Move> {
        let (mv, undo) = self.played.pop()?;
        self.position.unmake(mv, undo);
        self.searcher.reset();
        Some(mv)
    }

    /// Goes to another position, of this game or of another. The searcher forgets what it knew.
    pub fn set_position(&mut self, position: P) {
        self.position = position;
        self.played.clear();
        self.searcher.reset();
    }

    /// Evaluates with another evaluator from now on. The searcher forgets the values of the former evaluator.
    pub fn set_evaluator(&mut self, evaluator: E) {
        self.evaluator = evaluator;
        self.searcher.reset();
    }

    /// Takes the player apart into position, searcher and evaluator.
    pub fn into_parts(self) -> (P, S, E) {
        (self.position, self.searcher, self.evaluator)
    }

    fn check(&self, mv: P::Move) -> Result<(), IllegalMove<P::Move>> {
        match self.position.moves().any(|legal| legal == mv) {
            true => Ok(()),
            false => Err(IllegalMove(mv)),
        }
    }

    fn within_default_bytes(limit: &Limit) -> Limit {
        Limit { bytes: limit.bytes.or(Some(Self::DEFAULT_BYTES)), ..limit.clone() }
    }
}

/// A move that the position does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove<M>(pub M);

impl<M: fmt::Debug> fmt::Display for IllegalMove<M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the move {:?} is not legal in this position", self.0)
    }
}

impl<M: fmt::Debug> Error for IllegalMove<M> {}
