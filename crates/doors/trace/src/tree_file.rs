//! Reads explicit trees from JSON.

use std::path::{Path, PathBuf};

use bestply::explicit_game::ExplicitTree;
use bestply::{Side, Value};
use bestply_catalogue::names::in_one_line;
use bestply_catalogue::texts;
use serde::Deserialize;
use serde_json::value::RawValue;

/// The most levels that a tree in a file may have below its root: the largest depth that a searcher can be given.
pub const MAX_LEVELS: usize = 1000;

/// The most children that a node can have: as many as the searchers' tree can rank.
pub const MAX_CHILDREN: usize = 65_535;

/// Why a file holds no tree, and the place that shows it: one line, which begins with both.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}:{column}: {problem}", .path.display())]
pub struct TreeFileError {
    path: PathBuf,
    /// The line, and the character in it, counted from 1.
    line: usize,
    column: usize,
    problem: String,
}

/// Reads a tree in JSON. `path` is only used to name the file in errors.
///
/// ```
/// use bestply_trace::parse_tree;
///
/// let tree = br#"{ "to_move": "max", "root": { "value": 0, "children": [ { "value": 4 }, { "value": 6 } ] } }"#;
/// assert_eq!(parse_tree(tree, "a.json")?.nodes(), 3);
/// let error = parse_tree(br#"{ "to_move": "max", "root": { "value": 0.5 } }"#, "a.json").err().unwrap();
/// assert_eq!(error.to_string(), "a.json:1:40: expected an integer from -2147483648 to 2147483647, not `0.5`");
/// # Ok::<(), bestply_trace::TreeFileError>(())
/// ```
///
/// # Errors
///
/// The first problem found.
pub fn parse_tree(bytes: &[u8], path: impl AsRef<Path>) -> Result<ExplicitTree, TreeFileError> {
    read_tree(bytes, path).map(|(tree, _)| tree)
}

/// How the nodes of a file have their static values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// Each by itself.
    Values,
    /// Some as the edge that adds to the parent's value, as in random games.
    Edges,
}

/// As [`parse_tree`], and how the values were written.
pub(crate) fn read_tree(bytes: &[u8], path: impl AsRef<Path>) -> Result<(ExplicitTree, Written), TreeFileError> {
    let at = |before: &str, problem: String| {
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        TreeFileError {
            path: path.as_ref().to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            problem,
        }
    };
    let text = texts::read(bytes).map_err(|_| {
        let valid = str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
        let before = texts::even(&String::from_utf8_lossy(&bytes[..valid])).into_owned();
        at(&before, "not UTF-8: a tree is written in JSON, in UTF-8".to_owned())
    })?;
    tree_of(&text).map_err(|FaultAt { offset, problem }| at(&text[..offset], shortened(&in_one_line(&problem))))
}

/// A problem may name a part of the file, as long as that is.
fn shortened(problem: &str) -> String {
    const MOST_CHARACTERS: usize = 160;
    problem.char_indices().nth(MOST_CHARACTERS).map_or(problem.to_owned(), |(end, _)| format!("{}…", &problem[..end]))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "`{ \"to_move\": …, \"root\": … }`")]
struct WrittenTree<'t> {
    to_move: WrittenSide,
    #[serde(borrow)]
    root: &'t RawValue,
}

/// A node, whose children are read after it: a stack of calls might not hold as many levels as a file has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a node, as `{ \"value\": … }`")]
struct WrittenNode<'t> {
    #[serde(borrow)]
    value: Option<&'t RawValue>,
    edge: Option<&'t RawValue>,
    side: Option<WrittenSide>,
    #[serde(default)]
    children: Vec<&'t RawValue>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenSide {
    Max,
    Min,
}

impl From<WrittenSide> for Side {
    fn from(side: WrittenSide) -> Side {
        match side {
            WrittenSide::Max => Side::Max,
            WrittenSide::Min => Side::Min,
        }
    }
}

/// A problem at a byte of the text.
struct FaultAt {
    offset: usize,
    problem: String,
}

