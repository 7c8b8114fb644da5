//! The report of a match-up, for people.

use crate::contest::{GameEntry, MatchUp, Sides};
use crate::outcome::claim::{GameVerdict, Verdict};
use crate::outcome::results::{Cell, groups, warnings};
use crate::outcome::{share, share_within};
use crate::show::plots::axis::Axis;
use crate::show::plots::lines::{self, Named};
use crate::show::plots::{budgets, figure, sweeps};
use crate::show::report::document::{Document, Figure, Part, Row, Table};
use crate::show::report::layout::{points_interval, points_or, quantity};
use crate::show::report::words::{count, listed, sentence};
use crate::show::report::{self, Pooled, repeats_lines};
use crate::show::sequential;

/// How to read the tables.
const SCORE: &str = "The score is the challenger's share of the points, a tie being half a point, with its 95% interval, in which games \
                     from one start, or from starts that are mirror images, do not count as independent.";

/// What a claim's verdicts mean.
const VERDICTS: &str =
    " The claim holds where the whole interval is as claimed, fails where none of it is, and is undecided else.";

/// What does not repeat where time is taken.
const TIMES: &str = " Milliseconds depend on the machine and what else it does; at equal evaluations all the rest repeats. Under a \
                     limit on time a search may run over by one evaluation or two milliseconds.";

/// The report of a run.
pub fn document(match_up: &MatchUp, cells: &[Cell], verdicts: &[GameVerdict], title: &str, command: &str) -> Document {
    let mut parts =
        vec![Part::Answer { sentences: answer(cells, verdicts), figure: headline(cells, verdicts) }, Part::Contents];
    if !verdicts.is_empty() {
        parts.push(Part::Heading("The claim".to_owned()));
        parts.push(Part::Table(claim_table(verdicts)));
    }
    for (cells, entry) in by_game(cells).into_iter().zip(&match_up.games) {
        parts.push(Part::Heading(cells[0].game.to_string()));
        let table = game_table(&cells);
        parts.push(match budgets::scores(&cells, 1) {
            Some(figure) => Part::Beside(table, figure),
            None => Part::Table(table),
        });
        parts.extend(sweeps::scores(&cells).into_iter().map(Part::Figure));
        parts.push(Part::List(searchers(entry, match_up)));
    }
    let statistics = statistics(cells, verdicts);
    if !statistics.is_empty() {
        parts.push(Part::Folded { heading: "Statistics".to_owned(), parts: statistics });
    }
    parts.extend([
        Part::Heading("How to read the tables".to_owned()),
        Part::Legend(legend(cells, verdicts)),
        Part::Heading("How it was made".to_owned()),
        Part::Command(command.to_owned()),
        Part::Paragraph(settings_line(match_up)),
    ]);
    parts.extend(match_up.note.clone().map(Part::Paragraph));
    parts.extend(repeats_lines(cells).map(|line| Part::Paragraph(line.to_owned())));
    Document::new(title, parts)
}

/// What a match-up comes to, in at most three sentences: in which games the claim holds, is undecided and fails; which
/// challenger scores most. Where nothing is claimed, what [`report::answer`] says of the cells.
#[must_use]
pub fn answer(cells: &[Cell], verdicts: &[GameVerdict]) -> Vec<String> {
    if verdicts.is_empty() {
        return report::answer(cells);
    }
    let challengers = distinct(verdicts.iter().map(|verdict| verdict.challenger.as_str()));
    let who = match challengers.as_slice() {
        [one] => one.clone(),
        _ => "a challenger".to_owned(),
    };
    let name = |verdict: &GameVerdict| match challengers.len() {
        1 => verdict.game.to_string(),
        _ => format!("{} ({})", verdict.game, verdict.challenger),
    };
    let parts: Vec<String> = FINDINGS
        .into_iter()
        .filter_map(|what| {
            let games: Vec<&GameVerdict> = verdicts.iter().filter(|it| finding(it) == what).collect();
            let names: Vec<String> = games.iter().map(|verdict| name(verdict)).collect();
            let is_few = challengers.len() == 1 || names.len() <= 3;
            match names.len() {
                0 => None,
                _ if is_few => Some(format!("{what} in {}", listed(&names))),
                number => Some(format!("{what} in {}", count(number, "case", "cases"))),
            }
        })
        .collect();
    let claimed = share(verdicts[0].claimed);
    let claim = format!("That {who} scores at least {claimed} {}", listed(&parts));
    std::iter::once(sentence(&claim)).chain(strongest(cells)).collect()
}

