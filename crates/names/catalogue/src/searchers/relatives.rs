//! The relatives of best-first minimax, each a rule by which a tree grows.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use bestply::relatives::b_star::ProveBestOrDisproveRest;
use bestply::relatives::bayesian::MostImportant;
use bestply::relatives::conspiracy_numbers::{Conspiracy, OwnValues, Scoring};
use bestply::relatives::meta_greedy::GreatestGain;
use bestply::relatives::min_max_approximation::{LeastPenalty, Values};
use bestply::relatives::product_propagation::LikeliestWin;
use bestply::relatives::randomized_best_first::BestOrDrawn;
use bestply::relatives::sibling_conspiracy::RelativeScores;
use bestply::relatives::{Growth, Rule, SharedGrowth};
use bestply_any_game::AnySearcher;

use super::common::{leaves, leaves_key, refused, threads, threads_key};
use crate::common::{MOST, SEED};
use crate::error::SpecError;
use crate::key::Key;
use crate::searcher::{SearcherEntry, scale};
use crate::settings::Settings;

const CLASSES: &str = "classes";
const COST: &str = "cost";
const EDGE: &str = "edge";
const ERRORS: &str = "errors";
const GULP: &str = "gulp";
const MEANS: &str = "means";
const POWER: &str = "power";
const TEMPERATURE: &str = "temperature";
const VALUES: &str = "values";

/// All of them.
pub(super) fn entries() -> Vec<SearcherEntry<AnySearcher>> {
    vec![
        min_max_approximation(),
        conspiracy::<OwnValues>("conspiracy-numbers")
            .sentence("Looks next at a leaf that can change the value with few others."),
        conspiracy::<RelativeScores>("sibling-conspiracy")
            .sentence("Looks next at a leaf that can change with few others which child is better than its siblings."),
        b_star(),
        meta_greedy(),
        randomized_best_first(),
        bayesian(),
        growing("product-propagation", |settings| Ok(LikeliestWin::default().with_scale(scale(settings))))
            .sentence("Multiplies chances to win, and looks next below the likeliest win."),
    ]
}

/// A searcher that follows the rule that `rule` makes of the settings.
fn growing<R>(
    name: &'static str,
    rule: impl Fn(&mut Settings) -> Result<R, SpecError> + Send + Sync + 'static,
) -> SearcherEntry<AnySearcher>
where
    R: Rule + Clone + Send + Sync + 'static,
    AnySearcher: From<Growth<R>>,
{
    let read = move |settings: &mut Settings| {
        let rule = rule(settings)?;
        Ok(move || Growth::new(rule.clone()).into())
    };
    SearcherEntry::new(name, read).scaled(NonZeroU32::MIN)
}

fn min_max_approximation() -> SearcherEntry<AnySearcher> {
    let default = LeastPenalty::default();
    growing("min-max-approximation", |settings| {
        let rule = LeastPenalty::default().with_scale(scale(settings));
        if settings.is(VALUES, MEANS) {
            rule.with_values(Values::Means).with_power(settings.number(POWER))
        } else {
            rule.with_edge(settings.number(EDGE))
        }
        .map_err(refused)
    })
    .sentence("Looks next at the leaf on which the value depends most.")
    .key(Key::one_of(VALUES, &["true", MEANS]).about("Whether penalties are from true minimax values or from means."))
    .key(
        Key::decimal(EDGE, LeastPenalty::EDGE)
            .about("Of true values: what each ply adds to a leaf's penalty.")
            .or(default.edge()),
    )
    .key(
        Key::decimal(POWER, LeastPenalty::POWER)
            .about("Of means: their power, by which they come nearer to minimax the larger it is.")
            .or(default.power()),
    )
}

