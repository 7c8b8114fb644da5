//! The trees that come with the program: those of the papers' figures, of the tutorials and of the lessons.

/// Trees that are written down, each with its name and the text of its file, which [`parse_tree`](crate::parse_tree)
/// reads.
///
/// `cargo xtask trace` takes them by these names.
///
/// ```
/// use bestply_trace::{TREES, parse_tree};
///
/// for (name, text) in TREES {
///     assert!(parse_tree(text.as_bytes(), name)?.nodes() > 3);
/// }
/// # Ok::<(), bestply_trace::TreeFileError>(())
/// ```
pub const TREES: &[(&str, &str)] = &[
    ("figure-1-1992", include_str!("../data/trees/figure-1-1992.json")),
    ("figure-1-1993", include_str!("../data/trees/figure-1-1993.json")),
    ("figure-3-1993", include_str!("../data/trees/figure-3-1993.json")),
    ("early-return", include_str!("../data/trees/early-return.json")),
    ("double-move", include_str!("../data/trees/double-move.json")),
    ("one-tree", include_str!("../data/trees/one-tree.json")),
    ("cut", include_str!("../data/trees/cut.json")),
    ("one-line", include_str!("../data/trees/one-line.json")),
    ("turning-back", include_str!("../data/trees/turning-back.json")),
    ("a-move-not-looked-at", include_str!("../data/trees/a-move-not-looked-at.json")),
    ("proof", include_str!("../data/trees/proof.json")),
];
