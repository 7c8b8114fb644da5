//! The page in a real browser. `.ci/playground` runs these tests where Chromium is installed.
//!
//! With a folder in `PLAYGROUND_PICTURES`, pictures of the page are written there, to be looked at.

mod chromium;
mod dots;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

use bestply_catalogue::{Catalogue, Playable};
use bestply_playground::{Options, Server, Stopper};
use serde_json::{Value, json};

use chromium::Page;

/// What looks for text that is small or faint, and for what sticks out.
const MEASURE: &str = include_str!("../../../../.ci/browser.js");

/// All games, and one more whose board has everything that a board can have.
fn catalogue() -> Catalogue {
    Catalogue::standard().game(dots::dots())
}

/// A server of its own and a browser for each test.
struct Visit {
    page: Page,
    address: String,
    stopper: Stopper,
    server: Option<thread::JoinHandle<()>>,
    profile: PathBuf,
    name: &'static str,
}

impl Visit {
    fn begin(name: &'static str) -> Visit {
        assert!(chromium::is_installed(), "Chromium is not installed");
        let server = Server::bind(catalogue(), Options { port: 0, ..Options::default() }).unwrap();
        let address = format!("http://{}", server.address());
        let stopper = server.stopper();
        let server = Some(thread::spawn(|| server.run()));
        let profile = std::env::temp_dir().join(format!("bestply-playground-{}-{name}", std::process::id()));
        let page = Page::start(&profile.to_string_lossy());
        Visit { page, address, stopper, server, profile, name }
    }

    /// Opens the page at an address's fragment.
    fn open(&mut self, fragment: &str, width: u32, theme: &str) {
        let address = format!("{}/#{fragment}", self.address);
        self.page.open(&address, width, theme);
        self.page.wait("document.getElementById('status')?.textContent");
    }

    /// Makes a player a searcher, as a person does: by choosing it and filling in its settings.
    fn choose(&mut self, id: &str, searcher: &str, settings: &[(&str, &str)]) {
        self.page.get(&format!(
            "(() => {{ const select = document.querySelector('#{id} > select'); select.value = {searcher:?}; \
             select.dispatchEvent(new Event('change', {{ bubbles: true }})); \
             const settings = {}; \
             for (const input of document.querySelectorAll('#{id} [data-key]')) {{ \
               const value = settings[input.dataset.key] ?? ''; \
               if (input.value === value) continue; \
               input.value = value; \
               input.dispatchEvent(new Event('change', {{ bubbles: true }})); \
             }} }})()",
            json!(settings.iter().copied().collect::<std::collections::BTreeMap<_, _>>())
        ));
    }

    /// Nothing sticks out, no text is small or faint, nothing was complained of, and nothing was asked of others.
    fn check(&mut self, moment: &str) {
        self.picture(moment);
        let all = "[...sticksOut(document), ...smallText(document), ...faintText(document), ...equalIds(document)]";
        self.page.get(&format!("(() => {{ {MEASURE}; window.findings = () => {all}; }})()"));
        assert_eq!(self.page.get("window.findings()"), json!([]), "{moment}");
        let (complaints, addresses) = self.page.told();
        assert_eq!(complaints, [""; 0], "{moment}");
        let is_own = |address: &String| address.starts_with(&self.address) || address.starts_with("about:");
        assert_eq!(addresses.into_iter().filter(|address| !is_own(address)).collect::<Vec<_>>(), [""; 0], "{moment}");
    }

    fn picture(&mut self, moment: &str) {
        let Some(folder) = std::env::var_os("PLAYGROUND_PICTURES") else { return };
        let file = PathBuf::from(folder).join(format!("{}-{moment}.png", self.name));
        let picture = self.page.picture();
        let mut decoder =
            Command::new("base64").arg("-d").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut to = decoder.stdin.take().unwrap();
        let writer = thread::spawn(move || to.write_all(picture.as_bytes()));
        std::fs::write(file, decoder.wait_with_output().unwrap().stdout).unwrap();
        writer.join().unwrap().unwrap();
    }

    fn text(&mut self, id: &str) -> String {
        self.page.get(&format!("document.getElementById({id:?}).textContent")).as_str().unwrap_or_default().to_owned()
    }

    /// Plays to the end of the game.
    fn play_to_the_end(&mut self) -> String {
        assert!(self.play(200), "the game does not end: {}", self.text("status"));
        self.text("status")
    }

