//! A trace as text: why the search did each step, what the step changed, and small trees as the papers draw them.

use bestply::Value;

use crate::draw::drawn;
use crate::names::{bounds_text, capitalized, count, known_value, line_text, name, numbers_text, value_text};
use crate::state::State;
use crate::step::{BonusTerms, NodeName, ROOT, StepEvent, TraceStep};
use crate::why::{stop_text, visits};
use crate::{Trace, TraceOutcome};

/// The text to the left of the drawings and notes of a step.
const INDENT: &str = "    ";

/// The most columns of a sentence.
const COLUMNS: usize = 100;

/// The most nodes of a tree that is drawn after each step. A larger one is drawn after the first and the last.
const DRAWN_UP_TO_NODES: usize = 24;

/// The most children of a node whose scores are listed.
const MOST_SCORES: usize = 6;

/// The trace as text.
pub(crate) fn text(trace: &Trace) -> String {
    let mut text = format!("{}: MAX nodes are [square], MIN nodes (round)\n", trace.subject.searcher);
    let mut state = State::new(&trace.subject.root);
    for (number, step) in trace.steps.iter().enumerate() {
        let next = trace.steps.get(number + 1);
        text += "\n";
        text += &wrapped(&format!("{}. {}", step.step, step.why));
        text += &changes(trace, &mut state, step);
        let is_edge = number == 0 || next.is_none();
        if is_edge || state.in_order().nth(DRAWN_UP_TO_NODES).is_none() {
            text += &drawing(trace, &mut state, next);
        }
    }
    if trace.steps.is_empty() {
        let state = trace.last_state();
        text += &format!("\n{}", drawn(&state, &[ROOT], "the principal leaf", INDENT));
    }
    if let Some(cap) = trace.cap_text() {
        text += &format!("\n⋯ {cap}\n");
    }
    text + "\n" + &ending(trace)
}

/// Follows the search by a step, and says what it changed: one line for each value.
fn changes(trace: &Trace, state: &mut State, step: &TraceStep) -> String {
    step.made.iter().for_each(|made| state.add(made));
    let mut changes = String::new();
    let mut note = |line: String| changes += &format!("{INDENT}{line}\n");
    for event in &step.events {
        match *event {
            StepEvent::BackedUp { node, value, bound } => {
                let before = state.nodes[node].value;
                let outside = state.bounds_on_way(node).filter(|bounds| !bounds.contains(value));
                let outside = outside.map_or_else(String::new, |bounds| format!(", outside {}", bounds_text(bounds)));
                let bound = if bound { " (a bound)" } else { "" };
                let change = change(before, value);
                // Where visits are counted, the line with them says it.
                if !counts_visits(step, node) {
                    note(format!("{}: {change}{bound}{outside}", capitalized(&name(state, node))));
                }
            }
            // What a child has at first stands in the sentence.
            StepEvent::Numbered { node, proof, disproof } => {
                if let Some(before) = state.nodes[node].numbers.filter(|&before| before != [proof, disproof]) {
                    let (before, after) = (numbers_text(before), numbers_text([proof, disproof]));
                    note(format!("{}: {before} → {after}", capitalized(&name(state, node))));
                }
            }
            StepEvent::Freed { node } => note(format!("the children of {} are freed", name(state, node))),
            _ => {}
        }
        state.apply(event);
        if let StepEvent::Visited { node, .. } = *event {
            note(capitalized(&visits::line(state, trace.subject.bonus.as_ref(), node)));
        }
    }
    state.apply_end(step);
    if let Some(bonus) = &trace.subject.bonus {
        scores(bonus, state, step).into_iter().for_each(&mut note);
    }
    changes
}

/// Whether a step tells the visits of a node.
fn counts_visits(step: &TraceStep, node: NodeName) -> bool {
    step.events.iter().any(|event| matches!(event, StepEvent::Visited { node: visited, .. } if *visited == node))
}

/// A value and what it was before.
fn change(before: Option<Value>, value: Value) -> String {
    match before {
        Some(before) if before == value => format!("{} still", value_text(value)),
        _ => format!("{} → {}", known_value(before), value_text(value)),
    }
}

