//! Records as rows: each cell, claim, rating and statement of a results folder.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, bail, ensure};
use bestply_experiments::contest::Sides;
use bestply_experiments::files::read_text;
use bestply_experiments::outcome::results::{Cell, CellGame};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use super::folder::entries;

/// The files of a results folder that have figures.
const FILES: [&str; 4] = ["results.json", "claims.json", "ratings.json", "agreement.json"];

/// What fails where a record cannot be read.
const READING: &str = "cannot read the record";

/// What fails where the records cannot be listed.
const READING_ALL: &str = "cannot read the records";

/// The kind of the rows of contests, which is meant where none is named.
const CELLS: &str = "cells";

/// A thing of a record with its fields.
#[derive(Clone)]
pub(super) struct Row {
    kind: String,
    /// What the file has of it.
    written: Rc<Json>,
    /// Where its fields are, by what their paths begin with: what a row has before what is above it.
    layers: Vec<(String, Rc<Json>)>,
}

/// The records below a folder, each read when it is first asked for.
pub(super) struct Records {
    pub(super) folder: PathBuf,
    /// Where each is.
    pub(super) found: BTreeMap<String, PathBuf>,
    read: BTreeMap<String, Vec<Row>>,
}

/// What selects rows: records, a kind of their rows, and conditions on the rows' fields.
#[derive(Debug)]
pub(super) struct Query {
    pub(super) records: Vec<String>,
    kind: String,
    conditions: Vec<Condition>,
}

#[derive(Debug)]
pub(super) struct Condition {
    field: String,
    relation: &'static str,
    values: Vec<String>,
}

impl Records {
    /// The records below a folder, which need not be there.
    pub(super) fn below(folder: &Path) -> anyhow::Result<Records> {
        let mut found = BTreeMap::new();
        if folder.exists() {
            find(folder, &mut found)?;
        }
        Ok(Records { folder: folder.to_owned(), found, read: BTreeMap::new() })
    }

    /// The rows that a query selects, in the order of the records; none if none meets its conditions.
    pub(super) fn select(&mut self, query: &str) -> anyhow::Result<Vec<&Row>> {
        let query = Query::read(query)?;
        for name in &query.records {
            if !self.read.contains_key(name) {
                let missing = || format!("{}: there is no such record", self.folder.join(name).display());
                self.read.insert(name.clone(), read(self.found.get(name).with_context(missing)?, name)?);
            }
        }
        let mut of_kind: Vec<&Row> = Vec::new();
        for name in &query.records {
            let before = of_kind.len();
            of_kind.extend(self.read[name].iter().filter(|row| row.kind == query.kind));
            ensure!(of_kind.len() > before, "the record {name} has no {}", query.kind);
        }
        for Condition { field, .. } in &query.conditions {
            let is_known = of_kind.iter().any(|row| row.field(field).is_some());
            let records = query.records.join(",");
            ensure!(is_known, "no row of {} in the record {records} has the field `{field}`", query.kind);
        }
        Ok(of_kind.into_iter().filter(|row| row.meets(&query.conditions)).collect())
    }
}

impl Row {
    /// What it is in the program, if it is one.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Option<T> {
        T::deserialize(&*self.written).ok()
    }

    /// The field of a path, as `challenger.depth`. Objects and lists of them are none.
    fn field(&self, path: &str) -> Option<&Json> {
        self.layers.iter().find_map(|(begin, layer)| {
            let path = path.strip_prefix(begin.as_str())?.replace('.', "/");
            layer.pointer(&format!("/{path}")).filter(|it| !it.is_object() && !it.is_array())
        })
    }

    pub(super) fn number(&self, field: &str) -> anyhow::Result<f64> {
        let number = self.field(field).and_then(Json::as_f64);
        number.with_context(|| format!("the field `{field}` of {} is no number of a row", self.kind))
    }

    pub(super) fn meets(&self, conditions: &[Condition]) -> bool {
        conditions.iter().all(|condition| condition.is_met(self))
    }

    /// The field as text; nothing where the row does not have it.
    pub(super) fn text(&self, field: &str) -> String {
        match self.field(field) {
            None | Some(Json::Null) => String::new(),
            Some(Json::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        }
    }
}

impl Query {
    /// Reads `RECORD[/KIND] FIELD=VALUE …`; a value with blanks stands in quotes, and commas divide records and values.
    pub(super) fn read(text: &str) -> anyhow::Result<Query> {
        let mut words = shlex::split(text).context("a quote does not end")?;
        ensure!(!words.is_empty(), "a record is missing");
        let record = words.remove(0);
        let (records, kind) = record.split_once('/').unwrap_or((&record, CELLS));
        let records = records.split(',').map(str::to_owned).collect();
        let conditions = Condition::all(words.iter().map(String::as_str))?;
        Ok(Query { records, kind: kind.to_owned(), conditions })
    }
}

