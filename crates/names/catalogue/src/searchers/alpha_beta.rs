use bestply::AlphaBeta;
use bestply::alpha_beta::{Settings as Variant, Singular, SingularAt};
use bestply::tree::Tree;

use super::common::{alpha_beta, fail_key, generation_key, memory, memory_key, refused};
use crate::error::SpecError;
use crate::key::Key;
use crate::logic::Logic;
use crate::searcher::SearcherEntry;
use crate::settings::Settings;

const SINGULAR_MARGIN: &str = "singular_margin";
const SINGULAR_REDUCTION: &str = "singular_reduction";
const SINGULAR_AT: &str = "singular_at";
const PLACES: [&str; 2] = ["principal", "everywhere"];

/// Alpha-beta with fixed ordering on a saved tree: the papers' opponent.
pub(crate) fn entry<K: Copy + Default, S: From<AlphaBeta<K>>>() -> SearcherEntry<S> {
    let read = |given: &mut Settings| {
        let settings = Variant { singular: singular(given)?, ..alpha_beta(given) };
        let memory = memory(given);
        Ok(move || AlphaBeta::<K> { settings, memory, tree: Tree::new() }.into())
    };
    SearcherEntry::new("alpha-beta", read)
        .sentence("Looks at every line to one depth, and leaves out what cannot matter: the papers' opponent.")
        .logic(Logic::AlphaBeta)
        .key(memory_key())
        .key(fail_key())
        .key(generation_key().or("one-at-a-time"))
        .key(
            Key::whole(SINGULAR_MARGIN, Singular::MARGIN)
                .about("By how much a move must be better than all others to be searched deeper; by default none is."),
        )
        .key(
            Key::whole(SINGULAR_REDUCTION, Singular::REDUCTION)
                .about("Of singular_margin: by how many plies the search that finds such moves is shallower.")
                .or(0),
        )
        .key(Key::one_of(SINGULAR_AT, &PLACES).about("Of singular_margin: where such moves are looked for."))
        .with_horizon()
}

/// The singular extensions, where a margin is given.
fn singular(settings: &mut Settings) -> Result<Option<Singular>, SpecError> {
    let Some(margin) = settings.given_whole(SINGULAR_MARGIN) else {
        let given = [SINGULAR_REDUCTION, SINGULAR_AT].into_iter().find(|key| settings.is_given(key));
        return given.map_or(Ok(None), |key| Err(SpecError::Settings(format!("`{key}` needs `{SINGULAR_MARGIN}`"))));
    };
    let reduction = settings.whole(SINGULAR_REDUCTION) as usize;
    let places = [(PLACES[0], SingularAt::Principal), (PLACES[1], SingularAt::Everywhere)];
    let at = settings.one_of(SINGULAR_AT, &places).unwrap_or_default();
    Singular::new(margin as i32, reduction).map(|singular| Some(singular.at(at))).map_err(refused)
}
