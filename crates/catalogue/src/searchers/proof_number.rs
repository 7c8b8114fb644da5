//! Solvers by proof numbers, as searchers.

use bestply::ProofNumberSearch;
use bestply::proof_number::{Addition, Method, Settings};
use bestply_any_search::Standard;

use super::common::refused;
use crate::key::Key;
use crate::searcher::{SearcherEntry, TABLE_BYTES};
use crate::settings::Settings as Given;

const ADDITION: &str = "addition";
const EPSILON: &str = "epsilon";
const LEAF: &str = "leaf";
const METHOD: &str = "method";
const WEIGHT: &str = "weight";

pub(super) fn entry() -> SearcherEntry<Standard> {
    let default = Settings::default();
    let weights = ProofNumberSearch::WEIGHTS;
    SearcherEntry::new("proof-number", |given: &mut Given| {
        let method = given.one_of(METHOD, &Method::ALL.map(|method| (method.name(), method))).unwrap_or_default();
        let addition = given.one_of(ADDITION, &[("sum", Addition::Sum), ("weak", Addition::Weak)]).unwrap_or_default();
        let solver = Settings::of(method).with_addition(addition);
        let solver = solver.with_epsilon(given.number(EPSILON)).map_err(refused)?;
        let bytes = given.given_whole(TABLE_BYTES).map(|bytes| bytes as usize);
        let by_mobility = given.is(LEAF, "mobility");
        let weight = given.whole(WEIGHT) as u32;
        Ok(move || ProofNumberSearch::new(solver, weight).by_mobility(by_mobility).with_table_bytes(bytes).into())
    })
    .with_table(ProofNumberSearch::table_bytes_for)
    .key(Key::name(METHOD, &["df-pn", "pds", "pn", "pn2"]).about("Which search by proof numbers.").or("df-pn"))
    .key(
        Key::decimal(EPSILON, Settings::EPSILON)
            .about("How much longer df-pn stays with a child than its numbers ask for.")
            .or(default.epsilon()),
    )
    .key(Key::name(ADDITION, &["sum", "weak"]).about("How the numbers of children are added.").or("sum"))
    .key(Key::name(LEAF, &["one", "mobility"]).about("What a leaf counts by itself.").or("one"))
    .key(
        Key::whole(WEIGHT, u64::from(*weights.start())..=u64::from(*weights.end()))
            .about("By how many leaves a static value counts.")
            .or(0),
    )
}
