use std::num::NonZeroU32;

use crate::{CaptureSearch, Chess, PieceSquares};
use bestply::{Searching, Value, monte_carlo_tree_search as monte_carlo, prelude::*, uct_best_first as uct};
use bestply_catalogue::{Catalogue, Evaluation, EvaluationEntry, GameEntry, Key, OneScale, Playable, SearcherEntry};
use bestply_catalogue::{Settings, SpecError};
use cozy_chess::{Board, Move};

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

    fn parse(text: &str) -> Option<Chess> {
        text.parse().ok().map(Chess::new)
    }

    fn move_text(&self, mv: Move) -> String {
        cozy_chess::util::display_uci_move(self.board(), mv).to_string()
    }
}
