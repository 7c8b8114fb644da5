//! Sentences of alpha-beta, principal-variation search and minimax.

use bestply::{Bounds, Side, Value};
use bestply_catalogue::Logic;

use super::made_sentence;
use super::said::{bounds_text, value_text};
use crate::names::{capitalized, name};
use crate::recorder::Draft;
use crate::state::State;
use crate::step::{NodeName, ROOT, StepEvent};

/// Why the search entered or left the node of a step.
pub(super) fn reason(state: &State, draft: &Draft, logic: Logic) -> String {
    let node = draft.step.node;
    let entered = draft.step.events.iter().find_map(|event| match *event {
        StepEvent::Entered { alpha, beta, .. } => Some(Bounds { alpha, beta }),
        _ => None,
    });
    match entered {
        Some(bounds) => entry(state, node, bounds, logic),
        // An iteration that is complete, or the end of the search.
        None if draft.step.events.is_empty() && node == ROOT && state.way.is_empty() => String::new(),
        None if draft.step.events.iter().any(|event| matches!(event, StepEvent::Iterated { .. })) => String::new(),
        None => format!("The search is back at {}.", name(state, node)),
    }
}

/// Why a node is entered, and with which window.
fn entry(state: &State, node: NodeName, bounds: Bounds, logic: Logic) -> String {
    let name = capitalized(&name(state, node));
    if logic == Logic::Minimax {
        return format!("{name} is entered, since minimax searches every move.");
    }
    let is_asking = is_null(bounds);
    let window = bounds_text(node, bounds);
    if node == ROOT {
        return match bounds {
            Bounds::OPEN => "The search enters the root with an open window.".to_owned(),
            Bounds { beta, .. } if is_asking => format!(
                "The search enters the root with the smallest window, {window}: it is only asked whether it is worth {} or more.",
                value_text(node, beta)
            ),
            _ => format!("The search enters the root with the window {window}, around the value expected."),
        };
    }
    let parent = state.nodes[node].parent;
    if is_asking && state.nodes[ROOT].bounds.is_some_and(is_null) {
        return format!(
            "{name} is entered with the smallest window, {window}: it is only asked on which side of it the value lies."
        );
    }
    if logic == Logic::PrincipalVariation && is_asking {
        return format!(
            "{name} is entered with the smallest window, {window}: it is only asked whether it is better than the best move so far."
        );
    }
    let is_again = state.nodes[node].is_backed_up && logic == Logic::PrincipalVariation;
    let place = match (is_again, state.children(parent).any(|child| child != node && state.nodes[child].is_backed_up)) {
        (true, _) => "is entered again, to know more of it,",
        (false, false) => "is entered first",
        (false, true) => "is entered next",
    };
    let meaning = window_meaning(node, bounds, state.nodes[parent].side);
    format!("{name} {place} with the window {window}{meaning}.")
}

/// Whether a window has no room for a value.
fn is_null(bounds: Bounds) -> bool {
    i64::from(bounds.beta) - i64::from(bounds.alpha) == 1
}

/// What the ends of a window say to the side that chose the node.
fn window_meaning(node: NodeName, Bounds { alpha, beta }: Bounds, chooser: Side) -> String {
    let own = match chooser {
        Side::Max => (alpha != Value::MIN).then(|| format!("MAX has {} already", value_text(node, alpha))),
        Side::Min => (beta != Value::MAX).then(|| format!("MIN has {} already", value_text(node, beta))),
    };
    own.map_or_else(String::new, |own| format!(": {own}"))
}

/// Whether a node was left because one of its children is good enough.
pub(super) fn is_cut_off(state: &State, draft: &Draft, logic: Logic) -> bool {
    let node = draft.step.node;
    let backed_up = draft.step.events.iter().find_map(|event| match *event {
        StepEvent::BackedUp { node: left, value, .. } if left == node => Some(value),
        _ => None,
    });
    let cuts = matches!(logic, Logic::AlphaBeta | Logic::PrincipalVariation);
    cuts && backed_up.is_some_and(|value| is_refuted(state, node, value)) && unsearched(state, node) > 0
}

/// Whether a node's value is the bound or more for the side to move.
fn is_refuted(state: &State, node: NodeName, value: Value) -> bool {
    let side = state.nodes[node].side;
    state.nodes[node].bounds.is_some_and(|bounds| side.orient(value) >= bounds.orient(side).beta)
}

/// The number of moves of a node that were not searched: not made, or made and not searched where others were.
fn unsearched(state: &State, node: NodeName) -> usize {
    let searched =
        state.children(node).filter(|&child| state.nodes[child].is_backed_up || state.nodes[child].moves == 0);
    let searched = searched.count();
    state.nodes[node].moves.saturating_sub(if searched == 0 { state.nodes[node].made } else { searched })
}

/// What came of a step.
pub(super) fn result(state: &State, draft: &Draft, logic: Logic) -> String {
    let made = made_sentence(state, draft).into_iter();
    let events = draft.step.events.iter().filter_map(|event| match *event {
        StepEvent::BackedUp { node, value, bound } => Some(value_sentence(state, draft, logic, (node, value, bound))),
        StepEvent::TableHit { node, value, bound, .. } => {
            let what = if bound { "at least or at most " } else { "" };
            Some(format!("The table knows it from another line: it is worth {what}{}.", value_text(node, value)))
        }
        StepEvent::Iterated { depth, best, value } => {
            let best =
                state.child(ROOT, best).map_or_else(|| best.to_string(), |child| state.nodes[child].label.clone());
            Some(format!("The search to depth {depth} is complete: {best} is best, with {}.", value_text(ROOT, value)))
        }
        _ => None,
    });
    made.chain(events).collect::<Vec<_>>().join(" ")
}

/// What a node is left with.
fn value_sentence(state: &State, draft: &Draft, logic: Logic, (node, value, bound): (NodeName, Value, bool)) -> String {
    let side = state.nodes[node].side;
    let text = value_text(node, value);
    if draft.step.events.iter().any(|event| matches!(event, StepEvent::TableHit { .. })) {
        return String::new();
    }
    if logic != Logic::Minimax && is_refuted(state, node, value) && unsearched(state, node) > 0 {
        let other = state.nodes[node].side.other();
        let rest = match unsearched(state, node) {
            1 => "its other move need not be searched".to_owned(),
            rest => format!("its other {rest} moves need not be searched"),
        };
        if node == ROOT {
            return format!("{side} gets {text} there, which is outside the window: {rest}.");
        }
        return format!("{side} gets {text} there, and {other} has better elsewhere: {rest}.");
    }
    if node == ROOT {
        let what = if bound { ", a bound" } else { "" };
        return format!("All moves are searched: the root is worth {text}{what}.");
    }
    match state.nodes[node].made {
        0 => format!("It is worth {text}."),
        _ if bound => format!("Nothing there changes what is best: it is left with {text}, a bound."),
        _ => format!("{side} takes {text}, its best."),
    }
}
