//! The report of a match-up, for people.

use crate::contest::Sides;
use crate::contest::{GameEntry, MatchUp};
use crate::outcome::claim::GameVerdict;
use crate::outcome::results::{Cell, groups, off_time_line};
use crate::outcome::share;
use crate::show::plots::{budgets, sweeps};
use crate::show::report::document::{Document, Part, Row, Table};
use crate::show::report::layout::{points, quantity};
use crate::show::report::repeats_line;
use crate::show::sequential;

/// How to read it: said once.
const LEGEND: &str = "The score is the challenger's share of the points, \
                      a tie being half a point, with its 95% interval, in which games from one start, or from starts that are \
                      mirror images, do not count as independent.";

/// What a claim's verdicts mean.
const VERDICTS: &str =
    " The claim holds where the whole interval is as claimed, fails where none of it is, and is undecided else.";

/// What repeats and what does not.
const REPEATS: &str = " Milliseconds depend on the machine and what else it does; at equal evaluations all the rest repeats. Under a \
                       limit on time a search may run over by one evaluation or two milliseconds.";

/// What both sides have to play with.
fn sides_line(cells: &[Cell]) -> &'static str {
    match cells.iter().all(|cell| cell.repeats) {
        true => "Both sides have the same evaluation and the same budget a move.",
        false => "A foreign engine has its own evaluation and its own limits: the budget a move is the other side's.",
    }
}

/// The report of a run.
pub fn document(match_up: &MatchUp, cells: &[Cell], verdicts: &[GameVerdict], title: &str, command: &str) -> Document {
    let mut parts = Vec::new();
    if !verdicts.is_empty() {
        parts.push(Part::Heading("The claim".to_owned()));
        parts.push(Part::List(verdicts.iter().map(GameVerdict::to_string).collect()));
        parts.push(Part::Table(claim_table(verdicts)));
    }
    let verdicts_line = if verdicts.is_empty() { "" } else { VERDICTS };
    let legend = format!("{} {LEGEND}{verdicts_line}{REPEATS}", sides_line(cells));
    parts.push(Part::Paragraph(legend));
    parts.extend(off_time_line(cells).map(Part::Paragraph));
    let tests = sequential::sentences(cells);
    if !tests.is_empty() {
        parts.push(Part::Heading("Sequential tests".to_owned()));
        parts.extend([Part::List(tests), Part::Legend(sequential::LEGEND.to_owned())]);
    }
    for (cells, entry) in by_game(cells).into_iter().zip(&match_up.games) {
        parts.push(Part::Heading(cells[0].game.to_string()));
        parts.push(Part::Table(game_table(&cells)));
        let owned: Vec<Cell> = cells.into_iter().cloned().collect();
        parts.extend(sweeps::plots(&owned).into_iter().chain(budgets::plots(&owned)).map(|plot| Part::Plot {
            caption: plot.caption,
            file_name: plot.file_name,
            svg: plot.svg,
        }));
        parts.push(Part::List(searchers(entry, match_up)));
    }
    parts.push(Part::Heading("How it was made".to_owned()));
    parts.push(Part::Command(command.to_owned()));
    parts.push(Part::Paragraph(settings_line(match_up)));
    parts.extend(repeats_line(cells).map(|line| Part::Paragraph(line.to_owned())));
    Document { title: title.to_owned(), parts }
}

/// The claim's challengers in each game at each budget.
fn claim_table(verdicts: &[GameVerdict]) -> Table {
    let budgets = verdicts.first().into_iter().flat_map(|verdict| &verdict.at).map(|(budget, ..)| budget.to_string());
    let row = |verdict: &GameVerdict| {
        let scores = verdict
            .at
            .iter()
            .map(|(_, score, interval, verdict)| format!("{} [{}] {verdict}", share(*score), interval_of(*interval)));
        [verdict.game.to_string(), verdict.challenger.clone()].into_iter().chain(scores).collect::<Vec<String>>()
    };
    Table {
        head: ["game", "challenger"].map(str::to_owned).into_iter().chain(budgets).collect(),
        rows: verdicts.iter().map(row).map(Row::from).collect(),
    }
}

