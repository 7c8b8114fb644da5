//! Lines of records with their check sums: the last field of a line is the CRC-32 of everything before it.
//!
//! `{"a":1}` becomes `{"a":1,"crc32":"8cc34b21"}`, whose sum is of the bytes `{"a":1`.
//! The bytes are checked before anything is made of them, so that no flipped bit passes for another number.
//! The sum has exactly eight digits in lower case; nothing else is accepted.

use std::str;

use bestply_catalogue::kept::check_sum;

/// The text between the summed bytes and the sum.
const BEFORE: &str = ",\"crc32\":\"";
/// The text after the sum.
const AFTER: &str = "\"}";
/// The number of hexadecimal digits of a sum.
const DIGITS: usize = 8;

/// The most places at which a line is looked for before a sum. An object has far fewer objects within.
const MOST_BEGINNINGS: usize = 256;

/// What is wrong with a line of records.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// The line does not end like every line.
    #[error("it does not end in a check sum")]
    NoSum,
    /// The line's bytes are not those that were written.
    #[error("its check sum is {found}, not the {stated} that it states")]
    OtherSum {
        /// The sum of the line's bytes.
        found: String,
        /// The sum that the line states.
        stated: String,
    },
    /// The line is longer than any record.
    #[error("it has more than {0} bytes")]
    TooLong(u64),
    /// The line's bytes are those that were written, but they are no record.
    #[error("{0}")]
    NoRecord(#[from] serde_json::Error),
    /// A number that cannot be: sums of such numbers could overflow.
    #[error("it has a number above {0}")]
    TooLarge(u64),
}

impl Damage {
    /// What to do about it.
    pub(crate) fn advice(&self) -> &'static str {
        match self {
            Damage::NoSum | Damage::OtherSum { .. } | Damage::TooLong(_) => {
                "give the command of its run again: whatever is whole stays, and the rest is done again"
            }
            Damage::NoRecord(_) | Damage::TooLarge(_) => {
                "another program wrote it: go on with that one, or choose another folder with --out"
            }
        }
    }
}

/// A JSON object with its sum, without a line end.
///
/// # Panics
///
/// If the text does not end in a brace.
pub fn seal(json: &str) -> String {
    let summed = json.strip_suffix('}').expect("an object ends in a brace");
    format!("{summed}{BEFORE}{}{AFTER}", check_sum(summed.as_bytes()))
}

/// The JSON object of a line that was [sealed](seal). The line is given without its end.
///
/// # Errors
///
/// If the line has no sum, or a wrong one.
pub fn unseal(line: &[u8]) -> Result<String, Damage> {
    let (summed, stated) = parts(line).ok_or(Damage::NoSum)?;
    let found = check_sum(summed);
    if found != stated {
        return Err(Damage::OtherSum { found, stated: stated.to_owned() });
    }
    // Bytes that `seal` wrote are text.
    let summed = str::from_utf8(summed).map_err(|_| Damage::NoSum)?;
    Ok(format!("{summed}}}"))
}

/// All JSON objects that were [sealed](seal) and are whole, whatever stands between them, each with the length that it
/// has with its sum.
pub(super) fn salvage(bytes: &[u8]) -> Vec<(String, usize)> {
    let (mut found, mut from) = (Vec::new(), 0);
    for end in 1..=bytes.len() {
        if parts(&bytes[from..end]).is_none() {
            continue;
        }
        let begins = (from..end).rev().filter(|&begin| bytes[begin..].starts_with(b"{\"")).take(MOST_BEGINNINGS);
        found.extend(begins.filter_map(|begin| Some((unseal(&bytes[begin..end]).ok()?, end - begin))).next());
        from = end;
    }
    found
}

/// The summed bytes of a line, and the sum that it states.
fn parts(line: &[u8]) -> Option<(&[u8], &str)> {
    let rest = line.strip_suffix(AFTER.as_bytes())?;
    let (rest, stated) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
    Some((rest.strip_suffix(BEFORE.as_bytes())?, str::from_utf8(stated).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check value of this sum in the published catalogues of CRCs.
    #[test]
    fn the_sum_is_the_well_known_one() {
        assert_eq!(check_sum(b"123456789"), "cbf43926");
    }

    #[test]
    fn every_flipped_bit_is_told() {
        let line = seal(r#"{"cell":"a/b","seed":12,"moves":"f5 d6 c3"}"#).into_bytes();
        assert_eq!(unseal(&line).expect("nothing is flipped"), r#"{"cell":"a/b","seed":12,"moves":"f5 d6 c3"}"#);
        for bit in 0..8 * line.len() {
            let mut flipped = line.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(unseal(&flipped).is_err(), "{}", String::from_utf8_lossy(&flipped));
        }
    }

    #[test]
    fn what_is_cut_off_is_told() {
        let line = seal(r#"{"seed":12}"#);
        assert!((0..line.len()).all(|end| unseal(&line.as_bytes()[..end]).is_err()));
    }

    #[test]
    fn whole_objects_are_found_between_anything() {
        let objects = [r#"{"a":{"b":1}}"#, r#"{"c":"{\"d\":2}"}"#, "{}"];
        let [one, two, empty] = objects.map(seal);
        let torn = &one[..one.len() - 2];
        let bytes = format!("\0{{\"{one}{torn}\r\n{two}*{empty}{{");
        let found = salvage(bytes.as_bytes());
        assert_eq!(found, [(objects[0].to_owned(), one.len()), (objects[1].to_owned(), two.len())]);
        assert!(salvage(torn.as_bytes()).is_empty());
    }
}
