//! The intervals and tests, on samples made by models of games.

mod models;

use bestply_testkit::Dice;
use models::{MODELS, Model};

use super::*;
use crate::elo::difference;
use crate::{Count, holm, wilson_interval};

fn close(left: f64, right: f64) {
    assert!((left - right).abs() < 1e-9, "{left} is not {right}");
}

fn sample(shares: &[f64]) -> Sample {
    (0..).zip(shares.iter().copied()).collect()
}

#[test]
fn all_won_is_beyond_chance_and_not_certain() {
    let estimate = sample(&[1.0; 10]).estimate();
    let [low, high] = estimate.interval_95();
    close(high, 1.0);
    assert!((low - wilson_interval(Count::new(10, 10))[0]).abs() < 0.06, "{low}");
    let p = estimate.p_value(0.5);
    assert!(0.0 < p && p < 0.01, "{p}");
}

/// Fifty pairs, each won or lost as a whole: but for the quantile, 51 independent trials have the same interval.
#[test]
fn decided_pairs_have_wilson_s_interval() {
    let [low, high] = sample(&[vec![1.0; 30], vec![0.0; 20]].concat()).estimate().interval_95();
    let [wilson_low, wilson_high] = wilson_interval(Count::new(30, 50));
    assert!((low - wilson_low).abs() < 0.004 && (high - wilson_high).abs() < 0.004, "{low} to {high}");
}

#[test]
fn all_tied_is_no_certainty() {
    let estimate = sample(&[0.5; 10]).estimate();
    let [low, high] = estimate.interval_95();
    assert!(0.35 < low && low < 0.4, "{low}");
    close(low, 1.0 - high);
    assert!(estimate.p_value(0.55) > 0.3);
}

#[test]
fn one_cluster_tells_nothing() {
    let copies: Sample = [(7, 1.0), (7, 0.5), (7, 1.0)].into_iter().collect();
    for unknown in [Sample::default().estimate(), copies.estimate(), Estimate::mean_of(&[])] {
        assert_eq!(unknown.interval_95(), [0.0, 1.0]);
        assert_eq!([unknown.p_value(0.1), unknown.smallest_difference(0.05)], [1.0, 1.0]);
    }
    let known = sample(&[1.0, 0.5, 0.25, 0.5]).estimate();
    assert_eq!(Estimate::mean_of(&[known, copies.estimate()]).interval_95(), [0.0, 1.0]);
    close(copies.estimate().mean(), 2.5 / 3.0);
    close(Sample::default().estimate().mean(), 0.5);
}

/// The numbers come from the formulas by hand: the mean is .65, the squared deviations sum up to .45.
#[test]
fn a_sample_by_hand() {
    let estimate = sample(&[1.0, 0.5, 0.25, 0.5, 1.0]).estimate();
    let variance = (0.45 + 0.03 * (0.65_f64.powi(2) + 0.35_f64.powi(2))) / 25.0 * 5.0 / 4.0;
    close(estimate.mean(), 0.65);
    close(estimate.standard_error(), variance.sqrt());
    let moderate = (5.0 * 0.65 + 0.03) / 5.06;
    let ratio = variance / (moderate * (1.0 - moderate));
    let student = StudentsT::new(0.0, 1.0, 4.0 / (1.0 - 4.0 * ratio)).unwrap();
    for end in estimate.interval_95() {
        close((0.65 - end).powi(2), student.inverse_cdf(0.975).powi(2) * ratio * end * (1.0 - end));
    }
    let quantiles = student.inverse_cdf(0.975) + student.inverse_cdf(0.8);
    close(estimate.smallest_difference(0.05), quantiles * variance.sqrt());
}

#[test]
fn the_interval_consists_of_the_claims_that_are_not_rejected() {
    for shares in [&[1.0, 0.5, 0.25, 0.5, 1.0][..], &[0.5; 4], &[1.0; 12], &[0.0, 0.25, 0.0, 0.0]] {
        let estimate = sample(shares).estimate();
        for end in estimate.interval_95().into_iter().filter(|end| 0.0 < *end && *end < 1.0) {
            assert!((estimate.p_value(end) - 0.05).abs() < 1e-5, "{shares:?}: {}", estimate.p_value(end));
        }
    }
}

