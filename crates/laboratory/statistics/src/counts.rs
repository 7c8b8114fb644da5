//! Counts of decided pairs: intervals for the rate behind one, and tests of one against another.

use statrs::distribution::{ChiSquared, ContinuousCDF, Discrete, Hypergeometric, Normal};

/// The standard normal quantile that leaves 2.5 % on each side.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// The relative tolerance when deciding that two tables are equally likely, as in R's `fisher.test`.
///
/// Probabilities that are equal as fractions differ in their last bits.
const TABLE_SLACK: f64 = 1e-7;

/// The number of pairs won among a number of decided pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Pairs won.
    pub wins: u64,
    /// Pairs won or lost. Ties do not count.
    pub decided: u64,
}

impl Count {
    /// A count of `wins` among `decided` pairs.
    ///
    /// # Panics
    ///
    /// When there are more wins than decided pairs.
    pub fn new(wins: u64, decided: u64) -> Self {
        assert!(wins <= decided, "{wins} wins of {decided} decided pairs");
        Self { wins, decided }
    }

    /// The count for which a whole percentage of `decided` pairs stands.
    ///
    /// The paper prints percentages, not counts, and does not say how many pairs were tied ("a small number").
    /// Taking the percentages as shares of all pairs errs by at most half a pair and by the few ties.
    pub fn from_rate(rate: f64, decided: u64) -> Self {
        assert!((0.0..=1.0).contains(&rate), "a rate is between 0 and 1: {rate}");
        Self::new((rate * decided as f64).round() as u64, decided)
    }

    /// The share won; 0.5 if nothing was decided, since the players then did equally well.
    pub fn rate(self) -> f64 {
        if self.decided == 0 { 0.5 } else { self.wins as f64 / self.decided as f64 }
    }

    /// The count of *independent* pairs that tell as much as these:
    /// wins and decided pairs divided by the [`design_effect`].
    ///
    /// Source: Rao and Scott 1992, "A simple method for the analysis of clustered binary data", Biometrics 48.
    #[must_use]
    pub fn effective(self, design_effect: f64) -> Self {
        assert!(design_effect >= 1.0, "clusters never tell more than independent pairs: {design_effect}");
        let decided = (self.decided as f64 / design_effect).round();
        Self::new((self.rate() * decided).round() as u64, decided as u64)
    }
}

/// The 95 % score interval for the rate behind a count.
///
/// It stays within [0, 1], and keeps its width at 0 % and 100 %, where the textbook's interval shrinks to nothing.
/// If nothing is decided, nothing is known: [0, 1].
/// Source: E. B. Wilson 1927, "Probable inference, the law of succession, and statistical inference", JASA 22.
pub fn wilson_interval(count: Count) -> [f64; 2] {
    wilson_interval_clustered(count, 1.0)
}

/// [`wilson_interval`] of clustered pairs.
///
/// The rate is the same, but known only as well as from `decided / design_effect` independent pairs.
pub fn wilson_interval_clustered(count: Count, design_effect: f64) -> [f64; 2] {
    assert!(design_effect >= 1.0, "clusters never tell more than independent pairs: {design_effect}");
    if count.decided == 0 {
        return [0.0, 1.0];
    }
    let n = count.decided as f64 / design_effect;
    let rate = count.rate();
    let z2 = Z_95 * Z_95;
    let scale = 1.0 + z2 / n;
    let centre = (rate + z2 / (2.0 * n)) / scale;
    let half_width = Z_95 * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt() / scale;
    [(centre - half_width).max(0.0), (centre + half_width).min(1.0)]
}

