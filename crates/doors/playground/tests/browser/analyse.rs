//! Games that are looked back on: by keys, from the other side, analysed, and kept in other programs' forms.

use serde_json::{Value, json};

use super::Visit;

const OTHELLO: &str = "game=othello&moves=d3,c3,b3,b2,b1,d2,e3,e2,d1,a1,f3,a3,f5,g3,f4,f2,f1,g5,h3,c5,c4,c2,g4,g1,h1,c1,\
    d6,e1,b6,c6,b4,e6,c7,h5";
/// Light has three in a column, dark does not answer, and light does not see it.
const BLUNDERS: &str = "game=connect-four&moves=d,c,a,c,g,c,a,f";

/// How many moves are played in the position that is shown.
const PLAYED: &str = "(location.hash.split('moves=')[1] ?? '').split(',').filter(Boolean).length";
/// Whether the move on the board is seen in the list.
const IS_SEEN: &str = "(() => { const [list, now] = ['#moves', '#moves [aria-current]'].map((one) => document.querySelector(one).getBoundingClientRect()); \
    return now.top >= list.top && now.bottom <= list.bottom; })()";

impl Visit {
    fn is_at(&mut self, moves: usize) {
        self.page.wait(&format!("{PLAYED} === {moves}"));
    }

    /// Notes what is kept as files, as text and by their sizes.
    fn note_files(&mut self) {
        self.page.get(
            "(() => { window.kept = []; const make = URL.createObjectURL; URL.createObjectURL = (blob) => { \
             blob.text().then((text) => window.kept.push({ text, type: blob.type, size: blob.size })); return make(blob); }; })()",
        );
    }

