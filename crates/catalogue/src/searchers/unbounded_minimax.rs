use std::hash::Hash;

use bestply::UnboundedMinimax;
use bestply::unbounded_minimax::{BackUp, Choice, Selection, Settings as Unbounded, Shared, Ties};
use bestply::{Advance, Evaluator, Keyed, Limit, Observer, Report, Reset, Search};

use super::common::{IN_RANGE, SCALE, memory, memory_key, scale};
use crate::spec::MOST;
use crate::{Key, Logic, SearcherEntry, Settings, SpecError};

pub(super) const NAME: &str = "unbounded-minimax";

const SELECTION: &str = "selection";
const VALUE: &str = "value";
const UCT: &str = "uct";
const SOFTMAX: &str = "softmax";
const EXPLORATION: &str = "exploration";
const URGENCY: &str = "urgency";
const TEMPERATURE: &str = "temperature";
const SEED: &str = "seed";
const TIES: &str = "ties";
const COMPLETION: &str = "completion";
const CHOICE: &str = "choice";
const BACK_UP: &str = "back_up";
const TRANSPOSITIONS: &str = "transpositions";
const DESCENT: &str = "descent";

const ON: &str = "on";
const OFF: &str = "off";

/// The constants that the account of UCT best-first gives, and a tenth of the value that counts as 1.
const DEFAULT_EXPLORATION: f64 = 1.5;
const DEFAULT_URGENCY: f64 = 0.5;
const DEFAULT_TEMPERATURE: f64 = 0.1;

/// Unbounded best-first minimax, on a graph or on a tree.
pub(super) fn entry() -> SearcherEntry<Shaped> {
    SearcherEntry::new(NAME, shaped)
        .logic(Logic::Uct)
        .key(memory_key())
        .key(Key::whole(SCALE, 1..=i32::MAX as u64).or(i64::from(Unbounded::default().scale().get())))
        .key(Key::name(SELECTION, &[VALUE, UCT, SOFTMAX]).or(VALUE))
        .key(Key::decimal(EXPLORATION, Unbounded::EXPLORATION).or(DEFAULT_EXPLORATION))
        .key(Key::decimal(URGENCY, Unbounded::URGENCY).or(DEFAULT_URGENCY))
        .key(Key::decimal(TEMPERATURE, Unbounded::TEMPERATURE).or(DEFAULT_TEMPERATURE))
        .key(Key::whole(SEED, 0..=MOST).or(0))
        .key(Key::name(TIES, &["fewest-visits", "kept"]).or("fewest-visits"))
        .key(Key::name(COMPLETION, &[ON, OFF]).or(ON))
        .key(Key::name(CHOICE, &["safe", "value-and-visits", "value"]).or("safe"))
        .key(Key::name(BACK_UP, &["root", "stable"]).or("root"))
        .key(Key::name(TRANSPOSITIONS, &[ON, OFF]).or(ON))
        .key(Key::name(DESCENT, &[ON, OFF]).or(OFF))
}

/// Unbounded best-first minimax, with transpositions or without.
pub(super) enum Shaped {
    Graph(UnboundedMinimax<Shared>),
    Tree(UnboundedMinimax),
}

fn shaped(settings: &Settings) -> Result<Shaped, SpecError> {
    let (unbounded, memory) = (unbounded(settings)?, memory(settings));
    Ok(match is_on(settings, TRANSPOSITIONS) {
        true => Shaped::Graph(UnboundedMinimax::sharing(unbounded).with_memory(memory)),
        false => Shaped::Tree(UnboundedMinimax::new(unbounded).with_memory(memory)),
    })
}

fn unbounded(settings: &Settings) -> Result<Unbounded, SpecError> {
    let is = |key: &str, name: &str| settings.name(key).as_deref() == Some(name);
    let choice = match settings.name(CHOICE).as_deref() {
        Some("value") => Choice::Value,
        Some("value-and-visits") => Choice::ValueAndVisits,
        _ => Choice::Safe,
    };
    Ok(Unbounded::default()
        .with_scale(scale(settings))
        .with_selection(selection(settings)?)
        .with_ties(if is(TIES, "kept") { Ties::Kept } else { Ties::FewestVisits })
        .with_completion(is_on(settings, COMPLETION))
        .with_choice(choice)
        .with_back_up(if is(BACK_UP, "stable") { BackUp::UntilStable } else { BackUp::ToRoot })
        .with_descent(is_on(settings, DESCENT)))
}

fn is_on(settings: &Settings, key: &str) -> bool {
    settings.name(key).as_deref() == Some(ON)
}

/// The selection. The constants of one kind of selection are invalid for the others.
fn selection(settings: &Settings) -> Result<Selection, SpecError> {
    let selection = settings.name(SELECTION).expect("it has a default");
    for (of, keys) in [(UCT, [EXPLORATION, URGENCY]), (SOFTMAX, [TEMPERATURE, SEED])] {
        if let Some(key) = keys.into_iter().find(|key| selection != of && settings.is_given(key)) {
            return Err(SpecError::OtherSetting { key, of: SELECTION, setting: of });
        }
    }
    let number = |key: &str| settings.number(key).expect("it has a default");
    let selection = match selection.as_str() {
        UCT => Selection::uct(number(EXPLORATION), number(URGENCY)),
        SOFTMAX => Selection::softmax(number(TEMPERATURE), settings.whole(SEED).expect("it has a default")),
        _ => Ok(Selection::Value),
    };
    Ok(selection.expect(IN_RANGE))
}

/// Does the same with either variant.
macro_rules! with_either {
    ($shaped:expr, $searcher:ident => $does:expr) => {
        match $shaped {
            Shaped::Graph($searcher) => $does,
            Shaped::Tree($searcher) => $does,
        }
    };
}

impl Reset for Shaped {
    fn reset(&mut self) {
        with_either!(self, searcher => searcher.reset());
    }
}

impl<P: Keyed<Move: Hash>> Advance<P> for Shaped {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        with_either!(self, searcher => searcher.advance(position, mv));
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        with_either!(self, searcher => searcher.line_after(position, mv))
    }
}

impl<P: Keyed<Move: Hash>, E: Evaluator<P>> Search<P, E> for Shaped {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        with_either!(self, searcher => searcher.run(position, evaluator, limit, observer))
    }
}
