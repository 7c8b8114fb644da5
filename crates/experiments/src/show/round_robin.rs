//! The report of a round robin, for people.

use crate::contest::RoundRobin;
use crate::outcome::share;
use crate::outcome::standings::{Lead, Place, Standing, Standings};
use crate::show::plots::{Plot, ratings};
use crate::show::report::document::{Document, Part, Row, Table};
use crate::show::report::layout::points;
use crate::show::report::terminal;

/// How to read it: said once.
const LEGEND: &str = "Every two players met on the same starts, each played twice with sides exchanged. The ratings are those that make the \
                      points likeliest, a tie being half a point; 0 is the mean of the players with a finite rating. The 95% intervals \
                      come from how much the starts differ, mirror images being one start, and hold for a rating above that mean: two \
                      players whose intervals overlap may well differ, and the column \u{201c}better than the next\u{201d} says how \
                      likely that is. Who won or lost everything has no finite rating, but a bound.";

/// The report of a run.
pub fn document(round_robin: &RoundRobin, standings: &[Standings], title: &str, command: &str) -> Document {
    let mut parts = vec![
        Part::Heading("Who leads".to_owned()),
        Part::List(standings.iter().map(answer).collect()),
        Part::Legend(LEGEND.to_owned()),
    ];
    for (place, standings) in standings.iter().enumerate() {
        parts.extend([Part::Heading(heading(standings)), Part::Table(rating_table(standings))]);
        if let Some(Plot { caption, file_name, svg }) = ratings::plot(standings, place + 1) {
            parts.push(Part::Plot { caption, file_name, svg });
        }
        parts.extend([
            Part::Subheading("Everyone against everyone".to_owned()),
            Part::Paragraph("The score of the player of the row against that of the column, in percent.".to_owned()),
            Part::Table(cross_table(standings)),
        ]);
    }
    let settings = round_robin.labels().into_iter().zip(&round_robin.players);
    parts.extend([
        Part::Heading("Players".to_owned()),
        Part::List(settings.map(|(label, player)| format!("{label}: {}", player.searcher)).collect()),
        Part::Heading("How it was made".to_owned()),
        Part::Command(command.to_owned()),
        Part::Paragraph(format!(
            "Starts {} to {}.",
            round_robin.first_seed,
            round_robin.first_seed + round_robin.pairs - 1
        )),
        Part::Toml(round_robin.to_toml()),
    ]);
    Document { title: title.to_owned(), parts }
}

/// The answers and the rating tables for a terminal.
#[must_use]
pub fn terminal_tables(standings: &[Standings], columns: Option<u16>) -> String {
    let one = |it: &Standings| format!("{}\n{}\n\n", answer(it), terminal(&rating_table(it), columns));
    standings.iter().map(one).collect()
}

/// The game and the budget.
pub(crate) fn heading(standings: &Standings) -> String {
    let budget = standings.budget.map_or_else(String::new, |budget| format!(" at {budget}"));
    format!("{}{budget}", standings.game)
}

/// Who leads, and by how much.
fn answer(standings: &Standings) -> String {
    let [first, second, ..] = standings.players.as_slice() else { return heading(standings) };
    let (leader, next) = (&first.player, &second.player);
    let what = match (standings.lead, &standings.unrated) {
        (_, Some(reason)) => format!("{leader} has most points, {}; {reason}", share(first.score)),
        (Some(Lead { difference, interval_95: [low, high] }), None) => {
            let chance = if low <= 0.0 { ", which may be chance" } else { "" };
            let superiority = first.superiority.map_or_else(String::new, |it| format!(", better with {}", share(it)));
            let interval = format!("[{}, {}]", points(Some(low)), points(Some(high)));
            format!("{leader} leads {next} by {difference:.0} Elo {interval}{superiority}{chance}")
        }
        (None, None) if first.place() == Place::Above => format!("{leader} won everything"),
        (None, None) => format!(
            "{leader} scored {}, {next} {}; how far they are apart these starts do not tell",
            share(first.score),
            share(second.score)
        ),
    };
    format!("{}: {what}.", heading(standings))
}

fn rating_table(standings: &Standings) -> Table {
    let head = ["player", "Elo", "95% interval", "score", "games", "better than the next"];
    let row = |standing: &Standing| {
        let [low, high] = interval(standing);
        Row::from(vec![
            standing.player.clone(),
            elo(standing),
            format!("{low} to {high}"),
            share(standing.score),
            standing.games.to_string(),
            standing.superiority.map_or_else(String::new, share),
        ])
    };
    Table { head: head.map(str::to_owned).to_vec(), rows: standings.players.iter().map(row).collect() }
}

fn elo(standing: &Standing) -> String {
    match (standing.elo, standing.place()) {
        (Some(elo), _) => points(Some(elo)),
        (None, Place::Above) => "+\u{221e}".to_owned(),
        (None, Place::Below) => "\u{2212}\u{221e}".to_owned(),
        (None, Place::Among) => "?".to_owned(),
    }
}

/// The ends of the interval; what no number says is infinite, or unknown.
fn interval(standing: &Standing) -> [String; 2] {
    let [low, high] = standing.interval_95;
    let end = |end: Option<f64>, place: Place, infinite: &str| match end {
        Some(end) => points(Some(end)),
        None if standing.place() == place => infinite.to_owned(),
        None => "?".to_owned(),
    };
    [end(low, Place::Below, "\u{2212}\u{221e}"), end(high, Place::Above, "+\u{221e}")]
}

/// The players are numbered, for their names are too long for columns.
fn cross_table(standings: &Standings) -> Table {
    let numbered = |(place, standing): (usize, &Standing)| format!("{} {}", place + 1, standing.player);
    let numbers = (1..=standings.players.len()).map(|number| number.to_string());
    let score =
        |score: &Option<f64>| score.map_or_else(|| "\u{2013}".to_owned(), |score| format!("{:.1}", 100.0 * score));
    let row = |(place, scores): (usize, &Vec<Option<f64>>)| {
        let name = numbered((place, &standings.players[place]));
        Row::from(std::iter::once(name).chain(scores.iter().map(score)).collect::<Vec<String>>())
    };
    Table {
        head: std::iter::once("player".to_owned()).chain(numbers).collect(),
        rows: standings.against.iter().enumerate().map(row).collect(),
    }
}
