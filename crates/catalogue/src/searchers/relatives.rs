//! The relatives of best-first minimax, each a rule by which a tree grows.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use bestply::relatives::b_star::ProveBestOrDisproveRest;
use bestply::relatives::bayesian::MostImportant;
use bestply::relatives::conspiracy_numbers::{Conspiracy, OwnValues, Scoring};
use bestply::relatives::meta_greedy::GreatestGain;
use bestply::relatives::min_max_approximation::{LeastPenalty, Values};
use bestply::relatives::randomized_best_first::BestOrDrawn;
use bestply::relatives::sibling_conspiracy::RelativeScores;
use bestply::relatives::{Growth, Rule, SharedGrowth};
use bestply_any_search::Standard;

use super::common::{IN_RANGE, leaves, leaves_key, number, threads, threads_key, whole};
use crate::searcher::scale;
use crate::spec::MOST;
use crate::{Key, SearcherEntry, Settings, SpecError};

const CLASSES: &str = "classes";
const COST: &str = "cost";
const EDGE: &str = "edge";
const ERRORS: &str = "errors";
const GULP: &str = "gulp";
const MEANS: &str = "means";
const POWER: &str = "power";
const SEED: &str = "seed";
const TEMPERATURE: &str = "temperature";
const VALUES: &str = "values";

/// All of them.
pub(super) fn entries() -> Vec<SearcherEntry<Standard>> {
    vec![
        min_max_approximation(),
        conspiracy::<OwnValues>("conspiracy-numbers"),
        conspiracy::<RelativeScores>("sibling-conspiracy"),
        b_star(),
        meta_greedy(),
        randomized_best_first(),
        bayesian(),
    ]
}

/// A searcher that follows the rule that `rule` makes of the settings.
fn growing<R>(name: &'static str, rule: impl Fn(&Settings) -> R + Send + Sync + 'static) -> SearcherEntry<Standard>
where
    R: Rule,
    Standard: From<Growth<R>>,
{
    SearcherEntry::new(name, move |settings| Ok(Growth::new(rule(settings)).into())).scaled(NonZeroU32::MIN)
}

fn min_max_approximation() -> SearcherEntry<Standard> {
    let default = LeastPenalty::default();
    growing("min-max-approximation", |settings| {
        let rule = LeastPenalty::default().with_scale(scale(settings));
        match settings.name(VALUES).as_deref() == Some(MEANS) {
            true => rule.with_values(Values::Means).with_power(number(settings, POWER)),
            false => rule.with_edge(number(settings, EDGE)),
        }
        .expect(IN_RANGE)
    })
    .key(
        Key::name(VALUES, &["true", MEANS])
            .about("Whether penalties are from minimax values or from means.")
            .or("true"),
    )
    .key(Key::decimal(EDGE, LeastPenalty::EDGE).about("What each ply adds to a leaf's penalty.").or(default.edge()))
    .key(
        Key::decimal(POWER, LeastPenalty::POWER)
            .about("The power of the means, which come nearer to minimax the larger it is.")
            .or(default.power()),
    )
}

fn conspiracy<S>(name: &'static str) -> SearcherEntry<Standard>
where
    S: Scoring + Default + 'static,
    Standard: From<Growth<Conspiracy<S>>>,
{
    let range: RangeInclusive<f64> = Conspiracy::<S>::CLASSES;
    let default = Conspiracy::<S>::default().classes();
    growing(name, |settings| {
        let rule = Conspiracy::<S>::default().with_classes(whole(settings, CLASSES) as usize);
        rule.expect(IN_RANGE).with_scale(scale(settings))
    })
    .key(
        Key::whole(CLASSES, *range.start() as u64..=*range.end() as u64)
            .about("Into how many classes values are divided.")
            .or(default as i64),
    )
}

fn b_star() -> SearcherEntry<Standard> {
    let default = ProveBestOrDisproveRest::default();
    growing("b-star", |settings| {
        let rule = ProveBestOrDisproveRest::default().with_errors(number(settings, ERRORS));
        rule.expect(IN_RANGE).with_scale(scale(settings))
    })
    .key(
        Key::decimal(ERRORS, ProveBestOrDisproveRest::ERRORS)
            .about("By how many standard errors an evaluation may be off.")
            .or(default.errors()),
    )
}

fn meta_greedy() -> SearcherEntry<Standard> {
    let default = GreatestGain::default();
    growing("meta-greedy", |settings| {
        let rule = GreatestGain::default().with_errors(number(settings, ERRORS));
        let rule = rule.and_then(|rule| rule.with_cost(number(settings, COST)));
        rule.expect(IN_RANGE).with_scale(scale(settings))
    })
    .key(
        Key::decimal(ERRORS, GreatestGain::ERRORS)
            .about("By how many standard errors an evaluation may be off.")
            .or(default.errors()),
    )
    .key(Key::decimal(COST, GreatestGain::COST).about("What an expansion costs, in wins.").or(default.cost()))
}

fn randomized_best_first() -> SearcherEntry<Standard> {
    let default = BestOrDrawn::default();
    SearcherEntry::new("randomized-best-first", |settings| {
        let rule = BestOrDrawn::default().with_temperature(number(settings, TEMPERATURE)).expect(IN_RANGE);
        let rule = rule.with_seed(whole(settings, SEED)).with_scale(scale(settings));
        let (leaves, threads) = (leaves(settings), threads(settings));
        let growth = Growth::new(rule).with_leaves(leaves).expect(IN_RANGE);
        match threads {
            1 => Ok(growth.into()),
            _ if threads > leaves => Err(SpecError::Settings(TOO_FEW_LEAVES.to_owned())),
            _ => Ok(SharedGrowth::new(growth, threads).expect(IN_RANGE).into()),
        }
    })
    .scaled(NonZeroU32::MIN)
    .key(
        Key::decimal(TEMPERATURE, BestOrDrawn::TEMPERATURE)
            .about("How far values that are drawn may be from those found, in wins.")
            .or(default.temperature()),
    )
    .key(Key::whole(SEED, 0..=MOST).about("What the random numbers are made from.").or(default.seed() as i64))
    .key(leaves_key())
    .key(threads_key())
}

const TOO_FEW_LEAVES: &str = "`threads` share the `leaves` of a round: ask for as many leaves at least";

fn bayesian() -> SearcherEntry<Standard> {
    let default = MostImportant::default();
    growing("bayesian", |settings| {
        let rule = MostImportant::default().with_errors(number(settings, ERRORS));
        let rule = rule.and_then(|rule| rule.with_gulp(number(settings, GULP)));
        rule.expect(IN_RANGE).with_scale(scale(settings))
    })
    .key(
        Key::decimal(ERRORS, MostImportant::ERRORS)
            .about("By how many standard errors an evaluation may be off.")
            .or(default.errors()),
    )
    .key(
        Key::decimal(GULP, MostImportant::GULP)
            .about("The part of the leaves that is expanded together.")
            .or(default.gulp()),
    )
}
