use super::*;

fn svg(text: &str) -> Figure {
    let plot = Plot { title: text.to_owned(), file_name: "plot.svg".to_owned(), svg: format!("<svg>{text}</svg>\n") };
    Figure { caption: format!("It shows {text}."), keys: Vec::new(), plots: vec![plot] }
}

fn headings(headings: &[&str]) -> Vec<Part> {
    headings.iter().map(|heading| Part::Heading((*heading).to_owned())).collect()
}

#[test]
fn anchors_are_githubs_and_no_two_are_alike() {
    let document =
        Document::new("Table 2: B = 5", headings(&["B = 5", "B = 5", "b--5", "What's \u{201c}decided\u{201d}, 50%"]));
    let ids: Vec<String> = document.anchors().into_iter().map(|anchor| anchor.id).collect();
    assert_eq!(ids, ["table-2-b--5", "b--5", "b--5-1", "b--5-2", "whats-decided-50"]);
}

#[test]
fn contents_lead_to_all_headings_in_both_forms() {
    let inner = vec![Part::Subheading("Inner".to_owned())];
    let mut parts = vec![Part::Contents, Part::Heading("First".to_owned()), Part::Subheading("Small".to_owned())];
    parts.push(Part::Folded { heading: "Statistics".to_owned(), parts: inner });
    let document = Document::new("A title", parts);
    let links = "- [First](#first)\n  - [Small](#small)\n- [Statistics](#statistics)\n  - [Inner](#inner)\n";
    assert!(document.markdown().contains(links), "{}", document.markdown());
    let html = document.html();
    for id in ["first", "small", "statistics", "inner"] {
        assert_eq!(html.matches(&format!("href=\"#{id}\"")).count(), 1, "{id}");
        assert_eq!(html.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
    }
}

#[test]
fn plots_of_one_name_are_told_apart_and_one_plot_shown_twice_is_one_file() {
    let parts = ["one", "other", "one"].map(|text| Part::Figure(svg(text))).to_vec();
    let files: Vec<(String, String)> = Document::new("Plots", parts).plots().collect();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["plot-2.svg", "plot.svg"]);
    assert!(files[0].1.contains("other") && files[1].1.contains("one"));
}

#[test]
fn lines_are_short_and_none_begins_with_what_markdown_takes_for_a_block() {
    let long = format!("{} 1. {}", "word ".repeat(23), "word ".repeat(30));
    let text = markdown::wrapped(&long, "- ", "  ");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.iter().all(|line| line.chars().count() <= 123), "{text}");
    assert!(lines[0].starts_with("- word") && lines[0].ends_with(" 1.") && lines[1].starts_with("  word"), "{text}");
    assert_eq!(text.split_whitespace().collect::<Vec<_>>()[1..], long.split_whitespace().collect::<Vec<_>>()[..]);
}
