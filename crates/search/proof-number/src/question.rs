use bestply_core::Side;

/// What a finished game is worth to MAX: 1, 0 or -1 for a win, a draw or a loss, or points of the game.
pub type Score = i16;

/// A question with yes or no for an answer: does MAX get at least so much, if both sides play perfectly?
///
/// A game that goes round for ever is worth 0 (`docs/meaning.md`, 25.3).
///
/// ```
/// use bestply_proof_number::Question;
///
/// assert_eq!(Question::MAX_WINS.answer_of(0), false);
/// assert_eq!(Question::MAX_DOES_NOT_LOSE.answer_of(0), true);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The score to be reached.
    pub at_least: Score,
}

impl Question {
    /// Does MAX win?
    pub const MAX_WINS: Question = Question { at_least: 1 };
    /// Does MAX win or draw?
    pub const MAX_DOES_NOT_LOSE: Question = Question { at_least: 0 };

    /// The answer of a finished game with this score.
    #[inline]
    pub const fn answer_of(self, score: Score) -> bool {
        score >= self.at_least
    }

    /// The answer of a game that goes round for ever.
    #[inline]
    pub const fn answer_of_repetition(self) -> bool {
        self.answer_of(0)
    }

    /// Whether the game must end for this answer, so that the side that it is for has to come nearer to the end.
    #[inline(always)]
    pub(crate) const fn needs_an_end(self, answer: bool) -> bool {
        answer != self.answer_of_repetition()
    }
}

/// What is known of a score: it is from `least` to `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scores {
    /// The least that it can be.
    pub least: Score,
    /// The most that it can be.
    pub most: Score,
}

impl Scores {
    /// Any score.
    pub const ANY: Scores = Scores { least: Score::MIN, most: Score::MAX };
    /// A loss, a draw or a win.
    pub const OUTCOMES: Scores = Scores { least: -1, most: 1 };

    /// The score, if only one is left.
    pub const fn exact(self) -> Option<Score> {
        if self.least == self.most { Some(self.least) } else { None }
    }

    /// What both say.
    #[must_use]
    pub fn with(self, other: Scores) -> Scores {
        Scores { least: self.least.max(other.least), most: self.most.min(other.most) }
    }

    /// The answer to a question, if it follows.
    #[inline(always)]
    pub const fn answer(self, question: Question) -> Option<bool> {
        if question.at_least <= self.least {
            Some(true)
        } else if question.at_least > self.most {
            Some(false)
        } else {
            None
        }
    }

    /// The scores that are left where this is the answer.
    #[must_use]
    pub fn after(self, question: Question, answer: bool) -> Scores {
        if answer {
            Scores { least: self.least.max(question.at_least), ..self }
        } else {
            Scores { most: self.most.min(question.at_least - 1), ..self }
        }
    }

    /// The question that a side plays for whose game is worth this, of these: to get it or, where it is the worst, to
    /// lose no more.
    pub(crate) fn question_of(self, score: Score, to_move: Side) -> Question {
        let is_to_get_it = match to_move {
            Side::Max => score > self.least,
            Side::Min => score >= self.most,
        };
        Question { at_least: if is_to_get_it { score } else { score.saturating_add(1) } }
    }

    /// The question that halves what is left, where this side is to move; `None` if one score is left.
    ///
    /// Of wins, draws and losses it asks first whether the side wins.
    ///
    /// ```
    /// use bestply_core::Side;
    /// use bestply_proof_number::{Question, Scores};
    ///
    /// assert_eq!(Scores::OUTCOMES.next_question(Side::Max), Some(Question::MAX_WINS));
    /// assert_eq!(Scores::OUTCOMES.next_question(Side::Min), Some(Question::MAX_DOES_NOT_LOSE));
    /// ```
    pub fn next_question(self, to_move: Side) -> Option<Question> {
        let (least, most) = (i32::from(self.least), i32::from(self.most));
        let up = 1 + i32::from(to_move == Side::Max);
        (least < most).then(|| Question { at_least: (least + (most - least + up) / 2) as Score })
    }
}
