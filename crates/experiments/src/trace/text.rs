//! A trace as text: for each expansion what it did, and the tree it left, as in Figures 1 and 2 of the papers.

use std::ops::Range;

use bestply::{Stop, Value};

use super::draw::{Drawing, bounds_text, value_text};
use super::picture::Picture;
use super::recording::{Event, NodeId, ROOT};
use super::{Outcome, Trace};

/// What stands left of the drawings and notes of a step.
const INDENT: &str = "    ";

/// The trace as text, the first `most_steps` expansions and the last one drawn.
pub(super) fn text(trace: &Trace, most_steps: usize) -> String {
    let steps = steps(trace);
    let mut text = format!("{}: MAX nodes are [square], MIN nodes (round)\n", trace.searcher);
    let mut picture = Picture::new(&trace.recording);
    let before = steps.first().map_or(0, |step| step.start);
    trace.recording.events[..before].iter().for_each(|&event| picture.apply(event));
    for (number, step) in steps.iter().enumerate() {
        let last = number + 1 == steps.len();
        if number == most_steps && !last {
            text += &format!("\n⋯ {} expansions not shown\n", steps.len() - 1 - number);
        }
        let shown = number < most_steps || last;
        let step_text = draw_step(trace, &mut picture, step.clone(), shown, last);
        if shown {
            text += &format!("\n{}. {step_text}", number + 1);
        }
    }
    if steps.is_empty() {
        text += &format!("\n{}", drawing(trace, &mut picture, true));
    }
    text + "\n" + &ending(trace)
}

