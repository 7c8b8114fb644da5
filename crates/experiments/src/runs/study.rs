use super::run::{Laboratory, Played, Progress, RunOptions, write_cells, write_document};
use crate::Error;
use crate::contest::Study;
use crate::outcome::study::{Judged, judged};
use crate::show::study::{document, to_json};

impl Laboratory<'_> {
    /// Plays a study into a results folder, and writes the results, the findings, the report and the plots there.
    ///
    /// Pairs recorded by an earlier run are not played again.
    /// Returns the claims with their findings. A shard has no results, and returns none.
    ///
    /// # Errors
    ///
    /// If the folder cannot be used, or a record or result cannot be written. What was recorded until then stays.
    pub fn run_study<'s>(
        self,
        study: &'s Study,
        options: &RunOptions,
        progress: &mut dyn Progress,
    ) -> Result<Vec<Judged<'s>>, Error> {
        let experiments = study.experiments(self.catalogue)?;
        let Some(Played { records, cells, .. }) = self.play(&experiments, options, progress)? else {
            return Ok(Vec::new());
        };
        write_cells(&records, &cells)?;
        let judged = judged(study, &study.cell_numbers(self.catalogue)?, cells);
        records.write("claims.json", &to_json(&judged))?;
        write_document(&records, &document(study, &judged, &options.title, &options.command))?;
        Ok(judged)
    }
}
