//! Texts as other programs write them.

use bestply_catalogue::texts::{GamesText, NoText, line, read, read_games};
use proptest::prelude::*;

const MARK: char = '\u{feff}';

fn utf16_of(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn every_way_to_write_a_text_is_one_text() {
    let text = "J\u{f6}rg\n\n\u{1f600}\nend";
    let crlf = text.replace('\n', "\r\n");
    let marked = format!("{MARK}{crlf}");
    let ways = [
        text.into(),
        crlf.clone().into(),
        text.replace('\n', "\r").into(),
        text.replace('\n', "\r\r\n").into(),
        marked.clone().into(),
        format!("{MARK}J\u{f6}rg\r\n\r\n{MARK}\u{1f600}\r\nend").into(),
        utf16_of(&marked, u16::to_le_bytes),
        utf16_of(&marked, u16::to_be_bytes),
    ];
    for bytes in ways {
        assert_eq!(read(&bytes).as_deref(), Ok(text), "{bytes:x?}");
        assert_eq!(read_games(&bytes).as_deref(), Ok(text), "{bytes:x?}");
    }
}

#[test]
fn what_is_no_text_is_told_or_guessed() {
    let latin1 = b"one\r\ntwo\rJ\xf6rg\n";
    assert_eq!(read(latin1), Err(NoText::Utf8(3)));
    assert_eq!(read_games(latin1).as_deref(), Ok("one\ntwo\nJ\u{f6}rg\n"));
    // A byte is missing, and a half of a pair.
    for bytes in [&b"\xff\xfea"[..], b"\xff\xfe\x3d\xd8"] {
        assert_eq!((read(bytes), read_games(bytes)), (Err(NoText::Utf16), Err(NoText::Utf16)));
    }
}

#[test]
fn a_line_loses_what_says_nothing() {
    assert_eq!(line("\u{feff}\u{feff}go \0depth\t1 \r\r\n".as_bytes()), "go depth\t1 ");
    assert_eq!(line(b""), "");
}

/// The whole text, and the line of its end, read part by part, each of which is skipped but for so many bytes.
fn in_parts(bytes: &[u8]) -> (String, usize) {
    let (mut games, mut text) = (GamesText::new(bytes), String::new());
    while !games.is_whole() {
        games.read_on().expect("bytes can be read");
        text += games.rest();
        games.skip(games.rest().len());
    }
    (text, games.line())
}

proptest! {
    #[test]
    fn a_long_text_is_the_same_in_parts(
        before in 65_000..66_000usize,
        text in "[a\u{e9}\u{1f600}\r\n]{0,2000}",
        kind in 0..3usize,
    ) {
        let text = format!("{}{text}", "x\n".repeat(before / 2));
        let bytes = match kind {
            0 => text.clone().into_bytes(),
            1 => utf16_of(&format!("{MARK}{text}"), u16::to_le_bytes),
            _ => text.chars().map(|letter| u8::try_from(letter).unwrap_or(b'?')).collect(),
        };
        let whole = read_games(&bytes).expect("it is a text");
        let lines = 1 + whole.matches('\n').count();
        // Latin-1 that two parts share may be UTF-8 by chance in one of them.
        prop_assert_eq!(in_parts(&bytes), (whole, lines));
    }
}
