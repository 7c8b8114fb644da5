use bestply::learning::WeightsError;
use bestply::{Evaluator, Position, Side, mix};

use super::BoardPlan;
use crate::matches::{Contestant, Evaluation, MatchGame, Pair, play_pair};
use crate::results::Sides;
use crate::spec::{Algorithm, EvaluationName, SearcherSpec};

/// A game as experiments play it.
pub(crate) trait Playable: Sync + 'static {
    /// The game.
    type Position: MatchGame + Send + Sync;
    /// The weights of its learnt evaluation, those shipped being the default; nothing where it has none.
    type Weights: Default + Send + Sync;

    /// The weights in a file with these bytes.
    fn weights(file: &[u8]) -> Result<Self::Weights, WeightsError>;

    /// Its starts after so many plies.
    fn starts(plies: usize) -> Starts<Self::Position>;

    /// A contestant with this evaluation, one of the game's, to play from `start`.
    fn contestant(
        spec: &SearcherSpec,
        evaluation: EvaluationName,
        weights: &Self::Weights,
        start: &Self::Position,
    ) -> Box<dyn Contestant<Self::Position>>;
}

/// Where games of one kind begin.
pub(crate) enum Starts<P> {
    /// At these positions, numbered from 1, each with the number of its cluster: games of one cluster are not independent of one another.
    Listed(Vec<(P, u64)>),
    /// After so many random plies from what this deals; every seed is a start.
    Drawn { plies: usize, deal: fn(u64) -> P },
}

impl<P: MatchGame> Starts<P> {
    /// The start of this seed, and its cluster.
    ///
    /// # Panics
    ///
    /// If they are listed, and it is none of them.
    pub(crate) fn get(&self, seed: u64) -> (P, u64) {
        match self {
            Starts::Listed(starts) => starts[seed as usize - 1].clone(),
            Starts::Drawn { plies, deal } => {
                let start = draw(deal(seed), seed, *plies);
                // Of so few plies some are drawn twice.
                let cluster = start.key();
                (start, cluster)
            }
        }
    }

    /// How many there are; `None` where every seed is one.
    pub(crate) fn count(&self) -> Option<u64> {
        match self {
            Starts::Listed(starts) => Some(starts.len() as u64),
            Starts::Drawn { .. } => None,
        }
    }
}

/// The position after so many random plies. Where they end the game, others are tried.
fn draw<P: MatchGame>(start: P, seed: u64, plies: usize) -> P {
    let mut state = mix(mix(seed.wrapping_add(1)) ^ plies as u64);
    loop {
        let mut position = start.clone();
        for _ in 0..plies {
            state = mix(state.wrapping_add(0x9e37_79b9_7f4a_7c15));
            let moves = position.move_count() as u128;
            if moves > 0 {
                position.make(position.nth_move(((u128::from(state) * moves) >> u64::BITS) as usize));
            }
        }
        if !position.is_terminal() {
            return position;
        }
    }
}

/// Where the pairs of a cell are played.
pub(crate) trait Arena: Sync {
    /// Plays the start of this seed twice.
    fn play(&self, seed: u64, challenger: &SearcherSpec, opponent: &SearcherSpec) -> Pair;

    /// The number of the cluster that a start belongs to: games of one cluster are not independent of one another.
    fn cluster(&self, seed: u64) -> u64;
}

/// What can be asked of any [`Playable`] game.
pub(crate) trait Venue: Sync {
    /// The number of starts after so many plies; `None` where every seed is one.
    fn starts(&self, plies: usize) -> Option<u64>;

    /// Whether a file with these bytes is one of the game's weights.
    fn check_weights(&self, file: &[u8]) -> Result<(), WeightsError>;

    /// Where games of this plan are played; `weights` are the checked bytes of a file, where they are not those shipped.
    fn arena(&self, plan: &BoardPlan, weights: Option<&[u8]>) -> Box<dyn Arena>;
}

impl<G: Playable> Venue for G {
    fn starts(&self, plies: usize) -> Option<u64> {
        G::starts(plies).count()
    }

    fn check_weights(&self, file: &[u8]) -> Result<(), WeightsError> {
        G::weights(file).map(|_| ())
    }

    fn arena(&self, plan: &BoardPlan, weights: Option<&[u8]>) -> Box<dyn Arena> {
        let weights = weights.map(|file| G::weights(file).expect("they were checked when they were read"));
        Box::new(BoardArena::<G> {
            starts: G::starts(plan.opening_plies),
            evaluations: plan.evaluations,
            weights: weights.unwrap_or_default(),
        })
    }
}

struct BoardArena<G: Playable> {
    starts: Starts<G::Position>,
    evaluations: Sides<EvaluationName>,
    weights: G::Weights,
}

impl<G: Playable> Arena for BoardArena<G> {
    fn play(&self, seed: u64, challenger: &SearcherSpec, opponent: &SearcherSpec) -> Pair {
        let ending = exact_ending(opponent);
        let (start, _) = self.starts.get(seed);
        let mut challenger = G::contestant(challenger, self.evaluations.challenger, &self.weights, &start);
        let mut opponent = G::contestant(opponent, self.evaluations.opponent, &self.weights, &start);
        play_pair(&start, challenger.as_mut(), opponent.as_mut(), ending)
    }

    fn cluster(&self, seed: u64) -> u64 {
        self.starts.get(seed).1
    }
}

/// Where a match becomes a search of the end (see [`play_pair`]): at the horizon of an alpha-beta opponent.
pub(super) fn exact_ending(opponent: &SearcherSpec) -> Option<usize> {
    match opponent.algorithm {
        Algorithm::AlphaBeta { .. } => opponent.depth,
        _ => None,
    }
}

/// Values the ends of games as it does all positions.
pub(super) struct OneScale<E>(pub(super) E);

impl<P: Position, E: Evaluator<P> + Clone> Evaluation<P> for OneScale<E> {
    type Searching = E;
    type Finishing = E;
    const ONE_SCALE: bool = true;

    fn searching(&self, _: Side) -> E {
        self.0.clone()
    }

    fn finishing(&self) -> E {
        self.0.clone()
    }
}

#[cfg(test)]
mod tests {
    use bestply::games::onitama::Onitama;

    use super::*;

    #[test]
    fn every_seed_is_a_start_and_none_is_finished() {
        let starts = Starts::Drawn { plies: 6, deal: Onitama::deal };
        let drawn: Vec<(Onitama, u64)> = (0..500).map(|seed| starts.get(seed)).collect();
        assert!(drawn.iter().all(|(start, _)| !start.is_terminal()));
        assert!(drawn.iter().zip(0..).all(|(start, seed)| *start == starts.get(seed)), "a seed is one start");
        let mut clusters: Vec<u64> = drawn.iter().map(|&(_, cluster)| cluster).collect();
        clusters.sort_unstable();
        clusters.dedup();
        assert!(clusters.len() > 490, "{} different starts", clusters.len());
        assert_eq!(starts.count(), None);
    }
}
