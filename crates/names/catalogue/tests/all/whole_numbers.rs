//! Whole numbers and sizes as people write them.

use bestply_catalogue::numbers::{bytes, whole};
use proptest::prelude::*;

/// Units, with how many bytes each is.
const UNITS: [(&str, u64); 8] = [
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
];

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[0-9]{0,45}[.]?[0-9]{0,45}([eE][+-]?[0-9]{0,12})? ?[kKmMgGtT]?i?[bB]?") {
        let _ = (whole(&text), bytes(&text));
    }

    #[test]
    fn a_number_is_the_same_however_it_is_written(number: u64, zeros in 0..12_usize) {
        let written = [
            format!("{number}"),
            format!("{number}.{}", "0".repeat(zeros)),
            format!("{number}{}e-{zeros}", "0".repeat(zeros)),
            format!("0.{}{number}e{}", "0".repeat(zeros), zeros + number.to_string().len()),
        ];
        for text in written {
            prop_assert_eq!(whole(&text), Some(number), "{}", text);
            prop_assert_eq!(bytes(&text), Some(number), "{}", text);
        }
    }

    #[test]
    fn units_are_what_they_are(number in 0..1_u64 << 20) {
        for (unit, size) in UNITS {
            for text in [format!("{number}{unit}"), format!("{number} {}", unit.to_lowercase())] {
                prop_assert_eq!(bytes(&text), Some(number * size), "{}", text);
            }
        }
    }
}