/// How many times larger the variance of the winning rate is than it would be if all games were independent.
///
/// `clusters` are the counts of each cluster (for Othello: of the starts that are mirror images of one another).
/// The estimate is that of a ratio of cluster totals (Rao and Scott 1992).
/// It is never below 1, so that chance cannot make clustered games look better than independent ones.
/// If all or no games were won, there is no variance to compare, and the games of a cluster count as one.
pub fn design_effect(clusters: &[Count]) -> f64 {
    let told: Vec<&Count> = clusters.iter().filter(|cluster| cluster.decided > 0).collect();
    let wins: u64 = told.iter().map(|cluster| cluster.wins).sum();
    let decided: u64 = told.iter().map(|cluster| cluster.decided).sum();
    if told.len() < 2 {
        return (decided as f64).max(1.0);
    }
    let (n, m) = (decided as f64, told.len() as f64);
    let rate = wins as f64 / n;
    if wins == 0 || wins == decided {
        return told.iter().map(|cluster| (cluster.decided as f64).powi(2)).sum::<f64>() / n;
    }
    let squares: f64 = told.iter().map(|c| (c.wins as f64 - rate * c.decided as f64).powi(2)).sum();
    let variance = m / (m - 1.0) * squares / (n * n);
    (variance / (rate * (1.0 - rate) / n)).max(1.0)
}

/// The two-sided p-value of Fisher's exact test that two counts come from one rate.
///
/// It is the probability, given all four margins, of a table no likelier than this one.
/// The test is exact, since at 97 of 100 pairs the expected losses are too few for the usual chi-square.
/// If nothing is decided on one side there is only one table, and p = 1.
/// Source: R. A. Fisher 1935, "The logic of inductive inference".
pub fn fisher_exact(ours: Count, published: Count) -> f64 {
    // Given how many both sides won together, our wins are hypergeometric if the rates are one.
    let tables = Hypergeometric::new(ours.decided + published.decided, ours.wins + published.wins, ours.decided);
    let tables = tables.expect("a count's wins and a part's size never exceed the whole");
    let observed = tables.pmf(ours.wins);
    let fewest = (ours.wins + published.wins).saturating_sub(published.decided);
    let most = ours.decided.min(ours.wins + published.wins);
    let p: f64 =
        (fewest..=most).map(|wins| tables.pmf(wins)).filter(|pmf| *pmf <= observed * (1.0 + TABLE_SLACK)).sum();
    p.min(1.0)
}

/// Which of the hypotheses Holm's procedure rejects. It rejects any true one with a probability of at most `level`.
///
/// Unlike Bonferroni's, this procedure rejects whatever Bonferroni's rejects and sometimes more.
/// Both make no assumption on dependence, and none may be made: the cells of a table play the same random games.
/// Source: S. Holm 1979, "A simple sequentially rejective multiple test procedure", Scand. J. Statist. 6.
pub fn holm(p_values: &[f64], level: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut rejected = vec![false; p_values.len()];
    for (rank, &index) in order.iter().enumerate() {
        let remaining = (p_values.len() - rank) as f64;
        if p_values[index] > level / remaining {
            break;
        }
        rejected[index] = true;
    }
    rejected
}

/// Many comparisons of ours with the published, taken together: what [`combine`] makes.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Combined {
    /// The number of comparisons that could have come out otherwise: the degrees of freedom.
    pub comparisons: usize,
    /// The sum of squared standardised differences. By chance it is about `comparisons`.
    pub chi_square: f64,
    /// The global p-value: the probability of a sum at least as large if every pair of rates is equal.
    pub p_value: f64,
    /// The summed differences in standard deviations. It is positive if our rates are higher throughout.
    pub shift: f64,
    /// The probability of a shift at least as far from zero, to either side.
    pub shift_p_value: f64,
}

