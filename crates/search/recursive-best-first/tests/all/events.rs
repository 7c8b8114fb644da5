//! What an observer is told, and in which order.

use bestply_core::{Bounds, Event, Limit, Observer, Search, Value, ValueKind};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_recursive_best_first::{Form, RecursiveBestFirst};

/// Writes down every event.
#[derive(Default)]
struct Log(Vec<String>);

impl Observer for Log {
    fn observe(&mut self, event: Event<'_>) {
        self.0.push(match event {
            Event::Entered { path, bounds: Bounds { alpha, beta: Value::MAX } } => {
                format!("entered {path:?} {alpha}..")
            }
            Event::Entered { path, bounds: Bounds { alpha, beta } } => format!("entered {path:?} {alpha}..{beta}"),
            Event::Chosen { path, counts } => format!("chosen {path:?} after {}", counts.evaluations),
            Event::Generated { path, index, value } => format!("generated {path:?} {index} {value}"),
            Event::Expanded { path, fully } => format!("expanded {path:?} {fully}"),
            Event::BackedUp { path, value, kind } => format!("backed up {path:?} {value} {kind:?}"),
            Event::Freed { path } => format!("freed {path:?}"),
            event => panic!("{event:?} is none of this search's"),
        });
    }
}

fn events(mut searcher: RecursiveBestFirst, text: &str, limit: &Limit) -> Vec<String> {
    let tree = ExplicitTree::parse(text).expect("the tree is well-formed");
    let mut log = Log::default();
    searcher.run(&mut tree.position(), &mut NodeValue, limit, &mut log);
    log.0
}

/// Figure 2 of Korf & Chickering 1993, with one more child of move 1.
///
/// That child is not made before the move is chosen again.
#[test]
fn every_step_is_told() {
    let expected = [
        "entered [] -2147483648..",
        "chosen [] after 0",
        "generated [] 0 4",
        "generated [] 1 6",
        "expanded [] true",
        "entered [1] 4..",
        "chosen [1] after 2",
        "generated [1] 0 5",
        "generated [1] 1 2",
        "expanded [1] false",
        "backed up [1] 2 Bound",
        "freed [1]",
        "entered [0] 2..",
        "chosen [0] after 4",
        "generated [0] 0 8",
        "generated [0] 1 1",
        "expanded [0] true",
        "backed up [0] 1 Exact",
        "freed [0]",
        "entered [1] 1..",
        "chosen [1] after 6",
        "generated [1] 0 5",
        "generated [1] 1 2",
        "generated [1] 2 9",
        "expanded [1] true",
        "entered [1, 1] 1..5",
        "chosen [1, 1] after 9",
        "backed up [1] 2 Exact",
        "backed up [] 2 Exact",
    ];
    assert_eq!(events(RecursiveBestFirst::default(), "max 0 (4 (8 1) 6 (5 2 9))", &Limit::new()), expected);
}

/// MAX moves twice by move 0.
/// Its first child, once worth 6 and then 1, is worth 3 at most when it is made again.
#[test]
fn an_inherited_value_is_backed_up_as_a_bound() {
    let text = "max 0 (5:max (6 (1) 3) 4 (2))";
    let inherited = format!("backed up [0, 0] 3 {:?}", ValueKind::Bound);
    let of = |form| events(RecursiveBestFirst::new(form), text, &Limit::new());
    let told = of(Form::Report1992);
    let made_again = told.iter().rposition(|event| event == "expanded [0] true").expect("move 0 is chosen again");
    assert_eq!(told[made_again + 1], inherited);
    assert!(!of(Form::Paper1993).contains(&inherited));
}

/// Move 0 is chosen again, and so is its first child within that replay, which was left with only one of its children
/// made. It is a bound still if the search is cut short there. Move 0 itself keeps the value that its first search
/// found.
#[test]
fn a_bound_stays_one_where_a_replay_is_cut_short() {
    let tree = "max 0 (4 (5 (7 (2) 1) 6 (8 9)) 3 (1))";
    let told = events(RecursiveBestFirst::default(), tree, &Limit::new().evaluations(14));
    let last = ["entered [0, 0] 1..8", "chosen [0, 0] after 14", "backed up [0] 7 Bound", "backed up [] 2 Exact"];
    assert_eq!(told[told.len() - 4..], last);
}