#[test]
fn exchanged_players_exchange_the_interval() {
    let shares = [1.0, 0.75, 0.5, 1.0, 0.25, 0.5];
    let [ours, theirs] = [sample(&shares), sample(&shares.map(|share| 1.0 - share))].map(|it| it.estimate());
    let ([low, high], [their_low, their_high]) = (ours.interval_95(), theirs.interval_95());
    close(low, 1.0 - their_high);
    close(high, 1.0 - their_low);
    close(ours.p_value(0.4), theirs.p_value(0.6));
}

#[test]
fn copies_tell_no_more_than_one() {
    let shares = [1.0, 0.5, 0.25, 0.75, 1.0];
    let twice: Sample = (0..).zip(shares).flat_map(|pair| [pair, pair]).collect();
    assert_eq!(twice.estimate(), sample(&shares).estimate());
    assert_eq!(Estimate::of([&sample(&shares), &sample(&shares)]), sample(&shares).estimate());
}

#[test]
fn a_mean_over_budgets_is_that_of_the_starts() {
    let (some, others) = (sample(&[1.0, 0.5, 0.25, 0.75]), sample(&[0.5, 0.5, 0.75, 0.25]));
    let mean = sample(&[0.75, 0.5, 0.5, 0.5]).estimate();
    let both = Estimate::of([&some, &others]);
    close(both.mean(), mean.mean());
    close(both.standard_error(), mean.standard_error());
    let elsewhere: Sample = (10..).zip([0.5, 0.5, 0.75, 0.25]).collect();
    let apart = Estimate::of([&some, &elsewhere]);
    close(apart.mean(), mean.mean());
    assert!(apart.standard_error() > both.standard_error(), "what one wins by a start the other lost by it");
}

/// Two games of the same size: the variance is a quarter of the sum, the degrees of freedom are twice as many.
#[test]
fn a_mean_over_games_is_of_independent_estimates() {
    let estimate = sample(&[1.0, 0.5, 0.25, 0.75, 1.0]).estimate();
    let both = Estimate::mean_of(&[estimate, estimate]);
    close(both.mean(), estimate.mean());
    close(both.standard_error(), estimate.standard_error() / std::f64::consts::SQRT_2);
    close(both.freedom, 2.0 * estimate.freedom);
    assert_eq!(Estimate::mean_of(&[estimate]).interval_95(), estimate.interval_95());
}

/// A hundred pairs, mostly split between the sides, as in Connect Four from starts that are not balanced.
///
/// 200 independent games that score the same have an interval 1.9 times as wide, which costs three times the games.
#[test]
fn pairs_that_cancel_tell_more_than_independent_games() {
    let counts = [(0.5, 73), (1.0, 4), (0.0, 5), (0.75, 9), (0.25, 9)];
    let [low, high] = Sample::of_counts(counts).estimate().interval_95();
    assert!((low - 0.459).abs() < 0.001 && (high - 0.532).abs() < 0.001, "{low} to {high}");
    let [wilson_low, wilson_high] = wilson_interval(Count::new(99, 200));
    assert!((wilson_low - 0.426).abs() < 0.001 && (wilson_high - 0.564).abs() < 0.001, "{wilson_low} to {wilson_high}");
}

/// The examples of fastchess's own tests (`app/tests/elo_test.cpp`): the difference in Elo, and half its interval.
#[test]
fn fastchess_has_the_same_differences() {
    for (pairs, elo, error) in [
        ([34, 54, 63, 64, 75], 55.58, 27.65),
        ([332, 433, 498, 333, 334], -8.64, 10.33),
        ([7895, 8757, 5685, 568, 9999], -21.04, 2.95),
    ] {
        let counts = [0, 1, 2, 3, 4].map(|quarters| (f64::from(quarters as u8) / 4.0, pairs[quarters]));
        let share = Sample::of_counts(counts).estimate();
        let [low, high] = share.interval_95().map(|end| difference(end).unwrap());
        assert!((difference(share.mean()).unwrap() - elo).abs() < 0.005);
        assert!(((high - low) / 2.0 - error).abs() < 0.01 * error, "{elo}: {low} to {high}");
    }
}

