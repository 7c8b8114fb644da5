//! The sentence of each step: why the search did this, and what came of it.
//!
//! Text, JSON and the microscope all show these sentences.

mod depth_first;
mod said;
pub(crate) mod visits;

use bestply::{Bounds, Stop, Value};
use bestply_catalogue::Logic;

use crate::names::{capitalized, count, line_text, list, name, numbers_text};
use crate::outcome::TraceOutcome;
use crate::recorder::Draft;
use crate::state::{ShownNode, State};
use crate::step::{BonusTerms, NodeName, ROOT, SaidValue, StepEvent, StepKind};

/// A node that the last step left, with its value and the bounds that it had.
#[derive(Clone, Copy)]
pub(crate) struct Left {
    pub(crate) node: NodeName,
    pub(crate) value: Value,
    pub(crate) bounds: Bounds,
}

/// What a reason may refer to: all that is known before the step changes anything.
pub(crate) struct Context<'c> {
    pub(crate) state: &'c State,
    pub(crate) bonus: Option<&'c BonusTerms>,
    /// The path of the step before.
    pub(crate) last_way: &'c [NodeName],
}

/// What a step is about.
pub(crate) fn kind(state: &State, draft: &Draft, logic: Logic) -> StepKind {
    let has = |is: fn(&StepEvent) -> bool| draft.step.events.iter().any(is);
    if has(|event| matches!(event, StepEvent::Iterated { .. })) {
        StepKind::Iteration
    } else if has(|event| matches!(event, StepEvent::TableHit { .. })) {
        StepKind::TableHit
    } else if has(|event| matches!(event, StepEvent::CutOff { .. })) || depth_first::is_cut_off(state, draft, logic) {
        StepKind::CutOff
    } else if !draft.generated.is_empty() {
        StepKind::Expansion
    } else if logic.is_depth_first() && !has(|event| matches!(event, StepEvent::Entered { .. })) {
        StepKind::Return
    } else if logic.is_depth_first() && state.nodes[draft.step.node].moves > 0 {
        StepKind::Entry
    } else {
        StepKind::End
    }
}

/// Why the search turned to the node of a step.
pub(crate) fn reason(context: &Context<'_>, draft: &Draft, logic: Logic) -> String {
    match logic {
        Logic::BestFirst | Logic::LinearSpace => best_first_reason(context.state, draft),
        Logic::Uct | Logic::MonteCarlo => visits::reason(context, draft, logic),
        Logic::AlphaBeta | Logic::PrincipalVariation | Logic::Minimax => {
            depth_first::reason(context.state, draft, logic)
        }
        Logic::Other => format!("The search turns to {}.", name(context.state, draft.step.node)),
    }
}

/// The whole sentence of a step that is complete, and the values in it.
pub(crate) fn sentence(state: &State, draft: &Draft, logic: Logic) -> (String, Vec<SaidValue>) {
    let reason = draft.reason.as_deref().unwrap_or_default();
    let result = if logic.is_depth_first() {
        depth_first::result(state, draft, logic)
    } else {
        expansion_result(state, draft, logic)
    };
    said::read(format!("{reason} {result}").trim())
}

/// Best-first minimax: the leaf at the end of the best line, and why that line is the best now.
fn best_first_reason(state: &State, draft: &Draft) -> String {
    let node = draft.step.node;
    let is_expanded = state.nodes[node].made > 0;
    if node == ROOT && !is_expanded {
        return "The search begins at the root.".to_owned();
    }
    let name = name(state, node);
    let what = if state.nodes[node].moves == 0 {
        "where the game is over"
    } else if is_expanded {
        "a node whose other children were left out before"
    } else {
        "the leaf at the end of the best line"
    };
    match draft.left.filter(|left| !left.bounds.contains(left.value)) {
        Some(left) => format!("{}, so the search turns to {name}, {what}.", fell(state, left)),
        None => format!("{} is {what}.", capitalized(&name))
            .replace(" is where ", " is at the end of the best line, where "),
    }
}

/// That a node's value is outside its bounds now, and whose bound that is.
fn fell(state: &State, Left { node, value, bounds }: Left) -> String {
    let (verb, side, bound) =
        if value < bounds.alpha { ("fell to", "below", bounds.alpha) } else { ("rose to", "above", bounds.beta) };
    let whose = match rival(state, node, bound) {
        Some(rival) if state.nodes[rival].parent == state.nodes[node].parent => {
            format!("the bound that its sibling {} sets", state.nodes[rival].label)
        }
        Some(rival) => format!("the bound that {} sets", name(state, rival)),
        None => "its bound".to_owned(),
    };
    let whose_value = capitalized(&name(state, node));
    format!("{whose_value} {verb} {}, {side} {}, {whose}", said::value_text(node, value), said::value_text(node, bound))
}

/// The nearest node that a node or a node above it would have to be better than: one whose value is the bound.
fn rival(state: &State, node: NodeName, bound: Value) -> Option<NodeName> {
    state.up(node).find_map(|node| {
        let mut siblings = state.children(state.nodes[node].parent).filter(|&child| child != node);
        siblings.find(|&child| state.nodes[child].value == Some(bound))
    })
}

