//! What a description comes to: experiments, each of which has the cells of two players in one game.

use std::path::PathBuf;

use bestply_catalogue::{Catalogue, SearcherSpec};

use super::{Balance, Below, CellBlock, Checked, Description, Equal, GameSpec, Sides, sweep};

/// Two players that meet in a game of a description: with which evaluations, at which depths and budgets, how often.
#[derive(Clone, Debug)]
pub(crate) struct Experiment<'d> {
    /// The description that it is of.
    pub(crate) description: &'d Description,
    /// The name, which begins those of its cells in the records.
    pub(crate) name: String,
    /// What is equal of a budget.
    pub(crate) equal: Equal,
    /// Whether elapsed times are recorded even where nothing depends on them.
    pub(crate) record_time: bool,
    /// The number of starts of each cell.
    pub(crate) pairs: u64,
    /// The condition that starts must meet, if some are left out.
    pub(crate) balance: Option<Balance>,
    /// A file of openings to begin with, in place of the game's own starts.
    pub(crate) openings: Option<PathBuf>,
    /// The game.
    pub(crate) game: GameSpec,
    /// The side whose depth is calibrated.
    pub(crate) challenger: SearcherSpec,
    /// The side that the challenger is measured against.
    pub(crate) opponent: SearcherSpec,
    /// The cells, block by block.
    pub(crate) cells: Vec<CellBlock>,
    /// The names that the description gives the players, where it gives any.
    pub(crate) names: Sides<Option<String>>,
}

impl Experiment<'_> {
    /// The same experiment with its players' settings in order.
    ///
    /// # Errors
    ///
    /// The problem that keeps it from being run.
    pub(super) fn checked(mut self, catalogue: &Catalogue) -> Checked<Self> {
        let evaluations = self.cells.iter().flat_map(|block| block.evaluation.as_slice()).cloned().collect::<Vec<_>>();
        let about = catalogue.game_named(&self.game.kind)?;
        let in_order = |key: &str, spec| {
            let spec = catalogue.with_preset(spec, about, &evaluations).below(key)?;
            sweep::in_order(catalogue, spec).below(key)
        };
        self.challenger = in_order("challenger", self.challenger)?;
        self.opponent = in_order("opponent", self.opponent)?;
        self.list_parameters(catalogue)?;
        Ok(self)
    }
}
