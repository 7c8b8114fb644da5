//! What a case is, and how words and bytes are damaged.

use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A run of the program: its arguments, and what is typed into it. Its files lie in its folder.
#[derive(Default)]
pub(super) struct Case {
    pub(super) words: Vec<String>,
    pub(super) input: Vec<u8>,
    /// Whether a search of it may be without a limit, so that it ends when it is interrupted.
    pub(super) may_be_endless: bool,
    /// The KiB that the process may address, if not all.
    pub(super) address_space: Option<u64>,
}

impl Case {
    /// A command line without anything else, of which words between single quotes are one.
    pub(super) fn of(line: &str) -> Case {
        Case { words: words(line), ..Case::default() }
    }

    /// The command line as a shell reads it.
    pub(super) fn line(&self) -> String {
        let quoted = self.words.iter().map(|word| format!("'{}'", word.replace('\'', r"'\''")));
        let space =
            self.address_space.map_or_else(String::new, |most| format!("sh -c 'ulimit -v {most}; exec \"$@\"' - "));
        format!("{space}cargo xtask {} <input", quoted.collect::<Vec<_>>().join(" "))
    }

    pub(super) fn command(&self) -> Command {
        let program = cargo_bin!("xtask");
        let mut command = match self.address_space {
            None => Command::new(program),
            Some(most) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", "ulimit -v \"$0\" && exec \"$@\"", &most.to_string()]).arg(program);
                shell
            }
        };
        command.args(&self.words);
        command
    }
}

/// The words of a command line, of which those between single quotes are one.
pub(super) fn words(line: &str) -> Vec<String> {
    crate::folder::arguments(line).map(str::to_owned).collect()
}

/// The choices of a case.
pub(super) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub(super) fn of(number: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(number))
    }

    /// A number below this one, which is not 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        (self.0.next_u64() % limit as u64) as usize
    }

    /// One of these, of which there are some.
    pub(super) fn one_of<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    /// Whether what happens once in so many times does.
    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// Numbers at the edges of what numbers can be, and texts that are none.
pub(super) const EDGES: &[&str] = &[
    "0",
    "1",
    "2",
    "-1",
    "3",
    "7",
    "10",
    "100",
    "255",
    "256",
    "32767",
    "65536",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e3",
    "1e300",
    "-1e300",
    "0.5",
    "-0.0",
    ".5",
    "1e-300",
    "NaN",
    "inf",
    "-inf",
    "0x10",
    "+1",
    "1_000",
    "٣",
    "1 ",
    "1,2",
    "1..=3",
    "3..=1",
    "1/2",
    "0/0",
    "2/1",
    "",
    " ",
    "-",
    "--",
    "=",
    ":",
    ",",
    "é",
    "\u{feff}",
    "\u{202e}",
    "🂡",
    "none",
    "true",
    "{",
    "}",
    "[]",
    "\"",
    "'",
    "\\",
    "\t",
    "%s",
];

/// Changes some of the words: their numbers, their parts, their number and their order.
pub(super) fn damage_words(words: &mut Vec<String>, dictionary: &[String], dice: &mut Dice) {
    for _ in 0..=dice.below(3) {
        let place = dice.below(words.len());
        match dice.below(9) {
            0 => drop(words.remove(place)),
            1 => words.insert(place, dice.one_of(dictionary)),
            2 => words[place] = dice.one_of(dictionary),
            3 => words[place] = dice.one_of(EDGES).to_owned(),
            4 => words.insert(place, words[place].clone()),
            5 => {
                let other = dice.below(words.len());
                words.swap(place, other);
            }
            _ => words[place] = with_another_part(&words[place], dictionary, dice),
        }
        if words.is_empty() {
            words.push(dice.one_of(dictionary));
        }
    }
    // No argument of a process has a zero byte, and a shell's line has an end.
    for word in words {
        word.retain(|letter| letter != '\0');
        if dice.once_in(200) {
            *word = word.repeat(1 + 20_000 / word.len().max(1));
        }
    }
}

/// A word of which one part, between signs, is another.
fn with_another_part(word: &str, dictionary: &[String], dice: &mut Dice) -> String {
    let is_sign = |letter: char| ",:=./ ".contains(letter);
    let parts: Vec<&str> = word.split_inclusive(is_sign).collect();
    let Some(place) = parts.len().checked_sub(1).map(|last| dice.below(last + 1)) else { return word.to_owned() };
    let sign = parts[place].chars().last().filter(|&letter| is_sign(letter)).map_or(String::new(), String::from);
    let another = match dice.below(3) {
        0 => dice.one_of(EDGES).to_owned() + &sign,
        1 => dice.one_of(dictionary) + &sign,
        _ => parts[place].repeat(dice.below(3)),
    };
    parts.iter().enumerate().map(|(at, part)| if at == place { another.as_str() } else { *part }).collect()
}

/// Changes some of the bytes: bits, numbers, words and lines, the length, and where things stand.
pub(super) fn damage_bytes(bytes: &mut Vec<u8>, dictionary: &[String], dice: &mut Dice) {
    for _ in 0..=dice.below(4) {
        if bytes.is_empty() {
            bytes.extend(dice.one_of(dictionary).bytes());
        }
        let place = dice.below(bytes.len());
        match dice.below(10) {
            0 => bytes[place] ^= 1 << dice.below(8),
            1 => bytes.truncate(place),
            2 => bytes[place] = [0, 255, b'\n', b'-', b'9', b'"'][dice.below(6)],
            3 => {
                let end = (place + 1 + dice.below(64)).min(bytes.len());
                bytes.drain(place..end);
            }
            4 => {
                let end = (place + 1 + dice.below(64)).min(bytes.len());
                let copy = bytes[place..end].to_vec();
                let to = dice.below(bytes.len());
                bytes.splice(to..to, copy);
            }
            5 => bytes.extend(dice.one_of(dictionary).bytes()),
            6 => {
                let line = line_at(bytes, place);
                let copy = bytes[line.clone()].to_vec();
                let other = line_at(bytes, dice.below(bytes.len()));
                bytes.splice(other, copy);
            }
            7 => drop(bytes.drain(line_at(bytes, place))),
            _ => {
                let word = word_at(bytes, place);
                let another = if dice.once_in(2) { dice.one_of(EDGES).to_owned() } else { dice.one_of(dictionary) };
                bytes.splice(word, another.bytes());
            }
        }
    }
}

/// The line around a place, with its end.
fn line_at(bytes: &[u8], place: usize) -> std::ops::Range<usize> {
    let begin = bytes[..place].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let end = bytes[place..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| place + end + 1);
    begin..end
}

/// The word or number around a place.
fn word_at(bytes: &[u8], place: usize) -> std::ops::Range<usize> {
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    let begin = bytes[..place].iter().rposition(|byte| !is_of_word(byte)).map_or(0, |end| end + 1);
    let end = bytes[place..].iter().position(|byte| !is_of_word(byte)).map_or(bytes.len(), |end| place + end);
    begin..end.max(begin)
}
