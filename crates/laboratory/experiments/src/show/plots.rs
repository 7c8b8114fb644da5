//! Plots of an experiment, as SVG: who scores how much against how deep an opponent or with how large a budget, what
//! that costs, and how far the calibrated depths are from the published ones.
//!
//! Text stays text (no font is looked up), and nothing but the cells goes in, so the bytes repeat.
//! Every panel is a picture of its own with text of one size, so that it can be read on a telephone.

pub(crate) mod fields;
pub(crate) mod heat_maps;
pub mod leads;
pub(crate) mod sweeps;

use std::ops::RangeInclusive;

use bestply_presentation::document::{Figure, plain};
use bestply_presentation::words::{percent, percents};
use bestply_presentation::{Axis, Chart, Interval, Line, Mark, Point, Series, figure};

use crate::contest::{Budget, Sides, distinct};
use crate::outcome::results::{Cell, depth_tolerance, groups};
use crate::show::report::layout::Conditions;

/// The height of a panel that shows little.
const LOW: u32 = 220;

/// The scores of one game against the opponent's depth, on the axes of the whole section.
pub(crate) fn scores(game: &[&Cell], section: &[&Cell]) -> Figure {
    let conditions = Conditions::of(game[0]);
    let lowest = section.iter().map(|cell| lowest(cell)).fold(50.0, f64::min);
    let title = format!("{}: score of {}{}", named(game[0]), game[0].challenger.label(), against(game[0]));
    let mut chart = score_chart(title, Axis::depths("opponent's depth", depths_of(section)), lowest);
    let ours = |cell: &Cell| Some((cell.score().0, Some(cell.score().1), "score"));
    let published = |cell: &Cell| Some((cell.published?.win_rate, cell.published_interval(), "published"));
    let without_ties =
        |cell: &Cell| has_ties_beside_published(cell).then_some((cell.win_rate, cell.interval_95, "without ties"));
    let mut keys = Vec::new();
    let mut add = |mark: Mark, label: &str, points: Vec<Point>| {
        if !points.is_empty() {
            keys.push(mark.key(label));
            chart.series.push(Series { mark, points });
        }
    };
    add(Mark::of(0), "score, with its 95% interval", by_depth(game, ours));
    add(Mark::of(2).hollow().joined(Line::None), "the same without ties", by_depth(game, without_ties));
    add(Mark::of(1).hollow().joined(Line::Dashed), "published, without ties", by_depth(game, published));
    let stem = format!("plot-{}wins-{}", stem(game[0]), plain(&conditions.to_string()));
    chart.figure(&stem, "Score against the opponent's depth. The grey line is an even score.", keys)
}

/// The challenger's evaluations over the opponent's against the opponent's depth: a series for each game.
pub(crate) fn cost(section: &[&Cell]) -> Option<Figure> {
    let known = section.iter().copied().filter(|cell| cell.evaluations.challenger > 0 && cell.evaluations.opponent > 0);
    let known: Vec<&Cell> = known.collect();
    let ratios = || known.iter().map(|cell| cell.evaluation_ratio);
    let (least, most) = (ratios().fold(1.0, f64::min), ratios().fold(1.0, f64::max));
    let label = "ratio of evaluations";
    let y = if most / least > 4.0 {
        Axis::magnitudes(label, least, most, |ratio| ratio.to_string())
    } else {
        Axis::numbers(label, least, most, false)
    };
    let first = *known.first()?;
    let whose = format!("{}{}, {}", first.challenger.label(), against(first), first.game.title());
    let whose = first.table.map_or(whose, |table| format!("Table {table}"));
    let mut chart =
        Chart::new(format!("{whose}: ratio of costs"), Axis::depths("opponent's depth", depths_of(&known)), y);
    chart.level = Some(1.0);
    let mut keys = Vec::new();
    for (index, (conditions, cells)) in games(&known).into_iter().enumerate() {
        keys.push(Mark::of(index).key(conditions.to_string()));
        let ratio = |cell: &Cell| format!("{}: ratio {:.3}", contest(cell), cell.evaluation_ratio);
        let point = |cell: &Cell| Some((f64::from(cell.opponent.depth?), cell.evaluation_ratio, ratio(cell)));
        let points = cells.iter().filter_map(|cell| point(cell));
        let points = points.map(|(x, y, tip)| Point { x, y, interval: None, tip }).collect();
        chart.series.push(Series { mark: Mark::of(index), points });
    }
    let caption =
        "What the challenger's side spent over what the opponent's did, in evaluations. At 1 both spent the same.";
    Some(chart.figure(&format!("plot-{}cost", stem(first)), caption, keys))
}

