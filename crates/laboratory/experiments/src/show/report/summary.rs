//! The statistics of a report: how far ours and the published results agree.

use bestply_presentation::words::{count, percent, percents};
use bestply_statistics::Combined;

use super::layout::{Conditions, limit};
use crate::outcome::results::{Agreement, Cell, agreement, warnings};
use crate::outcome::verdict::FAMILY_WISE_LEVEL;
use crate::show::sequential;

/// The findings of a report, as sentences.
pub(super) struct Summary {
    /// What was found over all cells.
    pub(super) findings: Vec<String>,
    /// The cells whose winning percentage or depth is not the published one.
    pub(super) disagreements: Vec<String>,
}

/// The statistics of a report for a terminal, a line each: how far the cells agree with the published ones.
pub fn summary(cells: &[Cell]) -> String {
    findings(cells).findings.into_iter().map(|line| line + "\n").collect()
}

/// What the answer of a report leaves out and nobody should miss, a line each:
/// the outcomes of sequential tests, times off their limits, and the cells that are not as published.
pub fn remarks(cells: &[Cell]) -> String {
    let differing = cells.iter().filter_map(disagreement).map(|cell| format!("Not as published: {cell}"));
    let remarks = sequential::sentences(cells).into_iter().chain(warnings(cells)).chain(differing);
    remarks.map(|line| line + "\n").collect()
}

/// Compares all the cells with the paper's.
pub(super) fn findings(cells: &[Cell]) -> Summary {
    let compared: Vec<&Cell> = cells.iter().filter(|cell| cell.published.is_some()).collect();
    let mut findings = vec![contests(cells.len(), compared.len())];
    if let Some(agreement) = agreement(&compared) {
        findings.extend([depths(&agreement), rates(&agreement), intervals(&agreement)]);
        findings.extend(together(agreement.together));
        findings.extend(controls(&agreement));
    }
    findings.extend(sequential::sentences(cells));
    findings.extend(warnings(cells));
    Summary { findings, disagreements: compared.into_iter().filter_map(disagreement).collect() }
}

fn contests(all: usize, compared: usize) -> String {
    let contests = count(all, "contest", "contests");
    match compared {
        0 => format!("{contests}."),
        _ if compared == all && all == 1 => format!("{contests}, which is published."),
        _ if compared == all => format!("{contests}, all of which are published."),
        1 => format!("{contests}, one of which is published."),
        _ => format!("{contests}, {compared} of which are published."),
    }
}

fn depths(Agreement { published, depths_within, depths_equal, .. }: &Agreement) -> String {
    format!(
        "Depths within max(1, 10%) of the published one: {depths_within} of {published}; equal to it: {depths_equal}."
    )
}

fn rates(Agreement { published, agreeing, .. }: &Agreement) -> String {
    format!(
        "Winning percentages that agree with the published ones: {agreeing} of {published} (Fisher's exact test, Holm's correction for \
         the number of contests, family-wise {}).",
        percent(FAMILY_WISE_LEVEL)
    )
}

/// Two samples of one size and rate differ by less than one's 95 % half-width with a chance of 83 %: 1.96 standard
/// deviations of one are 1.39 of the difference.
fn intervals(Agreement { decided, within_interval, .. }: &Agreement) -> String {
    format!(
        "Our 95% intervals hold {within_interval} of {decided} published percentages of contests with decided pairs; those come from \
         samples of their own, so that about 83% are to be expected where the samples are of one size.",
    )
}

/// How much it says that so many agree: what would agree anyway, and what a single cell cannot show.
fn controls(agreement: &Agreement) -> Vec<String> {
    let Agreement { tautologies, repeated, beside_the_next, agreeing_beside_the_next, shown_from, .. } = agreement;
    let Agreement { informative, informative_agreeing, informative_depths_within, .. } = agreement;
    let [least, most] = shown_from.map(percent);
    let mut lines = Vec::new();
    if tautologies + repeated > 0 {
        lines.push(format!(
            "{} nothing, since both sides search one ply and play alike, and {} a contest of another table. Of the other \
             {informative} cells {informative_agreeing} percentages and {informative_depths_within} depths are as published.",
            count(*tautologies, "cell says", "cells say"),
            count(*repeated, "repeats", "repeat"),
        ));
    }
    if *beside_the_next > 0 {
        lines.push(format!(
            "A cell by itself shows only differences of {least} to {most} and more: beside the figures that are published for alpha-beta \
             a ply deeper, which are another contest's, {agreeing_beside_the_next} of {beside_the_next} would agree, too."
        ));
    }
    lines
}

fn together(combined: Combined) -> Option<String> {
    if combined.comparisons == 0 {
        return None;
    }
    let Combined { comparisons, chi_square, p_value, shift, shift_p_value } = combined;
    let contests = count(comparisons, "distinct contest", "distinct contests");
    Some(format!(
        "All together: chi-square {chi_square:.1} over {contests} with decided pairs, global {}; ours are shifted by {shift:+.2} \
         standard deviations as a whole, {}.",
        p_text(p_value),
        p_text(shift_p_value)
    ))
}

fn disagreement(cell: &Cell) -> Option<String> {
    let published = cell.published?;
    let mut parts = Vec::new();
    if cell.agrees == Some(false) {
        let p = cell.p_value.unwrap_or_default();
        let (ours, theirs) = (percent(cell.win_rate), percent(published.win_rate));
        let within = percents(cell.interval_95?);
        parts.push(format!("wins without ties {ours} ({within}), published {theirs}, {}", p_text(p)));
    }
    if cell.depth_agrees() == Some(false) {
        parts.push(format!("depth {}, published {}", limit(&cell.challenger), published.depth));
    }
    (!parts.is_empty()).then(|| format!("{}: {}", name(cell), parts.join("; ")))
}

/// A p-value at the precision that it deserves.
pub(crate) fn p_text(p: f64) -> String {
    match p {
        _ if p < 1e-12 => "p < 1e-12".to_string(),
        _ if p < 0.001 => format!("p = {p:.1e}"),
        _ => format!("p = {p:.3}"),
    }
}

/// The place of a cell in the paper, such as "Table 2, B = 5, alpha-beta 3".
fn name(cell: &Cell) -> String {
    let contest = format!("{}, {} {}", Conditions::of(cell), cell.opponent.label(), limit(&cell.opponent));
    if let Some(table) = cell.table { format!("Table {table}, {contest}") } else { contest }
}
