//! The report of what a description came to, for people.

use bestply_presentation::document::{Document, Part, Row, Table};
use bestply_presentation::table;
use bestply_presentation::words::{count, quantity, share_within};

use crate::contest::{Budget, Description, Experiment, Grown, Meeting, distinct};
use crate::outcome::judged::Judged;
use crate::outcome::results::{Cell, groups, warnings};
use crate::outcome::standings::Standings;
use crate::show::plots::{self, fields, leads, sweeps};
use crate::show::report::layout::{points_interval, points_or, with_depth};
use crate::show::report::{self, Context, grown_lines, repeats_lines};
use crate::show::{claims, ratings, sequential};

/// The column of the opponents in a game's table, which is left out where there is one alone.
const OPPONENT: usize = 1;

/// How to read the verdicts on the scores.
const VERDICTS: &str = "That a challenger scores more than half holds or fails beyond chance, corrected by Holm's procedure over all \
                        contests of the run, or is not shown.";

/// How to read the tables.
const SCORE: &str = "The score is the challenger's share of the points, a tie being half a point, with its 95% interval, in which games \
                     from one start, or from starts that are mirror images, do not count as independent.";

/// What does not repeat where time is taken.
const TIMES: &str = "Milliseconds depend on the machine and what else it does; at equal evaluations all the rest repeats. Under a \
                     limit on time a search may run over by one evaluation or two milliseconds.";

/// What a description came to.
#[derive(Clone, Debug)]
pub struct RunFindings<'d> {
    /// The descriptions.
    pub descriptions: &'d [Description],
    /// The players of each game with their constants, as the command line writes them, and how its starts are chosen.
    pub players: Vec<String>,
    /// All cells, in the order of the description.
    pub cells: Vec<Cell>,
    /// What is claimed, with its verdicts.
    pub judged: Vec<Judged<'d>>,
    /// The ratings in each game with each budget, where every two players met.
    pub standings: Vec<Standings>,
    /// Where it was decided to go on with more pairs than were planned.
    pub grown: Vec<Grown>,
}