    fn kept(&mut self, button: &str, name: &str) -> Value {
        self.page.get("window.kept.length = 0");
        self.page.click(button);
        self.page.wait(&format!(
            "document.getElementById('kept').textContent === 'Saved as {name}.' && window.kept.length > 0"
        ));
        self.page.get("window.kept.at(-1)")
    }
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn keys_step_through_the_moves_and_the_list_follows() {
    let mut visit = Visit::begin("steps");
    visit.open("game=othello", 1280, "light");
    visit.player("max", "", &[]);
    visit.player("min", "", &[]);
    visit.go(OTHELLO);
    // A game that is opened has its curve.
    visit.page.wait("document.querySelectorAll('.curve .dot').length === 34");
    assert_eq!(visit.page.get(IS_SEEN), json!(true), "the last move");
    for (key, at) in [("ArrowLeft", 33), ("Home", 0), ("ArrowRight", 1), ("End", 34)] {
        visit.page.press(key);
        visit.is_at(at);
    }
    // Who is fast loses no step.
    for _ in 0..5 {
        visit.page.press("ArrowLeft");
    }
    visit.is_at(29);
    assert_eq!(visit.page.get(IS_SEEN), json!(true), "a move in the middle");
    // A click on the board leaves the arrows to the moves; whoever comes by keys walks on the board.
    visit.page.click(".cell.target");
    visit.is_at(30);
    visit.page.press("ArrowLeft");
    visit.is_at(29);
    visit.page.press("Tab");
    visit.page.get("document.querySelector('#board [tabindex=\"0\"]').focus()");
    let cell = visit.page.get("document.activeElement.title");
    visit.page.press("ArrowUp");
    assert_ne!(visit.page.get("document.activeElement.title"), cell);
    assert_eq!(visit.page.get(PLAYED), json!(29));
    // A field has arrows of its own.
    visit.page.click("#text-details summary");
    visit.page.get("document.getElementById('position').focus()");
    visit.page.press("ArrowLeft");
    visit.page.press("f");
    assert_eq!(visit.page.get(PLAYED), json!(29));
    assert_eq!(visit.page.get("document.querySelector('#board .cell').title"), json!("a1"));
    visit.check("stepped");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn a_board_is_seen_from_the_other_side() {
    let mut visit = Visit::begin("turned");
    let titles = "[...document.querySelectorAll('#board .cell')].map(({ title }) => title)";
    for game in ["othello", "connect-four", "hex", "dots", "onitama", "go-9x9", "oware"] {
        visit.open(&format!("game={game}"), 400, "dark");
        visit.player("min", "", &[]);
        visit.page.wait("document.querySelector('#legal button')");
        let mut before: Vec<Value> = visit.page.get(titles).as_array().unwrap().clone();
        visit.page.press("f");
        before.reverse();
        assert_eq!(visit.page.get(titles), json!(before), "{game}");
        visit.check(game);
        // A move by its cells is the same move.
        let target = visit.page.get("document.querySelector('.cell.target').title");
        visit.page.click(".cell.target");
        if game != "onitama" {
            visit.is_at(1);
            assert_eq!(visit.page.get("document.querySelector('.cell.last').title"), target, "{game}");
        }
        visit.page.click("#flip");
        before.reverse();
        assert_eq!(visit.page.get(titles), json!(before), "{game}");
    }
    // Go has no column I, and Connect Four numbers its columns.
    visit.open("game=go-9x9", 400, "light");
    assert_eq!(visit.text("files"), "ABCDEFGHJ");
    visit.open("game=connect-four", 400, "light");
    assert_eq!(visit.text("files"), "1234567");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn a_whole_game_is_analysed_by_one_button() {
    let mut visit = Visit::begin("review");
    for (width, theme) in [(1920, "light"), (320, "dark")] {
        visit.open("game=connect-four", width, theme);
        visit.player("min", "", &[]);
        visit.go(BLUNDERS);
        visit.page.wait("document.querySelectorAll('.curve .dot').length === 8");
        assert_eq!(
            visit.page.get("document.querySelectorAll('.curve .ring').length"),
            json!(0),
            "nothing is marked yet"
        );
        visit.page.click("#review");
        visit.page.wait("document.getElementById('reviewed').textContent");
        let told = visit.text("reviewed");
        assert!(told.contains("Dark: ") && told.contains("blunder"), "{told}");
        let moves = "[...document.querySelectorAll('#moves .move')].map(({ textContent }) => textContent)";
        assert_eq!(visit.page.get(&format!("{moves}.slice(-2)")), json!(["1??", "6??"]));
        // What is better is said of the move that is pointed at, or has the focus: the mouse is out of the way.
        visit.page.ask("mouse.move", json!([1, 1]));
        visit.page.get("document.querySelectorAll('#moves .move')[7].focus()");
        let better = visit.text("better");
        assert!(better.starts_with("6?? lost ") && better.contains(" 3 was better: 3"), "{better}");
        visit.page.get("document.querySelectorAll('#moves .move')[6].focus()");
        assert!(visit.text("better").starts_with("1?? lost "), "{}", visit.text("better"));
        visit.page.get("document.querySelector('.curve [data-place=\"7\"]').dispatchEvent(new Event('pointerover', { bubbles: true }))");
        assert!(visit.text("better").starts_with("6?? lost "), "{}", visit.text("better"));
        visit.page.get("document.querySelectorAll('#moves .move')[0].focus()");
        assert!(visit.text("better").starts_with("After 4 the best line is "), "{}", visit.text("better"));
        visit.check(&format!("{width}-reviewed"));
    }
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn analysis_runs_while_one_thinks_in_analyse_and_on_wish_in_a_game() {
    let mut visit = Visit::begin("analysis");
    visit.open("game=othello", 1024, "dark");
    visit.player("min", "", &[]);
    visit.go("game=othello&moves=f5");
    assert_eq!(visit.page.get("document.getElementById('analysis').checked"), json!(false), "it is off in a game");
    assert_eq!(visit.text("analysed"), "");
    visit.page.click("#analysis");
    visit.page.wait(
        "document.querySelectorAll('#lines li').length === 3 && document.querySelectorAll('.marks .mark').length === 3",
    );
    // A move has its value from the analysis.
    visit.page.wait("document.getElementById('worth').textContent.startsWith('After f5: ')");
    visit.page.click("#modes [data-mode=analyse]");
    visit.page.wait("location.hash.startsWith('#analyse&game=othello') && document.getElementById('analysis').checked");
    assert_eq!(visit.page.get("document.getElementById('players').hidden"), json!(true));
    visit.page.wait("document.querySelectorAll('#lines li').length === 3");
    visit.check("lines");
    // A line's move is played by a click, and nobody answers.
    visit.page.click("#lines .move");
    visit.is_at(2);
    visit.page.wait("document.querySelectorAll('#lines li').length === 3");
    visit.page.press("ArrowLeft");
    visit.is_at(1);
    // An address opens it, and a game goes on without it.
    visit.open("analyse&game=connect-four&moves=d,a,d,a,d,b", 320, "light");
    visit.page.wait("document.getElementById('analysed').textContent.endsWith('valued.')");
    assert!(
        visit.page.get("document.querySelector('#lines li').textContent").as_str().unwrap().starts_with("4 dark wins")
    );
    visit.check("won");
    visit.page.click("#modes [data-mode=play]");
    visit.page.wait("location.hash.startsWith('#game=connect-four')");
    assert_eq!(visit.page.get("document.getElementById('analysis').checked"), json!(false));
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn a_persons_move_has_a_value() {
    let mut visit = Visit::begin("valued");
    visit.open("game=othello", 1280, "light");
    visit.player("min", "uct-best-first", &[("evaluations", "200")]);
    visit.play(2);
    visit.page.wait("document.querySelectorAll('.curve .dot').length === 4");
    // Those of two persons have one, too.
    visit.player("min", "", &[]);
    visit.page.click(".cell.target");
    visit.page.wait("document.querySelectorAll('.curve .dot').length === 5");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn games_and_boards_are_kept_as_other_programs_read_them() {
    let mut visit = Visit::begin("forms");
    visit.open("game=othello", 1024, "light");
    visit.player("min", "", &[]);
    visit.go("game=othello&moves=f5,d6,c3");
    visit.page.wait("document.querySelectorAll('.curve .dot').length === 3");
    visit.page.click("#text-details summary");
    visit.note_files();
    let ggf = visit.kept("#save-ggf", "othello-3.ggf");
    let board = "BO[8 ---------------------------OX------XO--------------------------- *]"
        .replace("OX", "O*")
        .replace("XO", "*O");
    assert_eq!(ggf["text"], json!(format!("(;GM[Othello]PC[bestply]PB[?]PW[?]RE[?]TY[8]{board}B[F5]W[D6]B[C3];)\n")));
    assert_eq!(visit.kept("#save-transcript", "othello-3.txt")["text"], json!("f5d6c3\n"));
    assert_eq!(visit.page.get("document.getElementById('save-pgn').hidden"), json!(true), "Othello has no PGN");
    let svg = visit.kept("#save-svg", "othello-3.svg");
    assert!(svg["text"].as_str().unwrap().matches("<circle").count() >= 7, "{svg}");
    let png = visit.kept("#save-png", "othello-3.png");
    assert!(png["type"] == "image/png" && png["size"].as_u64().unwrap() > 3000, "{png}");
    visit.check("kept");
    // Columns as people write them, out and in again.
    visit.go("game=connect-four&moves=d,d,e,c");
    visit.page.wait("document.querySelectorAll('.curve .dot').length === 4");
    assert_eq!(visit.kept("#save-transcript", "connect-four-4.txt")["text"], json!("4453\n"));
    assert_eq!(visit.page.get("document.getElementById('save-ggf').hidden"), json!(true));
    visit.page.click("#open-details summary");
    visit.fill("game-text", "44536");
    visit.page.click("#text-form button");
    visit.page.wait("location.hash.endsWith('moves=d,d,e,c,f')");
}
