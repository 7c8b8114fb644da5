/// Whether a value found by a search is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// The value itself, as far as the search looked.
    #[default]
    Exact,
    /// Only a bound of the value: the value comes from a node that is partially expanded or that alpha-beta cut off.
    Bound,
}

impl ValueKind {
    /// [`Bound`](ValueKind::Bound) if `is_bound`, [`Exact`](ValueKind::Exact) otherwise.
    #[inline(always)]
    pub const fn bound_if(is_bound: bool) -> ValueKind {
        if is_bound { ValueKind::Bound } else { ValueKind::Exact }
    }

    /// Whether the value is only a bound.
    #[inline(always)]
    pub const fn is_bound(self) -> bool {
        matches!(self, ValueKind::Bound)
    }
}
