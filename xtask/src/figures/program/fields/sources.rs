//! The objects of files, as the sources define and explain them.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use bestply_experiments::files::read_text;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Fields, Item, Lit, Meta, Token, Type};

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
    pub(super) kind: Option<Type>,
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
            let source = syn::parse_file(&read_text(&path, FAILURE)?).with_context(|| path.display().to_string())?;
            let found = source.items.into_iter().filter_map(Object::read);
            objects.extend(found.map(|object| (object.name.clone(), object)));
        }
    }
    Ok(objects)
}

impl Object {
    /// A structure or an enumeration; nothing where it is not written as it is defined.
    fn read(item: Item) -> Option<Object> {
        let (attributes, name, fields): (_, _, Vec<_>) = match item {
            Item::Struct(it) => {
                let fields = it.fields.into_iter().filter_map(|it| Some((it.ident?, it.attrs, Some(it.ty))));
                (it.attrs, it.ident, fields.collect())
            }
            Item::Enum(it) => {
                let kind = |fields: Fields| fields.into_iter().next().map(|it| it.ty);
                let words = it.variants.into_iter().map(|it| (it.ident, it.attrs, kind(it.fields)));
                (it.attrs, it.ident, words.collect())
            }
            _ => return None,
        };
        setting(&attributes, "derive", "Serialize").filter(|_| !fields.is_empty())?;
        let is_kebab = setting(&attributes, "serde", "rename_all").is_some();
        let fields = fields.into_iter().filter_map(|(name, attributes, kind)| {
            let name = if is_kebab { words(&name.to_string(), '-') } else { name.to_string() };
            Field::read(name, &attributes, kind)
        });
        Some(Object { name: name.to_string(), says: said(&attributes), fields: fields.collect() })
    }
}

impl Field {
    /// A field, or a word, with what stands above it; nothing where it is not written.
    fn read(name: String, attributes: &[Attribute], kind: Option<Type>) -> Option<Field> {
        let setting = |name: &str| setting(attributes, "serde", name);
        if setting("skip").is_some() {
            return None;
        }
        let name = setting("rename").and_then(|it| text(&it)).unwrap_or(name);
        let absences = [("skip_serializing", ", only read"), ("skip_serializing_if", ", or left out")];
        let absence = absences.into_iter().find(|(word, _)| setting(word).is_some()).map_or("", |(_, absence)| absence);
        Some(Field { name, kind, says: said(attributes), absence, is_flat: setting("flatten").is_some() })
    }
}

/// What has a name in the brackets of an attribute.
fn setting(attributes: &[Attribute], attribute: &str, name: &str) -> Option<Meta> {
    let own = attributes.iter().filter(|it| it.path().is_ident(attribute));
    let all = own.filter_map(|it| it.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok());
    all.flatten().find(|it| it.path().segments.last().is_some_and(|last| last.ident == name))
}

/// The text behind the equals sign of an attribute, or of a part of it.
fn text(meta: &Meta) -> Option<String> {
    match &meta.require_name_value().ok()?.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
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
fn said(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter(|it| it.path().is_ident("doc")).filter_map(|it| text(&it.meta));
    let lines = lines.map(|line| line.trim().to_owned()).take_while(|line| !line.starts_with("```"));
    let said = lines.filter(|line| !line.is_empty()).fold(String::new(), |said, line| match said.as_str() {
        "" => line,
        before if before.ends_with('.') => said + "\n" + &line,
        _ => said + " " + &line,
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
