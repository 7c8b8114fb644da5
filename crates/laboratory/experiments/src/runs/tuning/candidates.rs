//! The constants that are tried: grids whose steps are factors, not differences.

use bestply::mix;
use bestply_catalogue::names::{listed, nearest};
use bestply_catalogue::{Catalogue, SearcherSpec};

use crate::Result;
use crate::contest::distinct;

/// Grids of a searcher's settings, and the group that they are of: a key with its values, each with each.
///
/// The values of the first key change most slowly.
type TunedGrid = (&'static str, &'static str, &'static [&'static str]);

/// The values that count as 1. They span the units of the games' evaluations.
const SCALES: &str = "scale=1|4|16|64|256|1024|4096|16384";
const EXPLORATIONS: &str = "exploration=0.025|0.05|0.1|0.2|0.4|0.8|1.6";
/// In sixteenths of a win, so that constants of one game can be tried in another.
const WIDTHS: &str = "exploration=1|1.5|2|3|5|8|12|16";
const TOLERANCES: &str = "tolerance=1|2|4|8|16";
const URGENCIES: &str = "urgency=0|0.125|0.25|0.5";
/// Of minimax values beside means.
const WEIGHTS: &str = "minimax_weight=0.2|0.4|0.6|0.8|1";
/// In units of the value that counts as 1.
const TEMPERATURES: &str = "temperature=0.0125|0.025|0.05|0.1|0.2|0.4";
/// What an edge costs in min/max approximation.
const EDGES: &str = "edge=0|0.0025|0.005|0.01|0.02|0.035|0.05|0.1|0.2|0.4|0.8|1.6";
/// What lies between the middle and the ends of the classes of conspiracy numbers, and how many classes there are.
const CLASSES: [&str; 2] = ["scale=256|1024|4096|16384|65536", "classes=4|8|16|32"];
/// How uncertain a value is, in standard errors.
const ERRORS: &str = "errors=0.05|0.1|0.2|0.35|0.5|0.7|1|1.4|2|2.8|4|8";
/// In wins.
const DRAWS: &str = "temperature=0.0025|0.005|0.01|0.015|0.025|0.035|0.05|0.07|0.1|0.2|0.4|0.8";
/// As many bytes as the engine alpha-beta has.
const TABLE: &str = "table_bytes=1048576";

/// What the engine's alpha-beta leaves out and looks at first, its table, and what else there is of the searcher.
macro_rules! selective {
    ($($more:literal),*) => {
        &[
            "internal_deepening=0|4",
            "reduction=0|0.25|0.5|0.75|1",
            "null_move=0|1|2|3",
            "prob_cut=0|0.75|1|1.5|2",
            "prob_cut_draft=7|12",
            "transposition_cuts=0|3",
            "value_order=0|3|5",
            "table_bytes=1048576|16777216|67108864",
            $($more),*
        ]
    };
}

/// All grids. Neighbours of one group and one searcher are one grid.
const GRIDS: &[TunedGrid] = &[
    ("uct", "best-first-extension", &["alpha_beta_depth=2|3|4|5|6"]),
    ("uct", "uct-best-first", &["alpha_beta_depth=0", SCALES, EXPLORATIONS, URGENCIES]),
    ("uct", "monte-carlo-tree-search", &["minimax_weight=0", SCALES, EXPLORATIONS]),
    ("uct-table", "uct-best-first", &["alpha_beta_depth=0", SCALES, EXPLORATIONS, URGENCIES, TABLE]),
    ("uct-shallow", "uct-best-first", &["alpha_beta_depth=1|2", SCALES, EXPLORATIONS, URGENCIES]),
    ("uct-softmax", "uct-best-first", &["selection=softmax", SCALES, TEMPERATURES]),
    ("uct-minimax", "monte-carlo-tree-search", &[WEIGHTS, SCALES, EXPLORATIONS]),
    ("puct", "puct-best-first", &[WIDTHS, TOLERANCES, "expansions=1|2|4"]),
    ("noise", "puct-best-first", &["unit=noise", "tempo=measured", "exploration=2|3|4|5|7", "tolerance=0.5|1|2"]),
    ("selective", "principal-variation-search", selective!("aspiration=0|64|256|1024|4096")),
    ("others", "selective-alpha-beta", selective!("aspiration=0|64|256|1024|4096")),
    ("others", "mtd-f", selective!()),
    ("others", "unbounded-minimax", &["selection=uct", SCALES, EXPLORATIONS, URGENCIES]),
    // What the literature has that is nearest to PUCT best-first. It stands after the searchers' own grids, which have
    // their names.
    ("nearest", "monte-carlo-tree-search", &[EXPLORATIONS]),
    ("nearest", "uct-best-first", &["alpha_beta_depth=1|2", WIDTHS, "urgency=0|1|2|4|8"]),
    ("nearest", "monte-carlo-tree-search", &[WEIGHTS, EXPLORATIONS]),
    ("nearest", "unbounded-minimax", &["selection=puct", "back_up=mean", "shrinkage=0|0.5", WIDTHS, TOLERANCES]),
    ("others", "proof-number", &["epsilon=0|0.125|0.25|0.5|1", "weight=0|4|16|64"]),
    ("relatives", "min-max-approximation", &[EDGES]),
    ("relatives", "min-max-approximation", &["values=means", "power=2|3|5|8|13|21"]),
    // What a win is worth, beside what the evaluation says: random games do not say it.
    ("relatives", "min-max-approximation", &["scale=131072|524288", EDGES]),
    ("relatives", "conspiracy-numbers", &CLASSES),
    ("relatives", "sibling-conspiracy", &CLASSES),
    ("relatives", "b-star", &[ERRORS]),
    ("relatives", "meta-greedy", &[ERRORS, "cost=0|0.00001|0.0001"]),
    ("relatives", "randomized-best-first", &[DRAWS]),
    ("relatives", "bayesian", &[ERRORS, "gulp=0.02|0.1"]),
];

