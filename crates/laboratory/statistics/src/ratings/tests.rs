use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng};

use super::fit::surplus;
use super::*;
use crate::elo::{POINTS_PER_LOG_ODDS, difference};
use crate::holm;

fn close(left: f64, right: f64) {
    assert!((left - right).abs() < 1e-6 * right.abs().max(1.0), "{left} is not {right}");
}

fn result(first: usize, second: usize, start: u64, points: f64) -> PairResult {
    PairResult { first, second, start, points }
}

/// All players meet on all starts. A game is won with the probability of the ratings.
///
/// With probability `sharing` its luck is the start's, which is the same for all who play it.
fn round_robin(strengths: &[f64], starts: u64, sharing: f64, random: &mut TestRng) -> Vec<PairResult> {
    let mut results = Vec::new();
    for start in 0..starts {
        let shared: f64 = random.random();
        for (first, second) in (0..strengths.len()).flat_map(|i| (0..i).map(move |j| (j, i))) {
            let expected = expected_score(strengths[first] - strengths[second]);
            let mut game = || {
                let own: f64 = random.random();
                let luck = if random.random_bool(sharing) { shared } else { own };
                f64::from(u8::from(luck < expected))
            };
            results.push(result(first, second, start, game() + game()));
        }
    }
    results
}

fn random(seed: u8) -> TestRng {
    TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32])
}

/// One pair from each start: the difference is that of the score, and its error that of the pairs' variance.
#[test]
fn two_players_agree_with_the_closed_formula() {
    let points = [2.0, 1.5, 1.0, 1.0, 0.0, 2.0, 1.5, 1.0, 0.5, 2.0];
    let results: Vec<_> = (0..).zip(points).map(|(start, points)| result(0, 1, start, points)).collect();
    // Twelve and a half of twenty points; the squared deviations of the pairs' points sum up to 4.125.
    let (score, variance): (f64, f64) = (0.625, 4.125 / 4.0 / 90.0);
    let difference = difference(score).unwrap();
    let error = POINTS_PER_LOG_ODDS * variance.sqrt() / (score * (1.0 - score));

    let ratings = Ratings::of(2, &results).unwrap();
    let [first, second] = [0, 1].map(|player| ratings.ratings()[player]);
    close(first.difference.unwrap(), difference / 2.0);
    close(second.difference.unwrap(), -difference / 2.0);
    let student_9 = 2.262_157_162_798_2;
    close(first.interval_95[0].unwrap(), (difference - student_9 * error) / 2.0);
    close(first.interval_95[1].unwrap(), (difference + student_9 * error) / 2.0);
    let superiority = StudentsT::new(0.0, 1.0, 9.0).unwrap().cdf(difference / error);
    close(ratings.likelihood_of_superiority(0, 1).unwrap(), superiority);
    close(ratings.likelihood_of_superiority(1, 0).unwrap(), 1.0 - superiority);
    assert_eq!(ratings.likelihood_of_superiority(0, 0), None);
}

/// At the likelihood's maximum every player has the expected points, however far apart the players are.
#[test]
fn everybody_scores_as_expected() {
    for strengths in [[0.0, 10.0, -30.0, 20.0], [900.0, 300.0, -300.0, -900.0]] {
        let points = points_table(4, &round_robin(&strengths, 300, 0.3, &mut random(1))).unwrap();
        let found = likeliest(&points, &[0, 1, 2, 3]);
        (0..4).for_each(|player| assert!(surplus(player, &found, &points).abs() < 1e-8));
        assert!(found.into_iter().flatten().sum::<f64>().abs() < 1e-8);
    }
}

