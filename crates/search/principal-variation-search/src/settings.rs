use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use bestply_core::ranges::{InvalidSetting, check};

/// The variant of the engine's alpha-beta. Every value of this type is valid for a search.
///
/// By default nothing is selective, and every value is minimax's.
///
/// ```
/// use bestply_principal_variation_search::{InvalidSetting, Settings, RootWindow};
///
/// let settings = Settings::default().with_window(RootWindow::Null).with_null_move(2)?.with_reduction(0.4)?;
/// assert!(settings.is_selective());
/// let refused = settings.with_null_move(100).unwrap_err();
/// assert_eq!(refused.to_string(), "a reduction of null moves of 100: it is from 0 to 10");
/// # Ok::<(), InvalidSetting>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    window: RootWindow,
    guess: Guess,
    internal_deepening: usize,
    reduction: f64,
    null_move: usize,
    prob_cut: f64,
    prob_cut_draft: usize,
    transposition_cuts: usize,
    value_order: usize,
    batch: usize,
    step: usize,
    ranks: Ranks,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            window: RootWindow::Open,
            guess: Guess::LastIteration,
            internal_deepening: 0,
            reduction: 0.0,
            null_move: 0,
            prob_cut: 0.0,
            prob_cut_draft: Settings::USUAL_PROB_CUT_DRAFT,
            transposition_cuts: 0,
            value_order: 0,
            batch: 0,
            step: 0,
            ranks: Ranks::Heeded,
        }
    }
}

/// The bounds with which an iteration searches the root. The value is the same with all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RootWindow {
    /// From minus to plus infinity.
    #[default]
    Open,
    /// From minus to plus infinity, and the value of every move is asked for: alpha-beta as it was before
    /// principal-variation search, which asks first whether a move is better.
    Full,
    /// As far as this on both sides of the [guess](Settings::guess).
    ///
    /// Where the value lies outside, the iteration is repeated with that side open.
    Aspiration(NonZeroU32),
    /// Null windows, one after the other, until the bounds meet: MTD(f) (Plaat, Schaeffer, Pijls & de Bruin 1996).
    ///
    /// The first of them lies at the [guess](Settings::guess), and up to 100 go on by single steps.
    /// Then steps double, up to the middle between the bounds, which meet after 62 windows more at most.
    Null,
    /// As [`Null`](RootWindow::Null), from a win of the side to move: SSS\* (Stockman 1979) as alpha-beta with a table.
    ///
    /// Here and from a loss, 4,096 windows go on by single steps, since each leads to the next value of a leaf only.
    SssStar,
    /// As [`Null`](RootWindow::Null), from a loss of the side to move: DUAL\* (Marsland, Reinefeld & Schaeffer 1987).
    DualStar,
}

/// The value that an iteration is guessed to find, around or from which its windows lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guess {
    /// The value of the iteration before.
    #[default]
    LastIteration,
    /// The value of the last iteration of the game whose horizon was at the same side's move: two iterations before.
    ///
    /// It is the better guess where values swing with the side that moved last.
    /// Where there is none, it is the value of the iteration before.
    SameSide,
}

/// Whether moves go by the [ranks](bestply_core::Position::move_rank) that a game gives them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranks {
    /// Moves of a positive rank before all but the table's, and those of a negative rank last.
    #[default]
    Heeded,
    /// All moves by what the search learns of them.
    Ignored,
}

impl Settings {
    /// The valid least drafts of internal iterative deepening. Below 3 there is nothing shallower; 0 is never.
    pub const INTERNAL_DEEPENING: RangeInclusive<usize> = 0..=1000;
    /// The valid factors of late move reductions.
    pub const REDUCTION: RangeInclusive<f64> = 0.0..=4.0;
    /// The valid reductions of null moves.
    pub const NULL_MOVE: RangeInclusive<usize> = 0..=10;
    /// The valid numbers of standard deviations of multi-ProbCut.
    pub const PROB_CUT: RangeInclusive<f64> = 0.0..=10.0;

