//! What tells the players of a run apart that have no names of their own: their settings.

use std::collections::HashMap;

use bestply_catalogue::{NamedPlayer, SearcherSpec};

use super::{CellPlan, Role, Sides, sweep};

/// The settings that are left out of what tells two players apart, as far as anything else does.
///
/// A depth has a place of its own wherever a player is named.
const LEFT_OUT: [&str; 6] = ["depth", "evaluations", "time_ms", "time_us", "evaluation", "bytes"];

/// How many of these are left out: of budgets all or none.
const FEWER_AND_FEWER: [usize; 4] = [6, 5, 4, 1];

/// How many are left out at least against a foreign engine, which has no part in the budgets of the run.
const AGAINST_ENGINES: usize = 4;

/// A side of a cell that other players have, too: the searcher, the game, and whom it meets.
type SeatKey = (Role, String, String, String);

/// Notes in the plans of a run the settings by which their players are told apart ([`CellPlan::settings`]).
pub(crate) fn tell_apart(plans: &mut [CellPlan]) {
    let mut seats: HashMap<SeatKey, Vec<NamedPlayer>> = HashMap::new();
    for (plan, role) in plans.iter().flat_map(|plan| Role::BOTH.map(|role| (plan, role))) {
        seats.entry(seat(plan, role)).or_default().push(plan.player(role).clone());
    }
    for plan in plans {
        let settings = Sides { challenger: Role::Challenger, opponent: Role::Opponent }.map(|role| {
            let own = plan.player(role);
            if plan.swept.iter().any(|swept| swept.player == role) {
                return sweep::settings(own, &plan.swept, role);
            }
            let met = plan.player(role.other());
            let least = if met.is_engine() { AGAINST_ENGINES } else { 1 };
            let others = seats[&seat(plan, role)].iter().chain((met.name() == own.name()).then_some(met));
            told(own, others, least)
        });
        plan.settings = settings;
    }
}

fn seat(plan: &CellPlan, role: Role) -> SeatKey {
    (role, plan.player(role).name().to_owned(), plan.game.id(), plan.player(role.other()).to_string())
}

/// The settings that tell a player from all of these that are others than it, as few as do; `None` where none is.
fn told<'p>(own: &NamedPlayer, others: impl Iterator<Item = &'p NamedPlayer>, least: usize) -> Option<String> {
    let settings = |player: &SearcherSpec, fewer: usize| player.settings_without(&LEFT_OUT[..fewer]);
    let is_alike = |one: &SearcherSpec, fewer| settings(one, fewer) == settings(own, fewer);
    let others: Vec<&NamedPlayer> = others.filter(|other| !is_alike(other, least)).collect();
    let tells = |&fewer: &usize| others.iter().all(|other| !is_alike(other, fewer));
    let fewer = FEWER_AND_FEWER.into_iter().find(tells).filter(|_| !others.is_empty())?;
    settings(own, fewer)
}
