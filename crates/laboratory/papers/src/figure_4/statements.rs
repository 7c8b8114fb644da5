//! The statements of the report about Figure 4, and whether they hold.

use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::curves::{Counted, MeasuredTrees};
use super::published::published;
use super::sample::SearchToDepth;
use bestply_experiments::outcome::verdict::Verdict;
use bestply_statistics::Mean;

/// The greatest difference of an overhead from one that the report qualifies by "about".
const OVERHEAD_TOLERANCE: f64 = 0.01;

/// What is told from means, of which no interval is known, is told from at least so many trees of each branching
/// factor.
const LEAST_TREES: u64 = 1000;

/// A statement of the report, and what was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// What the report says, in our words.
    pub statement: String,
    /// Whether the statement holds for the measurements.
    pub holds: bool,
    /// The same, with what the trees cannot tell by itself.
    pub verdict: Verdict,
    /// The figures that tell.
    pub(crate) evidence: String,
}

/// Checks one statement, if the branching factors that it is about were measured.
type StatementCheck = fn(&[MeasuredTrees]) -> Option<Statement>;

/// Checks the report's statements, except those about branching factors that were not measured.
pub fn check(measured: &[MeasuredTrees]) -> Vec<Statement> {
    let checks: [StatementCheck; 10] = [
        alpha_beta_at_two,
        mixed_at_three,
        best_first_from_four,
        odd_depths,
        more_with_branching,
        staircase,
        alpha_beta_improves,
        ends_early,
        regeneration,
        inheritance,
    ];
    checks.iter().filter_map(|check| check(measured)).collect()
}

impl Statement {
    fn new(statement: &str, verdict: Verdict, evidence: impl Into<String>) -> Option<Statement> {
        let holds = verdict == Verdict::Holds;
        Some(Statement { statement: statement.to_owned(), holds, verdict, evidence: evidence.into() })
    }

    /// A statement about means: it is not judged where the trees are few.
    fn of_means(statement: &str, measured: &[MeasuredTrees], holds: bool, mut evidence: String) -> Option<Statement> {
        if measured.iter().any(|it| it.sample.trees() < LEAST_TREES) {
            evidence += &format!(" It is not judged from fewer than {LEAST_TREES} trees of a branching factor.");
            return Statement::new(statement, Verdict::NotShown, evidence);
        }
        Statement::new(statement, if holds { Verdict::Holds } else { Verdict::Fails }, evidence)
    }
}

/// What is said of branching factors, each with its own.
fn by_branching<'m>(measured: impl IntoIterator<Item = (&'m MeasuredTrees, String)>) -> String {
    let each = measured.into_iter().map(|(it, text)| format!("b = {}: {text}", it.shape.branching()));
    each.collect::<Vec<_>>().join("; ")
}

fn of_branching(measured: &[MeasuredTrees], branching: usize) -> Option<&MeasuredTrees> {
    measured.iter().find(|measured| measured.shape.branching() == branching)
}

/// The stopping depths at which the searchers can differ. At depth 1 they are the same.
fn depths(measured: &MeasuredTrees) -> RangeInclusive<usize> {
    2..=measured.depth()
}

/// The depths at which best-first minimax is ahead of or behind alpha-beta at equal generations, beyond chance.
struct DepthScore {
    depths: usize,
    ahead: Vec<usize>,
    behind: Vec<usize>,
}

impl DepthScore {
    fn of(measured: &MeasuredTrees, counted: Counted) -> DepthScore {
        let advantages = measured.advantages(depths(measured), counted);
        let with = |sign| {
            let those = advantages.iter().filter(|(_, estimate)| estimate.sign() == sign);
            those.map(|&(depth, _)| depth).collect()
        };
        DepthScore { depths: advantages.len(), ahead: with(Ordering::Greater), behind: with(Ordering::Less) }
    }

    fn is_ahead(&self) -> bool {
        !self.ahead.is_empty() && self.behind.is_empty()
    }
}

impl fmt::Display for DepthScore {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ahead, behind) = (list(&self.ahead), list(&self.behind));
        write!(formatter, "ahead at {ahead}, behind at {behind}, of {} depths", self.depths)
    }
}

/// Depths in words.
fn list(depths: &[usize]) -> String {
    let depths: Vec<String> = depths.iter().map(usize::to_string).collect();
    if depths.is_empty() { "none".to_owned() } else { depths.join(", ") }
}

