//! A value of a search in words and numbers for people.

use bestply::{Side, Value};
use serde::Serialize;

use crate::{Game, Thinker};

/// What a value says to people, from MAX's point of view.
///
/// ```
/// use bestply_catalogue::Catalogue;
/// use bestply_engine::{Game, Start, Thinker, Worth};
///
/// let catalogue = Catalogue::standard();
/// let game = Game::new(&catalogue, "othello", &Start::Number(1))?;
/// let player = catalogue.player("best-first:evaluation=strong,evaluations=100")?;
/// let thinker = Thinker::new(&catalogue, &game, &player, None)?;
/// assert_eq!(Worth::of(&game, &thinker, 0).words, "level, 50 % for black");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Worth {
    /// The points by which MAX is expected to win, where the evaluation says it.
    pub points: Option<f64>,
    /// The chance that MAX wins, from 0 to 1, where the evaluation says it.
    pub chance: Option<f64>,
    /// Where the value lies between a loss of MAX, -1, and a win, 1.
    pub share: f64,
    /// All of it in words: `black by 2.5, 58 % for black`, and `better for black` where neither is known.
    pub words: String,
}

/// Shares up to which the words hold.
const WORDS: [(f64, &str); 3] = [(0.2, "a little better for"), (0.6, "better for"), (1.0, "much better for")];

/// The share below which nobody stands better.
const EVEN: f64 = 0.03;

impl Worth {
    /// What the end of a finished game is worth; `None` of one that goes on.
    pub fn of_end(game: &Game) -> Option<Worth> {
        let outcome = game.outcome()?;
        let share = f64::from(outcome.value.signum());
        let points = outcome.score.map(f64::from);
        Some(Worth { points, chance: Some(0.5 + 0.5 * share), share, words: game.outcome_words()? })
    }

    /// What a value is worth that this thinker's search gave to the position of a game.
    pub fn of(game: &Game, thinker: &Thinker, value: Value) -> Worth {
        if [Value::MAX, Value::MIN].contains(&value) {
            let sure = if value > 0 { 1.0 } else { -1.0 };
            return Worth { points: None, chance: Some(0.5 + 0.5 * sure), share: sure, words: game.advantage(value) };
        }
        let points = thinker.points(game.position(), value).map(|points| rounded(points, 10.0));
        let chance = thinker.chance(game.position(), value).map(|chance| rounded(chance, 1000.0));
        let of_win = || thinker.win_value().map(|win| f64::from(value) / f64::from(win.get()));
        // Without any measure, a value says who stands better and not by how much.
        let share = chance.map(|chance| 2.0 * chance - 1.0).or_else(of_win);
        let share = rounded(share.unwrap_or(f64::from(value.signum()) / 2.0).clamp(-1.0, 1.0), 1000.0);
        let words = words(points, chance, share, [Side::Max, Side::Min].map(|side| game.side_name(side)));
        Worth { points, chance, share, words }
    }
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts + 0.0
}

/// What is said of points, a chance and a share, where the sides have these names.
fn words(points: Option<f64>, chance: Option<f64>, share: f64, [max, min]: [&str; 2]) -> String {
    let points = points.map(|points| match points {
        0.0 => "level".to_owned(),
        points => format!("{} by {:.1}", if points > 0.0 { max } else { min }, points.abs()),
    });
    // A chance of one is no proof.
    let chance = chance.filter(|_| points.is_some() || share.abs() < 1.0).map(|chance| {
        let (leader, chance) = if chance >= 0.5 { (max, chance) } else { (min, 1.0 - chance) };
        format!("{:.0} % for {leader}", 100.0 * chance)
    });
    let said: Vec<String> = points.into_iter().chain(chance).collect();
    if !said.is_empty() {
        return said.join(", ");
    }
    if share.abs() < EVEN {
        return "even".to_owned();
    }
    let word = WORDS.iter().find(|(most, _)| share.abs() <= *most).map_or("much better for", |(_, word)| word);
    format!("{word} {}", if share > 0.0 { max } else { min })
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn points_and_a_chance_are_said_where_they_are_known() {
        let said = |points, chance, share| words(points, chance, share, ["black", "white"]);
        assert_eq!(said(Some(-2.5), Some(0.42), -0.16), "white by 2.5, 58 % for white");
        assert_eq!(said(None, Some(0.42), -0.16), "58 % for white");
        assert_eq!(said(None, None, -0.16), "a little better for white");
        assert_eq!(said(Some(0.0), None, 0.5), "level");
        assert_eq!(said(None, Some(1.0), 1.0), "much better for black");
        assert_eq!(said(Some(30.0), Some(1.0), 1.0), "black by 30.0, 100 % for black");
        assert_eq!(said(None, None, 0.02), "even");
    }
}
