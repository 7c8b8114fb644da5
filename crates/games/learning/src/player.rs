use bestply_core::{Evaluator, Position, Side, Value};

use crate::learner::Settings;
use crate::{Chain, Features, SelfPlay};

/// Plays games against itself with fixed weights. A game depends only on the weights, the seed and the game's number.
#[derive(Clone, Debug)]
pub struct EpisodePlayer<'l, F: Features> {
    pub(crate) features: &'l F,
    pub(crate) evaluator: F::Evaluator,
    pub(crate) settings: Settings,
    pub(crate) units: f32,
    /// The block of the position's weights.
    pub(crate) block: u32,
    pub(crate) originals: &'l [u32],
}

/// A game played, and what is to be learnt from it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Episode {
    /// The number of the game.
    pub(crate) game: u64,
    /// The indices, within their block, of the weights active in each position, one position after the other.
    pub(crate) active: Vec<u32>,
    pub(crate) lessons: Vec<Lesson>,
}

/// A position of a game, with the value that the game teaches.
#[derive(Clone, Debug, PartialEq)]
pub struct Taught<P> {
    /// The position, which is not finished.
    pub position: P,
    /// The value in units, as the side to move sees it.
    pub target: f32,
    /// The part of a search's visits that each child had, in canonical order; empty where no search says it.
    pub visits: Vec<f32>,
}

/// A search that plays games with the evaluation that is being learnt, and says what the games teach.
pub trait TeachingSearch<P> {
    /// Searches a position that is not finished, and returns the index of the best move.
    fn search(&mut self, position: &mut P) -> usize;

    /// Follows a move.
    ///
    /// `lesson` gets each position that cannot come up any more, with its value in units for MAX, and the part of the
    /// visits that each of its children had, where it is known.
    /// None of them may be finished.
    fn advance(&mut self, position: &mut P, index: usize, lesson: &mut dyn FnMut(&P, f32, &[f32]));
}

/// Another evaluation and the side that it plays.
pub(crate) type Partner<P> = (Box<dyn Evaluator<P>>, Side);

/// How well values predicted the outcomes of games that were not learnt from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeldOut {
    squared_errors: f64,
    squared_outcomes: f64,
    positions: f64,
}

impl HeldOut {
    /// The root mean square difference between a position's value and its game's outcome, in points.
    pub fn error(&self) -> f64 {
        (self.squared_errors / self.positions).sqrt()
    }

    /// The root mean square of the outcomes, in points: the error of a value of 0 for every position.
    pub fn spread(&self) -> f64 {
        (self.squared_outcomes / self.positions).sqrt()
    }
}

impl std::iter::Sum for HeldOut {
    fn sum<I: Iterator<Item = HeldOut>>(games: I) -> HeldOut {
        games.fold(HeldOut::default(), |sum, game| HeldOut {
            squared_errors: sum.squared_errors + game.squared_errors,
            squared_outcomes: sum.squared_outcomes + game.squared_outcomes,
            positions: sum.positions + game.positions,
        })
    }
}

/// The target value of one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lesson {
    pub(crate) block: u32,
    /// The end of the position's active weights among the episode's.
    pub(crate) end: u32,
    /// The target value, in units for the side to move.
    pub(crate) target: f32,
}

/// A position of a game, with values found there in units for MAX.
struct Step {
    side: Side,
    /// The value of the best child.
    best: f32,
    /// Whether another move than the best was played.
    explored: bool,
    /// The value under best play, where it is known.
    exact: Option<f32>,
}

impl<'l, F: Features> EpisodePlayer<'l, F> {
    /// Plays a game. Some moves are random, so that positions come up to which best play would not lead.
    pub fn play(&self, game: u64) -> Episode {
        let in_units = |points: Value| points as f32 * self.units;
        self.episode(game, teach(self.features, self.evaluator.clone(), &self.settings, in_units, game))
    }

