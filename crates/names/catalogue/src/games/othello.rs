use std::sync::{Arc, LazyLock};

use bestply::learning::WeightsError;
use bestply::othello::endgame::EndgameSolver;
use bestply::othello::evaluation::{
    self, DiscDifference, FinalScore, Heuristic, MobilityAndCorners, PatternEvaluation, PatternFeatures,
    PatternWeights, SquareTable, StrongEvaluation, StrongWeights,
};
use bestply::othello::{Opening, Othello, openings};
use bestply::{Side, Value};

use crate::about_game::OPENING_PLIES;
use crate::{EvaluationEntry, Expects, GameEntry, MatchEvaluation, Starts};

/// The rules of every size.
pub(super) const RULES: &str = "\
    Black and white take turns to place a disc so that some of the other's discs lie in a straight line between \
    it and another disc of the same colour; those are turned over. Whoever can turn none passes. When nobody can \
    move any more, the side with more discs wins.";

/// Othello from all legal sequences of so many plies. Finished games are valued as in the papers.
///
/// Starts that are mirror images of one another are a cluster.
pub(super) fn entry() -> GameEntry<Othello> {
    let opening = |opening: Opening| (opening.moves, opening.class as u64);
    let starts = move |settings: &mut crate::Settings| {
        let plies = settings.whole(OPENING_PLIES) as usize;
        Ok(Starts::Played { from: Othello::start(), openings: numbered_openings(plies).map(opening).collect() })
    };
    let learnt = |file: Option<&[u8]>| -> Result<_, WeightsError> {
        let weights = file.map_or_else(|| Ok(PatternWeights::default()), PatternWeights::parse)?;
        Ok(OthelloEvaluation::new(PatternEvaluation::new(weights)))
    };
    let strong = |file: Option<&[u8]>| -> Result<_, WeightsError> {
        let weights = file.map_or_else(|| Ok(StrongWeights::default()), StrongWeights::parse)?;
        Ok(OthelloEvaluation::new(StrongEvaluation::new(weights)))
    };
    // As `StrongEvaluation::win_probability` has it.
    let odds = Expects::Odds { scale: 2048 };
    let learnt_ends = OthelloEvaluation::new(PatternEvaluation::default()).with_guessed_ends();
    GameEntry::new("othello", starts)
        .opening_plies(PAPERS_PLIES as u64)
        .length(60)
        .rules(RULES, "f5 d6 c3")
        .sides("black", "white")
        .letters('X', 'O')
        .initial(|_| Othello::start())
        // The other start that the rules of old allowed, with discs of a colour side by side.
        .tuned_from("---------------------------OO------XX--------------------------- X")
        .perft(bestply::othello::perft)
        .ends(|| EndgameSolver::with_judge(EndgameSolver::TABLE_BYTES, StrongEvaluation::default()))
        .foreign_engines()
        .planes()
        .evaluation(EvaluationEntry::learnt("learnt", learnt).with_papers_searchers())
        .learns("learnt", PatternFeatures, bestply::learning::Settings::default())
        .evaluation(EvaluationEntry::new("learnt-ends", learnt_ends))
        .evaluation(plain("disc-difference", DiscDifference).with_papers_searchers())
        .evaluation(plain("mobility-and-corners", MobilityAndCorners))
        .evaluation(plain("square-table", SquareTable))
        .evaluation(EvaluationEntry::learnt("strong", strong).expects(odds))
        .plays_with("strong")
        .prefers_threads_to_transpositions()
        .network(Some(bestply_network_weights::OTHELLO))
        .presets(include_str!("othello.toml"))
}

fn plain<H: Heuristic + Clone + Send + Sync + 'static>(
    name: &'static str,
    heuristic: H,
) -> EvaluationEntry<Othello, OthelloEvaluation<H>> {
    EvaluationEntry::new(name, OthelloEvaluation::new(heuristic))
}

/// The openings of so many plies in the order of their numbers.
///
/// Every eighth of the sequences in canonical order comes first, then those after them, and so on.
/// So the first few are spread over all sequences.
pub fn numbered_openings(plies: usize) -> impl Iterator<Item = Opening> {
    const STRIDE: usize = 8;
    let all = if plies == PAPERS_PLIES { PAPERS_OPENINGS.clone() } else { openings(plies).into() };
    (0..STRIDE).flat_map(move |first| all.iter().skip(first).step_by(STRIDE).cloned().collect::<Vec<_>>())
}

/// The plies of the papers' openings.
const PAPERS_PLIES: usize = 4;

/// These openings, which every description of a game of Othello asks for: listing the experiments does so 200 times.
static PAPERS_OPENINGS: LazyLock<Arc<[Opening]>> = LazyLock::new(|| openings(PAPERS_PLIES).into());

/// Evaluates as this heuristic does, and finished games as the papers do.
///
/// While a game goes on, a won or lost game is worth an infinity. Once its end is searched, it is worth its discs.
#[derive(Clone, Copy, Debug)]
pub struct OthelloEvaluation<H> {
    heuristic: H,
    guesses_ends: bool,
}

impl<H> OthelloEvaluation<H> {
    /// The evaluation by a heuristic.
    pub fn new(heuristic: H) -> OthelloEvaluation<H> {
        OthelloEvaluation { heuristic, guesses_ends: false }
    }

    /// The same evaluation, with finished games valued by the heuristic, too.
    ///
    /// The search then does not know who has won. It is for measuring what that knowledge is worth.
    #[must_use]
    pub fn with_guessed_ends(self) -> OthelloEvaluation<H> {
        OthelloEvaluation { guesses_ends: true, ..self }
    }
}

impl<H: Heuristic + Clone + Send + Sync + 'static> MatchEvaluation<Othello> for OthelloEvaluation<H> {
    type Searching = evaluation::Evaluation<H>;
    type Finishing = FinalScore;

    fn searching(&self, side: Side) -> Self::Searching {
        let OthelloEvaluation { ref heuristic, guesses_ends } = *self;
        evaluation::Evaluation { guesses_ends, ..evaluation::Evaluation::new(heuristic.clone(), side) }
    }

    fn finishing(&self) -> FinalScore {
        FinalScore
    }

    fn points(&self, position: &Othello, value: Value) -> Option<f64> {
        self.heuristic.expected_difference(value, 64 - position.empties())
    }
}
