//! The page in a real browser. `.ci/run playground` runs these tests where Chromium and Node are installed.
//!
//! With a folder in `PLAYGROUND_PICTURES`, pictures of the page are written there, to be looked at.

mod analyse;
mod below;
mod compare;
mod dots;
mod forced;
mod gone;
mod learn;
mod look;
mod page;
mod pictures;
mod play;
mod storage;
mod titles;
mod wide;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

use bestply_catalogue::{Catalogue, Playable};
use bestply_playground::{Options, Server, Stopper};
use serde_json::json;

use page::Page;

/// What looks for text that is small or faint, and for what sticks out.
const MEASURE: &str = include_str!("../../../../../.ci/looks.js");

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
    /// A folder for what a test writes.
    folder: PathBuf,
    name: &'static str,
}

impl Visit {
    fn begin(name: &'static str) -> Visit {
        let (address, stopper, server) = serve(0);
        let folder = std::env::temp_dir().join(format!("bestply-playground-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        Visit { page: Page::start(), address, stopper, server, folder, name }
    }

    /// Ends the program behind the page.
    fn end_the_program(&mut self) {
        self.stopper.stop();
        self.server.take().map(thread::JoinHandle::join);
    }

    /// Starts it anew at its port.
    fn start_the_program(&mut self) {
        let port = self.address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("the address has a port");
        (self.address, self.stopper, self.server) = serve(port);
    }

    /// Opens the page at an address's fragment.
    fn open(&mut self, fragment: &str, width: u32, theme: &str) {
        let address = format!("{}/#{fragment}", self.address);
        self.page.open(&address, width, theme);
        self.page
            .wait("document.getElementById('status')?.textContent || location.hash.match(/^#(learn|look|compare)/)");
        self.page.wait("document.querySelector('#modes [aria-current]')");
    }

    /// Goes to another position on the page that is open, where a person moves: a searcher would move on from it before
    /// anybody could see it.
    fn go(&mut self, fragment: &str) {
        self.page.get(&format!("location.hash = {fragment:?}"));
        let moves = fragment.split("moves=").nth(1).map_or(0, |moves| moves.split(',').count());
        self.page.wait(&format!(
            "document.querySelectorAll('#moves > li').length === {moves} && document.querySelector('#legal button')"
        ));
    }

    /// Makes a player a searcher, as a person does: by choosing it and filling in its settings. Without one, a person.
    fn player(&mut self, side: &str, searcher: &str, settings: &[(&str, &str)]) {
        let kind = if searcher.is_empty() { "" } else { "other" };
        self.select(&format!("#{side} > select"), kind);
        if !searcher.is_empty() {
            self.searcher(&format!("#{side} > fieldset"), searcher, settings);
        }
    }

    /// Chooses a searcher in a form, and fills in its settings.
    fn searcher(&mut self, form: &str, searcher: &str, settings: &[(&str, &str)]) {
        self.select(&format!("{form} > select"), searcher);
        self.page.get(&format!(
            "(() => {{ const settings = {}; \
             const inputs = [...document.querySelectorAll({:?})]; \
             inputs.sort((one, other) => Number(other.dataset.key in settings) - Number(one.dataset.key in settings)); \
             for (const input of inputs) {{ \
               const value = settings[input.dataset.key] ?? ''; \
               if (input.value === value) continue; \
               input.value = value; \
               input.dispatchEvent(new Event('change', {{ bubbles: true }})); \
             }} }})()",
            json!(settings.iter().copied().collect::<std::collections::BTreeMap<_, _>>()),
            format!("{form} [data-key]"),
        ));
    }

    /// Chooses what a list offers.
    fn select(&mut self, selector: &str, value: &str) {
        self.page.get(&format!(
            "(() => {{ const select = document.querySelector({selector:?}); select.value = {value:?}; \
             select.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
        ));
    }

    /// Types a text into a field.
    fn fill(&mut self, id: &str, text: &str) {
        self.page.get(&format!("document.getElementById({id:?}).value = {text:?}"));
    }

    /// Nothing sticks out, no text is small or faint, nothing was complained of, and nothing was asked of others.
    fn check(&mut self, moment: &str) {
        self.picture(moment);
        let all = "[...sticksOut(), ...smallText(), ...faintText(), ...equalIds()]";
        self.page.get(&format!("(() => {{ {MEASURE}; window.findings = () => {all}; }})()"));
        assert_eq!(self.page.get("window.findings()"), json!([]), "{moment}");
        assert_eq!(self.page.axe(), json!([]), "{moment}");
        let (complaints, addresses) = self.page.told();
        assert_eq!(complaints, [""; 0], "{moment}");
        let is_own = |address: &String| {
            address.trim_start_matches("blob:").starts_with(&self.address) || address.starts_with("about:")
        };
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
            let played = self.page.get("document.querySelectorAll('#moves > li').length").as_u64().unwrap();
            while self.page.get("document.querySelectorAll('#moves > li').length").as_u64() == Some(played) {
                // Between two positions there is neither.
                if !self.page.click_if_there(".cell.target") {
                    self.page.click_if_there("#legal button");
                }
            }
        }
        false
    }
}

/// A server at a port, with its address and what stops it.
fn serve(port: u16) -> (String, Stopper, Option<thread::JoinHandle<()>>) {
    let server = Server::bind(catalogue(), Options { port, ..Options::default() }).unwrap();
    let (address, stopper) = (format!("http://{}", server.address()), server.stopper());
    (address, stopper, Some(thread::spawn(|| server.run())))
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.end_the_program();
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

/// The board of every game fits, a stranger's too, and none of its cells or men lies over another one of its kind.
#[test]
#[ignore = "needs Chromium: .ci/run playground"]
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
