//! Learn: a reader goes through the lessons by clicks, by keys and by touch, with right and wrong predictions.

use serde_json::json;

use crate::Visit;
use crate::page::Page;

/// What comes next in each lesson's first tree, in order: numbers that are backed up, or nodes.
const COMES: [&[&str]; 7] = [
    &["1", "2", "2", "node 1"],
    &["node 2/0", "node 2/1", "node 2/2"],
    &["node 1", "node 1/1", "node 1/1/0", "node 1/1/0/0"],
    &["node 1", "node 1/1", "node 0", "node 0/1", "node 1/1/0"],
    &["node 0", "node 0/1", "node 0/1/0", "node 1"],
    &["node 0", "node 1", "node 1/1", "node 0/1", "node 1/0"],
    &["node 0", "node 1", "node 1/1", "node 1/0"],
];

#[derive(Clone, Copy, PartialEq)]
enum By {
    Clicks,
    Keys,
    Touch,
}

impl Visit {
    fn open_lesson(&mut self, number: usize, width: u32, theme: &str) {
        let address = format!("{}/#learn={number}", self.address);
        self.page.open(&address, width, theme);
        self.page.wait("document.querySelector('#learn .told p') && document.querySelector('#learn [data-path]')");
    }

    fn told(&mut self) -> String {
        let told = self.page.get("document.querySelector('#learn .told').textContent");
        told.as_str().unwrap_or_default().to_owned()
    }

    /// What kind of thing is told: a question, that an answer is right or wrong, a hint, or the end.
    fn kind(&mut self) -> String {
        let kind = self.page.get("document.querySelector('#learn .told').className.replace('told', '').trim()");
        kind.as_str().unwrap_or_default().to_owned()
    }

    fn go_on(&mut self, by: By) {
        match by {
            By::Clicks => self.page.click("#learn .turn .primary"),
            By::Touch => self.page.tap("#learn .turn .primary"),
            By::Keys => {
                self.page.get("document.querySelector('#learn .turn .primary').focus()");
                self.page.press("Enter");
            }
        }
    }

    /// Clicks, touches, or focuses and presses Enter.
    fn act(&mut self, selector: &str, by: By) {
        match by {
            By::Clicks => self.page.click(selector),
            By::Touch => self.page.tap(selector),
            By::Keys => {
                self.page.get(&format!("document.querySelector({selector:?}).focus()"));
                self.page.press("Enter");
            }
        }
    }

    /// The last lesson: a game to its end, the first open column each time, beside the map of the other side's tree.
    fn play_lesson(&mut self, by: By, width: u32) {
        const TURN: &str = "document.querySelector('#learn .told').textContent.includes('Your move.')";
        const OVER: &str = "document.querySelector('#learn .told').className.includes('end')";
        self.page.wait("document.querySelector('#learn .lesson-board svg')");
        self.check(&format!("{width}-8-begin"));
        for turn in 0..21 {
            self.page.get("document.querySelector('#learn .told').replaceChildren()");
            self.act("#learn .lesson-columns button:not(:disabled)", by);
            self.page.wait(&format!("{TURN} || {OVER}"));
            if self.page.get(OVER) == json!(true) {
                break;
            }
            if turn == 1 {
                let map = "document.querySelector('#learn .lesson-map canvas').width > 100";
                assert_eq!(self.page.get(map), json!(true), "its tree is drawn");
                assert!(self.told().contains("It expected "), "{}", self.told());
                self.check(&format!("{width}-8-map"));
            }
        }
        assert_eq!(self.page.get(OVER), json!(true), "the game ends");
        assert!(self.told().starts_with("The game is over: "), "{}", self.told());
        self.check(&format!("{width}-8-end"));
    }

    /// Reads on until something is asked, and says whether the lesson ended instead.
    fn read_on(&mut self, by: By) -> bool {
        for _ in 0..40 {
            match self.kind().as_str() {
                "question" => return true,
                "end" => return false,
                _ => self.go_on(by),
            }
        }
        panic!("the lesson does not end: {}", self.told());
    }

