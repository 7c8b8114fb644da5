//! Othello on other boards than that of 8 × 8 squares, each size a game of its own.

use bestply::Side;
use bestply::games::othello::{SizedFinalScore, SizedMobilityAndCorners, SizedOthello};
use bestply::learning::rectangles;

use crate::{EvaluationEntry, GameEntry, MatchEvaluation};

// The other start that the rules of old allowed, as on 8 × 8 squares.
const SIX_SIDE_BY_SIDE: &str = "--------------OO----XX-------------- X";
const TEN_SIDE_BY_SIDE: &str =
    "--------------------------------------------OO--------XX-------------------------------------------- X";

/// As on 8 × 8 squares, with the evaluation there that needs no weights. No weights come with the program.
pub(super) fn othello_on<const N: usize>(name: &'static str) -> GameEntry<SizedOthello<N>> {
    let tuples = [rectangles([N, N], [2, 4]), rectangles([N, N], [4, 2]), rectangles([N, N], [3, 3])].concat();
    GameEntry::drawn(name, 4, |_| SizedOthello::start())
        .length(N * N - 4)
        .rules(super::othello::RULES, if N == 6 { "e4" } else { "g6" })
        .sides("black", "white")
        .letters('X', 'O')
        .tuned_from(if N == 6 { SIX_SIDE_BY_SIDE } else { TEN_SIDE_BY_SIDE })
        .evaluation(EvaluationEntry::new("mobility-and-corners", TiesAreLosses))
        .tuples(tuples, None)
        .network(None)
}

/// Moves and corners, and finished games as the papers value them, as on 8 × 8 squares.
///
/// While a game goes on, a tie is next to a loss for the side that searches.
/// Once its end is searched, it is worth its discs.
struct TiesAreLosses;

impl<const N: usize> MatchEvaluation<SizedOthello<N>> for TiesAreLosses {
    type Searching = SizedMobilityAndCorners;
    type Finishing = SizedFinalScore;

    fn searching(&self, side: Side) -> SizedMobilityAndCorners {
        SizedMobilityAndCorners { searching: Some(side) }
    }

    fn finishing(&self) -> SizedFinalScore {
        SizedFinalScore
    }
}
