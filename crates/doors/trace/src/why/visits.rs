//! Reasons of the searchers that count visits: scores of values and bonuses.

use bestply::Value;
use bestply::visits::Exploration;
use bestply_catalogue::Logic;

use super::Context;
use crate::names::{count, name, value_text};
use crate::recorder::Draft;
use crate::state::State;
use crate::step::{BonusTerms, NodeName, ROOT};

/// Why a walk from the root came to this node.
pub(super) fn reason(context: &Context<'_>, draft: &Draft, logic: Logic) -> String {
    let Context { state, bonus, .. } = *context;
    let node = draft.step.node;
    if node == ROOT && state.nodes[ROOT].visits == 0 {
        return "The search begins at the root.".to_owned();
    }
    let (walk, end) = match logic {
        Logic::MonteCarlo => ("simulation", "which has a child that was never made"),
        _ => ("walk", "the leaf where it ends"),
    };
    let turn = bonus.and_then(|bonus| turn(context, bonus, node)).map_or_else(String::new, |turn| format!(": {turn}"));
    format!("The best scores lead this {walk} to {}, {end}{turn}.", name(state, node))
}

/// The choice at the first node where this walk went another way than the last.
fn turn(context: &Context<'_>, bonus: &BonusTerms, node: NodeName) -> Option<String> {
    let Context { state, last_way, .. } = *context;
    let path = state.path_to(node);
    let differs = (1..path.len()).find(|&level| last_way.get(level) != Some(&path[level]))?;
    let (parent, chosen) = (path[differs - 1], path[differs]);
    let scored = |child: NodeName| Some((child, score(state, bonus, child)?));
    let (_, best) = scored(chosen)?;
    // A proved node is not selected again.
    let is_open = |&child: &NodeName| child != chosen && state.nodes[child].proof.is_none();
    let others = state.children(parent).filter(is_open).filter_map(scored);
    let second = others.max_by(|one, other| one.1.total.total_cmp(&other.1.total));
    let at = if parent == ROOT { "at the root".to_owned() } else { format!("at {}", name(state, parent)) };
    let label = |child: NodeName| &state.nodes[child].label;
    let before =
        second.map_or_else(String::new, |(child, score)| format!(", before {} with {:.2}", label(child), score.total));
    Some(format!("{at}, {} scores {}{before}", label(chosen), best.text()))
}

/// A child's score for the side that chooses, its value counted in units of the scale.
pub(crate) struct Score {
    pub(crate) value: f64,
    pub(crate) bonus: f64,
    pub(crate) total: f64,
    visits: u32,
}

/// The score of a node among its siblings; `None` where it is won or lost, so that no score counts, or not evaluated.
pub(crate) fn score(state: &State, bonus: &BonusTerms, child: NodeName) -> Option<Score> {
    let parent = state.nodes[child].parent;
    let value = state.nodes[child].value.filter(|value| ![Value::MIN, Value::MAX].contains(value))?;
    let (all, visits) = (state.nodes[parent].visits, state.nodes[child].visits);
    let value = f64::from(value) * f64::from(state.nodes[parent].side.sign()) / bonus.scale;
    let exploration = Exploration::new(bonus.exploration);
    let bonus = match visits {
        0 => bonus.urgency?,
        _ => exploration.width(all) * exploration.share(visits),
    };
    Some(Score { value, bonus, total: value + bonus, visits })
}

impl Score {
    /// The score and how it comes about.
    pub(crate) fn text(&self) -> String {
        let Score { value, bonus, total, visits } = self;
        let visits = count(*visits as usize, "visit", "visits");
        format!("{total:.2} (value {value:.2}, bonus {bonus:.2} after {visits})")
    }
}

/// What a node's visits and score are now, for the text form.
pub(crate) fn line(state: &State, bonus: Option<&BonusTerms>, node: NodeName) -> String {
    let visits = count(state.nodes[node].visits as usize, "visit", "visits");
    let proof = state.nodes[node].proof.map(|plies| count(plies as usize, "ply", "plies"));
    let proof = proof.map_or_else(String::new, |plies| format!(", proved {plies} before the end"));
    let value = state.nodes[node].value.map_or_else(|| "?".to_owned(), value_text);
    let is_scored = node != ROOT && state.nodes[node].proof.is_none();
    match bonus.filter(|_| is_scored).and_then(|bonus| score(state, bonus, node)) {
        Some(score) => format!("{}: value {value}, {visits}, score {}{proof}", name(state, node), score.text()),
        None => format!("{}: value {value}, {visits}{proof}", name(state, node)),
    }
}
