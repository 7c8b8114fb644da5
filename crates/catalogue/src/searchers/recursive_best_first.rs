use bestply::RecursiveBestFirst;
use bestply::recursive_best_first::Form;

use super::common::{GENERATION, generation, generation_key};
use crate::{Key, Logic, SearcherEntry, Settings};

/// Best-first minimax in linear space, in the form of one of the papers.
pub(crate) fn entry<S: From<RecursiveBestFirst>>() -> SearcherEntry<S> {
    SearcherEntry::new("recursive-best-first", |settings| Ok(searcher(settings).into()))
        .logic(Logic::LinearSpace)
        .key(
            Key::name("form", &["1993", "1992"])
                .about("The recursion as the paper of 1993 or the report of 1992 has it.")
                .or(1993),
        )
        .key(generation_key())
        .regenerating()
        .tidy(|settings| {
            if searcher(settings).generation == form(settings).generation() {
                settings.drop(GENERATION);
            }
        })
}

/// By default it makes children as the paper of its form does.
fn searcher(settings: &Settings) -> RecursiveBestFirst {
    let searcher = RecursiveBestFirst::new(form(settings));
    RecursiveBestFirst { generation: generation(settings).unwrap_or(searcher.generation), ..searcher }
}

fn form(settings: &Settings) -> Form {
    if settings.name("form").as_deref() == Some("1992") { Form::Report1992 } else { Form::Paper1993 }
}
