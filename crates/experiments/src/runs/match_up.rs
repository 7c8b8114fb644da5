use super::run::{Laboratory, Played, Progress, RunOptions, write_cells, write_document};
use crate::Error;
use crate::contest::MatchUp;
use crate::outcome::claim::{GameVerdict, verdicts};
use crate::outcome::results::Cell;
use crate::show::match_up::document;

impl Laboratory<'_> {
    /// Plays a match-up into a results folder, and writes the results, the report and the plots there.
    ///
    /// Pairs recorded by an earlier run are not played again.
    /// Returns the cells, and the verdict on the claim in each game for each challenger that the claim is about.
    /// A shard has no results and no verdicts.
    ///
    /// # Errors
    ///
    /// If the folder cannot be used, or a record or result cannot be written. What was recorded until then stays.
    pub fn run_match_up(
        self,
        match_up: &MatchUp,
        options: &RunOptions,
        progress: &mut dyn Progress,
    ) -> Result<(Vec<Cell>, Vec<GameVerdict>), Error> {
        let played = self.play(&match_up.experiments(self.catalogue)?, options, progress)?;
        let Some(Played { records, cells, .. }) = played else { return Ok((Vec::new(), Vec::new())) };
        let verdicts = match_up.claim.as_ref().map_or_else(Vec::new, |claim| verdicts(claim, &cells));
        let document = document(match_up, &cells, &verdicts, &options.title, &options.command);
        write_cells(&records, &cells)?;
        write_document(&records, &document)?;
        Ok((cells, verdicts))
    }
}
