//! A program that ends while its page is open: the page says so, and goes on when it is back.

use std::thread;
use std::time::Duration;

use serde_json::json;

use super::Visit;

const GONE: &str = "document.getElementById('error').textContent.includes('does not answer')";
const BACK: &str = "document.getElementById('error').hidden";

/// Ends the program, does something on the page, and starts the program anew when the page says that it is gone.
fn while_gone(visit: &mut Visit, does: &str) {
    visit.end_the_program();
    visit.page.get(&format!("(() => {{ {does}; }})()"));
    visit.page.wait(GONE);
    // A few tries find nobody.
    thread::sleep(Duration::from_millis(1500));
    assert_eq!(visit.page.get(GONE), json!(true));
    visit.start_the_program();
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn a_board_takes_clicks_after_the_program_was_gone() {
    let mut visit = Visit::begin("gone");
    visit.open("game=connect-four", 1280, "light");
    visit.player("min", "uct-best-first", &[("evaluations", "50")]);
    // A move that is on its way is played when the program is back, and answered.
    while_gone(&mut visit, "document.querySelector('.cell.target').click()");
    visit.page.wait("document.querySelectorAll('#moves > li').length === 2 && document.querySelector('.cell.target')");
    visit.page.wait(BACK);
    visit.page.click(".cell.target");
    visit.page.wait("document.querySelectorAll('#moves > li').length === 4 && document.querySelector('.cell.target')");
    // A search that was under way is made once more.
    visit.player("min", "uct-best-first", &[("time_ms", "2500")]);
    visit.page.click(".cell.target");
    visit.page.wait("document.getElementById('status').textContent.includes('thinks')");
    while_gone(&mut visit, "");
    visit.page.wait("document.querySelectorAll('#moves > li').length === 6 && document.querySelector('.cell.target')");
    visit.page.wait(BACK);
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn every_mode_goes_on_after_the_program_was_gone() {
    let mut visit = Visit::begin("gone-modes");
    visit.open("analyse&game=othello&moves=f5", 1280, "light");
    while_gone(&mut visit, "document.querySelector('#legal button').click()");
    visit.page.wait("location.hash.includes('moves=f5,') && document.querySelectorAll('#lines > li').length > 0");
    visit.page.click("#analysis");
    visit.open("learn=1", 1280, "light");
    visit.page.wait("document.querySelector('#learn .drawing [data-path]')");
    while_gone(&mut visit, "location.hash = '#learn=4'");
    visit.page.wait("document.querySelector('#learn .place').textContent.startsWith('1 of')");
    visit.page.wait(BACK);
    visit.open("look&game=tic-tac-toe", 1280, "light");
    visit.page.wait("document.querySelector('.looked-at')?.textContent");
    while_gone(&mut visit, "document.getElementById('budget').value = '200'; document.querySelector('#grow').click()");
    visit.page.wait("document.querySelectorAll('#atlas .map canvas').length === 2");
    visit.page.wait(BACK);
    visit.open("compare&game=tic-tac-toe", 1280, "light");
    visit.page.wait("document.querySelector('#compare-evaluation')?.value");
    while_gone(
        &mut visit,
        "document.getElementById('compare-budget').value = '50'; document.querySelector('#compare-form [type=submit]').click()",
    );
    visit.page.wait("document.querySelector('#compare-overlooked li')");
    visit.page.wait(BACK);
}

/// What a proxy answers for a program that is gone, and what the program itself refuses.
#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn a_board_takes_clicks_after_a_request_that_failed() {
    let mut visit = Visit::begin("refused");
    let answers = [
        "async () => new Response('<html>502 Bad Gateway</html>', { status: 502 })",
        "async () => new Response(JSON.stringify({ message: 'Service Unavailable' }), { status: 503 })",
        "async () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) }))",
        "async () => new Response(JSON.stringify({ error: 'too many searches wait already' }), { status: 503 })",
        "async () => new Response('<html>Log in</html>')",
    ];
    for (place, answer) in answers.into_iter().enumerate() {
        visit.open("game=tic-tac-toe", 1280, "light");
        visit.player("min", "", &[]);
        visit.page.wait("document.querySelector('.cell.target')");
        visit.page.get(&format!(
            "(() => {{ const own = window.fetch; const failing = {answer}; window.fetch = (path, options) => {{ \
             if (path !== 'api/game') return own(path, options); window.fetch = own; return failing(); }}; }})()"
        ));
        visit.page.click(".cell.target");
        // Whoever is gone for a moment is asked again. Whoever refuses is not, and the move is the person's again.
        let goes_on =
            "document.querySelectorAll('#moves > li').length === 1 && document.getElementById('error').hidden";
        let is_told =
            "document.querySelectorAll('#moves > li').length === 0 && !document.getElementById('error').hidden";
        visit.page.wait(if place < 3 { goes_on } else { is_told });
        visit.page.wait("document.querySelector('.cell.target')");
        visit.page.click(".cell.target");
        visit
            .page
            .wait(&format!("document.querySelectorAll('#moves > li').length === {}", if place < 3 { 2 } else { 1 }));
        visit.page.told();
    }
}
