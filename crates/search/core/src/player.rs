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
#[doc = include_str!("player/nim.txt")]
/// // A game, a searcher and an evaluator: one takes one match or two, of four at first.
/// let mut player = Player::new(NIM, First, Matches);
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
    ///
    /// ```
    #[doc = include_str!("player/nim.txt")]
    /// let player = Player::new(NIM, First, Matches);
    /// assert_eq!(player.position().matches, 4);
    /// ```
    pub fn new(position: P, mut searcher: S, evaluator: E) -> Player<P, S, E> {
        searcher.reset();
        Player { position, searcher, evaluator, played: Vec::new() }
    }

    /// The position.
    ///
    /// ```
    #[doc = include_str!("player/nim.txt")]
    /// let mut player = new_player();
    /// player.play(2)?;
    /// assert_eq!(player.position().matches, 2);
    /// # Ok::<(), IllegalMove<u8>>(())
    /// ```
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The searcher.
    ///
    /// ```
    #[doc = include_str!("player/nim.txt")]
    /// assert_eq!(new_player().searcher(), &First);
    /// ```
    pub fn searcher(&self) -> &S {
        &self.searcher
    }

    /// The searcher, to change its settings. What the searcher knows must remain knowledge of this position.
    ///
    /// ```
    #[doc = include_str!("player/nim.txt")]
    /// let mut player = new_player();
    /// *player.searcher_mut() = First; // or a new value of one of its settings
    /// ```
    pub fn searcher_mut(&mut self) -> &mut S {
        &mut self.searcher
    }

    /// The evaluator.
    ///
    /// ```
    #[doc = include_str!("player/nim.txt")]
    /// assert_eq!(new_player().evaluator(), &Matches);
    /// ```
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// The moves played since the player was made or its position set, the last one last.
    ///
    /// ```
    #[doc = include_str!("player/nim.txt")]
    /// let mut player = new_player();
    /// player.play(2)?;
    /// player.play(1)?;
    /// assert_eq!(player.played().collect::<Vec<_>>(), [2, 1]);
    /// # Ok::<(), IllegalMove<u8>>(())
    /// ```
    pub fn played(&self) -> impl DoubleEndedIterator<Item = P::Move> + ExactSizeIterator {
        self.played.iter().map(|&(mv, _)| mv)
    }

    /// Searches the position until a limit ends it.
    ///
    /// ```
    #[doc = include_str!("player/nim.txt")]
    /// let report = new_player().search(&Limit::new().evaluations(100));
    /// assert_eq!(report.best_move, Some(1));
    /// ```
    pub fn search(&mut self, limit: &Limit) -> Report<P::Move> {
        let limit = Self::within_default_bytes(limit);
        self.searcher.search(&mut self.position, &mut self.evaluator, &limit)
    }

    /// As [`search`](Player::search), telling `observer` of every step.
    ///
    /// ```
    #[doc = include_str!("player/nim.txt")]
    /// use bestply_core::Event;
    ///
    /// /// Counts what the searcher tells.
    /// struct Count(usize);
    ///
    /// impl Observer for Count {
    ///     fn observe(&mut self, _: Event<'_>) {
    ///         self.0 += 1;
    ///     }
    /// }
    ///
    /// let mut told = Count(0);
    /// new_player().search_observed(&Limit::new(), &mut told);
    /// assert_eq!(told.0, 0, "this searcher does nothing that it could tell");
    /// ```
    pub fn search_observed(&mut self, limit: &Limit, observer: &mut dyn Observer) -> Report<P::Move> {
        let limit = Self::within_default_bytes(limit);
        self.searcher.search_observed(&mut self.position, &mut self.evaluator, &limit, observer)
    }

    /// The line that the last search expects after this move: the move, then the best replies as far as they are known.
    ///
    /// # Errors
    ///
    /// If the move is not legal.
    ///
    /// ```
    #[doc = include_str!("player/nim.txt")]
    /// let mut player = new_player();
    /// player.search(&Limit::new());
    /// assert_eq!(player.line_after(2)?, [2]); // this searcher knows no replies
    /// assert_eq!(player.line_after(3), Err(IllegalMove(3)));
    /// # Ok::<(), IllegalMove<u8>>(())
    /// ```
    pub fn line_after(&mut self, mv: P::Move) -> Result<Vec<P::Move>, IllegalMove<P::Move>> {
        self.check(mv)?;
        Ok(self.searcher.line_after(&mut self.position, mv))
    }

    /// Plays a move, by either side. What the searcher knows below it is kept.
    ///
    /// # Errors
    ///
    /// If the move is not legal; nothing is changed then.
    ///
    /// ```
    #[doc = include_str!("player/nim.txt")]
    /// let mut player = new_player();
    /// assert_eq!(player.play(3), Err(IllegalMove(3)));
    /// assert_eq!(player.play(2), Ok(()));
    /// ```
    pub fn play(&mut self, mv: P::Move) -> Result<(), IllegalMove<P::Move>> {
        self.check(mv)?;
        // Before the move is made: the searcher is told of a move of the position that it knows.
        self.searcher.advance(&mut self.position, mv);
        let undo = self.position.make(mv);
        self.played.push((mv, undo));
        Ok(())
    }

    /// Takes back the last move and returns it; `None` if no move was played. The searcher forgets what it knew.
    ///
    /// ```
    #[doc = include_str!("player/nim.txt")]
    /// let mut player = new_player();
    /// player.play(2)?;
    /// assert_eq!(player.undo(), Some(2));
    /// assert_eq!((player.undo(), player.position().matches), (None, 4));
    /// # Ok::<(), IllegalMove<u8>>(())
    /// ```
    pub fn undo(&mut self) -> Option<P::Move> {
        let (mv, undo) = self.played.pop()?;
        self.position.unmake(mv, undo);
        // A searcher follows moves, and none back.
        self.searcher.reset();
        Some(mv)
    }

    /// Goes to another position, of this game or of another. The searcher forgets what it knew.
    ///
    /// ```
    #[doc = include_str!("player/nim.txt")]
    /// let mut player = new_player();
    /// player.set_position(Nim { matches: 9, to_move: Side::Min });
    /// assert_eq!(player.search(&Limit::new()).best_move, Some(1));
    /// ```
    pub fn set_position(&mut self, position: P) {
        self.position = position;
        self.played.clear();
        self.searcher.reset();
    }

    /// Evaluates with another evaluator from now on. The searcher forgets the values of the former evaluator.
    ///
    /// ```
    #[doc = include_str!("player/nim.txt")]
    /// use bestply_core::{Value, evaluator_fn};
    ///
    /// fn no_matter(_: &Nim) -> Value { 0 }
    ///
    /// let mut player = Player::new(NIM, First, evaluator_fn(no_matter as fn(&Nim) -> Value));
    /// player.set_evaluator(evaluator_fn(|nim| i32::from(nim.matches)));
    /// ```
    pub fn set_evaluator(&mut self, evaluator: E) {
        self.evaluator = evaluator;
        self.searcher.reset();
    }

    /// Takes the player apart into position, searcher and evaluator.
    ///
    /// ```
    #[doc = include_str!("player/nim.txt")]
    /// let (position, searcher, evaluator) = new_player().into_parts();
    /// assert_eq!((position.matches, searcher, evaluator), (4, First, Matches));
    /// ```
    pub fn into_parts(self) -> (P, S, E) {
        (self.position, self.searcher, self.evaluator)
    }

    fn check(&self, mv: P::Move) -> Result<(), IllegalMove<P::Move>> {
        if self.position.moves().any(|legal| legal == mv) { Ok(()) } else { Err(IllegalMove(mv)) }
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
