//! The objects of files, as the sources define and explain them.
//!
//! Sources are as rustfmt leaves them: each field is a line, with what is said of it and its attributes above.

use std::collections::BTreeMap;
use std::mem::take;
use std::path::Path;

use bestply_experiments::files::read_text;

use super::super::super::folder::files;

/// The crates that write such files.
const CRATES: [&str; 4] = ["names/engine", "laboratory/experiments", "laboratory/papers", "laboratory/statistics"];

/// An object of a file, or a word out of several.
pub(super) struct Object {
    pub(super) name: String,
    pub(super) says: String,
    pub(super) fields: Vec<Field>,
}

pub(super) struct Field {
    pub(super) name: String,
    /// Its type; none of a word.
    pub(super) kind: String,
    pub(super) says: String,
    /// What is to be said if it is not in every file.
    pub(super) absence: &'static str,
    /// Whether its own fields are written in its place.
    pub(super) is_flat: bool,
}

/// The structures and enumerations of these crates that are written as they are defined, by their names: no two have
/// one.
pub(super) fn objects() -> anyhow::Result<BTreeMap<String, Object>> {
    const FAILURE: &str = "cannot read the sources of bestply, which say what the fields of files are";
    let mut objects = BTreeMap::new();
    for name in CRATES {
        for path in files(&Path::new("crates").join(name).join("src"), "rs", FAILURE)? {
            let found = objects_of(&read_text(&path, FAILURE)?).into_iter();
            objects.extend(found.map(|object| (object.name.clone(), object)));
        }
    }
    Ok(objects)
}

fn objects_of(text: &str) -> Vec<Object> {
    let text: Vec<&str> = text.lines().collect();
    let object = |line: Line<'_>| {
        let definition = line.code.strip_suffix('{').filter(|_| line.attributes.contains("Serialize"))?;
        let (before, definition) = definition.split_once("struct ").or_else(|| definition.split_once("enum "))?;
        let body = text[line.number + 1..].split(|line| *line == "}").next()?;
        Some(Object {
            name: definition.split(['<', ' ']).next()?.to_owned(),
            says: line.says,
            fields: lines(body).into_iter().filter_map(|field| Field::read(field, &line.attributes)).collect(),
        })
        .filter(|_| before.is_empty() || before.starts_with("pub"))
    };
    lines(&text).into_iter().filter_map(object).collect()
}

/// A line of code, with what stands above it.
struct Line<'t> {
    number: usize,
    code: &'t str,
    says: String,
    attributes: String,
}

fn lines<'t>(text: &[&'t str]) -> Vec<Line<'t>> {
    let mut lines = Vec::new();
    let mut comments = Vec::new();
    let mut attributes = String::new();
    let mut is_attribute = false;
    for (number, code) in text.iter().enumerate() {
        let line = code.trim_start();
        is_attribute |= line.starts_with("#[");
        if let Some(comment) = line.strip_prefix("///") {
            comments.push(comment.trim());
        } else if is_attribute {
            attributes += line;
            is_attribute = !line.ends_with(']');
        } else {
            lines.push(Line { number, code, says: said(&take(&mut comments)), attributes: take(&mut attributes) });
        }
    }
    lines
}

impl Field {
    fn read(line: Line<'_>, of_object: &str) -> Option<Field> {
        let has = |word: &str| line.attributes.split(['(', ')', ',', ' ']).any(|it| it == word);
        let code = line.code.trim().trim_end_matches(',');
        if code.is_empty() || code.starts_with("//") || has("skip") {
            return None;
        }
        let (name, kind) = match code.split_once(": ") {
            Some((name, kind)) => (name.rsplit(' ').next()?.to_owned(), kind),
            None => {
                let (word, kind) = code.split_once('(').unwrap_or((code, ""));
                let is_kebab = of_object.contains("kebab-case");
                (if is_kebab { words(word, '-') } else { word.to_owned() }, kind.trim_end_matches(')'))
            }
        };
        let renamed = line.attributes.split_once("rename = \"").and_then(|(_, name)| name.split('"').next());
        let absences = [("skip_serializing", ", only read"), ("skip_serializing_if", ", or left out")];
        let absence = absences.into_iter().find(|(word, _)| has(word)).map_or("", |(_, absence)| absence);
        let kind = without(without(kind.to_owned(), "&'", ' '), "<'", '>');
        let name = renamed.map_or(name, str::to_owned);
        Some(Field { name, kind, says: line.says, absence, is_flat: has("flatten") })
    }
}

/// A type without what begins and ends so: its references, its lifetimes.
fn without(kind: String, begin: &str, end: char) -> String {
    match kind.split_once(begin) {
        Some((before, from)) => {
            let after = from.split_once(end).map_or("", |(_, after)| after);
            without(format!("{before}{after}"), begin, end)
        }
        None => kind,
    }
}

/// The words of a name, with this between them.
pub(super) fn words(name: &str, between: char) -> String {
    let mut words = String::new();
    for character in name.chars() {
        if character.is_uppercase() && !words.is_empty() {
            words.push(between);
        }
        words.push(character.to_ascii_lowercase());
    }
    words
}

/// What comments say of a file, a sentence a line: without examples, and without links, which lead into the code.
fn said(comments: &[&str]) -> String {
    let comments = comments.iter().take_while(|line| !line.starts_with("```")).filter(|line| !line.is_empty());
    let said = comments.fold(String::new(), |said, line| match said.as_str() {
        "" => (*line).to_owned(),
        before if before.ends_with('.') => said + "\n" + line,
        _ => said + " " + line,
    });
    let said = said.replace("`None`", "`null`").replace('|', "\\|");
    let mut pieces = said.split('[');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| match piece.split_once(']') {
        Some((words, after)) => {
            let target = after.strip_prefix('(').and_then(|target| target.split_once(')'));
            text + words + target.map_or(after, |(_, after)| after)
        }
        None => text + "[" + piece,
    })
}
