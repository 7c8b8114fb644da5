//! The files of the page, which are a part of the program.

use bestply_trace::{MICROSCOPE_CSS, MODULES, TREES, one_script};

/// The files of the folder `assets/` by their paths there.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// What only a page without a server has.
const EXPORTED: &str = "exported/";

/// Files that are put together of others, or are of the crate that draws trees.
const STYLES: [(&str, &str); 2] = [
    ("playground.css", concat!(include_str!("../assets/colours.css"), include_str!("../assets/playground.css"))),
    ("microscope.css", MICROSCOPE_CSS),
];

/// The script of a page without a server: it imports nothing, since a browser imports nothing from `file:`.
pub(crate) fn exported_script() -> String {
    let scripts: Vec<_> = FILES.iter().chain(MODULES).filter(|(path, _)| path.ends_with(".js")).copied().collect();
    one_script(&scripts, &["exported/exported.js"])
}

/// What a page without a server looks like.
pub(crate) fn exported_style() -> String {
    // The page's own rules stand behind the microscope's, and so hold where both say something.
    ["microscope.css", "playground.css", "learn/learn.css"].map(text_of).concat()
}

/// The text of one file, which is there.
pub(crate) fn text_of(path: &str) -> &'static str {
    let mut all = STYLES.iter().chain(FILES).chain(MODULES);
    all.find(|(known, _)| *known == path).expect("it is a file of the page").1
}

/// The text of the file that is served at a path.
pub(crate) fn asset(path: &str) -> Option<&'static str> {
    let path = if path == "/" { "index.html" } else { path.strip_prefix('/')? };
    if let Some(name) = path.strip_prefix("trees/").and_then(|file| file.strip_suffix(".json")) {
        return TREES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
    }
    let served = FILES.iter().filter(|(path, _)| !path.starts_with(EXPORTED));
    STYLES.iter().chain(served).chain(MODULES).find(|(known, _)| *known == path).map(|(_, text)| *text)
}
