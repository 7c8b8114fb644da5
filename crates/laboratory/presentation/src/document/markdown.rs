//! A document as Markdown.

use super::anchors::Anchor;
use super::{Document, Figure, Part, Table};

/// No line of text is longer, but for words that are.
const WIDTH: usize = 120;

pub(super) fn markdown(document: &Document) -> String {
    let mut text = format!("# {}\n", escaped(&document.title));
    let anchors = document.anchors();
    document.parts.iter().for_each(|part| push_part(&mut text, part, &anchors));
    text
}

fn push_part(text: &mut String, part: &Part, anchors: &[Anchor]) {
    text.push('\n');
    match part {
        Part::Answer { sentences, figure } => {
            let quoted: Vec<String> = sentences.iter().map(|sentence| format!("**{}**", escaped(sentence))).collect();
            text.push_str(&quoted.iter().map(|it| wrapped(it, "", "")).collect::<Vec<_>>().join("\n"));
            figure.iter().for_each(|figure| {
                text.push('\n');
                push_figure(text, figure);
            });
        }
        Part::Contents => anchors.iter().skip(1).for_each(|anchor| push_link(text, anchor)),
        Part::Heading(heading) => push(text, format_args!("## {}\n", escaped(heading))),
        Part::Subheading(heading) => push(text, format_args!("### {}\n", escaped(heading))),
        Part::Paragraph(paragraph) | Part::Legend(paragraph) => text.push_str(&wrapped(&escaped(paragraph), "", "")),
        Part::List(items) => items.iter().for_each(|item| text.push_str(&wrapped(&escaped(item), "- ", "  "))),
        Part::Table(table) => push_table(text, table),
        Part::Figure(figure) => push_figure(text, figure),
        Part::Beside(table, figure) => {
            push_table(text, table);
            text.push('\n');
            push_figure(text, figure);
        }
        Part::Folded { heading, parts } => {
            push(text, format_args!("## {}\n", escaped(heading)));
            parts.iter().for_each(|part| push_part(text, part, anchors));
        }
        Part::Command(command) => {
            command.split(['\n', '\r']).for_each(|line| push(text, format_args!("    {line}\n")));
        }
        Part::Toml(toml) => {
            // Longer than any fence inside.
            let ticks = toml.split(|it| it != '`').map(str::len).max().unwrap_or(0);
            let fence = "`".repeat(3.max(ticks + 1));
            push(text, format_args!("{fence}toml\n{}\n{fence}\n", toml.trim_end()));
        }
    }
}

fn push_link(text: &mut String, Anchor { level, heading, id }: &Anchor) {
    let indent = "  ".repeat(level - 2);
    push(text, format_args!("{indent}- [{}](#{id})\n", escaped(heading)));
}

/// The plots, then what they show and what their marks stand for.
fn push_figure(text: &mut String, Figure { caption, keys, plots }: &Figure) {
    plots.iter().for_each(|plot| push(text, format_args!("![{}]({})\n", escaped(&plot.title), plot.file_name)));
    let marks = keys.iter().map(|key| format!("{}: {}", key.words, key.label)).collect::<Vec<_>>().join("; ");
    let marks = if marks.is_empty() { marks } else { format!(" Marks: {marks}.") };
    text.push('\n');
    text.push_str(&wrapped(&escaped(&format!("{caption}{marks}")), "", ""));
}

fn push_table(text: &mut String, table: &Table) {
    let head = table.head.iter().map(|name| escaped(name)).collect();
    let rows = table.rows.iter().map(|row| row.entries.iter().map(|entry| escaped(&entry.signed())).collect());
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0).max(3);
    let widths: Vec<usize> = (0..table.head.len()).map(width).collect();
    for (index, line) in lines.iter().enumerate() {
        push(text, format_args!("| {:<width$} |", line[0], width = widths[0]));
        for (cell, width) in line.iter().zip(&widths).skip(1) {
            push(text, format_args!(" {cell:>width$} |"));
        }
        text.push('\n');
        if index == 0 {
            push(text, format_args!("|:{}-|", "-".repeat(widths[0])));
            widths[1..].iter().for_each(|width| push(text, format_args!("-{}:|", "-".repeat(*width))));
            text.push('\n');
        }
    }
}

/// Text in lines, the first of which begins with `first` and all others with `others`. A break is where a blank is, and
/// means the same.
pub(super) fn wrapped(text: &str, first: &str, others: &str) -> String {
    let mut lines = String::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for (place, word) in text.split_whitespace().enumerate() {
        let word = if place == 0 { plain_word(word) } else { word.to_owned() };
        let is_full = line.chars().count() + 1 + word.chars().count() > WIDTH;
        if !is_empty && is_full && !opens_a_block(&word) {
            lines.push_str(line.trim_end());
            lines.push('\n');
            line = others.to_owned();
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(&word);
        is_empty = false;
    }
    lines + line.trim_end() + "\n"
}

/// Whether Markdown takes a line that begins with this word for an item, a heading, a quotation or a rule.
fn opens_a_block(word: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|it| it.is_ascii_digit());
    word.starts_with(['#', '>', '|', '=', '`', '~'])
        || word.chars().all(|it| "-+*".contains(it))
        || word.strip_suffix(['.', ')']).is_some_and(is_number)
}

/// The first word of a text, as a word.
fn plain_word(word: &str) -> String {
    if !opens_a_block(word) {
        return word.to_owned();
    }
    let (before, sign) =
        if word.starts_with(|it: char| it.is_ascii_digit()) { word.split_at(word.len() - 1) } else { ("", word) };
    format!("{before}\\{sign}")
}

/// Text whose signs are signs in Markdown, too, in one line: no title and no name that people give becomes a mark, a
/// link or HTML.
fn escaped(text: &str) -> String {
    let signs: Vec<char> = text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
    let mut escaped = String::with_capacity(text.len());
    for (place, &sign) in signs.iter().enumerate() {
        let before = place.checked_sub(1).map_or(' ', |place| signs[place]);
        let after = signs.get(place + 1).copied().unwrap_or(' ');
        let is_mark = match sign {
            '*' | '`' | '|' | '~' | '[' | ']' => true,
            '\\' => after.is_ascii_punctuation(),
            '<' => !after.is_whitespace(),
            '&' => after.is_alphanumeric() || after == '#',
            '#' => before == ' ',
            '_' => !(before.is_alphanumeric() && after.is_alphanumeric()),
            _ => false,
        };
        escaped.extend(is_mark.then_some('\\').into_iter().chain([sign]));
    }
    escaped
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.push_str(&std::fmt::format(arguments));
}
