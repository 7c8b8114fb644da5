use bestply::RecursiveBestFirst;
use bestply::recursive_best_first::Form;

use super::common::{GENERATION, generation, generation_key};
use crate::key::Key;
use crate::logic::Logic;
use crate::searcher::SearcherEntry;
use crate::settings::Settings;

/// Best-first minimax in linear space, in the form of one of the papers.
pub(crate) fn entry<S: From<RecursiveBestFirst>>() -> SearcherEntry<S> {
    let read = |settings: &mut Settings| {
        let searcher = searcher(settings);
        Ok(move || searcher.into())
    };
    SearcherEntry::new("recursive-best-first", read)
        .sentence("Best-first that keeps only one line in memory.")
        .logic(Logic::LinearSpace)
        .key(
            Key::one_of("form", &["1993", "1992"])
                .about("The recursion as the paper of 1993 or the report of 1992 has it."),
        )
        .key(generation_key().about(
            "Whether a node's children are made one at a time or all at once; by default as in the form's paper.",
        ))
        .regenerating()
        .tidy(|settings| {
            if searcher(settings).generation == form(settings).generation() {
                settings.drop(GENERATION);
            }
        })
}

/// By default it makes children as the paper of its form does.
fn searcher(settings: &mut Settings) -> RecursiveBestFirst {
    let searcher = RecursiveBestFirst::new(form(settings));
    RecursiveBestFirst { generation: generation(settings).unwrap_or(searcher.generation), ..searcher }
}

fn form(settings: &mut Settings) -> Form {
    settings.one_of("form", &[("1993", Form::Paper1993), ("1992", Form::Report1992)]).unwrap_or_default()
}
