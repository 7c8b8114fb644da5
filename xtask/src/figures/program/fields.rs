//! The fields of the files that bestply writes, each by the sentence that stands beside it in the sources.
//!
//! So this part is for bestply's own pages: other programs write the same fields, and have no sources of them.

mod sources;

use std::collections::VecDeque;

use anyhow::{Context, ensure};

use self::sources::{Field, Object, Sources};
use super::markdown::{code, table};

/// What is written, and the object that it is, or that each of its lines is: its file below `crates`, and its name.
const FILES: [(&str, &str, &str); 27] = [
    ("`experiment.json`", "laboratory/experiments/src/contest/recorded.rs", "Recorded"),
    ("`provenance.json`", "laboratory/experiments/src/outcome/provenance.rs", "ProvenanceFile"),
    ("`games.jsonl`", "laboratory/experiments/src/outcome/records/pair.rs", "PairRecord"),
    ("`results.json`", "laboratory/experiments/src/outcome/results/cell.rs", "Cell"),
    ("`agreement.json`", "laboratory/experiments/src/outcome/results/agreement.rs", "AgreementOf"),
    ("`claims.json`", "laboratory/experiments/src/show/claims/verdicts.rs", "ClaimVerdict"),
    ("`ratings.json`", "laboratory/experiments/src/outcome/standings.rs", "Standings"),
    ("`shard.json`", "laboratory/experiments/src/runs/shards/shard_file.rs", "ShardFile"),
    ("`experiment.json` of Figure 4", "laboratory/papers/src/figure_4.rs", "Figure4"),
    ("`trees.jsonl`", "laboratory/papers/src/figure_4/sample.rs", "ChunkRecord"),
    ("`results.json` of Figure 4", "laboratory/papers/src/figure_4.rs", "Figure4Results"),
    ("`positions.jsonl`", "laboratory/papers/src/study.rs", "PositionRecord"),
    ("`results.json` of `leaf-counts`", "laboratory/papers/src/study/leaf_counts.rs", "LeafCountResults"),
    ("`results.json` of `costs`", "laboratory/papers/src/study/costs.rs", "CostResults"),
    ("`results.json` of `proofs`", "laboratory/papers/src/study/proofs.rs", "ProofResults"),
    ("`rows.jsonl`", "laboratory/experiments/src/runs/study.rs", "JobRow"),
    ("`results.json` of `statements`", "laboratory/papers/src/study/statements.rs", "StatementResults"),
    ("`found` of `statements`", "laboratory/papers/src/study/statements.rs", "StatementFound"),
    ("`results.json` of `blindness`", "laboratory/experiments/src/runs/blindness.rs", "Sighted"),
    ("`results.json` of `predictions`", "laboratory/experiments/src/runs/predictions.rs", "PredictionResults"),
    ("`found` of `predictions`", "laboratory/experiments/src/runs/predictions.rs", "MeasuredPosition"),
    ("`results.json` of `quality`", "laboratory/experiments/src/runs/quality.rs", "QualityResults"),
    ("`found` of `quality`", "laboratory/experiments/src/runs/quality.rs", "ValuedPosition"),
    ("`results.json` of `values`", "laboratory/experiments/src/runs/values.rs", "ValuesAgreement"),
    ("`results.json` of `losses`", "laboratory/experiments/src/runs/losses.rs", "Loss"),
    ("`results.json` of `tune`", "laboratory/experiments/src/runs/tuning.rs", "Ranking"),
    ("`analyse --format json`", "names/engine/src/analysis.rs", "Answered"),
];

/// All files, each with the objects in it that no file before it has.
pub(super) fn all() -> anyhow::Result<String> {
    let sources = Sources::read()?;
    let mut page = Page { sources: &sources, headings: Vec::new(), next: VecDeque::new() };
    let mut text = String::new();
    for (file, path, name) in FILES {
        let object = sources.object(path, name).with_context(|| format!("crates/{path} has no `{name}`"))?;
        text += &format!("\n## {file}\n\n{}", page.described(object)?);
        while let Some(object) = page.next.pop_front() {
            text += &format!("\n### {}\n\n{}", heading(object), page.described(object)?);
        }
    }
    Ok(text.trim_start().to_owned())
}

