use std::sync::Arc;

use bestply::learning::Chain;
use bestply::{Position, Side, mix};
use bestply_any_game::{AnyPosition, Playable, any_line};

/// The starts of the games of one kind.
pub enum Starts<P: Position> {
    /// These positions, numbered from 1, each with the number of its cluster. Games of one cluster are not independent.
    Listed(Vec<(P, u64)>),
    /// The positions after these moves, numbered from 1, each with the number of its cluster.
    Played {
        /// The position that the moves are played from.
        from: P,
        /// The moves that lead to each start.
        openings: Vec<(Vec<P::Move>, u64)>,
    },
    /// The positions after so many random plies from the position that `deal` gives. Every number is a start.
    Drawn {
        /// The number of plies.
        plies: usize,
        /// Gives the position from which the plies are played.
        /// It is the same for all numbers, unless cards are dealt or the like.
        deal: Deal<P>,
    },
    /// A position of its own for every number. Each is a cluster of its own.
    Numbered(Deal<P>),
}

/// How a game came to where its players begin, as it is told to a foreign engine.
#[derive(Clone, Debug)]
pub struct OpeningMoves {
    /// Where the players begin.
    pub start: AnyPosition,
    /// The position that the moves lead on from, in the game's notation; `None` for the usual start.
    pub from: Option<String>,
    /// The moves, each with the side that made it.
    pub moves: Vec<(Side, String)>,
}

/// Gives the position of a number.
pub type Deal<P> = Arc<dyn Fn(u64) -> P + Send + Sync>;

/// Deals these positions one after the other.
pub(crate) fn in_turn(positions: Vec<AnyPosition>) -> Deal<AnyPosition> {
    Arc::new(move |number| positions[(number % positions.len() as u64) as usize].clone())
}

impl<P: Playable> Starts<P> {
    /// All sequences of so many plies, in canonical order. Sequences that lead to one position are a cluster.
    pub fn all(from: P, plies: usize) -> Starts<P> {
        let mut sequences = vec![Vec::new()];
        for _ in 0..plies {
            let longer = |sequence: &Vec<P::Move>| {
                let moves = after(&from, sequence).moves();
                let sequence = sequence.clone();
                moves.map(move |mv| [&sequence[..], &[mv]].concat())
            };
            sequences = sequences.iter().flat_map(longer).collect();
        }
        let with_cluster = |sequence: Vec<P::Move>| {
            let cluster = after(&from, &sequence).key();
            (sequence, cluster)
        };
        let openings = sequences.into_iter().map(with_cluster).collect();
        Starts::Played { from, openings }
    }

    /// The same starts as those of any game.
    pub(crate) fn of_any(self) -> Starts<AnyPosition> {
        match self {
            Starts::Listed(starts) => {
                let starts = starts.into_iter().map(|(start, cluster)| (AnyPosition::new(start), cluster));
                Starts::Listed(starts.collect())
            }
            Starts::Played { from, openings } => {
                let openings = openings.into_iter().map(|(moves, cluster)| (any_line(&from, &moves), cluster));
                Starts::Played { openings: openings.collect(), from: AnyPosition::new(from) }
            }
            Starts::Drawn { plies, deal } => Starts::Drawn { plies, deal: any_deal(move |number| deal(number)) },
            Starts::Numbered(deal) => Starts::Numbered(any_deal(move |number| deal(number))),
        }
    }

    /// The start of this number, and the number of its cluster.
    ///
    /// # Panics
    ///
    /// If the starts are listed, and the number is none of theirs.
    pub fn get(&self, number: u64) -> (P, u64) {
        match self {
            Starts::Listed(starts) => starts[number as usize - 1].clone(),
            Starts::Played { from, openings } => {
                let (moves, cluster) = &openings[number as usize - 1];
                (after(from, moves), *cluster)
            }
            Starts::Drawn { plies, deal } => {
                let start = deal(number);
                let start = after(&start, &draw(&start, number, *plies));
                // With so few plies, some starts are drawn twice.
                let cluster = start.key();
                (start, cluster)
            }
            Starts::Numbered(deal) => (deal(number), number),
        }
    }

    /// The moves that lead from the usual start to the start of this number, in the game's notation,
    /// with the side of each.
    ///
    /// `None` where starts are positions of their own.
    ///
    /// # Panics
    ///
    /// If the starts are listed, and the number is none of theirs.
    pub fn moves_to(&self, number: u64) -> Option<Vec<(Side, String)>> {
        match self {
            Starts::Played { from, openings } => Some(written(from, &openings[number as usize - 1].0)),
            Starts::Drawn { plies, deal } => {
                let start = deal(number);
                Some(written(&start, &draw(&start, number, *plies)))
            }
            Starts::Listed(_) | Starts::Numbered(_) => None,
        }
    }

    /// Whether moves lead to the starts.
    pub fn have_moves(&self) -> bool {
        matches!(self, Starts::Played { .. } | Starts::Drawn { .. })
    }

    /// The number of starts; `None` where every number is a start.
    pub fn count(&self) -> Option<u64> {
        match self {
            Starts::Listed(starts) => Some(starts.len() as u64),
            Starts::Played { openings, .. } => Some(openings.len() as u64),
            Starts::Drawn { .. } | Starts::Numbered(_) => None,
        }
    }
}

/// The positions that `deal` gives as those of any game.
pub(crate) fn any_deal<P: Playable>(deal: impl Fn(u64) -> P + Send + Sync + 'static) -> Deal<AnyPosition> {
    Arc::new(move |number| AnyPosition::new(deal(number)))
}

/// The position after these moves.
fn after<P: Playable>(start: &P, moves: &[P::Move]) -> P {
    let mut position = start.clone();
    for &mv in moves {
        position.make(mv);
    }
    position
}

/// The moves in the game's notation, with the side of each.
fn written<P: Playable>(start: &P, moves: &[P::Move]) -> Vec<(Side, String)> {
    let mut position = start.clone();
    let written = moves.iter().map(|&mv| {
        let written = (position.to_move(), position.move_text(mv));
        position.make(mv);
        written
    });
    written.collect()
}

/// Whether a legal move leaves the board as it is, though the side has others.
///
/// It names no cell of a board, so it is never one in a game without a board. Openings make none.
pub fn is_free_pass<P: Playable>(position: &P, mv: P::Move) -> bool {
    position.move_count() > 1 && position.cells_of(mv).is_empty() && position.board().is_some()
}

/// So many random plies.
///
/// Where they end the game, or one is a pass that could be left out, other plies are tried;
/// after a thousand such tries, fewer plies.
fn draw<P: Playable>(start: &P, number: u64, plies: usize) -> Vec<P::Move> {
    const TRIES: usize = 1000;
    let mut dice = Chain::new(mix(mix(number.wrapping_add(1)) ^ plies as u64));
    for try_number in 0.. {
        let mut position = start.clone();
        let mut drawn = Vec::new();
        let mut passes = false;
        for _ in 0..plies.saturating_sub(try_number / TRIES) {
            let moves = position.move_count();
            let index = dice.below(moves);
            if moves > 0 {
                let mv = position.nth_move(index);
                passes |= is_free_pass(&position, mv);
                drawn.push(mv);
                position.make(mv);
            }
        }
        if !(position.is_terminal() || passes) || try_number / TRIES > plies {
            return drawn;
        }
    }
    unreachable!("without any plies the start itself is returned")
}
