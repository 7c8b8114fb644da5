/// By how many plies a late move is searched less deep (late move reductions).
///
/// That is *factor · ln(draft) · ln(place)*, rounded down: more where much is still to be searched,
/// and the later the move comes in the order of search.
#[derive(Clone, Debug)]
pub(crate) struct Reductions {
    factor: f64,
    /// The logarithms of the numbers that are usual, which are looked up sooner than they are computed.
    logarithms: Vec<f64>,
}

impl Reductions {
    const USUAL: usize = 64;

    pub(crate) fn new(factor: f64) -> Reductions {
        Reductions { factor, logarithms: (0..Reductions::USUAL).map(logarithm).collect() }
    }

    pub(crate) fn are_on(&self) -> bool {
        self.factor > 0.0
    }

    /// The reduction of the move in this place, the first being 1. At least one ply is left to be searched.
    pub(crate) fn of(&self, draft: usize, place: usize) -> usize {
        let ln = |number: usize| self.logarithms.get(number).copied().unwrap_or_else(|| logarithm(number));
        ((self.factor * ln(draft) * ln(place)) as usize).min(draft.saturating_sub(2))
    }
}

fn logarithm(number: usize) -> f64 {
    (number as f64).ln()
}
