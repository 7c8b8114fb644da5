use std::fmt::Debug;

use crate::Side;

/// A position of a two-player game of perfect information, changed in place.
///
/// A search makes and unmakes moves on one position.
/// When the search returns, the position is as it was, also after an early stop.
/// The order of [`moves`](Position::moves) is the *canonical order*: child *i* of a node is the *i*-th move.
/// So search trees store no moves, and ties go to the lower index.
///
/// A pass is a move, alone in its list where a side has to pass. No legal move means that the game is over.
pub trait Position {
    /// A move: a small value.
    type Move: Copy + PartialEq + Debug;
    /// The moves of one position in canonical order.
    /// The iterator borrows nothing, so that the position can change meanwhile.
    type Moves: Iterator<Item = Self::Move>;
    /// What [`unmake`](Position::unmake) needs besides the move.
    type Undo;

    /// Whether [`moves`](Position::moves) makes a list of all moves before it gives the first.
    ///
    /// A searcher with a buffer then has them listed [there](Position::list_moves).
    /// Otherwise it takes them one by one, as long as it wants more.
    const LISTS_MOVES: bool = false;

    /// The side to move. Only the position knows the side, because sides need not alternate.
    fn to_move(&self) -> Side;

    /// The legal moves in canonical order. Equal positions list equal moves.
    fn moves(&self) -> Self::Moves;

    /// Plays a legal move.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back `mv`, the last move made, with what `make` returned for it.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);

    /// The number of legal moves. Override it where counting is cheaper than listing.
    #[inline]
    fn move_count(&self) -> usize {
        self.moves().count()
    }

    /// The `index`-th legal move in canonical order. Override it where [`Iterator::nth`] is not fast already.
    ///
    /// # Panics
    ///
    /// If there is no such move.
    #[inline]
    fn nth_move(&self, index: usize) -> Self::Move {
        self.moves().nth(index).expect("a position has a move for each of its children")
    }

    /// Plays the `index`-th legal move in canonical order. Returns the move, and what takes it back.
    ///
    /// Override it where the move is found and played at once.
    ///
    /// # Panics
    ///
    /// If there is no such move.
    #[inline(always)]
    fn make_nth(&mut self, index: usize) -> (Self::Move, Self::Undo) {
        let mv = self.nth_move(index);
        (mv, self.make(mv))
    }

    /// Adds the legal moves to a list, in canonical order.
    ///
    /// Override it, and set [`LISTS_MOVES`](Position::LISTS_MOVES), where [`moves`](Position::moves) makes a list.
    #[inline(always)]
    fn list_moves(&self, moves: &mut Vec<Self::Move>) {
        self.moves().for_each(|mv| moves.push(mv));
    }

    /// The move of the index that `choose` returns, given how many legal moves there are.
    ///
    /// `None` if there is none: nothing is chosen then.
    /// A playout asks for nothing else. Override it where the count and the move are found together.
    ///
    /// # Panics
    ///
    /// If there is no move of the index.
    ///
    /// ```
    /// use bestply_core::Position;
    /// # use bestply_core::Side;
    /// # struct Nim(u8);
    /// # impl Position for Nim {
    /// #     type Move = u8;
    /// #     type Moves = std::ops::RangeInclusive<u8>;
    /// #     type Undo = ();
    /// #     fn to_move(&self) -> Side { Side::Max }
    /// #     fn moves(&self) -> Self::Moves { 1..=self.0.min(2) }
    /// #     fn make(&mut self, taken: u8) { self.0 -= taken; }
    /// #     fn unmake(&mut self, taken: u8, (): ()) { self.0 += taken; }
    /// # }
    ///
    /// assert_eq!(Nim(5).pick_move(|count| count - 1), Some(2));
    /// assert_eq!(Nim(0).pick_move(|count| count - 1), None);
    /// ```
    #[inline]
    fn pick_move(&self, choose: impl FnOnce(usize) -> usize) -> Option<Self::Move> {
        let count = self.move_count();
        (count > 0).then(|| self.nth_move(choose(count)))
    }

    /// Whether the game is over: there is no legal move.
    #[inline]
    fn is_terminal(&self) -> bool {
        self.move_count() == 0
    }

    /// What `look` sees with a legal move made, which is taken back.
    #[inline(always)]
    fn with_move<T>(&mut self, mv: Self::Move, look: impl FnOnce(&mut Self) -> T) -> T {
        let undo = self.make(mv);
        let seen = look(self);
        self.unmake(mv, undo);
        seen
    }

    /// Whether a legal move ends the game.
    #[inline(always)]
    fn ends_game(&mut self, mv: Self::Move) -> bool {
        self.with_move(mv, |child| child.is_terminal())
    }

    /// Whether the game is over after the moves of `line`, which are legal one after the other.
    fn is_terminal_after(&mut self, line: &[Self::Move]) -> bool {
        let undos: Vec<Self::Undo> = line.iter().map(|&mv| self.make(mv)).collect();
        let is_terminal = self.is_terminal();
        for (&mv, undo) in line.iter().zip(undos).rev() {
            self.unmake(mv, undo);
        }
        is_terminal
    }

