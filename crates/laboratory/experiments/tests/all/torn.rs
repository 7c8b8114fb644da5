//! Records that a machine tore when it went down: a run keeps what is whole, and plays the rest again.

use std::fs;
use std::path::Path;

use crate::common::{contents, folder, options};
use bestply_catalogue::Catalogue;
use bestply_experiments::Error;
use bestply_experiments::contest::{CellPlan, Description};
use bestply_experiments::outcome::records::{PairRecord, recorded};
use bestply_experiments::outcome::results::Cell;
use bestply_experiments::outcome::score::TournamentScore;
use bestply_experiments::runs::run::{Laboratory, Progress};
use proptest::prelude::*;
use proptest::sample::Index;

/// Two calibrated cells, whose tournaments are played at several depths.
const UNTIMED: &str = r#"
name = "torn"
pairs = 6
game = { kind = "random", length = 10 }
challenger = "best-first"
opponent = "alpha-beta"
[[cells]]
branching = [2, 3]
opponent_depth = 2
challenger_depth = "equal-cost"
"#;

/// Pairs that differ whenever they are played: a record that stays is the one that was written.
const TIMED: &str = r#"
name = "timed"
pairs = 8
record_time = true
game = { kind = "random", length = 10 }
challenger = "best-first"
opponent = "alpha-beta"
evaluations = 30
[[cells]]
branching = [2, 3]
"#;

/// What becomes of a file.
#[derive(Clone, Debug)]
enum Tear {
    Cut(Index),
    Flip(Index, u8),
    Zeros(Index, usize),
    Insert(Index, &'static str),
    Remove(Index, usize),
    /// A line is there once more, somewhere else.
    Twice(Index, Index),
    LineEnds,
}

impl Tear {
    /// Some tears, of which a line that is there once more is the last one.
    /// Where a later tear takes away the line in its place, nothing tells that the other one is not.
    fn several() -> impl Strategy<Value = Vec<Tear>> {
        let twice = any::<(Index, Index)>().prop_map(|(line, at)| Tear::Twice(line, at));
        let last = prop::option::of(twice);
        (prop::collection::vec(Tear::any(), 0..4), last)
            .prop_map(|(tears, last)| tears.into_iter().chain(last).collect())
    }

    fn any() -> impl Strategy<Value = Tear> {
        let place = any::<Index>;
        let inserted = prop::sample::select(vec!["\n", "\n\n", "\r", "\0", "{\"", "\"}\n", "\u{feff}"]);
        prop_oneof![
            place().prop_map(Tear::Cut),
            (place(), 0..8u8).prop_map(|(at, bit)| Tear::Flip(at, bit)),
            (place(), 1..1500usize).prop_map(|(at, length)| Tear::Zeros(at, length)),
            (place(), inserted).prop_map(|(at, text)| Tear::Insert(at, text)),
            (place(), 1..1500usize).prop_map(|(at, length)| Tear::Remove(at, length)),
            Just(Tear::LineEnds),
        ]
    }

    fn apply(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        let all = bytes.len();
        let end = |at: usize, length: usize| (at + length).min(all);
        match self {
            _ if bytes.is_empty() => {}
            Tear::Cut(at) => bytes.truncate(at.index(all)),
            Tear::Flip(at, bit) => bytes[at.index(all)] ^= 1 << bit,
            Tear::Zeros(at, length) => bytes[at.index(all)..end(at.index(all), *length)].fill(0),
            Tear::Insert(at, text) => drop(bytes.splice(at.index(all)..at.index(all), text.bytes())),
            Tear::Remove(at, length) => drop(bytes.drain(at.index(all)..end(at.index(all), *length))),
            Tear::Twice(line, at) => {
                let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
                let mut more = lines.clone();
                more.insert(at.index(lines.len()), lines[line.index(lines.len())]);
                bytes = more.concat();
            }
            Tear::LineEnds => bytes = bytes.split(|&byte| byte == b'\n').collect::<Vec<_>>().join(&b"\r\n"[..]),
        }
        bytes
    }
}

/// Is interrupted when so many pairs are recorded.
struct Interrupted(usize);

impl Progress for Interrupted {
    fn tournament(&mut self, _: &CellPlan, _: Option<usize>, _: u64, _: u64) {}

    fn pair(&mut self, _: &TournamentScore) -> Result<(), Error> {
        self.0 = self.0.checked_sub(1).ok_or_else(|| Error::Invalid("interrupted".to_owned()))?;
        Ok(())
    }

