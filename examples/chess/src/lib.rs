//! Chess for every searcher of bestply, with rules by `cozy_chess`.
//!
//! This file has the rules and the draws.
//! A [`Problem`] of mating in so many moves is a game of its own, for solvers.
//! [`PieceSquares`] is a static evaluation, whose sums the position keeps,
//! and [`CaptureSearch`] is an evaluation that searches.

mod evaluation;
mod fen;
mod names;
mod numbers;
mod planes;
mod problem;
mod quiescence;

use arrayvec::ArrayVec;
use bestply::{Keyed, Position, Side, Value, mix};
use cozy_chess::{BitBoard, Board, Color, Move, Piece, PieceMoves, Square};
use cozy_chess::{get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves};
use evaluation::Sums;

pub use evaluation::PieceSquares;
pub use names::catalogue;
pub use problem::{KNOWN, Problem};
pub use quiescence::CaptureSearch;

/// A position of a game of chess: the board, and the earlier boards, which are needed to tell a repetition.
///
/// White is MAX.
/// A position that occurred before is a draw at once, because a side that can repeat it once can repeat it again.
#[derive(Clone, Debug)]
pub struct Chess {
    board: Board,
    /// The sums of the board. A move touches two or three men, so they are updated and not computed anew.
    sums: Sums,
    /// The hashes of the earlier boards, the latest one last.
    earlier: Vec<u64>,
    /// Whether its players went on after a draw: then neither the clock nor the men that are left end the game.
    plays_on: bool,
}

/// The moves of a position, man by man, in an array. Listing them allocates nothing.
pub type Moves = std::iter::Flatten<arrayvec::IntoIter<PieceMoves, 36>>;

impl Position for Chess {
    type Move = Move;
    type Moves = Moves;
    /// The board before the move, since a move destroys captured men, castling rights and the clock.
    type Undo = (Board, Sums);

    fn to_move(&self) -> Side {
        side_to_move(&self.board)
    }

    fn moves(&self) -> Moves {
        let enemies = self.board.colors(!self.board.side_to_move());
        self.list(&[enemies, !enemies]).into_iter().flatten()
    }

    fn make(&mut self, mv: Move) -> (Board, Sums) {
        let before = (self.board.clone(), self.sums);
        self.earlier.push(self.board.hash());
        self.board.play_unchecked(mv);
        self.sums = self.sums.after(&before.0, &self.board);
        before
    }

    fn unmake(&mut self, _: Move, before: (Board, Sums)) {
        self.earlier.pop();
        (self.board, self.sums) = before;
    }

    fn move_count(&self) -> usize {
        self.list(&[BitBoard::FULL]).iter().map(PieceMoves::len).sum()
    }

    fn fingerprint(&self) -> Option<u64> {
        Some(self.key())
    }

    /// Captures and promotions that pay come first, the most valuable victim first, then the least valuable attacker.
    /// Those that may lose a man come last.
    fn move_rank(&self, mv: Move) -> i16 {
        let side = self.board.side_to_move();
        let victim = self.board.piece_on(mv.to).filter(|_| self.board.colors(!side).has(mv.to));
        let Some(attacker) = self.board.piece_on(mv.from).filter(|_| victim.is_some() || mv.promotion.is_some()) else {
            return 0;
        };
        let worth = |man: Option<Piece>| man.map_or(0, |man| [1, 3, 3, 5, 9, 20][man as usize]);
        let gain = 32 * (worth(victim) + worth(mv.promotion)) - worth(Some(attacker));
        let risks = mv.promotion.is_some() || worth(victim) < worth(Some(attacker));
        if risks && self.is_attacked(mv.to, !side) { gain - 1000 } else { gain }
    }

    fn ranks_moves(&self) -> bool {
        true
    }

    /// There is none in check, and none for a side that has only its king and pawns, which may have to lose by moving.
    fn make_null_move(&mut self) -> Option<(Board, Sums)> {
        let own = self.board.colors(self.board.side_to_move());
        let officers = own - self.board.pieces(Piece::Pawn) - self.board.pieces(Piece::King);
        if officers.is_empty() || self.is_terminal() {
            return None;
        }
        let after = self.board.null_move()?;
        self.earlier.push(self.board.hash());
        Some((std::mem::replace(&mut self.board, after), self.sums))
    }

    fn unmake_null_move(&mut self, before: (Board, Sums)) {
        self.earlier.pop();
        (self.board, self.sums) = before;
    }
}

/// By all that the key says. Neither the number of moves nor the order of earlier positions matters to the game.
impl PartialEq for Chess {
    fn eq(&self, other: &Chess) -> bool {
        let behind = |chess: &Chess| {
            let mut hashes: Vec<u64> = chess.returnable().copied().collect();
            hashes.sort_unstable();
            hashes
        };
        let rest = |chess: &Chess| (chess.sums, chess.board.halfmove_clock(), chess.plays_on, behind(chess));
        is_same(&self.board, &other.board) && rest(self) == rest(other)
    }
}