    /// The valid greatest drafts of multi-ProbCut.
    pub const PROB_CUT_DRAFT: RangeInclusive<usize> = 0..=100;
    /// The valid least drafts of enhanced transposition cut-offs. Below 2 the children are leaves; 0 is never.
    pub const TRANSPOSITION_CUTS: RangeInclusive<usize> = 0..=1000;
    /// The valid least drafts of ordering by values. Below 2 the children are leaves; 0 is never.
    pub const VALUE_ORDER: RangeInclusive<usize> = 0..=1000;
    /// The valid numbers of the child from which on all of a node are evaluated together; 0 is never.
    pub const BATCH: RangeInclusive<usize> = 0..=1000;
    /// The valid steps of iterative deepening. 0 is two plies on the way to a depth limit, and one without.
    pub const STEP: RangeInclusive<usize> = 0..=2;

    /// The greatest draft of multi-ProbCut while there was no setting for it.
    const USUAL_PROB_CUT_DRAFT: usize = 7;

    /// Everything selective that pays at some thousand evaluations a move, as tuned (`docs/match-up.md`).
    pub fn selective() -> Settings {
        Settings { reduction: 0.5, null_move: 2, prob_cut: 1.0, ..Settings::default() }
    }

    /// The bounds with which an iteration searches the root.
    pub fn window(&self) -> RootWindow {
        self.window
    }

    /// What an iteration's windows begin with, where they begin with a guess.
    pub fn guess(&self) -> Guess {
        self.guess
    }

    /// The least draft at which a node of which the table knows no move is searched two plies shallower first,
    /// for the order of its moves. 0 is never.
    pub fn internal_deepening(&self) -> usize {
        self.internal_deepening
    }

    /// The factor of late move reductions: the *n*-th move of a node searched *d* plies ahead is first searched
    /// *factor · ln d · ln n* plies less deep, and as deep as the others only if it seems better. 0 is never.
    pub fn reduction(&self) -> f64 {
        self.reduction
    }

    /// By how many plies a null move is searched less deep than a move. 0 is no null moves.
    pub fn null_move(&self) -> usize {
        self.null_move
    }

    /// How many standard deviations a prediction must be beyond a node's bounds for the node to be left
    /// (multi-ProbCut). 0 is never.
    pub fn prob_cut(&self) -> f64 {
        self.prob_cut
    }

    /// The greatest draft at which predictions are tried, if there are predictions of that depth.
    pub fn prob_cut_draft(&self) -> usize {
        self.prob_cut_draft
    }

    /// The least draft at which a node is left at once if what the table knows of one of its children is enough
    /// (enhanced transposition cut-offs). 0 is never.
    pub fn transposition_cuts(&self) -> usize {
        self.transposition_cuts
    }

    /// The least draft at which the moves of a node are searched in the order of their children's static values,
    /// those after the table's. 0 is never.
    pub fn value_order(&self) -> usize {
        self.value_order
    }

    /// From which child on, counted from 1 in the order of search, all children of a node above the horizon are
    /// evaluated together. 0 is never.
    pub fn batch(&self) -> usize {
        self.batch
    }

    /// How many plies each iteration looks farther than the one before. The last one looks as far as the depth limit.
    ///
    /// 0, the default, is two where the search has a depth limit, and one where it has none.
    pub fn step(&self) -> usize {
        self.step
    }

    /// Whether moves go by the ranks that a game gives them.
    pub fn ranks(&self) -> Ranks {
        self.ranks
    }

    /// Whether some nodes are searched less deep than the search. Its values are not minimax's then.
    pub fn is_selective(&self) -> bool {
        self.reduction > 0.0 || self.null_move > 0 || self.prob_cut > 0.0
    }

    /// Whether anything is tried at a node before its moves.
    pub(crate) fn has_trials(&self) -> bool {
        self.internal_deepening > 0 || self.null_move > 0 || self.prob_cut > 0.0
    }

    /// The same settings with another window.
    #[must_use]
    pub fn with_window(self, window: RootWindow) -> Settings {
        Settings { window, ..self }
    }

    /// The same settings with another guess.
    #[must_use]
    pub fn with_guess(self, guess: Guess) -> Settings {
        Settings { guess, ..self }
    }

    /// The same settings with internal iterative deepening from this draft on.
    ///
    /// # Errors
    ///
    /// If the draft is not one of [`Settings::INTERNAL_DEEPENING`].
    pub fn with_internal_deepening(self, internal_deepening: usize) -> Result<Settings, InvalidSetting> {
        check("a least draft of internal deepening", internal_deepening, &Settings::INTERNAL_DEEPENING)?;
        Ok(Settings { internal_deepening, ..self })
    }