    fn cell(&mut self, _: &Cell) {}
}

/// Runs the description until so many pairs are recorded, and returns whether it came to its end.
fn run(text: &str, out: &Path, pairs: usize) -> bool {
    let catalogue = Catalogue::standard();
    let description = Description::parse(&catalogue, "torn.toml", text).expect("the description is right");
    let laboratory = Laboratory { catalogue: &catalogue, published: &() };
    match laboratory.run(&[description], &options(out, 1), &mut Interrupted(pairs)) {
        Ok(_) => true,
        Err(error) if error.to_string() == "interrupted" => false,
        Err(error) => panic!("{error}"),
    }
}

/// A description, and the folder of a run of it that nothing interrupted.
fn whole(name: &str, text: &'static str) -> (&'static str, std::path::PathBuf) {
    let whole = folder(&format!("torn/{name}-whole"));
    assert!(run(text, &whole, usize::MAX));
    (text, whole)
}

fn copy(from: &Path, to: &Path) {
    fs::remove_dir_all(to).ok();
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// Tears a file and goes on, as often as there are tears and numbers of pairs until the run is interrupted.
fn mend(text: &str, out: &Path, rounds: &[(Vec<Tear>, usize)]) {
    for (tears, pairs) in rounds {
        for file in ["games.jsonl", "rescued-games.jsonl"].map(|name| out.join(name)) {
            if let Ok(bytes) = fs::read(&file) {
                fs::write(&file, tears.iter().fold(bytes, |bytes, tear| tear.apply(bytes))).unwrap();
            }
        }
        run(text, out, *pairs);
    }
    assert!(run(text, out, usize::MAX));
}

#[test]
fn a_torn_file_becomes_the_one_of_a_run_that_nothing_interrupted() {
    let (text, whole) = whole("untimed", UNTIMED);
    let (before, out) = (contents(&whole), folder("torn/untimed"));
    let round = (Tear::several(), 0..20usize);
    proptest!(ProptestConfig::with_cases(150), |(rounds in prop::collection::vec(round, 1..3))| {
        copy(&whole, &out);
        mend(text, &out, &rounds);
        let after = contents(&out);
        prop_assert!(before.keys().eq(after.keys()), "{:?}", after.keys());
        prop_assert!(before == after);
    });
}

#[test]
fn what_has_a_good_check_sum_stays_and_nothing_else_is_played() {
    let (text, whole) = whole("timed", TIMED);
    let (records, out) = (recorded::<PairRecord>(&whole, |_| {}).unwrap(), folder("torn/timed"));
    let lines = fs::read_to_string(whole.join("games.jsonl")).unwrap();
    proptest!(ProptestConfig::with_cases(100), |(tears in Tear::several())| {
        copy(&whole, &out);
        let torn = tears.iter().fold(lines.clone().into_bytes(), |bytes, tear| tear.apply(bytes));
        fs::write(out.join("games.jsonl"), &torn).unwrap();
        assert!(run(text, &out, usize::MAX));
        let after = recorded::<PairRecord>(&out, |_| {}).unwrap();
        prop_assert_eq!(after.len(), records.len());
        for (line, (before, after)) in lines.lines().zip(records.iter().zip(&after)) {
            prop_assert_eq!((&before.cell, before.seed), (&after.cell, after.seed));
            let is_whole = torn.windows(line.len()).any(|bytes| bytes == line.as_bytes());
            prop_assert!(!is_whole || before == after, "a whole record was played again: {}", line);
        }
    });
}

/// Numbers of pairs until the end, with tears between: nothing is lost on the way.
#[test]
fn a_record_that_waits_for_its_turn_is_kept_until_it_has_had_it() {
    let (text, whole) = whole("waiting", TIMED);
    let (before, out) = (contents(&whole), folder("torn/waiting"));
    copy(&whole, &out);
    let lines: Vec<&str> = before["games.jsonl"].lines().collect();
    fs::write(out.join("games.jsonl"), [&["torn"], &lines[1..]].concat().join("\n")).unwrap();
    for pairs in [0, 2, 0, 5] {
        assert!(!run(text, &out, pairs));
        let [filed, waiting] = ["games.jsonl", "rescued-games.jsonl"].map(|name| fs::read_to_string(out.join(name)));
        let kept = filed.unwrap() + &waiting.unwrap();
        assert!(lines[1..].iter().all(|line| kept.contains(line)), "a record is lost after {pairs} more pairs");
    }
    assert!(run(text, &out, usize::MAX));
    let after = contents(&out);
    assert!(after["games.jsonl"].lines().skip(1).eq(lines[1..].iter().copied()));
    assert!(before.keys().eq(after.keys()), "{:?}", after.keys());
}