/// What can come of a claim in a game over all budgets.
const FINDINGS: [&str; 6] = [
    "holds",
    "holds at some budgets and fails at none",
    "holds at some budgets and fails at others",
    "is undecided",
    "fails at some budgets and holds at none",
    "fails",
];

fn finding(verdict: &GameVerdict) -> &'static str {
    let has = |wanted| verdict.at.iter().any(|&(.., verdict)| verdict == wanted);
    match [Verdict::Holds, Verdict::Undecided, Verdict::Fails].map(has) {
        [true, false, false] => FINDINGS[0],
        [true, true, false] => FINDINGS[1],
        [true, _, true] => FINDINGS[2],
        [false, _, false] => FINDINGS[3],
        [false, true, true] => FINDINGS[4],
        [false, false, true] => FINDINGS[5],
    }
}

/// Which searcher scores most over all games and budgets, and which least, where all play in the same games.
fn strongest(cells: &[Cell]) -> Option<String> {
    let searchers = groups(cells.iter().collect(), |cell| cell.challenger.searcher.as_str());
    let games = |cells: &[&Cell]| distinct(cells.iter().map(|cell| &cell.game));
    if searchers.iter().any(|cells| games(cells) != games(&searchers[0])) {
        return None;
    }
    let mut scored: Vec<(&str, f64)> =
        searchers.iter().map(|cells| (cells[0].challenger.searcher.as_str(), Pooled::of(cells).score)).collect();
    scored.sort_by(|a, b| b.1.total_cmp(&a.1));
    let [(best, most), .., (worst, least)] = scored.as_slice() else { return None };
    let (most, least) = (report::layout::percent(*most), report::layout::percent(*least));
    Some(sentence(&format!(
        "in the mean over games and budgets {best} scores most, {most}, and {worst} least, {least}"
    )))
}

/// What is claimed, or how strong all are where nothing is: a line for each challenger in each game, in the mean over
/// budgets.
fn headline(cells: &[Cell], verdicts: &[GameVerdict]) -> Option<Figure> {
    let is_claimed = |cell: &&Cell| {
        let is_of = |it: &GameVerdict| it.game == cell.game && it.challenger == cell.challenger.label();
        verdicts.is_empty() || verdicts.iter().any(is_of)
    };
    let contests = groups(cells.iter().filter(is_claimed).collect(), |cell| (&cell.game, cell.challenger.label()));
    let line = |cells: &Vec<&Cell>| {
        let (pooled, name) = (Pooled::of(cells), format!("{}: {}", cells[0].game, cells[0].challenger.label()));
        let tip = format!("{name}: {}", share_within(pooled.score, pooled.interval()));
        Named { name, value: 100.0 * pooled.score, interval: pooled.interval().map(|end| 100.0 * end), tip }
    };
    let lines: Vec<Named> = contests.iter().map(line).collect();
    let lowest = lines.iter().map(|line| line.interval[0]).reduce(f64::min)?;
    let level = verdicts.first().map_or(0.5, |verdict| verdict.claimed);
    let opponent = &cells[0].opponent.searcher;
    let what = if verdicts.is_empty() { "an even score" } else { "what is claimed" };
    let caption = format!(
        "Score against {opponent} in the mean over budgets. The intervals are as wide as those of one budget, since all begin at the same \
         starts. The grey line is {what}."
    );
    let x = Axis::percentages("score", lowest.min(50.0).min(100.0 * level));
    let chart = lines::chart(format!("Score against {opponent}"), x, 100.0 * level, lines);
    Some(figure("plot-match-up", caption, Vec::new(), vec![(String::new(), chart)]))
}

