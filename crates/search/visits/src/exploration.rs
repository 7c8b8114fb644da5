use std::sync::LazyLock;

/// The exploration term of an upper confidence bound: *C* √(ln *N* / *n*) (UCT; Kocsis & Szepesvári 2006).
///
/// *N* is the number of visits of a node, and *n* that of its child.
///
/// The term is the product of a [`width`](Exploration::width), which belongs to the node,
/// and a [`share`](Exploration::share), which belongs to the child.
/// Both change with the visits alone, so that a search can tell how far scores may have moved.
///
/// The result has the same bits on every machine, since it needs only the four operations and the square root.
/// Both factors come from a table for the first 65,535 visits.
///
/// ```
/// use bestply_visits::Exploration;
///
/// let exploration = Exploration::new(1.5);
/// let bonus = exploration.width(100) * exploration.share(25);
/// assert!((bonus - 1.5 * (100_f64.ln() / 25.0).sqrt()).abs() < 1e-12);
/// assert_eq!(exploration.width(1), 0.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Exploration {
    constant: f64,
    /// √(ln *N*) and 1 / √*n* by the number of visits.
    factors: &'static [[f64; 2]],
}

/// The number of visits in the table.
///
/// Numbers that a search needs one after the other are neighbours here.
/// So a large table costs only its making, one or two milliseconds.
const TABLE_SIZE: usize = 1 << 16;

static FACTORS: LazyLock<Vec<[f64; 2]>> =
    LazyLock::new(|| (0..TABLE_SIZE as u32).map(|visits| [compute_width(visits), compute_share(visits)]).collect());

impl Exploration {
    /// The term with the exploration constant *C*.
    pub fn new(constant: f64) -> Exploration {
        Exploration { constant, factors: &FACTORS }
    }

    /// The exploration constant *C*.
    #[inline(always)]
    pub fn constant(self) -> f64 {
        self.constant
    }

    /// Makes the table that all instances share, if it is not made yet. This takes some milliseconds.
    ///
    /// It is called where a searcher is made, because the time of the first search may be limited.
    pub fn prepare() {
        LazyLock::force(&FACTORS);
    }

    /// *C* √(ln *N*), for a node visited *N* times; 0 for a node never visited.
    #[inline]
    pub fn width(self, visits: u32) -> f64 {
        self.constant * self.factors.get(visits as usize).map_or_else(|| compute_width(visits), |factors| factors[0])
    }

    /// 1 / √*n*, for a child visited *n* times; 0 for a child never visited,
    /// for which the searcher needs a rule of its own.
    #[inline]
    pub fn share(self, visits: u32) -> f64 {
        self.factors.get(visits as usize).map_or_else(|| compute_share(visits), |factors| factors[1])
    }
}

#[cold]
#[inline(never)]
fn compute_width(visits: u32) -> f64 {
    natural_logarithm(f64::from(visits.max(1))).sqrt()
}

#[cold]
#[inline(never)]
fn compute_share(visits: u32) -> f64 {
    if visits == 0 { 0.0 } else { f64::from(visits).sqrt().recip() }
}

/// The natural logarithm of a normal positive number; minus infinity for 0.
///
/// It is exact to a few units in the last place, and the same on every machine.
///
/// With the number as 2ᵏ·m, *m* near 1, it is *k* ln 2 + 2 artanh((m - 1) / (m + 1)), the latter by its series.
pub fn natural_logarithm(number: f64) -> f64 {
    const TERMS: u32 = 12;
    const FRACTION_BITS: u32 = f64::MANTISSA_DIGITS - 1;
    const BIAS: i32 = f64::MAX_EXP - 1;
    if number == 0.0 {
        return f64::NEG_INFINITY;
    }
    debug_assert!(number.is_normal() && number > 0.0);
    let exponent = (number.to_bits() >> FRACTION_BITS) as i32 - BIAS;
    let mantissa = f64::from_bits(number.to_bits() & ((1 << FRACTION_BITS) - 1) | 1_f64.to_bits());
    // So that *m* lies between 1/√2 and √2: the nearer to 1, the fewer terms the series needs.
    let halve = mantissa > std::f64::consts::SQRT_2;
    let (mantissa, exponent) = if halve { (mantissa / 2.0, exponent + 1) } else { (mantissa, exponent) };
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    // By additions, multiplications and divisions alone, which every machine rounds alike, unlike its logarithm.
    let series = (0..TERMS).rev().fold(0.0, |sum, term| sum * ratio * ratio + 1.0 / f64::from(2 * term + 1));
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * ratio * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_the_logarithm() {
        let whole = (1..100_000).chain((1..1000).map(|step| u32::MAX / step)).map(f64::from);
        let fractions = (1..100_000).map(|step| f64::from(step) / 100_000.0).chain([f64::MIN_POSITIVE, f64::MAX]);
        for number in whole.chain(fractions) {
            let expected = number.ln();
            let error = (natural_logarithm(number) - expected).abs();
            assert!(error <= 4e-16 * expected.abs().max(1.0), "ln {number}");
        }
        assert_eq!(natural_logarithm(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn the_table_ends_where_nobody_notices() {
        let exploration = Exploration::new(2.0);
        for visits in TABLE_SIZE as u32 - 2..TABLE_SIZE as u32 + 2 {
            assert!(exploration.width(visits) < exploration.width(visits + 1));
            assert!(exploration.share(visits) > exploration.share(visits + 1));
        }
        assert_eq!((exploration.share(0), exploration.share(4)), (0.0, 0.5));
        assert_eq!((exploration.width(1), exploration.width(7)), (0.0, 2.0 * natural_logarithm(7.0).sqrt()));
    }
}
