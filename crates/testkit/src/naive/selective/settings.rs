/// The variant of a [`NaiveSelective`](super::NaiveSelective) search.
/// By default nothing is selective, and there is no table.
#[derive(Clone, Copy, Debug, Default)]
pub struct NaiveSelectiveSettings {
    /// The bounds of an iteration.
    pub window: NaiveWindow,
    /// Whether the guess is the value of the last horizon of the same side, and not the last iteration's.
    pub guess_by_side: bool,
    /// Whether each iteration looks two plies farther than the one before.
    pub by_twos: bool,
    /// The least draft of internal iterative deepening. 0 is none.
    pub internal_deepening: usize,
    /// The factor of late move reductions.
    pub reduction: f64,
    /// By how many plies a null move is searched less deep than a move. 0 is no null moves.
    pub null_move: usize,
    /// How many standard deviations a prediction must be beyond a node's bounds. 0 is no predictions.
    pub prob_cut: f64,
    /// The greatest draft at which predictions are tried; `None` is any.
    pub prob_cut_draft: Option<usize>,
    /// The least draft of enhanced transposition cut-offs. 0 is none.
    pub transposition_cuts: usize,
    /// The least draft of ordering by values. 0 is none.
    pub value_order: usize,
    /// From which child on all children of a node above the horizon are evaluated together. 0 is never.
    pub batch: usize,
    /// The number of the table's buckets, of four entries each.
    pub buckets: usize,
}

/// The bounds of an iteration.
#[derive(Clone, Copy, Debug, Default)]
pub enum NaiveWindow {
    /// None.
    #[default]
    Open,
    /// None, and each move is searched for its value.
    Full,
    /// So far from the guess.
    Aspiration(u32),
    /// Null windows until the bounds meet: MTD(f).
    Null,
    /// The same from a win of the side to move: SSS*.
    SssStar,
    /// The same from its loss: DUAL*.
    DualStar,
}
