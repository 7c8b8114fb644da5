mod boards;

use bestply::games::breakthrough::{Breakthrough, MenAndRows, SmallBreakthrough};
use bestply::games::connect_four::ConnectFour;
use bestply::games::learnt::Tuples;
use bestply::games::lines_of_action::LinesOfAction;
use bestply::games::onitama::Onitama;
use bestply::games::oware::{Oware, SEEDS};
use bestply::games::tic_tac_toe::{GameValue, TicTacToe};
use bestply::{Bounds, Evaluator, Side, Value};

use super::boards::{MARKS, on_move, turn, turn_and_count};
use crate::{Board, Man, Playable, PositionError};

/// Every search of these games sees the values by which they are won, so that no exact search of the end is needed.
macro_rules! playable {
    ($($game:ty: $terminal_value:expr, $board:path, $cells_of:path $(, $method:ident = $answer:tt)*;)*) => {
        $(impl Playable for $game {
            fn terminal_value(&self) -> Value {
                $terminal_value(self)
            }

            $(playable!(@ $method = $answer);)*

            own_notation!();

            fn board(&self) -> Option<Board> {
                Some($board(self))
            }

            fn cells_of(&self, mv: Self::Move) -> Vec<usize> {
                $cells_of(self, mv)
            }
        })*
    };
    (@ points = ($points:expr, $within:expr)) => {
        fn points(&self) -> Option<i32> {
            Some($points(self))
        }

        fn points_within(&self) -> Bounds {
            $within(self)
        }
    };
    (@ men = ($men:expr, $columns:expr, $rest:expr)) => {
        set_up_by_rows!($men, $columns, $rest);
    };
    (@ counts_plies = $counts_plies:expr) => {
        fn goes_round(&self) -> bool {
            !$counts_plies(self)
        }
    };
}

/// The value of a finished game: an infinity, or 0 for a draw. All plain evaluations give it.
fn finished_value<P: Playable, E: Evaluator<P> + Default>(game: &P) -> Value {
    E::default().evaluate(game)
}

/// Nobody loses seeds that are captured.
fn seeds_within(game: &Oware) -> Bounds {
    let rest = |side: Side| Value::from(SEEDS) - 2 * Value::from(game.captured(side));
    Bounds { alpha: -rest(Side::Max), beta: rest(Side::Min) }
}

/// A notation in which the men say whose turn it is.
fn nothing<P>(_: &P, _: Side) -> String {
    String::new()
}

playable! {
    TicTacToe: finished_value::<_, GameValue>, boards::tic_tac_toe, boards::tic_tac_toe_cells,
        men = (MARKS, 3, nothing);
    ConnectFour: Tuples::points, boards::connect_four, boards::connect_four_cells,
        men = (boards::DISCS, 7, nothing);
    Breakthrough: Tuples::points, boards::breakthrough, boards::breakthrough_cells::<8>,
        men = (boards::SHADES, 8, turn);
    SmallBreakthrough: finished_value::<_, MenAndRows>, boards::breakthrough, boards::breakthrough_cells::<6>,
        men = (boards::SHADES, 6, turn);
    Oware: Tuples::points, boards::oware, boards::oware_cells, points = (Oware::score_difference, seeds_within),
        men = (boards::Heaps, 6, boards::oware_turn);
    Onitama: Tuples::points, boards::onitama, boards::onitama_cells, counts_plies = (Onitama::counts_plies),
        men = (boards::RANKS, 5, boards::cards_text);
    LinesOfAction: Tuples::points, boards::lines_of_action, boards::lines_of_action_cells,
        counts_plies = (LinesOfAction::counts_plies), men = (boards::COLORS, 8, turn_and_count);
}
