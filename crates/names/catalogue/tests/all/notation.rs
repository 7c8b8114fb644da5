//! Moves by their texts, as people and other programs write them.

use bestply_catalogue::notation::{MoveList, index_of_text};
use bestply_catalogue::{AnyPosition, Catalogue};

fn legal(moves: &[&str]) -> Vec<String> {
    moves.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn moves_are_named_by_their_texts() {
    let moves = legal(&["c4", "d3", "--"]);
    for (text, index) in
        [("c4", Some(0)), ("D3", Some(1)), ("pass", Some(2)), ("PASS", Some(2)), ("e6", None), ("1", None)]
    {
        assert_eq!(index_of_text(&moves, text), index, "{text}");
    }
}

#[test]
fn a_pass_has_other_names_where_it_is_the_only_move() {
    for text in ["--", "pass", "Pass", "PA", "pa", "ps", "PS", "@@", "-"] {
        assert_eq!(index_of_text(&legal(&["--"]), text), Some(0), "{text}");
        let is_general = text == "--" || text.eq_ignore_ascii_case("pass");
        assert_eq!(index_of_text(&legal(&["c4", "--"]), text).is_some(), is_general, "{text}");
        assert_eq!(index_of_text(&legal(&["c4"]), text), None, "{text}");
    }
    for text in ["", "p", "passe", "---", "PA1", "0", "1"] {
        assert_eq!(index_of_text(&legal(&["--"]), text), None, "{text}");
    }
    assert_eq!(index_of_text(&legal(&["pa", "--"]), "PA"), Some(0), "a move goes before a pass");
}

#[test]
fn capitals_tell_moves_apart_where_both_are_legal() {
    let moves = legal(&["a", "A"]);
    assert_eq!((index_of_text(&moves, "A"), index_of_text(&moves, "a")), (Some(1), Some(0)));
    assert_eq!(index_of_text(&legal(&["aB", "Ab"]), "ab"), None, "it could be either");
}

/// The moves that a list is read to in a game, or the number of those before a word that is none, and the word.
fn read(game: &str, list: &str) -> Result<Vec<String>, (usize, String)> {
    let mut position: AnyPosition = Catalogue::standard().initial(game, 1).unwrap().unwrap();
    let (mut list, mut moves) = (MoveList::new(list), Vec::new());
    while let Some(index) = list.next(&position) {
        let index = index.map_err(|word| (list.read(), word.to_owned()))?;
        moves.push(position.move_text_at(index));
        position.play(index);
    }
    Ok(moves)
}

#[test]
fn lists_are_read_with_blanks_or_without() {
    let othello = legal(&["f5", "d6", "c3"]);
    for list in ["f5d6c3", "f5 d6 c3", " F5,d6,\nC3 ", "1. f5 d6 2. c3", "1.f5d62.c3", "1. f5 1... d6 2. c3", "F5d6C3"]
    {
        assert_eq!(read("othello", list).as_ref(), Ok(&othello), "{list}");
    }
    for list in ["f5d6c3 1-0", "f5 d6 2. c3 *", "f5d6c3 1/2-1/2"] {
        assert_eq!(read("othello", list).as_ref(), Ok(&othello), "{list}");
    }
    assert_eq!(read("othello", "f5 1-0 d6"), Err((1, "1-0".to_owned())), "a result ends a list");
    assert_eq!(read("othello", " \r\n"), Ok(Vec::new()));
    for (list, read_before, word) in [
        ("f5 f5", 1, "f5"),
        ("12 f5", 0, "12"),
        ("f5é5", 1, "é5"),
        ("f5 PA", 1, "PA"),
        ("f5--", 1, "--"),
        ("f5 1", 1, "1"),
    ] {
        assert_eq!(read("othello", list), Err((read_before, word.to_owned())), "{list}");
    }
}

/// After these moves black has none, and white goes on.
#[test]
fn a_forced_pass_is_read_however_it_is_written_or_left_out() {
    const BEFORE: &str = "e6f6d3e7e8d8g7f8";
    let all = read("othello", &format!("{BEFORE}--e3")).expect("they are legal");
    assert_eq!(all[8..], ["--", "e3"]);
    for pass in ["", "--", "PA", "pa", "PS", "ps", "pass", "PASS", "@@", "-", " ", " PA ", ", -, ", " 9. -- 10. "] {
        assert_eq!(read("othello", &format!("{BEFORE}{pass}e3")).as_ref(), Ok(&all), "{pass}");
        let last = read("othello", &format!("{BEFORE}{pass}")).expect("they are legal");
        assert_eq!(last[..], all[..8 + usize::from(!pass.trim().is_empty())], "{pass}");
    }
    assert_eq!(read("othello", &format!("{BEFORE}e4")), Err((8, "e4".to_owned())), "white has no such move");
    assert_eq!(read("othello", &format!("{BEFORE}PAPA")), Err((9, "PA".to_owned())));
}