fn conspiracy<S>(name: &'static str) -> SearcherEntry<AnySearcher>
where
    S: Scoring + Clone + Default + Send + Sync + 'static,
    AnySearcher: From<Growth<Conspiracy<S>>>,
{
    let default = Conspiracy::<S>::default().classes();
    growing(name, |settings| {
        let rule = Conspiracy::<S>::default().with_classes(settings.whole(CLASSES) as usize);
        Ok(rule.map_err(refused)?.with_scale(scale(settings)))
    })
    .key(
        Key::whole(CLASSES, Conspiracy::<S>::CLASSES)
            .about("Into how many classes values are divided.")
            .or(default as i64),
    )
}

fn errors_key(range: RangeInclusive<f64>, usual: f64) -> Key {
    Key::decimal(ERRORS, range).about("By how many standard errors an evaluation may be off.").or(usual)
}

fn b_star() -> SearcherEntry<AnySearcher> {
    let default = ProveBestOrDisproveRest::default();
    growing("b-star", |settings| {
        let rule = ProveBestOrDisproveRest::default().with_errors(settings.number(ERRORS));
        Ok(rule.map_err(refused)?.with_scale(scale(settings)))
    })
    .sentence("Gives each node two values, and looks for a proof that one move is the best.")
    .key(errors_key(ProveBestOrDisproveRest::ERRORS, default.errors()))
}

fn meta_greedy() -> SearcherEntry<AnySearcher> {
    let default = GreatestGain::default();
    growing("meta-greedy", |settings| {
        let rule = GreatestGain::default().with_errors(settings.number(ERRORS));
        let rule = rule.and_then(|rule| rule.with_cost(settings.number(COST)));
        Ok(rule.map_err(refused)?.with_scale(scale(settings)))
    })
    .sentence("Looks next where it expects to gain most, until time is worth more.")
    .key(errors_key(GreatestGain::ERRORS, default.errors()))
    .key(Key::decimal(COST, GreatestGain::COST).about("What an expansion costs, in wins.").or(default.cost()))
}

fn randomized_best_first() -> SearcherEntry<AnySearcher> {
    let default = BestOrDrawn::default();
    SearcherEntry::new("randomized-best-first", |settings| {
        let rule = BestOrDrawn::default().with_temperature(settings.number(TEMPERATURE)).map_err(refused)?;
        let rule = rule.with_seed(settings.whole(SEED)).with_scale(scale(settings));
        let leaves = leaves(settings);
        let threads = threads(settings);
        let growth = move || Growth::new(rule.clone()).with_leaves(leaves).expect(BY_KEY);
        let shared = move |growth| SharedGrowth::new(growth, threads);
        shared(growth()).map_err(|_| SpecError::Settings(TOO_FEW_LEAVES.to_owned()))?;
        Ok(move || match threads {
            1 => growth().into(),
            _ => shared(growth()).expect(BY_KEY).into(),
        })
    })
    .sentence("Looks below the best move and below one drawn at random by turns.")
    .scaled(NonZeroU32::MIN)
    .key(
        Key::decimal(TEMPERATURE, BestOrDrawn::TEMPERATURE)
            .about("How far values that are drawn may be from those found, in wins.")
            .or(default.temperature()),
    )
    .key(Key::whole(SEED, 0..=MOST).about("What the random numbers are made from.").or(default.seed() as i64))
    .key(leaves_key())
    .key(threads_key().about("How many threads share a search, at most as many as leaves."))
}

/// Why numbers are within a searcher's ranges.
const BY_KEY: &str = "the keys have the ranges";

const TOO_FEW_LEAVES: &str = "`threads` share the `leaves` of a round: ask for as many leaves at least";

fn bayesian() -> SearcherEntry<AnySearcher> {
    let default = MostImportant::default();
    growing("bayesian", |settings| {
        let rule = MostImportant::default().with_errors(settings.number(ERRORS));
        let rule = rule.and_then(|rule| rule.with_gulp(settings.number(GULP)));
        Ok(rule.map_err(refused)?.with_scale(scale(settings)))
    })
    .sentence("Looks next at leaves by whose doubtful values the choice may change most.")
    .key(errors_key(MostImportant::ERRORS, default.errors()))
    .key(
        Key::decimal(GULP, MostImportant::GULP)
            .about("The part of the leaves that is expanded together.")
            .or(default.gulp()),
    )
}
