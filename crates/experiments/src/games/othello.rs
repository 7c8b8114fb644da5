use bestply::learning::WeightsError;
use bestply::othello::evaluation::{
    self, DiscDifference, FinalScore, Heuristic, MobilityAndCorners, PatternEvaluation, SquareTable, Weights,
};
use bestply::othello::{Opening, Othello, openings};
use bestply::{Side, Value};

use super::playable::{Playable, Starts};
use crate::matches::{Contestant, Evaluation, MatchGame, SearchingContestant};
use crate::spec::{EvaluationName, SearcherSpec};

/// Othello from all legal sequences of so many plies, with the ends of games as the papers see them.
pub(crate) struct OthelloBoard;

impl Playable for OthelloBoard {
    type Position = Othello;
    type Weights = Weights;

    fn weights(file: &[u8]) -> Result<Weights, WeightsError> {
        Weights::parse(file)
    }

    /// Starts that are mirror images of one another are a cluster.
    fn starts(plies: usize) -> Starts<Othello> {
        let start = |opening: Opening| (opening.position, opening.class as u64);
        Starts::Listed(numbered_openings(plies).map(start).collect())
    }

    fn contestant(
        spec: &SearcherSpec,
        evaluation: EvaluationName,
        weights: &Weights,
        start: &Othello,
    ) -> Box<dyn Contestant<Othello>> {
        match evaluation {
            EvaluationName::DiscDifference => contestant(spec, DiscDifference, start),
            EvaluationName::MobilityAndCorners => contestant(spec, MobilityAndCorners, start),
            EvaluationName::SquareTable => contestant(spec, SquareTable, start),
            EvaluationName::Learnt | EvaluationName::Plain => {
                contestant(spec, PatternEvaluation::new(weights.clone()), start)
            }
        }
    }
}

fn contestant<H: Heuristic + Clone + 'static>(
    spec: &SearcherSpec,
    heuristic: H,
    start: &Othello,
) -> Box<dyn Contestant<Othello>> {
    Box::new(SearchingContestant::new(spec, OthelloEvaluation(heuristic), start))
}

/// Every eighth of the sequences in canonical order, then those after them, and so on, so that a few of the first are spread
/// over all.
fn numbered_openings(plies: usize) -> impl Iterator<Item = Opening> {
    const STRIDE: usize = 8;
    let all = openings(plies);
    (0..STRIDE).flat_map(move |first| all.iter().skip(first).step_by(STRIDE).cloned().collect::<Vec<_>>())
}

/// Evaluates as this heuristic does, and finished games as the papers do.
struct OthelloEvaluation<H>(H);

impl<H: Heuristic + Clone> Evaluation<Othello> for OthelloEvaluation<H> {
    type Searching = evaluation::Evaluation<H>;
    type Finishing = FinalScore;
    const ONE_SCALE: bool = false;

    fn searching(&self, side: Side) -> Self::Searching {
        evaluation::Evaluation::new(self.0.clone(), side)
    }

    fn finishing(&self) -> FinalScore {
        FinalScore
    }
}

impl MatchGame for Othello {
    fn moves_left(&self) -> Option<usize> {
        Some(self.empties() as usize)
    }

    /// Every disc can be preceded by a pass.
    fn depth_to_end(&self) -> usize {
        2 * self.empties() as usize
    }

    fn terminal_value(&self) -> Value {
        self.disc_difference()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_start_has_one_number_and_the_first_are_spread() {
        let all = openings(4);
        let starts: Vec<Opening> = numbered_openings(4).collect();
        let moves = |openings: &[Opening]| openings.iter().map(|opening| opening.moves.clone()).collect::<Vec<_>>();
        assert_eq!(moves(&starts).into_iter().collect::<HashSet<_>>().len(), all.len());
        assert_eq!(starts.len(), all.len());
        let first: Vec<Opening> = all.iter().step_by(8).take(30).cloned().collect();
        assert_eq!(moves(&starts[..30]), moves(&first));
    }
}