/// How far the calibrated depths are from the published ones: a panel for each game.
pub(crate) fn depths(section: &[&Cell]) -> Option<Figure> {
    let compared = section.iter().copied().filter(|cell| cell.depth_agrees().is_some());
    let compared: Vec<&Cell> = compared.collect();
    let first = *compared.first()?;
    let differences = compared.iter().filter_map(|cell| depth_difference(cell));
    let furthest =
        differences.map(|(theirs, difference)| depth_tolerance(theirs).max(difference.abs())).fold(1.0, f64::max);
    let panel = |(conditions, cells): (Conditions, Vec<&Cell>)| {
        let points: Vec<_> = cells.into_iter().filter_map(|cell| Some((cell, depth_difference(cell)?))).collect();
        let published = points.iter().map(|(_, (theirs, _))| (*theirs, theirs.to_string())).collect();
        let x = Axis::listed("published depth", published);
        let y = Axis::numbers("ours less published", -furthest, furthest, true);
        let mut chart = Chart::new(format!("{}: depth", named(points[0].0)), x, y);
        chart.height = LOW;
        chart.level = Some(0.0);
        let [start, end] = chart.x.ends();
        // From 10 on a tenth is more than 1.
        let edges = [start, 10.0_f64.clamp(start, end), end];
        chart.band = edges.map(|depth| (depth, [-depth_tolerance(depth), depth_tolerance(depth)])).to_vec();
        let point = |&(cell, (x, y)): &(&Cell, (f64, f64))| {
            let tip = format!("{}: depth {}, published {x}", contest(cell), x + y);
            Point { x, y, interval: None, tip }
        };
        chart.series = vec![Series { mark: Mark::of(0), points: points.iter().map(point).collect() }];
        (conditions.to_string(), chart)
    };
    let charts = games(&compared).into_iter().map(panel).collect();
    let keys = vec![Mark::of(0).key("calibrated depth"), Mark::band().key("within max(1, 10%)")];
    let caption = "How far the challenger's calibrated depth is from the published one, against the published depth.";
    Some(figure(&format!("plot-{}depths", stem(first)), caption, keys, charts))
}

/// The published depth, and how much deeper ours is.
fn depth_difference(cell: &Cell) -> Option<(f64, f64)> {
    let theirs = f64::from(cell.published?.depth);
    Some((theirs, f64::from(cell.challenger.depth?) - theirs))
}

/// The cells of each game, in the order of the opponent's depth.
fn games<'a>(section: &[&'a Cell]) -> Vec<(Conditions, Vec<&'a Cell>)> {
    let in_order = |mut cells: Vec<&'a Cell>| {
        cells.sort_by_key(|cell| cell.opponent.depth);
        (Conditions::of(cells[0]), cells)
    };
    groups(section.to_vec(), Conditions::of).into_iter().map(in_order).collect()
}

/// A share of each cell that has one at the opponent's depth, with its interval, and what it is.
fn by_depth<'a>(cells: &[&'a Cell], of: impl Fn(&'a Cell) -> Option<(f64, Option<[f64; 2]>, &'a str)>) -> Vec<Point> {
    let mut cells = cells.to_vec();
    cells.sort_by_key(|cell| cell.opponent.depth);
    let point = |cell: &'a Cell| {
        let (share, within, what) = of(cell)?;
        Some(share_point(f64::from(cell.opponent.depth?), share, within, &format!("{}: {what}", contest(cell))))
    };
    cells.into_iter().filter_map(point).collect()
}

