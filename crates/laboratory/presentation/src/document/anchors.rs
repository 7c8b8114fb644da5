//! The names that links to headings lead to: those that GitHub gives the headings of a Markdown file, in HTML as well.

use std::collections::BTreeMap;

/// A heading with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Anchor {
    /// 1 for the title.
    pub(super) level: usize,
    /// The heading.
    pub(super) heading: String,
    /// The name, unlike that of any other heading.
    pub(super) id: String,
}

/// The names of these headings, which are given with their levels.
pub(super) fn anchors(headings: impl Iterator<Item = (usize, String)>) -> Vec<Anchor> {
    let mut used = BTreeMap::<String, usize>::new();
    let named = |(level, heading): (usize, String)| {
        let plain = plain(&heading);
        let mut id = plain.clone();
        while used.contains_key(&id) {
            let again = used.entry(plain.clone()).or_default();
            *again += 1;
            id = format!("{plain}-{again}");
        }
        used.insert(id.clone(), 0);
        Anchor { level, heading, id }
    };
    headings.map(named).collect()
}

/// Letters, digits, `-` and `_` of a heading, in lower case, with a `-` for each blank.
pub fn plain(heading: &str) -> String {
    let is_kept = |character: &char| character.is_alphanumeric() || "-_ ".contains(*character);
    heading.to_lowercase().chars().filter(is_kept).map(|it| if it == ' ' { '-' } else { it }).collect()
}
