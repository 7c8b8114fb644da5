//! The documents as pages in HTML, which are a part of the program: the book.
//!
//! A page of the book has the path of its file, with `.html` in the place of `.md`, so that links lead from page to
//! page on a server and from a folder alike. What a page links to outside of the book, such as a source, becomes text.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use bestply_trace::resolved;
use hyper::body::Bytes;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// All files of the book by their paths: pages in Markdown, pictures and data.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/book.rs"));

/// The pages in HTML, by the places of their files: each is made once, when it is first asked for.
static PAGES: LazyLock<Vec<OnceLock<Bytes>>> = LazyLock::new(|| vec![OnceLock::new(); FILES.len()]);

/// The list of all pages, in their order.
const SUMMARY: &str = "docs/SUMMARY.md";

/// The page that the book opens at.
pub(crate) const FIRST: &str = "docs/README.html";

/// What is written otherwise than by the library: wide tables scroll, and no element has a style of its own, which the
/// server's policy forbids.
const REPLACED: [(&str, &str); 6] = [
    ("<pre>", "<pre tabindex=\"0\">"),
    ("<table>", "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table>"),
    ("</table>", "</table></div>"),
    (" style=\"text-align: left\"", ""),
    (" style=\"text-align: right\"", " class=\"right\""),
    (" style=\"text-align: center\"", " class=\"center\""),
];

const STYLE: &str = concat!(include_str!("../assets/colours.css"), include_str!("../assets/book.css"));

/// The file at a path below the book's folder: a page, or what pages show.
pub(crate) fn file(path: &str) -> Option<Bytes> {
    if path == "book.css" {
        return Some(STYLE.into());
    }
    if let Some(page) = path.strip_suffix(".html") {
        let page = format!("{page}.md");
        let text = text_of(&page).filter(|_| page != SUMMARY)?;
        return Some(PAGES[place_of(&page)?].get_or_init(|| rendered(&page, text).into()).clone());
    }
    let is_shown = [".svg", ".png", ".json"].iter().any(|ending| path.ends_with(ending));
    bytes_of(path).filter(|_| is_shown).map(Bytes::from_static)
}

/// The paths of all files of the book, as [`file`] takes them.
pub(crate) fn paths() -> impl Iterator<Item = String> {
    let pages = FILES.iter().filter(|(path, _)| *path != SUMMARY).map(|(path, _)| path.replace(".md", ".html"));
    pages.chain(["book.css".to_owned()])
}

/// The page that somebody means who leaves out where it is, or what it ends with.
pub(crate) fn meant(path: &str) -> Option<String> {
    let name = path.trim_matches('/').trim_end_matches(".html").trim_end_matches(".md");
    let found = |page: &String| page != SUMMARY && text_of(page).is_some();
    let page = [format!("{name}.md"), format!("docs/{name}.md")].into_iter().find(found)?;
    Some(page.replace(".md", ".html"))
}

fn place_of(path: &str) -> Option<usize> {
    FILES.binary_search_by_key(&path, |(path, _)| path).ok()
}

fn bytes_of(path: &str) -> Option<&'static [u8]> {
    place_of(path).map(|place| FILES[place].1)
}

fn text_of(page: &str) -> Option<&'static str> {
    bytes_of(page).filter(|_| page.ends_with(".md")).and_then(|bytes| std::str::from_utf8(bytes).ok())
}

/// A page, with the contents of the book behind it.
fn rendered(page: &str, text: &str) -> String {
    let up = "../".repeat(page.matches('/').count());
    let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("bestply").replace('`', "");
    let (content, contents) = (body(page, page, text), body(page, SUMMARY, text_of(SUMMARY).unwrap_or_default()));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"{up}../icon.svg\">\n<link rel=\"stylesheet\" href=\"{up}book.css\">\n</head>\n<body>\n\
         <header><a href=\"{up}../index.html\">bestply</a> <a href=\"#contents\">Contents</a></header>\n\
         <main>\n{content}</main>\n<nav id=\"contents\" aria-label=\"Contents\">\n{contents}</nav>\n</body>\n</html>\n"
    )
}

/// The text of a page in HTML, as it stands on page `at`: headings with ids, links from there, tables that scroll.
fn body(at: &str, page: &str, text: &str) -> String {
    let events: Vec<Event> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let mut ids = headings(&events).into_iter();
    let (mut is_outside, mut is_note) = (false, false);
    let shown = events.into_iter().filter_map(|event| {
        Some(match event {
            // Notes to those who write the pages, line by line.
            Event::Html(text) if is_note || text.starts_with("<!--") => {
                is_note = !text.contains("-->");
                return None;
            }
            // The contents are below a heading of their own.
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let id = ids.next().filter(|_| at == page).map(CowStr::from);
                let level = if at == page { level } else { HeadingLevel::H2 };
                Event::Start(Tag::Heading { level, id, classes, attrs })
            }
            Event::End(TagEnd::Heading(_)) if at != page => Event::End(TagEnd::Heading(HeadingLevel::H2)),
            Event::Start(Tag::Link { dest_url, link_type, title, id }) => match leads(at, page, &dest_url) {
                Ok(to) => Event::Start(Tag::Link { dest_url: to.into(), link_type, title, id }),
                Err(path) => {
                    is_outside = true;
                    Event::Html(format!("<span class=\"outside\" title=\"in the sources: {path}\">").into())
                }
            },
            Event::End(TagEnd::Link) if is_outside => {
                is_outside = false;
                Event::Html("</span>".into())
            }
            other => other,
        })
    });
    let mut text = String::new();
    html::push_html(&mut text, shown);
    REPLACED.iter().fold(text, |text, (from, to)| text.replace(from, to))
}

/// Where a link of `page` leads from page `at`; what it means, if that is not in the book.
fn leads(at: &str, page: &str, link: &str) -> Result<String, String> {
    let is_address = ["http:", "https:", "mailto:", "#"].iter().any(|start| link.starts_with(start));
    if is_address {
        return Ok(link.to_owned());
    }
    let (path, place) = link.split_once('#').map_or((link, String::new()), |(path, place)| (path, format!("#{place}")));
    let path = resolved(page, path);
    let in_book = [path.clone(), format!("{path}/README.md")].into_iter().find(|path| bytes_of(path).is_some());
    let up = "../".repeat(at.matches('/').count());
    in_book.map(|path| format!("{up}{}{place}", path.replace(".md", ".html"))).ok_or(path)
}

/// The ids of the headings, in their order, as the readers of Markdown that people use make them.
fn headings(events: &[Event]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let mut heading: Option<String> = None;
    for event in events {
        match (event, &mut heading) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
            (Event::Text(text) | Event::Code(text), Some(words)) => words.push_str(text),
            (Event::End(TagEnd::Heading(_)), Some(words)) => {
                let is_kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | ' ');
                let mut id = words.to_lowercase().chars().filter(is_kept).collect::<String>().replace(' ', "-");
                let before = times.entry(id.clone()).or_default();
                if *before > 0 {
                    id += &format!("-{before}");
                }
                *before += 1;
                found.push(id);
                heading = None;
            }
            _ => {}
        }
    }
    found
}
