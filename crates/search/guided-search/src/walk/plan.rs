use bestply_core::{Properties, Value};
use bestply_visits::Divisor;

use crate::selection::Policy;
use crate::settings::AtTheEnd;
use crate::{BackUp, Settings, Tempo, Unit};

/// What is decided once, when a search begins, and holds for all its walks.
#[derive(Clone, Copy)]
pub(super) struct Plan<'w> {
    pub(super) settings: &'w Settings,
    pub(super) mode: Mode,
    pub(super) first_values: FirstValues,
    pub(super) at_the_end: AtTheEnd,
    pub(super) back_up: BackUp,
    /// The most leaves that are selected before they are expanded.
    pub(super) leaves: usize,
    /// The depth limit.
    pub(super) depth: usize,
    /// The value that counts as 1.
    pub(super) scale: Divisor,
    /// The value that counts as 1 where priors follow from values.
    pub(super) spread: Divisor,
    /// The most that a value counts in a mean.
    pub(super) win: Value,
    /// What is taken from the values of new leaves.
    pub(super) tempo: Tempo,
    /// Whether the search measures the evaluation's noise, which is the unit, or its tempo.
    pub(super) measures: bool,
}

/// How walks find the way to their leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Windows say for how long walks go the same way.
    Windows,
    /// As with [`Windows`](Mode::Windows), and nodes that leave no choice are counted from the root on.
    ///
    /// For there windows do not keep walks from the root, or paths from it are written down,
    /// and forced lines are to take linear time all the same.
    WindowsAndForced,
    /// Each walk looks at all children on its path, for they are drawn, or worth means.
    /// Nodes that leave no choice are counted.
    Looks,
    /// Each walk looks at all children on its path, and asks for the exact value of one that it would go to if only a
    /// bound is known: static values are those of a search of the evaluator's.
    Bounds,
}

/// How the children of a leaf get their first values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FirstValues {
    /// Of all at once.
    Together,
    /// Within the bounds that the best of their siblings set.
    WithinBounds,
    /// One after the other, since a table must know one child before it is asked for the next (D49).
    OneByOne,
}

impl<'w> Plan<'w> {
    /// The plan of a search whose table `knows` positions or none.
    pub(super) fn new(
        settings: &'w Settings,
        (policy, properties): (&Policy, Properties),
        knows: bool,
        depth: Option<usize>,
    ) -> Plan<'w> {
        let is_one_by_one = knows || settings.alpha_beta_depth() > 0;
        let tempo = if is_one_by_one { Tempo::Ignored } else { settings.tempo() };
        let leaves = if is_one_by_one { 1 } else { settings.leaves() };
        // Windows are drawn from best values. A bound may turn out to be anything less.
        let is_steady = policy.is_steady() && settings.back_up() != BackUp::Mean;
        let mode = match settings.back_up() {
            _ if properties.searches => Mode::Bounds,
            _ if !is_steady => Mode::Looks,
            BackUp::ToRoot if leaves == 1 => Mode::Windows,
            _ => Mode::WindowsAndForced,
        };
        let first_values = match mode {
            _ if is_one_by_one => FirstValues::OneByOne,
            Mode::Bounds if is_steady && leaves == 1 => FirstValues::WithinBounds,
            _ => FirstValues::Together,
        };
        Plan {
            settings,
            mode,
            first_values,
            at_the_end: settings.at_the_end(),
            back_up: settings.back_up(),
            leaves,
            depth: depth.unwrap_or(usize::MAX),
            scale: settings.scale().divisor(),
            spread: settings.scale().divisor(),
            win: settings.most_in_a_mean(properties.win_value),
            tempo,
            measures: settings.unit() == Unit::Noise || tempo == Tempo::Measured,
        }
    }

    /// The same plan on an island: walks prove finished positions whatever the settings, and every value is exact,
    /// for the children of an island become islands themselves.
    pub(super) fn on_island(self) -> Plan<'w> {
        let is_within = self.first_values == FirstValues::WithinBounds;
        let first_values = if is_within { FirstValues::Together } else { self.first_values };
        Plan { first_values, at_the_end: AtTheEnd::Proves, ..self }
    }

    /// Whether windows say for how long walks go the same way.
    #[inline(always)]
    pub(super) fn looks_ahead(&self) -> bool {
        matches!(self.mode, Mode::Windows | Mode::WindowsAndForced)
    }

    /// Whether nodes that leave no choice are counted.
    #[inline(always)]
    pub(super) fn counts_forced(&self) -> bool {
        matches!(self.mode, Mode::WindowsAndForced | Mode::Looks)
    }

    /// Whether a search of the evaluator's finds the static values, some of which may be bounds.
    #[inline(always)]
    pub(super) fn searches(&self) -> bool {
        self.mode == Mode::Bounds
    }

    /// Whether finished positions are proved.
    #[inline(always)]
    pub(super) fn proves(&self) -> bool {
        self.at_the_end == AtTheEnd::Proves
    }
}
