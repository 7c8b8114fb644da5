//! Solvers by proof numbers, as searchers.

use bestply::ProofNumberSearch;
use bestply::proof_number::{Addition, Method, Settings};
use bestply_any_game::AnySearcher;

use super::common::refused;
use crate::error::SpecError;
use crate::key::Key;
use crate::searcher::{SearcherEntry, TABLE_BYTES};
use crate::settings::Settings as Given;

pub(crate) const ADDITION: &str = "addition";
pub(crate) const EPSILON: &str = "epsilon";
pub(crate) const LEAF: &str = "leaf";
pub(crate) const METHOD: &str = "method";
pub(crate) const PROOF_NUMBER: &str = "proof-number";
const WEIGHT: &str = "weight";

pub(super) fn entry() -> SearcherEntry<AnySearcher> {
    let default = Settings::default();
    SearcherEntry::new(PROOF_NUMBER, |given: &mut Given| {
        let (solver, by_mobility) = solver(given)?;
        let bytes = given.given_whole(TABLE_BYTES).map(|bytes| bytes as usize);
        let weight = given.whole(WEIGHT) as u32;
        Ok(move || ProofNumberSearch::new(solver, weight).by_mobility(by_mobility).with_table_bytes(bytes).into())
    })
    .sentence("Looks for a proof that the game is won or lost, where the least is missing for one.")
    .with_table(ProofNumberSearch::table_bytes_for)
    .key(Key::one_of(METHOD, &["df-pn", "pds", "pn", "pn2"]).about("Which search by proof numbers."))
    .key(
        Key::decimal(EPSILON, Settings::EPSILON)
            .about("Of df-pn: how much longer it stays with a child than its numbers ask for.")
            .or(default.epsilon()),
    )
    .key(Key::one_of(ADDITION, &["sum", "weak"]).about("How the numbers of children are added."))
    .key(
        Key::one_of(LEAF, &["one", "mobility"]).about("What a leaf counts by itself: one, or as many as it has moves."),
    )
    .key(
        Key::whole(WEIGHT, ProofNumberSearch::WEIGHTS)
            .about("By how many leaves a static value counts; 0 is off.")
            .or(0),
    )
}

/// How a solver searches, and whether leaves count by their moves.
pub(crate) fn solver(given: &mut Given) -> Result<(Settings, bool), SpecError> {
    let method = given.one_of(METHOD, &Method::ALL.map(|method| (method.name(), method))).unwrap_or_default();
    let addition = given.one_of(ADDITION, &[("sum", Addition::Sum), ("weak", Addition::Weak)]).unwrap_or_default();
    let settings = Settings::of(method).with_addition(addition);
    let settings = settings.with_epsilon(given.number(EPSILON)).map_err(refused)?;
    Ok((settings, given.is(LEAF, "mobility")))
}