/// What an expansion made, and what that changed.
fn expansion_result(state: &State, draft: &Draft, logic: Logic) -> String {
    let mut sentences = Vec::from_iter(made_sentence(state, draft));
    if logic == Logic::LinearSpace && draft.step.events.iter().any(|event| matches!(event, StepEvent::Freed { .. })) {
        let value = said::known_value(draft.step.node, state.nodes[draft.step.node].value);
        sentences.push(format!("The search leaves it, frees its children and keeps its value, {value}."));
    } else {
        sentences.extend(backed_up_sentence(state, draft, logic));
    }
    sentences.extend(proof_sentence(state, draft));
    sentences.join(" ")
}

/// The children that a step made, with their values.
pub(crate) fn made_sentence(state: &State, draft: &Draft) -> Option<String> {
    let first = draft.generated.first()?.0;
    let parent = state.nodes[first].parent;
    let index = |child: NodeName| state.nodes[child].index;
    let is_in_order = draft.generated.windows(2).all(|pair| index(pair[0].0) + 1 == index(pair[1].0));
    let all = draft.generated.len() == state.nodes[parent].moves;
    let values: Vec<String> = draft
        .generated
        .iter()
        .map(|&(child, _)| {
            let ShownNode { label, static_value, numbers, .. } = &state.nodes[child];
            let value = numbers.map_or_else(|| said::known_value(child, *static_value), numbers_text);
            if is_in_order && all { value } else { format!("{value} ({label})") }
        })
        .collect();
    let again = draft.generated.iter().filter(|(_, again)| *again).count();
    let again = match (again, draft.generated.len() - again) {
        (0, _) => String::new(),
        (_, 0) => ", made again".to_owned(),
        (_, new) => format!(", {new} of them for the first time"),
    };
    let next = if draft.is_resumed { "next " } else { "" };
    let subject = match (draft.generated.len(), state.nodes[first].numbers) {
        (1, Some(_)) => "child has",
        (1, None) => "child is worth",
        (_, Some(_)) => "children have",
        (_, None) => "children are worth",
    };
    let left_out = match state.not_made(parent) {
        0 => String::new(),
        rest => left_out(state, parent, rest),
    };
    Some(format!("Its {next}{subject} {}{again}.{left_out}", list(&values)))
}

/// Why the other children of a node are not made.
fn left_out(state: &State, parent: NodeName, rest: usize) -> String {
    let best = state.children(parent).filter_map(|child| state.nodes[child].value);
    let side = state.nodes[parent].side;
    let best = best.max_by_key(|&value| side.orient(value));
    let others = match rest {
        1 => "the other child is not generated".to_owned(),
        _ => format!("the other {rest} children are not generated"),
    };
    match (best, state.nodes[parent].bounds) {
        (Some(best), Some(bounds)) if !bounds.contains(best) || side.orient(best) >= bounds.orient(side).beta => {
            format!(" That is outside {}, so {others}.", said::bounds_text(parent, bounds))
        }
        _ => format!(" {} yet.", capitalized(&others)),
    }
}

/// The value that the node of a step has now.
fn backed_up_sentence(state: &State, draft: &Draft, logic: Logic) -> Option<String> {
    if draft.generated.is_empty() {
        return None;
    }
    let node = draft.step.node;
    let ShownNode { side, numbers, .. } = state.nodes[node];
    if let Some(numbers) = numbers {
        return Some(format!("So it has {}.", numbers_text(numbers)));
    }
    let best = state.best_child(node, logic)?;
    if logic == Logic::MonteCarlo || state.nodes[node].made < 2 {
        return None;
    }
    let value = said::known_value(best, state.nodes[best].value);
    // The root's first expansion says all there is to say.
    (node != ROOT).then(|| format!("{side} is to move there and takes {value}."))
}

fn proof_sentence(state: &State, draft: &Draft) -> Option<String> {
    draft.step.events.iter().rev().find_map(|event| match *event {
        StepEvent::Visited { node, proof: Some(0), .. } => {
            Some(format!("The game is over there, which proves {}.", name(state, node)))
        }
        StepEvent::Visited { node, proof: Some(plies), .. } => {
            let plies = count(plies as usize, "ply", "plies");
            Some(format!("This proves {}, {plies} before the end.", name(state, node)))
        }
        _ => None,
    })
}

/// Why the search ended and what it found, and the values in it.
pub(crate) fn ending(state: &State, outcome: &TraceOutcome) -> (String, Vec<SaidValue>) {
    let why = stop_text(&outcome.stop);
    let value = outcome.value.map_or_else(
        || "no value is known".to_owned(),
        |value| format!("the value is {}", said::value_text(ROOT, value)),
    );
    let line = line_text(state, &state.nodes_along(&outcome.line));
    let line = if outcome.line.is_empty() { line } else { format!(", and the best line {line}") };
    said::read(&format!("The search ends: {why}; {value}{line}."))
}

/// Why a search ended.
pub(crate) fn stop_text(stop: &Stop) -> String {
    match stop {
        Stop::Depth => "the depth limit is reached".to_owned(),
        Stop::Terminal => "the principal leaf is terminal".to_owned(),
        Stop::Memory => "the limit on bytes is reached".to_owned(),
        Stop::Asked => "it was asked to stop".to_owned(),
        Stop::Decided => "by its rule nothing more is worth looking at".to_owned(),
        limit => format!("the limit on {limit} is reached"),
    }
}
