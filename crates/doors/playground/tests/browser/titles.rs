//! What a tab is called, and that what is in an address is what is shown.

use serde_json::json;

use super::Visit;

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn a_tab_is_called_by_what_it_shows() {
    let mut visit = Visit::begin("titles");
    visit.open("game=othello", 1280, "light");
    // The usual opponent would move on from some of these positions before their titles are seen.
    visit.player("min", "", &[]);
    let titles = [
        ("game=othello&moves=f5,d6,c3,d3", "Othello after 4 moves"),
        ("game=onitama&number=7", "Onitama 7"),
        ("game=tic-tac-toe&moves=b2,a1,b1,b3,a2,c2,c1,a3,c3", "Tic Tac Toe: a draw"),
        ("game=tic-tac-toe&position=.../.x./o..", "Tic Tac Toe from a position"),
        ("analyse&game=othello&moves=f5", "Analysis of Othello after 1 move"),
        ("learn=3", "Lesson 3: Best-first follows one line"),
        ("look&game=othello&moves=f5", "Trees of Othello after 1 move"),
        ("compare&game=othello&moves=f5", "Searchers compared in Othello after 1 move"),
        ("game=othello&moves=f5", "Othello after 1 move"),
    ];
    for (hash, title) in titles {
        visit.page.get(&format!("location.hash = {hash:?}"));
        visit.page.wait(&format!(
            "document.title === {:?} || (window.seen = document.title, false)",
            format!("{title} – bestply")
        ));
    }
    let (complaints, _) = visit.page.told();
    assert_eq!(complaints, [""; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn a_deal_of_any_number_is_played_in_the_deal_that_is_shown() {
    let mut visit = Visit::begin("deals");
    let cards = "[...document.querySelectorAll('#cards b')].map(({ textContent }) => textContent).sort()";
    for number in [(1_u64 << 53) + 1, u64::MAX] {
        visit.open(&format!("game=onitama&number={number}"), 1280, "light");
        visit.player("min", "", &[]);
        visit.page.wait("document.querySelector('#legal button')");
        let dealt = visit.page.get(cards);
        assert_eq!(visit.page.get("document.getElementById('start-number').value"), json!(number.to_string()));
        visit.page.click("#legal button");
        visit.page.wait("document.querySelectorAll('#moves > li').length === 1");
        let hash = visit.page.get("location.hash").as_str().unwrap().to_owned();
        assert!(hash.starts_with(&format!("#game=onitama&number={number}&moves=")), "{hash}");
        assert_eq!(visit.page.get(cards), dealt);
        // The form begins the deal that it shows.
        visit.page.click("#game-form [type=submit]");
        visit.page.wait(&format!("location.hash === '#game=onitama&number={number}'"));
        assert_eq!(visit.page.get(cards), dealt);
        visit.check(&number.to_string());
    }
}