/// At most `most` candidates of each searcher of a group, or of the searcher of this name.
///
/// # Errors
///
/// If there is no such group and no such searcher.
pub(super) fn all(catalogue: &Catalogue, wanted: &str, seed: u64, most: usize) -> Result<Vec<Vec<SearcherSpec>>> {
    // What begins with the name of another group, as `uct-table` does, is a variant of it.
    let is_variant = |group: &str| wanted == "uct-variants" && group.starts_with("uct-");
    let mut chosen_grids: Vec<_> = GRIDS.iter().filter(|(group, ..)| *group == wanted || is_variant(group)).collect();
    if chosen_grids.is_empty() {
        let first = GRIDS.iter().find(|(_, searcher, _)| *searcher == wanted).map(|(group, ..)| *group);
        chosen_grids.extend(GRIDS.iter().filter(|(group, searcher, _)| Some(*group) == first && *searcher == wanted));
    }
    if chosen_grids.is_empty() {
        let names = names();
        let nearest = nearest(wanted, names.iter().copied());
        bail!("no constants of `{wanted}` are tuned, but of {}", listed(&names, nearest.as_ref()));
    }
    let blocks = chosen_grids.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1));
    let read = |text: String| SearcherSpec::read(&text).and_then(|spec| catalogue.in_order(spec));
    let block = |grids: &[&TunedGrid]| {
        let grid = grids.iter().flat_map(|(_, searcher, keys)| points(searcher, keys)).collect();
        chosen(grid, seed, most).into_iter().map(|text| read(text).expect("the grid is of legal settings")).collect()
    };
    Ok(blocks.map(block).collect())
}

/// The groups and the searchers whose constants can be tuned.
pub fn names() -> Vec<&'static str> {
    let groups = ["uct", "uct-variants", "puct", "noise", "nearest", "selective", "relatives"];
    distinct(groups.into_iter().chain(GRIDS.iter().map(|(_, searcher, _)| *searcher)))
}

/// The points of a grid.
fn points(searcher: &str, keys: &[&str]) -> Vec<String> {
    let mut points = vec![format!("{searcher}:")];
    for key in keys {
        let (key, values) = key.split_once('=').expect("a key has values");
        let longer = |point: &String| {
            let before = if point.ends_with(':') { point.clone() } else { format!("{point},") };
            values.split('|').map(move |value| format!("{before}{key}={value}"))
        };
        points = points.iter().flat_map(longer).collect();
    }
    points
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
    use bestply_catalogue::KeyKind;

    use super::*;

    #[test]
    fn a_seed_chooses_some_of_the_grid() {
        let catalogue = Catalogue::standard();
        let all = |wanted, seed, most| all(&catalogue, wanted, seed, most).expect("it is tuned");
        let some = all("uct", 1, 10);
        assert_eq!(some.iter().map(Vec::len).collect::<Vec<_>>(), [5, 10, 10]);
        assert_eq!(some, all("uct", 1, 10));
        assert_ne!(some, all("uct", 2, 10));
        for wanted in names() {
            assert_eq!(all(wanted, 1, usize::MAX), all(wanted, 2, usize::MAX), "the whole grid is there");
        }
        assert_eq!(all("uct", 1, 10)[1..2], all("uct-best-first", 1, 10));
    }

    #[test]
    fn every_searcher_with_constants_is_tuned() {
        let catalogue = Catalogue::standard();
        let has_constants = |name: &str| {
            let about = catalogue.searchers().find(|about| about.name == name).expect("it is there");
            about.keys.iter().any(|key| matches!(key.kind(), KeyKind::Decimal(_)))
        };
        let all: Vec<&str> = catalogue.searchers().map(|about| about.name).filter(|name| has_constants(name)).collect();
        let tuned = names();
        let missing: Vec<&&str> = all.iter().filter(|name| !tuned.contains(name)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