    /// The same settings with this factor of late move reductions.
    ///
    /// # Errors
    ///
    /// If the factor is not one of [`Settings::REDUCTION`].
    pub fn with_reduction(self, reduction: f64) -> Result<Settings, InvalidSetting> {
        check("a factor of reductions", reduction, &Settings::REDUCTION)?;
        Ok(Settings { reduction, ..self })
    }

    /// The same settings with null moves, searched so many plies less deep.
    ///
    /// They are made in games that [offer](bestply_core::Position::make_null_move) them.
    ///
    /// # Errors
    ///
    /// If the number is not one of [`Settings::NULL_MOVE`].
    pub fn with_null_move(self, null_move: usize) -> Result<Settings, InvalidSetting> {
        check("a reduction of null moves", null_move, &Settings::NULL_MOVE)?;
        Ok(Settings { null_move, ..self })
    }

    /// The same settings with multi-ProbCut at so many standard deviations.
    ///
    /// It works with evaluators that have [predictions](bestply_core::Evaluator::predictions).
    ///
    /// # Errors
    ///
    /// If the number is not one of [`Settings::PROB_CUT`].
    pub fn with_prob_cut(self, prob_cut: f64) -> Result<Settings, InvalidSetting> {
        check("a number of standard deviations", prob_cut, &Settings::PROB_CUT)?;
        Ok(Settings { prob_cut, ..self })
    }

    /// The same settings with multi-ProbCut up to this draft.
    ///
    /// # Errors
    ///
    /// If the draft is not one of [`Settings::PROB_CUT_DRAFT`].
    pub fn with_prob_cut_draft(self, prob_cut_draft: usize) -> Result<Settings, InvalidSetting> {
        check("a greatest draft of ProbCut", prob_cut_draft, &Settings::PROB_CUT_DRAFT)?;
        Ok(Settings { prob_cut_draft, ..self })
    }

    /// The same settings with enhanced transposition cut-offs from this draft on.
    ///
    /// # Errors
    ///
    /// If the draft is not one of [`Settings::TRANSPOSITION_CUTS`].
    pub fn with_transposition_cuts(self, transposition_cuts: usize) -> Result<Settings, InvalidSetting> {
        check("a least draft of transposition cut-offs", transposition_cuts, &Settings::TRANSPOSITION_CUTS)?;
        Ok(Settings { transposition_cuts, ..self })
    }

    /// The same settings with moves in the order of static values from this draft on.
    ///
    /// # Errors
    ///
    /// If the draft is not one of [`Settings::VALUE_ORDER`].
    pub fn with_value_order(self, value_order: usize) -> Result<Settings, InvalidSetting> {
        check("a least draft of ordering by values", value_order, &Settings::VALUE_ORDER)?;
        Ok(Settings { value_order, ..self })
    }

    /// The same settings with all children of a node above the horizon evaluated together from this one on.
    ///
    /// The search is the same, with more evaluations: those of children that a cut-off makes needless.
    /// That pays with evaluators for which many positions at once are cheap ([`Properties::batches`]).
    ///
    /// # Errors
    ///
    /// If the number is not one of [`Settings::BATCH`].
    ///
    /// [`Properties::batches`]: bestply_core::Properties::batches
    pub fn with_batch(self, batch: usize) -> Result<Settings, InvalidSetting> {
        check("a first child of those evaluated together", batch, &Settings::BATCH)?;
        Ok(Settings { batch, ..self })
    }

    /// The same settings with iterations of so many plies more than the one before.
    ///
    /// The value is the same.
    /// Steps of two plies take fewer evaluations to a depth, and so by default a search with a depth limit takes them;
    /// where time ends the search, it ends with an iteration of fewer plies more often.
    ///
    /// # Errors
    ///
    /// If the number is not one of [`Settings::STEP`].
    pub fn with_step(self, step: usize) -> Result<Settings, InvalidSetting> {
        check("a step of iterations", step, &Settings::STEP)?;
        Ok(Settings { step, ..self })
    }

    /// The same settings with or without the ranks that a game gives its moves.
    #[must_use]
    pub fn with_ranks(self, ranks: Ranks) -> Settings {
        Settings { ranks, ..self }
    }
}
