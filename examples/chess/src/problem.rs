use bestply::{Keyed, Position, Side, Value, mix};
use bestply_catalogue::{Playable, PositionError};
use cozy_chess::{BitBoard, Board, Move};

use crate::{Moves, fen, is_mate, is_same, list, numbers, side_to_move};

/// A chess problem: the side to move mates within so many moves, or does not.
///
/// It is a board without the history of a game: nothing is drawn by repetition or by fifty moves.
/// Whoever has not mated when the plies are used up has failed, so the game is won or lost and ends soon,
/// which is all that a solver asks.
#[derive(Clone, Debug)]
pub struct Problem {
    board: Board,
    plies_left: u32,
}

/// Problems that are known: two by Morphy (the end of his game in the opera, and one that he made), Philidor's legacy
/// for White and for Black, a rook and a king against a king, and Loyd's Excelsior.
pub const KNOWN: &[&str] = &[
    "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16, mate in 3 plies",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1, mate in 3 plies",
    "5r1k/6pp/8/6N1/2Q5/8/6PP/7K w - - 0 1, mate in 7 plies",
    "7k/6pp/8/2q5/6n1/8/6PP/5R1K b - - 0 1, mate in 7 plies",
    "8/8/8/8/8/2k5/7r/K7 b - - 0 1, mate in 3 plies",
    "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - 0 1, mate in 9 plies",
];

impl Problem {
    /// The problem of mating within so many plies; of an odd number of them the side to move has the last.
    pub fn new(board: Board, plies: u32) -> Problem {
        Problem { board, plies_left: plies }
    }

    /// The side that is to mate: it has the last ply.
    fn attacker(&self) -> Side {
        if self.plies_left.is_multiple_of(2) { self.to_move().other() } else { self.to_move() }
    }
}

impl Position for Problem {
    type Move = Move;
    type Moves = Moves;
    /// The board before the move.
    type Undo = Board;

    fn to_move(&self) -> Side {
        side_to_move(&self.board)
    }

    fn moves(&self) -> Moves {
        let targets: &[BitBoard] = if self.plies_left > 0 { &[BitBoard::FULL] } else { &[] };
        list(&self.board, targets).into_iter().flatten()
    }

    fn make(&mut self, mv: Move) -> Board {
        let before = self.board.clone();
        self.board.play_unchecked(mv);
        self.plies_left -= 1;
        before
    }

    fn unmake(&mut self, _: Move, before: Board) {
        self.board = before;
        self.plies_left += 1;
    }
}

/// By all that the key says, not by the clocks.
impl PartialEq for Problem {
    fn eq(&self, other: &Problem) -> bool {
        self.plies_left == other.plies_left && is_same(&self.board, &other.board)
    }
}

impl Keyed for Problem {
    /// The board with its castling rights and the plies, but not its clock: fifty moves draw nothing here.
    fn key(&self) -> u64 {
        mix(self.board.hash() ^ mix(self.plies_left.into()))
    }
}

impl Playable for Problem {
    /// An infinity for the side that has mated, and for the other one where nobody has.
    fn terminal_value(&self) -> Value {
        if is_mate(&self.board) { self.to_move().loss() } else { self.attacker().loss() }
    }

    /// The board in Forsyth-Edwards notation, and the plies.
    fn text(&self) -> String {
        format!("{}, mate in {} plies", self.board, self.plies_left)
    }

    fn parse(text: &str) -> Result<Problem, PositionError> {
        let form = || PositionError::new("a problem is a board and its plies: \"FEN, mate in 3 plies\"");
        let (board, plies) = text.split_once(", mate in ").ok_or_else(form)?;
        let (plies, _) = plies.split_once(" pl").ok_or_else(form)?;
        Ok(Problem::new(fen::board(board)?, plies.parse().map_err(|_| form())?))
    }

    fn move_text(&self, mv: Move) -> String {
        cozy_chess::util::display_uci_move(&self.board, mv).to_string()
    }

    fn san(&self, mv: Move) -> Option<String> {
        Some(cozy_chess::util::display_san_move(&self.board, mv).to_string())
    }

    fn move_numbers(&self) -> Option<u32> {
        Some(numbers::MOVE_NUMBERS)
    }

    fn number(&self, mv: Move) -> u32 {
        numbers::number(mv)
    }

    fn numbered(&self, number: u32) -> Move {
        numbers::numbered(number)
    }
}
