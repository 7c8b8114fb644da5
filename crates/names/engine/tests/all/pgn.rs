//! Games of chess as text.

use bestply_engine::Pgn;
use proptest::prelude::*;

fn moves(text: &str) -> Result<String, String> {
    Pgn::read(text).map(|pgn| pgn.moves.join(" ")).map_err(|error| error.to_string())
}

fn tags(text: &str) -> Result<Vec<(String, String)>, String> {
    Pgn::read(text).map(|pgn| pgn.tags).map_err(|error| error.to_string())
}

#[test]
fn only_the_main_line_is_read() {
    for (text, read) in [
        ("1. e4 e5 2.Nf3 Nc6 3... Bb5 *", "e4 e5 Nf3 Nc6 Bb5"),
        ("1. e4! e5?! $14 $1 2. O-O-O+!! 0-0 1-0", "e4 e5 O-O-O 0-0"),
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
}

#[test]
fn words_are_told_apart_as_python_chess_does() {
    for (text, read) in [
        // Numbers, and what is joined.
        ("1.e4 e52.Nf3 2...Nc6 3 . Bb5 3 ... a6 4…Ba4 12. c4", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 c4"),
        ("1) e4 e5 2) Nf3,Nc6 3Bb5", "e4 e5 Nf3 Nc6 Bb5"),
        ("e4$1$3 e5$2Nf3{x}Nc6;y\nBb5(Bc4)a6", "e4 e5 Nf3 Nc6 Bb5 a6"),
        // Marks, before the check and behind it, joined and apart.
        ("Nf3!+ Qh5+! e4□ e5 ± d4+/- d5 +- c4++ c5 N Nc3 TN f4=", "Nf3 Qh5 e4 e5 d4 d5 c4 c5 Nc3 f4"),
        ("exd6e.p. exd6ep exd6 e.p.! exd6 ep Qh5ch Qf7mate Qe8 mate Re8†", "exd6 exd6 exd6 exd6 Qh5 Qf7 Qe8 Re8"),
        // Promotions keep their man, whatever stands around it.
        ("e8=Q+ e8q e8(Q)+ e8=(N)! e8/R# dxe1=b e8=", "e8=Q e8q e8(Q) e8=(N) e8/R dxe1=b e8"),
        // Results without a blank, and in other letters.
        ("1. Nf3 Nc6*", "Nf3 Nc6"),
        ("1. Qh7#1-0", "Qh7"),
        ("1. O-O 0-00-1", "O-O 0-0"),
        ("1. e4 ½-½\n\ne5", "e4"),
        ("1. e4 1–0\n\ne5", "e4"),
        ("1. e4 1/2\n\ne5", "e4"),
        ("1. e4 0:1\n\ne5", "e4"),
        // Behind a result people say how it ended, and some programs go on.
        ("1. e4 1-0 White wins, of course", "e4"),
        ("1. e4 1-0 e5 *", "e4 e5"),
        ("[White \"x\"]\n\n1-0 1. e4 e5", "e4 e5"),
        // Blank lines are in many files. The number of a first move begins another game there.
        ("1. e4\n\n1... e5\n\n2. Nf3", "e4 e5 Nf3"),
        ("1. e4\n\n1. ... e5", "e4 e5"),
        ("1. e4 e5\n\n{another} 1. d4", "e4 e5"),
        ("1. e4 e5 *\n1. d4", "e4 e5"),
        // What no man plays is a move of nobody, and is left to be refused.
        ("e4 -- Z0 0000 @@@@ 1.--", "e4 -- Z0 0000 @@@@ --"),
        // Words that nobody knows are kept, too.
        ("1. e4 xyz <e5> e52 a10", "e4 xyz <e5> e52 a10"),
    ] {
        assert_eq!(moves(text).as_deref(), Ok(read), "{text}");
    }
}

#[test]
fn bytes_in_the_wild_are_blanks() {
    let text = "[White \"x\"]\n\n1. e4 e5\n% d5 d4\n2. Nf3 ; Nc3\nNc6\n";
    let bare = "\u{feff}[White \"x\"]\n1.\u{a0}e4\u{200b} e5\0\u{b}\u{c}\n%\n2. Nf3\tNc6\u{1a}\n";
    for text in [text.to_owned(), text.replace('\n', "\r\n"), text.replace('\n', "\r"), bare.to_owned()] {
        assert_eq!(moves(&text).as_deref(), Ok("e4 e5 Nf3 Nc6"), "{text:?}");
        assert_eq!(tags(&text), Ok(vec![("White".to_owned(), "x".to_owned())]), "{text:?}");
    }
}

/// Braces do not nest. Where they do all the same, no move may be taken for a comment's, nor a comment's for a move.
#[test]
fn a_comment_swallows_no_moves() {
    let nested = "line 1: a `{` is within this comment, and moves are beside it: end each comment with one `}`";
    for (text, read) in [
        ("e4 {a {b} e5", Ok("e4 e5")),
        ("e4 {a {b} c} e5", Ok("e4 e5")),
        ("e4 {Nf3 {b} {c} d} } e5", Err(nested)),
        ("e4 {a {b {c} d} e} e5", Ok("e4 e5")),
        ("e4 } e5", Ok("e4 e5")),
        ("e4 {oops e5 2. Nf3 {good} Nc6", Err(nested)),
        ("e4 {a {b} e5 2. Nf3} Nc6", Err(nested)),
        ("e4 {never\n\n[Event \"2\"]\n\n1. d4 {x} d5", Err("line 1: nothing ends the `{`")),
        ("e4\n{never", Err("line 2: nothing ends the `{`")),
        ("e4 (d4 e5", Err("line 1: nothing ends the `(`")),
        ("e4 (d4\n\n[Event \"2\"]\n\n1. d4 (c4) d5)", Err("line 1: nothing ends the `(`")),
        ("e4 (d4 {)} (c4) ; )\n% )\nc5) e5", Ok("e4 e5")),
        ("e4 ) e5", Ok("e4 e5")),
        ("(e4 e5) Nf3", Ok("e4 e5 Nf3")),
        ("e4 {[%clk 0:01]} e5 [%eval 0.3] Nf3", Ok("e4 e5 Nf3")),
        ("e4 [a word] e5", Err("line 1: a tag is `[Name \"value\"]`")),
    ] {
        assert_eq!(moves(text), read.map(str::to_owned).map_err(str::to_owned), "{text}");
    }
}

#[test]
fn tags_are_read_as_programs_write_them() {
    for (text, read) in [
        ("[Event \"a \\\"b\\\" \\\\\"]\n[ Site  \"c\" ] *", &[("Event", "a \"b\" \\"), ("Site", "c")][..]),
        ("[Event \"the \"big\" one\"]\n[Site \"a\\\"]\n\n*", &[("Event", "the \"big\" one"), ("Site", "a\\")]),
        ("[Event \"a\"] [Site \"b\"][Round \"1\"] 1. e4", &[("Event", "a"), ("Site", "b"), ("Round", "1")]),
        ("[Event \"a\"\n[Site \"b]\n[Round \"c\n*", &[("Event", "a"), ("Site", "b"), ("Round", "c")]),
        (
            "[White-Elo \"1\"]\n[%evp 0,1]\n\n[ECO C20]\n\n\n[Site \"\"]\n[2nd]\n*",
            &[("White-Elo", "1"), ("ECO", "C20"), ("Site", ""), ("2nd", "")],
        ),
        ("[FEN \"a\"]\n\n[fen \"b\"]\n*", &[("FEN", "b")]),
        ("[FEN \"a\"]\n\n\n[FEN \"b\"]\n*", &[("FEN", "a")]),
    ] {
        let read = read.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        assert_eq!(tags(text), Ok(read), "{text}");
    }
    let pgn = Pgn::read("[Fen \"a\"]\n*").expect("it is a tag");
    assert_eq!(pgn.tag("FEN"), Some("a"));
}

#[test]
fn what_is_no_game_is_told_with_its_line() {
    for (text, told) in [
        ("", "no game is in it"),
        (" \n", "no game is in it"),
        ("[\"a\"]\n", "line 1: a tag is `[Name \"value\"]`"),
        ("[Event \"a\"]\r[Site \"b 1. e4 e5", "line 2: a tag is `[Name \"value\"]`"),
        ("[White 1. e4 e5]", "line 1: a tag is `[Name \"value\"]`"),
        ("1. e4\n\n(1. d4 {x}", "line 3: nothing ends the `(`"),
    ] {
        assert_eq!(moves(text), Err(told.to_owned()), "{text}");
    }
    let pgn = Pgn::read("[Event \"a\"]\r\n\r\n1. e4\r\ne5 {\r\n} Nf3").expect("it is a game");
    assert_eq!(pgn.lines, [3, 4, 5]);
}

/// The export format: lines of less than 80 letters, and numbers that go on from those of the position.
#[test]
fn it_is_written_as_the_strictest_readers_have_it() {
    let moves = ["a", "b", "c"].map(str::to_owned).to_vec();
    let pgn = Pgn { black_begins: true, moves, comment: Some("an {end}".to_owned()), ..Pgn::default() };
    assert_eq!(pgn.to_string(), "\n1... a 2. b c {an (end)} *\n");
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 12";
    let tags = [("White", "a \"b\" \\\n"), ("FEN", fen), ("Result", "1-0")];
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let comment = Some("a long %comment [of words] ".repeat(20));
    let pgn = Pgn { tags, black_begins: true, moves: vec!["Nf3".to_owned(); 60], comment, ..Pgn::default() };
    let text = pgn.to_string();
    assert!(text.starts_with("[White \"a \\\"b\\\" \\\\\"]\n"), "{text}");
    assert!(text.contains("\n\n12... Nf3 13. Nf3 Nf3 14. ") && text.ends_with(" 1-0\n"), "{text}");
    let game = text.split_once("\n\n").expect("a blank line is behind the tags").1;
    assert!(game.lines().all(|line| line.len() < 90 && !line.starts_with(['[', '%'])), "{text}");
    assert!(game.lines().take(4).all(|line| (70..80).contains(&line.len())), "{text}");
    assert_eq!([0, 1, 2].map(|index| pgn.number(index)), ["12...", "13.", "13..."]);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "([ \\n\\r0-9a-hNO.x+#$!(){};%\\[\\]\"\\\\*-]|1-0|\\PC){0,60}") {
        let _ = Pgn::read(&text);
    }

    #[test]
    fn what_is_written_is_read(
        values in prop::collection::vec("[^\\s\\p{C}]{0,9}", 0..4),
        // Without a `c` behind the first letter: `ch` says a check.
        moves in prop::collection::vec("[a-hKN][abd-h1-8x]{2,4}", 1..30),
    ) {
        let tags = values.into_iter().enumerate().map(|(index, value)| (format!("Tag{index}"), value)).collect();
        let pgn = Pgn { tags, moves, ..Pgn::default() };
        let read = Pgn::read(&pgn.to_string()).expect("it was written");
        prop_assert_eq!((read.tags, read.moves), (pgn.tags, pgn.moves));
    }
}
