//! Parts of a page in Markdown.

use super::super::page::line;

/// A table of Markdown, which ends with the end of its last line.
pub(super) fn table<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let head = [line(&head.map(str::to_owned), &[]), format!("|{}", "---|".repeat(N))];
    let rows = rows.into_iter().map(|row| line(&row, &[]));
    head.into_iter().chain(rows).map(|line| line + "\n").collect()
}

/// A name or a setting as code.
pub(super) fn code(text: &str) -> String {
    format!("`{text}`")
}

/// Names as code, with commas between them.
pub(super) fn codes<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    names.into_iter().map(code).collect::<Vec<_>>().join(", ")
}

/// A sentence whose signs are signs in Markdown, too.
pub(super) fn prose(sentence: &str) -> String {
    sentence.replace('*', "\\*").replace('|', "\\|").replace('<', "&lt;")
}
