//! Look by clicks.

use serde_json::json;

use super::Visit;
use crate::chromium::Page;

#[test]
#[ignore = "needs Chromium: .ci/playground runs it"]
fn a_search_is_watched_and_stepped_and_two_are_compared() {
    let mut visit = Visit::begin("search");
    for (width, theme) in [(1280, "dark"), (400, "light")] {
        visit.open("look&game=connect-four&moves=d,d,c", width, theme);
        visit.searcher("#first", "best-first", &[("evaluations", "400")]);
        visit.page.click("#study-form button[type=submit]");
        visit.page.wait("document.querySelector('#best tbody tr')");
        visit.check(&format!("{width}-analysis"));
        let step = |page: &mut Page| page.get("document.querySelector('#microscope output').textContent");
        let last = step(&mut visit.page);
        visit.page.click("#microscope [aria-label='First step']");
        visit.page.click("#microscope [aria-label='Next step']");
        assert_ne!(step(&mut visit.page), last);
        let why = visit.page.get("document.querySelector('#microscope .why').textContent");
        assert!(why.as_str().unwrap().contains("The search begins at the root"), "{why}");
        visit.check(&format!("{width}-step"));

        visit.searcher("#second", "alpha-beta", &[("depth", "4"), ("evaluations", "400")]);
        visit.page.click("#study-form button[type=submit]");
        visit.page.wait("document.querySelectorAll('#best table').length === 2");
        assert_eq!(visit.page.get("document.querySelectorAll('#microscope section').length"), json!(2));
        visit.check(&format!("{width}-two"));
    }
}
