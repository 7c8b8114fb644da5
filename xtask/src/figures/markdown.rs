//! Parts of a page in Markdown.

/// A table of Markdown, which ends with the end of its last line.
pub(super) fn table<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let rows: String = rows.into_iter().map(|row| line(row) + "\n").collect();
    format!("{}\n|{}\n{rows}", line(head), "---|".repeat(N))
}

/// A line of a table.
pub(super) fn line(cells: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let cells = cells.into_iter();
    cells.fold("|".to_owned(), |line, cell| match cell.as_ref() {
        "" => line + " |",
        cell => format!("{line} {cell} |"),
    })
}

/// What has equal keys together, in the order of each key's first.
pub(super) fn groups<T, K: PartialEq>(all: impl IntoIterator<Item = T>, key: impl Fn(&T) -> K) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for one in all {
        match groups.iter_mut().find(|group| key(&group[0]) == key(&one)) {
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
