//! The descriptions that come with bestply: the papers' tables, those of Othello with other evaluations,
//! and the match-ups.

use bestply_catalogue::Catalogue;
use bestply_experiments::Error;
use bestply_experiments::contest::Description;
use bestply_experiments::contest::list::{List, Table};

/// The presets by their names.
pub const PRESETS: [(&str, &str); 36] = [
    ("uct", include_str!("../data/presets/uct.toml")),
    ("uct-variants", include_str!("../data/presets/uct-variants.toml")),
    ("uct-threads", include_str!("../data/presets/uct-threads.toml")),
    ("puct-threads", include_str!("../data/presets/puct-threads.toml")),
    ("selective", include_str!("../data/presets/selective.toml")),
    ("strong-alpha-beta", include_str!("../data/presets/strong-alpha-beta.toml")),
    ("unbounded-minimax", include_str!("../data/presets/unbounded-minimax.toml")),
    ("lead", include_str!("../data/presets/lead.toml")),
    ("doublings", include_str!("../data/presets/doublings.toml")),
    ("shrinkage", include_str!("../data/presets/shrinkage.toml")),
    ("priors", include_str!("../data/presets/priors.toml")),
    ("family", include_str!("../data/presets/family.toml")),
    ("rivest-2", include_str!("../data/presets/rivest-2.toml")),
    ("random-branching", include_str!("../data/presets/random-branching.toml")),
    ("shoham-toledo-2002", include_str!("../data/presets/shoham-toledo-2002.toml")),
    ("shoham-toledo-growth", include_str!("../data/presets/shoham-toledo-growth.toml")),
    ("random-branching-deeper", include_str!("../data/presets/random-branching-deeper.toml")),
    ("smith-baum-1996", include_str!("../data/presets/smith-baum-1996.toml")),
    ("ends", include_str!("../data/presets/ends.toml")),
    ("proof-numbers-in-mcts", include_str!("../data/presets/proof-numbers-in-mcts.toml")),
    ("branching-and-cost", include_str!("../data/presets/branching-and-cost.toml")),
    ("real-branching", include_str!("../data/presets/real-branching.toml")),
    ("account", include_str!("../data/presets/account.toml")),
    ("othello-ladder", include_str!("../data/presets/othello-ladder.toml")),
    ("othello-strength", include_str!("../data/presets/othello-strength.toml")),
    ("table-1", include_str!("../data/presets/table-1.toml")),
    ("table-1-evaluations", include_str!("../data/presets/table-1-evaluations.toml")),
    ("table-1-singular", include_str!("../data/presets/table-1-singular.toml")),
    ("table-2", include_str!("../data/presets/table-2.toml")),
    ("table-2-linear", include_str!("../data/presets/table-2-linear.toml")),
    ("table-2-singular", include_str!("../data/presets/table-2-singular.toml")),
    ("table-3", include_str!("../data/presets/table-3.toml")),
    ("table-3-evaluations", include_str!("../data/presets/table-3-evaluations.toml")),
    ("table-3-singular", include_str!("../data/presets/table-3-singular.toml")),
    ("table-4", include_str!("../data/presets/table-4.toml")),
    ("table-4-singular", include_str!("../data/presets/table-4-singular.toml")),
];

/// The presets that regenerate published tables, in the order in which they are run.
const TABLES: [&str; 6] = ["table-1", "table-2", "table-3", "table-4", "table-1-evaluations", "table-3-evaluations"];

/// The descriptions of these tables; of all tables if none are named.
///
/// # Panics
///
/// If the catalogue lacks what the papers are about: random games, Othello, alpha-beta, best-first and its extension.
pub fn tables(catalogue: &Catalogue, wanted: Option<&List<Table>>) -> Vec<Description> {
    let presets = TABLES.iter().flat_map(|name| PRESETS.iter().filter(move |(preset, _)| preset == name));
    let parse = |&(name, text): &(&str, &str)| {
        Description::parse(catalogue, name, text).unwrap_or_else(|error| panic!("a preset is well-formed: {error}"))
    };
    let is_wanted = |description: &Description| {
        let is_one =
            |wanted: &List<Table>| description.table.is_some_and(|it| wanted.as_slice().contains(&(it as usize)));
        wanted.is_none_or(is_one)
    };
    presets.map(parse).filter(is_wanted).collect()
}

/// The published tables of relatives of best-first minimax, which have a preset of their own name.
pub const TABLES_OF_RELATIVES: [&str; 2] = ["rivest-2", "shoham-toledo-2002"];

/// The description of a published table of a relative, by its name such as `rivest-2`; `None` if there is none.
///
/// # Errors
///
/// If the catalogue lacks what the table is about.
pub fn table_of_relative(catalogue: &Catalogue, name: &str) -> Option<Result<Description, Error>> {
    let is_one = |&&(preset, _): &&(&str, &str)| preset == name && TABLES_OF_RELATIVES.contains(&preset);
    PRESETS.iter().find(is_one).map(|&(name, text)| Description::parse(catalogue, name, text))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

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
