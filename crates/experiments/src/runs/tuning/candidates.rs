//! The constants that are tried: a selection from a grid whose steps are factors, not differences.

use bestply::mix;
use bestply_catalogue::{Catalogue, SearcherSpec};

use super::Tunable;

/// The values that count as 1. They span the units of the games' evaluations.
const SCALES: [u32; 8] = [1, 4, 16, 64, 256, 1024, 4096, 16_384];

/// The exploration constants.
const EXPLORATIONS: [f64; 7] = [0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6];

/// The temperatures of softmax, in units of the value that counts as 1.
const TEMPERATURES: [f64; 6] = [0.0125, 0.025, 0.05, 0.1, 0.2, 0.4];

/// The weights of minimax values in Monte-Carlo tree search.
const MINIMAX_WEIGHTS: [f64; 5] = [0.2, 0.4, 0.6, 0.8, 1.0];

/// The bytes of a transposition table: as many as the engine alpha-beta has.
const TABLE_BYTES: usize = 1 << 20;

/// The depths of the alpha-beta searches in place of static values.
const SHALLOW_DEPTHS: [usize; 2] = [1, 2];

/// The first-play urgencies.
const URGENCIES: [f64; 4] = [0.0, 0.125, 0.25, 0.5];

/// The depths of the extension's alpha-beta.
const ALPHA_BETA_DEPTHS: std::ops::RangeInclusive<usize> = 2..=6;

/// The factors of late move reductions, the reductions of null moves, the deviations of multi-ProbCut, its greatest
/// drafts, and the least drafts of internal deepening, of transposition cut-offs and of ordering by values.
const REDUCTIONS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
const NULL_MOVES: [usize; 4] = [0, 1, 2, 3];
const PROB_CUTS: [f64; 5] = [0.0, 0.75, 1.0, 1.5, 2.0];
const PROB_CUT_DRAFTS: [usize; 2] = [7, 12];
const INTERNAL_DEEPENINGS: [usize; 2] = [0, 4];
const TRANSPOSITION_CUTS: [usize; 2] = [0, 3];
const VALUE_ORDERS: [usize; 3] = [0, 3, 5];

/// What an edge costs in min/max approximation, and the powers of its means.
const EDGES: [f64; 12] = [0.0, 0.0025, 0.005, 0.01, 0.02, 0.035, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6];
const POWERS: [f64; 6] = [2.0, 3.0, 5.0, 8.0, 13.0, 21.0];
/// What a win is worth to it, beside what the evaluation says: random games do not say it.
const WINS: [u32; 2] = [131_072, 524_288];

/// The numbers of classes of conspiracy numbers, and what lies between the middle and the ends of them.
const CLASSES: [usize; 4] = [4, 8, 16, 32];
const RANGES: [u32; 5] = [256, 1024, 4096, 16_384, 65_536];

/// How uncertain a value is, in standard errors.
const ERRORS: [f64; 12] = [0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 8.0];
const COSTS: [f64; 3] = [0.0, 0.000_01, 0.0001];
const GULPS: [f64; 2] = [0.02, 0.1];

/// The temperatures of draws, in wins.
const DRAWS: [f64; 12] = [0.0025, 0.005, 0.01, 0.015, 0.025, 0.035, 0.05, 0.07, 0.1, 0.2, 0.4, 0.8];

/// At most `most` candidates of each kind of searcher.
pub(super) fn all(catalogue: &Catalogue, tunable: Tunable, seed: u64, most: usize) -> Vec<Vec<SearcherSpec>> {
    let grids = match tunable {
        Tunable::Uct => vec![extensions(), uct(&[0], None), monte_carlo(&[0.0])],
        Tunable::UctVariants => {
            vec![uct(&[0], Some(TABLE_BYTES)), uct(&SHALLOW_DEPTHS, None), softmax(), monte_carlo(&MINIMAX_WEIGHTS)]
        }
        Tunable::Selective => vec![selective()],
        Tunable::Relatives => relatives(),
    };
    let read = |text: String| SearcherSpec::read(&text).and_then(|spec| catalogue.in_order(spec));
    let spec = |text: String| read(text).expect("the grid is of legal settings");
    grids.into_iter().map(|grid| chosen(grid, seed, most).into_iter().map(spec).collect()).collect()
}

fn extensions() -> Vec<String> {
    ALPHA_BETA_DEPTHS.map(|depth| format!("best-first-extension:alpha_beta_depth={depth}")).collect()
}