fn alpha_beta_at_two(measured: &[MeasuredTrees]) -> Option<Statement> {
    let two = of_branching(measured, 2)?;
    let advantages = two.advantages(depths(two), Counted::Every);
    let before = advantages.iter().rposition(|(_, estimate)| estimate.mean >= 0.0).map_or(0, |last| last + 1);
    let statement = "At b = 2 alpha-beta is ahead of best-first beyond a given number of generations.";
    let Some(&(first, _)) = advantages.get(before) else {
        let (_, last) = advantages.last()?;
        let verdict = if last.sign() == Ordering::Greater { Verdict::Fails } else { Verdict::NotShown };
        let evidence = format!("At its last depth best-first is ahead by {} points.", points(*last));
        return Statement::new(statement, verdict, evidence);
    };
    let mean = two.mean_advantage(first..=two.depth(), Counted::Every)?;
    let evidence = format!(
        "Best-first is behind at every depth from {first} on ({:.0} generations and more), by {} points in the mean. Beyond \
         chance, it is {}.",
        two.best_first_generations(first, Counted::Every),
        points(mean),
        DepthScore::of(two, Counted::Every),
    );
    let verdict = if mean.sign() == Ordering::Less { Verdict::Holds } else { Verdict::NotShown };
    Statement::new(statement, verdict, evidence)
}

fn mixed_at_three(measured: &[MeasuredTrees]) -> Option<Statement> {
    let three = of_branching(measured, 3)?;
    let score = DepthScore::of(three, Counted::Every);
    let mean = three.mean_advantage(depths(three), Counted::Every)?;
    let evidence = format!(
        "Beyond chance, best-first is {score}; {} points in the mean. Each node counted once, it is {}.",
        points(mean),
        DepthScore::of(three, Counted::First),
    );
    let verdict = match (score.ahead.is_empty(), score.behind.is_empty(), mean.sign()) {
        (false, false, _) => Verdict::Holds,
        // One is ahead somewhere and behind nowhere, and in the mean as well.
        (false, true, Ordering::Greater) | (true, false, Ordering::Less) => Verdict::Fails,
        _ => Verdict::NotShown,
    };
    Statement::new("At b = 3 the results are mixed.", verdict, evidence)
}

/// Those with four and more moves that can be compared.
fn wide(measured: &[MeasuredTrees]) -> Vec<&MeasuredTrees> {
    measured.iter().filter(|it| it.shape.branching() >= 4 && DepthScore::of(it, Counted::Every).depths > 0).collect()
}

fn best_first_from_four(measured: &[MeasuredTrees]) -> Option<Statement> {
    let wide = wide(measured);
    let ahead = |counted| wide.iter().filter(|it| DepthScore::of(it, counted).is_ahead()).count();
    let evidence = format!(
        "Ahead somewhere and behind nowhere, beyond chance: at {} of {all} branching factors, repeats counted; at {} by the \
         report's count of first generations; at {} with each node counted once. Repeats counted, {}.",
        ahead(Counted::Every),
        ahead(Counted::SeeminglyFirst),
        ahead(Counted::First),
        by_branching(wide.iter().map(|it| (*it, DepthScore::of(it, Counted::Every).to_string()))),
        all = wide.len(),
    );
    let statement = "From b = 4 on best-first is consistently ahead of alpha-beta at equal generations.";
    let verdict = match () {
        () if wide.iter().any(|it| !DepthScore::of(it, Counted::Every).behind.is_empty()) => Verdict::Fails,
        () if ahead(Counted::Every) == wide.len() => Verdict::Holds,
        () => Verdict::NotShown,
    };
    if wide.is_empty() { None } else { Statement::new(statement, verdict, evidence) }
}

fn odd_depths(measured: &[MeasuredTrees]) -> Option<Statement> {
    let of_parity = |it: &MeasuredTrees, parity| depths(it).filter(move |depth| depth % 2 == parity);
    let mean = |it: &MeasuredTrees, parity| it.mean_advantage(of_parity(it, parity), Counted::Every);
    let wide = wide(measured);
    let compared: Vec<_> = wide.into_iter().filter_map(|it| Some((it, mean(it, 1)?, mean(it, 0)?))).collect();
    let lines =
        compared.iter().map(|&(it, odd, even)| (it, format!("{} at odd, {} at even", points(odd), points(even))));
    let more = |it: &MeasuredTrees| it.mean_difference(of_parity(it, 1), of_parity(it, 0), Counted::Every);
    let signs: Vec<Ordering> = compared.iter().map(|(it, ..)| more(it).map_or(Ordering::Equal, Mean::sign)).collect();
    let evidence = format!("Mean advantage over the depths of a parity, in points: {}.", by_branching(lines));
    let statement = "From b = 4 on best-first is farther ahead if it is stopped at odd depths only.";
    if compared.is_empty() { None } else { Statement::new(statement, of_signs(&signs), evidence) }
}