#[test]
fn numbered_otherwise_the_players_are_the_same() {
    let results = round_robin(&[0.0, 50.0, -100.0, 20.0, 80.0], 40, 0.3, &mut random(2));
    let other = [3, 0, 4, 1, 2];
    let renumbered: Vec<_> = results
        .iter()
        .rev()
        .map(|r| PairResult { first: other[r.second], second: other[r.first], points: GAMES - r.points, ..*r })
        .collect();
    let [ratings, others] = [results, renumbered].map(|results| Ratings::of(5, &results).unwrap());
    for player in 0..5 {
        let (rating, same) = (ratings.ratings()[player], others.ratings()[other[player]]);
        close(rating.difference.unwrap(), same.difference.unwrap());
        (0..2).for_each(|end| close(rating.interval_95[end].unwrap(), same.interval_95[end].unwrap()));
        let [one, two] = [(&ratings, player, 2), (&others, other[player], other[2])]
            .map(|(ratings, first, second)| ratings.likelihood_of_superiority(first, second));
        assert_eq!((one.is_none(), two.is_none()), (player == 2, player == 2));
        close(one.unwrap_or_default(), two.unwrap_or_default());
    }
}

/// The share of the true ratings that lie in their intervals.
fn coverage(start_of: impl Fn(usize, &PairResult) -> u64) -> f64 {
    const TOURNAMENTS: usize = 500;
    let strengths = [120.0, 40.0, -50.0, -110.0];
    let mut random = random(3);
    let mut inside = 0;
    for _ in 0..TOURNAMENTS {
        let mut results = round_robin(&strengths, 60, 0.8, &mut random);
        for (index, result) in results.iter_mut().enumerate() {
            result.start = start_of(index, result);
        }
        let ratings = Ratings::of(4, &results).unwrap();
        inside += ratings
            .ratings()
            .iter()
            .zip(strengths)
            .filter(|(rating, strength)| {
                let [low, high] = rating.interval_95.map(Option::unwrap);
                low <= *strength && *strength <= high
            })
            .count();
    }
    inside as f64 / (4 * TOURNAMENTS) as f64
}

#[test]
fn nineteen_of_twenty_intervals_hold_the_truth() {
    let by_start = coverage(|_, result| result.start);
    assert!((0.93..0.97).contains(&by_start), "{by_start}");
    let by_pair = coverage(|index, _| index as u64);
    assert!(by_pair < by_start - 0.03, "the starts do not cluster: {by_pair}");
}

#[test]
fn who_wins_everything_has_a_lower_end_only() {
    let among_rest = round_robin(&[0.0, 60.0, -60.0], 20, 0.0, &mut random(4));
    let mut results = among_rest.clone();
    for (start, loser) in (0..20).flat_map(|start| (0..3).map(move |loser| (start, loser))) {
        results.push(result(3, loser, start, 2.0));
        results.push(result(loser, 4, start, 2.0));
    }
    let ratings = Ratings::of(5, &results).unwrap();
    let alone = Ratings::of(3, &among_rest).unwrap();
    for (rating, expected) in ratings.ratings().iter().zip(alone.ratings()) {
        close(rating.difference.unwrap(), expected.difference.unwrap());
        (0..2).for_each(|end| close(rating.interval_95[end].unwrap(), expected.interval_95[end].unwrap()));
    }
    let [best, worst] = [3, 4].map(|player| ratings.ratings()[player]);
    assert_eq!([best.difference, worst.difference, best.interval_95[1], worst.interval_95[0]], [None; 4]);
    let chance = |of: &dyn Fn(f64) -> f64| -> f64 {
        let logarithms = alone.ratings().iter().map(|opponent| of(opponent.difference.unwrap()).ln());
        (20.0 / 3.0 * logarithms.sum::<f64>()).exp()
    };
    let ends = [best.interval_95[0].unwrap(), worst.interval_95[1].unwrap()];
    close(chance(&|opponent| expected_score(ends[0] - opponent)), TAIL);
    close(chance(&|opponent| expected_score(opponent - ends[1])), TAIL);
    assert_eq!(ratings.likelihood_of_superiority(3, 0), None);
}

#[test]
fn without_a_spread_nothing_is_known() {
    let nothing = Rating { difference: None, interval_95: [None; 2] };
    let swept = Ratings::of(2, &[result(0, 1, 0, 2.0), result(0, 1, 1, 2.0)]).unwrap();
    assert_eq!(swept.ratings(), [nothing; 2]);
    let even = Rating { difference: Some(0.0), ..nothing };
    let alike = Ratings::of(2, &[result(0, 1, 0, 1.0), result(0, 1, 1, 1.0)]).unwrap();
    assert_eq!(alike.ratings(), [even; 2]);
    let one_start = Ratings::of(2, &[result(0, 1, 0, 1.0)]).unwrap();
    assert_eq!(one_start.ratings(), [even; 2]);
    assert_eq!(Ratings::of(1, &[]).unwrap().ratings(), [even]);
    assert!(Ratings::of(0, &[]).unwrap().ratings().is_empty());
}

