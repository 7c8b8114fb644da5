use bestply_core::{Side, Stop};

use crate::{Numbers, Question, Scores};

/// One question, and within how many plies the game must end for its answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inquiry {
    pub(crate) question: Question,
    pub(crate) within: Option<u32>,
}

impl Inquiry {
    pub(crate) fn of(question: Question) -> Inquiry {
        Inquiry { question, within: None }
    }
}

/// What was found of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding {
    pub(crate) numbers: Numbers,
    /// The least depth of a position of the path on which the answer rests.
    /// [`NOTHING`] where it holds on every path, and where there is none.
    pub(crate) rests_on: u32,
    /// The most plies until the game ends, for an answer that needs an end; 0 elsewhere.
    pub(crate) plies: u32,
}

/// The depth on which an answer rests that rests on no position of the path.
pub(crate) const NOTHING: u32 = u32::MAX;

impl Finding {
    /// What holds on every path.
    #[inline(always)]
    pub(crate) const fn of(numbers: Numbers) -> Finding {
        Finding { numbers, rests_on: NOTHING, plies: 0 }
    }

    /// Whether the side that sees the position wants no more: it has its answer, on every path.
    #[inline(always)]
    pub(crate) const fn is_final_for(self, side: Side) -> bool {
        self.numbers.seen_by(side).own == 0 && self.rests_on == NOTHING
    }
}

/// What was found of one question.
pub(crate) struct Reply {
    pub(crate) numbers: Numbers,
    /// The most plies until the game ends, if there is an answer that needs an end.
    pub(crate) plies: Option<u32>,
    /// The child that decided.
    pub(crate) best: Option<usize>,
    pub(crate) stop: Option<Stop>,
}

impl Reply {
    pub(crate) fn of(question: Question, finding: Finding, best: Option<usize>, stop: Option<Stop>) -> Reply {
        let Finding { numbers, plies, .. } = finding;
        let needs_an_end = numbers.answer().is_some_and(|answer| question.needs_an_end(answer));
        Reply { numbers, plies: needs_an_end.then_some(plies), best, stop }
    }
}

/// What is known of a position that is being solved.
pub(crate) struct SolvingState {
    pub(crate) scores: Scores,
    /// The child that keeps the score, as far as it is known.
    pub(crate) best: Option<usize>,
    /// The most plies until the game ends, as far as they were asked for.
    pub(crate) plies: Option<u32>,
    /// What was asked last, and the numbers that were found.
    pub(crate) last: (Inquiry, Numbers),
    /// What ended the search.
    pub(crate) stop: Option<Stop>,
}

impl SolvingState {
    /// Of a position whose score is one of these, before anything is asked.
    pub(crate) fn new(scores: Scores) -> SolvingState {
        let last = (Inquiry::of(Question { at_least: scores.most }), Numbers::LEAF);
        SolvingState { scores, best: None, plies: None, last, stop: None }
    }

    /// Notes the reply to a question, at a position of this side.
    pub(crate) fn note(&mut self, inquiry: Inquiry, reply: &Reply, side: Side) {
        let is_own = reply.numbers.seen_by(side).own == 0;
        self.stop = reply.stop;
        // Not within these plies, or stopped before: the longer proof's move stands (D318).
        if inquiry.within.is_some() && !is_own {
            return;
        }
        self.last = (inquiry, reply.numbers);
        // A move that got the side to move its answer is better than any that comes of a question it lost.
        if is_own || self.best.is_none() {
            self.best = reply.best;
        }
        self.plies = reply.plies.or(self.plies);
        if let Some(answer) = reply.numbers.answer() {
            self.scores = self.scores.after(inquiry.question, answer);
        }
    }

    /// Whether the side to move has its answer by a way that is longer than so many plies.
    pub(crate) fn is_longer_than(&self, within: Option<u32>, side: Side) -> bool {
        let is_own = self.stop.is_none() && self.last.1.seen_by(side).own == 0;
        is_own && self.plies.zip(within).is_some_and(|(plies, within)| plies > within)
    }
}
