//! The ratings of players of whom every two met, for people.

use bestply_presentation::document::{Figure, Part, Row, Table};
use bestply_presentation::words::{sentence, share};
use bestply_presentation::{Axis, Named, named_values, table, terminal};

use crate::outcome::results::groups;
use crate::outcome::standings::{PlayerStanding, RatingLead, RatingPlace, Standings, leads_beyond_chance};
use crate::show::report::layout::{points_interval, points_or};

/// How to read it: said once.
pub(super) const LEGEND: &str = "Every two players met on the same starts, each played twice with sides exchanged. The ratings are those that make the \
                      points likeliest, a tie being half a point; 0 is the mean of the players with a finite rating. The 95% intervals \
                      come from how much the starts differ, mirror images being one start, and hold for a rating above that mean: two \
                      players whose intervals overlap may well differ, and the column \u{201c}better than the next\u{201d} says how \
                      likely that is. Who won or lost everything has no finite rating, but a bound.";

/// The ratings of each game and budget, with who scored how much against whom; and the first figure, for the answer.
///
/// The only figure of all stands in the answer alone.
pub(super) fn sections(standings: &[Standings]) -> (Option<Figure>, Vec<Part>) {
    let mut figures: Vec<_> = standings.iter().enumerate().map(|(place, it)| rating_figure(it, place + 1)).collect();
    let headline = if figures.len() == 1 { figures[0].take() } else { figures.iter().flatten().next().cloned() };
    let mut parts = Vec::new();
    for (standings, figure) in standings.iter().zip(figures) {
        parts.push(Part::Heading(heading(standings)));
        parts.push(match figure {
            Some(figure) => Part::Beside(rating_table(standings), figure),
            None => Part::Table(rating_table(standings)),
        });
        parts.extend([
            Part::Subheading("Everyone against everyone".to_owned()),
            Part::Paragraph("The score of the player of the row against that of the column, in percent.".to_owned()),
            Part::Table(cross_table(standings)),
        ]);
    }
    (headline, parts)
}

/// The answers and the rating tables for a terminal.
pub fn terminal_tables(standings: &[Standings], columns: Option<u16>) -> String {
    let one =
        |(it, lead): (&Standings, String)| format!("{lead}\n{}\n\n", terminal::table(&rating_table(it), 1, columns));
    standings.iter().zip(leads(standings)).map(one).collect()
}

/// The game and the budget.
fn heading(standings: &Standings) -> String {
    let budget = standings.budget.map_or_else(String::new, |budget| format!(" at {budget}"));
    format!("{}{budget}", standings.game)
}

/// What a round robin comes to, in at most three sentences: who leads in each game with each budget, or how often where
/// those are many.
pub fn answer(standings: &[Standings]) -> Vec<String> {
    const MOST: usize = 3;
    if standings.len() <= MOST {
        return leads(standings);
    }
    let tables = standings.iter().zip(leads_beyond_chance(standings));
    let led = tables.filter_map(|(it, is_shown)| Some((&it.players.first()?.player, is_shown)));
    let led: Vec<(&String, bool)> = led.collect();
    let mut leaders = groups(&led, |(leader, _)| leader);
    leaders.sort_by_key(|led| std::cmp::Reverse(led.len()));
    let number = standings.len();
    let text = |led: &Vec<&(&String, bool)>| {
        let certain = led.iter().filter(|(_, is_shown)| *is_shown).count();
        sentence(&format!("{} leads in {} of {number} tables, beyond chance in {certain}", led[0].0, led.len()))
    };
    leaders.iter().take(MOST).map(text).collect()
}

/// Who leads in each table.
pub(super) fn leads(standings: &[Standings]) -> Vec<String> {
    standings.iter().zip(leads_beyond_chance(standings)).map(|(it, is_shown)| lead(it, is_shown)).collect()
}