/// Whether all the comparisons together show more than chance.
///
/// Given its margins, each comparison's number of wins is hypergeometric.
/// Its squared difference from the mean, divided by the variance, has expectation exactly 1 (the "N - 1" chi-square).
/// So the sum over independent comparisons is close to chi-square with as many degrees of freedom.
/// It is large if single cells are far off.
///
/// The sum of the differences *with* their signs is the Cochran-Mantel-Haenszel test (Mantel and Haenszel 1959).
/// It is large if every cell is a little off in the same direction,
/// which neither a single cell nor the sum of squares may show.
///
/// The comparisons are assumed to be independent, so the caller must leave out those that repeat one another.
/// Cells that play the same random games against different opponents are not quite independent.
/// So the shift above all is known less well than its p-value says.
pub fn combine(comparisons: &[(Count, Count)]) -> Combined {
    let (mut informative, mut chi_square, mut difference, mut variance) = (0, 0.0, 0.0, 0.0);
    for &(ours, published) in comparisons {
        let (mean, spread) = moments(ours, published);
        if spread > 0.0 {
            informative += 1;
            chi_square += (ours.wins as f64 - mean).powi(2) / spread;
            difference += ours.wins as f64 - mean;
            variance += spread;
        }
    }
    if informative == 0 {
        return Combined { comparisons: 0, chi_square: 0.0, p_value: 1.0, shift: 0.0, shift_p_value: 1.0 };
    }
    let shift = difference / variance.sqrt();
    Combined {
        comparisons: informative,
        chi_square,
        p_value: ChiSquared::new(informative as f64).expect("at least one degree of freedom").sf(chi_square),
        shift,
        shift_p_value: (2.0 * Normal::standard().sf(shift.abs())).min(1.0),
    }
}

