/// The logic that a searcher follows: how it goes through its tree, so that a trace can say why it does a step, and an
/// engine or an analysis how it is asked.
///
/// A searcher's entry [says it](crate::SearcherEntry::logic). It changes nothing that the searcher does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Logic {
    /// Best-first minimax on a tree: expands the leaf at the end of the principal variation.
    BestFirst,
    /// Best-first minimax in linear space: leaves a node when its value leaves the node's bounds, and frees it.
    LinearSpace,
    /// Best-first minimax by values and visits.
    Uct,
    /// Monte-Carlo tree search: values are means of simulations.
    MonteCarlo,
    /// Alpha-beta, with a tree or without.
    AlphaBeta,
    /// Principal-variation search: alpha-beta whose windows ask whether a child is better than the best so far.
    PrincipalVariation,
    /// Minimax without cut-offs.
    Minimax,
    /// None of these.
    #[default]
    Other,
}

impl Logic {
    /// Whether the searcher searches one child after the other to its end.
    pub fn is_depth_first(self) -> bool {
        matches!(self, Logic::AlphaBeta | Logic::PrincipalVariation | Logic::Minimax)
    }
}
