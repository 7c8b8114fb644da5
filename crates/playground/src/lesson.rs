//! A search of a tree that is written down, as the lessons of the page ask for it.

use bestply::explicit_game::ExplicitTree;
use bestply_catalogue::{Catalogue, Player, SpecError};
use bestply_trace::{MOST_STEPS, Trace, TreeFileError, parse_tree};
use hyper::body::Bytes;
use serde::{Deserialize, Serialize};

use crate::search::{SearchError, check_numbers, line};
use crate::sheet::check_length;
use crate::{Options, SheetError};

/// The most nodes of a lesson's tree.
pub(crate) const MOST_NODES: usize = 1000;

/// The longest time of a lesson's search, in microseconds. A tree of so few nodes takes a thousandth of it.
const LONGEST_US: u64 = 1_000_000;

/// A search of a tree.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LessonRequest {
    /// The text of a tree, as a file has it.
    tree: String,
    /// The searcher in the form of the command line.
    searcher: String,
}

/// Why there is no search. Each is one line for the reader.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LessonError {
    #[error(transparent)]
    Length(#[from] SheetError),
    #[error(transparent)]
    Searcher(#[from] SpecError),
    #[error(transparent)]
    Number(#[from] SearchError),
    #[error(transparent)]
    Tree(#[from] TreeFileError),
    #[error("a foreign engine does not search trees")]
    Engine,
    #[error("the tree of a lesson has at most {MOST_NODES} nodes, not {0}")]
    TooLarge(usize),
}

/// A search that can begin.
pub(crate) struct PreparedLesson {
    tree: ExplicitTree,
    player: Player,
}

/// What a search found in a tree. Moves are named by the index of the child that they lead to.
#[derive(Serialize)]
struct Found {
    /// The best move; null where the root has no child.
    best: Option<usize>,
    /// The root's value, MAX's.
    value: Option<i32>,
    line: Vec<usize>,
    evaluations: u64,
    stop: String,
    /// Whether there were more steps than are told.
    capped: bool,
}

/// A line of the answer, as a search of a game has it.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Line<'a> {
    Subject(&'a bestply_trace::Subject),
    Steps(&'a [bestply_trace::Step]),
    Report(&'a Found),
}

impl LessonRequest {
    /// Checks everything that can be wrong, and sets the limits that every search has here.
    pub(crate) fn prepare(self, catalogue: &Catalogue, options: &Options) -> Result<PreparedLesson, LessonError> {
        check_length("a searcher", &self.searcher)?;
        let player = catalogue.player(&self.searcher)?;
        if player.is_engine() {
            return Err(LessonError::Engine);
        }
        player.check_ready()?;
        check_numbers(&player, options)?;
        let tree = parse_tree(self.tree.as_bytes(), "tree")?;
        if tree.nodes() > MOST_NODES {
            return Err(LessonError::TooLarge(tree.nodes()));
        }
        let limit = player.limit();
        let time = limit.time.map_or(LONGEST_US, |time| LONGEST_US.min(time.as_micros() as u64));
        let player = player.with_time_us(Some(time)).with_bytes(Some(limit.bytes.unwrap_or(options.most_bytes)));
        Ok(PreparedLesson { tree, player })
    }
}

impl PreparedLesson {
    /// Searches, and returns the lines of the answer.
    pub(crate) fn run(&self) -> Result<Bytes, LessonError> {
        let trace = Trace::of_tree(&self.player, &self.tree, MOST_STEPS)?;
        let outcome = trace.outcome();
        let found = Found {
            best: outcome.best_move,
            value: outcome.value,
            line: outcome.line.clone(),
            evaluations: outcome.evaluations,
            stop: outcome.stop.to_string(),
            capped: trace.all_steps() > trace.steps().len(),
        };
        let lines = [Line::Subject(trace.subject()), Line::Steps(trace.steps()), Line::Report(&found)];
        Ok(lines.iter().map(line).collect::<Vec<_>>().concat().into())
    }
}
