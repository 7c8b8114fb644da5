//! The whole tree as it grew, held against the steps of the same search.

use bestply::Searcher;
use bestply::random_game::{EdgeSum, Numbering, RandomGame, Rules};
use bestply_catalogue::{AnyEvaluator, AnyPosition, Catalogue};
use bestply_trace::{GrownTree, MOST_GROWN, StepEvent, Trace};
use serde_json::Value as Json;

/// The columns of a tree, read from its bytes.
struct Columns {
    head: Json,
    nodes: Vec<[u32; 4]>,
    changes: Vec<(u32, u32, i32)>,
}

fn start() -> (AnyPosition, AnyEvaluator) {
    let rules = Rules::new(3, 100).unwrap().with_numbering(Numbering::Keyed);
    (AnyPosition::new(RandomGame::new(rules, 5)), AnyEvaluator::new::<RandomGame, _>(EdgeSum))
}

fn traced(searcher: &str) -> Trace {
    let catalogue = Catalogue::standard();
    Trace::new(&catalogue.player(searcher).unwrap(), "random", start(), 100_000).unwrap()
}

fn read(growth: &GrownTree) -> Columns {
    let bytes = growth.bytes();
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    assert!(end.is_multiple_of(4), "columns can be looked at where they are");
    let head: Json = serde_json::from_slice(&bytes[..end]).unwrap();
    let count = |name: &str| head[name].as_u64().unwrap() as usize;
    let (nodes, changes) = (count("nodes"), count("changes"));
    let words: Vec<u32> =
        bytes[end..].chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    let of_nodes = 5 * nodes + nodes.div_ceil(4);
    assert_eq!(words.len(), of_nodes + 4 * changes + changes.div_ceil(4), "nothing is left over");
    let node = |node: usize| [0, 1, 2, 3].map(|column| words[column * nodes + node]);
    let changed = &words[of_nodes..];
    let change = |change: usize| (changed[change], changed[changes + change], changed[2 * changes + change] as i32);
    Columns { nodes: (0..nodes).map(node).collect(), changes: (0..changes).map(change).collect(), head }
}

/// A searcher of each logic.
const SEARCHERS: &[&str] = &[
    "best-first:evaluations=500",
    "recursive-best-first:depth=6",
    "best-first-extension:alpha_beta_depth=2,evaluations=500",
    "uct-best-first:evaluations=500",
    "unbounded-minimax:evaluations=500",
    "monte-carlo-tree-search:evaluations=300",
    "alpha-beta:depth=4",
    "principal-variation-search:evaluations=500",
    "minimax:depth=3",
];

#[test]
fn nodes_are_those_of_the_steps_with_the_same_numbers() {
    for searcher in SEARCHERS {
        let trace = traced(searcher);
        let columns = read(trace.growth());
        let made: Vec<_> = trace.steps().iter().flat_map(|step| &step.made).collect();
        assert_eq!(columns.nodes.len(), made.len() + 1, "{searcher}");
        for made in made {
            let [parent, index, text, _] = columns.nodes[made.node];
            assert_eq!((parent as usize, index as usize), (made.parent.unwrap(), made.index), "{searcher}");
            assert_eq!(columns.head["texts"][text as usize], made.label.as_str(), "{searcher}");
        }
        assert!(columns.nodes.is_sorted_by_key(|[.., born]| born), "{searcher}: the oldest come first");
        let last = trace.steps().last().unwrap().evaluations;
        assert_eq!(columns.head["evaluations"], last, "{searcher}");
    }
}

#[test]
fn at_the_end_every_node_has_its_last_value() {
    for searcher in SEARCHERS {
        let trace = traced(searcher);
        let mut values = vec![None; trace.growth().node_count()];
        for event in trace.steps().iter().flat_map(|step| &step.events) {
            match *event {
                StepEvent::Generated { node, value } => values[node] = value,
                StepEvent::BackedUp { node, value, .. } => values[node] = Some(value),
                _ => {}
            }
        }
        let columns = read(trace.growth());
        assert!(columns.changes.is_sorted_by_key(|(at, ..)| at), "{searcher}");
        let mut kept = vec![None; values.len()];
        for &(_, node, value) in &columns.changes {
            kept[node as usize] = Some(value);
        }
        for (node, value) in values.iter().enumerate().filter(|(node, _)| kept[*node].is_some()) {
            assert_eq!(kept[node], *value, "{searcher}: node {node}");
        }
        assert!(kept.iter().flatten().count() > 1, "{searcher}");
    }
}

#[test]
fn the_line_at_the_end_is_the_reports() {
    for searcher in SEARCHERS {
        let trace = traced(searcher);
        let columns = read(trace.growth());
        let indices: Vec<usize> =
            trace.growth().line()[1..].iter().map(|&node| columns.nodes[node as usize][1] as usize).collect();
        // A table may know more moves than were looked at below it.
        assert!(!indices.is_empty() && trace.outcome().line.starts_with(&indices), "{searcher}: {indices:?}");
    }
}

#[test]
fn a_full_tree_keeps_its_beginning_and_says_so() {
    let catalogue = Catalogue::standard();
    let spec = catalogue.player("principal-variation-search:evaluations=2000").unwrap();
    let grown = |most: usize| {
        let (mut position, mut evaluator) = start();
        let mut growth = GrownTree::new(&spec, &position, most);
        spec.any_searcher().unwrap().search_observed(&mut position, &mut evaluator, &spec.limit(), &mut growth);
        growth
    };
    let (whole, part) = (grown(MOST_GROWN), grown(100));
    assert!(!whole.is_full() && part.is_full());
    assert_eq!(part.node_count(), 100);
    assert_eq!(read(&whole).nodes[..100], read(&part).nodes);
    assert_eq!(read(&part).head["full"], Json::Bool(true));
    assert!(whole.evaluations() > part.evaluations());
}
