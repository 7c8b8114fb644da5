use std::marker::PhantomData;

use bestply::games::learnt::{TupleFeatures, Tuples};
use bestply::learning::{Features, Settings, Tables, Weights};
use bestply::othello::evaluation::PatternFeatures;
use rayon::ThreadPool;
use rayon::prelude::*;

use super::{Contest, Course, Strength};
use crate::games::{BoardGame, OthelloBoard, Playable, Starts, TupleBoard};
use crate::matches::{MatchGame, play_pair};
use crate::spec::{EvaluationName, SearcherSpec};

/// The training of a game's learnt evaluation, which is measured against its other evaluations, in two games from each of its starts, or
/// from the first [`DRAWN_STARTS`] where every seed is one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardCourse<G>(PhantomData<fn() -> G>);

/// A game whose evaluation is learnt.
pub(crate) trait Learnable: Playable<Weights = Weights<Self::Features>> {
    /// What is learnt.
    type Features: Features<Position = Self::Position, Evaluator: Send + Sync>
        + Tables<Table: Clone>
        + Default
        + Send
        + Sync;

    /// How it is played and learnt.
    fn settings() -> Settings;
}

/// The starts that strength is measured from, where every seed is one.
pub(crate) const DRAWN_STARTS: u64 = 300;

const DEPTHS: std::ops::RangeInclusive<usize> = 1..=4;

impl<G> BoardCourse<G> {
    pub(crate) const fn new() -> BoardCourse<G> {
        BoardCourse(PhantomData)
    }
}

impl<G: Learnable> Course for BoardCourse<G> {
    type Features = G::Features;

    fn features(&self) -> G::Features {
        G::Features::default()
    }

    fn settings(&self) -> Settings {
        G::settings()
    }

    fn check(&self, weights: &[i16], pool: &ThreadPool) -> Strength {
        let opponent = opponents::<G>().last().expect("there is an evaluation that is not learnt");
        measure::<G>(&Weights::new(weights), opponent, 2, pool)
    }

    fn examine(&self, weights: &[i16], pool: &ThreadPool) -> Vec<Strength> {
        let weights = Weights::new(weights);
        let contests = opponents::<G>().flat_map(|opponent| DEPTHS.map(move |depth| (opponent, depth)));
        contests.map(|(opponent, depth)| measure::<G>(&weights, opponent, depth, pool)).collect()
    }
}

/// The game that these weights are of.
fn game<G: Learnable>() -> BoardGame {
    BoardGame::named(<G::Features as Tables>::LAYOUT.game).expect("weights are of a game that is played")
}

/// The evaluations that are not learnt.
fn opponents<G: Learnable>() -> impl Iterator<Item = EvaluationName> {
    game::<G>().evaluations().iter().copied().filter(|&evaluation| evaluation != EvaluationName::Learnt)
}

/// Plays all starts twice, both sides with alpha-beta of the same depth.
fn measure<G: Learnable>(weights: &G::Weights, opponent: EvaluationName, depth: usize, pool: &ThreadPool) -> Strength {
    let spec: SearcherSpec = format!("alpha-beta:depth={depth}").parse().expect("it names a searcher");
    let starts: Starts<G::Position> = G::starts(game::<G>().opening_plies());
    let count = starts.count().unwrap_or(DRAWN_STARTS);
    let play = |seed| {
        let (start, _) = starts.get(seed);
        let mut learnt = G::contestant(&spec, EvaluationName::Learnt, weights, &start);
        let mut other = G::contestant(&spec, opponent, weights, &start);
        play_pair(&start, learnt.as_mut(), other.as_mut(), Some(depth))
    };
    let pairs: Vec<_> = pool.install(|| (1..=count).into_par_iter().map(play).collect());
    let mut strength = Strength::new(Contest { opponent: opponent.to_string(), depth });
    for pair in pairs {
        strength.count(pair.challenger_as_max);
        strength.count(-pair.opponent_as_max);
    }
    strength
}

impl Learnable for OthelloBoard {
    type Features = PatternFeatures;

    fn settings() -> Settings {
        Settings::default()
    }
}

impl<G: Tuples<Plain: Clone> + MatchGame + Send + Sync> Learnable for TupleBoard<G> {
    type Features = TupleFeatures<G>;

    /// As Othello's, save that they learn from fewer games at a time, since they need fewer.
    fn settings() -> Settings {
        Settings { batch: 1000, random_plies: 8, ..Settings::default() }
    }
}
