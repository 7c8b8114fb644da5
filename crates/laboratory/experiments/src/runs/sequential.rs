//! Cells that end when a sequential test has decided.

use std::collections::HashSet;
use std::ops::Range;

use bestply_statistics::pentanomial::Pentanomial;
use bestply_statistics::sprt::{Sprt, SprtVerdict};

use super::run::Runner;
use crate::Result;
use crate::contest::{CellPlan, SequentialTest};
use crate::outcome::results::SprtOutcome;
use crate::outcome::score::{TournamentScore, share_of_pair};

impl Runner<'_, '_> {
    /// Plays a cell's pairs in order, batch by batch, until its test decides or no pairs are left.
    ///
    /// Returns the seeds that were played, and the result of the test.
    /// Of starts that are mirror images of one another, only the first counts for the test; the score counts all.
    pub(super) fn until_decided(
        &mut self,
        plan: &CellPlan,
        test: &SequentialTest,
    ) -> Result<(Range<u64>, TournamentScore, SprtOutcome)> {
        let SequentialTest { elo0, elo1, alpha, beta } = *test;
        let sprt = Sprt::new(elo0, elo1, alpha, beta).map_err(|invalid| format!("`sprt`: {invalid}"))?;
        let depth = plan.challenger.depth();
        let mut score = TournamentScore::of(plan.game.unit());
        let mut pairs = Pentanomial::default();
        let mut clusters = HashSet::<u64>::new();
        let mut end = plan.seeds.start;
        loop {
            // Where a run was finished once, its test was asked: what ended the cell then ends it again.
            let looks = plan.looks.iter().map(|pairs| plan.seeds.start + pairs).filter(|&look| look > end);
            let batch = end..looks.chain([plan.seeds.end, end + SequentialTest::BATCH]).min().unwrap_or(end);
            end = batch.end;
            self.complete(plan, depth, batch.clone(), &mut score)?;
            let arena = self.arenas.arena(plan);
            for seed in batch.filter(|&seed| clusters.insert(arena.cluster(seed))) {
                let record = self.records.get(&plan.id, depth, seed).expect("the batch is finished");
                pairs.record(2.0 * share_of_pair(plan.game.unit(), record));
            }
            let judgement = sprt.judge(&pairs);
            if judgement.verdict != SprtVerdict::Undecided || end == plan.seeds.end {
                return Ok((plan.seeds.start..end, score, SprtOutcome::of(test, &pairs, &judgement)));
            }
        }
    }
}