    fn predict(&mut self, answer: &str, by: By) {
        let Some(path) = answer.strip_prefix("node ") else {
            self.page.get("document.getElementById('lesson-value').focus()");
            self.page.ask("keyboard.sendCharacter", json!([answer]));
            return match by {
                By::Clicks => self.page.click("#learn .answer button"),
                By::Touch => self.page.tap("#learn .answer button"),
                By::Keys => self.page.press("Enter"),
            };
        };
        match by {
            By::Clicks => self.page.click(&format!("#learn [data-path='{path}']")),
            By::Touch => self.page.tap(&format!("#learn [data-path='{path}']")),
            By::Keys => self.walk_to(path),
        }
    }

    /// By arrows from the root: down to the first child, and along the level to the node.
    fn walk_to(&mut self, path: &str) {
        self.page.get("document.querySelector('#learn svg [tabindex=\"0\"]').focus()");
        let focused = |page: &mut Page| page.get("document.activeElement.dataset.path").as_str().unwrap().to_owned();
        while !focused(&mut self.page).is_empty() {
            self.page.press("ArrowUp");
        }
        let moves: Vec<&str> = path.split('/').collect();
        for length in 1..=moves.len() {
            self.page.press("ArrowDown");
            let wanted = moves[..length].join("/");
            for _ in 0..9 {
                if focused(&mut self.page) == wanted {
                    break;
                }
                self.page.press("ArrowRight");
            }
        }
        assert_eq!(focused(&mut self.page), path);
        self.page.press("Enter");
    }

    /// A lesson from its first word to its last, the first prediction wrong and the others right.
    fn take_lesson(&mut self, number: usize, by: By, width: u32) {
        let comes = COMES[number - 1];
        for (place, answer) in comes.iter().enumerate() {
            assert!(self.read_on(by), "lesson {number} asks {} times: {}", comes.len(), self.told());
            if place == 0 {
                self.check(&format!("{width}-{number}-question"));
                let wrong = wrong_answer(number);
                self.predict(wrong, by);
                // There is a second try. Who fails again sees why in the tree.
                assert_eq!(self.kind(), "again", "lesson {number}: {}", self.told());
                assert!(self.told().contains(" Try once more."), "{}", self.told());
                assert_eq!(self.page.get(WHY), json!([0, false]), "lesson {number}");
                self.predict(wrong, by);
                assert_eq!(self.kind(), "wrong", "lesson {number}: {}", self.told());
                assert!(self.told().starts_with("No, not "), "{}", self.told());
                let why = self.page.get(WHY);
                assert!(why[0].as_u64() >= Some(1) && why[1] == true, "lesson {number}: {why}");
                self.check(&format!("{width}-{number}-wrong"));
            } else {
                self.predict(answer, by);
                assert_eq!(self.kind(), "right", "lesson {number}, {answer}: {}", self.told());
                assert!(self.told().starts_with("Right. "), "{}", self.told());
            }
            if place == 2 {
                self.check(&format!("{width}-{number}-right"));
            }
            self.go_on(by);
        }
        assert!(!self.read_on(by), "lesson {number} asks once more: {}", self.told());
        let score = format!("You were right {} of {} times.", comes.len() - 1, comes.len());
        assert!(self.told().contains(&score), "{}", self.told());
        self.check(&format!("{width}-{number}-end"));
    }
}

/// How many nodes of the tree have the number of a reason, and whether a way is drawn.
const WHY: &str =
    "[document.querySelectorAll('#learn .badge').length, Boolean(document.querySelector('#learn .edge.why'))]";

/// An answer to the first question of a lesson that is none of those it may have.
fn wrong_answer(number: usize) -> &'static str {
    match number {
        1 => "8",
        2 => "node 1/1",
        3 | 4 => "node 0",
        _ => "node 1",
    }
}

