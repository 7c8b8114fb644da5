//! Best-first search guided by visits: three named settings of one searcher, whose keys are read in one place.

use std::num::NonZeroU32;

use bestply::guided_search::{
    BackUp, Choice, InvalidSettings, Selection, Settings as Variant, Sharing, Tempo, Ties, TranspositionTable, Uct,
    Unit,
};
use bestply::{GuidedGraphSearch, GuidedSearch, SharedGuidedSearch, Shrinkage};
use bestply_any_game::AnySearcher;

use super::common::{
    ALPHA_BETA_DEPTH, expansions, expansions_key, leaves, leaves_key, memory, memory_key, refused, shrinkage,
    shrinkage_key, threads, threads_key,
};
use super::selection::{PUCT, SOFTMAX, UCT, VALUE, puct, selection, softmax, uct, with_priors, with_selection};
use crate::common::TRANSPOSITIONS;
use crate::error::SpecError;
use crate::key::Key;
use crate::logic::Logic;
use crate::searcher::{CACHE_BYTES, NOISE, SearcherEntry, TABLE_BYTES, UNIT, cache_bytes_key, scale, table_bytes_key};
use crate::settings::Settings;

const TIES: &str = "ties";
const COMPLETION: &str = "completion";
const CHOICE: &str = "choice";
const BACK_UP: &str = "back_up";
const DESCENT: &str = "descent";
const DETERMINISTIC: &str = "deterministic";
const TEMPO: &str = "tempo";

const WIN: &str = "win";
const IGNORED: &str = "ignored";
const MEASURED: &str = "measured";
const ON: &str = "on";
const OFF: &str = "off";
const TRUE: &str = "true";
const SAFE: &str = "safe";
const FALSE: &str = "false";

/// Best-first minimax guided by UCT, priors or softmax, with a table of values or without, by one thread or several.
pub(super) fn uct_best_first() -> SearcherEntry<AnySearcher> {
    let entry = named("uct-best-first", |_| Ok(Variant::default()));
    with_selection(entry, &[UCT, SOFTMAX, PUCT])
        .sentence("Follows the best line, but looks elsewhere too the longer others were left alone.")
        .key(choice_key(&["value-and-visits", VALUE, SAFE]))
        .key(
            Key::whole(ALPHA_BETA_DEPTH, Variant::ALPHA_BETA_DEPTH)
                .about("How many plies alpha-beta looks ahead at each leaf; 0 takes the static value.")
                .or(Variant::default().alpha_beta_depth() as i64),
        )
        .key(
            table_bytes_key().about(
                "The bytes of a table that gives new leaves values found elsewhere, on a tree; by default none.",
            ),
        )
        .key(leaves_or_parts_key())
        .key(threads_key())
        .key(shrinkage_key(Shrinkage::NONE))
        .key(deterministic_key())
        .key(expansions_key())
        .key(transpositions_key(OFF))
        .key(cache_bytes_key())
}

/// PUCT best-first: unbounded best-first minimax guided by priors, with leaves drawn halfway towards their parents.
pub(super) fn puct_best_first() -> SearcherEntry<AnySearcher> {
    let entry = named("puct-best-first", |settings| puct(settings).map(Variant::puct_best_first));
    with_priors(entry)
        .sentence("Follows the best line, and looks at other moves as often as they seem good at first.")
        .key(shrinkage_key(Shrinkage::HALF))
        .key(expansions_key())
        .key(transpositions_key(ON))
        .key(leaves_or_parts_key())
        .key(threads_key())
        .key(deterministic_key())
        .key(cache_bytes_key())
}

/// Unbounded best-first minimax, on a graph or on a tree.
pub(super) fn unbounded_minimax() -> SearcherEntry<AnySearcher> {
    let entry = named("unbounded-minimax", |_| Ok(Variant::unbounded_minimax()));
    with_selection(entry, &[VALUE, UCT, SOFTMAX, PUCT])
        .sentence("Grows its tree along the best line, and plays what it looked at most.")
        .key(Key::one_of(TIES, &["fewest-visits", "kept"]).about("Which of several best children is followed."))
        .key(
            Key::one_of(COMPLETION, &[ON, OFF])
                .about("Whether positions of which the outcome is known are searched no more."),
        )
        .key(choice_key(&[SAFE, "value-and-visits", VALUE]))
        .key(
            Key::one_of(BACK_UP, &["root", "stable", "mean"])
                .about("Whether best values are backed up to the root, or until one does not change, or means are."),
        )
        .key(transpositions_key(ON))
        .key(
            Key::name(DESCENT, &[ON, OFF])
                .about("Whether each walk goes on to the end of the game (docs/meaning.md, 19.6).")
                .or(OFF),
        )
        .key(shrinkage_key(Shrinkage::NONE))
        .key(expansions_key())
        .key(leaves_or_parts_key())
        .key(threads_key())
        .key(deterministic_key())
        .key(cache_bytes_key())
}

