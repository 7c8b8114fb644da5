//! Look by clicks, keys and fingers.

use serde_json::{Value, json};

use super::Visit;
use crate::page::Page;

const POSITION: &str = "look&game=othello&moves=f5,d6,c3,d3,c4";
const DRAWN: &str = "document.querySelectorAll('#atlas .map canvas').length === 2 && \
    performance.getEntriesByType('measure').length > 2 && !document.getElementById('stop').matches(':enabled')";

/// Grows the trees of the two searchers that are chosen at first.
fn grow(visit: &mut Visit, width: u32, theme: &str, evaluations: u32) {
    visit.open(POSITION, width, theme);
    visit.page.wait("document.getElementById('grow') && document.querySelector('.looked-at').textContent");
    visit.page.get(&format!("document.getElementById('budget').value = '{evaluations}'"));
    visit.page.click("#grow");
    visit.page.wait(DRAWN);
}

fn text(page: &mut Page, selector: &str) -> String {
    page.get(&format!("document.querySelector({selector:?}).textContent")).as_str().unwrap().to_owned()
}

/// The part of a map's pixels, in its lower half, where something is drawn.
fn lower_half(page: &mut Page, map: usize) -> f64 {
    page.get(&format!(
        "(() => {{ const canvas = document.querySelectorAll('#atlas .map canvas')[{map}]; \
         const [width, height] = [canvas.width, Math.floor(canvas.height / 2)]; \
         const {{ data }} = canvas.getContext('2d').getImageData(0, height, width, height); \
         const ground = data.slice(4 * (width * height - 1)); let drawn = 0; \
         for (let at = 0; at < data.length; at += 4) drawn += data[at] !== ground[0] || data[at + 2] !== ground[2]; \
         return drawn / (width * height); }})()"
    ))
    .as_f64()
    .unwrap()
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn deep_is_seen_beside_wide_at_three_widths() {
    let mut visit = Visit::begin("look");
    for (width, theme) in [(1280, "light"), (768, "dark"), (400, "light"), (320, "dark")] {
        grow(&mut visit, width, theme, 10_000);
        let headline = text(&mut visit.page, "#atlas .headline");
        assert!(
            headline.starts_with("best-first looks ") && headline.contains("principal-variation-search"),
            "{headline}"
        );
        let (deep, wide) = (lower_half(&mut visit.page, 0), lower_half(&mut visit.page, 1));
        assert!(deep > 0.02 && wide == 0.0, "the deep tree fills {deep} of its lower half, the wide one {wide}");
        assert_eq!(
            visit.page.get("document.querySelector('#microscope .tree').scrollTop"),
            json!(0),
            "the root is seen"
        );
        let height = visit.page.get("document.documentElement.scrollHeight").as_u64().unwrap();
        assert!(height < 3400, "{height} px tall at {width}");
        visit.check(&format!("{width}-trees"));
    }
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn a_map_is_walked_and_zoomed_by_keys_and_opens_nodes() {
    let mut visit = Visit::begin("look-keys");
    grow(&mut visit, 1280, "dark", 2000);
    let page = &mut visit.page;
    page.get("document.querySelector('#atlas .map').focus()");
    let said = |page: &mut Page| text(page, "#atlas .said");
    page.press("ArrowDown");
    assert!(said(page).starts_with("The root; MIN to move; value "), "{}", said(page));
    page.press("ArrowDown");
    assert!(said(page).contains("level 1; on the principal variation"), "{}", said(page));
    page.press("ArrowRight");
    assert!(!said(page).contains("principal"), "{}", said(page));
    page.press("ArrowUp");
    page.press("End");
    let end = said(page);
    assert!(end.contains("on the principal variation") && !end.contains("level 1;"), "{end}");
    page.press("Enter");
    assert!(text(page, "#microscope .why").contains("moves ahead"));
    assert!(text(page, "#microscope .details").contains("children"));
    page.click("#play-node");
    page.wait("location.hash.startsWith('#game=othello') && document.querySelectorAll('#moves > li').length > 5");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn nodes_have_points_and_boards() {
    const VALUES: &str =
        "[...document.querySelectorAll('#microscope .node .value')].map(({ textContent }) => textContent)";
    const DETAILS: &str = "document.querySelector('#microscope .details').textContent";
    let mut visit = Visit::begin("look-points");
    for (width, theme) in [(1024, "light"), (320, "dark")] {
        grow(&mut visit, width, theme, 2000);
        let page = &mut visit.page;
        page.wait(
            "document.querySelector('#microscope .node .value') && document.getElementById('look-unit').textContent",
        );
        let is_point = |text: &Value| {
            let text = text.as_str().unwrap().trim_end_matches('*').replace('−', "-");
            text.contains('.') && text.parse::<f64>().is_ok_and(|points| points.abs() <= 64.0)
        };
        page.wait(&format!("!{VALUES}.includes('…')"));
        let values = page.get(VALUES);
        assert!(values.as_array().unwrap().iter().all(is_point), "{values}");
        let shown = text(page, "#microscope");
        assert!(!shown.contains("-------") && text(page, ".looked-board").contains("white to move"), "{shown}");
        // A node that no step was recorded of has its board, too.
        page.get("document.querySelector('#atlas .map').focus()");
        for key in ["ArrowDown", "End", "Enter"] {
            page.press(key);
        }
        page.wait("document.querySelector('#microscope .details svg')");
        page.wait(&format!("{DETAILS}.includes(' % for ')"));
        assert!(text(page, "#atlas .said").contains(" % for "), "{}", text(page, "#atlas .said"));
        visit.check(&format!("{width}-node"));
        visit.page.click("#look-units");
        visit.page.wait(&format!("!{VALUES}.some((text) => text.includes('.'))"));
        visit.page.click("#look-units");
        visit.page.wait(&format!("{VALUES}.some((text) => text.includes('.'))"));
    }
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn time_goes_back_and_the_nodes_step_with_the_maps() {
    let mut visit = Visit::begin("look-time");
    grow(&mut visit, 1280, "light", 2000);
    let page = &mut visit.page;
    let nodes = |page: &mut Page| text(page, "#atlas .facts");
    let whole = nodes(page);
    page.get(
        "(() => { const slider = document.querySelector('#atlas input[type=range]'); slider.value = 500; \
         slider.dispatchEvent(new Event('input')); })()",
    );
    assert!(text(page, "#atlas output").starts_with("500 "), "{}", text(page, "#atlas output"));
    assert!(nodes(page).starts_with("501 nodes"), "{}", nodes(page));
    // A step of the microscope is a moment of the maps.
    page.click("#microscope [aria-label='First step']");
    page.click("#microscope [aria-label='Next step']");
    page.wait("document.querySelector('#microscope .why').textContent.includes('The search begins')");
    // Its sentence has the values of the tree: points, or on wish the searcher's own units.
    let values = |page: &mut Page| text(page, "#microscope .why").split(" worth ").nth(1).unwrap().to_owned();
    page.wait("/worth [+−]?\\d+\\.\\d[,. ]/.test(document.querySelector('#microscope .why').textContent)");
    let points = values(page);
    let shown = page
        .get("[...document.querySelectorAll('#microscope .tree text.value')].map(({ textContent }) => textContent)");
    let first = points.split([',', ' ']).next().unwrap().trim_end_matches('.');
    assert!(shown.as_array().unwrap().iter().any(|shown| shown == first), "{points} and {shown}");
    page.click("#look-units");
    page.wait("!/\\d\\.\\d/.test(document.querySelector('#microscope .why').textContent)");
    assert_ne!(values(page), points);
    page.click("#look-units");
    page.wait("Number.parseInt(document.querySelector('#atlas .facts').textContent) < 20");
    // Played, the trees are whole again after a while.
    page.click("#atlas .axis button");
    page.wait(&format!("document.querySelector('#atlas .facts').textContent === {whole:?}"));
    visit.check("played");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn fingers_pinch_and_drag_a_map_and_a_tap_opens_a_node() {
    let mut visit = Visit::begin("look-touch");
    grow(&mut visit, 400, "light", 2000);
    let page = &mut visit.page;
    page.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 2 }));
    page.get("document.querySelector('#atlas .map').scrollIntoView({ block: 'center', behavior: 'instant' })");
    let place = page.get(
        "(() => { const box = document.querySelector('#atlas .map').getBoundingClientRect(); \
         return [box.x + box.width / 2, box.y + 6]; })()",
    );
    let [x, y] = [0, 1].map(|at| place[at].as_f64().unwrap());
    let touch = |page: &mut Page, kind: &str, points: &[f64]| {
        let points: Vec<Value> = points.iter().enumerate().map(|(id, x)| json!({ "x": x, "y": y, "id": id })).collect();
        page.call("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    };
    let picture = "document.querySelector('#atlas .map canvas').toDataURL()";
    let settled = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
    let whole = page.get(picture);
    touch(page, "touchStart", &[x - 10.0, x + 10.0]);
    touch(page, "touchMove", &[x - 40.0, x + 40.0]);
    touch(page, "touchEnd", &[]);
    page.get(settled);
    let near = page.get(picture);
    assert_ne!(near, whole, "a pinch comes nearer");
    touch(page, "touchStart", &[x]);
    touch(page, "touchMove", &[x + 40.0]);
    touch(page, "touchEnd", &[]);
    page.get(settled);
    assert_ne!(page.get(picture), near, "a finger drags");
    page.click("#atlas [title='Show the trees whole']");
    page.get(settled);
    page.get("document.querySelector('#atlas .map').scrollIntoView({ block: 'center', behavior: 'instant' })");
    touch(page, "touchStart", &[x]);
    touch(page, "touchEnd", &[]);
    page.wait("document.querySelector('#microscope .why').textContent.includes('around its root')");
    page.wait("document.querySelector('#play-node:not([hidden])')");
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn pictures_and_a_film_are_saved_by_a_click() {
    let mut visit = Visit::begin("look-film");
    grow(&mut visit, 1280, "light", 2000);
    let page = &mut visit.page;
    // What would be kept as a file is noted.
    page.get(
        "(() => { window.kept = []; const make = URL.createObjectURL; \
         URL.createObjectURL = (blob) => { window.kept.push({ type: blob.type, size: blob.size }); return make(blob); }; })()",
    );
    let told = "document.querySelector('#atlas .told').textContent";
    for (button, name, media) in
        [("SVG", ".svg", "image/svg+xml"), ("PNG", ".png", "image/png"), ("Film", ".webm", "video/webm")]
    {
        page.get(&format!(
            "[...document.querySelectorAll('#atlas .saves button')].find((found) => found.textContent === '{button}').click()"
        ));
        page.wait(&format!("{told}.startsWith('Saved as ') && {told}.endsWith('{name}.')"));
        let kept = page.get("window.kept.at(-1)");
        assert!(kept["type"] == media && kept["size"].as_u64().unwrap() > 5000, "{button}: {kept}");
    }
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn one_searcher_with_settings_of_its_own_is_looked_at() {
    let mut visit = Visit::begin("look-one");
    visit.open("look&game=connect-four&moves=d,d,c&searcher=uct-best-first:evaluations=3000", 1280, "dark");
    visit.page.wait("document.querySelector('.looked-at').textContent.includes('4 4 3')");
    visit.searcher("#second", "", &[]);
    visit.page.click("#grow");
    visit.page.wait("document.querySelectorAll('#atlas .map canvas').length === 1");
    visit.page.wait("document.querySelector('#atlas select').offsetWidth > 0");
    let before = text(&mut visit.page, "#told");
    assert!(before.starts_with("uct-best-first plays "), "{before}");
    visit.page.get(
        "(() => { const choice = document.querySelector('#atlas select'); choice.value = 'visits'; \
         choice.dispatchEvent(new Event('change')); document.querySelector('#atlas .map').focus(); })()",
    );
    visit.page.press("ArrowDown");
    visit.page.press("ArrowDown");
    assert!(text(&mut visit.page, "#atlas .said").contains(" visits, "));
    visit.check("visits");
}
