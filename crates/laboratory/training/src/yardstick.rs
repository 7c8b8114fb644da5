use std::num::NonZeroU64;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bestply_experiments::Result;
use bestply_experiments::play::matches::{Broken, MatchRules, Pair, play_pair};
use rayon::ThreadPool;
use rayon::prelude::*;
use toml::Table;

use crate::{Course, Strength};

/// What a learnt evaluation is measured against: the other evaluations of its game.
///
/// Both sides play alpha-beta of the same depth, in two games from each of the game's starts.
/// If every seed is a start, they play from the first [`DRAWN_STARTS`](Yardstick::DRAWN_STARTS).
pub struct Yardstick<'c> {
    /// The game, the evaluations against which weights are measured, and the flag that ends a measurement.
    pub course: &'c Course<'c>,
    /// The evaluation whose weights are measured.
    pub evaluation: &'static str,
    /// From how many starts they play, the first ones; `None` for all, or [`DRAWN_STARTS`](Yardstick::DRAWN_STARTS).
    pub pairs: Option<NonZeroU64>,
}

impl Yardstick<'_> {
    /// The number of starts from which strength is measured if every seed is a start.
    pub const DRAWN_STARTS: u64 = 300;
    /// The depths of the full measurements, in plies.
    pub const DEPTHS: RangeInclusive<usize> = 1..=4;

    /// A quick measurement, at depth 2 against the last opponent; `None` if there is no opponent.
    ///
    /// # Errors
    ///
    /// If the game has no such evaluation, or the bytes are no weights of it.
    pub fn check(&self, weights: &[u8], pool: &ThreadPool) -> Result<Option<Strength>> {
        self.course.yardsticks.last().map(|opponent| self.measure(weights, opponent, 2, pool)).transpose()
    }

    /// The full measurements of weights, which are given as the bytes of a file: every opponent at every depth.
    ///
    /// # Errors
    ///
    /// As for [`check`](Yardstick::check).
    pub(crate) fn examine(&self, weights: &[u8], pool: &ThreadPool) -> Result<Vec<Strength>> {
        let at_depths = |&opponent: &&'static str| Yardstick::DEPTHS.map(move |depth| (opponent, depth));
        let contests = self.course.yardsticks.iter().flat_map(at_depths);
        contests.map(|(opponent, depth)| self.measure(weights, opponent, depth, pool)).collect()
    }

    fn measure(&self, weights: &[u8], opponent: &str, depth: usize, pool: &ThreadPool) -> Result<Strength> {
        let Yardstick { course: &Course { catalogue, game, .. }, evaluation: learnt, .. } = *self;
        catalogue.check_evaluation(game, learnt)?;
        catalogue.check_evaluation(game, opponent)?;
        let game = catalogue.game_with(game, &Table::new())?;
        let venue = game.venue(Some(weights), &[learnt, opponent])?;
        let player = catalogue.player(&format!("alpha-beta:depth={depth}"))?;
        let rules = MatchRules { exact_ending: Some(depth), ..MatchRules::default() };
        let play = |seed| {
            if is_raised(self.course.stop.as_ref()) {
                return Err(Broken("the measurement was ended".to_owned()));
            }
            let (start, cluster) = venue.start(seed);
            let contestant = |evaluation| {
                let contestant = player.contestant(&venue, evaluation, &start);
                contestant.map_err(|error| Broken(error.to_string()))
            };
            let pair = play_pair(&start, contestant(learnt)?.as_mut(), contestant(opponent)?.as_mut(), rules)?;
            Ok((cluster, pair))
        };
        let starts = match (venue.start_count(), self.pairs.map(NonZeroU64::get)) {
            (Some(all), pairs) => pairs.map_or(all, |pairs| pairs.min(all)),
            (None, pairs) => pairs.unwrap_or(Yardstick::DRAWN_STARTS),
        };
        let pairs: Result<Vec<(u64, Pair)>, Broken> = pool.install(|| (1..=starts).into_par_iter().map(play).collect());
        let mut strength = Strength::new(opponent, depth);
        // A win of MIN may be an infinity, which has no negative.
        for (cluster, pair) in pairs? {
            strength.add(cluster, [pair.challenger_as_max.value, pair.opponent_as_max.value.saturating_neg()]);
        }
        Ok(strength)
    }
}

/// Whether somebody has raised a flag, if there is one.
pub(crate) fn is_raised(flag: Option<&Arc<AtomicBool>>) -> bool {
    flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
}
