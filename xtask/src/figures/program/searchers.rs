//! The searchers, each with what it does and with its keys; those of a family share a table.

use std::collections::BTreeSet;

use bestply_catalogue::{About, Catalogue, Key};

use super::super::markdown::{code, codes, prose, related, table};
use super::keys::{self, Shared};

/// From so many families on a key stands by itself, above them.
const MANY: usize = 3;

/// All searchers.
pub(super) fn all(catalogue: &Catalogue) -> String {
    let families = related(catalogue.searchers(), |family, about| family.iter().any(|other| are_related(other, about)));
    let all: Vec<&About> = catalogue.searchers().collect();
    let keys = all.first().map_or_else(Vec::new, |first| first.all_keys());
    let common = keys.iter().filter(|key| !all[0].keys.contains(key));
    let mut many = keys::shared(all.iter().flat_map(|about| keys_of(about)));
    many.retain(|it| families.iter().filter(|family| family.iter().any(|about| has(about, it[0].1))).count() >= MANY);
    let mut page = format!("## Keys of all searchers\n\n{}", keys::of_one(common));
    page += &format!("\n## Keys of many searchers\n\n{}\n## The searchers\n", keys::of_several(&many, all.len()));
    families.iter().for_each(|family| page += &written(family, &many));
    page
}

/// Whether searchers are of a family: of one logic, with a key of both, or both without keys.
fn are_related(one: &About, other: &About) -> bool {
    let share = one.logic == other.logic && other.keys.iter().any(|key| has(one, key));
    share || one.keys.is_empty() && other.keys.is_empty()
}

/// Whether a searcher has a key that does the same.
fn has(about: &About, key: &Key) -> bool {
    about.keys.iter().any(|own| do_the_same(own, key))
}

fn do_the_same(one: &Key, other: &Key) -> bool {
    one.name == other.name && one.sentence() == other.sentence()
}

fn keys_of(about: &About) -> impl Iterator<Item = (&'static str, &Key)> {
    about.keys.iter().map(|key| (about.name, key))
}

/// A family: what each searcher does, the keys that stand above, and the others.
fn written(family: &[&About], many: &[Shared]) -> String {
    let mut text = format!("\n### {}\n\n", codes(family.iter().map(|about| about.name)));
    match family {
        [one] => text += &format!("{}\n", does(one)),
        _ => text += &table(["searcher", "what it does"], family.iter().map(|about| [code(about.name), does(about)])),
    }
    let is_above = |key: &Key| many.iter().any(|it| do_the_same(it[0].1, key));
    let (above, own): (Vec<_>, Vec<_>) =
        family.iter().flat_map(|about| keys_of(about)).partition(|(_, key)| is_above(key));
    let above: BTreeSet<&str> = above.into_iter().map(|(_, key)| key.name).collect();
    if !above.is_empty() {
        text += &format!("\n[Keys of many searchers](#keys-of-many-searchers): {}.\n", codes(above));
    }
    let own = keys::shared(own);
    match family.len() {
        _ if own.is_empty() => {}
        1 => text += &format!("\n{}", keys::of_one(own.iter().map(|it| it[0].1))),
        all => text += &format!("\n{}", keys::of_several(&own, all)),
    }
    text
}

/// What a searcher does, and which games it plays if these are not all.
fn does(about: &About) -> String {
    let games = match about.games.as_slice() {
        [] => String::new(),
        games => format!(" It plays {} alone.", codes(games)),
    };
    (prose(about.sentence) + &games).trim_start().to_owned()
}
