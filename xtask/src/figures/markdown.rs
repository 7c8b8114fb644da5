//! Parts of a page in Markdown.

use std::ops::IndexMut;

/// A table of Markdown, which ends with the end of its last line.
pub(super) fn table<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    aligned(&head, &[], rows)
}

/// A table with columns of names, and with columns of figures, which stand at the right.
pub(super) fn aligned<R: IntoIterator<Item = String>>(
    names: &[&str],
    figures: &[&str],
    rows: impl IntoIterator<Item = R>,
) -> String {
    let rule = "---|".repeat(names.len()) + &"--:|".repeat(figures.len());
    let rows: String = rows.into_iter().map(line).collect();
    format!("{}|{rule}\n{rows}", line([names, figures].concat()))
}

/// A line of a table.
fn line(cells: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let cells = cells.into_iter().fold("|".to_owned(), |line, cell| match cell.as_ref() {
        "" => line + " |",
        cell => format!("{line} {cell} |"),
    });
    cells + "\n"
}

/// Leaves out in each row what is as in the row before, up to the first of these columns that is not.
pub(super) fn leave_repeated_out(rows: &mut [impl IndexMut<usize, Output = String>], columns: usize) {
    for row in (1..rows.len()).rev() {
        let repeated = (0..columns).take_while(|&column| rows[row][column] == rows[row - 1][column]).count();
        (0..repeated).for_each(|column| rows[row][column].clear());
    }
}

/// What has equal keys together, in the order of each key's first.
pub(super) fn groups<T, K: PartialEq>(all: impl IntoIterator<Item = T>, key: impl Fn(&T) -> K) -> Vec<Vec<T>> {
    related(all, |group, one| key(&group[0]) == key(one))
}

/// What belongs together: each in the first group that it is related to, or in one of its own.
pub(super) fn related<T>(all: impl IntoIterator<Item = T>, are_related: impl Fn(&[T], &T) -> bool) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for one in all {
        match groups.iter_mut().find(|group| are_related(group, &one)) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    groups
}

/// A name or a setting as code.
pub(super) fn code(text: &str) -> String {
    format!("`{text}`")
}

/// Names as code, with commas between them.
pub(super) fn codes(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    names.into_iter().map(|name| code(name.as_ref())).collect::<Vec<_>>().join(", ")
}

/// A sentence whose signs are signs in Markdown, too.
pub(super) fn prose(sentence: &str) -> String {
    sentence.replace('*', "\\*").replace('|', "\\|").replace('<', "&lt;")
}
