//! A seeded search for the constants of searchers in one game, against the engine alpha-beta at equal evaluations.
//!
//! **The key decision** is successive halving (Karnin, Koren & Somekh 2013).
//! All candidates play a few pairs, the better half plays twice as many more, and so on.
//! So each round costs the same, and most of the pairs go to the best.
//! All candidates play the same starts, none of which a match-up uses.
//! The outcome depends on the seed, and not on the number of threads.

mod candidates;

use std::fmt;

use bestply_catalogue::{Catalogue, EvaluationSpec, OPENING_PLIES, SearcherSpec, Settings};
use rayon::ThreadPool;
use toml::Table;

use super::run::{cell, record};
use crate::Error;
use crate::contest::list::{Evaluations, List};
use crate::contest::{CellPlan, Description, Game, GameEntry, Problem};
use crate::outcome::records::PairRecord;
use crate::outcome::results::Cell;
use crate::outcome::score::Score;
use crate::outcome::share_within;
use crate::play::arena::{Arena, Arenas};
use crate::play::in_order::{in_order, thread_pool};
use crate::play::matches::Broken;

/// What to tune, and how thoroughly.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The searchers whose constants are tuned.
    pub tunable: Tunable,
    /// The game.
    pub game: String,
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
    /// The distance of the starts of one seed from those of the next seed, and from a match-up's.
    const STARTS_A_SEED: u64 = 1_000_000;

    /// The number of candidates in each round, and of the pairs that each plays.
    fn rounds(&self, candidates: usize) -> Vec<(usize, u64)> {
        let halved = |&(candidates, pairs): &(usize, u64)| {
            (candidates > Tuning::FINALISTS).then_some((candidates.div_ceil(2), 2 * pairs))
        };
        std::iter::successors(Some((candidates, self.pairs)), halved).collect()
    }

    /// The match of a candidate on so many starts.
    fn plan(&self, catalogue: &Catalogue, searcher: SearcherSpec, pairs: u64) -> Result<CellPlan, Error> {
        let budget: List<Evaluations> = List::new(vec![self.budget]).map_err(Problem::from)?;
        let game = self.game(catalogue)?;
        let settings = catalogue.game_settings(&game.kind, &game.settings).map_err(Problem::from)?;
        let first_seed = match catalogue.start_count(&game.kind, &settings).map_err(Problem::from)? {
            None => (1 + self.seed) * Tuning::STARTS_A_SEED,
            Some(starts) if starts < pairs => {
                return Err(Error::Invalid(format!("{} has {starts} starts, fewer than the {pairs} pairs", self.game)));
            }
            Some(starts) => 1 + self.seed * pairs % (starts - pairs + 1),
        };
        let description = Description {
            name: "tune".to_owned(),
            pairs,
            first_seed,
            games: vec![GameEntry::of(game)],
            evaluation: self.evaluation.as_ref().map(EvaluationSpec::named),
            evaluations: Some(budget),
            challengers: vec![searcher],
            opponents: vec![catalogue.searcher_spec("principal-variation-search").map_err(Problem::from)?],
            ..Description::default()
        };
        let mut plans = description.checked(catalogue)?.cell_plans(catalogue)?.concat();
        Ok(plans.remove(0))
    }

    /// The game with one more ply than a match's before its start, or with one less where the game allows no more.
    ///
    /// So the other side is to move, and no start is one of a match's.
    fn game(&self, catalogue: &Catalogue) -> Result<Game, Problem> {
        let about = catalogue.game_named(&self.game)?;
        let settings: Settings = catalogue.game_settings(&self.game, &Table::new())?;
        let game = Game::of(&*self.game);
        let Some(plies) = about.opening_plies(&settings) else { return Ok(game) };
        let [more, less] = [plies + 1, plies - 1].map(|plies| game.clone().with(OPENING_PLIES, plies as i64));
        let allows_more = catalogue.game_settings(&more.kind, &more.settings).is_ok();
        Ok(if allows_more { more } else { less })
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
/// If the budget is invalid, the game has too few starts, or the threads cannot be started.
pub fn tune(catalogue: &Catalogue, tuning: &Tuning, progress: &mut dyn Progress) -> Result<Vec<Vec<Standing>>, Error> {
    let pool = thread_pool(tuning.threads)?;
    candidates::all(catalogue, tuning.tunable, tuning.seed, tuning.candidates)
        .into_iter()
        .map(|candidates| halve(catalogue, tuning, candidates, &pool, progress))
        .collect()
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
    pool: &ThreadPool,
    progress: &mut dyn Progress,
) -> Result<Vec<Standing>, Error> {
    let rounds = tuning.rounds(candidates.len());
    let starts = rounds.iter().map(|(_, pairs)| pairs).sum();
    let all: u64 = rounds.iter().map(|&(candidates, pairs)| candidates as u64 * pairs).sum();
    let plan = |candidate: &SearcherSpec| tuning.plan(catalogue, candidate.clone(), starts);
    let plans: Vec<CellPlan> = candidates.iter().map(plan).collect::<Result<_, _>>()?;
    let arenas = Arenas::of(catalogue, &plans)?;
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
        Standing { searcher, score: cell.score(), pairs }
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
    format!("[[games]]\ngame = {{ kind = \"{game}\" }}\n{evaluation}challengers = [\n    \"best-first\",\n{lines}]\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuning() -> Tuning {
        Tuning {
            tunable: Tunable::Uct,
            game: "othello".to_owned(),
            evaluation: None,
            seed: 1,
            budget: 10,
            candidates: 1,
            pairs: 1,
            threads: Some(1),
        }
    }

    fn starts(game: &str, seed: u64, pairs: u64) -> Result<std::ops::Range<u64>, String> {
        let tuning = Tuning { game: game.to_owned(), seed, ..tuning() };
        let catalogue = Catalogue::standard();
        let spec = catalogue.searcher_spec("best-first").expect("it names a searcher");
        let plan = tuning.plan(&catalogue, spec, pairs);
        plan.map(|plan| plan.seeds).map_err(|error| error.to_string())
    }

    /// Five plies of Othello have 1396 sequences.
    #[test]
    fn seeds_have_listed_starts_of_their_own_until_those_are_spent() {
        let othello = |seed, pairs| starts("othello", seed, pairs);
        assert_eq!([0, 1, 2].map(|seed| othello(seed, 100)), [Ok(1..101), Ok(101..201), Ok(201..301)]);
        // There are 1297 places for 100 starts in a row. 1300, modulo that, is 3.
        assert_eq!([12, 13].map(|seed| othello(seed, 100)), [Ok(1201..1301), Ok(4..104)]);
        assert_eq!([0, 1, 5].map(|seed| othello(seed, 1396)), [Ok(1..1397), Ok(1..1397), Ok(1..1397)]);
        assert_eq!(othello(0, 1397), Err("othello has 1396 starts, fewer than the 1397 pairs".to_owned()));
    }

    /// A match of Oware begins after six plies, which are the most.
    #[test]
    fn starts_are_no_matchs() {
        let plies = |game: &str| {
            let tuning = Tuning { game: game.to_owned(), ..tuning() };
            tuning.game(&Catalogue::standard()).unwrap().settings[OPENING_PLIES].as_integer()
        };
        assert_eq!(["othello", "oware"].map(plies), [Some(5), Some(5)]);
    }

    #[test]
    fn seeds_are_far_apart_where_every_seed_is_a_start() {
        let connect_four = |seed| starts("connect-four", seed, 50);
        assert_eq!([0, 1].map(connect_four), [Ok(1_000_000..1_000_050), Ok(2_000_000..2_000_050)]);
    }
}
