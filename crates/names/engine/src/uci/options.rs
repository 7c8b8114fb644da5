//! The options: the memory, the threads, the searcher, and every setting that the catalogue declares for it.

use std::io::{self, Write};

use bestply_catalogue::{Key, KeyKind, NamedPlayer, SearcherSpec};

use super::Uci;
use crate::Thinker;

const HASH: &str = "Hash";
const THREADS: &str = "Threads";
const PONDER: &str = "Ponder";
const MULTI_PV: &str = "MultiPV";
const SEARCHER: &str = "Searcher";

/// The settings that all searchers have and that are options: who evaluates, and who plays the ends.
const EVALUATION: &str = "evaluation";
const ENDS: &str = "ends";
const ENDS_BY: [&str; 2] = ["searcher", "solver"];

/// The most mebibytes of a search, a tebibyte.
const MOST_HASH: usize = 1 << 20;

/// The most moves that are told: no position of chess has more.
const MOST_LINES: usize = 256;

/// The largest number that is shown: clients keep numbers in 32 bits. The text of `Searcher` may have a larger one.
const MOST_SHOWN: u64 = i32::MAX as u64;

impl Uci<'_> {
    /// Writes a line for each option. The default is what is in force.
    pub(super) fn list_options(&self, output: &mut dyn Write) -> io::Result<()> {
        let thinker = &self.desk.thinker;
        let about = thinker.player().about();
        let hash = (thinker.limit().bytes.unwrap_or_default() >> 20).clamp(1, MOST_HASH);
        writeln!(output, "option name {HASH} type spin default {hash} min 1 max {MOST_HASH}")?;
        match about.keys.iter().find(|key| is_threads(key)) {
            Some(key) => writeln!(output, "{}", listed(THREADS, key.kind(), self.setting(key).as_deref()))?,
            None => writeln!(output, "option name {THREADS} type spin default 1 min 1 max 1")?,
        }
        writeln!(output, "option name {PONDER} type check default false")?;
        writeln!(output, "option name {MULTI_PV} type spin default {} min 1 max {MOST_LINES}", self.lines)?;
        writeln!(output, "option name {SEARCHER} type string default {}", thinker.in_force())?;
        let evaluations: Vec<&str> = self.desk.game.about().evaluations.clone();
        writeln!(output, "{}", combo(EVALUATION, &evaluations, thinker.evaluation()))?;
        if self.has_solver() {
            writeln!(output, "{}", combo(ENDS, &ENDS_BY, ENDS_BY[usize::from(thinker.solves_ends())]))?;
        }
        let own = about.keys.iter().filter(|key| !is_threads(key));
        own.into_iter()
            .try_for_each(|key| writeln!(output, "{}", listed(key.name, key.kind(), self.setting(key).as_deref())))
    }

    /// Sets the option of `name NAME value VALUE`. What is wrong changes nothing.
    pub(super) fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let end = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let name = words[..end].strip_prefix(&["name"]).ok_or("setoption: expected `name NAME value VALUE`")?.join(" ");
        let value = words[end..].iter().skip(1).copied().collect::<Vec<_>>().join(" ");
        let about = self.desk.thinker.player().about();
        let key = about.keys.iter().find(|key| key.name.eq_ignore_ascii_case(&name)).cloned();
        let is = |own: &str| own.eq_ignore_ascii_case(&name);
        let set = match key {
            _ if is(HASH) => within(&value, MOST_HASH, "MiB").and_then(|size| self.desk.set_bytes(size << 20)),
            // A client says whether it will ask for it, and `go ponder` does ask.
            _ if is(PONDER) => Ok(()),
            _ if is(MULTI_PV) => within(&value, MOST_LINES, "lines").map(|lines| self.lines = lines),
            _ if is(SEARCHER) => self.set_searcher(&value),
            _ if is(ENDS) && self.has_solver() => self.set_key(ENDS, &value),
            _ if is(EVALUATION) => self.set_key(EVALUATION, &value),
            None if is(THREADS) && value == "1" => Ok(()),
            None if is(THREADS) => Err(format!("{} searches with one thread", about.name)),
            Some(key) => self.set_key(key.name, &value),
            None => return Err(format!("setoption: {} has no option `{name}`", about.name)),
        };
        set.map_err(|why| format!("setoption {name}: {why}"))
    }

    /// Takes a searcher with its settings, as the command line has it, and what it does not say as it plays best.
    fn set_searcher(&mut self, value: &str) -> Result<(), String> {
        let read = SearcherSpec::read(value).map_err(|error| error.to_string())?;
        // Who plays the ends stays as it was set.
        let ends = self.desk.thinker.player().text(ENDS).filter(|_| read.text(ENDS).is_none());
        let read = if ends.is_some() { read.with_text(ENDS, ends.as_deref()) } else { read };
        let player = self.desk.catalogue.for_playing(read, self.desk.game.about().name);
        self.change(&player.map_err(|error| error.to_string())?)
    }

    /// Changes one setting, and leaves the others as they are.
    fn set_key(&mut self, key: &str, value: &str) -> Result<(), String> {
        let value = Some(value).filter(|value| !["", "<empty>"].contains(value));
        let spec = self.desk.thinker.player().spec().clone().with_text(key, value);
        self.change(&self.desk.catalogue.player_of(spec).map_err(|error| error.to_string())?)
    }

    /// Has this player think. Nothing is forgotten where it is the one that thinks already.
    fn change(&mut self, player: &NamedPlayer) -> Result<(), String> {
        let thinker = &self.desk.thinker;
        let changed = thinker.changed(self.desk.catalogue, &self.begun, player);
        let changed = changed.map_err(|error| error.to_string())?;
        if (changed.in_force(), changed.solves_ends()) != (thinker.in_force(), thinker.solves_ends()) {
            self.desk.thinker = changed;
        }
        Ok(())
    }

    fn has_solver(&self) -> bool {
        self.desk.game.kind().has_solver()
    }

    /// The setting of a key that is in force, or its default, as the command line has it.
    fn setting(&self, key: &Key) -> Option<String> {
        self.desk.thinker.in_force().text(key.name).or_else(|| key.default_text())
    }
}

/// A number from 1 to `most` of what an option counts.
fn within(value: &str, most: usize, what: &str) -> Result<usize, String> {
    let number = value.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("expected 1 to {most} {what}, not `{value}`"))
}

fn is_threads(key: &Key) -> bool {
    key.name.eq_ignore_ascii_case(THREADS)
}

/// An option of a key. The protocol has no decimals, and no number that is not set: both are texts.
fn listed(name: &str, kind: &KeyKind, setting: Option<&str>) -> String {
    match (kind, setting) {
        (KeyKind::Whole(range) | KeyKind::Bytes(range), Some(number)) => {
            let [least, most] = [range.start(), range.end()].map(|&bound| bound.min(MOST_SHOWN));
            format!("option name {name} type spin default {number} min {least} max {most}")
        }
        (KeyKind::Name(["false", "true"]), Some(default)) => format!("option name {name} type check default {default}"),
        (KeyKind::Name(names), Some(default)) => combo(name, names, default),
        (_, setting) => format!("option name {name} type string default {}", setting.unwrap_or("<empty>")),
    }
}

fn combo(name: &str, names: &[&str], default: &str) -> String {
    let all: String = names.iter().map(|name| format!(" var {name}")).collect();
    format!("option name {name} type combo default {default}{all}")
}

// The least that a search can be given is less than the least that can be set.
const _: () = assert!(Thinker::LEAST_BYTES <= 1 << 20);
