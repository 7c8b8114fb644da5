//! Games of chess as text.

use bestply_catalogue::Pgn;
use proptest::prelude::*;

fn moves(text: &str) -> Result<String, String> {
    Pgn::read(text).map(|pgn| pgn.moves.join(" ")).map_err(|error| error.to_string())
}

#[test]
fn only_the_main_line_is_read() {
    for (text, read) in [
        ("1. e4 e5 2.Nf3 Nc6 3... Bb5 *", "e4 e5 Nf3 Nc6 Bb5"),
        ("1. e4! e5?! $14 $1 2. O-O-O+!! 0-0 1-0 d4", "e4 e5 O-O-O+ 0-0"),
        (
            "1. e4 {a (comment; with [all]} e5 ; to the end ) {\n2. d4 (2. f4 (2. Nc3 {)} Nf6) exf4) exd4",
            "e4 e5 d4 exd4",
        ),
        ("% an escape\n1. d4 % d5\nd6 e.p. -- *", "d4 d5 d6 --"),
        ("\u{feff}[Event \"a \\\"b\\\" \\\\\"]\n[ Site  \"c\" ]\n\n1.d4\n\n[Event \"another\"]\n\n1. e4", "d4"),
        ("[Event \"no moves\"]\n\n*", ""),
    ] {
        assert_eq!(moves(text).as_deref(), Ok(read), "{text}");
    }
    let tags = Pgn::read("[Event \"a \\\"b\\\" \\\\\"]\n[ Site  \"c\" ] *").expect("they are tags").tags;
    assert_eq!(tags, [("Event", "a \"b\" \\"), ("Site", "c")].map(|(name, value)| (name.to_owned(), value.to_owned())));
}

#[test]
fn what_has_no_end_is_told_with_its_line() {
    for (text, told) in [
        ("", "no game is in it"),
        (" \n", "no game is in it"),
        ("[Event]\n", "line 1: a tag is `[Name \"value\"]`"),
        ("[Event \"a\"]\n[Site \"b", "line 2: a tag is `[Name \"value\"]`"),
        ("1. e4\n{never", "line 2: nothing ends the `{`"),
        ("1. e4\n\n(1. d4 {x}", "line 3: nothing ends the `(`"),
    ] {
        assert_eq!(moves(text), Err(told.to_owned()), "{text}");
    }
}

#[test]
fn black_may_begin() {
    let moves = ["a", "b", "c"].map(str::to_owned).to_vec();
    let pgn = Pgn { black_begins: true, moves, comment: Some("an {end}".to_owned()), ..Pgn::default() };
    assert_eq!(pgn.to_string(), "\n1... a\n2. b c\n{an {end)}\n*\n");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "([ \\n0-9a-hNO.x+#$!(){};%\\[\\]\"\\\\*-]|1-0|\\PC){0,60}") {
        let _ = Pgn::read(&text);
    }

    #[test]
    fn what_is_written_is_read(
        tags in prop::collection::vec(("[A-Za-z0-9_]{1,8}", "[^\\s\\p{C}]{0,9}"), 0..4),
        moves in prop::collection::vec("[a-hKN][a-h1-8x]{1,4}[+#]?", 1..30),
    ) {
        let pgn = Pgn { tags, moves, ..Pgn::default() };
        prop_assert_eq!(Pgn::read(&pgn.to_string()), Ok(pgn));
    }
}
