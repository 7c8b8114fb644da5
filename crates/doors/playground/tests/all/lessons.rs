//! The searches of lessons: what is answered, what is refused, and the records that the scripts are tested with.

use std::fmt::Write;
use std::fs;

use serde_json::{Value as Json, json};

use crate::http::{Host, body, lines, status};

/// What the scripts' tests read: a tree and a search of each.
const RECORDS: [(&str, &str); 5] = [
    ("figure-1-1993", "minimax:depth=20"),
    ("cut", "plain-alpha-beta:depth=20"),
    ("turning-back", "best-first:depth=20"),
    ("a-move-not-looked-at", "uct-best-first:scale=10,evaluations=10"),
    ("proof", "uct-best-first:scale=10,evaluations=200"),
];

fn lesson(tree: &str, searcher: &str) -> String {
    json!({ "tree": tree, "searcher": searcher }).to_string()
}

fn tree(host: &Host, name: &str) -> Json {
    let answer = host.get(&format!("/trees/{name}.json"), &host.host());
    assert_eq!(status(&answer), "200", "{name}");
    body(&answer)
}

#[test]
fn a_lesson_is_a_search_of_a_tree_in_the_lines_of_any_search() {
    let host = Host::start();
    let text = r#"{ "to_move": "max", "root": { "value": 0, "children": [ { "value": 4 }, { "value": 6 } ] } }"#;
    let answer = host.post("/api/lesson", &lesson(text, "best-first:depth=3"));
    assert_eq!(status(&answer), "200", "{answer}");
    let lines = lines(&answer);
    let kinds: Vec<&str> = lines.iter().map(|line| line.as_object().unwrap().keys().next().unwrap().as_str()).collect();
    assert_eq!(kinds, ["subject", "steps", "report"]);
    assert_eq!(lines[1]["steps"][0]["why"], "The search begins at the root. Its children are worth 4 and 6.");
    let report = json!({ "best": 1, "value": 6, "line": [1], "evaluations": "2", "stop": "terminal", "capped": false });
    assert_eq!(lines[2]["report"], report);
}

#[test]
fn a_lesson_has_bounds_and_says_what_is_wrong() {
    let host = Host::start();
    let leaf = r#"{ "to_move": "max", "root": { "value": 0 } }"#;
    let many = format!(
        r#"{{ "to_move": "max", "root": {{ "value": 0, "children": [ {} ] }} }}"#,
        vec![r#"{ "value": 1 }"#; 1000].join(",")
    );
    let mut deep = String::from(r#"{ "to_move": "max", "root": { "value": 0"#);
    (0..1001).for_each(|_| write!(deep, r#", "children": [ {{ "value": 1"#).unwrap());
    deep.push_str(&"} ]".repeat(1001));
    deep.push_str("} }");
    let asked = [
        (lesson(leaf, "nobody:depth=2"), "unknown searcher `nobody`"),
        (lesson(leaf, "best-first"), "limit"),
        (lesson(leaf, "best-first:depth=2,bytes=99999999999"), "bytes is at most"),
        (lesson(leaf, &"x".repeat(5000)), "a searcher has at most"),
        (lesson("{", "best-first:depth=2"), "tree:1:1: EOF while parsing an object"),
        (lesson(&many, "best-first:depth=2"), "at most 1000 nodes, not 1001"),
        (lesson(&deep, "best-first:depth=2"), "at most 1000 levels"),
        (json!({ "tree": leaf, "searcher": "best-first:depth=2", "more": 1 }).to_string(), "unknown field `more`"),
    ];
    for (request, reason) in asked {
        let answer = host.post("/api/lesson", &request);
        assert_eq!(status(&answer), "400", "{reason}: {answer}");
        let said = body(&answer)["error"].as_str().unwrap().to_owned();
        assert!(said.contains(reason) && !said.contains('\n'), "{said}");
    }
    assert_eq!(status(&host.get("/api/lesson", &host.host())), "405");
    assert_eq!(status(&host.get("/trees/none.json", &host.host())), "404");
}

#[test]
fn every_searcher_answers_for_a_leaf_and_for_a_tree_of_the_most_nodes() {
    let host = Host::start();
    let children = vec![r#"{ "value": 1 }"#; 999].join(",");
    let wide = format!(r#"{{ "to_move": "max", "root": {{ "value": 0, "children": [ {children} ] }} }}"#);
    let leaf = r#"{ "to_move": "min", "root": { "value": 0 } }"#;
    let catalogue = bestply_catalogue::Catalogue::standard();
    for searcher in catalogue.searchers() {
        let first = searcher.first_depth.map_or_else(String::new, |key| format!(",{key}=1"));
        for tree in [leaf, wide.as_str()] {
            let answer = host.post("/api/lesson", &lesson(tree, &format!("{}:evaluations=50{first}", searcher.name)));
            let is_plain = status(&answer) == "200" || status(&answer) == "400" && body(&answer)["error"].is_string();
            assert!(is_plain, "{}: {answer}", searcher.name);
        }
    }
}

/// The scripts' tests need no server: they read what it answered.
/// With `BESTPLY_RECORDS` set, the file is written anew.
#[test]
fn the_records_of_the_scripts_tests_are_what_the_server_answers() {
    let host = Host::start();
    let mut text = String::new();
    for (name, searcher) in RECORDS {
        let tree = tree(&host, name);
        let answer = host.post("/api/lesson", &lesson(&tree.to_string(), searcher));
        let record: serde_json::Map<String, Json> =
            lines(&answer).into_iter().flat_map(|line| line.as_object().unwrap().clone()).collect();
        writeln!(text, "{}", json!({ "name": name, "tree": tree, "record": record })).unwrap();
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scripts/learn-records.jsonl");
    if std::env::var_os("BESTPLY_RECORDS").is_some() {
        fs::write(file, &text).unwrap();
    }
    assert_eq!(fs::read_to_string(file).unwrap(), text, "BESTPLY_RECORDS=1 cargo test writes it anew");
}