fn selective() -> Vec<String> {
    let mut grid = vec!["principal-variation-search:".to_owned()];
    let mut with = |key: &str, values: &[f64]| {
        let longer = |text: &String| values.iter().map(|value| format!("{text}{key}={value},")).collect::<Vec<_>>();
        grid = grid.iter().flat_map(longer).collect();
    };
    let whole = |values: &[usize]| values.iter().map(|&value| value as f64).collect::<Vec<_>>();
    with("internal_deepening", &whole(&INTERNAL_DEEPENINGS));
    with("reduction", &REDUCTIONS);
    with("null_move", &whole(&NULL_MOVES));
    with("prob_cut", &PROB_CUTS);
    with("prob_cut_draft", &whole(&PROB_CUT_DRAFTS));
    with("transposition_cuts", &whole(&TRANSPOSITION_CUTS));
    with("value_order", &whole(&VALUE_ORDERS));
    grid.into_iter().map(|text| text.trim_end_matches(',').to_owned()).collect()
}

fn relatives() -> Vec<Vec<String>> {
    let edges = EDGES.iter().map(|edge| format!("min-max-approximation:edge={edge}"));
    let of_win = |win| EDGES.map(move |edge| format!("min-max-approximation:scale={win},edge={edge}"));
    let powers = POWERS.iter().map(|power| format!("min-max-approximation:values=means,power={power}"));
    let classes = |name| {
        let of_range = move |range| CLASSES.map(move |classes| format!("{name}:scale={range},classes={classes}"));
        RANGES.into_iter().flat_map(of_range).collect()
    };
    let costly = |errors| COSTS.map(move |cost| format!("meta-greedy:errors={errors},cost={cost}"));
    let gulping = |errors| GULPS.map(move |gulp| format!("bayesian:errors={errors},gulp={gulp}"));
    vec![
        edges.chain(powers).chain(WINS.into_iter().flat_map(of_win)).collect(),
        classes("conspiracy-numbers"),
        classes("sibling-conspiracy"),
        ERRORS.map(|errors| format!("b-star:errors={errors}")).to_vec(),
        ERRORS.into_iter().flat_map(costly).collect(),
        DRAWS.map(|temperature| format!("randomized-best-first:temperature={temperature}")).to_vec(),
        ERRORS.into_iter().flat_map(gulping).collect(),
    ]
}

fn uct(alpha_beta_depths: &[usize], table_bytes: Option<usize>) -> Vec<String> {
    let table = table_bytes.map_or_else(String::new, |bytes| format!(",table_bytes={bytes}"));
    let mut grid = Vec::new();
    for depth in alpha_beta_depths {
        for scale in SCALES {
            for exploration in EXPLORATIONS {
                grid.extend(URGENCIES.map(|urgency| {
                    let constants = format!("scale={scale},exploration={exploration},urgency={urgency}");
                    format!("uct-best-first:{constants},alpha_beta_depth={depth}{table}")
                }));
            }
        }
    }
    grid
}

/// The softmax candidates. All have the same random numbers.
fn softmax() -> Vec<String> {
    let of_scale = |scale| {
        TEMPERATURES
            .map(|temperature| format!("uct-best-first:scale={scale},selection=softmax,temperature={temperature}"))
    };
    SCALES.into_iter().flat_map(of_scale).collect()
}

fn monte_carlo(minimax_weights: &[f64]) -> Vec<String> {
    let mut grid = Vec::new();
    for weight in minimax_weights {
        for scale in SCALES {
            grid.extend(EXPLORATIONS.map(|exploration| {
                format!("monte-carlo-tree-search:scale={scale},exploration={exploration},minimax_weight={weight}")
            }));
        }
    }
    grid
}

/// At most `most` elements of a grid. Each set of them is equally likely.
fn chosen(grid: Vec<String>, seed: u64, most: usize) -> Vec<String> {
    let mut places: Vec<usize> = (0..grid.len()).collect();
    places.sort_by_key(|&place| mix(mix(seed) ^ place as u64));
    places.truncate(most);
    places.sort_unstable();
    places.into_iter().map(|place| grid[place].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_chooses_some_of_the_grid() {
        let catalogue = Catalogue::standard();
        let all = |tunable, seed, most| all(&catalogue, tunable, seed, most);
        let some = all(Tunable::Uct, 1, 10);
        assert_eq!(some.iter().map(Vec::len).collect::<Vec<_>>(), [5, 10, 10]);
        assert_eq!(some, all(Tunable::Uct, 1, 10));
        assert_ne!(some, all(Tunable::Uct, 2, 10));
        for tunable in [Tunable::Uct, Tunable::UctVariants, Tunable::Relatives] {
            assert_eq!(all(tunable, 1, usize::MAX), all(tunable, 2, usize::MAX), "the whole grid is there");
        }
    }
}
