//! What sequential tests came to, in sentences.

use bestply_statistics::sprt::SprtVerdict;

use crate::outcome::results::{Cell, SprtOutcome};
use crate::show::report::layout::{Conditions, with_depth};

/// How to read the sentences: said once.
pub(crate) const LEGEND: &str = "Contests with a sequential test were stopped when it had decided. Of starts that are mirror images it \
                                 counts the first. The score of a contest that was stopped leans to the side that won the test.";

/// The sentences of the cells that have a test.
pub(crate) fn sentences(cells: &[Cell]) -> Vec<String> {
    cells.iter().filter_map(|cell| Some(format!("{}: {}.", contest(cell), verdict(cell, &cell.sprt?)))).collect()
}

fn contest(cell: &Cell) -> String {
    let budget = cell.budget().map_or_else(String::new, |budget| format!(" at {budget}"));
    let [challenger, opponent] = cell.players().into_array().map(|player| with_depth(&player.label(), player.depth));
    format!("{}, {challenger} against {opponent}{budget}", Conditions::of(cell))
}

/// What was decided, after how many pairs.
pub(crate) fn verdict(cell: &Cell, outcome: &SprtOutcome) -> String {
    let SprtOutcome { test, verdict, counted, log_likelihood_ratio, bounds: [low, high], .. } = outcome;
    let decided = match verdict {
        SprtVerdict::Elo0Accepted => format!("not stronger by {} Elo, {} is accepted", test.elo1, test.elo0),
        SprtVerdict::Elo1Accepted => format!("stronger than by {} Elo, {} is accepted", test.elo0, test.elo1),
        SprtVerdict::Undecided => format!("undecided between {} and {} Elo", test.elo0, test.elo1),
    };
    let counted = if *counted == cell.pairs { String::new() } else { format!(", {counted} of which count") };
    format!(
        "{decided} after {} pairs{counted} (log-likelihood ratio {log_likelihood_ratio:.2}, bounds {low:.2} and {high:.2})",
        cell.pairs
    )
}

/// How many tests say that the challenger is stronger, that it is not, and nothing.
pub(crate) fn tally(cells: &[Cell]) -> [usize; 3] {
    [SprtVerdict::Elo1Accepted, SprtVerdict::Elo0Accepted, SprtVerdict::Undecided]
        .map(|wanted| cells.iter().filter_map(|cell| cell.sprt).filter(|sprt| sprt.verdict == wanted).count())
}
