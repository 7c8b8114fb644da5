//! Amazons on boards of three sizes, in whole moves and in stages, each a game of its own.

use bestply::games::amazons::{Amazons, Territory};
use bestply::learning::rectangles;

use crate::{EvaluationEntry, GameEntry, OneScale};

/// A whole move burns a square, so that a game has fewer of them than squares. No weights come with the program.
pub(super) fn amazons_on<const N: usize, const STAGED: bool>(name: &'static str) -> GameEntry<Amazons<N, STAGED>> {
    let moves = if STAGED { 2 } else { 1 };
    GameEntry::drawn(name, 4, |_| Amazons::start())
        .length(moves * N * N)
        .rules(
            "An amazon moves as a queen of chess does, in a straight line over free squares. Then it shoots an arrow, \
             which flies in the same manner, and the square where it lands is burnt: nobody moves or shoots there any \
             more. Whoever cannot move loses.",
            match (N, STAGED) {
                (6, _) => "b1b4/e4",
                (8, _) => "c1c5/f5",
                (_, false) => "d1d7/g7",
                (_, true) => "d1d7",
            },
        )
        .sides("dark", "light")
        .letters('x', 'o')
        .evaluation(EvaluationEntry::new("plain", OneScale(Territory)))
        .tuples([rectangles([N, N], [2, 2]), rectangles([N, N], [1, 4]), rectangles([N, N], [4, 1])].concat(), None)
        .network(None)
}