impl RunFindings<'_> {
    /// What came of it, in a few sentences: of the claims, or else of the ratings, or else of the scores.
    pub fn answer(&self) -> Vec<String> {
        match (self.judged.as_slice(), self.standings.as_slice()) {
            ([], []) => {
                let cells: Vec<&Cell> = self.cells.iter().collect();
                let answers = [leads::answer, fields::answer].into_iter().map(|answer| answer(&cells));
                let found = answers.into_iter().find(|sentences| !sentences.is_empty());
                found.unwrap_or_else(|| report::answer(&self.cells))
            }
            ([], standings) => ratings::answer(standings),
            (judged, _) => claims::answer(judged),
        }
    }

    /// The same for a terminal, with the table of the claims or of the ratings.
    pub fn terminal_text(&self, columns: Option<u16>) -> String {
        match (self.judged.as_slice(), self.standings.as_slice()) {
            ([], []) => self.answer().join("\n"),
            ([], standings) => ratings::terminal_tables(standings, columns),
            (judged, _) => format!("{}\n{}", self.answer().join("\n"), claims::terminal_table(judged, columns)),
        }
    }

    /// The report of a run.
    pub fn document(&self, title: &str, command: &str) -> Document {
        let (cells, is_table) = (self.unclaimed(), self.descriptions.iter().all(|it| !it.cells.is_empty()));
        let settings = || self.descriptions.iter().map(Description::to_toml).collect::<Vec<String>>();
        if is_table && self.judged.is_empty() {
            let cost = self.descriptions[0].cost;
            let context = Context { title, command, cost, settings: settings(), grown: &self.grown };
            return report::document(&self.cells, &context);
        }
        let judged = (!self.judged.is_empty()).then(|| claims::sections(&self.judged));
        let (mut headline, mut sections) = judged.unwrap_or_default();
        if !self.standings.is_empty() {
            let (figure, parts) = ratings::sections(&self.standings);
            headline = headline.or(figure);
            sections.extend(parts);
        } else {
            headline = headline.or_else(|| leads::scores(&cells)).or_else(|| fields::figure(&cells));
            for cells in groups(cells, |cell| &cell.game) {
                sections.extend(game_section(&cells));
            }
        }
        sections.extend(self.statistics());
        let players = [Part::Heading("Players".to_owned()), Part::List(self.players.clone())];
        let legend = [Part::Legend(self.legend())].into_iter().chain(players).collect();
        let mut how = vec![Part::Command(command.to_owned())];
        for description in self.descriptions {
            how.push(Part::Paragraph(settings_line(description)));
            how.extend(description.note.clone().map(Part::Paragraph));
        }
        how.extend(repeats_lines(&self.cells).map(|line| Part::Paragraph(line.to_owned())));
        how.push(Part::Toml(settings().join("\n")));
        let answer = Part::Answer { sentences: self.answer(), figure: headline };
        report::whole(title, answer, sections, legend, how)
    }

    /// The cells that have no claim of their own: those of challengers and opponents.
    fn unclaimed(&self) -> Vec<&Cell> {
        let claimed: Vec<&Cell> =
            self.judged.iter().filter(|it| it.claim.has_cells()).flat_map(|it| &it.cells).map(|it| &it.cell).collect();
        self.cells.iter().filter(|cell| !claimed.contains(cell)).collect()
    }

    /// What is to be known before the results are believed, and the tests that ended cells.
    fn statistics(&self) -> Option<Part> {
        let leads = ratings::leads(&self.standings).into_iter();
        let lines: Vec<String> = leads.chain(grown_lines(&self.grown)).chain(warnings(&self.cells)).collect();
        let mut parts: Vec<Part> = if lines.is_empty() { Vec::new() } else { vec![Part::List(lines)] };
        let tests = sequential::sentences(&self.cells);
        if !tests.is_empty() {
            parts.push(Part::Subheading("Sequential tests".to_owned()));
            parts.extend([Part::List(tests), Part::Legend(sequential::LEGEND.to_owned())]);
        }
        (!parts.is_empty()).then(|| Part::Folded { heading: "Statistics".to_owned(), parts })
    }

    fn legend(&self) -> String {
        let engines =
            "A foreign engine has its own evaluation and its own limits: the budget a move is the other side's.";
        let lines = [
            (engines, self.cells.iter().any(Cell::has_engine)),
            (SCORE, self.standings.is_empty()),
            (VERDICTS, self.standings.is_empty() && self.cells.iter().any(|cell| cell.above_half.is_some())),
            (ratings::LEGEND, !self.standings.is_empty()),
            (claims::LEGEND, !self.judged.is_empty()),
            (TIMES, self.cells.iter().any(|cell| cell.elapsed_us.is_some())),
        ];
        let said: Vec<&str> = lines.into_iter().filter_map(|(line, is_said)| is_said.then_some(line)).collect();
        said.join(" ")
    }
}

/// What a report says of the players of a meeting and of its starts, as [`RunFindings::players`] has it.
pub(crate) fn player_lines(meeting: &Meeting, experiment: &Experiment<'_>) -> Vec<String> {
    let Experiment { description, game, challenger, opponent, balance, openings, .. } = experiment;
    let place = if description.games.len() > 1 { format!(" in {}", game.kind) } else { String::new() };
    let sides = description.names_in(meeting).into_array().into_iter().zip([challenger, opponent]);
    let players = sides.map(|(name, spec)| format!("{name}{place}: {spec}"));
    let balance = balance.iter().map(|it| format!("starts{place}: balanced within {} by {}", it.within, it.search));
    let openings = openings.iter().map(|file| format!("starts{place}: {}", file.display()));
    players.chain(balance).chain(openings).collect()
}

