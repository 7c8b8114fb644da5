//! Solvers by proof numbers, as searchers.

use bestply::ProofNumberSearch;
use bestply::proof_number::{Addition, Method, Settings};
use bestply_any_search::Standard;

use super::common::{IN_RANGE, number, whole};
use crate::searcher::TABLE_BYTES;
use crate::{Key, SearcherEntry};

const ADDITION: &str = "addition";
const EPSILON: &str = "epsilon";
const LEAF: &str = "leaf";
const METHOD: &str = "method";
const WEIGHT: &str = "weight";

pub(super) fn entry() -> SearcherEntry<Standard> {
    let default = Settings::default();
    let weights = ProofNumberSearch::WEIGHTS;
    SearcherEntry::new("proof-number", |settings| {
        let named = settings.name(METHOD);
        let method = Method::ALL.into_iter().find(|method| named.as_deref() == Some(method.name()));
        let addition = if settings.name(ADDITION).as_deref() == Some("weak") { Addition::Weak } else { Addition::Sum };
        let solver = Settings::of(method.unwrap_or_default()).with_addition(addition);
        let solver = solver.with_epsilon(number(settings, EPSILON)).expect(IN_RANGE);
        let bytes = settings.whole(TABLE_BYTES).map(|bytes| bytes as usize);
        let by_mobility = settings.name(LEAF).as_deref() == Some("mobility");
        let searcher = ProofNumberSearch::new(solver, whole(settings, WEIGHT) as u32).by_mobility(by_mobility);
        Ok(searcher.with_table_bytes(bytes).into())
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