/// The events of each expansion and of what follows it.
fn steps(trace: &Trace) -> Vec<Range<usize>> {
    let events = &trace.recording.events;
    let generates = |place: usize| matches!(events[place], Event::Generated(..));
    let mut starts: Vec<_> = (0..events.len()).filter(|&at| generates(at) && (at == 0 || !generates(at - 1))).collect();
    starts.push(events.len());
    starts.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

/// Follows one expansion and what comes after it up to the next; the text is made only where it is `shown`.
fn draw_step(trace: &Trace, picture: &mut Picture<'_>, step: Range<usize>, shown: bool, last: bool) -> String {
    let mut text = String::new();
    let mut expansion = Generations::default();
    let mut frees = false;
    for &event in &trace.recording.events[step] {
        if shown {
            match event {
                Event::Generated(node, _) => expansion.add(trace, picture, node),
                Event::BackedUp(node, value) => text += &backed_up(trace, picture, node, value),
                Event::Freed(node) => {
                    // The tree with what the expansion made, as the papers draw it.
                    if !std::mem::replace(&mut frees, true) {
                        text += &before_freed(trace, picture);
                    }
                    text += &format!("{INDENT}the children of {} are freed\n", name(trace, node));
                }
                _ => {}
            }
        }
        picture.apply(event);
        if let (true, Event::Expanded(node)) = (shown, event) {
            text += &expanded(trace, picture, node, &expansion);
        }
    }
    if shown { text + &drawing(trace, picture, last) } else { text }
}

/// The children that one expansion made.
#[derive(Default)]
struct Generations {
    children: Vec<NodeId>,
    /// The number of those that had been made before.
    repeats: usize,
}

impl Generations {
    /// Adds a child that is going to be made.
    fn add(&mut self, trace: &Trace, picture: &Picture<'_>, child: NodeId) {
        let place = &trace.recording.nodes[child];
        self.repeats += usize::from(place.index < picture.ever_made(place.parent));
        self.children.push(child);
    }
}

/// What an expansion made.
fn expanded(trace: &Trace, picture: &Picture<'_>, node: NodeId, expansion: &Generations) -> String {
    let Generations { children, repeats } = expansion;
    let resumed = children.first().is_some_and(|&first| trace.recording.nodes[first].index > 0);
    let what = match (resumed, *repeats) {
        (true, _) => "expanded further",
        (false, 0) => "expanded",
        (false, _) => "expanded again",
    };
    let values = children.iter().map(|&child| value_text(picture.value(child).expect("a child made has a value")));
    let values = values.collect::<Vec<_>>().join(", ");
    let first = match children.len() - repeats {
        new if *repeats > 0 && new > 0 => format!("; the last {new} for the first time"),
        _ => String::new(),
    };
    let rest = match picture.not_made(node) {
        0 => String::new(),
        not_made => format!("; {not_made} not generated"),
    };
    let bounds = picture.bounds(node).map_or_else(String::new, bounds_text);
    format!("{} {bounds} is {what}: {values}{first}{rest}\n", capitalized(&name(trace, node)))
}

/// The tree before the children of the node that the search is at are freed.
fn before_freed(trace: &Trace, picture: &Picture<'_>) -> String {
    let variation = picture.variation();
    let values = picture.values_along(&variation);
    Drawing { recording: &trace.recording, picture, variation: &variation, values: &values, mark: "left" }.lines(INDENT)
}

/// What a value that is going to be backed up means.
fn backed_up(trace: &Trace, picture: &Picture<'_>, node: NodeId, value: Value) -> String {
    let Some(bounds) = picture.bounds(node) else {
        return format!("{INDENT}{} inherits {}\n", name(trace, node), value_text(value));
    };
    let consequence = if !bounds.contains(value) {
        format!(", outside {}", bounds_text(bounds))
    } else if picture.values_along(&[node]) != [Some(value)] {
        // Alpha-beta that fails hard.
        format!(", cut to {}", bounds_text(bounds))
    } else {
        String::new()
    };
    format!("{INDENT}{} is worth {} now{consequence}\n", name(trace, node), value_text(value))
}

/// The tree as it is known, and the node that the search is at; after its `last` expansion, the principal leaf.
fn drawing(trace: &Trace, picture: &mut Picture<'_>, last: bool) -> String {
    let (variation, values, mark);
    if last {
        picture.set_root_value(trace.outcome.value);
        variation = picture.end_at(trace.recording.node(&trace.outcome.line));
        values = variation.iter().map(|&node| picture.value(node)).collect();
        mark = "the principal leaf";
    } else {
        variation = picture.variation();
        values = picture.values_along(&variation);
        mark = "next";
    }
    Drawing { recording: &trace.recording, picture, variation: &variation, values: &values, mark }.lines(INDENT)
}

/// Why the search ended, what it found and what that cost.
fn ending(trace: &Trace) -> String {
    let outcome = &trace.outcome;
    let why = match outcome.stop {
        Stop::Depth => "the depth limit is reached".to_owned(),
        Stop::Terminal => "the principal leaf is terminal".to_owned(),
        Stop::Memory => "the limit on bytes is reached".to_owned(),
        Stop::Asked => "it was asked to stop".to_owned(),
        limit => format!("the limit on {limit} is reached"),
    };
    let best_move = outcome.best_move.map_or_else(|| "No move".to_owned(), |index| format!("Move {index}"));
    let value = outcome.value.map_or_else(|| "no value".to_owned(), |value| format!("value {}", value_text(value)));
    let mut text = format!("The search ends: {why}.\n{best_move}, {value}");
    if !outcome.line.is_empty() {
        text += &format!(", line {}", path_text(&outcome.line));
    }
    let Outcome { evaluations, expansions, expanded_partially, .. } = outcome;
    text += &format!("\nEvaluations: {evaluations}");
    if let Some(first) = outcome.first_generations {
        text += &format!(", generations: {}, first generations: {first}", outcome.generations);
    }
    text += &format!(". Nodes expanded: {}", expansions.len());
    text + &format!(", left partially expanded: {expanded_partially}.\n")
}

/// A node by the way to it.
fn name(trace: &Trace, node: NodeId) -> String {
    if node == ROOT { "the root".to_owned() } else { format!("node {}", path_text(&trace.recording.path(node))) }
}

/// A path as child indices with slashes between.
fn path_text(path: &[usize]) -> String {
    path.iter().map(usize::to_string).collect::<Vec<_>>().join("/")
}

fn capitalized(text: &str) -> String {
    text[..1].to_uppercase() + &text[1..]
}