/// Who leads, and by how much, and whether beyond chance.
fn lead(standings: &Standings, is_shown: bool) -> String {
    let [first, second, ..] = standings.players.as_slice() else { return heading(standings) };
    let (leader, next) = (&first.player, &second.player);
    let [score, other] = [first, second].map(|it| share(it.score));
    let what = match (standings.lead, &standings.unrated) {
        (_, Some(reason)) => format!("{leader} has most points, {score}; {reason}"),
        (Some(RatingLead { difference, interval_95: [low, high], .. }), None) => {
            let chance = if is_shown { "beyond chance" } else { "which may be chance" };
            let superiority = first
                .superiority
                .map_or_else(String::new, |it| format!("; it is the better player with {}", share(it)));
            let interval = points_interval([Some(low), Some(high)]);
            format!("{leader} leads {next} by {difference:.0} Elo ({interval}), {chance}{superiority}")
        }
        (None, None) if first.place() == RatingPlace::Above => format!("{leader} won everything"),
        (None, None) => {
            format!("{leader} scored {score}, {next} {other}; how far they are apart these starts do not tell")
        }
    };
    format!("{}: {what}.", heading(standings))
}

/// The ratings as a figure, a line for each player; `None` where nobody has one.
fn rating_figure(standings: &Standings, number: usize) -> Option<Figure> {
    let named = |player: &PlayerStanding| {
        let value = player.elo?;
        let interval = player.interval_95.map(|end| end.unwrap_or(value));
        let known = points_interval(player.interval_95);
        let tip = format!("{}: {} ({known})", player.player, points_or(player.elo, '+'));
        Some(Named { name: player.player.clone(), value, interval, tip })
    };
    let rated: Vec<Named> = standings.players.iter().filter_map(named).collect();
    let lowest = rated.iter().map(|it| it.interval[0]).reduce(f64::min)?;
    let highest = rated.iter().map(|it| it.interval[1]).reduce(f64::max)?;
    let x = Axis::numbers("Elo points from the mean, with 95% intervals", lowest.min(-10.0), highest.max(10.0), true);
    let chart = named_values(format!("{}: ratings", heading(standings)), x, 0.0, rated);
    let stem = format!("plot-ratings-{}-{number}", standings.game.kind);
    Some(chart.figure(&stem, "Ratings with 95% intervals. The grey line is the mean.", Vec::new()))
}

fn rating_table(standings: &Standings) -> Table {
    table!(&standings.players, |it|
        "player": it.player, "Elo": elo(it), "95% interval": interval(it), "score": share(it.score),
        "games": it.games, "better than the next": it.superiority.map_or_else(String::new, share))
}

fn elo(standing: &PlayerStanding) -> String {
    match standing.place() {
        RatingPlace::Among if standing.elo.is_none() => "?".to_owned(),
        RatingPlace::Below => points_or(standing.elo, '-'),
        RatingPlace::Among | RatingPlace::Above => points_or(standing.elo, '+'),
    }
}

/// The ends of the interval; what no number says is infinite, or unknown.
fn interval(standing: &PlayerStanding) -> String {
    let [low, high] = standing.interval_95;
    let end = |end: Option<f64>, place: RatingPlace, side: char| match end {
        None if standing.place() != place => "?".to_owned(),
        end => points_or(end, side),
    };
    format!("{} to {}", end(low, RatingPlace::Below, '-'), end(high, RatingPlace::Above, '+'))
}

/// The players are numbered, for their names are too long for columns.
fn cross_table(standings: &Standings) -> Table {
    let numbered = |(place, standing): (usize, &PlayerStanding)| format!("{} {}", place + 1, standing.player);
    let numbers = (1..=standings.players.len()).map(|number| number.to_string());
    let score =
        |score: &Option<f64>| score.map_or_else(|| "\u{2013}".to_owned(), |score| format!("{:.1}", 100.0 * score));
    let row = |(place, scores): (usize, &Vec<Option<f64>>)| {
        let name = numbered((place, &standings.players[place]));
        Row::from(std::iter::once(name).chain(scores.iter().map(score)))
    };
    Table::of(std::iter::once("player".to_owned()).chain(numbers), standings.against.iter().enumerate().map(row))
}