    /// The index of a move in canonical order, if it is legal: of any value of the type.
    ///
    /// Override it where a look at the board says so sooner than the list.
    #[inline]
    fn find_move(&self, mv: Self::Move) -> Option<usize> {
        self.moves().position(|legal| legal == mv)
    }

    /// The index of a move in canonical order.
    ///
    /// # Panics
    ///
    /// If the move is not legal. A searcher's [`advance`](crate::Advance::advance) panics with this message.
    fn index_of(&self, mv: Self::Move) -> usize {
        self.find_move(mv).unwrap_or_else(|| {
            panic!("a game advances by a legal move, and {mv:?} is none: check it against `moves()`")
        })
    }

    /// A number that tells this position from others, if the game has one:
    /// the [key](crate::Keyed::key) in a game with keys.
    ///
    /// A searcher that keeps a tree uses it to recognise the tree of another position.
    #[inline]
    fn fingerprint(&self) -> Option<u64> {
        None
    }

    /// How much a legal move promises by what the position alone shows of it: a static rank.
    ///
    /// A search with cut-offs looks first at moves of a positive rank, the largest first,
    /// and last at those of a negative one; among equals it goes by what it learnt of moves.
    /// In chess, say, a capture that pays ranks by the most valuable victim, then by the least valuable attacker.
    /// The rank changes how soon a search finds a value, and never which.
    /// By default all moves have rank 0.
    /// A game that ranks moves says so by [`ranks_moves`](Position::ranks_moves), too.
    #[inline(always)]
    fn move_rank(&self, mv: Self::Move) -> i16 {
        let _ = mv;
        0
    }

    /// The [ranks](Position::move_rank) of this position's moves: what is the same for all of them is computed once.
    ///
    /// Override it where much is.
    #[inline(always)]
    fn ranking(&self) -> impl Fn(Self::Move) -> i16 {
        |mv| self.move_rank(mv)
    }

    /// The legal moves of the highest positive [rank](Position::move_rank) in canonical order, none if no rank is
    /// positive; `None` if a look at the board does not find them sooner than the ranks of all moves.
    ///
    /// A search asks before it lists the moves, since one of these alone often decides what is asked.
    #[inline(always)]
    fn promising_moves(&self) -> Option<Self::Moves> {
        None
    }

    /// Whether [`move_rank`](Position::move_rank) may be another number than 0, in this position or a later one.
    ///
    /// Otherwise a search does not ask for ranks.
    #[inline(always)]
    fn ranks_moves(&self) -> bool {
        false
    }

    /// Gives the turn to the other side, though that is no legal move: a *null move*.
    ///
    /// A selective search asks what the other side could do with two moves in a row.
    /// Where even that does not help the other side, the search does without looking further.
    /// A game offers null moves where a move is hardly ever worse than none, and only in positions where this is so.
    /// By default a game offers none. A position that is over offers none.
    ///
    /// `None` if there is no null move here; the position is then as it was.
    /// Otherwise [`unmake_null_move`](Position::unmake_null_move) takes it back.
    #[inline]
    fn make_null_move(&mut self) -> Option<Self::Undo> {
        None
    }

    /// Takes back a null move, the last thing done, with what [`make_null_move`](Position::make_null_move) returned.
    #[inline]
    fn unmake_null_move(&mut self, undo: Self::Undo) {
        let _ = undo;
        unreachable!("a game that offers null moves takes them back");
    }
}

/// The moves that `next` names one after the other, each where the others were made, and whether the game is then over.
///
/// The position is left as it was.
///
/// ```
/// use bestply_core::{Position, follow_line};
/// # use bestply_core::Side;
/// # struct Nim(u8);
/// # impl Position for Nim {
/// #     type Move = u8;
/// #     type Moves = std::ops::RangeInclusive<u8>;
/// #     type Undo = ();
/// #     fn to_move(&self) -> Side { Side::Max }
/// #     fn moves(&self) -> Self::Moves { 1..=self.0.min(2) }
/// #     fn make(&mut self, taken: u8) { self.0 -= taken; }
/// #     fn unmake(&mut self, taken: u8, (): ()) { self.0 += taken; }
/// # }
///
/// let mut nim = Nim(5);
/// let most = |nim: &Nim| nim.pick_move(|count| count - 1);
/// assert_eq!((follow_line(&mut nim, most), nim.0), ((vec![2, 2, 1], true), 5));
/// ```
pub fn follow_line<P: Position>(position: &mut P, mut next: impl FnMut(&P) -> Option<P::Move>) -> (Vec<P::Move>, bool) {
    // Room from the start for most lines: to grow twice is dear in tiny searches. This and a list less in the tree
    // take best-first at B = 2 to depth 17 from 2,450 to 2,235 instructions an evaluation (bench `searchers`).
    const MOVES: usize = 8;
    let (mut moves, mut undos) = (Vec::with_capacity(MOVES), Vec::with_capacity(MOVES));
    while let Some(mv) = next(position) {
        moves.push(mv);
        undos.push(position.make(mv));
    }
    let is_terminal = position.is_terminal();
    while let Some(undo) = undos.pop() {
        position.unmake(moves[undos.len()], undo);
    }
    (moves, is_terminal)
}
