use crate::naive::{NaiveChoice, NaiveSelection};

/// What is backed up after a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NaiveBackUp {
    /// The best child's value, to the root.
    ToRoot,
    /// The best child's value, to the first node whose value stays.
    UntilStable,
    /// The mean of the children's values, each as often as walks went to the child.
    Mean,
}

/// The settings of [`NaiveGuided`](super::NaiveGuided).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NaiveGuidedSettings {
    /// The value that counts as 1, where that is not the noise.
    pub scale: f64,
    /// Whether the evaluation's noise counts as 1.
    pub in_noise: bool,
    /// How a walk goes on from a node; `None` is to the best value.
    pub selection: Option<NaiveSelection>,
    /// Whether of equal children the one visited least is selected, or else the last walk's.
    pub by_fewest_visits: bool,
    /// Whether positions are proved.
    pub completion: bool,
    /// How the move is chosen.
    pub choice: NaiveChoice,
    /// What is backed up.
    pub back_up: NaiveBackUp,
    /// How many leaves a walk expands before it ends.
    pub expansions: u32,
    /// How many leaves are expanded together at most.
    pub leaves: usize,
    /// Whether parents share nodes.
    pub shares: bool,
    /// The share of a leaf's value that a child's value is drawn towards it.
    pub shrinkage: f64,
    /// Whether the tempo is taken from new leaves.
    pub takes_tempo: bool,
}

impl NaiveGuidedSettings {
    /// Whether the search is plain best-first minimax, which the first finished position that it selects ends.
    pub(super) fn is_plain(&self) -> bool {
        let is_by_value = match self.selection {
            None => !self.by_fewest_visits && !self.completion,
            selection => selection == Some(NaiveSelection::Uct { exploration: 0.0, urgency: 0.0 }),
        };
        let is_by_best = self.shrinkage == 0.0 && !self.takes_tempo && self.back_up != NaiveBackUp::Mean;
        is_by_best && is_by_value && self.choice == NaiveChoice::Value
    }
}

impl Default for NaiveGuidedSettings {
    /// The defaults of the searcher, on a tree.
    fn default() -> NaiveGuidedSettings {
        NaiveGuidedSettings {
            scale: 32_768.0,
            in_noise: false,
            selection: None,
            by_fewest_visits: true,
            completion: true,
            choice: NaiveChoice::Safe,
            back_up: NaiveBackUp::ToRoot,
            expansions: 1,
            leaves: 1,
            shares: false,
            shrinkage: 0.0,
            takes_tempo: false,
        }
    }
}
