//! The page as files that need no server: the lessons, and searches of chosen positions, recorded.
//!
//! The answers are those of the server, by the same code, so that the scripts of the page read both.

use std::sync::Arc;
use std::time::Duration;

use bestply_catalogue::Catalogue;
use bestply_trace::{TREES, base_64};
use hyper::body::Bytes;
use serde_json::{Map, Value as Json};
use tokio::sync::mpsc;

use crate::about::about;
use crate::answer::Refusal;
use crate::assets::{exported_script, exported_style, text_of};
use crate::lesson::LessonRequest;
use crate::search::{SearchRequest, Teller};
use crate::{Options, Sheet, book};

/// The longest time of a search. A page is written once.
const LONGEST_SEARCH: Duration = Duration::from_secs(3600);

/// The lines of a search that wait to be kept: those of its beginning are kept before those of its end.
const LINES: usize = 4;

/// A page without a server: the lessons, and searches of positions of one game.
#[derive(Clone, Debug)]
pub struct Export {
    /// The positions, of one game.
    pub positions: Vec<Sheet>,
    /// The searchers of each position, in the form of the command line, each with its limit.
    pub searchers: Vec<String>,
    /// The most bytes of a search.
    pub most_bytes: usize,
}

/// A file of a page.
#[derive(Clone, Debug)]
pub struct PageFile {
    /// Its path in the page's folder, with `/` between folders.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Why there is no such page: one line.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ExportError(String);

impl Export {
    /// Searches, and returns the files of the page.
    ///
    /// # Errors
    ///
    /// If a position cannot be played or a searcher cannot search it.
    pub fn files(&self, catalogue: &Catalogue) -> Result<Vec<PageFile>, ExportError> {
        let options = Options { longest_search: LONGEST_SEARCH, most_bytes: self.most_bytes, ..Options::default() };
        let game = self.positions.first().map(|sheet| sheet.game.clone()).unwrap_or_default();
        let mut views = Vec::new();
        let mut searches = Vec::new();
        for (place, sheet) in self.positions.iter().enumerate() {
            let told = |refusal: Refusal| ExportError(format!("position {}: {}", place + 1, refusal.reason()));
            views.push(sheet.clone().view(catalogue).map_err(|error| told(error.into()))?);
            let found = self.searchers.iter().map(|searcher| recorded(catalogue, &options, sheet, searcher));
            let found = Json::Array(found.collect::<Result<_, _>>().map_err(told)?);
            let name = format!("data/searches-{}.js", place + 1);
            searches.push(file(&name, format!("recorded.searches[{place}] = {found};\n")));
        }
        let about = about(catalogue, &options, Some(&game));
        let views = Json::Array(views);
        let positions =
            format!("recorded.catalogue = {about};\nrecorded.positions = {views};\nrecorded.searches = {{}};\n");
        let (trees, lessons) = lessons(catalogue, &options);
        let lessons = format!("globalThis.recorded = {{ trees: {trees}, lessons: {lessons} }};\n");
        let mut files = vec![
            file("index.html", text_of("exported/index.html").to_owned()),
            file("page.js", exported_script()),
            file("page.css", exported_style()),
            file("icon.svg", text_of("icon.svg").to_owned()),
            file("data/lessons.js", lessons),
            file("data/positions.js", positions),
        ];
        files.extend(searches);
        let read = |path: String| Some(PageFile { bytes: book::file(&path)?.into(), path: format!("book/{path}") });
        files.extend(book::paths().filter_map(read));
        Ok(files)
    }
}

fn file(path: &str, text: String) -> PageFile {
    PageFile { path: path.to_owned(), bytes: text.into_bytes() }
}

/// A search with its tree as it grew, as the page's scripts read it.
fn recorded(catalogue: &Catalogue, options: &Options, sheet: &Sheet, searcher: &str) -> Result<Json, Refusal> {
    let request = SearchRequest { game: sheet.clone(), searcher: searcher.to_owned(), watch: false };
    let prepared = request.prepare(catalogue, options)?.growing();
    let (sender, mut receiver) = mpsc::channel(LINES);
    let teller = Teller { lines: sender, patience: options.patience };
    let last = prepared.run(catalogue, Arc::default(), &teller);
    let mut lines: Vec<Bytes> = std::iter::from_fn(|| receiver.try_recv().ok()).collect();
    lines.extend(last);
    let tree = lines.iter().position(|line| line.starts_with(b"{\"growth\":"));
    let pieces = tree.map_or_else(Vec::new, |at| lines.split_off(at).split_off(1));
    let mut found = told(&lines)?;
    found.insert("growth".to_owned(), base_64(&pieces.concat()).into());
    // What differs from one run to the next, so that the same page has the same bytes.
    found.remove("grown");
    found.get_mut("report").and_then(Json::as_object_mut).map(|report| report.remove("milliseconds"));
    Ok(found.into())
}

/// What lines tell, by name; steps that came one after the other are put together.
fn told(lines: &[Bytes]) -> Result<Map<String, Json>, Refusal> {
    let mut all = Map::new();
    for line in lines {
        let line: Map<String, Json> = serde_json::from_slice(line).expect("a line is an object");
        for (name, told) in line {
            match (all.get_mut(&name).and_then(Json::as_array_mut), told) {
                (_, Json::String(reason)) if name == "error" => return Err(Refusal::bad(reason)),
                (Some(before), Json::Array(more)) => before.extend(more),
                (_, told) => drop(all.insert(name, told)),
            }
        }
    }
    Ok(all)
}

/// The trees of the lessons by their names, and of each its searches by all searchers of the lessons.
///
/// Which these are stands in the lessons alone: each tree and each searcher that their file names.
fn lessons(catalogue: &Catalogue, options: &Options) -> (Json, Json) {
    let quoted: Vec<&str> =
        text_of("learn/lessons.js").lines().flat_map(|line| line.split('"').skip(1).step_by(2)).collect();
    let is_searcher = |text: &&str| text.contains(':') && catalogue.player(text).is_ok();
    let (mut trees, mut lessons) = (Map::new(), Map::new());
    for (name, tree) in TREES.iter().filter(|(name, _)| quoted.contains(name)) {
        let searches = quoted.iter().filter(|text| is_searcher(text)).filter_map(|searcher| {
            let request = LessonRequest { tree: (*tree).to_owned(), searcher: (*searcher).to_owned() };
            Some(((*searcher).to_owned(), told(&request.run(catalogue, options).ok()?).ok()?.into()))
        });
        lessons.insert((*name).to_owned(), Json::Object(searches.collect()));
        let tree: Json = serde_json::from_str(tree).expect("a tree that comes with the program is JSON");
        trees.insert((*name).to_owned(), tree);
    }
    (trees.into(), lessons.into())
}