fn all_lessons(name: &'static str, by: By, width: u32, theme: &str) {
    let mut visit = Visit::begin(name);
    visit.open_lesson(1, width, theme);
    visit.check(&format!("{width}-1-begin"));
    for number in 1..=COMES.len() {
        visit.take_lesson(number, by, width);
        let page = "document.querySelector('#learn .card [aria-label=\\'Where to go on\\'] a').getAttribute('href')";
        let page = visit.page.get(page);
        assert!(page.as_str().is_some_and(|page| page.starts_with("book/docs/")), "{page}");
        visit.act("#learn .card [aria-label='Where to go on'] .primary", by);
        visit.page.wait(&format!("location.hash === '#learn={}'", number + 1));
        visit.page.wait(&format!("document.getElementById('lesson-title').textContent.startsWith('{}.')", number + 1));
        if number < COMES.len() {
            visit.page.wait("document.querySelector('#learn .place').textContent.startsWith('1 of')");
        }
    }
    visit.play_lesson(by, width);
    // What was done is remembered for the tab.
    visit.open_lesson(2, width, theme);
    let done = "[...document.querySelectorAll('#learn .lessons a')].filter((link) => link.textContent.endsWith(', done')).length";
    assert_eq!(visit.page.get(done), json!(8));
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn all_lessons_are_taken_by_clicks_at_1280_pixels() {
    all_lessons("learn-clicks", By::Clicks, 1280, "light");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn all_lessons_are_taken_by_keys_at_768_pixels() {
    all_lessons("learn-keys", By::Keys, 768, "dark");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn all_lessons_are_taken_by_touch_at_320_pixels() {
    all_lessons("learn-touch", By::Touch, 320, "light");
}

/// The nodes and texts of the tree that are cut by what they stand in, or by the window, and the nodes that something
/// lies upon.
const HIDDEN: &str = "(() => {
    const isWithin = (box, room) => box.left > room.left - 1 && box.right < room.right + 1 && box.top > room.top - 1 && box.bottom < room.bottom + 1;
    const outers = (one) => (one.parentElement ? [one.parentElement, ...outers(one.parentElement)] : []);
    const isCut = (one) => outers(one).some((outer) => {
        const cuts = outer.matches('html, body') ? false : getComputedStyle(outer).overflow !== 'visible';
        return cuts && !isWithin(one.getBoundingClientRect(), outer.getBoundingClientRect());
    });
    const isBeside = ({ left, right }) => left < 0 || right > document.documentElement.clientWidth;
    const isCovered = (one) => {
        one.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('[data-path]') !== one;
    };
    const nodes = [...document.querySelectorAll('#learn [data-path]')];
    const all = [...nodes, ...document.querySelectorAll('#learn svg text')];
    const hidden = [...all.filter((one) => isCut(one) || isBeside(one.getBoundingClientRect())), ...nodes.filter(isCovered)];
    return hidden.map((one) => one.getAttribute('aria-label') ?? one.textContent);
})()";

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn every_node_is_visible_and_a_lesson_that_is_shown_throughout_is_not_done() {
    let mut visit = Visit::begin("learn-shown");
    for (width, theme) in [(320, "dark"), (768, "light"), (1280, "dark"), (1920, "light")] {
        for number in 1..=COMES.len() {
            visit.open_lesson(number, width, theme);
            let nodes = visit.page.get("document.querySelectorAll('#learn [data-path]').length").as_u64().unwrap();
            assert!(nodes >= 7, "lesson {number} has a tree, not {nodes} nodes");
            let mut ends = Vec::new();
            loop {
                assert_eq!(visit.page.get(HIDDEN), json!([]), "lesson {number} at {width} pixels: {}", visit.told());
                if visit.kind() == "end" {
                    break;
                }
                ends.extend(visit.told().split_once("The search ends: ").map(|(_, end)| end.to_owned()));
                visit.go_on(By::Clicks);
            }
            assert!(visit.told().ends_with(SHOWN), "{}", visit.told());
            visit.check(&format!("{width}-{number}-shown"));
            // Alpha-beta's lesson tells of leaves and cuts alone.
            let end = ENDS[number - 1];
            assert_eq!(ends, if end.is_empty() { vec![] } else { vec![end] }, "lesson {number}");
        }
    }
    let done = "document.querySelectorAll('#learn .lessons .unseen').length";
    assert_eq!(visit.page.get(done), json!(0), "no lesson is ticked");
}

const SHOWN: &str = "All answers were shown to you. Try a new tree, and say yourself what comes.";

/// Why the search of each lesson's first tree ends, as a reader is told.
const ENDS: [&str; 7] = [
    "the whole tree is searched.",
    "",
    "the game is over at the end of the best line.",
    "the game is over at the end of the best line.",
    "the game is over at the end of the best line.",
    "it has spent what it may spend.",
    "the root is proved.",
];

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn a_lesson_counts_own_answers_and_those_that_were_shown() {
    let mut visit = Visit::begin("learn-some");
    visit.open_lesson(1, 1280, "light");
    assert!(visit.read_on(By::Clicks));
    visit.predict("1", By::Clicks);
    assert_eq!(visit.kind(), "right");
    while visit.kind() != "end" {
        visit.go_on(By::Clicks);
    }
    assert!(visit.told().ends_with("You were right 1 of 1 time. 3 answers were shown to you."), "{}", visit.told());
    assert_eq!(visit.page.get("document.querySelectorAll('#learn .lessons .unseen').length"), json!(1));
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn a_lesson_that_is_not_there_is_told() {
    let mut visit = Visit::begin("learn-none");
    for (asked, shown) in [("learn=9", 1), ("learn=3", 3), ("learn=0", 3), ("learn=two", 3), ("learn=2", 2)] {
        match asked {
            "learn=9" => visit.open(asked, 1280, "light"),
            _ => drop(visit.page.get(&format!("location.hash = {asked:?}"))),
        }
        visit.page.wait(&format!("document.getElementById('lesson-title').textContent.startsWith('{shown}.')"));
        visit.page.wait("document.querySelector('#learn .told p')");
        let number = &asked["learn=".len()..];
        let error = if number.parse() == Ok(shown) {
            String::new()
        } else {
            format!("There is no lesson {number}: the lessons are 1 to 8. This is lesson {shown}.")
        };
        visit.page.wait(&format!("document.getElementById('error').textContent === {error:?}"));
    }
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn a_tree_is_changed_and_the_predictions_follow_it() {
    let mut visit = Visit::begin("learn-change");
    visit.open_lesson(3, 1280, "dark");
    visit.read_on(By::Clicks);
    visit.page.click("#learn .change summary");

    // Move 0 gets better than move 1, so it is the leaf that comes first.
    for kind in ["again", "wrong"] {
        visit.page.click("#learn [data-path='0']");
        assert_eq!(visit.kind(), kind, "{}", visit.told());
    }
    visit.page.get("document.getElementById('lesson-static').value = '9'");
    visit.page.click("#learn .change button[type=submit]");
    // The words of the lesson are read already, so that it begins with its first step.
    visit.page.wait("document.querySelector('#learn .place').textContent.startsWith('4 of')");
    assert!(visit.read_on(By::Clicks));
    visit.page.click("#learn [data-path='0']");
    assert_eq!(visit.kind(), "right", "{}", visit.told());
    visit.check("changed");

    // In each lesson, a tree by chance has questions that its own search answers.
    for number in 1..=COMES.len() {
        visit.open_lesson(number, 1280, "light");
        visit.page.get("document.querySelector('#learn .change').open = true");
        visit.page.click("#learn .change div.row button");
        visit.page.wait(
            "document.querySelector('#learn .change [role=status]').textContent.startsWith('A new tree by chance')",
        );
        while visit.read_on(By::Clicks) {
            // The button shows the answer.
            visit.go_on(By::Clicks);
            assert_eq!(visit.kind(), "", "{}", visit.told());
        }
        visit.check(&format!("chance-{number}"));
    }
}
