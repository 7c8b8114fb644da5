//! The constants that are tried: some of a grid whose steps are factors, not differences.

use std::num::NonZeroU32;

use bestply::core::mix;
use bestply::monte_carlo_tree_search;
use bestply::uct_best_first::{self, Selection};

use crate::spec::{Algorithm, SearcherSpec};

/// What counts as 1. The games' evaluations have units of their own, which this spans.
const SCALES: [u32; 8] = [1, 4, 16, 64, 256, 1024, 4096, 16_384];

/// The exploration constant.
const EXPLORATIONS: [f64; 7] = [0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6];

/// The first-play urgency.
const URGENCIES: [f64; 4] = [0.0, 0.125, 0.25, 0.5];

/// The depths of the extension's alpha-beta.
const ALPHA_BETA_DEPTHS: std::ops::RangeInclusive<usize> = 2..=6;

/// The candidates of each searcher that has constants, at most so many.
pub(super) fn all(seed: u64, most: usize) -> Vec<Vec<SearcherSpec>> {
    let specs = |algorithms: Vec<Algorithm>| algorithms.into_iter().map(SearcherSpec::from).collect();
    [extensions(), uct(), monte_carlo()].map(|grid| specs(chosen(grid, seed, most))).into()
}

fn extensions() -> Vec<Algorithm> {
    let extension =
        |depth| Algorithm::BestFirstExtension { alpha_beta_depth: Some(depth), settings: Default::default() };
    ALPHA_BETA_DEPTHS.map(extension).collect()
}

fn uct() -> Vec<Algorithm> {
    let settings = |scale, exploration, urgency| uct_best_first::Settings {
        scale,
        selection: Selection::Uct { exploration, urgency },
        ..uct_best_first::Settings::default()
    };
    let mut grid = Vec::new();
    for scale in scales() {
        for exploration in EXPLORATIONS {
            grid.extend(URGENCIES.map(|urgency| Algorithm::UctBestFirst {
                settings: settings(scale, exploration, urgency),
                table_bytes: None,
            }));
        }
    }
    grid
}

fn monte_carlo() -> Vec<Algorithm> {
    let settings = |scale, exploration| monte_carlo_tree_search::Settings {
        scale,
        exploration,
        ..monte_carlo_tree_search::Settings::default()
    };
    let mut grid = Vec::new();
    for scale in scales() {
        grid.extend(
            EXPLORATIONS.map(|exploration| Algorithm::MonteCarloTreeSearch { settings: settings(scale, exploration) }),
        );
    }
    grid
}

fn scales() -> impl Iterator<Item = NonZeroU32> {
    SCALES.into_iter().filter_map(NonZeroU32::new)
}

/// At most so many of a grid, each set of them as likely as any.
fn chosen(grid: Vec<Algorithm>, seed: u64, most: usize) -> Vec<Algorithm> {
    let mut places: Vec<usize> = (0..grid.len()).collect();
    places.sort_by_key(|&place| mix(mix(seed) ^ place as u64));
    places.truncate(most);
    places.sort_unstable();
    places.into_iter().map(|place| grid[place]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_chooses_some_of_the_grid() {
        let some = all(1, 10);
        assert_eq!(some.iter().map(Vec::len).collect::<Vec<_>>(), [5, 10, 10]);
        assert_eq!(some, all(1, 10));
        assert_ne!(some, all(2, 10));
        assert_eq!(all(1, usize::MAX), all(2, usize::MAX), "the whole grid is there");
    }
}
