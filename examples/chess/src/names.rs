use crate::{CaptureSearch, Chess, KNOWN, PieceSquares, Problem, fen, numbers};
use bestply::learning::rectangles;
use bestply::tree::KeptMove;
use bestply::{Position, Searching, Value};
use bestply_catalogue as catalogue;
use bestply_catalogue::{
    Catalogue, Color, EvaluationEntry, GameEntry, Man, MatchEvaluation, OneScale, Playable, PositionError, Starts,
    natives,
};
use cozy_chess::{Board, File, Move, Piece, Rank, Square};

/// Bestply's catalogue with chess added, which is played from openings of random plies.
pub fn catalogue() -> Catalogue {
    let piece_squares = keeping_moves(EvaluationEntry::new("piece-squares", OneScale(PieceSquares)));
    let quiescence = keeping_moves(EvaluationEntry::new("quiescence", OneScale(Searching(CaptureSearch))));
    let chess = GameEntry::drawn("chess", 6, |_| Chess::new(Board::startpos()));
    let chess = chess.sides("White", "Black").uci(100);
    let chess = chess.evaluation(piece_squares).evaluation(quiescence).presets(include_str!("presets.toml"));
    // What `train chess` learns: by blocks of four squares and by three squares of a rank, and by a network.
    let chess = chess.tuples([rectangles([8, 8], [2, 2]), rectangles([8, 8], [1, 3])].concat(), None).network(None);
    let known = || KNOWN.iter().zip(1..).map(|(text, number)| (Problem::parse(text).expect("it is one"), number));
    let problems =
        GameEntry::new("chess-problem", move |_| Ok(Starts::Listed(known().collect()))).sides("White", "Black");
    Catalogue::standard().game(chess).game(problems)
}

/// The evaluation with best-first and alpha-beta compiled for it, which keep the moves in their trees.
/// Listing moves takes long in chess.
fn keeping_moves<V: MatchEvaluation<Chess>>(entry: EvaluationEntry<Chess, V>) -> EvaluationEntry<Chess, V> {
    entry.searcher(&natives::best_first::<KeptMove<Move>>()).searcher(&natives::alpha_beta::<KeptMove<Move>>())
}

impl Playable for Chess {
    /// A draw is worth 0, and a mate an infinity.
    fn terminal_value(&self) -> Value {
        self.outcome().unwrap_or(0)
    }

    fn text(&self) -> String {
        self.board().to_string()
    }

    fn parse(text: &str) -> Result<Chess, PositionError> {
        fen::board(text).map(Chess::new)
    }

    fn move_text(&self, mv: Move) -> String {
        cozy_chess::util::display_uci_move(self.board(), mv).to_string()
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

    fn san(&self, mv: Move) -> Option<String> {
        Some(cozy_chess::util::display_san_move(self.board(), mv).to_string())
    }

    fn played_on(&self) -> Option<Chess> {
        let played_on = self.without_own_draws();
        (!played_on.is_terminal()).then_some(played_on)
    }

    fn board(&self) -> Option<catalogue::Board> {
        let ground = |column, row| if (column + row) % 2 == 0 { Color::DARK_WOOD } else { Color::LIGHT_WOOD };
        let man = |column, row| man_on(self.board(), Square::new(File::index(column), Rank::index(row)));
        Some(catalogue::Board::of(8, 8, ground, man))
    }

    /// The king steps two squares when it castles.
    fn cells_of(&self, mv: Move) -> Vec<usize> {
        let shown: Move = self.move_text(mv).parse().expect("a move reads its own text");
        [shown.from, shown.to]
            .map(|square| catalogue::Board::index(8, 8, square.file() as usize, square.rank() as usize))
            .into()
    }
}

fn man_on(board: &Board, square: Square) -> Option<Man> {
    let (piece, color) = (board.piece_on(square)?, board.color_on(square)?);
    let (side, shade) = match color {
        cozy_chess::Color::White => ("white", Color::MIN),
        cozy_chess::Color::Black => ("black", Color::MAX),
    };
    let (name, text) = match piece {
        Piece::Pawn => ("pawn", "♟"),
        Piece::Knight => ("knight", "♞"),
        Piece::Bishop => ("bishop", "♝"),
        Piece::Rook => ("rook", "♜"),
        Piece::Queen => ("queen", "♛"),
        Piece::King => ("king", "♚"),
    };
    Some(Man::with_text(format!("{side} {name}"), text, shade))
}
