//! A search shown step by step, for teaching and for tests.
//!
//! A [`Trace`] is a search from an empty tree with everything it did on the way. It can be read as text, which
//! draws the tree after each expansion as Figures 1 and 2 of the papers do; as one line of JSON; and as a picture of the last
//! tree in graphviz's language. Games are random ones, or trees that are written down in JSON ([`parse_tree`]).
//!
//! ```
//! use bestply::explicit_game::NodeValue;
//! use bestply_experiments::trace::{Trace, parse_tree};
//!
//! let figure_1 = include_bytes!("../data/trees/figure-1-1993.json");
//! let tree = parse_tree(figure_1, "figure-1-1993.json")?;
//! let trace = Trace::new(&"best-first:depth=2".parse()?, &mut tree.position(), &mut NodeValue)?;
//! assert_eq!(
//!     trace.json(),
//!     r#"{ "move": 1, "value": 2, "line": [1, 1], "expansions": [ [], [1], [0] ], "evaluations": 6, "generations": 6, "#
//!         .to_owned() + "\"expanded_partially\": 0, \"stop\": \"terminal\" }\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dot;
mod draw;
mod outcome;
mod picture;
mod recording;
mod text;
mod token;
mod tree_file;

use std::hash::Hash;
use std::path::{Path, PathBuf};

use bestply::explicit_game::NodeValue;
use bestply::random_game::{EdgeSum, InvalidRules, Numbering, RandomGame, Rules};
use bestply::tree::{Expansion, Tree};
use bestply::{Evaluator, Keyed, Position, Search};

pub use outcome::Outcome;
pub use tree_file::{MAX_CHILDREN, MAX_LEVELS, TreeFileError, TreeProblem, parse_tree};

use crate::spec::{Algorithm, SearcherSpec, SpecError};
use recording::Recording;

/// A search, with everything it did on the way.
///
/// It takes about a hundred bytes for each evaluation. Where memory is short and subtrees are freed (`memory = "prune"`), text
/// and picture show them until they are made again: nobody tells a search's observer of it. What a search in linear space frees
/// is not shown. The outcome is right all the same.
pub struct Trace {
    searcher: SearcherSpec,
    recording: Recording,
    outcome: Outcome,
}

/// Why there is no trace. Each is one line.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The searcher cannot be run as it is.
    #[error(transparent)]
    Searcher(#[from] SpecError),
    /// The file holds no tree.
    #[error(transparent)]
    Tree(#[from] TreeFileError),
    /// There is no such random game.
    #[error(transparent)]
    Rules(#[from] InvalidRules),
    /// The file cannot be read.
    #[error("{}: cannot be read: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not. It is part of the line, and so no source beside it.
        error: std::io::Error,
    },
}

/// A random game by its rules and seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomGameSpec {
    /// The largest number of moves of a node.
    pub branching: usize,
    /// The length of the game, in moves.
    pub length: usize,
    /// Where the random numbers come from.
    pub numbering: Numbering,
    /// Which of the games of these rules.
    pub seed: u64,
}

impl RandomGameSpec {
    /// The length of the paper's games.
    pub const LENGTH: usize = 100;
}

impl Trace {
    /// Searches a position and keeps what happens. It recurses as deep as the search.
    ///
    /// # Errors
    ///
    /// If the searcher is not ready to run, see [`SearcherSpec::check_ready`], or expands no nodes.
    pub fn new<P: Keyed<Move: Hash>, E: Evaluator<P>>(
        searcher: &SearcherSpec,
        position: &mut P,
        evaluator: &mut E,
    ) -> Result<Trace, SpecError> {
        searcher.check_ready()?;
        if !searcher.algorithm.expands() {
            return Err(SpecError::NoTree(searcher.name()));
        }
        let mut recording = Recording::new();
        let mut engine = searcher.engine();
        let report = engine.run(position, evaluator, &searcher.limit(), &mut recording);
        recording.add_positions(position);
        let line = indices(position, &report.line);
        let is_linear = matches!(searcher.algorithm, Algorithm::RecursiveBestFirst { .. });
        let outcome = Outcome {
            best_move: line.first().copied(),
            value: report.value,
            line,
            expansions: recording.expansions().into_iter().map(|node| recording.path(node)).collect(),
            evaluations: report.counts.evaluations,
            generations: report.counts.generations,
            first_generations: is_linear.then_some(report.counts.first_generations),
            expanded_partially: engine
                .tree_mut()
                .map_or_else(|| recording.partially_expanded(), |tree| partially_expanded(tree)),
            stop: report.stop,
        };
        Ok(Trace { searcher: *searcher, recording, outcome })
    }

    /// Searches the tree that a JSON file holds, see [`parse_tree`].
    ///
    /// # Errors
    ///
    /// If the file cannot be read, holds no tree, or the searcher is not ready to run.
    pub fn of_tree_file(searcher: &SearcherSpec, path: &Path) -> Result<Trace, TraceError> {
        let bytes = std::fs::read(path).map_err(|error| TraceError::File { path: path.to_owned(), error })?;
        let tree = parse_tree(&bytes, path)?;
        Ok(Trace::new(searcher, &mut tree.position(), &mut NodeValue)?)
    }

    /// Searches the start of a random game.
    ///
    /// # Errors
    ///
    /// If there is no such game, or the searcher is not ready to run.
    pub fn of_random_game(searcher: &SearcherSpec, game: &RandomGameSpec) -> Result<Trace, TraceError> {
        let rules = Rules::new(game.branching, game.length)?.with_numbering(game.numbering);
        Ok(Trace::new(searcher, &mut RandomGame::new(rules, game.seed), &mut EdgeSum)?)
    }

    /// What the search found and what it cost.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// The outcome as JSON, a line.
    pub fn json(&self) -> String {
        format!("{}\n", self.outcome)
    }

    /// Every step in text: what each expansion did and the tree it left. Of more than `most_steps` expansions only as many
    /// and the last one are shown; of large trees only the principal variation and its nodes' siblings.
    pub fn text(&self, most_steps: usize) -> String {
        text::text(self, most_steps)
    }

    /// The tree that the search left, in graphviz's language.
    pub fn dot(&self) -> String {
        dot::dot(self)
    }
}

/// The number of partially expanded nodes of a tree.
fn partially_expanded(tree: &Tree) -> usize {
    let mut open = vec![tree.root()];
    let mut count = 0;
    while let Some(node) = open.pop() {
        count += usize::from(tree.node(node).expansion() == Expansion::Partial);
        open.extend((0..tree.child_count(node)).map(|index| tree.child(node, index)));
    }
    count
}

/// The child indices that moves from a position stand for.
fn indices<P: Position>(position: &mut P, moves: &[P::Move]) -> Vec<usize> {
    let mut undos = Vec::new();
    let mut indices = Vec::new();
    for &mv in moves {
        indices.push(position.moves().position(|legal| legal == mv).expect("a principal variation is of legal moves"));
        undos.push(position.make(mv));
    }
    for (&mv, undo) in moves.iter().zip(undos).rev() {
        position.unmake(mv, undo);
    }
    indices
}
