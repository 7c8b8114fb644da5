//! A seeded search for the constants of searchers in one game, against the engine alpha-beta at equal evaluations.
//!
//! **The key decision** is successive halving (Karnin, Koren & Somekh 2013).
//! All candidates play a few pairs, the better half plays twice as many more, and so on.
//! So each round costs the same, and most of the pairs go to the best.
//! All candidates play the same starts, none of which an experiment plays or passes through (`tuning/starts.rs`).

mod candidates;
mod starts;

use bestply_catalogue::{Catalogue, EvaluationSpec, SearcherSpec};
use bestply_presentation::document::{Part, Table};
use bestply_presentation::words::share_within;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::run::{cell, record};
use super::study::{Findings, Study};
use crate::Error;
use crate::contest::list::{Evaluations, List};
use crate::contest::{CellPlan, Description, Game, GameEntry};
use crate::outcome::records::PairRecord;
use crate::outcome::score::Score;
use crate::play::arena::{Arena, Arenas};

pub use candidates::names;

/// What to tune, and how thoroughly.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The searcher whose constants are tuned, or a group of them: one of [`names`].
    pub searchers: String,
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
}

/// A searcher with its constants, and its result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The searcher.
    pub searcher: String,
    /// The score against the engine alpha-beta. For the best of many, it and its interval are slightly too high.
    pub score: f64,
    /// The 95 % interval of the score.
    pub interval_95: [f64; 2],
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
    fn rounds(&self, candidates: usize) -> impl Iterator<Item = (usize, u64)> {
        let halved = |&(candidates, pairs): &(usize, u64)| {
            (candidates > Tuning::FINALISTS).then_some((candidates.div_ceil(2), 2 * pairs))
        };
        std::iter::successors(Some((candidates, self.pairs)), halved)
    }

    /// The match of a candidate on so many starts.
    fn plan(&self, catalogue: &Catalogue, searcher: SearcherSpec, pairs: u64) -> Result<CellPlan, Error> {
        let budget: List<Evaluations> = List::new(vec![self.budget])?;
        let description = Description {
            name: "tune".to_owned(),
            pairs: 1,
            first_seed: 1,
            games: vec![GameEntry::of(self.game.clone())],
            evaluation: self.evaluation.as_ref().map(EvaluationSpec::named),
            evaluations: Some(budget),
            challengers: vec![searcher],
            opponents: vec![SearcherSpec::read("principal-variation-search")?],
            ..Description::default()
        };
        let plan = description.checked(catalogue)?.cell_plans(catalogue)?.concat().remove(0);
        let first = self.first_start();
        Ok(CellPlan { seeds: first..first + pairs, ..plan })
    }
}

/// A tuning with its candidates, ready to be played.
pub struct Candidates<'c> {
    tuning: Tuning,
    arenas: Arenas<'c>,
    /// The matches of the candidates of each searcher.
    plans: Vec<Vec<CellPlan>>,
}

/// A pair that a candidate plays: the places of its searcher and its own, and the number of the start.
pub struct Job {
    searcher: usize,
    candidate: usize,
    seed: u64,
}

/// The candidates of a searcher after some rounds, the best first.
struct Ranking {
    places: Vec<usize>,
    /// What is played next: the number of candidates, and the numbers of their starts.
    next: Option<(usize, std::ops::Range<u64>)>,
}

impl<'c> Candidates<'c> {
    /// The candidates of a tuning.
    ///
    /// # Errors
    ///
    /// If no constants of such searchers are tuned, the budget is invalid, or the game has too few starts.
    pub fn new(catalogue: &'c Catalogue, tuning: Tuning) -> Result<Candidates<'c>, Error> {
        let all = candidates::all(catalogue, &tuning.searchers, tuning.seed, tuning.candidates)?;
        let pairs_of_the_best = |candidates: &Vec<_>| tuning.rounds(candidates.len()).map(|(_, pairs)| pairs).sum();
        let most: u64 = all.iter().map(pairs_of_the_best).max().unwrap_or(0);
        let starts = starts::apart(catalogue, &tuning.game, tuning.first_start(), most)?;
        let plan = |searcher| tuning.plan(catalogue, searcher, most);
        let plans = all.into_iter().map(|candidates| candidates.into_iter().map(plan).collect());
        let plans: Vec<Vec<CellPlan>> = plans.collect::<Result<_, _>>()?;
        let mut arenas = Arenas::of(catalogue, &plans.concat())?;
        if let Some(starts) = starts {
            arenas.give_starts(&plans[0][0], starts);
        }
        Ok(Candidates { tuning, arenas, plans })
    }

    fn arena(&self) -> Arena<'_> {
        self.arenas.arena(&self.plans[0][0])
    }

    /// What the pairs say that each candidate of this searcher has played on the first so many starts.
    fn scores(&self, searcher: usize, rows: &[PairRecord], starts: u64) -> Vec<Score> {
        let (plans, arena) = (&self.plans[searcher], self.arena());
        let score = |plan: &CellPlan| {
            let mut score = Score::of(plan.game.unit());
            let name = name(plan);
            let own = rows.iter().filter(|row| row.cell == name && row.seed - plan.seeds.start < starts);
            own.for_each(|row| score.add(row, arena.cluster(row.seed)));
            score
        };
        plans.iter().map(score).collect()
    }

