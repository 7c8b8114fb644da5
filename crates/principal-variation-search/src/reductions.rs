/// By how many plies a late move is searched less deep (late move reductions).
///
/// That is *factor · ln(draft) · ln(place)*, rounded down: more where much is still to be searched,
/// and the later the move comes in the order of search.
#[derive(Clone, Debug)]
pub(crate) struct Reductions(Vec<u8>);

impl Reductions {
    /// Beyond this draft or place nothing grows any more.
    const SIZE: usize = 64;

    pub(crate) fn new(factor: f64) -> Reductions {
        let ln = |number: usize| (number.max(1) as f64).ln();
        let of_draft = |draft| (0..Reductions::SIZE).map(move |place| (factor * ln(draft) * ln(place)) as u8);
        Reductions(if factor > 0.0 { (0..Reductions::SIZE).flat_map(of_draft).collect() } else { Vec::new() })
    }

    pub(crate) fn are_on(&self) -> bool {
        !self.0.is_empty()
    }

    /// The reduction of the move in this place, the first being 1. At least one ply is left to be searched.
    pub(crate) fn of(&self, draft: usize, place: usize) -> usize {
        let capped = |number: usize| number.min(Reductions::SIZE - 1);
        usize::from(self.0[capped(draft) * Reductions::SIZE + capped(place)]).min(draft.saturating_sub(2))
    }
}