#[test]
fn what_cannot_be_rated_is_told() {
    for impossible in [result(0, 0, 0, 1.0), result(0, 2, 0, 1.0), result(0, 1, 0, 2.5), result(0, 1, 0, f64::NAN)] {
        assert!(matches!(Ratings::of(2, &[impossible]), Err(RatingError::Result { players: 2, .. })));
    }
    let [near, far] = [result(2, 0, 0, 1.5), result(1, 3, 0, 0.5)];
    let groups = vec![vec![0, 2], vec![1, 3]];
    assert_eq!(Ratings::of(4, &[near, far]), Err(RatingError::Disconnected { groups: groups.clone() }));
    let bridge = result(0, 3, 0, 2.0);
    assert_eq!(Ratings::of(4, &[near, far, bridge]), Err(RatingError::Separated { groups }));
    assert!(Ratings::of(4, &[near, far, bridge, result(1, 2, 1, 0.5)]).is_ok());
}

/// Players meet on starts that suit some of them: a start adds to each player's strength, whichever side it plays.
fn with_interactions(strengths: &[f64], starts: u64, interaction: f64, random: &mut TestRng) -> Vec<PairResult> {
    let mut results = Vec::new();
    for start in 0..starts {
        let here: Vec<f64> =
            strengths.iter().map(|strength| strength + interaction * (2.0 * random.random::<f64>() - 1.0)).collect();
        let side = 200.0 * (2.0 * random.random::<f64>() - 1.0);
        for (first, second) in (0..strengths.len()).flat_map(|i| (0..i).map(move |j| (j, i))) {
            let mut game = |side: f64| {
                let luck: f64 = random.random();
                let expected = expected_score(here[first] - here[second] + side);
                f64::from(u8::from(luck < expected))
            };
            results.push(result(first, second, start, game(side) + game(-side)));
        }
    }
    results
}

/// How often any of these tables of equal players shows a lead, by Holm's procedure, and how often two players differ.
fn errors_of_equal_players(players: usize, starts: u64, tables: usize, times: usize) -> [f64; 2] {
    let mut random = random(5);
    let (mut shown, mut differing, mut compared) = (0, 0_usize, 0_usize);
    for _ in 0..times {
        let mut leads = Vec::new();
        for _ in 0..tables {
            let results = with_interactions(&vec![0.0; players], starts, 400.0, &mut random);
            let Ok(ratings) = Ratings::of(players, &results) else { continue };
            let mut order: Vec<usize> = (0..players).collect();
            let rating = |player: usize| ratings.ratings()[player].difference.unwrap_or(0.0);
            order.sort_by(|&a, &b| rating(b).total_cmp(&rating(a)));
            leads.push(ratings.p_value(order[0], order[1]).unwrap_or(1.0));
            compared += 1;
            differing += usize::from(ratings.p_value(0, 1).is_some_and(|p| p <= 0.05));
        }
        shown += usize::from(holm(&leads, 0.05).contains(&true));
    }
    [shown as f64 / times as f64, differing as f64 / compared as f64]
}

#[test]
fn equal_players_seldom_differ_where_starts_suit_players() {
    for players in [2, 4] {
        let [leads, differences] = errors_of_equal_players(players, 10, 6, 200);
        assert!(leads <= 0.05 && differences <= 0.06, "{players} players: {leads}, {differences}");
    }
}

#[test]
#[ignore = "prints a table for docs/meaning.md"]
fn table_of_errors_of_equal_players() {
    for players in [2, 4] {
        let row = [10, 20, 50, 100].map(|starts| {
            let [leads, differences] = errors_of_equal_players(players, starts, 6, 1000);
            format!("{:.1}, {:.1}", 100.0 * leads, 100.0 * differences)
        });
        println!("| {players} players | {} |", row.join(" | "));
    }
}
