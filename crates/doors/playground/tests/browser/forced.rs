//! A system that forces its own colours, for people who need high contrast: pictures stay what they were.

use bestply_catalogue::Catalogue;
use bestply_presentation::document::{Figure, Part, Plot};
use bestply_presentation::{Document, HeatMap};
use bestply_trace::{MOST_STEPS, TREES, Trace, html, parse_tree};
use serde_json::json;

use super::Visit;

/// A picture without its edges, whose corners may be round and show the page.
const INNER: [[f64; 2]; 2] = [[0.06, 0.06], [0.94, 0.94]];

/// Pictures that are drawn on the page are the same, to the pixel, where colours are forced.
fn stays(visit: &mut Visit, theme: &str, moment: &str, selectors: &[&str]) {
    let pictures = |visit: &mut Visit, forced: &str| {
        visit.page.prefer(theme, forced);
        visit.page.get("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        assert_eq!(visit.page.get("matchMedia('(forced-colors: active)').matches"), json!(forced == "active"));
        selectors.iter().map(|selector| visit.page.picture_of(selector, INNER[0], INNER[1])).collect::<Vec<_>>()
    };
    // The page learns what values say while it is looked at: only pictures between two that are equal count.
    let mut before = pictures(visit, "none");
    let (plain, forced) = (0..40)
        .find_map(|_| {
            let forced = pictures(visit, "active");
            let after = pictures(visit, "none");
            let is_at_rest = before == after;
            before = after;
            is_at_rest.then(|| (before.clone(), forced))
        })
        .expect("the page comes to rest");
    for ((selector, plain), forced) in selectors.iter().zip(plain).zip(forced) {
        assert!(plain == forced, "{moment}, {theme}: {selector} is drawn otherwise where colours are forced");
    }
}

/// What is chosen is told from what is not.
fn is_chosen(visit: &mut Visit, theme: &str, chosen: &str, other: &str) {
    visit.page.prefer(theme, "active");
    let [chosen, other] = [chosen, other].map(|selector| visit.page.picture_of(selector, [0.02, 0.4], [0.02, 0.4]));
    assert_ne!(chosen, other, "{theme}");
    visit.page.prefer(theme, "none");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn men_cells_marks_and_curves_keep_their_colours() {
    let mut visit = Visit::begin("forced-board");
    for theme in ["light", "dark"] {
        visit.open("game=othello", 1280, theme);
        visit.player("min", "", &[]);
        visit.page.wait("document.querySelector('.cell.target')");
        visit.page.prefer(theme, "active");
        // Of a black man, a white one and an empty cell: the middle, and a corner of the square.
        let mut at = |cell: &str, place: f64| {
            visit.page.picture_of(&format!(".cell[title={cell}]"), [place, place], [place, place])
        };
        let [black, white, empty] = ["e4", "d4", "a1"].map(|cell| at(cell, 0.5));
        assert!(black != white && black != empty && white != empty, "{theme}");
        for (cell, man) in [("e4", black), ("d4", white)] {
            assert_ne!(man, at(cell, 0.06), "{theme}: a man and its square");
        }
        visit.page.click("#hint");
        visit.page.wait("document.querySelector('.marks .mark')");
        visit.page.get("document.querySelector('#rules').open = true");
        visit.page.wait("document.querySelector('#rules-text .picture')");
        visit.page.get("document.activeElement.blur()");
        stays(&mut visit, theme, "othello", &["#board", "#bar", ".curve", "#rules-text .picture"]);
        is_chosen(&mut visit, theme, "#modes [aria-current]", "#modes a:not([aria-current])");
        // A picture that is kept says so itself, which the page's policy lets it.
        visit.page.get("document.querySelector('#text-details').open = true");
        for kind in ["svg", "png"] {
            visit.page.click(&format!("#save-{kind}"));
            visit.page.wait(&format!("document.getElementById('kept').textContent === 'Saved as othello-0.{kind}.'"));
        }
        assert_eq!(visit.page.told().0, [""; 0]);
        for game in ["hex-7x7", "onitama", "connect-four", "dots"] {
            visit.open(&format!("game={game}"), 1280, theme);
            visit.player("min", "", &[]);
            visit.page.wait("document.querySelector('#board .cell')");
            let card = if game == "onitama" { "#cards .card" } else { "#board" };
            stays(&mut visit, theme, game, &["#board", card]);
        }
    }
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn lessons_maps_and_the_microscope_keep_their_colours() {
    let mut visit = Visit::begin("forced-trees");
    for theme in ["light", "dark"] {
        visit.open("learn=3", 1280, theme);
        visit.page.wait("document.querySelector('#learn .drawing [data-path]')");
        stays(&mut visit, theme, "a lesson", &["#learn .drawing svg"]);
        is_chosen(&mut visit, theme, ".lessons [aria-current] .number", ".lessons a:not([aria-current]) .number");
        visit.open("look&game=othello&moves=f5", 1280, theme);
        visit.page.wait("document.querySelector('.looked-at')?.textContent");
        visit.page.get("document.getElementById('budget').value = '200'");
        visit.page.click("#grow");
        visit.page.wait("document.querySelectorAll('#atlas .map canvas').length === 2");
        let trees = ["#atlas .map canvas", "#atlas .strip", "#microscope .tree", ".looked-board .picture"];
        stays(&mut visit, theme, "trees", &trees);
        visit.open("compare&game=othello&moves=f5", 1280, theme);
        visit.page.wait("document.querySelector('.compared-board .picture')");
        stays(&mut visit, theme, "a comparison", &[".compared-board .picture"]);
    }
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn files_of_their_own_keep_their_colours() {
    let mut visit = Visit::begin("forced-files");
    let catalogue = Catalogue::standard();
    let player = catalogue.player("best-first:depth=2").unwrap();
    let (_, tree) = TREES.iter().find(|(name, _)| *name == "figure-1-1993").unwrap();
    let trace = Trace::of_tree(&player, &parse_tree(tree.as_bytes(), "tree").unwrap(), MOST_STEPS).unwrap();
    let map = HeatMap {
        title: "Scores".to_owned(),
        rows: vec!["one".to_owned()],
        columns: vec!["1".to_owned(), "2".to_owned()],
        label: "depth".to_owned(),
        scores: vec![vec![Some((0.1, "lost".to_owned())), Some((0.9, "won".to_owned()))]],
    };
    let plot = Plot { title: "Scores".to_owned(), file_name: "plot.svg".to_owned(), svg: map.svg() };
    let figure = Figure { caption: "Scores.".to_owned(), keys: Vec::new(), plots: vec![plot] };
    let report = Document::new("A report", vec![Part::Figure(figure)]).html();
    let files = [
        (
            "trace.html",
            html(std::slice::from_ref(&trace)),
            &[".microscope .tree", ".atlas .map canvas", ".atlas .strip"][..],
        ),
        ("report.html", report, &[".plot"]),
        ("plot.svg", map.svg(), &["svg"]),
        ("tree.svg", trace.svg(2), &["svg"]),
    ];
    for (name, text, selectors) in files {
        let file = visit.folder.join(name);
        std::fs::write(&file, text).unwrap();
        for theme in ["light", "dark"] {
            visit.page.open(&format!("file://{}", file.display()), 1280, theme);
            visit.page.wait(&format!("document.querySelector({:?})", selectors[0]));
            stays(&mut visit, theme, name, selectors);
        }
    }
}