/// A named setting of the searcher, without keys but that of its memory. `base` is what its keys are beside.
fn named(name: &'static str, base: fn(&mut Settings) -> Result<Variant, SpecError>) -> SearcherEntry<AnySearcher> {
    let read = move |settings: &mut Settings| base(settings).and_then(|base| guided(settings, base));
    SearcherEntry::new(name, read)
        .logic(Logic::Uct)
        .key(memory_key())
        .key(Key::one_of(UNIT, &[WIN, NOISE]).about(
            "What values are weighed by: a part of a win (`scale`), or how far static values are from their children's.",
        ))
        .key(Key::one_of(TEMPO, &[IGNORED, MEASURED]).about(
            "Whether half of what a move is worth to the side that makes it is taken from new leaves, as it is measured.",
        ))
        .scaled(Uct::WIN)
        .gains_by_threads()
        .repeats(|settings| settings.is(DETERMINISTIC, TRUE) || threads(settings) == 1)
}

fn leaves_or_parts_key() -> Key {
    leaves_key()
        .about("How many leaves are evaluated together, or, if deterministic, how many parts are searched at a time.")
}

fn choice_key(names: &'static [&'static str]) -> Key {
    Key::one_of(CHOICE, names).about("How the move to play is chosen from the searched ones.")
}

fn transpositions_key(usual: &'static str) -> Key {
    Key::name(TRANSPOSITIONS, &[ON, OFF]).about("Whether a position reached in several ways is one node.").or(usual)
}

fn deterministic_key() -> Key {
    Key::one_of(DETERMINISTIC, &[FALSE, TRUE]).about("Whether several threads come to the same result each time.")
}

/// What makes the searcher: by threads on a tree, or alone on a graph or on a tree.
///
/// What remembers values is the evaluator.
fn guided(settings: &mut Settings, base: Variant) -> Result<impl Fn() -> AnySearcher + use<>, SpecError> {
    const REFUSED_ABOVE: &str = "what threads cannot share is refused by name";
    if let Some(refusal) = REFUSALS.iter().find(|refusal| refusal.both.iter().all(|is_so| is_so(settings))) {
        return Err(SpecError::Settings(refusal.because.to_owned()));
    }
    let variant = variant(settings, base)?;
    let memory = memory(settings);
    let sharing = sharing(settings)?;
    let is_graph = on_a_graph(settings);
    let table_bytes = whole_of(settings, TABLE_BYTES).map(|bytes| bytes as usize);
    if sharing.is_some() {
        variant.check_shared().map_err(refused_together)?;
    }
    Ok(move || match (sharing, is_graph) {
        (Some(sharing), _) => {
            SharedGuidedSearch::new(variant, sharing).expect(REFUSED_ABOVE).with_memory(memory).into()
        }
        (None, true) => GuidedGraphSearch::new(variant).with_memory(memory).into(),
        (None, false) => {
            GuidedSearch { memory, ..GuidedSearch::of(variant, table_bytes.map(TranspositionTable::new)) }.into()
        }
    })
}

/// Two settings that do not go together.
struct Conflict {
    both: [fn(&mut Settings) -> bool; 2],
    because: &'static str,
}

/// Where a combination has no meaning to the keys, it is refused by name; what the searcher's own settings refuse is in
/// [`refused_together`].
const REFUSALS: [Conflict; 7] = [
    Conflict {
        both: [on_a_graph, with_a_table],
        because: "`table_bytes` is for a tree: set `transpositions` = `off`, or leave it out",
    },
    Conflict {
        both: [|settings| whole_of(settings, CACHE_BYTES).is_some(), by_threads],
        because: "`cache_bytes` is for a search by one thread: leave out `threads` and `deterministic`",
    },
    Conflict {
        both: [with_a_table, by_threads],
        because: "`table_bytes` is for a search by one thread: leave out `threads` and `deterministic`",
    },
    Conflict {
        both: [|settings| leaves(settings) > 1, |settings| by_threads(settings) && !settings.is(DETERMINISTIC, TRUE)],
        because: "`leaves` is for `deterministic` = `true`, or for one thread: in a free search there are as many as \
                  threads",
    },
    Conflict {
        both: [
            |settings| settings.is(TEMPO, MEASURED),
            |settings| with_a_table(settings) || whole_of(settings, ALPHA_BETA_DEPTH).is_some_and(|depth| depth > 0),
        ],
        because: "`tempo` = `measured` is for leaves that have static values: leave out `table_bytes` and \
                  `alpha_beta_depth`",
    },
    Conflict {
        both: [|settings| settings.is(DESCENT, ON), |settings| expansions(settings) > NonZeroU32::MIN],
        because: "`expansions` is for `descent` = `off`",
    },
    // On graphs threads made a search no better in any game that was measured (docs/performance.md).
    Conflict { both: [by_threads, on_a_graph], because: "`threads` are for a tree: set `transpositions` = `off`" },
];