fn tree_of(text: &str) -> Result<(ExplicitTree, Written), FaultAt> {
    refuse_depth(text)?;
    let WrittenTree { to_move, root } = read_part(text, text)?;
    let node = node_of(text, root.get())?;
    let value = match node {
        WrittenNode { edge: Some(_), .. } => Err("no edge leads to the root: it has a `value`"),
        WrittenNode { side: Some(_), .. } => Err("the root has no `side`: `to_move` says whose turn it is there"),
        WrittenNode { value, .. } => value.ok_or("a node needs `value`"),
    };
    let value = value.map_err(|problem| fault(text, root.get(), problem))?;
    let mut tree = ExplicitTree::new(to_move.into(), integer(text, value)?);
    let mut written = Written::Values;
    // Of each open node its name and the children that are still to be read.
    let mut open = vec![(0, node.children.into_iter())];
    while let Some((parent, children)) = open.last_mut() {
        let parent = *parent;
        let Some(child) = children.next().map(RawValue::get) else {
            open.pop();
            continue;
        };
        let node = node_of(text, child)?;
        let value = match (node.value, node.edge) {
            (Some(value), None) => integer(text, value)?,
            (None, Some(edge)) => {
                written = Written::Edges;
                let sum = tree.value(parent).checked_add(integer(text, edge)?);
                sum.ok_or_else(|| {
                    fault(text, child, format!("its value is not from {} to {}", Value::MIN, Value::MAX))
                })?
            }
            (None, None) => return Err(fault(text, child, "a node needs `value`")),
            (Some(_), Some(_)) => {
                const BOTH: &str = "a node has a `value` or an `edge`, which adds to its parent's value, and not both";
                return Err(fault(text, child, BOTH));
            }
        };
        let name = tree.add_child(parent, value, node.side.map(Side::from));
        open.push((name, node.children.into_iter()));
    }
    Ok((tree, written))
}

/// Refuses a file whose brackets say that it has too many levels: below, each is read as often as it has levels above.
///
/// Brackets in strings count as well, for no string of a tree has any.
fn refuse_depth(text: &str) -> Result<(), FaultAt> {
    // Those of the file, the root and an empty list of children, and two for each level.
    const MOST_OPEN: usize = 3 + 2 * MAX_LEVELS;
    let mut open = 0_usize;
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            b'{' | b'[' if open == MOST_OPEN => {
                let problem = format!("a tree has at most {MAX_LEVELS} levels below its root; this node is one more");
                return Err(FaultAt { offset, problem });
            }
            b'{' | b'[' => open += 1,
            b'}' | b']' => open = open.saturating_sub(1),
            _ => {}
        }
    }
    Ok(())
}

fn integer(text: &str, written: &RawValue) -> Result<Value, FaultAt> {
    written.get().parse().map_err(|_| {
        let problem = format!("expected an integer from {} to {}, not `{written}`", Value::MIN, Value::MAX);
        fault(text, written.get(), problem)
    })
}

fn node_of<'t>(text: &str, part: &'t str) -> Result<WrittenNode<'t>, FaultAt> {
    let node: WrittenNode<'_> = read_part(text, part)?;
    if node.children.len() > MAX_CHILDREN {
        return Err(fault(text, part, format!("a node has at most {MAX_CHILDREN} children; this one has more")));
    }
    Ok(node)
}

/// What a part of a text says.
fn read_part<'t, T: Deserialize<'t>>(text: &str, part: &'t str) -> Result<T, FaultAt> {
    serde_json::from_str(part).map_err(|error| {
        let before: usize = part.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        // Columns are counted in bytes, the last of which may be in the midst of a letter.
        let column = (before + error.column().saturating_sub(1)).min(part.len());
        let column = (0..=column).rev().find(|&column| part.is_char_boundary(column)).unwrap_or(0);
        let problem = error.to_string();
        let problem = problem.rsplit_once(" at line ").map_or(&*problem, |(problem, _)| problem).to_owned();
        FaultAt { offset: place(text, part) + column, problem }
    })
}

fn fault(text: &str, part: &str, problem: impl Into<String>) -> FaultAt {
    FaultAt { offset: place(text, part), problem: problem.into() }
}

/// Where a part of a text begins.
fn place(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}
