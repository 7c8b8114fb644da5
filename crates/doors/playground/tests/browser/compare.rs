//! Compare by clicks and keys.

use serde_json::json;

use super::Visit;

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn all_searchers_are_compared_with_one_evaluation_and_one_budget() {
    let mut visit = Visit::begin("compare");
    for (width, theme) in [(1280, "light"), (768, "dark"), (320, "light")] {
        visit.open("compare&game=othello&moves=f5,d6", width, theme);
        visit.page.wait("document.querySelector('#compare-evaluation').value === 'strong'");
        visit.check(&format!("{width}-begin"));
        visit.fill("compare-budget", "500");
        visit.page.get("document.querySelector('#compare-form button[type=submit]').focus()");
        visit.page.press("Enter");
        visit.page.wait("document.querySelector('#compare-overlooked li')");
        let told = visit.text("compare-told");
        assert!(told.contains("Each valued positions by \"strong\", at most 500 of them."), "{told}");
        assert!(!told.contains("could not search") && !told.contains("Not equal"), "{told}");
        const SHAPE: &str = "[document.querySelectorAll('#compare-table thead th').length, \
             document.querySelectorAll('#compare-table tbody:first-of-type tr').length, \
             document.querySelectorAll('#compare-overlooked li').length]";
        // The deeper search and the four that differ most; a sentence for each move, not for each searcher.
        let shape: Vec<u64> = serde_json::from_value(visit.page.get(SHAPE)).unwrap();
        assert!(shape[0] == 6 && shape[1] == 5 && (1..=5).contains(&shape[2]), "{shape:?}");
        let first = visit.page.get("document.querySelector('#compare-table thead th:nth-child(2)').textContent");
        assert_eq!(first, json!("deeper search"));
        let sentences = visit.page.get("document.getElementById('compare-overlooked').textContent");
        assert!(sentences.as_str().unwrap().contains(", the best"), "{sentences}");
        visit.check(&format!("{width}-four"));
        visit.page.click("#compare-all");
        let shape: Vec<u64> = serde_json::from_value(visit.page.get(SHAPE)).unwrap();
        assert!(shape[0] >= 20 && shape[1] == 5, "{shape:?}");
        let cells = visit.page.get(
            "[...document.querySelectorAll('#compare-table .facts tr:nth-child(2) td')].slice(1).map((cell) => cell.textContent)",
        );
        let most = cells.as_array().unwrap().iter().filter_map(|cell| cell.as_str()?.parse::<u64>().ok()).max();
        assert!(most.is_some_and(|most| most <= 600), "nobody values many more than it may: {cells}");
        visit.check(&format!("{width}-compared"));
    }
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn what_is_not_equal_is_said_and_what_was_overlooked_has_a_price() {
    let mut visit = Visit::begin("overlooked");
    visit.open("compare&game=connect-four&moves=d,c,d,c,d,e", 1280, "dark");
    visit.page.wait("document.querySelector('#compare-searchers input')");
    visit.page.get("for (const box of document.querySelectorAll('#compare-searchers input')) box.checked = false");
    visit.fill("compare-own", "best-first:evaluations=50,evaluation=plain");
    visit.page.click("#compare-form button[type=submit]");
    visit.page.wait("document.querySelector('#compare-overlooked li')");
    let told = visit.text("compare-told");
    assert!(told.contains("Not equal: best-first:evaluations=50,evaluation=plain has"), "{told}");
    // The position goes along from mode to mode.
    visit.page.click("#modes [data-mode=play]");
    visit.page.wait("!document.getElementById('play').hidden");
    visit.page.click("#modes [data-mode=learn]");
    visit.page.wait("location.hash.startsWith('#learn') && !document.getElementById('learn').hidden");
    assert_eq!(visit.page.get("document.querySelector('#modes [aria-current]').textContent"), json!("Learn"));
}
