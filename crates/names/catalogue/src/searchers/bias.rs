//! The keys of what selection adds to values and visits.

use bestply::visits::{ProofBias, ProofTerm};

use super::common::refused;
use crate::error::SpecError;
use crate::key::Key;
use crate::searcher::SearcherEntry;
use crate::settings::Settings;

const PROOF: &str = "proof";

const PROOF_TERM: &str = "proof_term";
const TERMS: [(&str, ProofTerm); 3] =
    [("rank", ProofTerm::Rank), ("maximum", ProofTerm::Maximum), ("sum", ProofTerm::Sum)];
const TERM_NAMES: [&str; 3] = [TERMS[0].0, TERMS[1].0, TERMS[2].0];

/// The same entry with keys for a preference of children that are easily won.
pub(super) fn with_bias<S>(entry: SearcherEntry<S>) -> SearcherEntry<S> {
    entry
        .key(
            Key::decimal(PROOF, ProofBias::WEIGHT)
                .about("How much children that are easily won are preferred (docs/meaning.md, 18.6); 0 is off.")
                .or(0.0),
        )
        .key(Key::one_of(PROOF_TERM, &TERM_NAMES).about("Of proof: how the preference follows from proof numbers."))
}

/// The preference of children that are easily won. Without weight there is none, and its form is not read.
pub(super) fn bias(settings: &mut Settings) -> Result<Option<ProofBias>, SpecError> {
    let weight = settings.number(PROOF);
    if weight == 0.0 {
        return Ok(None);
    }
    let term = settings.one_of(PROOF_TERM, &TERMS).unwrap_or_default();
    ProofBias::new(weight, term).map(Some).map_err(refused)
}
