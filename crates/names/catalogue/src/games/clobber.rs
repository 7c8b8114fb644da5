//! Clobber on boards of three sizes, each a game of its own.

use bestply::games::clobber::{Clobber, FreeStones, WEIGHTS};
use bestply::learning::rectangles;

use crate::{EvaluationEntry, GameEntry, OneScale};

/// On 8 × 8 squares.
pub(super) fn clobber() -> GameEntry<Clobber<8>> {
    clobber_on("clobber", Some(WEIGHTS)).plays_with("learnt").presets(include_str!("clobber.toml"))
}

/// With these learnt weights of tuples. Every move takes a stone, so that a game has fewer moves than squares.
pub(super) fn clobber_on<const N: usize>(name: &'static str, learnt: Option<&'static [u8]>) -> GameEntry<Clobber<N>> {
    GameEntry::drawn(name, 4, |_| Clobber::start())
        .length(N * N)
        .rules(
            "Dark and light take turns to move a stone onto a stone of the other side that lies beside it, in its \
            row or its column; that stone is taken. Every move takes one. Whoever cannot move loses.",
            "a1b1 a2b2",
        )
        .sides("dark", "light")
        .letters('x', 'o')
        .evaluation(EvaluationEntry::new("plain", OneScale(FreeStones)))
        .tuples([rectangles([N, N], [2, 3]), rectangles([N, N], [3, 2])].concat(), learnt)
        .network(None)
}
