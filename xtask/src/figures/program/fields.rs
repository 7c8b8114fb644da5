//! The fields of the files that bestply writes, each by the sentence that stands beside it in the sources.
//!
//! So this part is for bestply's own pages: other programs write the same fields, and have no sources of them.

mod sources;

use std::collections::BTreeMap;

use anyhow::{Context, ensure};
use bestply_presentation::words::sentence;

use self::sources::{Field, Object};
use super::super::markdown::{code, table};

/// What is written, and the object that it is, or that each of its lines is.
const FILES: [(&str, &str); 29] = [
    ("`experiment.json`", "Recorded"),
    ("`provenance.json`", "ProvenanceFile"),
    ("`games.jsonl`", "PairRecord"),
    ("`results.json`", "Cell"),
    ("`agreement.json`", "AgreementOf"),
    ("`claims.json`", "ClaimVerdict"),
    ("`ratings.json`", "Standings"),
    ("`shard.json`", "ShardFile"),
    ("`experiment.json` of Figure 4", "Figure4"),
    ("`trees.jsonl`", "ChunkRecord"),
    ("`results.json` of Figure 4", "Figure4Results"),
    ("`positions.jsonl`", "PositionRecord"),
    ("`results.json` of `leaf-counts`", "LeafCountResults"),
    ("`results.json` of `costs`", "CostResults"),
    ("`results.json` of `proofs`", "ProofResults"),
    ("`rows.jsonl`", "JobRow"),
    ("`results.json` of `statements`", "StatementResults"),
    ("`found` of `statements`", "StatementFound"),
    ("`results.json` of `back-ups`", "BackUpResults"),
    ("`found` of `back-ups`", "TreeRegrets"),
    ("`results.json` of `blindness`", "Sighted"),
    ("`results.json` of `predictions`", "PredictionResults"),
    ("`found` of `predictions`", "MeasuredPosition"),
    ("`results.json` of `quality`", "QualityResults"),
    ("`found` of `quality`", "ValuedPosition"),
    ("`results.json` of `values`", "ValuesAgreement"),
    ("`results.json` of `losses`", "Loss"),
    ("`results.json` of `tune`", "Ranking"),
    ("`analyse --format json`", "Answered"),
];

/// All files, each with the objects in it that no file before it has.
pub(super) fn all() -> anyhow::Result<String> {
    let objects = sources::objects()?;
    let mut page = Page { objects: &objects, linked: Vec::new() };
    let mut described = 0;
    let mut text = String::new();
    for (file, name) in FILES {
        let object = objects.get(name).with_context(|| format!("no source defines `{name}`"))?;
        text += &format!("\n## {file}\n\n{}", page.described(object)?);
        while let Some(&object) = page.linked.get(described) {
            described += 1;
            text += &format!("\n### {}\n\n{}", heading(object), page.described(object)?);
        }
    }
    Ok(text.trim_start().to_owned())
}

struct Page<'s> {
    objects: &'s BTreeMap<String, Object>,
    /// Those that have a heading, or whose heading is to follow.
    linked: Vec<&'s Object>,
}

impl<'s> Page<'s> {
    fn described(&mut self, object: &'s Object) -> anyhow::Result<String> {
        let rows = self.rows(object)?;
        let table = if rows.iter().all(|[_, values, _]| values.is_empty()) {
            table(["word", "what it says"], rows.into_iter().map(|[name, _, says]| [name, says]))
        } else {
            table(["field", "values", "what it is"], rows)
        };
        Ok(format!("{}\n\n{table}", object.says))
    }

    /// The fields, and those of objects that are written among them.
    fn rows(&mut self, object: &'s Object) -> anyhow::Result<Vec<[String; 3]>> {
        let mut rows = Vec::new();
        for field in &object.fields {
            match self.objects.get(&field.kind).filter(|_| field.is_flat) {
                Some(inner) => rows.extend(self.rows(inner)?),
                None => {
                    let row = self.row(field);
                    rows.push(row.with_context(|| format!("`{}` of `{}`", field.name, object.name))?);
                }
            }
        }
        Ok(rows)
    }

