//! What came of the claims, for people.

mod verdicts;

use bestply_presentation::document::{Figure, Part, Row, Table};
use bestply_presentation::words::{count, listed, sentence, share, share_within};
use bestply_presentation::{Axis, Named, named_values, table, terminal};

use crate::contest::{Claim, Scope, Sides, distinct};
use crate::outcome::judged::{Judged, JudgedCell};
use crate::outcome::results::groups;
use crate::outcome::trend::Trend;
use crate::outcome::verdict::Verdict;
use crate::show::plots::heat_maps;
use crate::show::report::layout::spent_text;
use crate::show::report::p_text;

pub use verdicts::to_json;

/// How to read the tables.
pub(super) const LEGEND: &str = "A claim holds where the mean over the games is above the claimed score beyond chance, and fails where it is below \
     it beyond chance. One about every cell holds where every cell is above, and fails where one is below. All else is \
     not shown; beside it stands the smallest difference from the claimed score that so many games could have shown. \
     Budgets of evaluations and of time are judged apart. Chance is corrected for by Holm's procedure at 5% over all \
     that is claimed; the verdicts of cells say where a claim is so, and are corrected by themselves.";

/// How to read the table of growths.
const GROWTH: &str = "A growth is the slope of the score over the logarithm of a parameter, by least squares over cells that have all else \
     in common. It holds where the score grows beyond chance, and fails where it shrinks beyond chance; growths are \
     corrected together with the claims.";

/// The verdicts with what they are called in a sentence.
const VERDICTS: [(Verdict, &str, &str); 3] = [
    (Verdict::Holds, "holds", "hold"),
    (Verdict::Fails, "fails", "fail"),
    (Verdict::NotShown, "is not shown", "are not shown"),
];