impl Keyed for Chess {
    /// The rest of the game depends on the board, the clock, and the set of earlier positions that can come back.
    /// So two ways to a board are a transposition only if they leave the same positions behind.
    fn key(&self) -> u64 {
        let behind = self.returnable().fold(0_u64, |sum, &hash| sum.wrapping_add(mix(hash)));
        mix(self.board.hash() ^ u64::from(self.plays_on) ^ mix(behind.wrapping_add(self.board.halfmove_clock().into())))
    }
}

impl Chess {
    /// A game that begins with this board.
    pub fn new(board: Board) -> Chess {
        Chess { sums: Sums::of(&board), board, earlier: Vec::new(), plays_on: false }
    }

    /// The same position where it is no draw, for players who go on.
    ///
    /// It has not occurred before, and neither fifty moves nor too few men end the game any more.
    /// Each other position of before is still a draw when it comes again.
    #[must_use]
    pub fn without_own_draws(&self) -> Chess {
        let own = self.board.hash();
        // With one hash fewer, one from before the last capture or pawn move may be looked at: it cannot come back.
        let earlier = self.earlier.iter().copied().filter(|&hash| hash != own).collect();
        Chess { earlier, plays_on: true, ..self.clone() }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The value of the game if it is over: an infinity for the side that has mated, 0 for a draw.
    pub fn outcome(&self) -> Option<Value> {
        if is_mate(&self.board) {
            return Some(self.to_move().loss());
        }
        (self.is_drawn() || !self.board.generate_moves(|_| true)).then_some(0)
    }

    /// The moves that capture, except en passant.
    pub fn captures(&self) -> Moves {
        self.list(&[self.board.colors(!self.board.side_to_move())]).into_iter().flatten()
    }

    /// Whether men of this colour could take on a square.
    fn is_attacked(&self, square: Square, by: Color) -> bool {
        let board = &self.board;
        let [queens, knights, kings] = [Piece::Queen, Piece::Knight, Piece::King].map(|piece| board.pieces(piece));
        let diagonal = get_bishop_moves(square, board.occupied()) & (board.pieces(Piece::Bishop) | queens);
        let straight = get_rook_moves(square, board.occupied()) & (board.pieces(Piece::Rook) | queens);
        let near = (get_knight_moves(square) & knights) | (get_king_moves(square) & kings);
        let pawns = get_pawn_attacks(square, !by) & board.pieces(Piece::Pawn);
        !(board.colors(by) & (diagonal | straight | near | pawns)).is_empty()
    }

    /// The moves to the first of these sets of squares, then those to the next.
    /// Alpha-beta gains if captures come first.
    fn list(&self, targets: &[BitBoard]) -> ArrayVec<PieceMoves, 36> {
        if self.is_drawn() { ArrayVec::new() } else { list(&self.board, targets) }
    }

    /// The earlier positions that can come back: those since the last capture or pawn move.
    fn returnable(&self) -> impl Iterator<Item = &u64> {
        self.earlier.iter().rev().take(self.board.halfmove_clock().into())
    }

    /// Whether the game is drawn by the fifty-move rule, by repetition, or because nobody can mate.
    fn is_drawn(&self) -> bool {
        let [kings, knights, bishops] =
            [Piece::King, Piece::Knight, Piece::Bishop].map(|piece| self.board.pieces(piece));
        let of_one_color = bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_subset(BitBoard::LIGHT_SQUARES);
        let too_few = (knights | bishops).len() <= 1 || (knights.is_empty() && of_one_color);
        let is_dead = too_few && self.board.occupied() == kings | knights | bishops;
        self.returnable().any(|&hash| hash == self.board.hash())
            || !self.plays_on && (self.board.halfmove_clock() >= 100 || is_dead)
    }
}

/// Whether two boards differ in nothing but their clocks: in the men, the rights, or whose turn it is.
fn is_same(one: &Board, other: &Board) -> bool {
    one.hash() == other.hash() && one.same_position(other)
}

fn side_to_move(board: &Board) -> Side {
    if board.side_to_move() == Color::White { Side::Max } else { Side::Min }
}

/// The moves to the first of these sets of squares, then those to the next, man by man.
fn list(board: &Board, targets: &[BitBoard]) -> ArrayVec<PieceMoves, 36> {
    let mut listed = ArrayVec::new();
    for &squares in targets {
        board.generate_moves(|men| {
            listed.push(PieceMoves { to: men.to & squares, ..men });
            false
        });
    }
    listed
}

fn is_mate(board: &Board) -> bool {
    !board.checkers().is_empty() && !board.generate_moves(|_| true)
}
