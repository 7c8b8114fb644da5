//! Keys with their values and defaults, each once for all that have it.

use bestply_catalogue::{Key, KeyKind};

use super::markdown::{code, codes, prose, table};

/// A key, and who has it with these values, this default and this sentence.
pub(super) struct Shared {
    pub(super) key: Key,
    pub(super) owners: Vec<&'static str>,
}

/// The keys of these owners, those of one name together.
pub(super) fn shared<'k>(keys: impl IntoIterator<Item = (&'static str, &'k Key)>) -> Vec<Shared> {
    let mut all: Vec<Shared> = Vec::new();
    for (owner, key) in keys {
        let is_same = |it: &&mut Shared| it.key == *key && it.key.sentence() == key.sentence();
        if let Some(same) = all.iter_mut().find(is_same) {
            same.owners.push(owner);
            continue;
        }
        let after_namesake = all.iter().rposition(|it| it.key.name == key.name).map_or(all.len(), |place| place + 1);
        all.insert(after_namesake, Shared { key: key.clone(), owners: vec![owner] });
    }
    all
}

/// The keys of one owner.
pub(super) fn of_one<'k>(keys: impl IntoIterator<Item = &'k Key>) -> String {
    table(["key", "values", "default", "what it does"], keys.into_iter().map(cells))
}

/// Keys of several owners; who has one stands beside it, unless all of them have.
pub(super) fn of_several<'s>(keys: impl IntoIterator<Item = &'s Shared>, all: usize) -> String {
    let rows = keys.into_iter().map(|Shared { key, owners }| {
        let of = if owners.len() == all { "all".to_owned() } else { codes(owners.iter().copied()) };
        let [key, values, default, does] = cells(key);
        [key, of, values, default, does]
    });
    table(["key", "of", "values", "default", "what it does"], rows)
}

/// Keys of several owners, each once whatever its defaults are.
pub(super) fn without_defaults(keys: &[Key]) -> String {
    let is_same =
        |own: &Key, key: &Key| own.name == key.name && own.kind() == key.kind() && own.sentence() == key.sentence();
    let first = |(place, key): &(usize, &Key)| !keys[..*place].iter().any(|own| is_same(own, key));
    let rows = keys.iter().enumerate().filter(first).map(|(_, key)| {
        let [key, values, _, does] = cells(key);
        [key, values, does]
    });
    table(["key", "values", "what it does"], rows)
}

fn cells(key: &Key) -> [String; 4] {
    let default = key.default_text().map_or_else(|| "–".to_owned(), |text| code(&text));
    [code(key.name), values(key.kind()), default, prose(key.sentence())]
}

/// The values that a key can have, in words.
fn values(kind: &KeyKind) -> String {
    match kind {
        KeyKind::Whole(range) | KeyKind::Bytes(range) if *range.end() > MOST_WRITTEN => {
            format!("{} or more", range.start())
        }
        KeyKind::Whole(range) | KeyKind::Bytes(range) => format!("{} to {}", range.start(), whole(*range.end())),
        KeyKind::Decimal(range) => format!("{} to {}", range.start(), range.end()),
        KeyKind::Name(names) => codes(names.iter().copied()),
        KeyKind::Text => "a text".to_owned(),
        KeyKind::PlainName => "a name".to_owned(),
        KeyKind::Evaluation => "an evaluation".to_owned(),
        KeyKind::Options => "a table".to_owned(),
    }
}

/// The largest bound that is written. Nobody comes near a larger one.
const MOST_WRITTEN: u64 = 1 << 32;

/// A number as people read it: a large one by the power of two that it is at, or just below.
fn whole(number: u64) -> String {
    const LEAST_POWER: u64 = 1 << 20;
    let power = number.next_power_of_two();
    match power - number {
        0 if number >= LEAST_POWER => format!("2^{}", power.ilog2()),
        below @ 1..=2 if number >= LEAST_POWER => format!("2^{} - {below}", power.ilog2()),
        _ => number.to_string(),
    }
}
