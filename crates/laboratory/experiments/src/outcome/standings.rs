//! The standings of a round robin: ratings, scores, and who scored how much against whom.

use std::cmp::Ordering;

use bestply_statistics::holm;
use bestply_statistics::ratings::{PairResult, Rating, RatingError, Ratings, points_table};
use serde::Serialize;

use super::results::{CellGame, four_digits, json_of_lines, round4};
use super::verdict::FAMILY_WISE_LEVEL;
use crate::contest::Budget;
use crate::contest::checks::is_default;

/// A round robin in one game with one budget: a line of `{ "schema": 2, "standings": [ … ] }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// The game.
    pub game: CellGame,
    /// The budget of a move as `evaluations` or `time_us`, if the description gives it to all players.
    #[serde(flatten, serialize_with = "said_budget")]
    pub budget: Option<Budget>,
    /// The players, the strongest first.
    pub players: Vec<PlayerStanding>,
    /// The share of the points of the player of a row against that of a column, both in the order of `players`.
    ///
    /// `None` for a player against itself.
    pub against: Vec<Vec<Option<f64>>>,
    /// How far the first player is ahead of the second, if the difference is finite.
    pub(crate) lead: Option<RatingLead>,
    /// Why there are no ratings, if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unrated: Option<String>,
}

/// A player of a round robin.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerStanding {
    /// The label by which the player is shown.
    pub player: String,
    /// The player's searcher in the form of the command line.
    pub searcher: String,
    /// The player's rating, rounded to a tenth of a point. The mean of the finite ratings is 0.
    pub elo: Option<f64>,
    /// The 95 % interval of the rating, from the differences between starts. An infinite or unknown end is `None`.
    pub interval_95: [Option<f64>; 2],
    /// The share of all the points. A tie is half a point.
    pub score: f64,
    /// The number of games played.
    pub games: u64,
    /// The probability that the player is stronger than the next.
    pub(crate) superiority: Option<f64>,
    /// The number of its searches that ended because their bytes were spent.
    #[serde(skip_serializing_if = "is_default")]
    pub out_of_memory: u64,
}

/// How far one player is ahead of another, in Elo points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RatingLead {
    /// The difference.
    pub difference: f64,
    /// The difference's 95 % interval, from the differences between starts.
    pub interval_95: [f64; 2],
    /// The two-sided p-value of no difference, before correction.
    pub p_value: f64,
}

/// The place of a rating that may be infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RatingPlace {
    /// Below all finite ratings.
    Below,
    /// Among the finite ratings, or there are none.
    Among,
    /// Above all finite ratings.
    Above,
}

impl Standings {
    /// The standings from the results of every two players, numbered as in `players`.
    ///
    /// `players` has each player's label and searcher.
    ///
    /// # Panics
    ///
    /// If a result is of no two of the players.
    pub fn of(game: CellGame, budget: Option<Budget>, players: &[(String, String)], results: &[PairResult]) -> Self {
        let ratings = Ratings::of(players.len(), results);
        let points = points_table(players.len(), results).expect("the results are of the players");
        let score = |player: usize| {
            let won: f64 = points[player].iter().sum();
            let lost: f64 = points.iter().map(|of_other| of_other[player]).sum();
            (share(won, lost).unwrap_or(0.5), (won + lost) as u64)
        };
        let standing = |player: usize| {
            let rating = ratings.as_ref().map_or(UNRATED, |ratings| ratings.ratings()[player]);
            let (mean, games) = score(player);
            let score = round4(mean);
            let (player, searcher) = players[player].clone();
            let (elo, interval_95) = (rating.difference.map(tenth), rating.interval_95.map(|end| end.map(tenth)));
            PlayerStanding { player, searcher, elo, interval_95, score, games, superiority: None, out_of_memory: 0 }
        };
        let mut order: Vec<_> = (0..players.len()).map(|player| (player, standing(player))).collect();
        order.sort_by(|(_, a), (_, b)| b.compared(a));
        let (order, mut standings): (Vec<usize>, Vec<PlayerStanding>) = order.into_iter().unzip();
        if let Ok(ratings) = &ratings {
            for (standing, two) in standings.iter_mut().zip(order.windows(2)) {
                standing.superiority = ratings.likelihood_of_superiority(two[0], two[1]).map(round4);
            }
        }
        let share_of = |row: usize, column: usize| share(points[row][column], points[column][row]).map(round4);
        let lead = ratings.as_ref().ok().and_then(|ratings| {
            let (first, second) = (*order.first()?, *order.get(1)?);
            let (difference, interval) = ratings.difference(first, second)?;
            let p_value = four_digits(ratings.p_value(first, second)?);
            Some(RatingLead { difference: tenth(difference), interval_95: interval.map(tenth), p_value })
        });
        Standings {
            game,
            budget,
            players: standings,
            against: order.iter().map(|&row| order.iter().map(|&column| share_of(row, column)).collect()).collect(),
            lead,
            unrated: ratings.err().map(|error| reason(&error, players)),
        }
    }

