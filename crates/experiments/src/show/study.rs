//! The report of a study, for people.

use serde_json::{Value as Json, json};

use crate::contest::Study;
use crate::contest::study::{Scope, Setting, Statement};
use crate::outcome::results::{Cell, SCHEMA, four_digits, groups, round4, warnings};
use crate::outcome::study::{Finding, Judged, JudgedCell};
use crate::outcome::trend::Trend;
use crate::outcome::{share, share_within};
use crate::show::match_up::starts_line;
use crate::show::plots::axis::Axis;
use crate::show::plots::lines::{self, Named};
use crate::show::plots::{figure, heat_maps};
use crate::show::report::document::{Document, Figure, Part, Row, Table};
use crate::show::report::words::{count, listed, sentence};
use crate::show::report::{p_text, repeats_lines, terminal};

/// How to read the tables.
const LEGEND: &str = "The score is the challenger's share of the points, a tie being half a point, with its 95% interval, in which games \
     from one start do not count as independent. A claim about the mean holds where the mean over the games is above the \
     claimed score beyond chance, and fails where it is below it beyond chance. A claim about every game holds where \
     every cell is above, and fails where one is below. All else is not shown. Chance is corrected for by Holm's \
     procedure at 5%: means among all claims of the study, cells among all its cells.";

/// How to read the table of growths.
const GROWTH: &str = "A growth is the slope of the score over the logarithm of a parameter, by least squares over cells that have all else \
     in common. It holds where the score grows beyond chance, and fails where it shrinks beyond chance; growths are \
     corrected together with the means.";

