mod boards;

use std::num::NonZeroU32;

use bestply::games::Outcome;
use bestply::games::breakthrough::Breakthrough;
use bestply::games::connect_four::ConnectFour;
use bestply::games::learnt::{Learnt, Tuples, Weights};
use bestply::games::onitama::Onitama;
use bestply::games::oware::Oware;
use bestply::games::tic_tac_toe::{GameValue, TicTacToe};
use bestply::{Evaluator, Value};

use super::SOFTMAX;
use crate::{Board, EvaluationEntry, GameEntry, OneScale, Playable, PositionError, Preset};

pub(super) fn connect_four() -> GameEntry<ConnectFour> {
    small_game("connect-four", 4)
        .length(42)
        .sides("dark", "light")
        .letters('x', 'o')
        .tuned_uct("scale=1024,exploration=0.2,urgency=0")
        .preset(SOFTMAX, "unbounded-minimax:scale=16384,selection=softmax,temperature=0.05")
        .preset(Preset::TUNED, "monte-carlo-tree-search:scale=16384,exploration=0.4")
}

pub(super) fn breakthrough() -> GameEntry<Breakthrough> {
    small_game("breakthrough", 6)
        .length(177)
        .sides("dark", "light")
        .letters('x', 'o')
        .tuned_uct("scale=4096,exploration=0.2,urgency=0.25")
        .preset(SOFTMAX, "unbounded-minimax:scale=4096,selection=softmax")
        .preset(Preset::TUNED, "monte-carlo-tree-search:scale=4096,exploration=0.025")
}

/// Oware. Of 48 seeds at least two are captured every hundred plies.
pub(super) fn oware() -> GameEntry<Oware> {
    small_game("oware", 6)
        .length(2500)
        .sides("South", "North")
        .letters('S', 'N')
        .tuned_uct("scale=4096,exploration=0.2,urgency=0.25")
        .preset(SOFTMAX, "unbounded-minimax:scale=4096,selection=softmax")
        .preset(Preset::TUNED, "monte-carlo-tree-search:scale=4096,exploration=0.2")
}

/// Onitama. Of ten men one is captured every hundred plies. The cards are dealt anew for every start.
pub(super) fn onitama() -> GameEntry<Onitama> {
    small_game("onitama", 2)
        .length(1000)
        .sides("dark", "light")
        .letters('x', 'o')
        .dealt()
        .tuned_uct("scale=16384,exploration=0.2")
        .preset(SOFTMAX, "unbounded-minimax:scale=16384,selection=softmax")
        .preset(Preset::TUNED, "monte-carlo-tree-search:scale=16384,exploration=0.2")
}

/// Tic-tac-toe, in which the only results are win, loss and draw.
pub(super) fn tic_tac_toe() -> GameEntry<TicTacToe> {
    GameEntry::drawn("tic-tac-toe", 2, |_| TicTacToe::start())
        .length(9)
        .sides("x", "o")
        .letters('x', 'o')
        .evaluation(EvaluationEntry::new("outcome", OneScale(GameValue)))
}

/// A game whose learnt evaluation is of tuples, with a plain evaluation besides.
pub fn small_game<G>(name: &'static str, opening_plies: u64) -> GameEntry<G>
where
    G: Tuples<Plain: Clone + Send + Sync> + Playable,
{
    let learnt = |file: Option<&[u8]>| {
        let weights = file.map_or_else(|| Ok(Weights::<G>::default()), Weights::<G>::parse)?;
        Ok(OneScale(LearntOrPlain::Learnt(Learnt::new(weights))))
    };
    let learnt_ends = || LearntOrPlain::<G>::Learnt(Learnt::default().with_learnt_ends());
    let plain = LearntOrPlain::<G>::Plain(G::Plain::default());
    let entry = GameEntry::drawn(name, opening_plies, G::start).evaluation(EvaluationEntry::learnt("learnt", learnt));
    let entry = match G::WEIGHS_ENDS {
        true => entry.evaluation(EvaluationEntry::new("learnt-ends", OneScale(learnt_ends()))),
        false => entry,
    };
    entry.evaluation(EvaluationEntry::new("plain", OneScale(plain)))
}

/// Both evaluations of a game as one type, so that each searcher is compiled once for both.
enum LearntOrPlain<G: Tuples> {
    Learnt(Learnt<G>),
    Plain(G::Plain),
}

impl<G: Tuples<Plain: Clone>> Clone for LearntOrPlain<G> {
    fn clone(&self) -> LearntOrPlain<G> {
        match self {
            LearntOrPlain::Learnt(learnt) => LearntOrPlain::Learnt(learnt.clone()),
            LearntOrPlain::Plain(plain) => LearntOrPlain::Plain(plain.clone()),
        }
    }
}

impl<G: Tuples> Evaluator<G> for LearntOrPlain<G> {
    #[inline]
    fn evaluate(&mut self, position: &G) -> Value {
        match self {
            LearntOrPlain::Learnt(learnt) => learnt.evaluate(position),
            LearntOrPlain::Plain(plain) => plain.evaluate(position),
        }
    }

    fn win_value(&self) -> Option<NonZeroU32> {
        match self {
            LearntOrPlain::Learnt(learnt) => learnt.win_value(),
            LearntOrPlain::Plain(plain) => plain.win_value(),
        }
    }
}

/// Every search of these games sees the values by which they are won, so that no exact search of the end is needed.
macro_rules! playable {
    ($($game:ty: $terminal_value:expr, $board:path, $cells_of:path;)*) => {
        $(impl Playable for $game {
            fn terminal_value(&self) -> Value {
                $terminal_value(self)
            }

            fn text(&self) -> String {
                self.to_string()
            }

            fn parse(text: &str) -> Result<$game, PositionError> {
                text.parse().map_err(PositionError::new)
            }

            fn move_text(&self, mv: Self::Move) -> String {
                mv.to_string()
            }

            fn picture(&self) -> String {
                format!("{self:#}")
            }

            fn board(&self) -> Option<Board> {
                Some($board(self))
            }

            fn cells_of(&self, mv: Self::Move) -> Vec<usize> {
                $cells_of(mv)
            }
        })*
    };
}

/// The value of an outcome: an infinity, or 0 for a draw.
fn outcome_value(game: &TicTacToe) -> Value {
    game.outcome().map_or(0, Outcome::value)
}

playable! {
    TicTacToe: outcome_value, boards::tic_tac_toe, boards::tic_tac_toe_cells;
    ConnectFour: Tuples::points, boards::connect_four, boards::connect_four_cells;
    Breakthrough: Tuples::points, boards::breakthrough, boards::breakthrough_cells;
    Oware: Tuples::points, boards::oware, boards::oware_cells;
    Onitama: Tuples::points, boards::onitama, boards::onitama_cells;
}