    /// Adds searches of the player of this label that ended because their bytes were spent.
    pub(crate) fn note_out_of_memory(&mut self, player: &str, searches: u64) {
        let own = self.players.iter_mut().filter(|standing| standing.player == player);
        own.for_each(|standing| standing.out_of_memory += searches);
    }
}

/// In which tables the first player leads beyond chance, corrected for their number by [Holm's procedure](holm).
pub(crate) fn leads_beyond_chance(standings: &[Standings]) -> Vec<bool> {
    holm(&standings.iter().map(|it| it.lead.map_or(1.0, |lead| lead.p_value)).collect::<Vec<_>>(), FAMILY_WISE_LEVEL)
}

/// A rating without a number and without bounds.
const UNRATED: Rating = Rating { difference: None, interval_95: [None; 2] };

impl PlayerStanding {
    /// The place of the player's rating.
    pub(crate) fn place(&self) -> RatingPlace {
        match (self.elo, self.interval_95) {
            (None, [Some(_), None]) => RatingPlace::Above,
            (None, [None, Some(_)]) => RatingPlace::Below,
            _ => RatingPlace::Among,
        }
    }

    /// Compares by rating, then by score.
    fn compared(&self, other: &PlayerStanding) -> Ordering {
        let elo = |standing: &PlayerStanding| standing.elo.unwrap_or(0.0);
        let by_rating = self.place().cmp(&other.place()).then(elo(self).total_cmp(&elo(other)));
        by_rating.then(self.score.total_cmp(&other.score))
    }
}

/// The share of the points that were won, if there were any.
fn share(won: f64, lost: f64) -> Option<f64> {
    (won + lost > 0.0).then(|| won / (won + lost))
}

/// Rounds to a tenth of a point.
fn tenth(elo: f64) -> f64 {
    (elo * 10.0).round() / 10.0
}

/// Why there are no ratings, with the players' names.
fn reason(error: &RatingError, players: &[(String, String)]) -> String {
    if let RatingError::Separated { groups } | RatingError::Disconnected { groups } = error {
        let names = |group: &Vec<usize>| group.iter().map(|&player| &*players[player].0).collect::<Vec<_>>();
        let groups: Vec<String> = groups.iter().map(|group| names(group).join(" and ")).collect();
        format!("there are no ratings, for no finite difference explains the points between {}", groups.join(", "))
    } else {
        format!("there are no ratings: {error}")
    }
}

fn said_budget<S: serde::Serializer>(budget: &Option<Budget>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(budget.iter().map(|budget| match budget {
        Budget::Evaluations(evaluations) => ("evaluations", evaluations),
        Budget::TimeUs(time) => ("time_us", time),
    }))
}

