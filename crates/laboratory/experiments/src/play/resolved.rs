//! What descriptions leave open, resolved: every setting of the games and the players, and the values of evaluations.

use std::collections::BTreeMap;

use bestply::learning::Fingerprint;
use bestply::{Evaluator, Side};
use bestply_catalogue::{EvaluationSpec, NamedPlayer, Venue};

use super::arena::Arenas;
use super::starts::children;
use crate::contest::{CellPlan, GamePlan, ResolvedGame};

/// The starts whose children tell one evaluation from another.
const TOLD_BY: u64 = 3;

impl Arenas<'_> {
    /// The games of these cells with all that their descriptions left open, each once, in the order of the cells.
    ///
    /// # Panics
    ///
    /// If the arenas were not made for these cells.
    pub(crate) fn resolved(&self, plans: &[CellPlan]) -> Vec<ResolvedGame> {
        let mut games: Vec<ResolvedGame> = Vec::new();
        for plan in plans {
            let (game, venue) = (game_text(&plan.game), self.venue(&plan.game).expect("the arenas were made for it"));
            let place = games.iter().position(|known| known.game == game).unwrap_or_else(|| {
                games.push(ResolvedGame { game, evaluations: BTreeMap::new(), players: Vec::new() });
                games.len() - 1
            });
            let (known, evaluations) = (&mut games[place], &plan.game.evaluations);
            for (spec, evaluation) in
                [(&plan.challenger, &evaluations.challenger), (&plan.opponent, &evaluations.opponent)]
            {
                let player = player_text(venue, spec, evaluation);
                if !known.players.contains(&player) {
                    known.players.push(player);
                }
                let is_ours = !spec.is_engine() && !matches!(evaluation, EvaluationSpec::Process(_));
                if is_ours && !known.evaluations.contains_key(evaluation.name()) {
                    known.evaluations.insert(evaluation.name().to_owned(), fingerprint(venue, evaluation.name()));
                }
            }
        }
        games
    }
}

/// A game with all its settings.
pub(crate) fn game_text(game: &GamePlan) -> String {
    let settings: Vec<_> = game.game.settings().recorded().map(|(key, setting)| format!("{key}={setting}")).collect();
    format!("{}:{}", game.name, settings.join(","))
}

/// A player with all its settings, those included that follow from its limits and its evaluation.
pub(super) fn player_text(venue: &Venue, player: &NamedPlayer, evaluation: &EvaluationSpec) -> String {
    if player.is_engine() {
        return player.to_string();
    }
    let win_value = venue.evaluator(evaluation.name(), Side::Max).properties().win_value;
    let resolved = player.resolved(win_value);
    let resolved = if player.evaluation().is_some() { resolved } else { resolved.with_evaluation(evaluation.name()) };
    resolved.to_string()
}

/// The checksum of the values of the children of the game's first starts, for both sides' searches.
///
/// It tells an evaluation of this venue from others of the same name.
pub fn fingerprint(venue: &Venue, evaluation: &str) -> String {
    let mut sum = Fingerprint::new();
    for side in [Side::Max, Side::Min] {
        let mut evaluator = venue.evaluator(evaluation, side);
        for number in 1..=venue.start_count().map_or(TOLD_BY, |starts| starts.min(TOLD_BY)) {
            for child in children(&venue.start(number).0) {
                sum = sum.add(u64::from(evaluator.evaluate(&child) as u32));
            }
        }
    }
    format!("{:016x}", sum.finish())
}