/// The objects that are linked to.
struct Page<'s> {
    sources: &'s Sources,
    /// Those that have a heading, in the order of these, with their anchors.
    headings: Vec<(&'s Object, String)>,
    /// Those whose heading is to follow.
    next: VecDeque<&'s Object>,
}

impl<'s> Page<'s> {
    fn described(&mut self, object: &'s Object) -> anyhow::Result<String> {
        let rows = self.rows(object)?;
        let table = match rows.iter().all(|[_, values, _]| values.is_empty()) {
            true => table(["word", "what it says"], rows.into_iter().map(|[name, _, says]| [name, says])),
            false => table(["field", "values", "what it is"], rows),
        };
        Ok(format!("{}\n\n{table}", object.says))
    }

    /// The fields, and those of objects that are written among them.
    fn rows(&mut self, object: &'s Object) -> anyhow::Result<Vec<[String; 3]>> {
        let mut rows = Vec::new();
        for field in &object.fields {
            if let Some(inner) = self.sources.nearest(&field.kind, object).filter(|_| field.is_flat) {
                rows.extend(self.rows(inner)?);
                continue;
            }
            let row = self.row(field, object);
            rows.push(row.with_context(|| format!("crates/{}: `{}` of `{}`", object.path, field.name, object.name))?);
        }
        Ok(rows)
    }

    fn row(&mut self, field: &Field, object: &Object) -> anyhow::Result<[String; 3]> {
        ensure!(!field.says.is_empty(), "nothing is said of it");
        // The names of a table's fields are its own.
        let name = if field.is_flat { "…".to_owned() } else { code(&field.name) };
        let kind = inner(&field.kind, "Option<", ">").filter(|_| field.is_flat || !field.absence.is_empty());
        let values = self.values(kind.unwrap_or(&field.kind), object)?;
        Ok([name, values + field.absence, field.says.replace('\n', " ")])
    }

    /// The values of a type, which stands in an object's file.
    fn values(&mut self, kind: &str, of: &Object) -> anyhow::Result<String> {
        if kind.is_empty() {
            return Ok(String::new());
        } else if let Some(kind) = inner(kind, "Option<", ">") {
            return Ok(format!("{} or `null`", self.values(kind, of)?));
        } else if let Some(kind) = inner(kind, "Vec<", ">") {
            return Ok(format!("list: {}", self.values(kind, of)?));
        } else if let Some(kind) = inner(kind, "BTreeMap<String, ", ">") {
            return Ok(format!("by name: {}", self.values(kind, of)?));
        } else if let Some((kind, number)) = inner(kind, "[", "]").and_then(|kind| kind.split_once("; ")) {
            return Ok(format!("{number} × {}", self.values(kind, of)?));
        } else if let Some(kinds) = inner(kind, "(", ")") {
            let all = kinds.split(", ").map(|kind| self.values(kind, of)).collect::<anyhow::Result<Vec<_>>>()?;
            return Ok(format!("[{}]", all.join(", ")));
        }
        let (name, of_what) = kind.split_once('<').map_or((kind, None), |(name, rest)| (name, rest.strip_suffix('>')));
        if let Some(object) = self.sources.nearest(name, of) {
            let link = self.link(object);
            return Ok(match of_what {
                Some(kind) => format!("{link}: {}", self.values(kind, of)?),
                None => link,
            });
        }
        Ok(plain(name).with_context(|| format!("nothing says how a `{name}` is written"))?.to_owned())
    }

    /// A link to the heading of an object, which is to follow if it is new.
    fn link(&mut self, object: &'s Object) -> String {
        let heading = heading(object).to_lowercase();
        let known = self.headings.iter().find(|(other, _)| std::ptr::eq(*other, object));
        let anchor = known.map(|(_, anchor)| anchor.clone()).unwrap_or_else(|| {
            let name = heading.replace(' ', "-");
            // Headings that are alike are numbered.
            let anchor = match self.headings.iter().filter(|(other, _)| other.name == object.name).count() {
                0 => name,
                before => format!("{name}-{before}"),
            };
            self.headings.push((object, anchor.clone()));
            self.next.push_back(object);
            anchor
        });
        format!("[{heading}](#{anchor})")
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
    let words = sources::words(&object.name, ' ');
    let mut characters = words.chars();
    characters.next().into_iter().flat_map(char::to_uppercase).chain(characters).collect()
}
