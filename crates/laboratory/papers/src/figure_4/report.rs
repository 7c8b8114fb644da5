//! The report of Figure 4 for a person to read.

use bestply_experiments::outcome::verdict::Verdict;
use bestply_experiments::runs::study::Findings;
use bestply_presentation::document::{Part, Table};
use bestply_presentation::table;
use bestply_presentation::words::{count, listed, quantity, tenths_within};

use super::curves::{AlphaBetaPoint, BestFirstPoint, Comparison, Curves};
use super::plot::{as_drawn, overhead, quality};
use super::statements::{Statement, signed};
use super::{Figure4, Figure4Results};

/// The explanation of the tables.
const LEGEND: &str = "Decision quality is the share of trees in which the first move is one that a full minimax search would \
                      make, with its 95% interval. Generations are means over the trees; both searchers make all children of \
                      a node at once. The difference is decision quality less that of alpha-beta with as many generations, \
                      between two horizons on the line that the figure draws, in percentage points with a 95% interval over \
                      the same trees, for each depth by itself. \"Each node once\" counts as a tree in memory would. \
                      Overhead is what is generated again, over that; \"by the report's test\", a node's children are generated \
                      again if its stored value is not its static one.";

/// The report of a run.
pub(super) fn findings(results: &Figure4Results, figure: &Figure4) -> Findings {
    let curves = &results.curves;
    let statements = results.statements.iter().map(statement_line).collect();
    let statements = ("What the report of 1992 states".to_owned(), vec![Part::List(statements)]);
    let of_curves = |it: &Curves| {
        let parts = vec![
            Part::Beside(best_first_table(&it.best_first), quality(it)),
            Part::Table(alpha_beta_table(&it.alpha_beta)),
            Part::Beside(overhead_table(&it.best_first), overhead(it)),
        ];
        (it.game.parameters_text(), parts)
    };
    Findings {
        title: "Figure 4: decision quality against node generations on N-games".to_owned(),
        answer: answer(results),
        figure: Some(as_drawn(curves)),
        sections: std::iter::once(statements).chain(curves.iter().map(of_curves)).collect(),
        legend: LEGEND.to_owned(),
        remark: Some(ties_line(curves)),
        method: settings_line(figure),
        csv: None,
    }
}

/// What came of the statements, and where best-first is ahead.
fn answer(results: &Figure4Results) -> Vec<String> {
    let all = results.statements.len();
    let number = |wanted| results.statements.iter().filter(|it| it.verdict == wanted).count();
    let [hold, fail, unknown] = [Verdict::Holds, Verdict::Fails, Verdict::NotShown].map(number);
    let cannot = "cannot be told from so few trees";
    let parts = [(hold, "holds", "hold"), (fail, "does not hold", "do not hold"), (unknown, cannot, cannot)];
    let parts = parts.into_iter().filter(|(number, ..)| *number > 0);
    let parts: Vec<String> = parts.map(|(number, one, several)| count(number, one, several)).collect();
    let statements = format!("{} of the report of 1992", count(all, "statement", "statements"));
    let statements = match [hold, fail, unknown] {
        [_, 0, 0] => format!("All of {statements} hold."),
        [0, _, 0] => format!("None of {statements} holds."),
        [0, 0, _] => format!("None of {statements} can be told from so few trees."),
        _ => format!("Of {statements} {}.", listed(&parts)),
    };
    let ahead = results.curves.iter().filter(|it| is_ahead(it)).filter_map(|it| it.game.branching());
    let ahead: Vec<String> = ahead.map(|branching| branching.to_string()).collect();
    let ahead = match ahead.as_slice() {
        [] => "At equal generations best-first is nowhere ahead of alpha-beta beyond chance.".to_owned(),
        _ => format!(
            "At equal generations best-first is ahead of alpha-beta, beyond chance at more depths than it is behind, at b = {}.",
            listed(&ahead)
        ),
    };
    vec![statements, ahead]
}

/// Whether best-first is ahead at more depths than it is behind, beyond chance at each.
fn is_ahead(curves: &Curves) -> bool {
    let compared = || curves.best_first.iter().filter_map(|point| point.at_equal_generations.as_ref());
    let ahead = compared().filter(|comparison| comparison.interval_95[0] > 0.0).count();
    let behind = compared().filter(|comparison| comparison.interval_95[1] < 0.0).count();
    ahead > behind
}

/// A statement with its verdict and its figures, in one line.
fn statement_line(statement: &Statement) -> String {
    let verdict = statement.verdict.told(["Holds", "Does not hold", "Not shown"]);
    format!("{verdict}: {} {}", statement.statement, statement.evidence)
}

fn ties_line(curves: &[Curves]) -> String {
    let tied = curves.iter().filter(|it| it.ties > 0);
    let ties = tied.map(|it| format!("{} of {} ({})", it.ties, it.trees, it.game.parameters_text()));
    let ties: Vec<String> = ties.collect();
    if ties.is_empty() {
        "No tree has more than one best first move.".to_owned()
    } else {
        format!("Trees with more than one best first move, each of which counts as correct: {}.", ties.join(", "))
    }
}

fn settings_line(figure: &Figure4) -> String {
    let trees = count(figure.trees as usize, "tree", "trees");
    let seeds = match figure.trees {
        1 => format!("seed {}", Figure4::FIRST_SEED),
        trees => format!("seeds {} to {}", Figure4::FIRST_SEED, Figure4::FIRST_SEED + trees - 1),
    };
    format!(
        "{trees} of each branching factor, {seeds}, each the deepest that fits in {} bytes at two bytes an edge. Alpha-beta with fixed \
         ordering, a fresh search for each horizon; best-first minimax by one run of RBFMS in its form of 1992.",
        figure.budget_bytes,
    )
}

fn best_first_table(points: &[BestFirstPoint]) -> Table {
    table!(points, |it|
        "best-first depth": it.depth, "quality": tenths_within(it.decision_quality, it.interval_95),
        "generations": quantity(it.generations), "difference": difference(it.at_equal_generations.as_ref()),
        "each node once": quantity(it.first_generations),
        "difference": difference(it.at_equal_first_generations.as_ref()))
}

fn overhead_table(points: &[BestFirstPoint]) -> Table {
    table!(points, |it|
        "best-first depth": it.depth, "overhead": percent(it.overhead),
        "without inheritance": percent(it.overhead_without_inheritance),
        "by the report's test": percent(it.seeming_overhead))
}

fn alpha_beta_table(points: &[AlphaBetaPoint]) -> Table {
    table!(points, |it|
        "alpha-beta horizon": it.horizon, "quality": tenths_within(it.decision_quality, it.interval_95),
        "generations": quantity(it.generations))
}

/// A share with its interval.
fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// A difference in percentage points; a dash beyond alpha-beta's ends.
fn difference(comparison: Option<&Comparison>) -> String {
    let Some(Comparison { difference, interval_95, .. }) = comparison else { return "\u{2013}".to_owned() };
    let [low, high] = interval_95.map(signed);
    format!("{} ({low} to {high})", signed(*difference))
}
