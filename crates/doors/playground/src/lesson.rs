//! A search of a tree that is written down, as the lessons of the page ask for it.

use bestply_catalogue::Catalogue;
use bestply_trace::{MOST_STEPS, Trace, parse_tree};
use hyper::body::Bytes;
use serde::Deserialize;
use serde_json::json;

use crate::Options;
use crate::answer::Refusal;
use crate::search::{check_numbers, line};
use crate::sheet::check_length;

/// The most nodes of a lesson's tree.
pub(crate) const MOST_NODES: usize = 1000;

/// The longest time of a lesson's search, in microseconds. A tree of so few nodes takes a thousandth of it.
const LONGEST_US: u64 = 1_000_000;

/// A search of a tree.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LessonRequest {
    /// The text of a tree, as a file has it.
    pub(crate) tree: String,
    /// The searcher in the form of the command line.
    pub(crate) searcher: String,
}

impl LessonRequest {
    /// Checks everything that can be wrong, sets the limits that every search has here, and searches.
    ///
    /// The lines of the answer are as those of a search of a game.
    pub(crate) fn run(self, catalogue: &Catalogue, options: &Options) -> Result<[Bytes; 3], Refusal> {
        check_length("a searcher", &self.searcher)?;
        let player = catalogue.player(&self.searcher)?;
        Refusal::unless(!player.is_engine(), "a foreign engine does not search trees")?;
        player.check_ready()?;
        check_numbers(&player, options)?;
        let tree = parse_tree(self.tree.as_bytes(), "tree")?;
        let nodes = tree.nodes();
        let too_many = format!("the tree of a lesson has at most {MOST_NODES} nodes, not {nodes}");
        Refusal::unless(nodes <= MOST_NODES, too_many)?;
        let limit = player.limit();
        let time = limit.time.map_or(LONGEST_US, |time| LONGEST_US.min(time.as_micros() as u64));
        let player = player.with_time_us(Some(time)).with_bytes(Some(limit.bytes.unwrap_or(options.most_bytes)));
        let trace = Trace::of_tree(&player, &tree, MOST_STEPS)?;
        let outcome = trace.outcome();
        // Moves are named by the index of the child that they lead to, and the value is MAX's.
        let found = json!({
            "best": outcome.best_move,
            "value": outcome.value,
            "line": outcome.line,
            "evaluations": outcome.evaluations.to_string(),
            "stop": outcome.stop.to_string(),
            // Whether there were more steps than are told.
            "capped": trace.all_steps() > trace.steps().len(),
        });
        Ok([line("subject", trace.subject()), line("steps", trace.steps()), line("report", &found)])
    }
}
