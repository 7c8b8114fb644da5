//! A browser that keeps nothing: cookies are blocked, so that whoever asks for storage is thrown at.

use bestply_playground::{Export, Sheet};
use serde_json::json;

use super::{Visit, catalogue};

const BLOCKED: &str = "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, \
    { get() { throw new DOMException('The operation is insecure.', 'SecurityError'); } });";

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn a_page_whose_browser_keeps_nothing_plays_teaches_and_remembers_until_it_is_closed() {
    let mut visit = Visit::begin("blocked");
    visit.page.before_each_page(BLOCKED);
    visit.open("game=connect-four", 1280, "light");
    visit.player("min", "uct-best-first", &[("evaluations", "50")]);
    visit.play(1);
    visit.page.click("#units");
    visit.page.wait("/: [+−]?\\d/.test(document.getElementById('worth').textContent)");
    visit.check("play");
    visit.page.click("#modes [data-mode=learn]");
    visit.page.wait("document.querySelector('#learn .drawing [data-path]')");
    visit.page.get("location.hash = '#learn=3'");
    visit.page.wait("document.getElementById('lesson-title').textContent.startsWith('3. ')");
    visit.page.click("#modes [data-mode=look]");
    visit.page.wait("document.querySelector('.looked-at').textContent");
    assert_eq!(visit.page.get("document.getElementById('look-units').checked"), json!(true), "it is remembered");
    visit.page.click("#modes [data-mode=learn]");
    visit.page.wait("document.getElementById('lesson-title').textContent.startsWith('3. ')");
    assert_eq!(visit.page.told().0, [""; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn an_exported_page_whose_browser_keeps_nothing_teaches_and_shows_its_searches() {
    let mut visit = Visit::begin("blocked-copy");
    visit.page.before_each_page(BLOCKED);
    let export = Export {
        positions: vec![Sheet::of_address("game=tic-tac-toe").unwrap()],
        searchers: vec!["best-first:evaluations=50".to_owned()],
        most_bytes: 1 << 24,
    };
    let folder = visit.folder.join("copy");
    for file in export.files(&catalogue()).unwrap() {
        let path = folder.join(file.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, file.bytes).unwrap();
    }
    visit.page.open(&format!("file://{}/index.html#learn=2", folder.display()), 1280, "light");
    visit.page.wait("document.querySelector('#learn .drawing [data-path]')");
    assert_eq!(visit.page.get("document.title"), json!("Lesson 2: Alpha-beta's cut – bestply"));
    visit.page.click("#modes [data-mode=look]");
    visit.page.wait(
        "document.querySelector('#atlas .map canvas') && / plays /.test(document.getElementById('told').textContent)",
    );
    assert_eq!(visit.page.get("document.title"), json!("Trees of Tic Tac Toe – bestply"));
    assert_eq!(visit.page.told().0, [""; 0]);
}
