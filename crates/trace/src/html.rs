//! The microscope: searches as a page to step through.

use crate::Trace;

/// The microscope as a JavaScript module. It exports the class `Microscope`, and how a board is laid out and drawn.
///
/// A page makes one in an element, gives it a search as [`Trace::json`] writes it, or the [`Subject`](crate::Subject)
/// of a search that is under way, and appends steps as they come:
///
/// ```js
/// import { Microscope } from "./microscope.js";
/// const microscope = new Microscope(document.querySelector("#tree"));
/// microscope.show(subject);          // or show(one, other, …) for several of one position
/// microscope.append(0, steps);       // more steps of the first search
/// ```
pub const MICROSCOPE_JS: &str = concat!(include_str!("../assets/shapes.js"), include_str!("../assets/microscope.js"));

/// What the microscope looks like.
pub const MICROSCOPE_CSS: &str = include_str!("../assets/microscope.css");

/// The most searches that a page shows side by side.
pub const MOST_SEARCHES: usize = 12;

/// A page that shows searches of the same position side by side, in one file without any address.
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
///     Ok(Trace::of_tree(&catalogue, &catalogue.searcher_spec(searcher)?, &figure_1, MOST_STEPS)?)
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
    let title = escaped(&searchers.join(" and "));
    let searches: Vec<String> = traces.iter().map(|trace| in_script(trace.json().trim_end())).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{MICROSCOPE_CSS}</style>\n</head>\n\
         <body>\n<main id=\"microscope\"></main>\n<noscript>The microscope needs JavaScript.</noscript>\n\
         <script type=\"application/json\" id=\"searches\">[{}]</script>\n\
         <script type=\"module\">\n{MICROSCOPE_JS}\n\
         const searches = JSON.parse(document.getElementById(\"searches\").textContent);\n\
         window.microscope = new Microscope(document.getElementById(\"microscope\"), {{ keys: document }});\n\
         window.microscope.show(...searches);\n\
         window.microscope.goTo(Number(location.hash.slice(1)) || 0);\n</script>\n</body>\n</html>\n",
        searches.join(",\n")
    )
}

/// JSON in which nothing can end a script.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