/// The scores in one game against the budget: a panel for each opponent and kind of budget, a series for each
/// challenger. `None` where nobody has a budget.
pub(crate) fn by_budget(game: &[&Cell], number: usize) -> Option<Figure> {
    let budgeted: Vec<&Cell> = game.iter().copied().filter(|cell| cell.budget().is_some()).collect();
    let first = *budgeted.first()?;
    let labels = distinct(budgeted.iter().map(|cell| cell.challenger.label()));
    let keys = labels.iter().enumerate().map(|(index, label)| Mark::of(index).key(label)).collect();
    let panels = groups(budgeted.clone(), |cell| (cell.opponent.label(), cell.budget().map(Budget::kind)));
    let has_one_opponent = distinct(budgeted.iter().map(|cell| cell.opponent.label())).len() == 1;
    let lowest = budgeted.iter().map(|cell| 100.0 * cell.score().1[0]).fold(50.0, f64::min);
    let chart = |cells: &Vec<&Cell>| {
        let budgets: Vec<Budget> = cells.iter().filter_map(|cell| cell.budget()).collect();
        let (unit, kind, opponent) = (budgets[0].unit(), budgets[0].kind(), cells[0].opponent.label());
        let title = format!("{} against {}: score at equal {kind}", Conditions::of(first), opponent);
        let amounts = budgets.iter().map(|budget| (budget.amount(), budget.amount().to_string())).collect();
        let x = Axis::listed(&format!("{unit} a move, either side"), amounts);
        let mut chart = score_chart(title, x, lowest);
        for (index, label) in labels.iter().enumerate() {
            let own = cells.iter().copied().filter(|cell| cell.challenger.label() == *label);
            let points = scored(own, |cell| {
                let budget = cell.budget()?;
                let what = format!("{}, {} at {budget}:", Conditions::of(cell), cell.challenger.label());
                Some((budget.amount(), what))
            });
            chart.series.push(Series { mark: Mark::of(index), points });
        }
        let name = if has_one_opponent { kind.to_owned() } else { plain(&format!("{kind} {opponent}")) };
        (name, chart)
    };
    let caption =
        "Score against the budget a move that both sides have, with 95% intervals. The grey line is an even score.";
    let stem = format!("plot-budget-{}-{number}", first.game.kind);
    Some(figure(&stem, caption, keys, panels.iter().map(chart).collect()))
}

/// The score against the opponent's depth: a panel for each challenger, a series for each evaluation. `None` where
/// no challenger played with two.
pub(crate) fn by_evaluation(cells: &[&Cell]) -> Option<Figure> {
    let comparable =
        |cell: &&Cell| shared_evaluation(cell).is_some() && cell.opponent.depth.is_some() && cell.swept.is_empty();
    let shared = cells.iter().copied().filter(comparable);
    let mut panels = groups(shared, |cell| (cell.challenger.label(), cell.opponent.label(), &cell.game));
    panels.retain(|panel| distinct(panel.iter().map(|cell| shared_evaluation(cell))).len() > 1);
    let all = panels.concat();
    let first = *all.first()?;
    let names = distinct(all.iter().filter_map(|cell| shared_evaluation(cell)));
    let lowest = all.iter().map(|cell| lowest(cell)).fold(50.0, f64::min);
    let chart = |panel: &Vec<&Cell>| {
        let challenger = panel[0].challenger.label();
        let whose = format!("{challenger}{}", against(panel[0]));
        let title = format!("{}: score of {whose} by the evaluation that both sides use", panel[0].game);
        let x = Axis::depths("opponent's depth", depths_of(&all));
        let mut chart = score_chart(title, x, lowest);
        for cells in groups(panel.clone(), shared_evaluation) {
            let index = names.iter().position(|it| Some(it) == shared_evaluation(cells[0]).as_ref()).unwrap_or(0);
            let points = by_depth(&cells, |cell| Some((cell.score().0, Some(cell.score().1), "score")));
            chart.series.push(Series { mark: Mark::of(index), points });
        }
        (whose, chart)
    };
    let keys =
        names.iter().enumerate().map(|(index, name)| Mark::of(index).key(format!("{name} evaluation"))).collect();
    let caption = "How much the lead depends on the evaluation: score against the opponent's depth, both sides using the same \
                   evaluation, with 95% intervals.";
    Some(figure(&format!("plot-evaluations-{}", first.game.kind), caption, keys, panels.iter().map(chart).collect()))
}