/// The mean and the variance of our wins, given all four margins. The variance is 0 if only one table is possible.
fn moments(ours: Count, published: Count) -> (f64, f64) {
    let (n, all) = (ours.decided as f64, (ours.decided + published.decided) as f64);
    if all < 2.0 {
        return (ours.wins as f64, 0.0);
    }
    let rate = (ours.wins + published.wins) as f64 / all;
    (n * rate, n * rate * (1.0 - rate) * (all - n) / (all - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(left: f64, right: f64) {
        assert!((left - right).abs() < 1e-9 * right.abs().max(1.0), "{left} is not {right}");
    }

    fn fisher(ours: (u64, u64), published: (u64, u64)) -> f64 {
        fisher_exact(Count::new(ours.0, ours.1), Count::new(published.0, published.1))
    }

    /// The numbers come from the formula in Python, in double precision.
    #[test]
    fn wilson_matches_the_formula() {
        for (wins, decided, low, high) in [
            (89, 100, 0.813_687_034_969_196_9, 0.937_458_036_429_354_3),
            (50, 100, 0.403_831_530_365_995_6, 0.596_168_469_634_004_4),
            (4, 10, 0.168_180_329_706_236_14, 0.687_326_230_266_341_7),
            (0, 10, 0.0, 0.277_532_799_862_889_2),
            (10, 10, 0.722_467_200_137_110_7, 1.0),
            (1, 1, 0.206_549_314_377_237_45, 1.0),
        ] {
            let [l, h] = wilson_interval(Count::new(wins, decided));
            close(l, low);
            close(h, high);
        }
    }

    #[test]
    fn nothing_decided_tells_nothing() {
        let nothing = Count::new(0, 0);
        assert_eq!(wilson_interval(nothing), [0.0, 1.0]);
        assert_eq!(nothing.rate(), 0.5);
        assert_eq!(fisher_exact(nothing, Count::new(50, 100)), 1.0);
        assert_eq!(fisher_exact(nothing, nothing), 1.0);
        assert_eq!(combine(&[(nothing, Count::new(50, 100)), (nothing, nothing)]).comparisons, 0);
    }

    /// The numbers come from exact fractions in Python (`math.comb`), with ties between tables included.
    #[test]
    fn fisher_matches_exact_fractions() {
        close(fisher((89, 100), (92, 100)), 0.630_636_269_514_601_1);
        close(fisher((97, 100), (85, 100)), 0.005_192_222_901_416_69);
        close(fisher((88, 100), (76, 100)), 0.041_886_469_213_542_18);
        close(fisher((3, 4), (1, 4)), 0.485_714_285_714_285_7);
        close(fisher((0, 10), (10, 10)), 1.082_508_822_446_903e-5);
        close(fisher((2, 23), (5, 30)), 0.685_135_038_173_625_1);
        close(fisher((50, 100), (50, 100)), 1.0);
    }

    /// Holm's own pattern: thresholds 0.05/4, 0.05/3 and so on, and a stop at the first p-value above its threshold.
    #[test]
    fn holm_steps_down_and_stops() {
        assert_eq!(holm(&[0.04, 0.001, 0.03, 0.015], 0.05), [false, true, false, true]);
        assert_eq!(holm(&[0.02, 0.02, 0.02], 0.05), [false; 3], "the first fails, so all stand");
        assert_eq!(holm(&[0.05], 0.05), [true]);
        assert_eq!(holm(&[0.0, 0.0], 0.05), [true, true]);
        assert!(holm(&[], 0.05).is_empty());
    }

    #[test]
    fn equal_counts_show_nothing() {
        let half = Count::new(50, 100);
        let combined = combine(&[(half, half), (half, half)]);
        assert_eq!((combined.comparisons, combined.chi_square, combined.shift), (2, 0.0, 0.0));
        close(combined.p_value, 1.0);
        close(combined.shift_p_value, 1.0);
    }

    /// 60 and 50 of 100 each: the mean is 55, and the variance 100 * 0.55 * 0.45 * 100 / 199.
    /// The squares are 25 over that.
    /// With two degrees of freedom the chi-square's tail is exp(-x / 2).
    #[test]
    fn opposite_differences_cancel_in_the_shift_only() {
        let (sixty, fifty) = (Count::new(60, 100), Count::new(50, 100));
        let square = 25.0 / (100.0 * 0.55 * 0.45 * 100.0 / 199.0);
        let combined = combine(&[(sixty, fifty), (fifty, sixty)]);
        close(combined.chi_square, 2.0 * square);
        close(combined.p_value, (-square).exp());
        close(combined.shift, 0.0);
        let shifted = combine(&[(sixty, fifty), (sixty, fifty)]);
        close(shifted.shift, (2.0 * square).sqrt());
        assert!(shifted.shift_p_value < combined.shift_p_value);
    }

    #[test]
    fn clusters_that_agree_count_once() {
        let clusters: Vec<Count> = (0..20).map(|i| Count::new(if i % 2 == 0 { 8 } else { 0 }, 8)).collect();
        close(design_effect(&clusters), 8.0 * 20.0 / 19.0);
        assert_eq!(design_effect(&[Count::new(1, 1), Count::new(0, 1), Count::new(1, 2)]), 1.0, "never below 1");
        close(design_effect(&[Count::new(4, 4), Count::new(4, 4)]), 4.0);
        assert_eq!(design_effect(&[]), 1.0);
        assert_eq!(Count::new(80, 160).effective(8.0), Count::new(10, 20));
    }

    proptest! {
        #[test]
        fn intervals_hold_their_rate(decided in 1_u64..2000, share in 0.0..=1.0_f64) {
            let count = Count::from_rate(share, decided);
            let [low, high] = wilson_interval(count);
            prop_assert!(0.0 <= low && low <= count.rate() + 1e-12 && count.rate() <= high + 1e-12 && high <= 1.0);
        }

        #[test]
        fn fisher_is_symmetric(a in 0_u64..60, b in 0_u64..60, more_a in 0_u64..60, more_b in 0_u64..60) {
            let (ours, published) = (Count::new(a, a + more_a), Count::new(b, b + more_b));
            let p = fisher_exact(ours, published);
            prop_assert!((0.0..=1.0).contains(&p));
            prop_assert!((p - fisher_exact(published, ours)).abs() < 1e-9);
        }
    }
}
