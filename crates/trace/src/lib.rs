//! A search shown step by step, for teaching and for tests.
//!
//! A [`Trace`] is a search from an empty tree, with everything that the search did.
//! It can be read in three forms: as text, as one line of JSON,
//! and as a picture of the last tree in graphviz's language.
//! The text draws the tree after each expansion, as Figures 1 and 2 of the papers do.
//! Any searcher and any game of a [`Catalogue`] can be traced, and so can trees written down in JSON ([`parse_tree`]).
//!
//! **The key decision** is that a trace knows only what the search's observer is told.
//! A user's searcher is shown like bestply's own if it tells an observer which nodes it makes
//! and which values it backs up.
//!
//! ```
//! use bestply_catalogue::Catalogue;
//! use bestply_trace::{Trace, parse_tree};
//!
//! let catalogue = Catalogue::standard();
//! let searcher = catalogue.searcher_spec("best-first:depth=2")?;
//! let figure_1 = include_bytes!("../data/trees/figure-1-1993.json");
//! let trace = Trace::of_tree(&catalogue, &searcher, &parse_tree(figure_1, "figure-1-1993.json")?)?;
//! assert_eq!(
//!     trace.json(),
//!     r#"{ "move": 1, "value": 2, "line": [1, 1], "expansions": [ [], [1], [0] ], "evaluations": 6, "#.to_owned()
//!         + "\"generations\": 6, \"expanded_partially\": 0, \"stop\": \"terminal\" }\n"
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

use std::path::Path;

use bestply::Searcher;
use bestply::explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
use bestply_catalogue::{AnyEvaluator, AnyPosition, Catalogue, SearcherSpec, SpecError};

pub use outcome::{Expansions, Outcome};
pub use tree_file::{MAX_CHILDREN, MAX_LEVELS, TreeFileError, TreeProblem, parse_tree};

use picture::Picture;
use recording::Recording;

/// A search, with everything that it did.
///
/// It takes about a hundred bytes for each evaluation.
/// A searcher without a tree forgets the nodes that it leaves, and tells nobody.
/// Text and picture show such nodes with their last known values.
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
}

impl Trace {
    /// Searches a position and records what happens. The evaluator must be of the position's game.
    ///
    /// # Errors
    ///
    /// If the searcher is not ready to run, see [`Catalogue::check_ready`].
    ///
    /// # Panics
    ///
    /// If the searcher was not [checked](Catalogue::checked).
    pub fn new(
        catalogue: &Catalogue,
        searcher: &SearcherSpec,
        mut position: AnyPosition,
        mut evaluator: AnyEvaluator,
    ) -> Result<Trace, SpecError> {
        catalogue.check_ready(searcher)?;
        let mut recording = Recording::new();
        let mut running = catalogue.any_searcher(searcher);
        let report = running.search_observed(&mut position, &mut evaluator, &searcher.limit(), &mut recording);
        recording.add_positions(&mut position);
        let line: Vec<usize> = report.line.iter().map(|mv| mv.index()).collect();
        let regenerates = catalogue.about_searcher(searcher).regenerates;
        let outcome = Outcome {
            best_move: line.first().copied(),
            value: report.value,
            line,
            expansions: recording.expansions(),
            evaluations: report.counts.evaluations,
            generations: report.counts.generations,
            first_generations: regenerates.then_some(report.counts.first_generations),
            // A searcher that frees every node that it leaves has no partially expanded nodes at the end.
            expanded_partially: match regenerates {
                true => recording.ever_partially_expanded(),
                false => Picture::last(&recording).partially_expanded(),
            },
            stop: report.stop,
        };
        Ok(Trace { searcher: searcher.clone(), recording, outcome })
    }

    /// Searches a tree that is written down, from its root.
    ///
    /// # Errors
    ///
    /// If the searcher is not ready to run.
    ///
    /// # Panics
    ///
    /// If the searcher was not [checked](Catalogue::checked).
    pub fn of_tree(catalogue: &Catalogue, searcher: &SearcherSpec, tree: &ExplicitTree) -> Result<Trace, SpecError> {
        let evaluator = AnyEvaluator::new::<ExplicitPosition, _>(NodeValue);
        Trace::new(catalogue, searcher, AnyPosition::new(tree.position()), evaluator)
    }

    /// Searches the tree that the bytes of a JSON file hold, see [`parse_tree`].
    ///
    /// # Errors
    ///
    /// If the bytes hold no tree, or the searcher is not ready to run. `path` names the file in errors.
    ///
    /// # Panics
    ///
    /// If the searcher was not [checked](Catalogue::checked).
    pub fn of_tree_json(
        catalogue: &Catalogue,
        searcher: &SearcherSpec,
        bytes: &[u8],
        path: impl AsRef<Path>,
    ) -> Result<Trace, TraceError> {
        Ok(Trace::of_tree(catalogue, searcher, &parse_tree(bytes, path)?)?)
    }

    /// What the search found, and what it cost.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// The outcome as one line of JSON.
    pub fn json(&self) -> String {
        format!("{}\n", self.outcome)
    }

    /// Every step as text: what each expansion did, and the tree after it.
    ///
    /// Of more than `most_steps` expansions, only so many and the last one are shown.
    /// Of a large tree, only the principal variation and its nodes' siblings are shown.
    pub fn text(&self, most_steps: usize) -> String {
        text::text(self, most_steps)
    }

    /// The tree that the search left, in graphviz's language.
    pub fn dot(&self) -> String {
        dot::dot(self)
    }
}