/// The claims with their verdicts, then each by itself; and the figure of the answer.
pub(super) fn sections(judged: &[Judged<'_>]) -> (Option<Figure>, Vec<Part>) {
    let mut parts = vec![Part::Heading("The claims".to_owned()), Part::Table(claim_table(judged))];
    if judged.iter().any(|it| !it.trends.is_empty()) {
        let table = Part::Table(trend_table(judged));
        parts.extend([Part::Subheading("Growth".to_owned()), table, Part::Legend(GROWTH.to_owned())]);
    }
    for of_claim in groups(judged, |it| &it.claim.name) {
        parts.push(Part::Heading(of_claim[0].claim.name.clone()));
        parts.push(Part::Paragraph(statement(of_claim[0].claim)));
        let findings = of_claim.iter().flat_map(|it| std::iter::once(finding(it)).chain(growths(it)));
        parts.push(Part::List(findings.collect()));
        parts.push(Part::Beside(cell_table(&of_claim), scores(&of_claim)));
    }
    let cells: Vec<_> = judged.iter().flat_map(|it| &it.cells).map(|it| &it.cell).collect();
    (heat_maps::figure(&cells).or_else(|| headline(judged)), parts)
}

/// What the claims come to: which hold, fail and are not shown, and the largest difference that is shown.
pub fn answer(judged: &[Judged<'_>]) -> Vec<String> {
    let is_one = distinct(judged.iter().map(|it| &it.claim.name)).len() == 1 && judged.len() > 1;
    let part = |(verdict, one, several): (Verdict, &str, &str)| {
        let of_verdict = judged.iter().filter(|it| it.verdict == verdict);
        if is_one {
            let parts: Vec<String> = of_verdict.map(|it| it.part.to_string()).collect();
            let is_plain = parts.iter().all(|part| !part.contains(','));
            let all = if is_plain { listed(&parts) } else { parts.join("; ") };
            (!parts.is_empty()).then(|| format!("{one} in {all}"))
        } else {
            let names: Vec<String> = of_verdict.map(Judged::name).collect();
            (!names.is_empty()).then(|| format!("{} ({})", count(names.len(), one, several), names.join("; ")))
        }
    };
    let parts: Vec<String> = VERDICTS.into_iter().filter_map(part).collect();
    let first = match (is_one, judged) {
        (false, [it]) => {
            let says = it.verdict.told(VERDICTS.map(|(_, says, _)| says));
            format!("the claim \u{201c}{}\u{201d} {says}", it.name())
        }
        (true, [it, ..]) => {
            format!("that {} scores more than {} {}", it.claim.who(), share(it.claim.score), listed(&parts))
        }
        _ => format!("of {}, {}", count(judged.len(), "claim", "claims"), listed(&parts)),
    };
    let difference = |it: &&Judged<'_>| (it.mean - it.claim.score).abs();
    let shown = judged.iter().filter(|it| it.verdict != Verdict::NotShown);
    let largest = shown.max_by(|a, b| difference(a).total_cmp(&difference(b))).map(|it| {
        let (name, who, score) = (it.name(), it.claim.who(), share_within(it.mean, it.interval));
        sentence(&format!("the largest difference is that of {name}: {who} scores {score}"))
    });
    std::iter::once(sentence(&first)).chain(largest).collect()
}

/// The claims with their verdicts for a terminal, and the growths with theirs where a claim names any.
pub fn terminal_table(judged: &[Judged<'_>], columns: Option<u16>) -> String {
    let claims = terminal::table(&claim_table(judged), 1, columns);
    if judged.iter().all(|it| it.trends.is_empty()) {
        claims
    } else {
        format!("{claims}\n\n{}", terminal::table(&trend_table(judged), 1, columns))
    }
}

/// The claim in words, with who claims it and how it is put to the test.
fn statement(claim: &Claim) -> String {
    let source = claim.source.as_ref().map_or_else(String::new, |source| format!(" ({source})"));
    let statement = claim.statement.as_ref().map(|it| format!("{}{source}. ", it.trim_end_matches('.')));
    let scope = match claim.scope() {
        Scope::Mean => "in the mean over the games",
        Scope::EachGame => "in each game by itself, in the mean over the budgets",
        Scope::Everywhere => "in every game, at every budget",
    };
    let against = if claim.has_cells() { format!(" against {}", listed(&claim.opponents)) } else { String::new() };
    let (statement, who, score) = (statement.unwrap_or_default(), claim.who(), share(claim.score));
    format!("{statement}Put to the test as: {who} scores more than {score}{against}, {scope}.")
}

/// The verdict in words.
fn finding(judged: &Judged<'_>) -> String {
    let part = judged.part.to_string();
    let start = if part.is_empty() { String::new() } else { format!("{part}: ") };
    let verdict = judged.verdict.told(["it holds", "it fails", "it is not shown"]);
    sentence(&format!(
        "{start}{verdict}: the mean score is {}; of {}, {} above beyond chance and {} below",
        share_within(judged.mean, judged.interval),
        count(judged.cells.len(), "cell", "cells"),
        count(number_of(judged, Verdict::Holds), "is", "are"),
        number_of(judged, Verdict::Fails),
    ))
}

fn claim_table(judged: &[Judged<'_>]) -> Table {
    table!(judged, |it|
        "claim": it.name(), "verdict": it.verdict, "mean score": share_within(it.mean, it.interval),
        "claimed above": share(it.claim.score), "least shown": format!("\u{b1}{:.1}", 100.0 * it.smallest_difference),
        "chance": p_text(it.p_value), "cells above": number_of(it, Verdict::Holds),
        "below": number_of(it, Verdict::Fails), "not shown": number_of(it, Verdict::NotShown))
}

/// How many cells have this verdict.
fn number_of(judged: &Judged<'_>, verdict: Verdict) -> usize {
    judged.cells.iter().filter(|cell| cell.verdict == verdict).count()
}

/// What became of the growths that the claim names, in words.
fn growths(judged: &Judged<'_>) -> Option<String> {
    let one = |it: &Trend| {
        let verdict = it.verdict.told(["grows", "shrinks", "is not shown to grow"]);
        format!("with {} the score {verdict}: {} for each tenfold", it.parameter, points(it))
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
    table!(judged.iter().flat_map(|it| it.trends.iter().map(move |trend| (it, trend))), |(it, trend)|
        "claim": it.name(), "grows with": trend.parameter, "verdict": trend.verdict,
        "change of the score for each tenfold": points(trend), "chance": p_text(trend.p_value))
}

/// The cells of a claim in each game, of each challenger against each opponent.
fn contests<'j>(of_claim: &[&'j Judged<'_>]) -> Vec<(String, Vec<&'j JudgedCell>)> {
    let cells: Vec<&JudgedCell> = of_claim.iter().flat_map(|it| &it.cells).collect();
    let has_several = |label: fn(&JudgedCell) -> String| cells.iter().any(|it| label(it) != label(cells[0]));
    let challenger: fn(&JudgedCell) -> String = |it| it.cell.challenger.label();
    let opponent: fn(&JudgedCell) -> String = |it| it.opponent.clone();
    let [challengers, opponents] = [challenger, opponent].map(has_several);
    let name = |it: &JudgedCell| {
        let of = if challengers { format!(", {}", challenger(it)) } else { String::new() };
        let against = if opponents { format!(", against {}", it.opponent) } else { String::new() };
        format!("{}{of}{against}", it.cell.game)
    };
    let contests = groups(cells.clone(), |it| (&it.cell.game, it.cell.challenger.label(), &it.opponent));
    contests.into_iter().map(|cells| (name(cells[0]), cells)).collect()
}

/// A row for each contest, a column for each budget.
fn cell_table(of_claim: &[&Judged<'_>]) -> Table {
    let budgets = distinct(of_claim.iter().flat_map(|it| &it.cells).map(budget_text));
    let rows = contests(of_claim).into_iter().map(|(name, cells)| {
        Row::from(std::iter::once(name).chain(budgets.iter().map(|budget| {
            let found = cells.iter().find(|cell| budget_text(cell) == *budget);
            found.map_or_else(String::new, |it| {
                let (score, interval) = it.cell.score();
                let is_off = it.cell.is_off_budget() != Sides::default();
                let spent = spent_text(&it.cell).filter(|_| is_off).map(|spent| format!("; {spent}"));
                format!("{}: {}{}", it.verdict, share_within(score, interval), spent.unwrap_or_default())
            })
        })))
    });
    Table::of(std::iter::once("game".to_owned()).chain(budgets.iter().cloned()), rows)
}

fn budget_text(cell: &JudgedCell) -> String {
    cell.budget.map_or_else(|| "score".to_owned(), |budget| budget.to_string())
}

/// The mean score of each claim.
fn headline(judged: &[Judged<'_>]) -> Option<Figure> {
    let line = |it: &Judged<'_>| {
        let name = format!("{}: {}", it.name(), it.verdict);
        let tip = format!("{name}, {}", share_within(it.mean, it.interval));
        named(name, it.mean, it.interval, tip)
    };
    let level = judged.first()?.claim.score;
    let caption =
        "The challenger's mean score for each claim, with its 95% interval. The grey line is what the first claims.";
    Some(plot("plot-claims", caption.to_owned(), level, judged.iter().map(line).collect()))
}

/// The score of a claim's challenger in each cell.
fn scores(of_claim: &[&Judged<'_>]) -> Figure {
    let claim = of_claim[0].claim;
    let lines = contests(of_claim).into_iter().flat_map(|(contest, cells)| {
        cells.into_iter().map(move |it| {
            let (score, interval) = it.cell.score();
            let name = format!("{contest}, {}", budget_text(it));
            let tip = format!("{name}: {}, {}", it.verdict, share_within(score, interval));
            named(name, score, interval, tip)
        })
    });
    let caption =
        format!("Score of {} in each cell, with its 95% interval. The grey line is what is claimed.", claim.who());
    plot(&format!("plot-{}", claim.name), caption, claim.score, lines.collect())
}

fn named(name: String, score: f64, interval: [f64; 2], tip: String) -> Named {
    Named { name, value: 100.0 * score, interval: interval.map(|end| 100.0 * end), tip }
}

fn plot(stem: &str, caption: String, level: f64, lines: Vec<Named>) -> Figure {
    let lowest = lines.iter().map(|line| line.interval[0]).fold(50.0, f64::min);
    let x = Axis::percentages("score", lowest.min(100.0 * level));
    let chart = named_values("Score".to_owned(), x, 100.0 * level, lines);
    chart.figure(stem, caption, Vec::new())
}