/// All contests of a game: a row for each challenger and budget.
fn game_table(cells: &[&Cell]) -> Table {
    let head = [
        "challenger",
        "budget",
        "score",
        "95%",
        "Elo",
        "95%",
        "won",
        "lost",
        "tied",
        "evaluations a move",
        "opponent's",
        "ms a move",
        "opponent's",
    ];
    let rows = groups(cells.to_vec(), |cell| cell.challenger.label()).concat().into_iter().map(marked_row).collect();
    Table { head: head.map(str::to_owned).to_vec(), rows }
}

/// A row whose times are marked where they are off their limit.
fn marked_row(cell: &Cell) -> Row {
    let mut row = Row::from(row(cell));
    let is_off = cell.is_off_time();
    for (entry, is_off) in row.entries.iter_mut().rev().zip([is_off.opponent, is_off.challenger]) {
        entry.differs = is_off;
    }
    row
}

fn row(cell: &Cell) -> Vec<String> {
    let (score, interval) = cell.score();
    let winning = if score < 0.5 { '\u{2212}' } else { '+' };
    let elo = cell.elo.map_or_else(String::new, |elo| ending(elo.difference, winning));
    let elo_interval = cell.elo.map_or_else(String::new, |elo| {
        let [low, high] = elo.interval_95;
        format!("{} to {}", ending(low, '\u{2212}'), ending(high, '+'))
    });
    let evaluations = shown(cell.evaluations_per_move(), quantity);
    let milliseconds = shown(cell.milliseconds_per_move(), |time| format!("{time:.3}"));
    let opponent = cell.opponent.settings.as_ref().map(|_| format!(" against {}", cell.opponent.label()));
    vec![
        cell.challenger.label() + &opponent.unwrap_or_default(),
        cell.budget().map_or_else(String::new, |budget| budget.to_string()),
        share(score),
        interval_of(interval),
        elo,
        elo_interval,
        cell.wins.to_string(),
        cell.losses.to_string(),
        cell.ties.to_string(),
        evaluations.challenger,
        evaluations.opponent,
        milliseconds.challenger,
        milliseconds.opponent,
    ]
}

/// A number of Elo points; beyond all bounds on this side where no finite one says it.
fn ending(elo: Option<f64>, side: char) -> String {
    elo.map_or_else(|| format!("{side}\u{221e}"), |elo| points(Some(elo)))
}

/// A quantity of both sides; a dash where there is none.
fn shown(quantity: Option<Sides<f64>>, text: impl Fn(f64) -> String) -> Sides<String> {
    let dash = || "\u{2013}".to_owned();
    match quantity {
        Some(Sides { challenger, opponent }) => Sides { challenger: text(challenger), opponent: text(opponent) },
        None => Sides { challenger: dash(), opponent: dash() },
    }
}

fn interval_of([low, high]: [f64; 2]) -> String {
    format!("{:.1}\u{2013}{:.1}", 100.0 * low, 100.0 * high)
}

/// The searchers of a game with their constants, as the command line writes them, and its starts where they are not simply its own.
fn searchers(entry: &GameEntry, match_up: &MatchUp) -> Vec<String> {
    let challengers = entry.challengers.iter().map(|challenger| format!("challenger: {challenger}"));
    let openings = entry.openings.as_ref().map(|file| format!("starts: {}", file.display()));
    let balance = entry.balance.as_ref().or(match_up.balance.as_ref());
    let balance = balance.map(|it| format!("balance: within {} by {}", it.within, it.search));
    challengers.chain([format!("opponent: {}", match_up.opponent)]).chain(openings).chain(balance).collect()
}

fn settings_line(match_up: &MatchUp) -> String {
    format!(
        "{}{} pairs a cell, starts {} to {}, each played twice, sides exchanged. The constants of the challengers were tuned on \
         other starts (docs/experiments.md).",
        if match_up.sprt.is_some() { "At most " } else { "" },
        match_up.pairs,
        match_up.first_seed,
        match_up.first_seed + match_up.pairs - 1,
    )
}

/// The cells of each game, games in their order.
fn by_game(cells: &[Cell]) -> Vec<Vec<&Cell>> {
    groups(cells.iter().collect(), |cell| &cell.game)
}
