//! The layout that all reports share: the paper's, one column for each depth of the opponent, or for each budget that
//! both have.

use std::fmt;

use bestply_presentation::document::{Entry, Figure, Part, Row, Table};
use bestply_presentation::words::{percent, percents, quantity};

use crate::contest::{Budget, Sides, Swept};
use crate::outcome::Generations;
use crate::outcome::results::{Cell, CellGame, CellPlayer, groups};
use crate::show::plots;

/// The parts of a report that show the cells, in their order: a heading for each challenger in a kind of game, and a
/// table for each game with its figure beside it.
pub(super) fn parts(cells: &[Cell]) -> Vec<Part> {
    let kind = |cell: &Cell| cell.budget().map(Budget::kind);
    let sections = groups(cells, |cell| {
        let swept: Vec<String> = cell.swept.iter().map(Swept::name).collect();
        (cell.table, cell.titles(), cell.game.kind.as_str(), kind(cell), swept)
    });
    sections.iter().flat_map(|section| section_parts(section)).collect()
}

fn section_parts(section: &[&Cell]) -> Vec<Part> {
    let mut parts = vec![Part::Heading(section_heading(section[0]))];
    let shown = informative(section);
    if shown.len() < section.len() {
        parts.push(Part::Paragraph(LEFT_OUT.to_owned()));
    }
    for (number, game) in groups(shown.clone(), Conditions::of).into_iter().enumerate() {
        parts.push(Part::Subheading(Conditions::of(game[0]).to_string()));
        parts.push(match figure_of(&game, &shown, number + 1) {
            Some(figure) => Part::Beside(panel(&game), figure),
            None => Part::Table(panel(&game)),
        });
    }
    parts.extend(plots::sweeps::scores(&shown).into_iter().map(Part::Figure));
    if shown.len() > 1 && shown.iter().all(|cell| has_depth(cell)) {
        parts.extend(plots::cost(&shown).into_iter().chain(plots::depths(&shown)).map(Part::Figure));
    }
    parts
}

/// The figure of one game, where its contests have a place on an axis: the opponent's depth, or the budget. One contest
/// is no curve.
fn figure_of(game: &[&Cell], section: &[&Cell], number: usize) -> Option<Figure> {
    match game {
        [_] => None,
        _ if game.iter().any(|cell| !cell.swept.is_empty()) => None,
        _ if game.iter().all(|cell| has_depth(cell)) => Some(plots::scores(game, section)),
        _ => plots::by_budget(game, number),
    }
}

/// Of a sweep several cells would stand at one depth.
fn has_depth(cell: &Cell) -> bool {
    cell.opponent.depth.is_some() && cell.swept.is_empty()
}

/// Why cells are left out.
const LEFT_OUT: &str = "At depth 1 both sides are the same player and every game is tied: that column is left out.";

/// The cells that say something: all but those between two players of depth 1 of which nothing was decided. Where that
/// leaves none, all.
pub(crate) fn informative<'c>(cells: &[&'c Cell]) -> Vec<&'c Cell> {
    let is_empty =
        |cell: &Cell| cell.count().decided == 0 && cell.challenger.depth == Some(1) && cell.opponent.depth == Some(1);
    let told: Vec<&Cell> = cells.iter().copied().filter(|cell| !is_empty(cell)).collect();
    if told.is_empty() { cells.to_vec() } else { told }
}

/// What a table is about, such as "Table 2: best-first against alpha-beta on random games".
pub(crate) fn section_heading(cell: &Cell) -> String {
    let game = cell.game.title();
    let equal = cell.budget().map_or_else(String::new, |budget| format!(" at equal {}", budget.kind()));
    let Sides { challenger, opponent } = cell.titles();
    let contest = format!("{challenger} against {opponent} on {game}{equal}");
    if let Some(table) = cell.table { format!("Table {table}: {contest}") } else { contest }
}

/// What is the same in all contests of a panel, besides the searchers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Conditions {
    game: CellGame,
    evaluations: Option<Sides<String>>,
}

impl Conditions {
    pub(crate) fn of(cell: &Cell) -> Conditions {
        Conditions { game: cell.game.clone(), evaluations: cell.evaluations_named() }
    }

    /// The same without what an evaluation costs.
    pub(crate) fn at_any_cost(cell: &Cell) -> Conditions {
        Conditions { game: cell.game.at_any_cost(), ..Conditions::of(cell) }
    }
}

/// The shortest name within a section, such as "B = 5" or "Othello, learnt".
impl fmt::Display for Conditions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.game.parameters_text())?;
        let Some(Sides { challenger, opponent }) = &self.evaluations else { return Ok(()) };
        write!(formatter, ", {challenger}")?;
        if challenger == opponent { Ok(()) } else { write!(formatter, " against {opponent}") }
    }
}

/// A player's depth limit, or its budget; a dash where something else limits it.
pub(crate) fn limit(player: &CellPlayer) -> String {
    match (player.depth, player.budget()) {
        (Some(depth), _) => depth.to_string(),
        (None, Some(budget)) => budget.to_string(),
        (None, None) => "\u{2013}".to_string(),
    }
}

/// A player's name with its depth, if it has one.
pub(crate) fn with_depth(name: &str, depth: Option<impl fmt::Display>) -> String {
    depth.map_or_else(|| name.to_owned(), |depth| format!("{name} {depth}"))
}

/// A number of Elo points with its sign; without bound on this side where no finite one says it.
pub(crate) fn points_or(elo: Option<f64>, side: char) -> String {
    // Rounded first, for there is no -0.
    elo.map_or_else(|| format!("{side}\u{221e}"), |elo| format!("{:+.0}", elo.round() + 0.0))
}