impl Condition {
    pub(super) fn all<'w>(words: impl Iterator<Item = &'w str>) -> anyhow::Result<Vec<Condition>> {
        words.map(Condition::read).collect()
    }

    fn read(word: &str) -> anyhow::Result<Condition> {
        const RELATIONS: [&str; 6] = ["!=", "<=", ">=", "=", "<", ">"];
        let found = RELATIONS.into_iter().filter_map(|it| Some((word.find(it)?, it))).min_by_key(|(place, _)| *place);
        let (place, relation) = found.with_context(|| format!("`{word}` is no condition, such as field=value"))?;
        let values = word[place + relation.len()..].split(',').map(str::to_owned).collect();
        Ok(Condition { field: word[..place].to_owned(), relation, values })
    }

    fn is_met(&self, row: &Row) -> bool {
        let is_one = || self.values.contains(&row.text(&self.field));
        let compared = || row.number(&self.field).ok()?.partial_cmp(&self.values[0].parse().ok()?);
        match self.relation {
            "=" => is_one(),
            "!=" => !is_one(),
            "<" => compared().is_some_and(Ordering::is_lt),
            ">" => compared().is_some_and(Ordering::is_gt),
            "<=" => compared().is_some_and(Ordering::is_le),
            _ => compared().is_some_and(Ordering::is_ge),
        }
    }
}

/// Adds the records of a folder by their names, and those in groups there: folders without a file of their own, such as
/// the records of one page.
fn find(folder: &Path, found: &mut BTreeMap<String, PathBuf>) -> anyhow::Result<()> {
    for path in entries(folder, READING_ALL)?.into_iter().filter(|path| path.is_dir()) {
        if entries(&path, READING_ALL)?.iter().all(|path| path.is_dir()) {
            find(&path, found)?;
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Some(other) = found.insert(name, path.clone()) {
            let [one, other] = if other < path { [&other, &path] } else { [&path, &other] };
            bail!("{} and {}: two records have one name", one.display(), other.display());
        }
    }
    Ok(())
}

/// All rows of a results folder, each with the name of its record.
fn read(folder: &Path, name: &str) -> anyhow::Result<Vec<Row>> {
    let named = [(String::new(), Rc::new(json!({ "record": name })))];
    let mut rows = Vec::new();
    for file in FILES.map(|name| folder.join(name)).into_iter().filter(|file| file.exists()) {
        let text = read_text(&file, READING)?;
        let json: Json = serde_json::from_str(&text).with_context(|| format!("{}: {READING}", file.display()))?;
        // What a command prints as a list has no name there.
        add_rows(&if json.is_array() { json!({ CELLS: json }) } else { json }, "", &named, &mut rows);
    }
    Ok(rows)
}

/// Adds a row for each object of each list. A list within an object is a kind of its own, whose rows have the fields
/// of that object, too.
fn add_rows(json: &Json, kind: &str, above: &[(String, Rc<Json>)], rows: &mut Vec<Row>) {
    for (key, list) in json.as_object().into_iter().flatten() {
        let Some(list) = list.as_array().filter(|list| list.iter().any(Json::is_object)) else { continue };
        let kind = if kind.is_empty() { key.clone() } else { format!("{kind}.{key}") };
        for written in list {
            let own = [derived(written), written.clone()].map(Rc::new);
            let layers = |begin: &str| [&own.clone().map(|layer| (begin.to_owned(), layer)), above].concat();
            rows.push(Row { kind: kind.clone(), written: own[1].clone(), layers: layers("") });
            add_rows(written, &kind, &layers(&format!("{key}.")), rows);
        }
    }
}

/// What a row has besides what its file says.
fn derived(written: &Json) -> Json {
    let ns = |elapsed_us: u64, evaluations: u64| 1e3 * elapsed_us as f64 / evaluations.max(1) as f64;
    let mut derived = json!({});
    if let Ok(cell) = Cell::deserialize(written) {
        let all = &cell.evaluations;
        derived = json!({
            "challenger": { "label": cell.challenger.label() },
            "opponent": { "label": cell.opponent.label() },
            "budget": cell.budget().map(|budget| budget.to_string()),
            "a_move": cell.evaluations_per_move(),
            "ms_a_move": cell.milliseconds_per_move(),
            "ns": cell.elapsed_us.map(|elapsed| Sides {
                challenger: ns(elapsed.challenger, all.challenger),
                opponent: ns(elapsed.opponent, all.opponent),
            }),
            "spent": cell.spent(),
            "depth_agrees": cell.depth_agrees(),
        });
    }
    if let Ok(game) = CellGame::deserialize(&written["game"]) {
        let variant = game.variant.as_ref().map_or_else(String::new, |variant| format!(", {variant}"));
        derived["game"] = Json::from(game.title() + &variant);
    }
    derived
}
