//! Reads explicit trees from JSON.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use bestply::explicit_game::ExplicitTree;
use bestply::{Side, Value};

use crate::token::{Token, Tokens};
use bestply_catalogue::names::{in_one_line, listed};
use bestply_catalogue::texts;

/// The most levels that a tree in a file may have below its root: the largest depth that a searcher can be given.
pub const MAX_LEVELS: usize = 1000;

/// The most children that a node can have: as many as the searchers' tree can rank.
pub const MAX_CHILDREN: usize = 65_535;

const FILE_KEYS: [&str; 2] = ["to_move", "root"];
const NODE_KEYS: [&str; 4] = ["value", "edge", "side", "children"];
const VALUE_AND_EDGE: &str = "a node has a `value` or an `edge`, which adds to its parent's value, and not both";

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
/// assert_eq!(error.to_string(), "a.json:1:40: value must be an integer, not `0.5`");
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
    TreeReader::new(&text).file().map_err(|FaultAt { offset, problem }| at(&text[..offset], problem))
}

/// A problem at a byte of the text.
struct FaultAt {
    offset: usize,
    problem: String,
}

fn fault(offset: usize, problem: impl Into<String>) -> FaultAt {
    FaultAt { offset, problem: problem.into() }
}

/// A node that is being read.
#[derive(Default)]
struct DraftNode {
    parent: Option<usize>,
    offset: usize,
    value: Option<Value>,
    edge: Option<Value>,
    side: Option<Side>,
    /// The number of children read, once they are listed.
    children: Option<usize>,
}

impl DraftNode {
    fn own_value(&self) -> Result<Value, FaultAt> {
        self.value.ok_or_else(|| fault(self.offset, "a node needs `value`"))
    }
}

/// Reads nodes in the order in which they stand in the text, parents first.
///
/// The open nodes are on a stack of its own, since the thread's call stack might not hold them.
struct TreeReader<'t> {
    tokens: Tokens<'t>,
    nodes: Vec<DraftNode>,
    open: Vec<usize>,
}

