//! A seeded search for the constants of searchers in one game, against the engine alpha-beta at equal evaluations.
//!
//! **The key decision** is successive halving (Karnin, Koren & Somekh 2013).
//! All candidates play a few pairs, the better half plays twice as many more, and so on.
//! So each round costs the same, and most of the pairs go to the best.
//! All candidates play the same starts, none of which an experiment plays or passes through (`tuning/starts.rs`).
//! The outcome depends on the seed, and not on the number of threads.

mod candidates;
mod starts;

use std::fmt;

use bestply_catalogue::{AnyPosition, Catalogue, EvaluationSpec, SearcherSpec};
use bestply_presentation::words::share_within;
use rayon::ThreadPool;

use super::run::{cell, record};
use crate::Error;
use crate::contest::list::{Evaluations, List};
use crate::contest::{CellPlan, Description, Game, GameEntry, Problem};
use crate::outcome::records::PairRecord;
use crate::outcome::results::Cell;
use crate::outcome::score::Score;
use crate::play::arena::{Arena, Arenas};
use crate::play::in_order::{in_order, thread_pool};
use crate::play::matches::Broken;

/// What to tune, and how thoroughly.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The searchers whose constants are tuned.
    pub tunable: Tunable,
    /// The name of the only one of them that is tuned; all of them if it is `None`.
    pub only: Option<String>,
    /// The game with its settings.
    pub game: Game,
    /// The evaluation of both sides; the game's first if it is `None`.
    pub evaluation: Option<String>,
    /// The seed of the choice of candidates and of the starts.
    pub seed: u64,
    /// The number of evaluations of either side for a move.
    pub budget: usize,
    /// The most candidates of each kind of searcher.
    pub candidates: usize,
    /// The number of pairs that each candidate plays in the first round.
    pub pairs: u64,
    /// The number of threads; all cores if it is `None`. It does not affect the outcome.
    pub threads: Option<usize>,
}

/// The searchers whose constants are tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tunable {
    /// The searchers of the match-up: the extension, UCT best-first and Monte-Carlo tree search.
    Uct,
    /// Variants of these searchers.
    ///
    /// They are UCT best-first with a transposition table, with a shallow alpha-beta in place of static values,
    /// and with softmax in place of UCT.
    /// They also are Monte-Carlo tree search with a mixture of means and minimax values.
    UctVariants,
    /// The engine's alpha-beta with selective settings.
    Selective,
    /// The relatives of best-first minimax.
    Relatives,
}

/// A searcher with its constants, and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The searcher.
    pub searcher: SearcherSpec,
    /// The score against the engine alpha-beta, with the 95 % interval.
    /// For the best of many, both are slightly too high.
    pub score: (f64, [f64; 2]),
    /// The number of pairs that it played.
    pub pairs: u64,
}

impl Tuning {
    /// The largest seed. The starts follow from the seed.
    pub const MAX_SEED: u64 = 1_000_000;
    /// The most candidates of one searcher.
    pub const MAX_CANDIDATES: usize = 1000;
    /// The most pairs of the first round.
    pub const MAX_PAIRS: u64 = 1000;

    /// The number of finalists: fewer candidates than twice this number are not halved.
    const FINALISTS: usize = 2;
    /// The distance of the numbers of the starts of one seed from those of the next seed, and from an experiment's.
    const STARTS_A_SEED: u64 = 1_000_000;

    /// The number of the first start.
    fn first_start(&self) -> u64 {
        (1 + self.seed) * Tuning::STARTS_A_SEED
    }

    /// The number of candidates in each round, and of the pairs that each plays.
    fn rounds(&self, candidates: usize) -> Vec<(usize, u64)> {
        let halved = |&(candidates, pairs): &(usize, u64)| {
            (candidates > Tuning::FINALISTS).then_some((candidates.div_ceil(2), 2 * pairs))
        };
        std::iter::successors(Some((candidates, self.pairs)), halved).collect()
    }

    /// The number of pairs that a finalist plays in all rounds.
    fn pairs_of_the_best(&self, candidates: usize) -> u64 {
        self.rounds(candidates).iter().map(|(_, pairs)| pairs).sum()
    }

    /// The match of a candidate on so many starts.
    fn plan(&self, catalogue: &Catalogue, searcher: SearcherSpec, pairs: u64) -> Result<CellPlan, Error> {
        let budget: List<Evaluations> = List::new(vec![self.budget]).map_err(Problem::from)?;
        let description = Description {
            name: "tune".to_owned(),
            pairs: 1,
            first_seed: 1,
            games: vec![GameEntry::of(self.game.clone())],
            evaluation: self.evaluation.as_ref().map(EvaluationSpec::named),
            evaluations: Some(budget),
            challengers: vec![searcher],
            opponents: vec![SearcherSpec::read("principal-variation-search").map_err(Problem::from)?],
            ..Description::default()
        };
        let plan = description.checked(catalogue)?.cell_plans(catalogue)?.concat().remove(0);
        let first = self.first_start();
        Ok(CellPlan { seeds: first..first + pairs, ..plan })
    }

    /// So many starts; `None` where each number is a game of its own.
    fn starts(&self, catalogue: &Catalogue, pairs: u64) -> Result<Option<Vec<AnyPosition>>, Error> {
        starts::apart(catalogue, &self.game, self.first_start(), pairs)
    }
}

/// Watches a tuning.
pub trait Progress {
    /// The candidates of this searcher begin. They are to play so many pairs together.
    fn started(&mut self, searcher: &str, pairs: u64);

    /// A pair is played.
    fn played(&mut self);

    /// All candidates of a searcher are done. `best` is the best of them.
    fn finished(&mut self, best: &Standing);
}

