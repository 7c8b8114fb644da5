//! A trace as text: what each expansion did, and the tree after it, as in Figures 1 and 2 of the papers.

use std::ops::Range;

use bestply::{Stop, Value};

use crate::draw::{Drawing, bounds_text, value_text};
use crate::picture::Picture;
use crate::recording::{Event, NodeId};
use crate::{Outcome, Trace};

/// The text to the left of the drawings and notes of a step.
const INDENT: &str = "    ";

/// The longest path by which a node is named. Of a longer path only the end is shown.
const LONGEST_NAME: usize = 64;
const END_OF_NAME: usize = 8;

/// The trace as text. The first `most_steps` expansions and the last one are drawn.
pub(crate) fn text(trace: &Trace, most_steps: usize) -> String {
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

/// The events of each expansion, with those that follow it.
fn steps(trace: &Trace) -> Vec<Range<usize>> {
    let events = &trace.recording.events;
    // The node whose child an event makes, if it makes one.
    let expands = |place: usize| match events[place] {
        Event::Generated(child, _) => Some(trace.recording.nodes[child].parent),
        _ => None,
    };
    let starts_here = |&at: &usize| expands(at).is_some() && (at == 0 || expands(at - 1) != expands(at));
    let mut starts: Vec<_> = (0..events.len()).filter(starts_here).collect();
    starts.push(events.len());
    starts.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

/// Follows one expansion and what comes after it, up to the next. The text is made only if the step is `shown`.
fn draw_step(trace: &Trace, picture: &mut Picture<'_>, step: Range<usize>, shown: bool, last: bool) -> String {
    let events = &trace.recording.events[step];
    if !shown {
        events.iter().for_each(|&event| picture.apply(event));
        return String::new();
    }
    let made = events.iter().take_while(|event| matches!(event, Event::Generated(..))).count();
    let mut text = draw_expansion(trace, picture, &events[..made]);
    let mut frees = false;
    for &event in &events[made..] {
        match event {
            Event::BackedUp(node, value) => text += &backed_up(trace, picture, node, value),
            Event::Freed(node) => {
                // The tree with the children that the expansion made, as the papers draw it.
                if !std::mem::replace(&mut frees, true) {
                    text += &before_freed(trace, picture);
                }
                text += &format!("{INDENT}the children of {} are freed\n", name(trace, node));
            }
            _ => {}
        }
        picture.apply(event);
    }
    text + &drawing(trace, picture, last)
}

/// Follows one expansion of one or more children, and returns a text of what it made.
fn draw_expansion(trace: &Trace, picture: &mut Picture<'_>, generations: &[Event]) -> String {
    let child_of = |event: &Event| match *event {
        Event::Generated(child, _) => child,
        _ => unreachable!("these events are generations"),
    };
    let children: Vec<NodeId> = generations.iter().map(child_of).collect();
    let node = trace.recording.nodes[children[0]].parent;
    let resumed = picture.has_children(node) && !picture.is_made(children[0]);
    let repeated: Vec<bool> = children.iter().map(|&child| picture.was_made(child)).collect();
    generations.iter().for_each(|&event| picture.apply(event));

    let what = match (resumed, repeated.contains(&true)) {
        (true, _) => "expanded further",
        (false, false) => "expanded",
        (false, true) => "expanded again",
    };
    let rest = match picture.not_made(node) {
        0 => String::new(),
        not_made => format!("; {not_made} not generated"),
    };
    let bounds = picture.bounds(node).map_or_else(String::new, |bounds| format!(" {}", bounds_text(bounds)));
    let (values, first) = (values_text(trace, picture, &children), first_text(&repeated));
    format!("{}{bounds} is {what}: {values}{first}{rest}\n", capitalized(&name(trace, node)))
}

/// The values of the children made. If they were not made in canonical order, each stands after its index.
fn values_text(trace: &Trace, picture: &Picture<'_>, children: &[NodeId]) -> String {
    let index = |child: NodeId| trace.recording.nodes[child].index;
    let is_in_order = children.windows(2).all(|pair| index(pair[0]) + 1 == index(pair[1]));
    let value = |&child: &NodeId| {
        let value = picture.value(child).map_or_else(|| "?".to_owned(), value_text);
        if is_in_order { value } else { format!("{} is {value}", index(child)) }
    };
    children.iter().map(value).collect::<Vec<_>>().join(", ")
}

/// The number of children made for the first time, if others were made again.
fn first_text(repeated: &[bool]) -> String {
    let new = repeated.iter().filter(|&&repeated| !repeated).count();
    let repeats = repeated.len() - new;
    match (new, repeats) {
        (0, _) | (_, 0) => String::new(),
        _ if repeated[..repeats].contains(&false) => format!("; {new} of them for the first time"),
        _ => format!("; the last {new} for the first time"),
    }
}

/// The tree before the children of the node that the search is at are freed.
fn before_freed(trace: &Trace, picture: &Picture<'_>) -> String {
    let variation = picture.variation();
    let values = picture.values_along(&variation);
    Drawing { recording: &trace.recording, picture, variation: &variation, values: &values, mark: "left" }.lines(INDENT)
}

/// What a value means that is about to be backed up.
fn backed_up(trace: &Trace, picture: &Picture<'_>, node: NodeId, value: Value) -> String {
    let Some(bounds) = picture.bounds(node) else {
        return format!("{INDENT}{} inherits {}\n", name(trace, node), value_text(value));
    };
    let consequence = if !bounds.contains(value) {
        format!(", outside {}", bounds_text(bounds))
    } else if [bounds.alpha, bounds.beta].contains(&value) && picture.values_along(&[node]) != [Some(value)] {
        // This is alpha-beta that fails hard.
        format!(", cut to {}", bounds_text(bounds))
    } else {
        String::new()
    };
    format!("{INDENT}{} is worth {} now{consequence}\n", name(trace, node), value_text(value))
}

/// The tree as it is known, with the node that the search is at; after its `last` expansion, with the principal leaf.
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

/// Why the search ended, what it found, and what that cost.
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

/// The name of a node: the path to it.
fn name(trace: &Trace, node: NodeId) -> String {
    let end = |most: usize| path_text(&trace.recording.path(node, most));
    match trace.recording.nodes[node].level {
        0 => "the root".to_owned(),
        1..=LONGEST_NAME => format!("node {}", end(LONGEST_NAME)),
        level => format!("node ⋯/{} on level {level}", end(END_OF_NAME)),
    }
}

/// A path as child indices with slashes between.
fn path_text(path: &[usize]) -> String {
    path.iter().map(usize::to_string).collect::<Vec<_>>().join("/")
}

fn capitalized(text: &str) -> String {
    text[..1].to_uppercase() + &text[1..]
}