/// An interval of Elo points.
pub(crate) fn points_interval([low, high]: [Option<f64>; 2]) -> String {
    format!("{} to {}", points_or(low, '-'), points_or(high, '+'))
}

/// The contests in one game: a column for each depth of the opponent, or for each budget that both have.
fn panel(cells: &[&Cell]) -> Table {
    let head = match cells[0].budget() {
        Some(_) => row("budget a move", cells, |cell| cell.budget().map(|budget| budget.to_string())),
        None => row("opponent's depth", cells, |cell| Some(limit(&cell.opponent))),
    };
    let values = cells[0].swept.iter().map(Swept::name).enumerate();
    let values = values.map(|(place, name)| row(&name, cells, |cell| Some(cell.swept.get(place)?.value_text())));
    let mut rows: Vec<Row> = values.chain(outcome_rows(cells)).chain(cost_rows(cells)).collect();
    rows.retain(|row| row.entries[1..].iter().any(|entry| !entry.text.is_empty()));
    Table { head: head.entries.into_iter().map(|entry| entry.text).collect(), rows }
}

/// Who won, beside what is published where anything is.
fn outcome_rows(cells: &[&Cell]) -> Vec<Row> {
    let is_published = cells.iter().any(|cell| cell.published.is_some());
    let ours = if is_published { ", ours" } else { "" };
    let depth = |cell: &Cell| cell.budget().is_none().then(|| limit(&cell.challenger));
    let elo = |cell: &Cell| Some(points_or(cell.elo?.difference, if cell.score().0 < 0.5 { '-' } else { '+' }));
    let wins = |cell: &Cell| cell.published.map(|_| percent(cell.win_rate));
    let mut rows = vec![
        marked(&format!("depth{ours}"), cells, Cell::depth_agrees, depth),
        row("depth, published", cells, |cell| Some(cell.published?.depth.to_string())),
        row(&format!("score{ours}"), cells, |cell| Some(percent(cell.score().0))),
        row("95% interval", cells, |cell| Some(percents(cell.score().1))),
        marked("wins without ties, ours", cells, |cell| cell.agrees, wins),
        row("their 95% interval", cells, |cell| cell.interval_95.map(percents)),
        row("wins, published", cells, |cell| Some(percent(cell.published?.win_rate))),
        row("Elo", cells, elo),
        row("Elo, 95% interval", cells, |cell| Some(points_interval(cell.elo?.interval_95))),
        row("pairs", cells, |cell| Some(cell.pairs.to_string())),
        row("ties", cells, |cell| Some(cell.ties.to_string())),
    ];
    rows.iter_mut()
        .for_each(|row| row.is_ours = ["depth", "score"].contains(&row.entries[0].text.trim_end_matches(", ours")));
    rows
}

/// What it cost.
fn cost_rows(cells: &[&Cell]) -> Vec<Row> {
    let kept = |of: fn(Sides<bool>) -> bool| move |cell: &Cell| Some(!of(cell.is_off_budget()));
    let times =
        |of: fn(Sides<f64>) -> f64| move |cell: &Cell| Some(format!("{:.2}", of(cell.milliseconds_per_move()?)));
    vec![
        row("evaluation ratio", cells, |cell| (!cell.has_engine()).then(|| format!("{:.3}", cell.evaluation_ratio))),
        row("evaluations a move", cells, |cell| Some(quantity(cell.evaluations_per_move()?.challenger))),
        row("evaluations a move, opponent", cells, |cell| Some(quantity(cell.evaluations_per_move()?.opponent))),
        row("generations a move", cells, |cell| generations_a_move(cell, |generations| generations.all)),
        row("for the first time", cells, |cell| generations_a_move(cell, |generations| generations.first)),
        marked("milliseconds a move", cells, kept(|it| it.challenger), times(|it| it.challenger)),
        marked("milliseconds a move, opponent", cells, kept(|it| it.opponent), times(|it| it.opponent)),
        row("time ratio", cells, |cell| {
            let elapsed = cell.elapsed_us?;
            Some(format!("{:.3}", elapsed.challenger as f64 / elapsed.opponent.max(1) as f64))
        }),
    ]
}

/// The challenger's generations a move, where it made any child more than once; elsewhere they are its evaluations.
fn generations_a_move(cell: &Cell, counted: impl Fn(Generations) -> u64) -> Option<String> {
    let generations = cell.generations?.challenger;
    let per_move = counted(generations) as f64 / cell.moves?.challenger.max(1) as f64;
    (generations.all > generations.first).then(|| quantity(per_move))
}

fn row(label: &str, cells: &[&Cell], text: impl Fn(&Cell) -> Option<String>) -> Row {
    marked(label, cells, |_| None, text)
}

fn marked(
    label: &str,
    cells: &[&Cell],
    agrees: impl Fn(&Cell) -> Option<bool>,
    text: impl Fn(&Cell) -> Option<String>,
) -> Row {
    let entry = |cell: &&Cell| Entry::agreeing(text(cell).unwrap_or_default(), agrees(cell));
    Row::from(std::iter::once(Entry::from(label)).chain(cells.iter().map(entry)))
}

/// What both sides spent of their budgets, such as "spent 3% and 99%", where both have one.
pub(crate) fn spent_text(cell: &Cell) -> Option<String> {
    let Sides { challenger, opponent } = cell.spent();
    let [challenger, opponent] = [challenger?, opponent?].map(|share| format!("{:.0}%", 100.0 * share));
    Some(format!("spent {challenger} and {opponent}"))
}
