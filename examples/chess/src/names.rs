use std::num::NonZeroU32;

use crate::{CaptureSearch, Chess, PieceSquares};
use bestply::{Searching, Value, monte_carlo_tree_search as monte_carlo, prelude::*, uct_best_first as uct};
use bestply_catalogue as catalogue;
use bestply_catalogue::{Catalogue, Evaluation, EvaluationEntry, GameEntry, Key, OneScale, Playable, SearcherEntry};
use bestply_catalogue::{Color, Man, PositionError, Settings, SpecError};
use cozy_chess::{Board, File, Move, Piece, Rank, Square};

/// Bestply's catalogue with chess added, which is played from openings of random plies.
pub fn catalogue() -> Catalogue {
    let piece_squares = EvaluationEntry::new("piece-squares", OneScale(PieceSquares));
    let quiescence = EvaluationEntry::new("quiescence", OneScale(Searching(CaptureSearch)));
    let chess = GameEntry::drawn("chess", 6, |_| Chess::new(Board::startpos()));
    Catalogue::standard().game(chess.evaluation(keeping_moves(piece_squares)).evaluation(keeping_moves(quiescence)))
}

/// Listing moves takes long in chess, so the searchers with a tree keep the moves in it.
fn keeping_moves<V: Evaluation<Chess>>(entry: EvaluationEntry<Chess, V>) -> EvaluationEntry<Chess, V> {
    let scale = || Key::whole("scale", 1..=1 << 20).or(100);
    let best_first = SearcherEntry::new("best-first", |_| Ok(BestFirst::keeping_moves()));
    let uct_best_first = SearcherEntry::new("uct-best-first", |settings| {
        Ok(UctBestFirst::keeping_moves(uct::Settings::default().with_scale(given(settings))))
    });
    let monte_carlo = SearcherEntry::new("monte-carlo-tree-search", |settings| {
        let settings = monte_carlo::Settings::default().with_scale(given(settings));
        let settings = settings.map_err(|error| SpecError::Settings(error.to_string()))?;
        Ok(MonteCarloTreeSearch::keeping_moves(settings))
    });
    entry.searcher(&best_first).searcher(&uct_best_first.key(scale())).searcher(&monte_carlo.key(scale()))
}

fn given(settings: &Settings) -> NonZeroU32 {
    let scale = settings.whole("scale").and_then(|scale| NonZeroU32::new(scale as u32));
    scale.expect("it has a default, and is at least 1")
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
        text.parse().map(Chess::new).map_err(PositionError::new)
    }

    fn move_text(&self, mv: Move) -> String {
        cozy_chess::util::display_uci_move(self.board(), mv).to_string()
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
