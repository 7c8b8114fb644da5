//! Keys with their values and defaults, each once for all that have it.

use bestply_catalogue::{Key, KeyKind};

use super::super::markdown::{code, codes, groups, prose, table};

/// A key beside each that has it with these values, this default and this sentence.
pub(super) type Shared<'k> = Vec<(&'static str, &'k Key)>;

/// The keys of these owners, those of one name together.
pub(super) fn shared<'k>(keys: impl IntoIterator<Item = (&'static str, &'k Key)>) -> Vec<Shared<'k>> {
    let same = groups(keys, |&(_, key)| (key, key.sentence()));
    groups(same, |same| same[0].1.name).into_iter().flatten().collect()
}

/// The keys of one owner.
pub(super) fn of_one<'k>(keys: impl IntoIterator<Item = &'k Key>) -> String {
    table(["key", "values", "default", "what it does"], keys.into_iter().map(cells))
}

/// Keys of several owners; who has one stands beside it, unless all of them have.
pub(super) fn of_several<'s>(keys: impl IntoIterator<Item = &'s Shared<'s>>, all: usize) -> String {
    let rows = keys.into_iter().map(|same| {
        let of = if same.len() == all { "all".to_owned() } else { codes(same.iter().map(|(owner, _)| owner)) };
        let [key, values, default, does] = cells(same[0].1);
        [key, of, values, default, does]
    });
    table(["key", "of", "values", "default", "what it does"], rows)
}

/// Keys of several owners, each once whatever its defaults are.
pub(super) fn without_defaults(keys: &[Key]) -> String {
    let rows = groups(keys, |&key| (key.name, key.kind(), key.sentence())).into_iter().map(|same| {
        let [key, values, _, does] = cells(same[0]);
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
        KeyKind::Whole(range) | KeyKind::Bytes(range) => format!("{} {}", range.start(), up_to(*range.end())),
        KeyKind::Decimal(range) => format!("{} to {}", range.start(), range.end()),
        KeyKind::Name(names) => codes(*names),
        KeyKind::Text => "a text".to_owned(),
        KeyKind::PlainName => "a name".to_owned(),
        KeyKind::Evaluation => "an evaluation".to_owned(),
        KeyKind::Options => "a table".to_owned(),
    }
}

/// The end of a range as people read it: a large one by the power of two that it is at, or just below.
fn up_to(most: u64) -> String {
    const LEAST_POWER: u64 = 1 << 20;
    /// The largest that is written. Nobody comes near a larger one.
    const MOST_WRITTEN: u64 = 1 << 32;
    if most > MOST_WRITTEN {
        return "or more".to_owned();
    }
    let power = most.next_power_of_two();
    match power - most {
        0 if most >= LEAST_POWER => format!("to 2^{}", power.ilog2()),
        below @ 1..=2 if most >= LEAST_POWER => format!("to 2^{} - {below}", power.ilog2()),
        _ => format!("to {most}"),
    }
}