/// The verdict on a statement that something is positive at all branching factors.
fn of_signs(signs: &[Ordering]) -> Verdict {
    match () {
        () if signs.contains(&Ordering::Less) => Verdict::Fails,
        () if signs.iter().all(|sign| *sign == Ordering::Greater) => Verdict::Holds,
        () => Verdict::NotShown,
    }
}

fn more_with_branching(measured: &[MeasuredTrees]) -> Option<Statement> {
    let means = measured.iter().filter_map(|it| Some((it, it.mean_advantage(depths(it), Counted::Every)?)));
    let mut means: Vec<(&MeasuredTrees, Mean)> = means.collect();
    means.sort_by_key(|(it, _)| it.shape.branching());
    let (&(_, narrowest), &(_, widest)) = (means.first()?, means.last()?);
    let half_width = |it: Mean| it.interval_95[1] - it.mean;
    let chance = half_width(widest).hypot(half_width(narrowest));
    let growth = widest.mean - narrowest.mean;
    let pairs = || means.iter().enumerate().flat_map(|(i, low)| means[i + 1..].iter().map(move |high| (low.1, high.1)));
    let rising = pairs().filter(|(low, high)| high.mean > low.mean).count();
    let evidence = format!(
        "Mean advantage over all depths, in points: {}. It rises in {rising} of {} pairs of branching factors.",
        by_branching(means.iter().map(|&(it, mean)| (it, points(mean)))),
        pairs().count(),
    );
    let statement = "The advantage of best-first grows with the branching factor.";
    let verdict = match () {
        () if growth.abs() <= chance => Verdict::NotShown,
        () if growth > 0.0 && 2 * rising > pairs().count() => Verdict::Holds,
        () => Verdict::Fails,
    };
    if means.len() < 2 { None } else { Statement::new(statement, verdict, evidence) }
}

/// The mean gain of the steps to odd depths minus that of the steps to even ones.
///
/// The first step, from 1 to 2, is left out, because gains shrink with the depth.
fn parity_contrast(measured: &MeasuredTrees) -> Option<Mean> {
    let steps = |odd: usize| (3..=measured.depth()).filter(move |depth| depth % 2 == odd);
    let (to_odd, to_even) = (steps(1).count() as f64, steps(0).count() as f64);
    let gain = |depth: usize, weight: f64| {
        [(SearchToDepth::BestFirst(depth), weight), (SearchToDepth::BestFirst(depth - 1), -weight)]
    };
    let odd = steps(1).flat_map(|depth| gain(depth, 1.0 / to_odd));
    let terms: Vec<_> = odd.chain(steps(0).flat_map(|depth| gain(depth, -1.0 / to_even))).collect();
    (to_even > 0.0).then(|| measured.sample.contrast(&terms))
}

fn staircase(measured: &[MeasuredTrees]) -> Option<Statement> {
    let contrasts: Vec<_> = measured.iter().filter_map(|it| Some((it, parity_contrast(it)?))).collect();
    let signs: Vec<Ordering> = contrasts.iter().map(|(_, contrast)| contrast.sign()).collect();
    let mut evidence = format!(
        "Mean gain of a step to an odd depth less that of one to an even depth, in points: {}.",
        by_branching(contrasts.iter().map(|&(it, contrast)| (it, points(contrast))))
    );
    if signs.iter().all(|sign| *sign == Ordering::Less) {
        evidence +=
            " The staircase is there, with the parities exchanged: as if the report counted the root as level 1.";
    }
    let statement = "Best-first climbs a staircase: going from an even to an odd depth improves its decisions far more than \
                     going from an odd to an even one.";
    if contrasts.is_empty() { None } else { Statement::new(statement, of_signs(&signs), evidence) }
}

fn alpha_beta_improves(measured: &[MeasuredTrees]) -> Option<Statement> {
    let worse = |it: &MeasuredTrees| {
        let step =
            |horizon: usize| [(SearchToDepth::AlphaBeta(horizon), 1.0), (SearchToDepth::AlphaBeta(horizon - 1), -1.0)];
        let steps = (2..it.depth()).map(|horizon| (horizon, it.sample.contrast(&step(horizon))));
        let worse = steps.filter(|(_, gain)| gain.sign() == Ordering::Less);
        let branching = it.shape.branching();
        let said = worse.map(|(horizon, gain)| format!("b = {branching}, horizon {horizon}: {}", points(gain)));
        said.collect::<Vec<_>>()
    };
    let steps: usize = measured.iter().map(|it| it.depth().saturating_sub(2)).sum();
    let worse: Vec<String> = measured.iter().flat_map(worse).collect();
    let evidence = match worse.len() {
        0 => format!("None of {steps} steps from one horizon to the next makes it worse beyond chance."),
        count => format!("{count} of {steps} steps make it worse beyond chance: {}.", worse.join("; ")),
    };
    let statement = "Alpha-beta improves smoothly with its horizon.";
    if !worse.is_empty() {
        return Statement::new(statement, Verdict::Fails, evidence);
    }
    // That no step is seen to be worse tells something where there are trees enough to see it.
    Statement::of_means(statement, measured, true, evidence)
}