/// How many pairs a cell has, and from which starts.
fn settings_line(description: &Description) -> String {
    let Description { pairs, first_seed, sprt, claims, .. } = description;
    let at_most = if sprt.is_some() { "At most " } else { "" };
    let own = if claims.iter().any(|it| it.pairs.is_some()) { " where a claim has no number of its own" } else { "" };
    let starts = starts_line(*first_seed, *pairs);
    let pairs = count(*pairs as usize, "pair", "pairs");
    format!("{at_most}{pairs} a cell{own}, {starts}, each played twice, sides exchanged.")
}

/// All contests of a game: a table, and figures where there is something to see.
fn game_section(cells: &[&Cell]) -> Vec<Part> {
    let table = game_table(cells);
    let mut parts = vec![Part::Heading(cells[0].game.to_string())];
    parts.push(match plots::by_budget(cells, 1) {
        Some(figure) => Part::Beside(table, figure),
        None => Part::Table(table),
    });
    parts.extend(sweeps::scores(cells).into_iter().map(Part::Figure));
    parts
}

/// All contests of a game: a row for each challenger and budget. Columns that say nothing of any are left out.
fn game_table(cells: &[&Cell]) -> Table {
    let by_challenger = groups(cells.to_vec(), |cell| cell.challenger.label()).concat();
    let mut table = whole_table(&by_challenger);
    by_challenger.iter().zip(&mut table.rows).for_each(|(cell, row)| mark(cell, row));
    let has_one_opponent = distinct(cells.iter().map(|cell| (cell.opponent.label(), cell.opponent.depth))).len() == 1;
    let is_told = |column: usize| {
        table.rows.iter().any(|row| !row.entries[column].text.is_empty()) && !(column == OPPONENT && has_one_opponent)
    };
    for column in (0..table.head.len()).rev().filter(|&column| !is_told(column)).collect::<Vec<_>>() {
        table.head.remove(column);
        table.rows.iter_mut().for_each(|row| drop(row.entries.remove(column)));
    }
    table
}

/// Marks what a side spent where it is off the budget.
fn mark(cell: &Cell, row: &mut Row) {
    let is_off = cell.is_off_budget();
    // What is spent stands in the last four columns, evaluations before times.
    let from_last = if matches!(cell.budget(), Some(Budget::Evaluations(_))) { 2 } else { 0 };
    let of_kind = row.entries.iter_mut().rev().skip(from_last);
    of_kind.zip([is_off.opponent, is_off.challenger]).for_each(|(entry, is_off)| entry.differs = is_off);
}

/// The table with all columns.
fn whole_table(cells: &[&Cell]) -> Table {
    let evaluations = |cell: &Cell| cell.evaluations_per_move().map(|it| it.map(quantity)).unwrap_or_default();
    let times =
        |cell: &Cell| cell.milliseconds_per_move().map(|it| it.map(|ms| format!("{ms:.3}"))).unwrap_or_default();
    table!(cells, |cell|
        "challenger": with_depth(&cell.challenger.label(), cell.challenger.depth),
        "opponent": with_depth(&cell.opponent.label(), cell.opponent.depth),
        "budget": cell.budget().map_or_else(String::new, |budget| budget.to_string()),
        "score": share_within(cell.score().0, cell.score().1),
        "more than half": cell.above_half.map_or_else(String::new, |it| it.verdict.to_string()), "Elo": elo(cell),
        "won, tied, lost": format!("{}, {}, {}", cell.wins, cell.ties, cell.losses),
        "evaluations": evaluations(cell).challenger, "opponent's": evaluations(cell).opponent,
        "ms a move": times(cell).challenger, "opponent's": times(cell).opponent)
}

fn elo(cell: &Cell) -> String {
    cell.elo.map_or_else(String::new, |elo| {
        let difference = points_or(elo.difference, if cell.score().0 < 0.5 { '-' } else { '+' });
        format!("{difference} ({})", points_interval(elo.interval_95))
    })
}

/// Such as "starts 1 to 200".
fn starts_line(first: u64, number: u64) -> String {
    if number == 1 { format!("start {first}") } else { format!("starts {first} to {}", first + number - 1) }
}
