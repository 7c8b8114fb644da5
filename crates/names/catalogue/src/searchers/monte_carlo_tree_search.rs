use std::num::NonZeroU32;

use bestply::MonteCarloTreeSearch;
use bestply::monte_carlo_tree_search::Settings as MonteCarlo;
use bestply::tree::Tree;
use bestply::visits::Exploration;
use bestply_any_game::AnySearcher;

use super::bias::{bias, with_bias};
use super::common::{memory, memory_key, refused};
use crate::common::{MAX_DEPTH, MOST};
use crate::error::SpecError;
use crate::key::Key;
use crate::logic::Logic;
use crate::searcher::{BonusConstants, SearcherEntry, scale};
use crate::settings::Settings;

/// UCT with the evaluation as a playout's result.
pub(super) fn entry() -> SearcherEntry<AnySearcher> {
    let default = MonteCarlo::default();
    let read = |given: &mut Settings| {
        let settings = monte_carlo(given)?;
        let memory = memory(given);
        let bias = bias(given)?;
        Ok(move || {
            Exploration::prepare();
            match bias {
                Some(bias) => MonteCarloTreeSearch { settings, memory, tree: Tree::new(), bias }.into(),
                None => MonteCarloTreeSearch { settings, memory, tree: Tree::new(), bias: () }.into(),
            }
        })
    };
    let entry = SearcherEntry::new("monte-carlo-tree-search", read)
        .sentence("Takes the mean of what it finds behind a move, where the others take the best.")
        .logic(Logic::MonteCarlo)
        // Each child is visited before any is compared.
        .bonus(|settings| Some(BonusConstants { exploration: settings.number("exploration"), urgency: None }))
        .key(memory_key())
        .scaled(NonZeroU32::MIN)
        .key(
            Key::decimal("exploration", MonteCarlo::EXPLORATION)
                .about("How much a walk prefers children with few visits.")
                .or(default.exploration()),
        )
        .key(
            Key::decimal("minimax_weight", MonteCarlo::MINIMAX_WEIGHT)
                .about("The weight of minimax values beside the means.")
                .or(default.minimax_weight()),
        )
        .key(
            Key::whole("playout_plies", 0..=MAX_DEPTH as u64)
                .about("How many random plies a playout has before it is valued.")
                .or(default.playout_plies() as i64),
        )
        .key(Key::whole("seed", 0..=MOST).about("What the random numbers are made from.").or(default.seed() as i64));
    with_bias(entry)
}

fn monte_carlo(settings: &mut Settings) -> Result<MonteCarlo, SpecError> {
    MonteCarlo::default()
        .with_playout_plies(settings.whole("playout_plies") as usize)
        .with_seed(settings.whole("seed"))
        .with_scale(scale(settings))
        .and_then(|monte_carlo| monte_carlo.with_exploration(settings.number("exploration")))
        .and_then(|monte_carlo| monte_carlo.with_minimax_weight(settings.number("minimax_weight")))
        .map_err(refused)
}
