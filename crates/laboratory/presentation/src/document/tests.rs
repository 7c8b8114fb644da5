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

/// What a person may give as a name, in all places of a document.
#[test]
fn a_name_becomes_no_mark_and_no_html() {
    let name = "<img src=x onerror=alert(1)> | `a\n# b` [c](javascript:d) ![e](f) *g* _h_ &lt; ~i~";
    let figure = || Figure {
        caption: name.to_owned(),
        keys: vec![FigureKey { swatch: String::new(), words: name.to_owned(), label: name.to_owned() }],
        plots: vec![Plot { title: name.to_owned(), file_name: "plot.svg".to_owned(), svg: String::new() }],
    };
    let parts = vec![
        Part::Answer { sentences: vec![name.to_owned()], figure: Some(figure()) },
        Part::Contents,
        Part::Heading(name.to_owned()),
        Part::Subheading(name.to_owned()),
        Part::Paragraph(name.to_owned()),
        Part::Legend(name.to_owned()),
        Part::List(vec![name.to_owned(), "1. first".to_owned(), "# second".to_owned()]),
        Part::Beside(Table::of([name, name], [[name, name]]), figure()),
        Part::Folded { heading: name.to_owned(), parts: Vec::new() },
        Part::Command(format!("run '\n{name}'")),
        Part::Toml("a = '''\n````\n<img src=x>\n'''".to_owned()),
    ];
    let document = Document::new(name, parts);
    let markdown = document.markdown();
    let title = "# \\<img src=x onerror=alert(1)> \\| \\`a \\# b\\` \\[c\\](javascript:d) !\\[e\\](f) \\*g\\* \\_h\\_ \\&lt; \\~i\\~";
    assert_eq!(markdown.lines().next(), Some(title));
    // What is left of HTML is code.
    let is_text = |line: &&str| !line.starts_with("    ") && *line != "<img src=x>";
    let text: Vec<&str> = markdown.lines().filter(is_text).collect();
    assert!(!text.join("\n").replace("\\<", "").contains('<'), "{markdown}");
    assert!(markdown.contains("- 1\\. first\n- \\# second\n"), "{markdown}");
    assert!(markdown.ends_with("`````toml\na = '''\n````\n<img src=x>\n'''\n`````\n"), "{markdown}");
    let html = document.html();
    assert!(!html.contains("<img") && html.contains("content=\"default-src 'none'; style-src 'unsafe-inline'; "));
}

/// What a plot writes into a picture of its own.
#[test]
fn a_name_in_a_plot_is_text() {
    let name = "<script>a</script>";
    let axis = |label: &str| crate::Axis::percentages(label, 50.0);
    let mut chart = crate::Chart::new(name, axis(name), axis(name));
    let point = crate::Point { x: 1.0, y: 1.0, interval: None, tip: name.to_owned() };
    chart.series.push(crate::Series { mark: crate::Mark::of(0), points: vec![point] });
    let figure = crate::figure("plot", name, vec![crate::Mark::of(0).key(name)], vec![(String::new(), chart)]);
    let html = Document::new(name, vec![Part::Figure(figure)]).html();
    assert!(!html.contains("<script") && html.contains("&lt;script"), "{html}");
}

/// A system may force its own colours: of a picture they are what it says, in a page and in a file of its own.
#[test]
fn a_plot_keeps_its_colours_upon_a_ground_of_its_own() {
    let cell = || Some((0.9, "won".to_owned()));
    let map = crate::HeatMap {
        title: "Scores".to_owned(),
        rows: vec!["one".to_owned()],
        columns: vec!["1".to_owned()],
        label: "depth".to_owned(),
        scores: vec![vec![cell()]],
    };
    let axis = |label: &str| crate::Axis::percentages(label, 50.0);
    for svg in [map.svg(), crate::Chart::new("Scores", axis("score"), axis("score")).svg()] {
        assert!(svg.contains(".plot,.plot text{forced-color-adjust:none}"), "{svg}");
        let (first, _) = svg.split_once("<text").unwrap();
        assert!(first.contains("<rect") && first.contains("fill=\"#FFFFFF\""), "{first}");
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
