use std::hash::Hash;

use bestply::uct_best_first::{Choice, Selection, Settings as Uct, SharedUctBestFirst, Sharing, TranspositionTable};
use bestply::{Advance, Evaluator, Keyed, Limit, Observer, Report, Reset, Search};
use bestply::{Position, UctBestFirst};

use super::common::{
    ALPHA_BETA_DEPTH, IN_RANGE, SCALE, TABLE_BYTES, leaves, leaves_key, memory, memory_key, scale, table_bytes_key,
};
use crate::spec::MOST;
use crate::{Key, Logic, SearcherEntry, Settings, SpecError};

const SELECTION: &str = "selection";
const UCT: &str = "uct";
const SOFTMAX: &str = "softmax";
const EXPLORATION: &str = "exploration";
const URGENCY: &str = "urgency";
const TEMPERATURE: &str = "temperature";
const SEED: &str = "seed";
const CHOICE: &str = "choice";
const THREADS: &str = "threads";
const DETERMINISTIC: &str = "deterministic";

/// The default temperature of softmax: a tenth of the value that counts as 1.
const DEFAULT_TEMPERATURE: f64 = 0.1;

/// Best-first minimax guided by UCT or softmax, with a transposition table or without, by one thread or several.
pub(super) fn entry() -> SearcherEntry<Guided> {
    let default = Uct::default();
    let Selection::Uct(constants) = default.selection() else { unreachable!("the default selects by UCT") };
    let depths = Uct::ALPHA_BETA_DEPTH;
    SearcherEntry::new("uct-best-first", guided)
        .logic(Logic::Uct)
        .key(memory_key())
        .key(Key::whole(SCALE, 1..=i32::MAX as u64).or(i64::from(default.scale().get())))
        .key(Key::name(SELECTION, &[UCT, SOFTMAX]).or(UCT))
        .key(Key::decimal(EXPLORATION, Uct::EXPLORATION).or(constants.exploration()))
        .key(Key::decimal(URGENCY, Uct::URGENCY).or(constants.urgency()))
        .key(Key::decimal(TEMPERATURE, Uct::TEMPERATURE).or(DEFAULT_TEMPERATURE))
        .key(Key::whole(SEED, 0..=MOST).or(0))
        .key(Key::name(CHOICE, &["value-and-visits", "value"]).or("value-and-visits"))
        .key(
            Key::whole(ALPHA_BETA_DEPTH, *depths.start() as u64..=*depths.end() as u64)
                .or(default.alpha_beta_depth() as i64),
        )
        .key(table_bytes_key())
        .key(leaves_key())
        .key(Key::whole(THREADS, *Sharing::THREADS.start() as u64..=*Sharing::THREADS.end() as u64).or(1))
        .key(Key::name(DETERMINISTIC, &["false", "true"]).or("false"))
        .repeats(|settings| is_deterministic(settings) || threads(settings) == 1)
}

/// UCT best-first: alone, with a transposition table, or shared by threads.
pub(super) enum Guided {
    Plain(UctBestFirst),
    WithTable(UctBestFirst<TranspositionTable>),
    Shared(SharedUctBestFirst),
}

fn guided(settings: &Settings) -> Result<Guided, SpecError> {
    let memory = memory(settings);
    let uct = uct(settings)?;
    Ok(match (sharing(settings)?, settings.whole(TABLE_BYTES)) {
        (Some(_), Some(_)) => return Err(SpecError::Settings(ALONE_WITH_A_TABLE.to_owned())),
        (Some(sharing), None) => {
            // The leaves of a search that threads share are islands, which the sharing counts.
            let uct = uct.with_leaves(1).expect(IN_RANGE);
            let shared = SharedUctBestFirst::new(uct, sharing);
            let mut shared = shared.map_err(|invalid| SpecError::Settings(invalid.to_string()))?;
            shared.memory = memory;
            Guided::Shared(shared)
        }
        (None, None) => Guided::Plain(UctBestFirst { memory, ..UctBestFirst::new(uct) }),
        (None, Some(bytes)) => {
            Guided::WithTable(UctBestFirst { memory, ..UctBestFirst::with_table(uct, bytes as usize) })
        }
    })
}

const ALONE_WITH_A_TABLE: &str = "`table_bytes` is for a search by one thread: leave out `threads` and `deterministic`";
const FREE_LEAVES: &str =
    "`leaves` is for `deterministic` = `true`, or for one thread: in a free search there are as many as threads";

/// How threads share the search, if they do.
fn sharing(settings: &Settings) -> Result<Option<Sharing>, SpecError> {
    let (threads, leaves) = (threads(settings), leaves(settings));
    let sharing = match is_deterministic(settings) {
        true => Sharing::deterministic(threads, leaves),
        false if threads == 1 => return Ok(None),
        false if leaves > 1 => return Err(SpecError::Settings(FREE_LEAVES.to_owned())),
        false => Sharing::free(threads),
    };
    Ok(Some(sharing.expect(IN_RANGE)))
}

fn threads(settings: &Settings) -> usize {
    settings.whole(THREADS).expect("it has a default") as usize
}

fn is_deterministic(settings: &Settings) -> bool {
    settings.name(DETERMINISTIC).as_deref() == Some("true")
}

fn uct(settings: &Settings) -> Result<Uct, SpecError> {
    let choice = if settings.name(CHOICE).as_deref() == Some("value") { Choice::Value } else { Choice::ValueAndVisits };
    let depth = settings.whole(ALPHA_BETA_DEPTH).expect("it has a default") as usize;
    let uct = Uct::default()
        .with_scale(scale(settings))
        .with_selection(selection(settings)?)
        .with_choice(choice)
        .with_alpha_beta_depth(depth)
        .and_then(|uct| uct.with_leaves(leaves(settings)));
    Ok(uct.expect(IN_RANGE))
}

/// The selection. The constants of one kind of selection are invalid for the other.
fn selection(settings: &Settings) -> Result<Selection, SpecError> {
    let is_softmax = settings.name(SELECTION).as_deref() == Some(SOFTMAX);
    let (foreign, other) = if is_softmax { ([EXPLORATION, URGENCY], UCT) } else { ([TEMPERATURE, SEED], SOFTMAX) };
    if let Some(key) = foreign.into_iter().find(|key| settings.is_given(key)) {
        return Err(SpecError::OtherSetting { key, of: SELECTION, setting: other });
    }
    let number = |key: &str| settings.number(key).expect("it has a default");
    let selection = match is_softmax {
        true => Selection::softmax(number(TEMPERATURE), settings.whole(SEED).expect("it has a default")),
        false => Selection::uct(number(EXPLORATION), number(URGENCY)),
    };
    Ok(selection.expect(IN_RANGE))
}

/// Does the same with any variant.
macro_rules! with_each {
    ($guided:expr, $searcher:ident => $does:expr) => {
        match $guided {
            Guided::Plain($searcher) => $does,
            Guided::WithTable($searcher) => $does,
            Guided::Shared($searcher) => $does,
        }
    };
}

impl Reset for Guided {
    fn reset(&mut self) {
        with_each!(self, searcher => searcher.reset());
    }
}

impl<P: Keyed<Move: Hash>> Advance<P> for Guided {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        with_each!(self, searcher => searcher.advance(position, mv));
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        with_each!(self, searcher => searcher.line_after(position, mv))
    }
}

impl<P, E> Search<P, E> for Guided
where
    P: Position + Keyed<Move: Hash> + Clone + Send,
    E: Evaluator<P> + Clone + Send,
{
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        with_each!(self, searcher => searcher.run(position, evaluator, limit, observer))
    }
}