impl<'t> TreeReader<'t> {
    fn new(text: &'t str) -> TreeReader<'t> {
        TreeReader { tokens: Tokens::new(text), nodes: Vec::new(), open: Vec::new() }
    }

    /// Reads the whole file: the side to move, and the tree.
    fn file(mut self) -> Result<(ExplicitTree, Written), FaultAt> {
        let start = self.expect("{", "`{ \"to_move\": …, \"root\": … }`")?;
        let mut to_move = None;
        let mut first = true;
        while let Some(key) = self.key(first)? {
            first = false;
            match key.name.as_str() {
                "to_move" if to_move.is_none() => to_move = Some(self.side()?),
                "root" if self.nodes.is_empty() => self.tree()?,
                _ => return Err(key.refused(&FILE_KEYS)),
            }
        }
        self.expect("", "the end of the file")?;
        match to_move {
            None => Err(fault(start.offset, "a tree needs `to_move`")),
            Some(_) if self.nodes.is_empty() => Err(fault(start.offset, "a tree needs `root`")),
            Some(to_move) => self.build(to_move),
        }
    }

    /// Reads a node and everything below it.
    fn tree(&mut self) -> Result<(), FaultAt> {
        self.open_node(None)?;
        while let Some(&node) = self.open.last() {
            let draft = &self.nodes[node];
            let is_valued = draft.value.is_some() || draft.edge.is_some();
            let first = !is_valued && draft.side.is_none() && draft.children.is_none();
            match self.key(first)? {
                Some(key) => self.entry(node, &key)?,
                None => self.close_node()?,
            }
        }
        Ok(())
    }

    fn open_node(&mut self, parent: Option<usize>) -> Result<(), FaultAt> {
        let start = self.expect("{", "a node, as `{ \"value\": … }`")?;
        if self.open.len() > MAX_LEVELS {
            let problem = format!("a tree has at most {MAX_LEVELS} levels below its root; this node is one more");
            return Err(fault(start.offset, problem));
        }
        if let Some(children) = parent.and_then(|parent| self.nodes[parent].children.as_mut()) {
            *children += 1;
            if *children > MAX_CHILDREN {
                let problem = format!("a node has at most {MAX_CHILDREN} children; this is one more");
                return Err(fault(start.offset, problem));
            }
        }
        self.open.push(self.nodes.len());
        self.nodes.push(DraftNode { parent, offset: start.offset, ..DraftNode::default() });
        Ok(())
    }

    /// Reads the value of a node's key. For the key of the children it reads up to the first child.
    fn entry(&mut self, node: usize, key: &FileKey) -> Result<(), FaultAt> {
        let DraftNode { parent, value, edge, side, children, .. } = self.nodes[node];
        match key.name.as_str() {
            "edge" if parent.is_none() => {
                return Err(fault(key.offset, "no edge leads to the root: it has a `value`"));
            }
            "value" if edge.is_some() => return Err(fault(key.offset, VALUE_AND_EDGE)),
            "edge" if value.is_some() => return Err(fault(key.offset, VALUE_AND_EDGE)),
            "value" if value.is_none() => self.nodes[node].value = Some(self.value()?),
            "edge" if edge.is_none() => self.nodes[node].edge = Some(self.value()?),
            "side" if parent.is_none() => {
                return Err(fault(key.offset, "the root has no `side`: `to_move` says whose turn it is there"));
            }
            "side" if side.is_none() => self.nodes[node].side = Some(self.side()?),
            "children" if children.is_none() => {
                self.nodes[node].children = Some(0);
                self.expect("[", "a list of nodes, as `[ { \"value\": … } ]`")?;
                if self.tokens.peek().text == "]" {
                    self.tokens.next();
                } else {
                    self.open_node(Some(node))?;
                }
            }
            _ => return Err(key.refused(&NODE_KEYS)),
        }
        Ok(())
    }

    /// Goes on from the end of a node to its next sibling, or to the rest of its parent.
    fn close_node(&mut self) -> Result<(), FaultAt> {
        self.open.pop();
        let Some(&parent) = self.open.last() else { return Ok(()) };
        let token = self.tokens.next();
        match token.text {
            "," => self.open_node(Some(parent)),
            "]" => Ok(()),
            _ => Err(token.unexpected("`,` or `]`")),
        }
    }

    /// Reads the next key of an object and its colon; `None` at the object's end.
    fn key(&mut self, first: bool) -> Result<Option<FileKey>, FaultAt> {
        let mut token = self.tokens.next();
        match token.text {
            "}" => return Ok(None),
            "," if !first => token = self.tokens.next(),
            _ if !first => return Err(token.unexpected("`,` or `}`")),
            _ => {}
        }
        if !token.text.starts_with('"') {
            return Err(token.unexpected("a key in quotes"));
        }
        let name = token.string()?;
        self.expect(":", "`:`")?;
        Ok(Some(FileKey { name, offset: token.offset }))
    }

    fn side(&mut self) -> Result<Side, FaultAt> {
        let token = self.tokens.next();
        let side = token.string().ok().and_then(|name| Side::named(&name));
        side.ok_or_else(|| token.unexpected("\"max\" or \"min\""))
    }

    fn value(&mut self) -> Result<Value, FaultAt> {
        let token = self.tokens.next();
        let found = token.name();
        match serde_json::from_str(token.text) {
            Ok(serde_json::Value::Number(_)) if !token.text.contains(['.', 'e', 'E']) => {
                token.text.parse().map_err(|_| fault(token.offset, out_of_range(&found)))
            }
            _ => Err(fault(token.offset, format!("value must be an integer, not {found}"))),
        }
    }

    fn expect(&mut self, text: &str, expected: &str) -> Result<Token<'t>, FaultAt> {
        let token = self.tokens.next();
        if token.text == text { Ok(token) } else { Err(token.unexpected(expected)) }
    }

    fn build(self, to_move: Side) -> Result<(ExplicitTree, Written), FaultAt> {
        let mut tree = ExplicitTree::new(to_move, self.nodes[0].own_value()?);
        let (mut names, mut written) = (vec![0], Written::Values);
        for draft in &self.nodes[1..] {
            let parent = names[draft.parent.expect("only the first node has no parent")];
            let value = match draft.edge {
                None => draft.own_value()?,
                Some(edge) => {
                    written = Written::Edges;
                    let sum = i64::from(tree.value(parent)) + i64::from(edge);
                    Value::try_from(sum).map_err(|_| fault(draft.offset, out_of_range(sum)))?
                }
            };
            names.push(tree.add_child(parent, value, draft.side));
        }
        Ok((tree, written))
    }
}

fn out_of_range(found: impl Display) -> String {
    format!("value must be from {} to {}, not {found}", Value::MIN, Value::MAX)
}

/// A key of an object.
struct FileKey {
    name: String,
    offset: usize,
}

impl FileKey {
    /// The fault of a key that is not one of those expected, or is given twice.
    fn refused(&self, expected: &[&str]) -> FaultAt {
        let key = in_one_line(&self.name);
        if expected.contains(&self.name.as_str()) {
            return fault(self.offset, format!("`{key}` is given twice"));
        }
        fault(self.offset, format!("unknown key `{key}`, expected one of {}", listed(expected, None)))
    }
}

impl Token<'_> {
    fn unexpected(&self, expected: &str) -> FaultAt {
        fault(self.offset, format!("expected {expected}, found {}", self.name()))
    }

    fn string(&self) -> Result<String, FaultAt> {
        const EXPECTED: &str = "one ends with a quote, in the same line, and `\\` escapes only what JSON says";
        let refused = |_| fault(self.offset, format!("{} is not a JSON string: {EXPECTED}", self.name()));
        serde_json::from_str(self.text).map_err(refused)
    }
}
