use std::ops::Range;

use bestply::learning::{Block, Episode, HeldOut, Learner, Settings};
use bestply_catalogue::AnyFeatures;
use bestply_experiments::Result;
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::LearntBy;
use crate::course::Learning;

/// Tables of tuples that are being learnt.
pub(crate) struct TupleModel {
    pub(crate) learner: Learner<AnyFeatures>,
    pub(crate) settings: Settings,
    pub(crate) by: LearntBy,
    pub(crate) held_out_games: u64,
}

impl Learning for TupleModel {
    fn batch(&self) -> u64 {
        self.settings.batch
    }

    fn describe(&self) -> String {
        let (layout, by) = (self.learner.layout(), self.by);
        let settings = Settings { games: 0, ..self.settings };
        format!(
            "tuples of {}, {} weights ({:016x}), {by:?}, {settings:?}",
            layout.game, layout.weights, layout.fingerprint
        )
    }

    fn learn(&mut self, games: Range<u64>, pool: &ThreadPool) -> Result<Option<f32>> {
        let TupleModel { learner, by, .. } = self;
        let units = learner.layout().units as f32;
        pool.install(|| {
            let player = learner.player();
            let episodes: Vec<Episode> = match *by {
                LearntBy::TemporalDifferences => games.into_par_iter().map(|game| player.play(game)).collect(),
                LearntBy::Study(plan) => {
                    let study = |features, evaluator| plan.study(features, evaluator, |points| points * units);
                    games.into_par_iter().map(|game| player.study(game, study)).collect()
                }
            };
            drop(player);
            let blocks: Vec<&mut Block> = learner.blocks().collect();
            blocks.into_par_iter().for_each(|block| block.learn(&episodes));
        });
        Ok(None)
    }

    fn hold_out(&self, pool: &ThreadPool) -> Option<HeldOut> {
        let player = self.learner.player();
        let games: Vec<HeldOut> =
            pool.install(|| (0..self.held_out_games).into_par_iter().map(|game| player.hold_out(game)).collect());
        // The sum is taken in order, because a floating-point sum depends on it.
        Some(games.into_iter().sum())
    }

    fn bytes(&self) -> Vec<u8> {
        self.learner.layout().write(&self.learner.weights())
    }

    fn state(&self) -> Vec<f32> {
        self.learner.state()
    }

    fn restore(&mut self, state: &[f32]) -> bool {
        let is_whole = state.len() == 2 * self.learner.layout().weights;
        if is_whole {
            self.learner.restore(state);
        }
        is_whole
    }
}
