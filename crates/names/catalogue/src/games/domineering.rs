//! Domineering on boards of two sizes, each a game of its own.

use bestply::games::domineering::{Domineering, Placements};
use bestply::learning::rectangles;

use crate::{EvaluationEntry, GameEntry, OneScale};

/// On N × N squares. No weights come with the program.
pub(super) fn domineering_on<const N: usize>(name: &'static str) -> GameEntry<Domineering<N>> {
    GameEntry::drawn(name, 4, |_| Domineering::start())
        .length(N * N / 2)
        .rules(
            "Vertical and Horizontal take turns to lay a domino on two free squares. Vertical lays it on one above the \
            other, Horizontal on two side by side. Whoever cannot move loses.",
            "a2 b1",
        )
        .sides("vertical", "horizontal")
        .letters('x', 'o')
        .evaluation(EvaluationEntry::new("plain", OneScale(Placements)))
        .tuples([rectangles([N, N], [2, 3]), rectangles([N, N], [3, 2])].concat(), None)
        .network(None)
}