    /// Plays a game whose moves a search chooses, and whose lessons the search gives ([`teach_by_search`]).
    ///
    /// `study` makes the search from the features and the evaluation with the weights learnt so far.
    pub fn study<S: TeachingSearch<F::Position>>(
        &self,
        game: u64,
        study: impl FnOnce(&'l F, F::Evaluator) -> S,
    ) -> Episode {
        let study = study(self.features, self.evaluator.clone());
        self.episode(game, teach_by_search(self.features, study, &self.settings, game))
    }

    /// Plays a game that is never learnt from, and compares the static values of its positions with its outcome.
    ///
    /// Only the moves at the start are random.
    /// The game ends as soon as the outcome under best play is known.
    pub fn hold_out(&self, game: u64) -> HeldOut {
        let mut dice = Chain::of_game(!self.settings.seed, game);
        let mut position = begin(self.features, self.settings.random_plies, &mut dice);
        let mut evaluator = self.evaluator.clone();
        let (mut predicted, mut values) = (Vec::new(), Vec::new());
        let outcome = loop {
            if let Some(outcome) = self.features.outcome(&position) {
                break outcome;
            }
            predicted.push(evaluator.evaluate(&position));
            evaluate_children(&mut evaluator, &mut position, &mut values);
            position.make(position.nth_move(best_index(&values, position.to_move())));
        };
        let square = |points: f32| f64::from(points * points);
        let errors = predicted.iter().map(|&value| square(value as f32 / self.units - outcome as f32));
        HeldOut {
            squared_errors: errors.sum(),
            squared_outcomes: predicted.len() as f64 * square(outcome as f32),
            positions: predicted.len() as f64,
        }
    }

    fn episode(&self, game: u64, taught: Vec<Taught<F::Position>>) -> Episode {
        let mut episode = Episode { game, ..Episode::default() };
        for Taught { position, target, .. } in taught {
            let start = episode.active.len();
            self.features.active(&position, &mut episode.active);
            let active = &mut episode.active[start..];
            let block = active[0] / self.block;
            for index in active {
                *index = self.originals[*index as usize] - block * self.block;
            }
            episode.lessons.push(Lesson { block, end: episode.active.len() as u32, target });
        }
        episode
    }
}

/// The position after some random plies, up to so many, or the start of the game if it would end before.
pub(crate) fn begin<F: SelfPlay>(features: &F, most_plies: usize, dice: &mut Chain) -> F::Position {
    let start = features.start(dice.last());
    let mut position = start.clone();
    for _ in 0..dice.below(most_plies + 1) {
        let moves = position.move_count();
        if moves == 0 {
            return start;
        }
        position.make(position.nth_move(dice.below(moves)));
    }
    position
}

/// The other evaluation of a game and its side, in those games that have one.
pub(crate) fn partner<F: SelfPlay>(features: &F, chance: f32, dice: &mut Chain) -> Option<Partner<F::Position>> {
    let side = [Side::Max, Side::Min][dice.below(2)];
    let partner = if dice.happens(chance) { features.partner(dice.next_number()) } else { None };
    partner.map(|partner| (partner, side))
}

/// Plays a game in which each move is the best child's by an evaluation, and says what its positions teach: TD(λ).
///
/// Some moves are random, and in some games another evaluation plays a side.
/// The game depends on the evaluation, the settings and its number alone.
/// `in_units` turns the points of an outcome into the units of the evaluation's values, both for MAX.
pub fn teach<F: SelfPlay, E: Evaluator<F::Position>>(
    features: &F,
    mut evaluator: E,
    settings: &Settings,
    in_units: impl Fn(Value) -> f32,
    game: u64,
) -> Vec<Taught<F::Position>> {
    let mut dice = Chain::of_game(settings.seed, game);
    let mut position = begin(features, settings.random_plies, &mut dice);
    let mut partner = partner(features, settings.sparring, &mut dice);
    let (mut taught, mut steps, mut values) = (Vec::new(), Vec::new(), Vec::new());
    while !position.is_terminal() {
        let side = position.to_move();
        evaluate_children(&mut evaluator, &mut position, &mut values);
        let best = best_index(&values, side);
        let value = values[best];
        let exact = features.outcome(&position).or_else(|| {
            if is_decisive(value) {
                position.with_move(position.nth_move(best), |child| features.outcome(child))
            } else {
                None
            }
        });
        let chosen = match &mut partner {
            Some((partner, of)) if *of == side => {
                evaluate_children(partner.as_mut(), &mut position, &mut values);
                best_index(&values, side)
            }
            _ if dice.happens(settings.exploration) => dice.below(values.len()),
            _ => best,
        };
        steps.push(Step { side, best: value as f32, explored: chosen != best, exact: exact.map(&in_units) });
        taught.push(Taught { position: position.clone(), target: 0.0, visits: Vec::new() });
        position.make(position.nth_move(chosen));
    }
    let outcome = features.outcome(&position).expect("the outcome of a finished game is known");
    look_back(&steps, in_units(outcome), settings.lambda, &mut taught);
    taught
}

/// Plays a game whose moves a search chooses, and says what its positions teach, as the search tells it.
///
/// Some moves are random, as in [`teach`]; nobody else plays along.
pub fn teach_by_search<F: SelfPlay>(
    features: &F,
    mut study: impl TeachingSearch<F::Position>,
    settings: &Settings,
    game: u64,
) -> Vec<Taught<F::Position>> {
    let mut dice = Chain::of_game(settings.seed, game);
    let mut position = begin(features, settings.random_plies, &mut dice);
    let mut taught = Vec::new();
    while !position.is_terminal() {
        let best = study.search(&mut position);
        let is_random = dice.happens(settings.exploration);
        let chosen = if is_random { dice.below(position.move_count()) } else { best };
        study.advance(&mut position, chosen, &mut |position, target, visits| {
            let target = if position.to_move() == Side::Max { target } else { -target };
            taught.push(Taught { position: position.clone(), target, visits: visits.to_vec() });
        });
        position.make(position.nth_move(chosen));
    }
    taught
}

/// Fills in the targets, from the last position to the first.
///
/// A target is a mixture of the best child's value and the target of the position that followed.
fn look_back<P>(steps: &[Step], outcome: f32, lambda: f32, taught: &mut [Taught<P>]) {
    let mut following = outcome;
    for (step, taught) in steps.iter().zip(taught).rev() {
        following = match step.exact {
            Some(exact) => exact,
            // What followed another move than the best counts only if it turned out to be better.
            None if step.explored => better(step.side, step.best, following),
            None => step.best + lambda * (following - step.best),
        };
        taught.target = if step.side == Side::Max { following } else { -following };
    }
}

fn better(side: Side, a: f32, b: f32) -> f32 {
    match side {
        Side::Max => a.max(b),
        Side::Min => a.min(b),
    }
}

/// Whether a value is a win or a loss, and not the worth of a position that is still played.
pub fn is_decisive(value: Value) -> bool {
    const INFINITE: u32 = 1 << 30;
    value.unsigned_abs() >= INFINITE
}

pub(crate) fn evaluate_children<P: Position, E: Evaluator<P> + ?Sized>(
    evaluator: &mut E,
    position: &mut P,
    values: &mut Vec<Value>,
) {
    values.clear();
    values.resize(position.move_count(), 0);
    evaluator.enter(position);
    evaluator.evaluate_children(position, 0, values);
}

/// The index of the first of the best values for a side.
pub(crate) fn best_index(values: &[Value], side: Side) -> usize {
    (1..values.len()).fold(0, |best, index| if side.prefers(values[index], values[best]) { index } else { best })
}
