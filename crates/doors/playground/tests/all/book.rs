//! The book: every page is there, and every link of it leads to a page, a heading or a picture that is there.

use std::collections::{BTreeMap, BTreeSet};

use bestply_catalogue::Catalogue;
use bestply_playground::{Export, PageFile, Sheet};

use crate::http::{Host, status};

/// The files of a page without a server, with the book among them.
fn exported() -> Vec<PageFile> {
    let positions = vec![Sheet::of_address("game=tic-tac-toe").unwrap()];
    let export = Export { positions, searchers: vec!["best-first:evaluations=20".to_owned()], most_bytes: 1 << 24 };
    export.files(&Catalogue::standard()).unwrap()
}

/// What a page says behind each `name="`.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let opening = format!(" {name}=\"");
    page.split(&*opening).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// The path that a relative link of a page leads to.
fn resolved(page: &str, link: &str) -> String {
    let mut folders: Vec<&str> = page.split('/').collect();
    folders.pop();
    for part in link.split('/') {
        match part {
            "." => {}
            ".." => drop(folders.pop().expect("no link leads above the folder")),
            part => folders.push(part),
        }
    }
    folders.join("/")
}

#[test]
fn every_link_of_every_page_leads_somewhere() {
    let files: BTreeMap<String, String> =
        exported().into_iter().map(|file| (file.path, String::from_utf8_lossy(&file.bytes).into_owned())).collect();
    let pages: Vec<(&String, &String)> = files.iter().filter(|(path, _)| path.ends_with(".html")).collect();
    let ids: BTreeMap<&str, BTreeSet<&str>> =
        pages.iter().map(|(path, text)| (path.as_str(), attributes(text, "id").into_iter().collect())).collect();
    let mut links = 0;
    let mut dead = Vec::new();
    for (page, text) in &pages {
        for link in attributes(text, "href").into_iter().chain(attributes(text, "src")) {
            if link.starts_with("http") || link.starts_with("mailto:") {
                continue;
            }
            let (path, place) = link.split_once('#').unwrap_or((link, ""));
            let path = if path.is_empty() { (*page).clone() } else { resolved(page, path) };
            // A mode of the page is no place of it.
            let is_place = place.is_empty() || *page == "index.html" || ids[path.as_str()].contains(place);
            if !files.contains_key(&path) || !is_place {
                dead.push(format!("{page}: {link}"));
            }
            links += 1;
        }
    }
    assert_eq!(dead, [""; 0]);
    assert!(pages.len() > 40 && links > 3000, "{} pages, {links} links", pages.len());
}

#[test]
fn every_page_of_the_summary_is_in_the_book() {
    let summary = include_str!("../../book/docs/SUMMARY.md");
    let listed = summary.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files: BTreeSet<String> = exported().into_iter().map(|file| file.path).collect();
    let missing = |link: &&str| !files.contains(&resolved("book/docs/SUMMARY.md", link).replace(".md", ".html"));
    assert_eq!(listed.filter(missing).collect::<Vec<_>>(), [""; 0]);
}

/// What marks say is for those who write the pages. Where they are explained they are code.
#[test]
fn no_page_shows_its_marks() {
    for PageFile { path, bytes, .. } in exported().into_iter().filter(|file| file.path.ends_with(".html")) {
        let page = String::from_utf8(bytes.to_vec()).unwrap();
        let shown = page.split("<code").map(|part| part.split_once("</code>").map_or(part, |(_, text)| text));
        let shown: String = shown.collect();
        for mark in ["<!--", "-->", "figures\n", " | {", " | table "] {
            assert!(!shown.contains(mark), "{path}: {mark}");
        }
    }
}

#[test]
fn a_page_names_nothing_from_the_root_of_a_server() {
    for PageFile { path, bytes } in exported().iter().filter(|file| !file.path.starts_with("book/")) {
        let text = String::from_utf8_lossy(bytes);
        for root in ["\"/book", "`/book", "\"/docs", "href=\"/", "src=\"/"] {
            assert!(!text.contains(root), "{path} has {root}, which no page in a folder has");
        }
    }
}

/// A proxy may have the page below a path: every file of it is found from there, and no script asks above it.
#[test]
fn the_served_page_names_nothing_from_the_root_of_its_server() {
    let host = Host::start();
    let (mut seen, mut ahead) = (BTreeSet::new(), vec!["index.html".to_owned()]);
    while let Some(path) = ahead.pop() {
        if path.starts_with("book/") || !seen.insert(path.clone()) {
            continue;
        }
        let answer = host.get(&format!("/{path}"), &host.host());
        assert_eq!(status(&answer), "200", "{path}");
        let (_, text) = answer.split_once("\r\n\r\n").unwrap();
        let is_root = |rest: &str| rest.starts_with('/') && rest[1..].starts_with(|next: char| next.is_alphabetic());
        let from_root = text.split(['"', '\'', '`']).find(|rest| is_root(rest));
        assert_eq!(from_root.map(|rest| rest.lines().next()), None, "{path}");
        assert!(!text.contains("url(/"), "{path}");
        let named =
            attributes(text, "href").into_iter().chain(attributes(text, "src")).filter(|link| !link.starts_with('#'));
        let imported = text.split("from \"").skip(1).filter_map(|rest| rest.split('"').next());
        ahead.extend(named.chain(imported.filter(|link| link.starts_with('.'))).map(|link| resolved(&path, link)));
    }
    assert!(seen.len() > 40, "{seen:?}");
}

#[test]
fn the_server_has_the_book_and_knows_which_page_is_meant() {
    let host = Host::start();
    let get = |path: &str| host.get(path, &host.host());
    let answer = get("/book/docs/tutorial-best-first.html");
    assert_eq!(status(&answer), "200");
    assert!(answer.contains("text/html") && answer.contains("<h1 id=\"best-first-minimax-in-six-steps\">"), "{answer}");
    assert_eq!(status(&get("/book/docs/pictures/best-first-1.svg")), "200");
    for meant in ["/book", "/book/", "/book/tutorial-best-first", "/book/docs/tutorial-best-first.md"] {
        let answer = get(meant);
        assert_eq!(status(&answer), "308", "{meant}");
        let page = if meant.len() < 8 { "README" } else { "tutorial-best-first" };
        // The way is relative, since a proxy may have the page below a path.
        let way = answer.split("location: ").nth(1).and_then(|rest| rest.lines().next()).unwrap_or_default();
        assert!(!way.starts_with('/'), "{meant}: {way}");
        assert_eq!(resolved(&meant[1..], way), format!("book/docs/{page}.html"), "{meant}: {way}");
    }
    for nothing in ["/book/no-such-page", "/book/docs/SUMMARY.html", "/book/../Cargo.toml", "/bookshelf"] {
        assert_eq!(status(&get(nothing)), "404", "{nothing}");
    }
}
