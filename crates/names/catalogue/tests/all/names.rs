//! Names that are mistyped.

use bestply_catalogue::names::nearest;

/// Letter by letter these would be compared for hours.
#[test]
fn enormous_names_are_near_to_nothing() {
    let [one, other] = ["a", "b"].map(|letter| letter.repeat(1_000_000));
    assert_eq!(nearest(&one, [other.as_str(), "aa", ""]), None);
    assert_eq!(nearest("", [one.as_str()]), None);
}

#[test]
fn a_few_letters_may_be_missing_or_too_many() {
    for wrong in ["otelo", "othelllo", "othell", "thello", "Othello"] {
        assert_eq!(nearest(wrong, ["oware", "othello"]).as_deref(), Some("othello"), "{wrong}");
    }
}
