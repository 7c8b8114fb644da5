//! The descriptions that come with bestply: the papers' tables, those of Othello with other evaluations,
//! and the match-ups.

use bestply_catalogue::Catalogue;
use bestply_experiments::Result;
use bestply_experiments::contest::Description;
use bestply_experiments::contest::list::{List, TableNumber};
use bestply_presentation::words::count;

/// Makes the list of presets from pages and the presets that each is for, whose names are those of their files.
macro_rules! presets {
    ($($page:literal: $($name:literal),+;)+) => {
        /// The presets by their names.
        pub const PRESETS: [(&str, &str); 41] =
            [$($(($name, include_str!(concat!("../data/presets/", $name, ".toml")))),+),+];

        /// The pages with the presets that they are of, in the order of the presets.
        const PAGES: &[(&str, &[&str])] = &[$((concat!("docs/", $page, ".md"), &[$($name),+])),+];
    };
}

presets! {
    "match-up": "uct", "uct-variants";
    "performance": "uct-threads", "puct-threads";
    "match-up": "selective";
    "strong-alpha-beta": "strong-alpha-beta";
    "unbounded-minimax": "unbounded-minimax";
    "lead": "lead", "held-out", "other-games";
    "quality": "quality";
    "lead": "doublings", "shrinkage", "priors", "factorial", "nearest";
    "family": "family";
    "reproduction": "rivest-2";
    "family": "random-branching";
    "randomized-best-first": "shoham-toledo-2002", "shoham-toledo-growth";
    "family": "random-branching-deeper", "smith-baum-1996";
    "proofs": "ends", "proof-numbers-in-mcts";
    "branching-and-cost": "branching-and-cost", "real-branching";
    "account": "account";
    "othello": "othello-ladder", "othello-strength";
    "reproduction": "table-1", "table-1-evaluations", "table-1-singular", "table-2", "table-2-linear",
        "table-2-singular", "table-3", "table-3-evaluations", "table-3-singular", "table-4", "table-4-singular";
}

/// A line for each preset: its name, what it plays, what it takes, and the page that it is for.
///
/// # Panics
///
/// If the catalogue lacks what a preset is about.
pub fn list(catalogue: &Catalogue) -> String {
    let line = |((name, text), page): (&(&str, &str), &str)| {
        let preset: Description = toml::from_str(text).expect("a preset is well-formed");
        let (preset, plans) = preset.planned(catalogue).expect("a preset can be run");
        let plans = plans.concat();
        let mut games: Vec<&str> = plans.iter().map(|plan| plan.game.name.as_str()).collect();
        games.sort_unstable();
        games.dedup();
        let pairs: u64 = plans.iter().map(|plan| plan.seeds.end - plan.seeds.start).sum();
        let mut budgets: Vec<String> = plans.iter().filter_map(|plan| Some(plan.budget()?.to_string())).collect();
        budgets.dedup();
        let each = match budgets.as_slice() {
            [] => String::new(),
            [one] => format!(", {one} a move"),
            [first, .., last] => format!(", {first} to {last} a move"),
        };
        let title = preset.title.unwrap_or_default();
        let cells = count(plans.len(), "cell", "cells");
        format!("{name}: {title} ({}: {cells}, {} games{each}) {page}\n", games.join(", "), 2 * pairs)
    };
    let pages = PAGES.iter().flat_map(|(page, names)| names.iter().map(|_| *page));
    PRESETS.iter().zip(pages).map(line).collect()
}

/// The presets that regenerate published tables, in the order in which they are run.
const TABLES: [&str; 6] = ["table-1", "table-2", "table-3", "table-4", "table-1-evaluations", "table-3-evaluations"];

/// The descriptions of these tables; of all tables if none are named.
///
/// # Panics
///
/// If the catalogue lacks what the papers are about: random games, Othello, alpha-beta, best-first and its extension.
pub fn tables(catalogue: &Catalogue, wanted: Option<&List<TableNumber>>) -> Vec<Description> {
    let presets = TABLES.iter().flat_map(|name| PRESETS.iter().filter(move |(preset, _)| preset == name));
    let parse = |&(name, text): &(&str, &str)| {
        Description::parse(catalogue, name, text).unwrap_or_else(|error| panic!("a preset is well-formed: {error}"))
    };
    let is_wanted = |table: u32| wanted.is_none_or(|wanted| wanted.as_slice().contains(&(table as usize)));
    presets.map(parse).filter(|preset| preset.table.map_or(wanted.is_none(), is_wanted)).collect()
}

/// The published tables of relatives of best-first minimax, which have a preset of their own name.
pub const TABLES_OF_RELATIVES: [&str; 2] = ["rivest-2", "shoham-toledo-2002"];

/// The description of a published table of a relative, by its name such as `rivest-2`; `None` if there is none.
///
/// # Errors
///
/// If the catalogue lacks what the table is about.
pub fn table_of_relative(catalogue: &Catalogue, name: &str) -> Option<Result<Description>> {
    let is_one = |&&(preset, _): &&(&str, &str)| preset == name && TABLES_OF_RELATIVES.contains(&preset);
    PRESETS.iter().find(is_one).map(|&(name, text)| Description::parse(catalogue, name, text))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_preset_is_listed_in_a_line_with_its_page() {
        let list = list(&Catalogue::standard());
        let names: Vec<&str> = list.lines().filter_map(|line| Some(line.split_once(": ")?.0)).collect();
        assert_eq!(names, PRESETS.map(|(name, _)| name));
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        for line in list.lines() {
            let page = line.rsplit(' ').next().expect("it ends with its page");
            assert!(root.join(page).exists() && line.contains(" games"), "{line}");
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/presets");
        assert_eq!(folder.read_dir().expect("it is there").count(), PRESETS.len(), "every file is a preset");
    }

    #[test]
    fn every_preset_can_be_run() {
        let catalogue = Catalogue::standard();
        for (name, _) in PRESETS {
            Description::read(&catalogue, &PRESETS, Path::new(name)).expect("a preset is well-formed");
        }
    }

    /// What a preset plays follows from its cells: a change here is a change of games.
    #[test]
    fn every_preset_plays_what_it_played() {
        let catalogue = Catalogue::standard();
        let mut lines = String::new();
        for (name, text) in PRESETS {
            let preset = Description::parse(&catalogue, name, text).expect("a preset is well-formed");
            let of_meetings = preset.cell_plans(&catalogue).expect("a preset can be run");
            let plans = of_meetings.concat();
            let said: String = plans.iter().map(|it| format!("{} {:?} {}\n", it.id, it.seeds, it.challenger)).collect();
            let sum =
                said.bytes().fold(0_u32, |sum, byte| sum.rotate_left(5) ^ u32::from(byte).wrapping_mul(0x9e37_79b9));
            lines += &format!("{name}: {} experiments, {} cells, {sum:08x}\n", of_meetings.len(), plans.len());
        }
        insta::assert_snapshot!(lines);
    }

    #[test]
    fn a_description_written_is_the_one_that_was_read() {
        let catalogue = Catalogue::standard();
        for (name, text) in PRESETS {
            let preset = Description::parse(&catalogue, name, text).expect("a preset is well-formed");
            let again = Description::parse(&catalogue, "written", &preset.to_toml()).expect("it was read before");
            assert_eq!(again, Description { threads: None, ..preset });
        }
    }
}
