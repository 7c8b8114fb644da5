//! Hex on boards of three sizes, each a game of its own.

use bestply::games::hex::{Hex, TwoDistance};
use bestply::learning::rectangles;

use crate::{EvaluationEntry, GameEntry, GtpNotation, OneScale};

/// On N × N cells. No weights come with the program.
pub(super) fn hex_on<const N: usize>(name: &'static str) -> GameEntry<Hex<N>> {
    GameEntry::drawn(name, 4, |_| Hex::start())
        .length(N * N + 1)
        .rules(
            "Dark and light take turns to put a stone on a free cell, where it stays. Dark connects the top with the \
            bottom, and light the left with the right; whoever first has a chain of neighbouring stones between the \
            own edges wins. In place of its first stone light may take dark's over, mirrored, which is called the \
            swap.",
            "d4",
        )
        .sides("dark", "light")
        .letters('x', 'o')
        .gtp(GtpNotation { words: &[("swap", "swap-pieces")], ..GtpNotation::default() })
        .evaluation(EvaluationEntry::new("plain", OneScale(TwoDistance)))
        .tuples([rectangles([N, N], [2, 3]), rectangles([N, N], [3, 2])].concat(), None)
        .network(None)
}