    /// Goes through the rounds of a searcher that are in these rows.
    fn ranking(&self, searcher: usize, rows: &[PairRecord]) -> Ranking {
        let plans = &self.plans[searcher];
        let mut places: Vec<usize> = (0..plans.len()).collect();
        let mut first = plans[0].seeds.start;
        for (left, pairs) in self.tuning.rounds(plans.len()) {
            let starts = first..first + pairs;
            let best = name(&plans[places[0]]);
            if !rows.iter().any(|row| row.cell == best && row.seed == first) {
                return Ranking { places, next: Some((left, starts)) };
            }
            first = starts.end;
            let scores = self.scores(searcher, rows, first - plans[0].seeds.start);
            // Candidates that played longer stand before those that did not, since the sort is stable.
            places[..left].sort_by(|&a, &b| scores[b].points().total_cmp(&scores[a].points()));
        }
        Ranking { places, next: None }
    }
}

/// What records call a candidate.
fn name(plan: &CellPlan) -> String {
    plan.challenger.clone().with_evaluations(None).to_string()
}

impl Study for Candidates<'_> {
    type Job = Job;
    type Row = PairRecord;
    /// The candidates of each searcher, the best first.
    type Results = Vec<Vec<Standing>>;

    const UNITS: &'static str = "pairs";

    fn identity(&self) -> Json {
        let Tuning { searchers, game, seed, budget, candidates, pairs, .. } = &self.tuning;
        json!({
            "study": "tune", "searchers": searchers, "game": game.kind, "settings": game.settings, "seed": seed,
            "evaluations": budget, "candidates": candidates, "pairs": pairs,
            "resolved": self.arenas.resolved(&self.plans.concat()),
        })
    }

    fn jobs(&self) -> Vec<Job> {
        self.next_jobs(&[]).unwrap_or_default()
    }

    fn next_jobs(&self, rows: &[PairRecord]) -> Option<Vec<Job>> {
        let of_searcher = |searcher: usize| {
            let Ranking { places, next } = self.ranking(searcher, rows);
            let (left, starts) = next.unwrap_or_default();
            let of_candidate = move |candidate| starts.clone().map(move |seed| Job { searcher, candidate, seed });
            places.into_iter().take(left).flat_map(of_candidate)
        };
        Some((0..self.plans.len()).flat_map(of_searcher).collect())
    }

    fn key(&self, job: &Job) -> (String, Option<usize>, u64) {
        (name(&self.plans[job.searcher][job.candidate]), None, job.seed)
    }

    fn part(&self, job: &Job) -> String {
        self.plans[job.searcher][job.candidate].challenger.name().to_owned()
    }

    fn work(&self, job: &Job) -> Result<PairRecord, Error> {
        let plan = &self.plans[job.searcher][job.candidate];
        let pair = self.arena().play(job.seed, &plan.challenger, &plan.opponent, plan.equal)?;
        Ok(PairRecord { cell: name(plan), ..record(plan, None, job.seed, &pair) })
    }

    fn results(&self, rows: Vec<PairRecord>) -> Vec<Vec<Standing>> {
        let of_searcher = |searcher: usize| {
            let scores = self.scores(searcher, &rows, u64::MAX);
            let standing = |place: usize| {
                let plan = &self.plans[searcher][place];
                let pairs = rows.iter().filter(|row| row.cell == name(plan)).count() as u64;
                let plan = CellPlan { seeds: plan.seeds.start..plan.seeds.start + pairs, ..plan.clone() };
                let (score, interval_95) = cell(&plan, None, &scores[place], Vec::new()).score();
                Standing { searcher: name(&plan), score, interval_95, pairs }
            };
            self.ranking(searcher, &rows).places.into_iter().map(standing).collect()
        };
        (0..self.plans.len()).map(of_searcher).collect()
    }

    fn findings(&self, standings: &Vec<Vec<Standing>>) -> Findings {
        let Tuning { game, seed, budget, .. } = &self.tuning;
        let row =
            |it: &Standing| vec![it.searcher.clone(), it.pairs.to_string(), share_within(it.score, it.interval_95)];
        let of_searcher = |(plans, standings): (&Vec<CellPlan>, &Vec<Standing>)| {
            let table = Table::of(["searcher", "pairs", "score"], standings.iter().map(row));
            (plans[0].challenger.name().to_owned(), vec![Part::Table(table)])
        };
        let best = standings.iter().filter_map(|standings| standings.first());
        let lines = vec![Part::Toml(self.toml(standings))];
        let sections = self.plans.iter().zip(standings).map(of_searcher);
        Findings {
            title: format!("Constants of searchers in {}", game.kind),
            answer: best.map(|it| format!("{}: {}.", it.searcher, share_within(it.score, it.interval_95))).collect(),
            sections: sections.chain([("A description with the best".to_owned(), lines)]).collect(),
            legend: "The score is against the engine's alpha-beta at equal evaluations, with its 95% interval. Of the \
                     best of many both are a little too high."
                .to_owned(),
            method: format!(
                "Candidates with {budget} evaluations a move, by the seed {seed}, on starts that no experiment plays: the \
                 better half of each round plays twice as many pairs in the next."
            ),
            ..Findings::default()
        }
    }
}

impl Candidates<'_> {
    /// The lines of a match-up's description with the best of each searcher.
    fn toml(&self, standings: &[Vec<Standing>]) -> String {
        let Tuning { game, evaluation, .. } = &self.tuning;
        let evaluation = evaluation.as_ref().map_or_else(String::new, |name| format!("evaluation = \"{name}\"\n"));
        let best = standings.iter().filter_map(|standings| standings.first());
        let lines: String = best.map(|standing| format!("    \"{}\",\n", standing.searcher)).collect();
        let settings: String = game.settings.iter().map(|(key, setting)| format!(", {key} = {setting}")).collect();
        let game = format!("{{ kind = \"{}\"{settings} }}", game.kind);
        format!("[[games]]\ngame = {game}\n{evaluation}challengers = [\n    \"best-first\",\n{lines}]\n")
    }
}