    /// Plays so many moves of a person, the first cell or the first move each time, and says whether the game is over.
    /// Afterwards it is the person's turn again.
    fn play(&mut self, moves: usize) -> bool {
        const MY_TURN: &str = "document.querySelector('#legal button')";
        const OVER: &str = "document.getElementById('status').textContent.startsWith('The game is over')";
        for turn in 0..=moves {
            self.page.wait(&format!("{MY_TURN} || {OVER}"));
            if self.page.get(&format!("Boolean({OVER})")) == json!(true) {
                return true;
            }
            if turn == moves {
                break;
            }
            let played = self.page.get("document.querySelectorAll('#moves li').length").as_u64().unwrap();
            while self.page.get("document.querySelectorAll('#moves li').length").as_u64() == Some(played) {
                // Between two positions there is neither.
                if !self.page.click_if_there(".cell.target") {
                    self.page.click_if_there("#legal button");
                }
            }
        }
        false
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.stopper.stop();
        self.server.take().map(thread::JoinHandle::join);
        std::fs::remove_dir_all(&self.profile).ok();
    }
}

#[test]
#[ignore = "needs Chromium: .ci/playground runs it"]
fn a_game_is_played_to_its_end_by_clicks_at_1280_and_at_400_pixels() {
    let mut visit = Visit::begin("game");
    for (width, theme) in [(1280, "light"), (400, "dark")] {
        visit.open("game=othello", width, theme);
        visit.check(&format!("{width}-begin"));
        visit.choose("min", "uct-best-first", &[("evaluations", "300")]);
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
#[ignore = "needs Chromium: .ci/playground runs it"]
fn every_game_can_be_played_to_its_end() {
    let mut visit = Visit::begin("games");
    let games = [
        "random&set.branching=3&set.length=12",
        "tic-tac-toe",
        "connect-four",
        "breakthrough",
        "onitama",
        "hex-7x7",
        "dots",
    ];
    for game in games {
        visit.open(&format!("game={game}"), 400, "light");
        visit.page.click("#watch");
        visit.choose("min", "uct-best-first", &[("evaluations", "50")]);
        visit.check(&format!("{}-begin", game.split('&').next().unwrap()));
        visit.play_to_the_end();
        visit.check(&format!("{}-end", game.split('&').next().unwrap()));
    }
}

/// The board of every game fits, a stranger's too, and none of its cells or men lies over another one of its kind.
#[test]
#[ignore = "needs Chromium: .ci/playground runs it"]
fn every_game_is_drawn_at_400_pixels() {
    let overlaps = |kind: &str, touching: f64| {
        format!(
            "(() => {{ const boxes = [...document.querySelectorAll('#board {kind}')].map((it) => it.getBoundingClientRect()); \
             const over = (one, other, side, size) => Math.min(one[side] + one[size], other[side] + other[size]) \
               - Math.max(one[side], other[side]) > {touching} * Math.min(one[size], other[size]) + 0.5; \
             return boxes.flatMap((one, place) => boxes.slice(0, place).filter((other) => \
               over(one, other, 'x', 'width') && over(one, other, 'y', 'height'))).length; }})()"
        )
    };
    let mut visit = Visit::begin("boards");
    let catalogue = catalogue();
    for name in catalogue.games().map(|about| about.name).filter(|&name| name != "random") {
        visit.open(&format!("game={name}"), 400, "light");
        visit.page.wait("document.querySelector('#legal button')");
        visit.check(name);
        assert_eq!(visit.page.get(&overlaps(".man", 0.0)), json!(0), "the men of {name}");
        // The boxes of hexagons meet by a quarter of their height.
        assert_eq!(visit.page.get(&overlaps(".cell", 0.26)), json!(0), "the cells of {name}");
        let board = catalogue.initial(name, 1).unwrap().and_then(|position| position.board()).expect("it has a board");
        let cells = visit.page.get("document.querySelectorAll('#board .cell').length");
        assert_eq!(cells, json!(board.cells.len()), "{name}");
    }
}

#[test]
#[ignore = "needs Chromium: .ci/playground runs it"]
fn a_searcher_is_given_what_plays_best_and_the_presets_of_its_evaluation() {
    const CHOSEN: &str =
        "['evaluation', 'preset'].map((key) => document.querySelector(`#min [data-key=${key}]`).value)";
    const PRESETS: &str = "[...document.querySelectorAll('#min [data-key=preset] option')].map(({ value }) => value)";
    let choose_evaluation = |visit: &mut Visit, name: &str| {
        visit.page.get(&format!(
            "(() => {{ const select = document.querySelector('#min [data-key=evaluation]'); select.value = {name:?}; \
             select.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
        ));
        [CHOSEN, PRESETS].map(|asked| visit.page.get(asked))
    };
    let mut visit = Visit::begin("presets");
    visit.open("game=othello", 1280, "light");
    assert_eq!(visit.page.get(CHOSEN), json!(["", ""]), "the game's evaluation and the game's preset");
    assert_eq!(
        choose_evaluation(&mut visit, "learnt"),
        [json!(["learnt", ""]), json!(["", "none", "tuned", "strong"])]
    );
    assert_eq!(choose_evaluation(&mut visit, "square-table"), [json!(["square-table", ""]), json!(["", "none"])]);
    visit.open("game=breakthrough", 1280, "light");
    assert_eq!(visit.page.get(PRESETS), json!(["", "none", "tuned", "strong"]), "those of the game's own evaluation");
    let of_network = json!(["", "none", "tuned"]);
    assert_eq!(choose_evaluation(&mut visit, "network")[1], of_network, "those of others are not offered");
}

#[test]
#[ignore = "needs Chromium: .ci/playground runs it"]
fn a_search_is_watched_and_stepped_and_two_are_compared() {
    let mut visit = Visit::begin("search");
    for (width, theme) in [(1280, "dark"), (400, "light")] {
        visit.open("game=connect-four&moves=d,d,c", width, theme);
        visit.choose("min", "", &[]);
        visit.choose("first", "best-first", &[("evaluations", "400")]);
        visit.page.click("#study-form button[type=submit]");
        visit.page.wait("document.querySelector('#best tbody tr')");
        assert!(visit.text("told").contains("best-first:evaluations=400 plays"), "{}", visit.text("told"));
        visit.check(&format!("{width}-analysis"));
        let step = |page: &mut Page| page.get("document.querySelector('#microscope output').textContent");
        let last = step(&mut visit.page);
        visit.page.click("#microscope [aria-label='First step']");
        visit.page.click("#microscope [aria-label='Next step']");
        assert_ne!(step(&mut visit.page), last);
        let why = visit.page.get("document.querySelector('#microscope .why').textContent");
        assert!(why.as_str().unwrap().contains("The search begins at the root"), "{why}");
        visit.check(&format!("{width}-step"));

        visit.choose("second", "alpha-beta", &[("depth", "4"), ("evaluations", "400")]);
        visit.page.click("#study-form button[type=submit]");
        visit.page.wait("document.querySelectorAll('#best table').length === 2");
        assert_eq!(visit.page.get("document.querySelectorAll('#microscope section').length"), json!(2));
        visit.check(&format!("{width}-two"));
    }
}

#[test]
#[ignore = "needs Chromium: .ci/playground runs it"]
fn moves_are_taken_back_by_keys_and_positions_kept_in_files_and_addresses() {
    let mut visit = Visit::begin("keep");
    visit.open("game=othello&moves=f5", 1280, "light");
    visit.choose("min", "", &[]);
    visit.page.wait("document.querySelectorAll('.cell.target').length === 3");

    // By keys alone: to a cell, played, taken back.
    visit.page.get("document.querySelector('.cell[tabindex=\"0\"]').focus()");
    for _ in 0..3 {
        visit.page.press("ArrowDown", 40);
    }
    for _ in 0..5 {
        visit.page.press("ArrowRight", 39);
    }
    assert_eq!(visit.page.get("document.activeElement.title"), json!("f4"));
    visit.page.press("Enter", 13);
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
    visit.page.wait("document.querySelectorAll('#moves li').length === 2");

    // A position is set up from its text; one that is none is told.
    visit.page.get("document.getElementById('position').value = 'nonsense'");
    visit.page.click("#position-form button");
    visit.page.wait("document.getElementById('error').textContent.includes('no position of othello')");
    let (complaints, _) = visit.page.told();
    assert!(complaints.iter().all(|complaint| complaint.contains("400")), "{complaints:?}");
    let ending = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXX- O";
    visit.page.get(&format!("document.getElementById('position').value = {ending:?}"));
    visit.page.click("#position-form button");
    visit.page.wait("location.hash.includes('position=')");
    visit.page.wait("document.getElementById('error').hidden");
    visit.check("position");

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