fn on_a_graph(settings: &mut Settings) -> bool {
    settings.is(TRANSPOSITIONS, ON)
}

fn by_threads(settings: &mut Settings) -> bool {
    threads(settings) > 1 || settings.is(DETERMINISTIC, TRUE)
}

fn with_a_table(settings: &mut Settings) -> bool {
    whole_of(settings, TABLE_BYTES).is_some()
}

/// The whole number of a key, where the named setting has the key and it is given.
fn whole_of(settings: &mut Settings, key: &str) -> Option<u64> {
    settings.with_key(key)?.given_whole(key)
}

/// What the name of a key stands for, where the named setting has the key.
fn one_of<T: Copy>(settings: &mut Settings, key: &str, meanings: &[(&str, T)]) -> Option<T> {
    settings.with_key(key)?.one_of(key, meanings)
}

/// What the searcher's settings refuse, in the words of the keys.
fn refused_together(error: InvalidSettings) -> SpecError {
    SpecError::Settings(match error {
        InvalidSettings::Unproved => "`completion` = `off` is for one thread and one leaf at a time".to_owned(),
        InvalidSettings::NotToRoot(_) => {
            "`back_up` = `stable` or `mean` is for one thread and one leaf at a time".to_owned()
        }
        InvalidSettings::DescentTogether => "`leaves` and `descent` do not go together: of several leaves each is \
                                             expanded by a walk of its own"
            .to_owned(),
        error => error.to_string(),
    })
}

/// How threads share the search, if they do.
fn sharing(settings: &mut Settings) -> Result<Option<Sharing>, SpecError> {
    let sharing = if settings.is(DETERMINISTIC, TRUE) {
        Sharing::deterministic(threads(settings), leaves(settings))
    } else if threads(settings) == 1 {
        return Ok(None);
    } else {
        Sharing::free(threads(settings))
    };
    sharing.map(Some).map_err(refused)
}

/// What the keys say, each in the place of what the named setting says.
fn variant(settings: &mut Settings, base: Variant) -> Result<Variant, SpecError> {
    let choices = [("value-and-visits", Choice::ValueAndVisits), (SAFE, Choice::Safe), (VALUE, Choice::Value)];
    let ties = [("kept", Ties::Kept), ("fewest-visits", Ties::FewestVisits)];
    let back_ups = [("stable", BackUp::UntilStable), ("root", BackUp::ToRoot), ("mean", BackUp::Mean)];
    let units = [(WIN, Unit::Win), (NOISE, Unit::Noise)];
    let tempos = [(IGNORED, Tempo::Ignored), (MEASURED, Tempo::Measured)];
    let unit = one_of(settings, UNIT, &units).unwrap_or(base.unit());
    let scale = if unit == Unit::Win { scale(settings) } else { base.scale() };
    let variant = base
        .with_unit(unit)
        .with_tempo(one_of(settings, TEMPO, &tempos).unwrap_or(base.tempo()))
        .with_scale(scale)
        .with_selection(selection_of(settings, base)?)
        .with_ties(one_of(settings, TIES, &ties).unwrap_or(base.ties()))
        .with_choice(one_of(settings, CHOICE, &choices).unwrap_or(base.choice()))
        .with_shrinkage(shrinkage(settings)?)
        .with_alpha_beta_depth(whole_of(settings, ALPHA_BETA_DEPTH).unwrap_or(0) as usize);
    let completion = one_of(settings, COMPLETION, &[(ON, true), (OFF, false)]).unwrap_or(base.completion());
    let back_up = one_of(settings, BACK_UP, &back_ups).unwrap_or(BackUp::ToRoot);
    let expansions = if settings.is(DESCENT, ON) { NonZeroU32::MAX } else { expansions(settings) };
    // The leaves of a search that threads share are islands, which the sharing counts.
    let leaves = if by_threads(settings) { 1 } else { leaves(settings) };
    let variant = variant.and_then(|variant| variant.with_completion(completion));
    let variant = variant.and_then(|variant| variant.with_back_up(back_up));
    let variant = variant.and_then(|variant| variant.with_expansions(expansions));
    variant.and_then(|variant| variant.with_leaves(leaves)).map_err(refused_together)
}

fn selection_of(settings: &mut Settings, base: Variant) -> Result<Selection, SpecError> {
    let Some(selection) = selection(settings)? else { return Ok(base.selection()) };
    Ok(match selection.as_str() {
        UCT => Selection::Uct(uct(settings)?),
        PUCT => Selection::Puct(puct(settings)?),
        SOFTMAX => Selection::Softmax(softmax(settings)?),
        _ => Selection::Value,
    })
}