fn ends_early(measured: &[MeasuredTrees]) -> Option<Statement> {
    let share = |it: &MeasuredTrees| {
        it.best_first_generations(it.depth(), Counted::Every)
            / it.sample.generations(SearchToDepth::AlphaBeta(it.depth() - 1))
    };
    let shares = by_branching(measured.iter().map(|it| (it, format!("{:.0}%", 100.0 * share(it)))));
    let evidence = format!("Generations of best-first to the end over those of alpha-beta just above it: {shares}.");
    let statement =
        "Best-first gets to the end of the game with fewer generations than alpha-beta to the level above it.";
    Statement::of_means(statement, measured, measured.iter().all(|it| share(it) < 1.0), evidence)
}

fn regeneration(measured: &[MeasuredTrees]) -> Option<Statement> {
    let stated: Vec<(&MeasuredTrees, f64)> =
        measured.iter().filter_map(|it| Some((it, published().overhead(it.shape.branching())?))).collect();
    let agree = |counted| stated.iter().all(|&(it, overhead)| agrees(it, it.depth(), counted, overhead));
    let overheads = by_branching(stated.iter().map(|&(it, overhead)| (it, overhead_text(it, overhead))));
    let mut evidence = format!("To the end of the game, {overheads}.");
    if agree(Counted::SeeminglyFirst) && !agree(Counted::First) {
        evidence += " So the published figures come out at the end of the game, if \"for the first time\" is told by the \
                     report's test, whether a node's stored value is its static one. That test forgets what was made before a \
                     node itself was made again; counted truly, the overhead is larger.";
    }
    let statement = "Generating nodes again costs about 25, 18, 10 and 5% at b = 2, 10, 20 and 40.";
    if stated.is_empty() { None } else { Statement::of_means(statement, measured, agree(Counted::First), evidence) }
}

fn agrees(measured: &MeasuredTrees, depth: usize, counted: Counted, published: f64) -> bool {
    (measured.overhead(depth, counted) - published).abs() <= OVERHEAD_TOLERANCE
}

fn overhead_text(measured: &MeasuredTrees, published: f64) -> String {
    let depth = measured.depth();
    let within = |counted| {
        let depths = (1..=depth).filter(|&depth| agrees(measured, depth, counted, published));
        let depths: Vec<String> = depths.map(|depth| depth.to_string()).collect();
        if depths.is_empty() { "no depth".to_owned() } else { format!("depth {}", depths.join(", ")) }
    };
    format!(
        "published {:.0}%, ours {:.1}% (within a point of it at {}), by the report's test {:.1}% (at {})",
        100.0 * published,
        100.0 * measured.overhead(depth, Counted::First),
        within(Counted::First),
        100.0 * measured.overhead(depth, Counted::SeeminglyFirst),
        within(Counted::SeeminglyFirst),
    )
}

fn inheritance(measured: &[MeasuredTrees]) -> Option<Statement> {
    let at_the_end =
        |totals: fn(&MeasuredTrees) -> &Vec<u64>| -> u64 { measured.iter().filter_map(|it| totals(it).last()).sum() };
    let with = at_the_end(|it| &it.sample.best_first.generations);
    let without = at_the_end(|it| &it.sample.best_first.generations_without_inheritance);
    let differ: u64 = measured.iter().map(|it| it.sample.forms_differ).sum();
    let trees: u64 = measured.iter().map(|it| it.sample.trees()).sum();
    let evidence = format!(
        "To the end of the game, all trees together: {with} generations with, {without} without. The two forms differ in a \
         move or in the nodes generated for the first time in {differ} of {trees} trees."
    );
    let statement = "Inheriting the parent's stored value makes RBFMS more efficient.";
    Statement::of_means(statement, measured, with < without, evidence)
}

/// A difference of shares with its interval, in percentage points.
fn points(Mean { mean, interval_95: [low, high] }: Mean) -> String {
    let [mean, low, high] = [mean, low, high].map(signed);
    format!("{mean} ({low} to {high})")
}

/// A difference of shares in percentage points with its sign. It is rounded first, for there is no -0.0.
pub(super) fn signed(share: f64) -> String {
    format!("{:+.1}", (1000.0 * share).round() / 10.0 + 0.0)
}