/// The visits and scores of the root's best children, and of the nodes on the path whose visits grew.
fn scores(bonus: &BonusTerms, state: &State, step: &TraceStep) -> Vec<String> {
    let line = |node| capitalized(&visits::line(state, Some(bonus), node));
    let on_path = step.meanwhile.iter().filter(|it| it.visits.is_some()).map(|it| it.node);
    let on_path: Vec<NodeName> = on_path.collect();
    let mut children: Vec<(NodeName, f64)> = state
        .children(ROOT)
        .filter(|child| !on_path.contains(child) && !counts_visits(step, *child))
        .filter(|child| state.nodes[*child].proof.is_none())
        .filter_map(|child| Some((child, visits::score(state, bonus, child)?.total)))
        .collect();
    children.sort_by(|one, other| other.1.total_cmp(&one.1));
    let left_out = children.len().saturating_sub(MOST_SCORES);
    let mut lines: Vec<String> = on_path.iter().map(|&node| line(node)).collect();
    lines.extend(children.iter().take(MOST_SCORES).map(|&(child, _)| line(child)));
    if left_out > 0 {
        lines.push(format!("⋯ {} of the root with lower scores", count(left_out, "other child", "other children")));
    }
    lines
}

/// The tree as it is known, with the node that the search turns to next; after the last step, with the principal leaf.
fn drawing(trace: &Trace, state: &mut State, next: Option<&TraceStep>) -> String {
    let Some(next) = next else {
        let mark = if trace.cap_text().is_some() { "the best line so far" } else { "the principal leaf" };
        return drawn(state, &state.line, mark, INDENT);
    };
    // The search turns there before it changes anything: this is where its bounds are known.
    let nodes = state.nodes.len();
    let turns = next.events.iter().take_while(
        |event| matches!(event, StepEvent::Entered { node, .. } | StepEvent::Selected { node, .. } if *node < nodes),
    );
    turns.for_each(|event| state.apply(event));
    let line = if next.node < nodes { state.path_to(next.node) } else { state.way.clone() };
    drawn(state, &line, "next", INDENT)
}

/// A sentence in lines that fit a terminal.
fn wrapped(sentence: &str) -> String {
    let (mut lines, mut columns) = (String::new(), 0);
    for word in sentence.split(' ') {
        let width = word.chars().count();
        if columns > 0 && columns + 1 + width > COLUMNS {
            lines += "\n    ";
            columns = INDENT.len();
        } else if columns > 0 {
            lines += " ";
            columns += 1;
        }
        lines += word;
        columns += width;
    }
    lines + "\n"
}

/// What the search found, and what that cost; why it ended, where no step says so.
fn ending(trace: &Trace) -> String {
    let outcome = &trace.outcome;
    let best_move = outcome.best_move.map_or_else(|| "No move".to_owned(), |index| format!("Move {index}"));
    let value = outcome.value.map_or_else(|| "no value".to_owned(), |value| format!("value {}", value_text(value)));
    let is_said = trace.cap_text().is_none() && !trace.steps.is_empty();
    let why = if is_said { String::new() } else { format!("The search ends: {}.\n", stop_text(&outcome.stop)) };
    let mut text = format!("{why}{best_move}, {value}");
    if !outcome.line.is_empty() {
        let state = trace.last_state();
        let nodes = state.nodes_along(&outcome.line);
        let indices = outcome.line.iter().map(usize::to_string).collect::<Vec<_>>().join("/");
        let named = if state.is_line(&nodes) { line_text(&state, &nodes) } else { String::new() };
        text += &format!(", line {indices}");
        if !named.is_empty() && named.replace(' ', "/") != indices {
            text += &format!(" ({named})");
        }
    }
    let TraceOutcome { evaluations, expansions, expanded_partially, .. } = outcome;
    text += &format!("\nEvaluations: {evaluations}");
    if let Some(first) = outcome.first_generations {
        text += &format!(", generations: {}, first generations: {first}", outcome.generations);
    }
    text += &format!(". Nodes expanded: {}", expansions.len());
    text + &format!(", left partially expanded: {expanded_partially}.\n")
}