/// Verdict by verdict, test by test, and what is to be known of them.
fn statistics(cells: &[Cell], verdicts: &[GameVerdict]) -> Vec<Part> {
    let lines: Vec<String> = verdicts.iter().map(GameVerdict::to_string).chain(warnings(cells)).collect();
    let mut parts: Vec<Part> = if lines.is_empty() { Vec::new() } else { vec![Part::List(lines)] };
    let tests = sequential::sentences(cells);
    if !tests.is_empty() {
        parts.push(Part::Subheading("Sequential tests".to_owned()));
        parts.extend([Part::List(tests), Part::Legend(sequential::LEGEND.to_owned())]);
    }
    parts
}

fn legend(cells: &[Cell], verdicts: &[GameVerdict]) -> String {
    let sides = match cells.iter().any(Cell::has_engine) {
        false => "Both sides have the same evaluation and the same budget a move.",
        true => "A foreign engine has its own evaluation and its own limits: the budget a move is the other side's.",
    };
    let is_timed = cells.iter().any(|cell| cell.elapsed_ms.is_some());
    let verdicts = if verdicts.is_empty() { "" } else { VERDICTS };
    let times = if is_timed { TIMES } else { "" };
    format!("{sides} {SCORE}{verdicts}{times}")
}

/// The claim's challengers in each game at each budget.
fn claim_table(verdicts: &[GameVerdict]) -> Table {
    let budgets = distinct(verdicts.iter().flat_map(|verdict| &verdict.at).map(|(budget, ..)| budget));
    let has_one_challenger = distinct(verdicts.iter().map(|verdict| verdict.challenger.as_str())).len() == 1;
    let row = |verdict: &GameVerdict| {
        let name = match has_one_challenger {
            true => verdict.game.to_string(),
            false => format!("{}: {}", verdict.game, verdict.challenger),
        };
        let at = |budget: &String| {
            let found = verdict.at.iter().find(|(other, ..)| other.to_string() == *budget);
            found.map_or_else(String::new, |(_, score, interval, verdict)| {
                format!("{verdict}: {}", share_within(*score, *interval))
            })
        };
        std::iter::once(name).chain(budgets.iter().map(at)).collect::<Vec<String>>()
    };
    Table {
        head: std::iter::once("game".to_owned()).chain(budgets.clone()).collect(),
        rows: verdicts.iter().map(row).map(Row::from).collect(),
    }
}

/// All contests of a game: a row for each challenger and budget. Columns that say nothing of any are left out.
fn game_table(cells: &[&Cell]) -> Table {
    let head = [
        "challenger",
        "budget",
        "score",
        "Elo",
        "won, tied, lost",
        "evaluations",
        "opponent's",
        "ms a move",
        "opponent's",
    ];
    let mut table = Table {
        head: head.map(str::to_owned).to_vec(),
        rows: groups(cells.to_vec(), |cell| cell.challenger.label()).concat().into_iter().map(marked_row).collect(),
    };
    let is_told = |column: usize| table.rows.iter().any(|row| !row.entries[column].text.is_empty());
    for column in (0..table.head.len()).rev().filter(|&column| !is_told(column)).collect::<Vec<_>>() {
        table.head.remove(column);
        table.rows.iter_mut().for_each(|row| drop(row.entries.remove(column)));
    }
    table
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
    let elo = cell.elo.map_or_else(String::new, |elo| {
        let difference = points_or(elo.difference, if score < 0.5 { '-' } else { '+' });
        format!("{difference} ({})", points_interval(elo.interval_95))
    });
    let evaluations = shown(cell.evaluations_per_move(), quantity);
    let milliseconds = shown(cell.milliseconds_per_move(), |time| format!("{time:.3}"));
    let opponent = cell.opponent.settings.as_ref().map(|_| format!(" against {}", cell.opponent.label()));
    vec![
        cell.challenger.label() + &opponent.unwrap_or_default(),
        cell.budget().map_or_else(String::new, |budget| budget.to_string()),
        share_within(score, interval),
        elo,
        format!("{}, {}, {}", cell.wins, cell.ties, cell.losses),
        evaluations.challenger,
        evaluations.opponent,
        milliseconds.challenger,
        milliseconds.opponent,
    ]
}

