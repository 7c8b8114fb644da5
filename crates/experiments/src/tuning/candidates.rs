//! The constants that are tried: some of a grid whose steps are factors, not differences.

use std::num::NonZeroU32;

use bestply::mix;
use bestply::monte_carlo_tree_search;
use bestply::uct_best_first::{self, Selection};

use super::Tunable;
use crate::spec::{Algorithm, SearcherSpec};

/// What counts as 1. The games' evaluations have units of their own, which this spans.
const SCALES: [u32; 8] = [1, 4, 16, 64, 256, 1024, 4096, 16_384];

/// The exploration constant.
const EXPLORATIONS: [f64; 7] = [0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6];

/// The temperature of softmax, in what counts as 1.
const TEMPERATURES: [f64; 6] = [0.0125, 0.025, 0.05, 0.1, 0.2, 0.4];

/// The weight of minimax values in Monte-Carlo tree search.
const MINIMAX_WEIGHTS: [f64; 5] = [0.2, 0.4, 0.6, 0.8, 1.0];

/// The bytes of a transposition table: as many as the engine has.
const TABLE_BYTES: usize = 1 << 20;

/// The depth of the alpha-beta searches in place of static values.
const SHALLOW_DEPTHS: [usize; 2] = [1, 2];

/// The first-play urgency.
const URGENCIES: [f64; 4] = [0.0, 0.125, 0.25, 0.5];

/// The depths of the extension's alpha-beta.
const ALPHA_BETA_DEPTHS: std::ops::RangeInclusive<usize> = 2..=6;

/// The grid is within the ranges of settings.
const IN_RANGE: &str = "the grid is of legal settings";

/// The candidates of each kind of searcher, at most so many.
pub(super) fn all(tunable: Tunable, seed: u64, most: usize) -> Vec<Vec<SearcherSpec>> {
    let grids = match tunable {
        Tunable::Uct => vec![extensions(), uct(&[0], None), monte_carlo(&[0.0])],
        Tunable::UctVariants => {
            vec![uct(&[0], Some(TABLE_BYTES)), uct(&SHALLOW_DEPTHS, None), softmax(), monte_carlo(&MINIMAX_WEIGHTS)]
        }
    };
    let specs = |algorithms: Vec<Algorithm>| algorithms.into_iter().map(SearcherSpec::from).collect();
    grids.into_iter().map(|grid| specs(chosen(grid, seed, most))).collect()
}

fn extensions() -> Vec<Algorithm> {
    let extension =
        |depth| Algorithm::BestFirstExtension { alpha_beta_depth: Some(depth), settings: Default::default() };
    ALPHA_BETA_DEPTHS.map(extension).collect()
}

fn uct(alpha_beta_depths: &[usize], table_bytes: Option<usize>) -> Vec<Algorithm> {
    let mut grid = Vec::new();
    for &alpha_beta_depth in alpha_beta_depths {
        for scale in scales() {
            for exploration in EXPLORATIONS {
                grid.extend(URGENCIES.map(|urgency| {
                    let selection = Selection::uct(exploration, urgency).expect(IN_RANGE);
                    let settings = uct_best_first::Settings::default().with_scale(scale).with_selection(selection);
                    let settings = settings.with_alpha_beta_depth(alpha_beta_depth).expect(IN_RANGE);
                    Algorithm::UctBestFirst { settings, table_bytes }
                }));
            }
        }
    }
    grid
}

/// All with the same random numbers.
fn softmax() -> Vec<Algorithm> {
    let of_scale = |scale| {
        TEMPERATURES.map(|temperature| {
            let selection = Selection::softmax(temperature, 0).expect(IN_RANGE);
            let settings = uct_best_first::Settings::default().with_scale(scale).with_selection(selection);
            Algorithm::UctBestFirst { settings, table_bytes: None }
        })
    };
    scales().flat_map(of_scale).collect()
}

fn monte_carlo(minimax_weights: &[f64]) -> Vec<Algorithm> {
    let mut grid = Vec::new();
    for &minimax_weight in minimax_weights {
        for scale in scales() {
            grid.extend(EXPLORATIONS.map(|exploration| {
                let settings = monte_carlo_tree_search::Settings::default()
                    .with_scale(scale)
                    .and_then(|settings| settings.with_exploration(exploration))
                    .and_then(|settings| settings.with_minimax_weight(minimax_weight));
                Algorithm::MonteCarloTreeSearch { settings: settings.expect(IN_RANGE) }
            }));
        }
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
        let some = all(Tunable::Uct, 1, 10);
        assert_eq!(some.iter().map(Vec::len).collect::<Vec<_>>(), [5, 10, 10]);
        assert_eq!(some, all(Tunable::Uct, 1, 10));
        assert_ne!(some, all(Tunable::Uct, 2, 10));
        for tunable in [Tunable::Uct, Tunable::UctVariants] {
            assert_eq!(all(tunable, 1, usize::MAX), all(tunable, 2, usize::MAX), "the whole grid is there");
        }
    }
}
