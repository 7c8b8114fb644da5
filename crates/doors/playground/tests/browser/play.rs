//! Play by clicks, keys and touch.

use serde_json::{Value, json};

use super::Visit;

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn a_game_is_played_to_its_end_by_clicks_at_three_widths() {
    let mut visit = Visit::begin("game");
    for (width, theme) in [(1280, "light"), (768, "dark"), (320, "dark")] {
        visit.open("game=othello", width, theme);
        visit.check(&format!("{width}-begin"));
        visit.player("min", "uct-best-first", &[("evaluations", "300")]);
        // The picture of the documents.
        visit.play(10);
        visit.picture(&format!("{width}-middle"));
        let result = visit.play_to_the_end();
        assert!(result.contains(" wins") || result.contains("draw"), "{result}");
        visit.check(&format!("{width}-end"));
        let points = visit.page.get("document.querySelectorAll('.curve .dot').length").as_u64().unwrap();
        assert!(points >= 20, "the curve has a point for each move of the searcher, not {points}");
    }
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn every_game_can_be_played_to_its_end_and_says_its_rules() {
    let mut visit = Visit::begin("games");
    let games = [
        "random&set.branching=3&set.length=12",
        "tic-tac-toe",
        "connect-four",
        "breakthrough",
        "onitama",
        "clobber-6x6",
    ];
    for game in games {
        let name = game.split('&').next().unwrap();
        visit.open(&format!("game={game}"), 400, "light");
        visit.player("min", "uct-best-first", &[("evaluations", "50")]);
        visit.page.click("#rules summary");
        let rules = visit.text("rules-text");
        assert!(rules.matches(". ").count() >= 2, "{name}: {rules}");
        if name != "random" {
            visit.page.wait("document.querySelector('#rules-text .picture .mark')");
        }
        visit.check(&format!("{name}-begin"));
        visit.play_to_the_end();
        visit.check(&format!("{name}-end"));
    }
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn who_can_only_pass_is_told_so_and_passes_on_the_board() {
    let mut visit = Visit::begin("pass");
    // Black has no move, white has c1.
    let position = format!("game=othello&position=OX{}+X", "-".repeat(62));
    for (width, theme) in [(1280, "light"), (320, "dark")] {
        visit.open(&position, width, theme);
        visit.page.wait("document.getElementById('status').textContent === 'Black must pass'");
        assert_eq!(visit.page.get("document.querySelectorAll('.cell.target').length"), json!(0));
        assert_eq!(visit.text("must-pass"), "Black must passPass");
        assert_eq!(visit.text("legal"), "Pass");
        let inside = visit.page.get(
            "(() => { const [board, box] = ['board', 'must-pass'].map((id) => document.getElementById(id).getBoundingClientRect()); \
             return box.left > board.left && box.right < board.right && box.top > board.top && box.bottom < board.bottom; })()",
        );
        assert_eq!(inside, json!(true), "it is on the board");
        visit.check(&format!("{width}-must"));
        visit.page.click("#must-pass button");
        visit.page.wait("document.getElementById('status').textContent.startsWith('The game is over: white wins')");
        assert_eq!(visit.page.get("document.getElementById('must-pass').hidden"), json!(true));
        let played = "[...document.querySelectorAll('#moves .move')].map(({ textContent }) => textContent)";
        assert_eq!(visit.page.get(played), json!(["pass", "c1"]));
        // What is taken back is offered again.
        visit.page.click("#back");
        visit.page.wait("document.querySelector('#must-pass button')");
    }
    // A searcher that passed is said to have.
    visit.player("min", "", &[]);
    visit.player("max", "uct-best-first", &[("evaluations", "50")]);
    visit.page.wait("document.getElementById('status').textContent === 'Black passed. White to move'");
    // Who plays by keys passes by a key, and is on the board again.
    visit.player("max", "", &[]);
    visit.open(&format!("game=othello&position=OX-OX{}+O", "-".repeat(59)), 1280, "light");
    visit.page.wait("document.querySelector('.cell.target')");
    visit.page.get("document.querySelector('.cell[title=c1]').focus()");
    visit.page.press("Enter");
    visit.page.wait("document.activeElement.closest('#must-pass')");
    visit.page.press("Enter");
    visit.page.wait("document.getElementById('status').textContent === 'White to move'");
    assert_eq!(visit.page.get("document.activeElement.closest('#board') !== null"), json!(true));
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn an_opponent_is_chosen_by_its_strength_and_kept_over_a_reload() {
    let mut visit = Visit::begin("levels");
    visit.open("game=othello", 1280, "light");
    let levels =
        visit.page.get("[...document.querySelectorAll('#min > select optgroup option')].map(({ text }) => text)");
    assert_eq!(levels, json!(["1. Beginner", "2. Casual", "3. Club player", "4. Expert", "5. Full strength"]));
    for level in bestply_playground::LEVELS {
        visit.select("#min > select", level.searcher);
        assert_eq!(visit.page.get("document.querySelector('#min > .says').textContent"), json!(level.says));
        let before = visit.page.get("document.querySelectorAll('#moves > li').length").as_u64().unwrap();
        visit.page.click(".cell.target");
        visit.page.wait(&format!(
            "document.querySelectorAll('#moves > li').length === {} && document.querySelector('#legal button')",
            before + 2
        ));
    }
    let value = "document.querySelector('#min > select').value";
    let chosen = visit.page.get(value);
    visit.page.ask("reload", json!([]));
    visit.page.wait("document.readyState === 'complete' && document.querySelector('#moves > li')");
    assert_eq!(visit.page.get(value), chosen, "a reload keeps the opponent");
    // Another game is on the board as soon as it is chosen.
    visit.select("#game", "connect-four");
    visit.page.wait("document.querySelectorAll('#board .cell').length === 42");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn the_opponents_line_the_hint_and_the_value_are_on_the_board() {
    let mut visit = Visit::begin("marks");
    visit.open("game=othello", 1280, "light");
    visit.player("min", "", &[]);
    visit.go("game=othello&moves=f5");
    visit.player("min", "uct-best-first", &[("evaluations", "2000")]);
    visit
        .page
        .wait("document.getElementById('found').textContent.endsWith('It had valued as many positions as it may.')");
    // Its line begins with the best reply, a hint that nobody has asked for yet.
    assert_eq!(visit.page.get("document.querySelectorAll('.marks .mark').length"), json!(0));
    visit.page.click("#arrows");
    visit.page.wait("document.querySelectorAll('.marks .mark').length >= 2");
    let told = visit.text("found");
    assert!(told.contains("It had valued as many positions as it may. It expects "), "{told}");
    let worth = visit.text("worth");
    assert!(worth.starts_with("After ") && worth.contains(" % for "), "{worth}");
    assert_ne!(visit.page.get("document.querySelector('#bar .fill').style.height"), json!("50%"));
    visit.page.click("#units");
    visit.page.wait("/: [+−]\\d/.test(document.getElementById('worth').textContent)");
    visit.page.click("#units");
    visit.page.click("#arrows");
    visit.page.wait("document.querySelectorAll('.marks .mark').length === 0");
    visit.page.click("#hint");
    visit.page.wait("document.querySelectorAll('.marks .mark.best').length === 1");
    assert!(visit.text("found").starts_with("Hint: "), "{}", visit.text("found"));
    let board = visit.page.get(
        "(() => { const box = document.getElementById('board').getBoundingClientRect(); \
                                return box.top > -400 && box.top < innerHeight; })()",
    );
    assert_eq!(board, json!(true), "the board is in view");
    visit.check("hint");
    // The first answer to a move: from the click to the board that shows it.
    visit.player("min", "", &[]);
    let milliseconds = visit.page.get(
        "(async () => { const times = []; for (let turn = 0; turn < 5; turn += 1) { \
         const began = performance.now(); const before = location.hash; \
         document.querySelector('.cell.target').click(); \
         while (location.hash === before) await new Promise(requestAnimationFrame); \
         times.push(performance.now() - began); await new Promise((done) => setTimeout(done, 100)); } \
         return times.sort((one, other) => one - other)[2]; })()",
    );
    println!("first answer to a move: {:.0} ms, the median of five", milliseconds.as_f64().unwrap());
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn a_player_that_is_changed_while_its_move_is_on_its_way_plays_once() {
    let mut visit = Visit::begin("changed");
    visit.open("game=othello", 1280, "light");
    visit.player("min", "uct-best-first", &[("evaluations", "200")]);
    // What is asked of a game is answered late, as on a busy machine.
    visit.page.get(
        "(() => { const soon = window.fetch; window.asked = 0; window.fetch = async (path, options) => { \
         if (path === 'api/game') { window.asked += 1; await new Promise((done) => setTimeout(done, 500)); } \
         return soon(path, options); }; })()",
    );
    visit.page.click(".cell[title=f5]");
    visit.page.wait("window.asked === 2");
    visit.player("min", "uct-best-first", &[("time_ms", "900")]);
    visit.page.wait("window.asked === 3 && document.querySelectorAll('#moves > li').length === 2");
    visit.page.get("new Promise((done) => setTimeout(done, 600))");
    assert_eq!(visit.page.get("document.querySelectorAll('#moves > li').length"), json!(2));
    assert_eq!(visit.text("error"), "");
    visit.check("changed");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn connect_four_is_played_by_touch_anywhere_in_a_column_and_the_winning_four_is_marked() {
    let mut visit = Visit::begin("columns");
    visit.open("game=connect-four", 400, "dark");
    visit.player("min", "", &[]);
    for (place, cell) in
        ["4, row 1", "3, row 6", "4, row 3", "3, row 1", "4, row 6", "3, row 2", "4, row 4"].into_iter().enumerate()
    {
        visit.page.tap(&format!(".cell[title='column {cell}']"));
        visit.page.wait(&format!("document.querySelectorAll('#moves > li').length === {}", place + 1));
    }
    visit.page.wait("document.querySelectorAll('.cell.deciding').length === 4");
    assert_eq!(
        visit.page.get("document.querySelector('.cell.last').title"),
        json!("column 4, row 4"),
        "where the disc lies"
    );
    assert_eq!(visit.text("status"), "The game is over: dark wins.");
    visit.check("won");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn moves_are_gone_to_variations_kept_and_games_opened_from_texts() {
    let mut visit = Visit::begin("variations");
    visit.open("game=othello", 1280, "light");
    visit.player("min", "", &[]);
    visit.page.click("#open-details summary");
    visit.fill("game-text", "1. f5 d6 2. c3 d3 3. c4");
    visit.page.click("#text-form button");
    visit.page.wait("location.hash.endsWith('moves=f5,d6,c3,d3,c4')");
    visit.page.click("#moves > li:nth-child(2) .move");
    visit.page.wait("location.hash.endsWith('moves=f5,d6')");
    visit.page.click(".cell[title=c5]");
    visit.page.wait("location.hash.endsWith('moves=f5,d6,c5')");
    let variation = "document.querySelector('#moves ul').textContent";
    assert_eq!(visit.page.get(variation), json!("c3d3c4"), "what was played before stays beside it");
    visit.check("variations");
    visit.page.click("#moves ul .move:last-child");
    visit.page.wait("location.hash.endsWith('moves=f5,d6,c3,d3,c4')");
    visit.page.get("document.querySelectorAll('.curve .column')[0].dispatchEvent(new MouseEvent('click'))");
    visit.page.wait("location.hash.endsWith('moves=f5')");
    visit.fill("game-text", "f5 f5");
    visit.page.click("#text-form button");
    visit.page.wait("document.getElementById('error').textContent.includes('`f5` is no legal move here')");
    let (complaints, _) = visit.page.told();
    assert!(complaints.iter().all(|complaint| complaint.contains("400")), "{complaints:?}");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn a_position_is_set_up_by_clicks() {
    let mut visit = Visit::begin("set-up");
    visit.open("game=tic-tac-toe", 400, "light");
    visit.player("min", "", &[]);
    visit.page.click("#men-details summary");
    visit.page.wait("document.querySelectorAll('#men input').length === 3");
    visit.page.tap(".cell[title=b2]");
    visit.page.click("#men label:nth-child(2) input");
    visit.page.tap(".cell[title=a1]");
    visit.check("men");
    visit.page.click("#men-form button[type=submit]");
    visit.page.wait("location.hash.includes('position=')");
    assert_eq!(visit.page.get("document.getElementById('position').value"), json!(".../.x./o.."));
    assert_eq!(visit.text("status"), "X to move");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn a_searcher_is_given_what_plays_best_and_the_presets_of_its_evaluation() {
    const CHOSEN: &str =
        "['evaluation', 'preset'].map((key) => document.querySelector(`#min [data-key=${key}]`).value)";
    const PRESETS: &str = "[...document.querySelectorAll('#min [data-key=preset] option')].map(({ value }) => value)";
    let choose_evaluation = |visit: &mut Visit, name: &str| {
        visit.select("#min [data-key=evaluation]", name);
        [CHOSEN, PRESETS].map(|asked| visit.page.get(asked))
    };
    const SEARCHER: &str = "document.querySelector('#min > fieldset > select').value";
    let mut visit = Visit::begin("presets");
    visit.open("game=tic-tac-toe", 1280, "light");
    assert_eq!(visit.page.get(SEARCHER), json!("uct-best-first"), "nothing else is tuned for the game");
    visit.open("game=othello", 1280, "light");
    assert_eq!(visit.page.get(SEARCHER), json!("puct-best-first"));
    visit.select("#min > select", "other");
    assert_eq!(visit.page.get(CHOSEN), json!(["", ""]), "the game's evaluation and the game's preset");
    assert_eq!(choose_evaluation(&mut visit, "learnt"), [json!(["learnt", ""]), json!(["", "none", "tuned"])]);
    assert_eq!(choose_evaluation(&mut visit, "square-table"), [json!(["square-table", ""]), json!(["", "none"])]);
    visit.page.click("#min details summary");
    visit.check("settings");
    visit.open("game=breakthrough", 1280, "light");
    visit.select("#min > select", "other");
    visit.select("#min > fieldset > select", "uct-best-first");
    assert_eq!(visit.page.get(PRESETS), json!(["", "none", "tuned", "strong"]), "those of the game's own evaluation");
    let of_network = json!(["", "none", "tuned"]);
    assert_eq!(choose_evaluation(&mut visit, "network")[1], of_network, "those of others are not offered");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn moves_are_taken_back_by_keys_and_positions_kept_in_files_and_addresses() {
    let mut visit = Visit::begin("keep");
    visit.open("game=othello", 1280, "light");
    visit.player("min", "", &[]);
    visit.go("game=othello&number=1&moves=f5");
    visit.page.wait("document.querySelectorAll('.cell.target').length === 3");

    // By keys alone: to a cell, played, taken back.
    visit.page.get("document.querySelector('.cell[tabindex=\"0\"]').focus()");
    for _ in 0..3 {
        visit.page.press("ArrowDown");
    }
    for _ in 0..5 {
        visit.page.press("ArrowRight");
    }
    assert_eq!(visit.page.get("document.activeElement.title"), json!("f4"));
    visit.page.press("Enter");
    visit.page.wait("location.hash.endsWith('moves=f5,f4')");
    let focused: Value = visit.page.get("document.activeElement.title");
    assert_eq!(focused, json!("f4"), "the focus stays");
    visit.page.click("#back");
    visit.page.wait("location.hash.endsWith('moves=f5')");
    visit.page.click("#forth");
    visit.page.wait("location.hash.endsWith('moves=f5,f4')");

    // What an address says is restored by it.
    let hash = visit.page.get("location.hash").as_str().unwrap().to_owned();
    visit.open(&hash[1..], 1280, "light");
    visit.page.wait("document.querySelectorAll('#moves > li').length === 2");

    // A position is set up from its text; one that is none is told. Games that are not read from texts offer none.
    visit.page.click("#text-details summary");
    visit.fill("position", "nonsense");
    visit.page.click("#position-form button");
    visit.page.wait("document.getElementById('error').textContent.includes('no position of othello')");
    let (complaints, _) = visit.page.told();
    assert!(complaints.iter().all(|complaint| complaint.contains("400")), "{complaints:?}");
    let ending = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXX- O";
    visit.fill("position", ending);
    visit.page.click("#position-form button");
    visit.page.wait("location.hash.includes('position=')");
    visit.page.wait("document.getElementById('error').hidden");
    visit.check("position");
    visit.select("#game", "random");
    visit.page.wait("document.getElementById('position-form').hidden");

    // A game that was saved is loaded.
    visit.page.get(
        "(() => { const files = new DataTransfer(); const text = 'game = \"oware\"\\nmoves = \"A a\"\\n'; \
         files.items.add(new File([text], 'oware.toml')); const input = document.getElementById('load'); \
         input.files = files.files; input.dispatchEvent(new Event('change')); })()",
    );
    visit.page.wait("document.getElementById('kept').textContent === 'Loaded oware.toml.'");
    visit.page.wait("location.hash === '#game=oware&number=1&moves=A,a'");
    visit.page.click("#save");
    visit.page.wait("document.getElementById('kept').textContent === 'Saved as oware-2.toml.'");
    visit.check("loaded");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn an_opponent_plays_at_full_strength_and_every_name_equals_its_label() {
    let mut visit = Visit::begin("strength");
    visit.open("game=othello", 1280, "light");
    visit.player("min", "uct-best-first", &[("evaluations", "50000")]);
    visit.page.click(".cell[title=f5]");
    visit.page.wait("document.getElementById('found').textContent.includes('after 50,000 positions valued')");
    // What is heard of a move is one short sentence.
    assert!(visit.text("status").len() < 60, "{}", visit.text("status"));
    let live = visit.page.get("[...document.querySelectorAll('#play [aria-live]')].map(({ id }) => id)");
    assert_eq!(live, json!(["status", "reviewed", "kept"]));
    let differing = visit.page.get(
        "[...document.querySelectorAll('#play button, #play input, #play select')] \
         .filter((one) => !one.closest('#board') && one.getAttribute('aria-label')) \
         .map((one) => one.getAttribute('aria-label'))",
    );
    assert_eq!(differing, json!([]), "names come from what is to be read");
}