/// The evaluation that both sides use, if it is the same.
fn shared_evaluation(cell: &Cell) -> Option<String> {
    let Sides { challenger, opponent } = cell.evaluations_named()?;
    (challenger == opponent).then_some(challenger)
}

/// The scores of cells over a quantity, in its order: `at` says where each stands, and what it is.
fn scored<'a>(cells: impl IntoIterator<Item = &'a Cell>, at: impl Fn(&'a Cell) -> Option<(f64, String)>) -> Vec<Point> {
    let points = cells.into_iter().filter_map(|cell| {
        let ((x, what), (score, within)) = (at(cell)?, cell.score());
        Some(share_point(x, score, Some(within), &what))
    });
    let mut points: Vec<Point> = points.collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    points
}

/// A chart of the challenger's score from a little below the lowest percentage on, with a line at an even score.
pub(crate) fn score_chart(title: String, x: Axis, lowest: f64) -> Chart {
    let mut chart = Chart::new(title, x, Axis::percentages("challenger's score", lowest));
    chart.level = Some(50.0);
    chart
}

/// A share in percent at a place, with its interval.
pub(crate) fn share_point(x: f64, share: f64, within: Option<[f64; 2]>, what: &str) -> Point {
    let known = within.map_or_else(String::new, |within| format!(" ({})", percents(within)));
    let interval = within.map(|ends| Interval::Upright(ends.map(|end| 100.0 * end)));
    Point { x, y: 100.0 * share, interval, tip: format!("{what} {}{known}", percent(share)) }
}

/// The lowest percentage that is drawn of a cell.
fn lowest(cell: &Cell) -> f64 {
    let without_ties = cell.interval_95.filter(|_| has_ties_beside_published(cell)).map_or(1.0, |[low, _]| low);
    let published = cell.published_interval().map_or(1.0, |[low, _]| low);
    100.0 * cell.score().1[0].min(without_ties).min(published)
}

/// Whether the papers' way of counting makes a difference where it matters.
fn has_ties_beside_published(cell: &Cell) -> bool {
    cell.published.is_some() && cell.ties > 0
}

/// A game with its opponent's depth.
fn contest(cell: &Cell) -> String {
    let depth = cell.opponent.depth.map_or_else(String::new, |depth| format!(", opponent's depth {depth}"));
    format!("{}{depth}", Conditions::of(cell))
}

/// A game, with its table where it belongs to one.
fn named(cell: &Cell) -> String {
    let table = cell.table.map_or_else(String::new, |table| format!("Table {table}, "));
    format!("{table}{}", Conditions::of(cell))
}

/// Whom a challenger meets, where that is one of several players of a searcher.
pub(crate) fn against(cell: &Cell) -> String {
    let label = cell.opponent.label();
    if label == cell.opponent.searcher { String::new() } else { format!(" against {label}") }
}

/// What the names of a section's files have in common.
fn stem(cell: &Cell) -> String {
    let table = cell.table.map(|table| format!("table-{table}-")).unwrap_or_default();
    format!("{table}{}-{}-", plain(&cell.challenger.label()), cell.game.kind)
}

/// From the least of the opponent's depths to the greatest.
fn depths_of(section: &[&Cell]) -> RangeInclusive<u32> {
    let depths = || section.iter().filter_map(|cell| cell.opponent.depth);
    depths().min().unwrap_or(1)..=depths().max().unwrap_or(1)
}
