use std::num::NonZeroU32;

use bestply::learning::WeightsError;
use bestply::othello::evaluation::{
    self, DiscDifference, FinalScore, Heuristic, MobilityAndCorners, PatternEvaluation, SquareTable, StrongEvaluation,
    StrongWeights, Weights,
};
use bestply::othello::{Move, Opening, Othello, openings};
use bestply::{Side, Value};

use super::{SOFTMAX, boards};
use crate::game::OPENING_PLIES;
use crate::{Board, Evaluation, EvaluationEntry, GameEntry, Playable, PositionError, Preset, Starts};

/// Othello from all legal sequences of so many plies. Finished games are valued as in the papers.
///
/// Starts that are mirror images of one another are a cluster.
pub(super) fn entry() -> GameEntry<Othello> {
    let opening = |opening: Opening| (opening.moves, opening.class as u64);
    let starts = move |settings: &crate::Settings| {
        let plies = settings.whole(OPENING_PLIES).expect("it has a default") as usize;
        Ok(Starts::Played { from: Othello::start(), openings: numbered_openings(plies).map(opening).collect() })
    };
    let learnt = |file: Option<&[u8]>| -> Result<_, WeightsError> {
        let weights = file.map_or_else(|| Ok(Weights::default()), Weights::parse)?;
        Ok(OthelloEvaluation::new(PatternEvaluation::new(weights)))
    };
    let strong = |file: Option<&[u8]>| -> Result<_, WeightsError> {
        let weights = file.map_or_else(|| Ok(StrongWeights::default()), StrongWeights::parse)?;
        Ok(OthelloEvaluation::new(StrongEvaluation::new(weights)))
    };
    let plain = |name: &'static str, plain: Plain| EvaluationEntry::new(name, OthelloEvaluation::new(plain));
    let learnt_ends = OthelloEvaluation::new(PatternEvaluation::default()).with_guessed_ends();
    // The papers' openings have 4 plies.
    GameEntry::new("othello", starts)
        .opening_plies(4)
        .length(60)
        .sides("black", "white")
        .letters('X', 'O')
        .initial(|_| Othello::start())
        .perft(bestply::othello::perft)
        .ends(bestply::othello::endgame::Solver::default)
        .foreign_engines()
        .planes()
        .evaluation(EvaluationEntry::learnt("learnt", learnt))
        .evaluation(EvaluationEntry::new("learnt-ends", learnt_ends))
        .evaluation(plain("disc-difference", Plain::DiscDifference))
        .evaluation(plain("mobility-and-corners", Plain::MobilityAndCorners))
        .evaluation(plain("square-table", Plain::SquareTable))
        .evaluation(EvaluationEntry::learnt("strong", strong))
        .plays_with("strong")
        .tuned_uct("scale=4096,exploration=0.05,urgency=0.125")
        .tuned_uct("evaluation=strong,scale=4096,exploration=0.05,urgency=0.125")
        .preset(SOFTMAX, "unbounded-minimax:scale=4096,selection=softmax")
        .preset(Preset::TUNED, "monte-carlo-tree-search:scale=16384,exploration=0.025")
}

/// The plain evaluations as one type, so that each searcher is compiled once for all of them.
#[derive(Clone, Copy)]
enum Plain {
    DiscDifference,
    MobilityAndCorners,
    SquareTable,
}

impl Plain {
    /// The heuristic, for what is asked seldom.
    fn heuristic(self) -> &'static dyn Heuristic {
        match self {
            Plain::DiscDifference => &DiscDifference,
            Plain::MobilityAndCorners => &MobilityAndCorners,
            Plain::SquareTable => &SquareTable,
        }
    }
}

impl Heuristic for Plain {
    #[inline]
    fn evaluate(&mut self, mover: u64, waiting: u64) -> Value {
        match self {
            Plain::DiscDifference => DiscDifference.evaluate(mover, waiting),
            Plain::MobilityAndCorners => MobilityAndCorners.evaluate(mover, waiting),
            Plain::SquareTable => SquareTable.evaluate(mover, waiting),
        }
    }

    fn win_value(&self) -> Option<NonZeroU32> {
        self.heuristic().win_value()
    }

    fn expected_difference(&self, value: Value, discs: u32) -> Option<f64> {
        self.heuristic().expected_difference(value, discs)
    }
}

/// The openings of so many plies in the order of their numbers.
///
/// Every eighth of the sequences in canonical order comes first, then those after them, and so on.
/// So the first few are spread over all sequences.
pub fn numbered_openings(plies: usize) -> impl Iterator<Item = Opening> {
    const STRIDE: usize = 8;
    let all = openings(plies);
    (0..STRIDE).flat_map(move |first| all.iter().skip(first).step_by(STRIDE).cloned().collect::<Vec<_>>())
}

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

impl<H: Heuristic + Clone + Send + Sync + 'static> Evaluation<Othello> for OthelloEvaluation<H> {
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

impl Playable for Othello {
    fn terminal_value(&self) -> Value {
        self.disc_difference()
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn parse(text: &str) -> Result<Othello, PositionError> {
        text.parse().map_err(PositionError::new)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn picture(&self) -> String {
        self.diagram().to_string()
    }

    fn board(&self) -> Option<Board> {
        Some(boards::othello(self))
    }

    fn cells_of(&self, mv: Move) -> Vec<usize> {
        boards::othello_cells(mv)
    }

    fn moves_left(&self) -> Option<usize> {
        Some(self.empties() as usize)
    }

    /// A pass can precede every disc.
    fn depth_to_end(&self) -> usize {
        2 * self.empties() as usize
    }
}
