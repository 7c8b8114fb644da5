use std::fmt;

use bestply_catalogue::{NamedPlayer, SpecError};

use super::block::{TIME_MS, TIME_US};
use super::list::{Evaluations, List, Microseconds, Milliseconds};
use super::{CellBlock, ChallengerDepth, Checked, Sides};

/// What a side may spend on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// A number of static evaluations.
    Evaluations(u64),
    /// A time in microseconds.
    TimeUs(u64),
}

impl Budget {
    /// The name of what is made equal.
    pub fn kind(self) -> &'static str {
        if let Budget::Evaluations(_) = self { "evaluations" } else { "time" }
    }

    /// The unit in which the budget is shown: evaluations or milliseconds.
    pub fn unit(self) -> &'static str {
        if let Budget::Evaluations(_) = self { "evaluations" } else { "ms" }
    }

    /// The budget as a number of its unit.
    pub fn amount(self) -> f64 {
        match self {
            Budget::Evaluations(evaluations) => evaluations as f64,
            Budget::TimeUs(time) => time as f64 / 1000.0,
        }
    }

    /// The budget in the form that ends a cell's name.
    pub(super) fn id(self) -> String {
        match self {
            Budget::Evaluations(evaluations) => format!("-{evaluations}-evaluations"),
            Budget::TimeUs(time) => format!("-{time}-us"),
        }
    }

    /// A player with this budget for a move, if there is one. A foreign engine keeps its own limits.
    pub(super) fn limit(budget: Option<Budget>, player: NamedPlayer) -> NamedPlayer {
        match budget {
            _ if player.is_engine() => player,
            None => player,
            Some(Budget::Evaluations(evaluations)) => player.with_evaluations(Some(evaluations)),
            Some(Budget::TimeUs(time)) => player.with_time_us(Some(time)),
        }
    }

    /// The budgets of either side; a single `None` if the block has no budget.
    pub(super) fn of_both(block: &CellBlock, sides: &Sides<&NamedPlayer>) -> Checked<Vec<Option<Budget>>> {
        let budgets = Budgets::of(block);
        let Some(key) = budgets.first_key() else { return Ok(vec![None]) };
        if block.evaluations.is_some() && block.time_us.is_some() {
            bail!("`cells` has `evaluations` and `time_us`: give each a block");
        }
        for (side, player) in [("challenger", sides.challenger), ("opponent", sides.opponent)] {
            let is_limited = player.evaluations().is_some() || player.time_us().is_some();
            if is_limited && !player.is_engine() {
                bail!(key => "`{key}` in `cells` is for both sides: `{side}` must have no such limit of its own");
            }
        }
        if block.challenger_depth == Some(ChallengerDepth::EqualCost) {
            let depth = "`challenger_depth` must not be \"equal-cost\"";
            bail!("challenger_depth" => "`{key}` in `cells` makes the cost equal: {depth}");
        }
        Ok(budgets.all().into_iter().map(Some).collect())
    }
}

/// Writes the budget, such as "2000 evaluations" or "0.3 ms".
impl fmt::Display for Budget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.amount(), self.unit())
    }
}

/// The budgets at which a contest is played: first those in evaluations, then those in microseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Budgets {
    /// Budgets in evaluations.
    pub evaluations: Option<List<Evaluations>>,
    /// Budgets in microseconds.
    pub time_us: Option<List<Microseconds>>,
}

impl Budgets {
    /// The budgets of a block.
    pub(super) fn of(block: &CellBlock) -> Budgets {
        Budgets { evaluations: block.evaluations.clone(), time_us: block.time_us.clone() }
    }

    /// The budgets one by one.
    pub fn all(&self) -> Vec<Budget> {
        let evaluations = self.evaluations.iter().flat_map(List::as_slice).map(|&it| Budget::Evaluations(it as u64));
        let times = self.time_us.iter().flat_map(List::as_slice).map(|&it| Budget::TimeUs(it as u64));
        evaluations.chain(times).collect()
    }

    /// The key of the first list that there is.
    pub(crate) fn first_key(&self) -> Option<&'static str> {
        self.evaluations.as_ref().map(|_| "evaluations").or(self.time_us.as_ref().map(|_| "time_us"))
    }

    /// The block once for each kind of budget that there is.
    pub(super) fn blocks(&self, block: &CellBlock) -> Vec<CellBlock> {
        let by_evaluations = self.evaluations.clone().map(|it| CellBlock { evaluations: Some(it), ..block.clone() });
        let by_time = self.time_us.clone().map(|it| CellBlock { time_us: Some(it), ..block.clone() });
        by_evaluations.into_iter().chain(by_time).collect()
    }
}

/// Converts the milliseconds of a description to microseconds. Only one of the two can be given.
pub(super) fn convert_times(us: &mut Option<List<Microseconds>>, ms: &mut Option<List<Milliseconds>>) -> Checked {
    let Some(ms) = ms.take() else { return Ok(()) };
    if us.replace(ms.into()).is_some() { Err(SpecError::SameLimit(TIME_MS, TIME_US).into()) } else { Ok(()) }
}
