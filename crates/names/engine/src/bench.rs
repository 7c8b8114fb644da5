//! A measurement that repeats: a game that a searcher plays with itself.

use std::fmt;
use std::time::{Duration, Instant};

use bestply::Limit;
use bestply_catalogue::Catalogue;

use crate::{Game, GameError, Thinker};

/// The evaluations of a move.
const EVALUATIONS: u64 = 20_000;

/// The most moves of the game.
const MOST_MOVES: usize = 500;

/// The bytes of a search that does not say them, the same everywhere: a table's size changes what a search finds.
const BYTES: usize = 16 << 20;

/// What a game that a searcher played with itself took.
///
/// It is shown in the words that OpenBench and the like read: `312000 nodes 1560000 nps`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bench {
    /// The static evaluations of all searches.
    pub nodes: u64,
    /// How long they took together.
    pub elapsed: Duration,
}

/// Plays a game from where this one is to its end, or through five hundred moves: by the thinker's searcher on one
/// thread with 20,000 evaluations a move, or fewer where its own limits say so, and without its opening book.
///
/// The number of nodes is the same each time, on every machine, and another one where the searcher plays otherwise.
///
/// ```
/// use bestply_catalogue::Catalogue;
/// use bestply_engine::{Game, Start, Thinker, bench};
///
/// let catalogue = Catalogue::standard();
/// let game = Game::new(&catalogue, "tic-tac-toe", &Start::default())?;
/// let thinker = Thinker::new(&catalogue, &game, &catalogue.player("best-first:evaluations=50")?, None)?;
/// let nodes = bench(&catalogue, &game, &thinker)?.nodes;
/// assert_eq!(bench(&catalogue, &game, &thinker)?.nodes, nodes);
/// # Ok::<(), bestply_engine::GameError>(())
/// ```
///
/// # Errors
///
/// If the game is over, or the searcher cannot go on.
pub fn bench(catalogue: &Catalogue, game: &Game, thinker: &Thinker) -> Result<Bench, GameError> {
    let spec = thinker.player().spec();
    let alone =
        spec.clone().with("threads", spec.has("threads").then_some(1)).with_bytes(spec.limit().bytes.or(Some(BYTES)));
    let mut game = game.clone();
    let mut thinker = thinker.changed(catalogue, &game, &catalogue.player_of(alone)?)?;
    let limit = Limit { time: None, ..thinker.limit() };
    let limit = Limit { evaluations: Some(limit.evaluations.map_or(EVALUATIONS, |own| own.min(EVALUATIONS))), ..limit };
    let mut nodes = 0;
    let begun = Instant::now();
    for _ in 0..MOST_MOVES {
        let report = thinker.think(&game, &limit)?;
        nodes += report.counts.evaluations;
        game.play_at(report.best_move.unwrap_or_default());
        if game.is_over() {
            break;
        }
    }
    Ok(Bench { nodes, elapsed: begun.elapsed() })
}

impl fmt::Display for Bench {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let per_second = self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6);
        write!(formatter, "{} nodes {per_second:.0} nps", self.nodes)
    }
}