/// A quantity of both sides; nothing where there is none.
fn shown(quantity: Option<Sides<f64>>, text: impl Fn(f64) -> String) -> Sides<String> {
    match quantity {
        Some(Sides { challenger, opponent }) => Sides { challenger: text(challenger), opponent: text(opponent) },
        None => Sides::default(),
    }
}

/// Each once, in their order.
fn distinct(texts: impl Iterator<Item = impl ToString>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for text in texts.map(|text| text.to_string()) {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all
}

/// The searchers of a game with their constants, as the command line writes them, and its starts where they are not
/// simply its own.
fn searchers(entry: &GameEntry, match_up: &MatchUp) -> Vec<String> {
    let challengers = entry.challengers.iter().map(|challenger| format!("challenger: {challenger}"));
    let openings = entry.openings.as_ref().map(|file| format!("starts: {}", file.display()));
    let balance = entry.balance.as_ref().or(match_up.balance.as_ref());
    let balance = balance.map(|it| format!("balance: within {} by {}", it.within, it.search));
    challengers.chain([format!("opponent: {}", match_up.opponent)]).chain(openings).chain(balance).collect()
}

fn settings_line(match_up: &MatchUp) -> String {
    let at_most = if match_up.sprt.is_some() { "At most " } else { "" };
    let pairs = count(match_up.pairs as usize, "pair", "pairs");
    let starts = starts_line(match_up.first_seed, match_up.pairs);
    format!("{at_most}{pairs} a contest, {starts}, each played twice, sides exchanged.")
}

/// Such as "starts 1 to 200".
pub(super) fn starts_line(first: u64, number: u64) -> String {
    if number == 1 { format!("start {first}") } else { format!("starts {first} to {}", first + number - 1) }
}

/// The cells of each game, games in their order.
fn by_game(cells: &[Cell]) -> Vec<Vec<&Cell>> {
    groups(cells.iter().collect(), |cell| &cell.game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Budget;
    use crate::outcome::results::Game;

    fn verdict(game: &str, challenger: &str, verdicts: &[Verdict]) -> GameVerdict {
        let at = verdicts.iter().map(|&verdict| (Budget::Evaluations(500), 0.75, [0.71, 0.79], verdict)).collect();
        GameVerdict { game: Game::of(game), challenger: challenger.to_owned(), claimed: 0.7, at }
    }

    #[test]
    fn the_answer_says_in_which_games_the_claim_holds_is_undecided_and_fails() {
        let all = [
            verdict("othello", "uct", &[Verdict::Holds, Verdict::Holds]),
            verdict("breakthrough", "uct", &[Verdict::Holds, Verdict::Undecided]),
            verdict("oware", "uct", &[Verdict::Undecided, Verdict::Undecided]),
            verdict("onitama", "uct", &[Verdict::Fails, Verdict::Holds]),
            verdict("connect-four", "uct", &[Verdict::Fails, Verdict::Fails]),
        ];
        assert_eq!(
            answer(&[], &all),
            [
                "That uct scores at least 70% holds in Othello, holds at some budgets and fails at none in Breakthrough, \
              holds at some budgets and fails at others in Onitama, is undecided in Oware and fails in Connect Four."
            ]
        );
        assert_eq!(answer(&[], &all[..1]), ["That uct scores at least 70% holds in Othello."]);
        let two = [verdict("othello", "uct", &[Verdict::Holds]), verdict("othello", "plain", &[Verdict::Fails])];
        assert_eq!(
            answer(&[], &two),
            ["That a challenger scores at least 70% holds in Othello (uct) and fails in Othello (plain)."]
        );
    }
}