/// Finds constants for each searcher that has some. Returns the best candidates first, searcher by searcher.
///
/// # Errors
///
/// If the only searcher is none of these, the budget is invalid, the game has too few starts,
/// or the threads cannot be started.
pub fn tune(catalogue: &Catalogue, tuning: &Tuning, progress: &mut dyn Progress) -> Result<Vec<Vec<Standing>>, Error> {
    let pool = thread_pool(tuning.threads)?;
    let mut all = candidates::all(catalogue, tuning.tunable, tuning.seed, tuning.candidates);
    if let Some(only) = &tuning.only {
        let names: Vec<String> = all.iter().map(|candidates| candidates[0].name().to_owned()).collect();
        all.retain(|candidates| candidates[0].name() == only);
        if all.is_empty() {
            return Err(Error::Invalid(format!(
                "no constants of `{only}` are tuned here, but of {}",
                names.join(", ")
            )));
        }
    }
    // Too few starts for one searcher are told before another has played for minutes.
    let most = all.iter().map(|candidates| tuning.pairs_of_the_best(candidates.len())).max().unwrap_or(0);
    let starts = tuning.starts(catalogue, most)?;
    let halve = |candidates| halve(catalogue, tuning, candidates, starts.as_deref(), &pool, progress);
    all.into_iter().map(halve).collect()
}

/// A candidate and the pairs that it has played.
struct Entrant {
    plan: CellPlan,
    records: Vec<PairRecord>,
}

fn halve(
    catalogue: &Catalogue,
    tuning: &Tuning,
    candidates: Vec<SearcherSpec>,
    positions: Option<&[AnyPosition]>,
    pool: &ThreadPool,
    progress: &mut dyn Progress,
) -> Result<Vec<Standing>, Error> {
    let rounds = tuning.rounds(candidates.len());
    let starts = tuning.pairs_of_the_best(candidates.len());
    let all: u64 = rounds.iter().map(|&(candidates, pairs)| candidates as u64 * pairs).sum();
    let plan = |candidate: &SearcherSpec| tuning.plan(catalogue, candidate.clone(), starts);
    let plans: Vec<CellPlan> = candidates.iter().map(plan).collect::<Result<_, _>>()?;
    let mut arenas = Arenas::of(catalogue, &plans)?;
    if let Some(positions) = positions {
        arenas.give_starts(&plans[0], positions[..starts as usize].to_vec());
    }
    let arena = arenas.arena(&plans[0]);
    let mut entrants: Vec<Entrant> = plans.into_iter().map(|plan| Entrant { plan, records: Vec::new() }).collect();
    progress.started(candidates[0].name(), all);
    let mut first = 0;
    for (left, pairs) in rounds {
        for entrant in &mut entrants[..left] {
            entrant.play(&arena, first..first + pairs, pool, progress)?;
        }
        first += pairs;
        // Candidates that played longer stand before those that did not, since the sort is stable.
        let points = |entrant: &Entrant| entrant.score(&arena).points();
        entrants[..left].sort_by(|a, b| points(b).total_cmp(&points(a)));
    }
    let standings: Vec<Standing> = entrants.iter().map(|entrant| entrant.standing(&arena)).collect();
    progress.finished(&standings[0]);
    Ok(standings)
}

impl Entrant {
    /// Plays some of the candidate's starts.
    fn play(
        &mut self,
        arena: &Arena<'_>,
        starts: std::ops::Range<u64>,
        pool: &ThreadPool,
        progress: &mut dyn Progress,
    ) -> Result<(), Error> {
        let Entrant { plan, records } = self;
        let seeds: Vec<u64> = starts.map(|start| plan.seeds.start + start).collect();
        let play = |&seed: &u64| {
            let pair = arena.play(seed, &plan.challenger, &plan.opponent, plan.equal)?;
            Ok::<_, Broken>(record(plan, None, seed, &pair))
        };
        in_order(pool, &seeds, play, |record| {
            records.push(record?);
            progress.played();
            Ok(())
        })
    }

    fn score(&self, arena: &Arena<'_>) -> Score {
        let mut score = Score::of(self.plan.game.unit);
        self.records.iter().for_each(|record| score.add(record, arena.cluster(record.seed)));
        score
    }

    fn standing(&self, arena: &Arena<'_>) -> Standing {
        let pairs = self.records.len() as u64;
        let seeds = self.plan.seeds.start..self.plan.seeds.start + pairs;
        let plan = CellPlan { seeds, ..self.plan.clone() };
        let cell: Cell = cell(&plan, None, &self.score(arena), Vec::new());
        let searcher = plan.challenger.with_evaluations(None);
        Standing { searcher: searcher.spec().clone(), score: cell.score(), pairs }
    }
}

/// Writes a line: the score, the pairs, the searcher.
impl fmt::Display for Standing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (score, interval) = self.score;
        write!(formatter, "{:<18} {:>4} pairs  {}", share_within(score, interval), self.pairs, self.searcher)
    }
}

/// The lines of a match-up's description with the best of each searcher.
pub fn toml_lines(tuning: &Tuning, standings: &[Vec<Standing>]) -> String {
    let Tuning { game, evaluation, .. } = tuning;
    let evaluation = evaluation.as_ref().map_or_else(String::new, |name| format!("evaluation = \"{name}\"\n"));
    let best = standings.iter().filter_map(|standings| standings.first());
    let lines: String = best.map(|standing| format!("    \"{}\",\n", standing.searcher)).collect();
    let settings: String = game.settings.iter().map(|(key, setting)| format!(", {key} = {setting}")).collect();
    let game = format!("{{ kind = \"{}\"{settings} }}", game.kind);
    format!("[[games]]\ngame = {game}\n{evaluation}challengers = [\n    \"best-first\",\n{lines}]\n")
}
