//! The widest windows, and people who want little motion.

use serde_json::json;

use super::Visit;

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn every_mode_is_in_order_at_2560_pixels() {
    let mut visit = Visit::begin("wide");
    for (mode, fragment, ready) in [
        ("learn", "learn", "document.querySelector('#learn .card')"),
        ("play", "game=hex&moves=d4", "document.querySelector('#legal button')"),
        ("look", "look&game=othello", "document.getElementById('grow')"),
        ("compare", "compare&game=onitama", "document.querySelector('#compare button')"),
    ] {
        for theme in ["light", "dark"] {
            visit.open(fragment, 2560, theme);
            visit.page.wait(ready);
            visit.check(&format!("{mode}-{theme}"));
        }
    }
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn every_page_that_is_named_can_be_opened() {
    let mut visit = Visit::begin("links");
    for (mode, ready) in [
        ("learn", "document.querySelector('#learn .card')"),
        ("game=hex", "document.querySelector('#legal button')"),
        ("look&game=othello", "document.getElementById('grow')"),
        ("compare&game=onitama", "document.querySelector('#compare button')"),
    ] {
        visit.open(mode, 1280, "light");
        visit.page.wait(ready);
        let texts = visit.page.get("document.body.innerText.match(/[\\w/-]+\\.md/g) ?? []");
        assert_eq!(texts, json!([]), "{mode}: a page that is named is a link");
        let pages = visit.page.get(
            "Promise.all([...document.querySelectorAll('a[href^=\"book/\"]')].filter((link) => link.offsetParent).map(async ({ href }) => { \
             const answer = await fetch(href); const text = await answer.text(); \
             return answer.ok && text.startsWith('<!DOCTYPE html>') && text.includes('<h1') ? '' : href; }))",
        );
        let pages = pages.as_array().unwrap();
        assert!(pages.len() >= 3 && pages.iter().all(|page| page == ""), "{mode}: {pages:?}");
    }
    let (complaints, _) = visit.page.told();
    assert_eq!(complaints, [""; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn who_wants_little_motion_sees_a_tree_grow_in_few_moments() {
    let mut visit = Visit::begin("calm");
    visit.open("look&game=othello", 1280, "light");
    visit.page.wait("document.getElementById('grow')");
    let calm = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    visit.page.call("Emulation.setEmulatedMedia", calm);
    visit.page.get("document.getElementById('budget').value = '2000'");
    visit.page.click("#grow");
    visit.page.wait("document.querySelectorAll('#atlas .map canvas').length === 2 && !document.getElementById('stop').matches(':enabled')");
    visit.page.get(
        "(() => { const said = document.querySelector('#atlas .axis output'); window.moments = new Set(); \
         new MutationObserver(() => moments.add(said.textContent)).observe(said, { childList: true, characterData: true, subtree: true }); })()",
    );
    visit.page.click("#atlas .axis button");
    visit.page.wait("moments.size > 5 && [...moments].pop().startsWith('2,000 ')");
    let moments = visit.page.get("moments.size").as_u64().unwrap();
    assert!((6..=30).contains(&moments), "{moments} moments");
    // Nothing else moves.
    let moving = "document.getAnimations().filter(({ playState }) => playState === 'running').length";
    assert_eq!(visit.page.get(moving), json!(0));
}