    fn row(&mut self, field: &Field) -> anyhow::Result<[String; 3]> {
        ensure!(!field.says.is_empty(), "nothing is said of it");
        // The names of a table's fields are its own.
        let name = if field.is_flat { "…".to_owned() } else { code(&field.name) };
        let kind = inner(&field.kind, "Option<", ">").filter(|_| field.is_flat || !field.absence.is_empty());
        let values = self.values(kind.unwrap_or(&field.kind))?;
        Ok([name, values + field.absence, field.says.replace('\n', " ")])
    }

    fn values(&mut self, kind: &str) -> anyhow::Result<String> {
        if kind.is_empty() {
            return Ok(String::new());
        }
        if let Some(kind) = inner(kind, "Option<", ">") {
            return Ok(format!("{} or `null`", self.values(kind)?));
        }
        for (begin, said) in [("Vec<", "list"), ("BTreeMap<String, ", "by name")] {
            if let Some(kind) = inner(kind, begin, ">") {
                return Ok(format!("{said}: {}", self.values(kind)?));
            }
        }
        if let Some((kind, number)) = inner(kind, "[", "]").and_then(|kind| kind.split_once("; ")) {
            return Ok(format!("{number} × {}", self.values(kind)?));
        }
        if let Some(kinds) = inner(kind, "(", ")") {
            let all = kinds.split(", ").map(|kind| self.values(kind)).collect::<anyhow::Result<Vec<_>>>()?;
            return Ok(format!("[{}]", all.join(", ")));
        }
        let (name, of_what) = kind.split_once('<').map_or((kind, None), |(name, rest)| (name, rest.strip_suffix('>')));
        let Some(object) = self.objects.get(name) else {
            return Ok(plain(name).with_context(|| format!("nothing says how a `{name}` is written"))?.to_owned());
        };
        let link = self.link(object);
        Ok(match of_what {
            Some(kind) => format!("{link}: {}", self.values(kind)?),
            None => link,
        })
    }

    /// A link to the heading of an object, which is to follow if it is new.
    fn link(&mut self, object: &'s Object) -> String {
        if !self.linked.iter().any(|linked| linked.name == object.name) {
            self.linked.push(object);
        }
        let heading = heading(object).to_lowercase();
        format!("[{heading}](#{})", heading.replace(' ', "-"))
    }
}

/// The values of a type that is written otherwise than as an object.
fn plain(name: &str) -> Option<&'static str> {
    Some(match name {
        "Bounds" => "2 × whole number",
        "Budget" | "PathBuf" | "String" | "str" => "text",
        "ChallengerDepth" => "`equal-cost`, `equal-depth`, number, list or range",
        "EvaluationSpec" => "[evaluation](experiments.md#games-with-a-board)",
        "List" => "number, list or range",
        "PlayerEntry" | "SearcherSpec" => "[searcher](experiments.md#searchers)",
        "Setting" => "number, word or `true`",
        "Side" => "`max` or `min`",
        "Spending" => "list of lists of whole numbers",
        "T" => "as the field says",
        "Table" => "table",
        "ValueKind" => "`exact` or `bound`",
        "bool" => "`true` or `false`",
        "f64" | "Duration" => "number",
        "i32" | "i64" | "u32" | "u64" | "usize" | "Value" => "whole number",
        _ => return None,
    })
}

/// What stands between the two ends of a type.
fn inner<'k>(kind: &'k str, begin: &str, end: &str) -> Option<&'k str> {
    kind.strip_prefix(begin)?.strip_suffix(end)
}

/// The name of an object in words.
fn heading(object: &Object) -> String {
    sentence(&sources::words(&object.name, ' ')).trim_end_matches('.').to_owned()
}