/// Of how many samples in a hundred the interval holds the true score.
fn coverage(model: &Model, score: f64, pairs: usize, samples: u32) -> f64 {
    let strength = model.strength(score);
    let mut dice = Dice::new((pairs as f64 + 1000.0 * score) as u64);
    let holds = |_: &u32| model.sample(strength, pairs, &mut dice).estimate().p_value(score) >= 0.05;
    100.0 * (0..samples).filter(holds).count() as f64 / f64::from(samples)
}

/// The coverage of a model at the scores of 30, 32 and so on to 90 %: the mean, and the lowest.
fn coverages(model: &Model, pairs: usize, samples: u32) -> (f64, f64) {
    let all: Vec<f64> = (15..=45).map(|step| coverage(model, f64::from(step) / 50.0, pairs, samples)).collect();
    (all.iter().sum::<f64>() / all.len() as f64, all.into_iter().fold(100.0, f64::min))
}

#[test]
#[ignore = "prints a table for docs/meaning.md"]
fn table_of_coverage() {
    for model in &MODELS {
        let cells = [10, 20, 50, 100].map(|pairs| {
            let (mean, lowest) = coverages(model, pairs, 2000);
            format!("{mean:.1} ({lowest:.1})")
        });
        let extremes = [0.95, 0.99].map(|score| format!("{:.1}", coverage(model, score, 10, 10_000)));
        println!("| {} | {} | {} |", model.name, cells.join(" | "), extremes.join(" | "));
    }
}

/// Coverage over the scores from 30 to 90 % is between 94 and 96.5 %, from ten pairs on.
///
/// Ten pairs that nearly all end alike, or that can only be won or lost, have so few outcomes that any interval that
/// covers 94 % covers more.
#[test]
fn nineteen_of_twenty_intervals_hold_the_truth() {
    for model in &MODELS {
        for (pairs, samples) in [(10, 150), (20, 100), (50, 40)] {
            let (mean, _) = coverages(model, pairs, samples);
            let has_few_outcomes = ["nearly all drawn", "the same player wins both"].contains(&model.name);
            let most = if has_few_outcomes && pairs == 10 { 97.0 } else { 96.5 };
            // Two standard errors of the simulation: of 31 times as many samples.
            let slack = 200.0 * (0.05 * 0.95 / (31.0 * f64::from(samples))).sqrt();
            assert!((94.0 - slack..=most + slack).contains(&mean), "{}, {pairs} pairs: {mean}", model.name);
        }
    }
}

/// The share of true families of claims of which Holm's procedure rejects any.
fn family_wise_error(families: u32, mut p_values: impl FnMut() -> Vec<f64>) -> f64 {
    (0..families).filter(|_| holm(&p_values(), 0.05).contains(&true)).count() as f64 / f64::from(families)
}

/// A claim for each model, about a cell of its own.
fn claims_of_cells(claimed: f64, pairs: usize, families: u32) -> f64 {
    let strengths = MODELS.map(|model| model.strength(claimed));
    let mut dice = Dice::new(pairs as u64);
    family_wise_error(families, || {
        let p_value =
            |(model, strength): (&Model, &f64)| model.sample(*strength, pairs, &mut dice).estimate().p_value(claimed);
        MODELS.iter().zip(&strengths).map(p_value).collect()
    })
}

/// Claims about four challengers, each about the mean over three games with three budgets on the same starts.
///
/// Starts suit one challenger and not the other, at any budget. `is_clustered` says whether that is regarded.
fn claims_of_means(claimed: f64, pairs: usize, families: u32, is_clustered: bool) -> f64 {
    let games = [MODELS[1], MODELS[5], MODELS[6]];
    let strengths = games.map(|game| game.strength(claimed));
    let mut dice = Dice::new(1 + pairs as u64);
    let mut of_game = |(game, strength): (&Model, &f64)| {
        let mut cells = [(); 3].map(|()| Sample::default());
        for number in 0..pairs as u64 {
            let start = game.start(&mut dice);
            for (budget, cell) in (0..).zip(&mut cells) {
                let cluster = if is_clustered { number } else { 3 * number + budget };
                cell.add(cluster, game.pair(*strength, start, &mut dice));
            }
        }
        Estimate::of(&cells)
    };
    family_wise_error(families, || {
        let mut claim = || Estimate::mean_of(&games.iter().zip(&strengths).map(&mut of_game).collect::<Vec<_>>());
        (0..4).map(|_| claim().p_value(claimed)).collect()
    })
}

