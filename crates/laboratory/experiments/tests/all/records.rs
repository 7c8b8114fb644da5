//! The records in a folder: any difference from what was written is reported.

use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use crate::common::{contents, folder, options};
use bestply_experiments::Error;
use bestply_experiments::contest::Sides;
use bestply_experiments::outcome::Generations;
use bestply_experiments::outcome::records::{
    Forfeit, Loser, PairRecord, PlayedGame, PlayedPair, Records, recorded, word,
};
use bestply_experiments::outcome::sealed::{Damage, seal};

fn pair(seed: u64) -> PairRecord {
    let game = |moves: &str, forfeit| PlayedGame { moves: moves.to_owned(), forfeit };
    let lost = Forfeit { side: Loser::Max, reason: "it said \"no\"".to_owned() };
    PairRecord {
        cell: "a/b/c".to_owned(),
        challenger_depth: Some(3),
        seed,
        start_number: None,
        challenger_as_max: 4,
        opponent_as_max: -1,
        evaluations: Sides { challenger: 10, opponent: 20 },
        generations: Sides::default(),
        moves: Sides { challenger: 2, opponent: 1 },
        elapsed_us: None,
        out_of_memory: None,
        played: PlayedPair {
            start: "XO- X".to_owned(),
            challenger_as_max: game("a1 b2", None),
            opponent_as_max: game("a1", Some(lost)),
        },
    }
}

fn open(out: &Path) -> Result<Records, Error> {
    Records::open(out, &"the description", &options(out, 1).opening)
}

#[test]
fn what_is_appended_is_read_again() {
    let out = folder("records/read");
    let mut records = open(&out).expect("it is new");
    (1..=3).for_each(|seed| records.append(pair(seed)).expect("it can be written"));
    drop(records);
    assert_eq!(recorded::<PairRecord>(&out, |_| {}).expect("nothing is damaged"), [pair(1), pair(2), pair(3)]);
    assert_eq!(contents(&out).into_keys().collect::<Vec<_>>(), ["experiment.json", "games.jsonl"]);
    assert_eq!(open(&out).expect("it goes on").get("a/b/c", Some(3), 2), Some(&pair(2)));
}

#[test]
fn every_flipped_bit_of_a_file_is_told() {
    let out = folder("records/flipped");
    let mut records = open(&out).expect("it is new");
    (1..=2).for_each(|seed| records.append(pair(seed)).expect("it can be written"));
    drop(records);
    let file = out.join("games.jsonl");
    let whole = fs::read(&file).expect("there are records");
    let mut written = OpenOptions::new().write(true).open(&file).expect("it can be written");
    let mut put = |place: usize, byte: u8| {
        written.seek(SeekFrom::Start(place as u64)).expect("it is that long");
        written.write_all(&[byte]).expect("it can be written");
    };
    for bit in 0..8 * whole.len() {
        let place = bit / 8;
        let flipped = whole[place] ^ (1 << (bit % 8));
        put(place, flipped);
        let told = recorded::<PairRecord>(&out, |_| {});
        assert!(matches!(told, Err(Error::Damaged { .. })), "bit {} of byte {place}", bit % 8);
        put(place, whole[place]);
    }
    assert!(recorded::<PairRecord>(&out, |_| {}).is_ok());
}

#[test]
fn numbers_whose_sum_could_overflow_are_told() {
    let out = folder("records/overflow");
    drop(open(&out).expect("it is new"));
    let large = |number| Sides { challenger: 0, opponent: number };
    let generations = Generations { all: u64::MAX, first: 1 };
    let records = [
        PairRecord { evaluations: large(u64::MAX), ..pair(1) },
        PairRecord { moves: large(1 << 44), ..pair(1) },
        PairRecord { elapsed_us: Some(large(u64::MAX)), ..pair(1) },
        PairRecord { generations: Sides { challenger: generations, opponent: generations }, ..pair(1) },
    ];
    for record in records {
        let line = seal(&serde_json::to_string(&record).expect("it is JSON"));
        fs::write(out.join("games.jsonl"), format!("{line}\n")).expect("it can be written");
        assert!(matches!(open(&out), Err(Error::Damaged { damage: Damage::TooLarge(_), .. })));
    }
}

#[test]
fn moves_are_words() {
    assert_eq!(["f5", "Move { x: 1 }", "", "\t"].map(word), ["f5", "Move_{_x:_1_}", "_", "_"]);
}
