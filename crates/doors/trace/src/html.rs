//! The microscope and the maps: searches as a page to look at and step through.

use crate::Trace;
use crate::bundle::one_script;
use crate::svg::escaped;

/// The scripts as JavaScript modules, by the names under which they import each other: they are served from one folder.
///
/// `microscope.js` exports the class `Microscope`.
/// A page makes one in an element, gives it a search as [`Trace::json`] writes it, or the [`Subject`](crate::Subject)
/// of a search that is under way, and appends steps as they come:
///
/// ```js
/// import { Microscope } from "./microscope.js";
/// const microscope = new Microscope(document.querySelector("#tree"));
/// microscope.show(subject);          // or show(one, other, …) for several of one position
/// microscope.append(0, steps);       // more steps of the first search
/// ```
///
/// `shapes.js` exports where the cells of a board lie and how they are drawn, `replay.js` the tree of a search after
/// some of its steps, `values.js` how values and numbers are said, and `elements.js` how elements of a page are made.
///
/// `atlas.js` exports `Atlas`, the maps of whole trees with their time axis, and `growth.js` what reads the bytes of a
/// [`GrownTree`](crate::GrownTree):
///
/// ```js
/// import { Atlas } from "./atlas.js";
/// import { decoded } from "./growth.js";
/// const atlas = new Atlas(document.querySelector("#maps"), {
///     open: (number, node) => microscope.open(number, atlas.maps[number].growing, node),
/// });
/// atlas.show([{ searcher: subject.searcher, columns: decoded(bytes) }]);
/// ```
pub const MODULES: &[(&str, &str)] = &[
    ("elements.js", include_str!("../assets/elements.js")),
    ("values.js", include_str!("../assets/values.js")),
    ("growth.js", include_str!("../assets/growth.js")),
    ("icicle.js", include_str!("../assets/icicle.js")),
    ("map.js", include_str!("../assets/map.js")),
    ("film.js", include_str!("../assets/film.js")),
    ("atlas.js", include_str!("../assets/atlas.js")),
    ("columns.js", include_str!("../assets/columns.js")),
    ("replay.js", include_str!("../assets/replay.js")),
    ("grown.js", include_str!("../assets/grown.js")),
    ("shapes.js", include_str!("../assets/shapes.js")),
    ("microscope.js", include_str!("../assets/microscope.js")),
];

/// What the microscope and the maps look like.
pub const MICROSCOPE_CSS: &str = include_str!("../assets/microscope.css");

/// The most searches that a page shows side by side.
pub const MOST_SEARCHES: usize = 12;

/// A page that shows searches of the same position side by side, in one file without any address:
/// the maps of their trees with a time axis, and the microscope.
///
/// The maps show the first twenty thousand nodes of each search, which take some hundred bytes each in the page.
///
/// A number behind `#` in the page's address is the step that it opens at.
///
/// ```
/// use bestply_catalogue::Catalogue;
/// use bestply_trace::{MOST_STEPS, Trace, html, parse_tree};
///
/// let catalogue = Catalogue::standard();
/// let figure_1 = parse_tree(include_bytes!("../data/trees/figure-1-1993.json"), "figure-1-1993.json")?;
/// let trace = |searcher: &str| -> Result<Trace, Box<dyn std::error::Error>> {
///     Ok(Trace::of_tree(&catalogue.player(searcher)?, &figure_1, MOST_STEPS)?)
/// };
/// let page = html(&[trace("best-first:depth=2")?, trace("alpha-beta:depth=2")?]);
/// assert!(page.starts_with("<!DOCTYPE html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If there are no traces, or more than [`MOST_SEARCHES`].
pub fn html(traces: &[Trace]) -> String {
    assert!((1..=MOST_SEARCHES).contains(&traces.len()), "the microscope shows one search to {MOST_SEARCHES}");
    let searchers: Vec<&str> = traces.iter().map(|trace| trace.subject.searcher.as_str()).collect();
    let title = escaped(&format!("{} in {} \u{2013} bestply", searchers.join(" and "), traces[0].subject.game));
    // JSON in which nothing can end a script.
    let searches: Vec<String> = traces.iter().map(|trace| trace.json().trim_end().replace('<', "\\u003c")).collect();
    let trees: Vec<String> = traces.iter().map(|trace| format!("\"{}\"", base_64(&trace.growth.bytes()))).collect();
    let script = one_script(MODULES, &["microscope.js", "atlas.js"]);
    let (style, script) = (format!("\n{MICROSCOPE_CSS}"), format!("\n{script}\n{PAGE}"));
    // As the server says it of its page, but that the one script and the one style are known by what they are.
    let policy = format!(
        "default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'",
        hash_source(&script),
        hash_source(&style)
    );
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{style}</style>\n</head>\n\
         <body>\n<main><div id=\"atlas\"></div><div id=\"microscope\"></div></main>\n\
         <noscript>The microscope needs JavaScript.</noscript>\n\
         <script type=\"application/json\" id=\"searches\">[{}]</script>\n\
         <script type=\"application/json\" id=\"trees\">[{}]</script>\n\
         <script type=\"module\">{script}</script>\n</body>\n</html>\n",
        searches.join(",\n"),
        trees.join(",\n")
    )
}

/// What the page does with the scripts. A step moves the maps' time, and a node of a map opens below it.
const PAGE: &str = r#"const { Microscope } = modules["microscope.js"];
const { Atlas } = modules["atlas.js"];
const { decodedText } = modules["growth.js"];
const { valueText } = modules["values.js"];
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const searches = read("searches");
const microscope = new Microscope(document.getElementById("microscope"), { keys: document });
const atlas = new Atlas(document.getElementById("atlas"), {
    open: (number, node) => microscope.open(number, atlas.maps[number].growing, node),
    value: valueText,
});
Object.assign(window, { microscope, atlas });
atlas.show(read("trees").map((text, number) => ({ searcher: searches[number].searcher, columns: decodedText(text) })));
microscope.show(...searches);
const step = Number(location.hash.slice(1)) || 0;
microscope.goTo(step);
microscope.stepped = (evaluations) => atlas.goTo(evaluations);
"#;

/// Bytes as text in the base 64, as `decodedText` of `growth.js` reads them.
pub fn base_64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let number = (0..3).fold(0, |number, place| number << 8 | usize::from(*group.get(place).unwrap_or(&0)));
        for place in 0..4 {
            let letter = char::from(LETTERS[number >> (18 - 6 * place) & 63]);
            text.push(if place <= group.len() { letter } else { '=' });
        }
    }
    text
}

/// How a policy names a script or a style that is written into its page.
fn hash_source(text: &str) -> String {
    format!("'sha256-{}'", base_64(&hmac_sha256::Hash::hash(text.as_bytes())))
}
