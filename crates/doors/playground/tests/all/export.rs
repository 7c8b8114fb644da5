//! The page without a server: its files, and what is refused.

use bestply_catalogue::Catalogue;
use bestply_playground::{Export, PageFile, Sheet};
use serde_json::Value as Json;

use crate::http::count_of;

fn files(addresses: &[&str], searchers: &[&str]) -> Result<Vec<PageFile>, String> {
    let positions = addresses.iter().map(|address| Sheet::of_address(address).unwrap()).collect();
    let searchers = searchers.iter().map(|&text| text.to_owned()).collect();
    let export = Export { positions, searchers, most_bytes: 1 << 26 };
    export.files(&Catalogue::standard()).map_err(|error| error.to_string())
}

const POSITIONS: [&str; 2] = ["game=connect-four", "game=connect-four&moves=d,d,c"];
const SEARCHERS: [&str; 2] = ["best-first:evaluations=300", "principal-variation-search:evaluations=300"];

#[test]
fn the_same_page_has_the_same_bytes_and_what_it_records_is_what_was_searched() {
    let [one, other] = [(); 2].map(|()| files(&POSITIONS, &SEARCHERS).unwrap());
    let same = one.iter().zip(&other).all(|(one, other)| one.path == other.path && one.bytes == other.bytes);
    assert!(same && one.len() == other.len());
    let text = |path: &str| {
        let file = one.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("no {path}"));
        String::from_utf8(file.bytes.clone()).unwrap()
    };
    let second = text("data/searches-2.js");
    let json = second.strip_prefix("recorded.searches[1] = ").and_then(|rest| rest.strip_suffix(";\n")).unwrap();
    let searches: Json = serde_json::from_str(json).unwrap();
    for (search, searcher) in searches.as_array().unwrap().iter().zip(SEARCHERS) {
        assert!(search["subject"]["searcher"].as_str().unwrap().starts_with(searcher), "{}", search["subject"]);
        assert!(count_of(&search["report"]["evaluations"]) >= 300, "{}", search["report"]);
        assert!(search["growth"].as_str().unwrap().len() > 300 * 20);
        assert!(search["steps"].as_array().unwrap().len() > 5);
    }
    for module in ["one_script", "import ", "export "] {
        assert!(!text("page.js").lines().any(|line| line.starts_with(module)), "{module} is in the script");
    }
    for lesson in ["figure-1-1993", "cut", "one-line", "turning-back", "a-move-not-looked-at", "proof"] {
        assert!(text("data/lessons.js").contains(&format!("\"{lesson}\":{{\"")), "{lesson}");
    }
}

#[test]
fn a_mistake_is_one_line_and_names_its_position() {
    let cases = [
        (&["game=connect-four", "game=connect-four&moves=z"][..], SEARCHERS[0], "position 2: move 1: "),
        (&["game=nowhere"], SEARCHERS[0], "position 1: "),
        (&["game=connect-four"], "nobody:evaluations=3", "position 1: unknown searcher `nobody`"),
        (&["game=connect-four"], "best-first", "limit"),
    ];
    for (addresses, searcher, told) in cases {
        let reason = files(addresses, &[searcher]).unwrap_err();
        assert!(reason.contains(told) && !reason.contains('\n'), "{reason}");
    }
}
