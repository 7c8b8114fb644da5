//! What values in the tree of a search say to people, for a page that shows the tree.

use bestply::{Position, Value};
use bestply_catalogue::Catalogue;
use bestply_engine::Worth;
use serde::Deserialize;

use crate::answer::Refusal;
use crate::search::SearchRequest;
use crate::sheet::MOST_MOVES;
use crate::{Options, Sheet};

/// The most nodes that are asked about at once.
const MOST_NODES: usize = 1024;

/// Values of nodes in the tree of a search.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ValuesRequest {
    game: Sheet,
    /// The searcher in the form of the command line, whose evaluation the values are of.
    searcher: String,
    nodes: Vec<Node>,
}

/// A node of the tree.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Node {
    /// The moves from the root, each by its index among the legal ones.
    path: Vec<usize>,
    values: Vec<Value>,
}

impl ValuesRequest {
    /// What each value of each node is worth in the node's own position.
    pub(crate) fn worths(self, catalogue: &Catalogue, options: &Options) -> Result<Vec<Vec<Worth>>, Refusal> {
        let asked = self.nodes.len();
        let too_many = format!("at most {MOST_NODES} nodes are valued at once, not {asked}");
        Refusal::unless(asked <= MOST_NODES, too_many)?;
        let search =
            SearchRequest { game: self.game, searcher: self.searcher, watch: true }.prepare(catalogue, options)?;
        let thinker = search.thinker(catalogue)?;
        let worth = |node: Node| {
            let mut game = search.game.clone();
            for index in node.path.into_iter().take(MOST_MOVES) {
                let moves = game.position().move_count();
                let none = format!("a node has {moves} moves, and none of the index {index}");
                Refusal::unless(index < moves, none)?;
                game.play_at(index);
            }
            Ok(node.values.into_iter().map(|value| Worth::of(&game, &thinker, value)).collect())
        };
        self.nodes.into_iter().map(worth).collect()
    }
}