/// The report of a run.
pub fn document(study: &Study, judged: &[Judged<'_>], title: &str, command: &str) -> Document {
    let mut parts = vec![
        Part::Answer { sentences: answer(judged), figure: map(judged).or_else(|| headline(judged)) },
        Part::Contents,
        Part::Heading("The claims".to_owned()),
        Part::Table(claim_table(judged)),
    ];
    if judged.iter().any(|it| !it.trends.is_empty()) {
        let table = Part::Table(trend_table(judged));
        parts.extend([Part::Subheading("Growth".to_owned()), table, Part::Legend(GROWTH.to_owned())]);
    }
    for it in judged {
        parts.push(Part::Heading(it.claim.name.clone()));
        parts.push(Part::Paragraph(said(it.claim)));
        parts.push(Part::Paragraph(found(it)));
        parts.extend(grown(it).map(Part::Paragraph));
        parts.push(Part::Beside(cell_table(it), scores(it)));
    }
    let cells: Vec<Cell> = judged.iter().flat_map(|it| &it.cells).map(|it| it.cell.clone()).collect();
    parts.extend([
        Part::Heading("How to read the tables".to_owned()),
        Part::Legend(LEGEND.to_owned()),
        Part::Heading("Players".to_owned()),
        Part::List(players(study)),
        Part::Heading("How it was made".to_owned()),
        Part::Command(command.to_owned()),
        Part::Paragraph(settings_line(study)),
    ]);
    parts.extend(study.note.clone().map(Part::Paragraph));
    parts.extend(warnings(&cells).map(Part::Paragraph));
    parts.extend(repeats_lines(&cells).map(|line| Part::Paragraph(line.to_owned())));
    Document::new(title, parts)
}

/// What a study comes to: which claims hold, fail and are not shown, and the largest difference that is shown.
#[must_use]
pub fn answer(judged: &[Judged<'_>]) -> Vec<String> {
    let of = |finding: Finding| -> Vec<String> {
        judged.iter().filter(|it| it.finding == finding).map(|it| it.claim.name.clone()).collect()
    };
    let part = |(finding, one, several): (Finding, &str, &str)| {
        let names = of(finding);
        let number = count(names.len(), one, several);
        (!names.is_empty()).then(|| format!("{number} ({})", listed(&names)))
    };
    let parts: Vec<String> = [
        (Finding::Holds, "holds", "hold"),
        (Finding::Fails, "fails", "fail"),
        (Finding::NotShown, "is not shown", "are not shown"),
    ]
    .into_iter()
    .filter_map(part)
    .collect();
    let claims = count(judged.len(), "claim", "claims");
    let difference = |it: &&Judged<'_>| (it.mean - it.claim.score).abs();
    let shown = judged.iter().filter(|it| it.finding != Finding::NotShown);
    let strongest = shown.max_by(|a, b| difference(a).total_cmp(&difference(b)));
    let largest = strongest.map(|it| {
        sentence(&format!(
            "the largest difference is that of {}: {} scores {}",
            it.claim.name,
            it.claim.challenger,
            share_within(it.mean, it.interval)
        ))
    });
    std::iter::once(sentence(&format!("of {claims}, {}", listed(&parts)))).chain(largest).collect()
}

/// The claims with their findings for a terminal, and the growths with theirs where a claim names any.
#[must_use]
pub fn terminal_table(judged: &[Judged<'_>], columns: Option<u16>) -> String {
    let claims = terminal(&claim_table(judged), columns);
    match judged.iter().all(|it| it.trends.is_empty()) {
        true => claims,
        false => format!("{claims}\n\n{}", terminal(&trend_table(judged), columns)),
    }
}

/// The findings as a file.
///
/// # Panics
///
/// Never: the findings are texts and finite numbers.
pub fn to_json(judged: &[Judged<'_>]) -> String {
    let line = |it: &Judged<'_>| json!(it.finding_json()).to_string();
    let lines: Vec<String> = judged.iter().map(line).collect();
    format!("{{\"schema\":{SCHEMA},\"claims\":[\n{}\n]}}\n", lines.join(",\n"))
}

impl Judged<'_> {
    fn finding_json(&self) -> Json {
        let cells: Vec<Json> = self.cells.iter().map(JudgedCell::finding_json).collect();
        let mut finding = json!({
            "name": self.claim.name,
            "statement": self.claim.statement,
            "source": self.claim.source,
            "challenger": self.claim.challenger,
            "claimed": self.claim.score,
            "scope": self.claim.scope,
            "finding": self.finding,
            "mean": round4(self.mean),
            "interval_95": self.interval.map(round4),
            "p_value": four_digits(self.p_value),
            "cells": cells,
        });
        if !self.trends.is_empty() {
            finding["trends"] = self.trends.iter().map(trend_json).collect();
        }
        finding
    }
}

fn trend_json(trend: &Trend) -> Json {
    json!({
        "parameter": trend.parameter,
        "finding": trend.finding,
        "slope": round4(trend.slope),
        "interval_95": trend.interval.map(round4),
        "p_value": four_digits(trend.p_value),
    })
}

impl JudgedCell<'_> {
    fn finding_json(&self) -> Json {
        let (score, interval) = self.cell.score();
        json!({
            "game": self.cell.game,
            "opponent": self.opponent,
            "budget": self.budget.to_string(),
            "finding": self.finding,
            "score": round4(score),
            "interval_95": interval.map(round4),
            "p_value": four_digits(self.p_value),
        })
    }
}

/// The claim in words, with who claims it.
fn said(claim: &Statement) -> String {
    let source = claim.source.as_ref().map_or_else(String::new, |source| format!(" ({source})"));
    let statement = claim.statement.trim_end_matches('.');
    let tested = match claim.scope {
        Scope::Mean => "in the mean over the games",
        Scope::Everywhere => "in every game, at every budget",
    };
    format!(
        "{statement}{source}. Put to the test as: {} scores more than {} against {}, {tested}.",
        claim.challenger,
        share(claim.score),
        listed(&claim.opponents)
    )
}

/// The finding in words.
fn found(judged: &Judged<'_>) -> String {
    let number = |finding| judged.cells.iter().filter(|cell| cell.finding == finding).count();
    let finding = match judged.finding {
        Finding::NotShown => "It is not shown",
        Finding::Holds => "It holds",
        Finding::Fails => "It fails",
    };
    format!(
        "{finding}: the mean score is {}; of {}, {} above beyond chance and {} below.",
        share_within(judged.mean, judged.interval),
        count(judged.cells.len(), "cell", "cells"),
        count(number(Finding::Holds), "is", "are"),
        number(Finding::Fails),
    )
}

fn claim_table(judged: &[Judged<'_>]) -> Table {
    let head = ["claim", "finding", "mean score", "claimed above", "chance", "cells above", "below", "not shown"];
    let row = |it: &Judged<'_>| {
        let number = |finding| it.cells.iter().filter(|cell| cell.finding == finding).count().to_string();
        Row::from(vec![
            it.claim.name.clone(),
            it.finding.to_string(),
            share_within(it.mean, it.interval),
            share(it.claim.score),
            p_text(it.p_value),
            number(Finding::Holds),
            number(Finding::Fails),
            number(Finding::NotShown),
        ])
    };
    Table { head: head.map(str::to_owned).to_vec(), rows: judged.iter().map(row).collect() }
}

/// What became of the growths that the claim names, in words.
fn grown(judged: &Judged<'_>) -> Option<String> {
    let one = |it: &Trend| {
        let finding = match it.finding {
            Finding::Holds => "grows",
            Finding::Fails => "shrinks",
            Finding::NotShown => "is not shown to grow",
        };
        format!("with {} the score {finding}: {} for each tenfold", it.parameter, points(it))
    };
    let all: Vec<String> = judged.trends.iter().map(one).collect();
    (!all.is_empty()).then(|| sentence(&all.join("; ")))
}

/// A slope in points of a hundred, with its interval.
fn points(Trend { slope, interval: [low, high], .. }: &Trend) -> String {
    format!("{:+.1} points ({:+.1} to {:+.1})", 100.0 * slope, 100.0 * low, 100.0 * high)
}

/// A row for each claim and each parameter that it names.
fn trend_table(judged: &[Judged<'_>]) -> Table {
    let head = ["claim", "grows with", "finding", "change of the score for each tenfold", "chance"];
    let row = |(it, trend): (&Judged<'_>, &Trend)| {
        Row::from(vec![
            it.claim.name.clone(),
            trend.parameter.clone(),
            trend.finding.to_string(),
            points(trend),
            p_text(trend.p_value),
        ])
    };
    let rows = judged.iter().flat_map(|it| it.trends.iter().map(move |trend| (it, trend)));
    Table { head: head.map(str::to_owned).to_vec(), rows: rows.map(row).collect() }
}

/// The scores over games and costs of an evaluation, where a claim has several of both.
fn map(judged: &[Judged<'_>]) -> Option<Figure> {
    heat_maps::figure(&judged.iter().flat_map(|it| &it.cells).map(|it| &it.cell).collect::<Vec<_>>())
}

/// A row for each game and opponent, a column for each budget.
fn cell_table(judged: &Judged<'_>) -> Table {
    let mut budgets: Vec<String> = Vec::new();
    for cell in &judged.cells {
        let budget = cell.budget.to_string();
        if !budgets.contains(&budget) {
            budgets.push(budget);
        }
    }
    let rows = contests(judged).into_iter().map(|cells| {
        let at = |budget: &String| {
            let found = cells.iter().find(|cell| cell.budget.to_string() == *budget);
            found.map_or_else(String::new, |it| {
                let (score, interval) = it.cell.score();
                format!("{}: {}", it.finding, share_within(score, interval))
            })
        };
        Row::from(std::iter::once(contest_name(judged, cells[0])).chain(budgets.iter().map(at)).collect::<Vec<_>>())
    });
    Table { rows: rows.collect(), head: std::iter::once("game".to_owned()).chain(budgets.clone()).collect() }
}

/// The cells of each game against each opponent.
fn contests<'j, 's>(judged: &'j Judged<'s>) -> Vec<Vec<&'j JudgedCell<'s>>> {
    groups(judged.cells.iter().collect(), |it| (&it.cell.game, it.opponent))
}

fn contest_name(judged: &Judged<'_>, it: &JudgedCell<'_>) -> String {
    match judged.claim.opponents.len() {
        1 => it.cell.game.to_string(),
        _ => format!("{}, against {}", it.cell.game, it.opponent),
    }
}

/// The mean score of each claim.
fn headline(judged: &[Judged<'_>]) -> Option<Figure> {
    let named = |it: &Judged<'_>| {
        let tip = format!("{}: {}, {}", it.claim.name, it.finding, share_within(it.mean, it.interval));
        named(format!("{}: {}", it.claim.name, it.finding), it.mean, it.interval, tip)
    };
    let level = judged.first()?.claim.score;
    let caption =
        "The challenger's mean score for each claim, with its 95% interval. The grey line is what the first claims.";
    Some(plot("plot-claims", caption.to_owned(), level, judged.iter().map(named).collect()))
}

/// The score of a claim's challenger in each contest, in the mean over budgets.
fn scores(judged: &Judged<'_>) -> Figure {
    let lines = contests(judged).into_iter().flat_map(|cells| {
        let line = move |it: &JudgedCell<'_>| {
            let (score, interval) = it.cell.score();
            let name = format!("{}, {}", contest_name(judged, it), it.budget);
            let tip = format!("{name}: {}, {}", it.finding, share_within(score, interval));
            named(name, score, interval, tip)
        };
        cells.into_iter().map(line)
    });
    let caption = format!(
        "Score of {} in each cell, with its 95% interval. The grey line is what is claimed.",
        judged.claim.challenger
    );
    plot(&format!("plot-{}", judged.claim.name), caption, judged.claim.score, lines.collect())
}

fn named(name: String, score: f64, interval: [f64; 2], tip: String) -> Named {
    Named { name, value: 100.0 * score, interval: interval.map(|end| 100.0 * end), tip }
}

fn plot(stem: &str, caption: String, level: f64, lines: Vec<Named>) -> Figure {
    let lowest = lines.iter().map(|line| line.interval[0]).fold(50.0, f64::min);
    let x = Axis::percentages("score", lowest.min(100.0 * level));
    let chart = lines::chart("Score".to_owned(), x, 100.0 * level, lines);
    figure(stem, caption, Vec::new(), vec![(String::new(), chart)])
}

/// The players of each game by the names that claims call them.
fn players(study: &Study) -> Vec<String> {
    let of_study = study.players.iter().map(|(name, spec)| format!("{name}: {spec}"));
    let of_game = |setting: &Setting| {
        let kind = setting.game.kind.clone();
        setting.players.iter().map(move |(name, spec)| format!("{name} in {kind}: {spec}")).collect::<Vec<_>>()
    };
    of_study.chain(study.games.iter().flat_map(of_game)).collect()
}

fn settings_line(study: &Study) -> String {
    let pairs = count(study.pairs as usize, "pair", "pairs");
    let starts = starts_line(study.first_seed, study.pairs);
    format!("{pairs} a cell where a claim has no number of its own, {starts}, each played twice, sides exchanged.")
}
