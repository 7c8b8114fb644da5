//! The report of Figure 4 for a person to read.

use super::curves::{AlphaBetaPoint, BestFirstPoint, Comparison, Curves};
use super::plot::plots;
use super::statements::Statement;
use super::{Figure4, Results};
use bestply_experiments::show::report::document::{Document, Part, Row, Table};
use bestply_experiments::show::report::layout::quantity;

/// The explanation of the tables.
const LEGEND: &str = "Decision quality is the share of trees in which the first move is one that a full minimax search would \
                      make, with its 95% interval. Generations are means over the trees; both searchers make all children of \
                      a node at once. The difference is decision quality less that of alpha-beta with as many generations, \
                      between two horizons on the line that the figure draws, in percentage points with a 95% interval over \
                      the same trees, for each depth by itself. \"First\" counts each node once, as a tree in memory would. \
                      Overhead is what is generated again, over that; \"by the report's test\", a node's children are generated \
                      again if its stored value is not its static one.";

/// The report of a run.
pub(super) fn document(results: &Results, figure: &Figure4, command: &str) -> Document {
    let curves = &results.curves;
    let mut parts = vec![
        Part::Heading("The report's statements".to_owned()),
        Part::List(results.statements.iter().map(statement_line).collect()),
        Part::Paragraph(LEGEND.to_owned()),
        Part::Paragraph(ties_line(curves)),
        Part::Heading("Plots".to_owned()),
    ];
    parts.extend(plots(curves));
    for it in curves {
        parts.push(Part::Heading(it.game.parameters_text()));
        parts.push(Part::Table(best_first_table(&it.best_first)));
        parts.push(Part::Table(alpha_beta_table(&it.alpha_beta)));
    }
    parts.push(Part::Heading("How it was made".to_owned()));
    parts.push(Part::Command(command.to_owned()));
    parts.push(Part::Paragraph(settings_line(figure)));
    Document { title: "Figure 4: decision quality against node generations on N-games".to_owned(), parts }
}

/// A statement with its verdict and its figures, in one line.
pub(super) fn statement_line(statement: &Statement) -> String {
    let verdict = if statement.holds { "Holds" } else { "Does not hold" };
    format!("{verdict}: {} {}", statement.statement, statement.evidence)
}

fn ties_line(curves: &[Curves]) -> String {
    let ties: Vec<String> = curves
        .iter()
        .filter(|it| it.ties > 0)
        .map(|it| format!("{} of {} ({})", it.ties, it.trees, it.game.parameters_text()))
        .collect();
    match ties.is_empty() {
        true => "No tree has more than one best first move.".to_owned(),
        false => {
            format!("Trees with more than one best first move, each of which counts as correct: {}.", ties.join(", "))
        }
    }
}

fn settings_line(figure: &Figure4) -> String {
    format!(
        "{} trees of each branching factor, seeds {} to {}, each the deepest that fits in {} bytes at two bytes an edge. \
         Alpha-beta with fixed ordering, a fresh search for each horizon; best-first minimax by one run of RBFMS in its form of \
         1992.",
        figure.trees,
        Figure4::FIRST_SEED,
        Figure4::FIRST_SEED + figure.trees - 1,
        figure.budget_bytes,
    )
}

fn best_first_table(points: &[BestFirstPoint]) -> Table {
    let head = [
        "BF depth",
        "quality",
        "95%",
        "generations",
        "first",
        "overhead",
        "without inheritance",
        "by the report's test",
        "difference",
        "at first",
    ];
    let row = |point: &BestFirstPoint| {
        vec![
            point.depth.to_string(),
            percent(point.decision_quality),
            interval(point.interval_95),
            quantity(point.generations),
            quantity(point.first_generations),
            percent(point.overhead),
            percent(point.overhead_without_inheritance),
            percent(point.seeming_overhead),
            difference(point.at_equal_generations.as_ref()),
            difference(point.at_equal_first_generations.as_ref()),
        ]
    };
    Table { head: head.map(str::to_owned).to_vec(), rows: points.iter().map(row).map(Row::from).collect() }
}

fn alpha_beta_table(points: &[AlphaBetaPoint]) -> Table {
    let row = |point: &AlphaBetaPoint| {
        vec![
            point.horizon.to_string(),
            percent(point.decision_quality),
            interval(point.interval_95),
            quantity(point.generations),
        ]
    };
    let head = ["AB horizon", "quality", "95%", "generations"];
    Table { head: head.map(str::to_owned).to_vec(), rows: points.iter().map(row).map(Row::from).collect() }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn interval([low, high]: [f64; 2]) -> String {
    format!("{:.1}\u{2013}{:.1}", 100.0 * low, 100.0 * high)
}

/// A difference in percentage points; a dash beyond the ends of alpha-beta's curve.
fn difference(comparison: Option<&Comparison>) -> String {
    comparison.map_or_else(
        || "\u{2013}".to_owned(),
        |Comparison { difference, interval_95: [low, high], .. }| {
            format!("{:+.1} [{:+.1}, {:+.1}]", 100.0 * difference, 100.0 * low, 100.0 * high)
        },
    )
}
