//! Whole numbers and sizes in a description, as everywhere.

use bestply_catalogue::Catalogue;
use bestply_experiments::contest::Description;

const WRITTEN_OUT: &str = r#"
name = "numbers"
pairs = 2000
first_seed = 100
threads = 10
evaluations = [1000, 20000]
opponent = "alpha-beta"
balance = { search = "principal-variation-search:evaluations=20000", within = 1000 }
claims = [{ name = "c", challenger = "best-first", opponents = ["alpha-beta"], pairs = 10 }]
[[games]]
game = { kind = "random", length = 20, branching = [2, 10] }
balance = { search = "best-first:evaluations=100", within = 20000 }
challengers = [{ searcher = "best-first", bytes = 65536 }, "uct-best-first:bytes=1500000,scale=4096"]
"#;

/// The same with exponents, points and units.
const WITH_EXPONENTS: &str = r#"
name = "numbers"
pairs = 2e3
first_seed = 1e2
threads = 1.0e1
evaluations = [1e3, 2e4]
opponent = "alpha-beta"
balance = { search = "principal-variation-search:evaluations=2e4", within = 1e3 }
claims = [{ name = "c", challenger = "best-first", opponents = ["alpha-beta"], pairs = 1e1 }]
[[games]]
game = { kind = "random", length = 2e1, branching = [2.0, 1e1] }
balance = { search = "best-first:evaluations=1e2", within = 2.0e4 }
challengers = [{ searcher = "best-first", bytes = "64KiB" }, "uct-best-first:bytes=1.5MB,scale=4.096e3"]
"#;

fn read(text: &str) -> Result<Description, String> {
    Description::parse(&Catalogue::standard(), "n.toml", text).map_err(|error| error.to_string())
}

#[test]
fn a_number_with_an_exponent_is_the_number_written_out() {
    let plain = read(WRITTEN_OUT).expect("it is right");
    assert_eq!(plain, read(WITH_EXPONENTS).expect("it is right, too"));
    // It is recorded as whole numbers, which every version reads.
    assert_eq!(read(&plain.to_toml()).expect("it can be read back").to_toml(), plain.to_toml());
}

#[test]
fn what_is_no_whole_number_is_refused_with_what_would_be_right() {
    for (from, to, right) in [
        ("pairs = 2e3", "pairs = 1.5", "expected a whole number"),
        ("pairs = 2e3", "pairs = 1e7", "pairs must be from 1 to 1000000, not 10000000"),
        ("first_seed = 1e2", "first_seed = 1e16", "1e16 may be another number than was written: write all its digits"),
        ("[1e3, 2e4]", "[1e3, 2.5]", "expected a whole number"),
        ("[1e3, 2e4]", "2.5", "evaluations must be a whole number from 1 to 1000000000, not 2.5"),
        ("within = 1e3", "within = 0.5", "expected a whole number"),
        ("\"64KiB\"", "\"64K\"", "bytes must be from 1024 to 9223372036854775807 bytes, or such as 64MiB, not `64K`"),
        ("scale=4.096e3", "scale=1.5", "scale must be a whole number from 1 to 2147483647, not 1.5"),
    ] {
        let told = read(&WITH_EXPONENTS.replacen(from, to, 1)).expect_err(to);
        assert!(told.contains(right) && told.lines().count() == 1, "{to}: {told}");
    }
}
