//! The score of a tournament so far.

use std::cmp::Ordering;

use bestply_catalogue::Unit;
use bestply_statistics::Count;
use bestply_statistics::paired::Sample;

use crate::contest::Sides;
use crate::outcome::Generations;
use crate::outcome::records::PairRecord;

/// The score of a tournament so far, from the challenger's point of view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TournamentScore {
    unit: Unit,
    /// Units won.
    pub wins: u64,
    /// Units lost.
    pub losses: u64,
    /// Units that nobody won.
    pub ties: u64,
    /// The number of static evaluations.
    pub evaluations: Sides<u64>,
    /// The number of children made.
    pub generations: Sides<Generations>,
    /// The number of searches.
    pub moves: Sides<u64>,
    /// The time spent searching, in microseconds, if it is recorded.
    pub elapsed_us: Sides<u64>,
    /// The number of searches that ended because their bytes were spent.
    pub out_of_memory: Sides<u64>,
    /// The pairs: the cluster of each start, and the challenger's share of the points.
    pub sample: Sample,
}

impl TournamentScore {
    /// The score before the first pair.
    pub fn of(unit: Unit) -> TournamentScore {
        TournamentScore { unit, ..TournamentScore::default() }
    }

    /// The count of wins among those decided.
    pub fn count(&self) -> Count {
        Count::new(self.wins, self.wins + self.losses)
    }

    /// The share of the points; 0.5 if nothing is played. A tie is half a point.
    pub fn points(&self) -> f64 {
        self.sample.estimate().mean()
    }

    /// The 95 % interval of [`points`](TournamentScore::points).
    pub fn interval_95(&self) -> [f64; 2] {
        self.sample.estimate().interval_95()
    }

    /// Adds a pair from a start of this cluster.
    pub fn add(&mut self, record: &PairRecord, cluster: u64) {
        self.sample.add(cluster, share_of_pair(self.unit, record));
        for outcome in outcomes(self.unit, record) {
            match outcome {
                Ordering::Greater => self.wins += 1,
                Ordering::Less => self.losses += 1,
                Ordering::Equal => self.ties += 1,
            }
        }
        self.evaluations += record.evaluations;
        self.generations += record.generations;
        self.moves += record.moves;
        self.elapsed_us += record.elapsed_us.unwrap_or_default();
        self.out_of_memory += record.out_of_memory.unwrap_or_default();
    }
}

/// How the challenger comes out: of the pair, where pairs are won, and else of each of its two games.
fn outcomes(unit: Unit, record: &PairRecord) -> Vec<Ordering> {
    let (as_max, as_min) = (record.challenger_as_max, record.opponent_as_max);
    if unit == Unit::Pair { vec![as_max.cmp(&as_min)] } else { vec![as_max.cmp(&0), 0.cmp(&as_min)] }
}

/// The challenger's share of the points of a pair: 0, 1/2 or 1 where pairs are won, and else that of its two games.
pub(crate) fn share_of_pair(unit: Unit, record: &PairRecord) -> f64 {
    let outcomes = outcomes(unit, record);
    outcomes.iter().map(|&outcome| f64::from(1 + outcome as i8) / 2.0).sum::<f64>() / outcomes.len() as f64
}

#[cfg(test)]
mod tests {
    use bestply::Value;

    use super::*;
    use crate::outcome::records::PlayedPair;

    /// A pair of games with these terminal values; in the first the challenger played MAX.
    fn pair(challenger_as_max: Value, opponent_as_max: Value) -> PairRecord {
        PairRecord {
            cell: "a-cell".to_owned(),
            challenger_depth: Some(2),
            seed: 1,
            start_number: None,
            challenger_as_max,
            opponent_as_max,
            evaluations: Sides { challenger: 10, opponent: 20 },
            generations: Sides {
                challenger: Generations { all: 11, first: 9 },
                opponent: Generations { all: 21, first: 19 },
            },
            moves: Sides { challenger: 5, opponent: 6 },
            elapsed_us: None,
            out_of_memory: None,
            played: PlayedPair::default(),
        }
    }

    fn score(unit: Unit, values: &[(Value, Value)]) -> TournamentScore {
        let mut score = TournamentScore::of(unit);
        values.iter().zip(0..).for_each(|(&(as_max, as_min), cluster)| score.add(&pair(as_max, as_min), cluster));
        score
    }

    fn outcomes(score: &TournamentScore) -> [u64; 3] {
        [score.wins, score.losses, score.ties]
    }

    #[test]
    fn a_random_pair_goes_to_the_better_terminal_value_as_max() {
        let one = |challenger, opponent| outcomes(&score(Unit::Pair, &[(challenger, opponent)]));
        assert_eq!([one(7, 5), one(-5, -7), one(1, -1)], [[1, 0, 0]; 3]);
        assert_eq!([one(5, 7), one(-7, -5), one(-1, 1)], [[0, 1, 0]; 3]);
        assert_eq!([one(7, 7), one(-7, -7), one(0, 0)], [[0, 0, 1]; 3]);
    }

    #[test]
    fn a_game_of_othello_goes_by_its_sign_whatever_the_other_of_its_pair_does() {
        let one = |challenger, opponent| outcomes(&score(Unit::Game, &[(challenger, opponent)]));
        assert_eq!(one(7, 5), [1, 1, 0], "MAX won both");
        assert_eq!(one(-7, -5), [1, 1, 0], "MIN won both");
        assert_eq!(one(2, -64), [2, 0, 0]);
        assert_eq!(one(-2, 64), [0, 2, 0]);
        assert_eq!([one(0, -1), one(0, 1), one(1, 0), one(-1, 0)], [[1, 0, 1], [0, 1, 1], [1, 0, 1], [0, 1, 1]]);
        assert_eq!(one(0, 0), [0, 0, 2]);
    }

    #[test]
    fn ties_are_half_a_point_and_decide_nothing() {
        // Three wins, one loss, four ties.
        let values = [(2, 1), (2, 1), (2, 1), (1, 2), (1, 1), (1, 1), (1, 1), (1, 1)];
        let score = score(Unit::Pair, &values);
        assert_eq!((outcomes(&score), score.count(), score.points()), ([3, 1, 4], Count::new(3, 4), 5.0 / 8.0));
    }

    #[test]
    fn nothing_played_is_even() {
        for unit in [Unit::Pair, Unit::Game] {
            let score = score(unit, &[]);
            assert_eq!((outcomes(&score), score.count(), score.points()), ([0; 3], Count::new(0, 0), 0.5));
            assert_eq!((score.evaluations, score.moves), (Sides::default(), Sides::default()));
        }
        let tied = score(Unit::Pair, &[(3, 3)]);
        assert_eq!((tied.count().decided, tied.points()), (0, 0.5));
    }

    #[test]
    fn what_both_sides_spent_is_added_up() {
        let mut score = score(Unit::Pair, &[(1, 2), (2, 1)]);
        assert_eq!(score.evaluations, Sides { challenger: 20, opponent: 40 });
        let generations =
            Sides { challenger: Generations { all: 22, first: 18 }, opponent: Generations { all: 42, first: 38 } };
        assert_eq!((score.generations, score.moves), (generations, Sides { challenger: 10, opponent: 12 }));
        assert_eq!(score.elapsed_us, Sides::default(), "no time was taken");
        let timed = PairRecord { elapsed_us: Some(Sides { challenger: 300, opponent: 400 }), ..pair(1, 2) };
        score.add(&timed, 2);
        score.add(&timed, 3);
        score.add(&pair(1, 2), 4);
        assert_eq!(score.elapsed_us, Sides { challenger: 600, opponent: 800 });
    }
}
