//! The searchers, each with what it does and with its keys; those of a family share a table.

use std::collections::BTreeSet;

use bestply_catalogue::{About, Catalogue, Key};

use super::super::markdown::{code, codes, prose, table};
use super::keys::{self, Shared};

/// From so many families on a key stands by itself, above them.
const MANY: usize = 3;

/// All searchers.
pub(super) fn all(catalogue: &Catalogue) -> String {
    let families = families(catalogue);
    let Some(first) = catalogue.searchers().next() else { return String::new() };
    let keys = first.all_keys();
    let common = &keys[..keys.len() - first.keys.len()];
    let own = keys::shared(catalogue.searchers().flat_map(keys_of));
    let many: Vec<Shared> = own.into_iter().filter(|it| is_of_many(it[0].1, &families)).collect();
    let searchers = catalogue.searchers().count();
    let mut page = format!("## Keys of all searchers\n\n{}", keys::of_one(common));
    if !many.is_empty() {
        page += &format!("\n## Keys of many searchers\n\n{}", keys::of_several(&many, searchers));
    }
    page += "\n## The searchers\n";
    families.iter().for_each(|family| page += &written(family, &many));
    page
}

/// Searchers of one logic that share keys, in the order of the catalogue. Those without keys are together.
fn families(catalogue: &Catalogue) -> Vec<Vec<&About>> {
    let mut families: Vec<Vec<&About>> = Vec::new();
    for about in catalogue.searchers() {
        let is_related = |other: &&About| {
            let share = other.logic == about.logic && about.keys.iter().any(|key| has(other, key));
            share || other.keys.is_empty() && about.keys.is_empty()
        };
        match families.iter_mut().find(|family| family.iter().any(is_related)) {
            Some(family) => family.push(about),
            None => families.push(vec![about]),
        }
    }
    families
}

/// Whether a searcher has a key that does the same.
fn has(about: &About, key: &Key) -> bool {
    about.keys.iter().any(|own| do_the_same(own, key))
}

fn do_the_same(one: &Key, other: &Key) -> bool {
    one.name == other.name && one.sentence() == other.sentence()
}

fn is_of_many(key: &Key, families: &[Vec<&About>]) -> bool {
    families.iter().filter(|family| family.iter().any(|about| has(about, key))).count() >= MANY
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
