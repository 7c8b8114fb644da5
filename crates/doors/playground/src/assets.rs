//! The files of the page, which are a part of the program.

use bestply_trace::{MICROSCOPE_CSS, MODULES, TREES, one_script};

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asset {
    pub(crate) media_type: &'static str,
    pub(crate) text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const JSON: &str = "application/json";

/// The files by their paths.
const ASSETS: &[(&str, &str, &str)] = &[
    ("/index.html", HTML, include_str!("../assets/index.html")),
    ("/playground.css", CSS, concat!(include_str!("../assets/colours.css"), include_str!("../assets/playground.css"))),
    ("/playground.js", JAVASCRIPT, include_str!("../assets/playground.js")),
    ("/address.js", JAVASCRIPT, include_str!("../assets/address.js")),
    ("/board.js", JAVASCRIPT, include_str!("../assets/board.js")),
    ("/curve.js", JAVASCRIPT, include_str!("../assets/curve.js")),
    ("/page.js", JAVASCRIPT, include_str!("../assets/page.js")),
    ("/picture.js", JAVASCRIPT, include_str!("../assets/picture.js")),
    ("/forms.js", JAVASCRIPT, include_str!("../assets/forms.js")),
    ("/server.js", JAVASCRIPT, include_str!("../assets/server.js")),
    ("/storage.js", JAVASCRIPT, include_str!("../assets/storage.js")),
    ("/study.js", JAVASCRIPT, include_str!("../assets/study.js")),
    ("/words.js", JAVASCRIPT, include_str!("../assets/words.js")),
    ("/play/analysis.js", JAVASCRIPT, include_str!("../assets/play/analysis.js")),
    ("/play/course.js", JAVASCRIPT, include_str!("../assets/play/course.js")),
    ("/play/keep.js", JAVASCRIPT, include_str!("../assets/play/keep.js")),
    ("/play/play.js", JAVASCRIPT, include_str!("../assets/play/play.js")),
    ("/play/review.js", JAVASCRIPT, include_str!("../assets/play/review.js")),
    ("/play/set_up.js", JAVASCRIPT, include_str!("../assets/play/set_up.js")),
    ("/play/variations.js", JAVASCRIPT, include_str!("../assets/play/variations.js")),
    ("/learn/drawing.js", JAVASCRIPT, include_str!("../assets/learn/drawing.js")),
    ("/learn/game.js", JAVASCRIPT, include_str!("../assets/learn/game.js")),
    ("/learn/learn.css", CSS, include_str!("../assets/learn/learn.css")),
    ("/learn/learn.js", JAVASCRIPT, include_str!("../assets/learn/learn.js")),
    ("/learn/lessons.js", JAVASCRIPT, include_str!("../assets/learn/lessons.js")),
    ("/learn/questions.js", JAVASCRIPT, include_str!("../assets/learn/questions.js")),
    ("/learn/record.js", JAVASCRIPT, include_str!("../assets/learn/record.js")),
    ("/learn/tree.js", JAVASCRIPT, include_str!("../assets/learn/tree.js")),
    ("/look/look.js", JAVASCRIPT, include_str!("../assets/look/look.js")),
    ("/look/telling.js", JAVASCRIPT, include_str!("../assets/look/telling.js")),
    ("/compare/compare.js", JAVASCRIPT, include_str!("../assets/compare/compare.js")),
    ("/compare/differences.js", JAVASCRIPT, include_str!("../assets/compare/differences.js")),
    ("/icon.svg", SVG, include_str!("../assets/icon.svg")),
    ("/microscope.css", CSS, MICROSCOPE_CSS),
];

/// What a page without a server has besides.
pub(crate) const EXPORTED_HTML: &str = include_str!("../assets/exported/index.html");
const EXPORTED_SCRIPTS: [(&str, &str); 2] = [
    ("exported/exported.js", include_str!("../assets/exported/exported.js")),
    ("exported/recorded.js", include_str!("../assets/exported/recorded.js")),
];

/// All files of a media type.
fn all_of(media_type: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let own = ASSETS.iter().filter(move |(_, media, _)| *media == media_type);
    own.map(|&(path, _, text)| (path.trim_start_matches('/'), text))
}

/// The script of a page without a server: it imports nothing, since a browser imports nothing from `file:`.
pub(crate) fn exported_script() -> String {
    let scripts: Vec<_> = all_of(JAVASCRIPT).chain(MODULES.iter().copied()).chain(EXPORTED_SCRIPTS).collect();
    one_script(&scripts, &["exported/exported.js"])
}

/// What a page without a server looks like.
pub(crate) fn exported_style() -> String {
    // The last file is of the microscope, and the page's own rules go before its.
    let mut styles: Vec<&str> = all_of(CSS).map(|(_, text)| text).collect();
    styles.rotate_right(1);
    styles.concat()
}

/// The text of one file, which is there.
pub(crate) fn text_of(path: &str) -> &'static str {
    asset(path).expect("it is a file of the page").text
}

/// The file at a path.
pub(crate) fn asset(path: &str) -> Option<Asset> {
    let path = if path == "/" { "/index.html" } else { path };
    if let Some(name) = path.strip_prefix("/trees/").and_then(|file| file.strip_suffix(".json")) {
        let (_, text) = TREES.iter().find(|(known, _)| *known == name)?;
        return Some(Asset { media_type: JSON, text });
    }
    if let Some((_, media_type, text)) = ASSETS.iter().find(|(known, ..)| *known == path) {
        return Some(Asset { media_type, text });
    }
    // What draws trees is of another crate.
    let (_, text) = MODULES.iter().find(|(name, _)| path.strip_prefix('/') == Some(name))?;
    Some(Asset { media_type: JAVASCRIPT, text })
}
