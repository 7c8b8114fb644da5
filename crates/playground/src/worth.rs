//! A value of a search in words and numbers for people.

use bestply::Value;
use bestply_engine::{Game, Thinker};
use serde::Serialize;

/// What a value says to people, from MAX's point of view.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Worth {
    /// The points by which MAX is expected to win, where the evaluation says it.
    points: Option<f64>,
    /// The chance that MAX wins, from 0 to 1, where the evaluation says it.
    chance: Option<f64>,
    /// Where the value lies between a loss of MAX, -1, and a win, 1.
    share: f64,
    /// Who stands better, in words: `better for black`.
    words: String,
}

/// Shares up to which the words hold.
const WORDS: [(f64, &str); 3] = [(0.2, "a little better for"), (0.6, "better for"), (1.0, "much better for")];

/// The share below which nobody stands better.
const EVEN: f64 = 0.03;

impl Worth {
    /// What a value is worth that this thinker's search gave to the position of a game.
    pub(crate) fn of(game: &Game, thinker: &Thinker, value: Value) -> Worth {
        if [Value::MAX, Value::MIN].contains(&value) {
            let sure = if value > 0 { 1.0 } else { -1.0 };
            return Worth { points: None, chance: Some(0.5 + 0.5 * sure), share: sure, words: game.advantage(value) };
        }
        let rounded = |number: f64, parts: f64| (number * parts).round() / parts + 0.0;
        let points = thinker.points(game.position(), value).map(|points| rounded(points, 10.0));
        let chance = thinker.chance(game.position(), value).map(|chance| rounded(chance, 1000.0));
        let of_win = || thinker.win_value().map(|win| f64::from(value) / f64::from(win.get()));
        // Without any measure, a value says who stands better and not by how much.
        let share = chance.map(|chance| 2.0 * chance - 1.0).or_else(of_win);
        let share = share.unwrap_or(f64::from(value.signum()) / 2.0).clamp(-1.0, 1.0);
        let side = if value > 0 { bestply::Side::Max } else { bestply::Side::Min };
        let word = WORDS.iter().find(|(most, _)| share.abs() <= *most).map_or("much better for", |(_, word)| word);
        let words = if share.abs() < EVEN { "even".to_owned() } else { format!("{word} {}", game.side_name(side)) };
        Worth { points, chance, share: rounded(share, 1000.0), words }
    }
}