/// The text of `ratings.json`: a line for each table of a game and budget.
///
/// # Panics
///
/// Never for standings made by [`Standings::of`].
pub fn to_json(standings: &[Standings]) -> String {
    let line = |it: &Standings| serde_json::to_string(it).expect("standings have string keys and finite numbers");
    json_of_lines("standings", standings.iter().map(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first player's points in pairs on starts from 1 on.
    fn results(first: usize, second: usize, points: &[f64]) -> Vec<PairResult> {
        let result = |(start, &points): (usize, &f64)| PairResult { first, second, start: start as u64, points };
        points.iter().enumerate().map(result).collect()
    }

    fn standings(players: &[&str], results: &[Vec<PairResult>]) -> Standings {
        let players: Vec<(String, String)> = players.iter().map(|&name| (name.to_owned(), name.to_owned())).collect();
        Standings::of(CellGame::of("othello"), Some(Budget::Evaluations(50)), &players, &results.concat())
    }

    fn names(standings: &Standings) -> Vec<&str> {
        standings.players.iter().map(|standing| standing.player.as_str()).collect()
    }

    #[test]
    fn the_strongest_stands_first_and_everyone_against_everyone() {
        let met = [
            results(0, 1, &[0.5, 1.0, 0.0, 1.0]),
            results(0, 2, &[0.5, 0.0, 0.0, 0.5]),
            results(1, 2, &[1.0, 0.5, 1.0, 0.0]),
        ];
        let found = standings(&["weak", "middle", "strong"], &met);
        assert_eq!(names(&found), ["strong", "middle", "weak"]);
        assert_eq!(found.players.iter().map(|it| it.games).collect::<Vec<_>>(), [16; 3]);
        assert_eq!(found.players[0].score, round4((7.0 + 5.5) / 16.0));
        assert_eq!(found.against[0], [None, Some(round4(5.5 / 8.0)), Some(round4(7.0 / 8.0))]);
        assert_eq!(found.against[2][0], Some(round4(1.0 / 8.0)));
        let [first, second] = [0, 1].map(|place: usize| found.players[place].elo.unwrap());
        let lead = found.lead.unwrap();
        assert!((lead.difference - (first - second)).abs() < 0.11, "{lead:?}");
        assert!(lead.interval_95[0] < lead.difference && lead.difference < lead.interval_95[1]);
        assert!(found.players[0].superiority.unwrap() > 0.5 && found.players[2].superiority.is_none());
        assert!(to_json(&[found]).contains("{\"game\":{\"kind\":\"othello\"},\"evaluations\":50,\"players\":[{"));
    }

    #[test]
    fn who_won_or_lost_everything_stands_at_the_end_without_a_number() {
        let met = [
            results(0, 1, &[0.0, 0.0, 0.0]),
            results(0, 2, &[0.0, 0.0, 0.0]),
            results(0, 3, &[0.0, 0.0, 0.0]),
            results(1, 2, &[1.0, 0.5, 2.0]),
            results(1, 3, &[0.0, 0.0, 0.0]),
            results(2, 3, &[0.0, 0.0, 0.0]),
        ];
        let found = standings(&["none", "one", "other", "all"], &met);
        assert_eq!(names(&found), ["all", "one", "other", "none"]);
        let places: Vec<RatingPlace> = found.players.iter().map(PlayerStanding::place).collect();
        assert_eq!(places, [RatingPlace::Above, RatingPlace::Among, RatingPlace::Among, RatingPlace::Below]);
        assert_eq!((found.lead, found.players[0].superiority), (None, None));
    }

    #[test]
    fn what_cannot_be_rated_stands_by_its_score_with_the_reason() {
        let met = [
            results(0, 1, &[1.0, 0.5]),
            results(2, 3, &[1.0, 1.5]),
            results(0, 2, &[2.0, 2.0]),
            results(0, 3, &[2.0, 2.0]),
            results(1, 2, &[2.0, 2.0]),
            results(1, 3, &[2.0, 2.0]),
        ];
        let found = standings(&["a", "b", "c", "d"], &met);
        assert_eq!(names(&found), ["b", "a", "c", "d"]);
        let reason = found.unrated.unwrap();
        assert!(reason.ends_with("between a and b, c and d"), "{reason}");
        assert!(found.players.iter().all(|standing| standing.elo.is_none()));
    }
}
