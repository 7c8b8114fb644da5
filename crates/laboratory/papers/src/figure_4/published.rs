//! What Korf (1992) states about Figure 4, from `data/korf-1992.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// The facts of the report's section 4.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedFigure4 {
    /// The number of trees of each branching factor.
    pub(crate) trees: u64,
    /// The branching factors.
    pub(crate) branching: Vec<usize>,
    /// The branching factors that the figure shows.
    pub(crate) drawn: Vec<usize>,
    /// How much longer RBFMS takes for a node than alpha-beta, in percent.
    pub(crate) time_overhead_per_node_percent: u32,
    /// The depths of the trees by branching factor, where they are stated.
    #[serde(rename = "depth")]
    depths: BTreeMap<String, usize>,
    #[serde(rename = "regeneration_overhead_percent")]
    overheads: BTreeMap<String, u32>,
}

impl PublishedFigure4 {
    /// The depth of the trees of this branching factor, if it is stated.
    pub fn depth(&self, branching: usize) -> Option<usize> {
        self.depths.get(&branching.to_string()).copied()
    }

    /// The overhead of generating nodes again with this branching factor, as a share, if it is stated.
    pub(crate) fn overhead(&self, branching: usize) -> Option<f64> {
        self.overheads.get(&branching.to_string()).map(|&percent| f64::from(percent) / 100.0)
    }
}

static PUBLISHED: LazyLock<PublishedFigure4> =
    LazyLock::new(|| toml::from_str(include_str!("../../data/korf-1992.toml")).expect("the data file is tested"));

/// What the report states.
pub fn published() -> &'static PublishedFigure4 {
    &PUBLISHED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_facts_are_the_reports() {
        let published = published();
        assert_eq!((published.trees, published.time_overhead_per_node_percent), (10_000, 27));
        assert_eq!(published.branching, (2..=10).chain([20, 40]).collect::<Vec<_>>());
        assert_eq!((published.depth(2), published.depth(3), published.depth(40)), (Some(20), None, Some(4)));
        let overheads = [2, 10, 20, 40].map(|branching| published.overhead(branching));
        assert_eq!(overheads, [Some(0.25), Some(0.18), Some(0.10), Some(0.05)]);
        assert_eq!(published.overhead(3), None);
    }
}