#[test]
fn true_claims_are_seldom_rejected() {
    const FAMILIES: u32 = 1000;
    // Two standard errors of the simulation.
    let most = 0.05 + 2.0 * (0.05 * 0.95 / f64::from(FAMILIES)).sqrt();
    for pairs in [10, 25] {
        for claimed in [0.5, 0.7] {
            let errors = [claims_of_cells(claimed, pairs, FAMILIES), claims_of_means(claimed, pairs, FAMILIES, true)];
            assert!(errors.iter().all(|error| *error <= most), "{claimed}, {pairs} pairs: {errors:?}");
        }
    }
    let unregarded = claims_of_means(0.5, 10, FAMILIES, false);
    assert!(unregarded > 0.08, "the starts do not matter: {unregarded}");
}

/// The share of slopes whose 95 % interval holds the true one, which is none: three games, each at three places of a
/// line whose cells begin at the same starts.
fn covered_slopes(score: f64, pairs: usize, slopes: u32) -> f64 {
    let mut dice = Dice::new((pairs as f64 + 1000.0 * score) as u64);
    let games = [&MODELS[0], &MODELS[1], &MODELS[5]];
    let strengths = games.map(|game| game.strength(score));
    let mut is_covered = || {
        let mut of_game = |(game, strength): (&&Model, &f64)| {
            let mut cells = [-1.0, 0.0, 1.0].map(|place| (place, Sample::default()));
            for number in 0..pairs as u64 {
                let start = game.start(&mut dice);
                cells.iter_mut().for_each(|(_, cell)| cell.add(number, game.pair(*strength, start, &mut dice)));
            }
            cells.to_vec()
        };
        let groups: Vec<Vec<(f64, Sample)>> = games.iter().zip(&strengths).map(&mut of_game).collect();
        let weighed = groups.iter().map(|cells| cells.iter().map(|(weight, cell)| (*weight, cell)).collect());
        let [low, high] = Contrast::of(&weighed.collect::<Vec<_>>()).interval_95();
        low <= 0.0 && 0.0 <= high
    };
    f64::from((0..slopes).map(|_| u32::from(is_covered())).sum::<u32>()) / f64::from(slopes)
}

/// Near 1 many cells are all won, where the imagined clusters make the intervals of ten pairs wider than need be.
#[test]
fn intervals_of_slopes_are_what_they_say() {
    for (score, pairs, most) in [(0.5, 10, 0.97), (0.5, 32, 0.97), (0.9, 10, 0.985), (0.9, 32, 0.97)] {
        let covered = covered_slopes(score, pairs, 2000);
        assert!((0.935..=most).contains(&covered), "{score}, {pairs} pairs: {covered}");
    }
}

#[test]
fn a_slope_of_cells_that_are_all_won_has_an_error() {
    let all = |share| (0..10).map(|cluster| (cluster, share)).collect::<Sample>();
    let slope = Contrast::of(&[vec![(-0.5, &all(0.0)), (0.5, &all(1.0))]]);
    assert_eq!(slope.value(), 0.5);
    let [low, high] = slope.interval_95();
    assert!(low > 0.3 && high < 0.7 && slope.p_value() < 0.001, "{slope:?}");
    let [lost, won] = [0.0, 1.0].map(|share| [(1, share)].into_iter().collect::<Sample>());
    let one = Contrast::of(&[vec![(-1.0, &lost), (1.0, &won)]]);
    assert_eq!((one.p_value(), one.interval_95()), (1.0, [f64::NEG_INFINITY, f64::INFINITY]));
}

#[test]
#[ignore = "prints a table for docs/meaning.md"]
fn table_of_family_wise_errors() {
    for claimed in [0.5, 0.7] {
        let row =
            |of: &dyn Fn(usize) -> f64| [10, 20, 50, 100].map(|pairs| format!("{:.1}", 100.0 * of(pairs))).join(" | ");
        println!("| cells, {claimed} | {} |", row(&|pairs| claims_of_cells(claimed, pairs, 10_000)));
        println!("| means, {claimed} | {} |", row(&|pairs| claims_of_means(claimed, pairs, 10_000, true)));
    }
}
