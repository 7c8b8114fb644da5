//! Go on boards of three sizes, each a game of its own.

use bestply::games::go::{Area, Go, KOMI};

use crate::{EvaluationEntry, GameEntry, GtpColumns, GtpNotation, OneScale};

/// Evaluated by the area as it stands, or by a network with these weights, which plays with these presets.
///
/// Superko ends every game, but only after more moves than anybody plays: the length is that of long games.
pub(super) fn go_on<const N: usize>(
    name: &'static str,
    weights: &'static [u8],
    presets: &'static str,
) -> GameEntry<Go<N>> {
    GameEntry::drawn(name, 4, |_| Go::start())
        .length(20 * N * N)
        .rules(
            "Black and white take turns to put a stone on a free point, or pass. Stones that are connected along the \
            lines and have no free point beside them are taken off the board, and no position may come again. When \
            both have passed, whoever has more stones and surrounded points wins.",
            "c3",
        )
        .sides("black", "white")
        .letters('x', 'o')
        .gtp(GtpNotation { columns: GtpColumns::WithoutI, komi: Some(KOMI), ..GtpNotation::default() })
        .evaluation(EvaluationEntry::new("plain", OneScale(Area)))
        .network(Some(weights))
        .plays_with("network")
        .presets(presets)
}
