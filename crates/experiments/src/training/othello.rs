use bestply::learning::Settings;
use bestply::othello::evaluation::{PatternFeatures, Weights};
use rayon::ThreadPool;
use rayon::prelude::*;

use super::{Contest, Course, Strength};
use crate::games::{othello_player, othello_starts};
use crate::matches::play_pair;
use crate::spec::{EvaluationName, SearcherSpec};

/// The patterns of Othello. They are measured against the plain evaluations, in two games from each of the 244 positions after four plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OthelloCourse;

const OPENING_PLIES: usize = 4;
const DEPTHS: std::ops::RangeInclusive<usize> = 1..=4;
const OPPONENTS: [EvaluationName; 3] =
    [EvaluationName::DiscDifference, EvaluationName::MobilityAndCorners, EvaluationName::SquareTable];

impl Course for OthelloCourse {
    type Features = PatternFeatures;

    fn features(&self) -> PatternFeatures {
        PatternFeatures
    }

    fn settings(&self) -> Settings {
        Settings::default()
    }

    fn check(&self, weights: &[i16], pool: &ThreadPool) -> Strength {
        measure(&Weights::new(weights), EvaluationName::SquareTable, 2, pool)
    }

    fn examine(&self, weights: &[i16], pool: &ThreadPool) -> Vec<Strength> {
        let weights = Weights::new(weights);
        let contests = OPPONENTS.iter().flat_map(|&opponent| DEPTHS.map(move |depth| (opponent, depth)));
        contests.map(|(opponent, depth)| measure(&weights, opponent, depth, pool)).collect()
    }
}

/// Plays all starts twice, both sides with alpha-beta of the same depth.
fn measure(weights: &Weights, opponent: EvaluationName, depth: usize, pool: &ThreadPool) -> Strength {
    let spec: SearcherSpec = format!("alpha-beta:depth={depth}").parse().expect("it names a searcher");
    let starts = othello_starts(OPENING_PLIES);
    let pairs: Vec<_> = pool.install(|| {
        let play = |position| {
            let mut learnt = othello_player(&spec, EvaluationName::Learnt, weights);
            let mut plain = othello_player(&spec, opponent, weights);
            play_pair(position, learnt.as_mut(), plain.as_mut(), Some(depth))
        };
        starts.par_iter().map(|start| play(&start.position)).collect()
    });
    let mut strength = Strength::new(Contest { opponent: opponent.to_string(), depth });
    for pair in pairs {
        strength.count(pair.challenger_as_max);
        strength.count(-pair.opponent_as_max);
    }
    strength
}
