//! A seeded search for the constants of searchers in one game or several, at equal evaluations.
//!
//! **The key decision** is successive halving (Karnin, Koren & Somekh 2013).
//! All candidates play a few pairs, the better half plays twice as many more, and so on.
//! So each round costs the same, and most of the pairs go to the best.
//! All candidates play the same starts, none of which an experiment plays or passes through (`tuning/starts.rs`).
//!
//! In several games a candidate counts for its mean over them.
//! Each game can be held out in turn: its constants are then the best of the other games.
//! Whatever two such rankings ask for is played once.

mod candidates;
mod starts;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use bestply::mix;
use bestply_catalogue::{Catalogue, EvaluationSpec, SearcherSpec};
use bestply_presentation::document::Part;
use bestply_presentation::table;
use bestply_presentation::words::share_within;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::run::record;
use super::study::{Findings, Study, section};
use crate::Result;
use crate::contest::list::{Evaluations, List};
use crate::contest::{CellPlan, Description, GameSection, GameSpec};
use crate::outcome::records::PairRecord;
use crate::outcome::score::TournamentScore;
use crate::play::arena::Arenas;

pub use candidates::names;

/// What to tune, and how thoroughly.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The searcher whose constants are tuned, or a group of them: one of [`names`].
    pub searchers: String,
    /// The games with their settings, each once. A candidate counts for its mean over them.
    pub games: Vec<GameSpec>,
    /// Whether each game has the best constants of the other ones.
    pub held_out: bool,
    /// The evaluation of both sides; each game's first if it is `None`.
    pub evaluation: Option<String>,
    /// Whom the candidates play.
    pub opponent: SearcherSpec,
    /// The seed of the choice of candidates and of the starts.
    pub seed: u64,
    /// The number of evaluations of either side for a move.
    pub budget: usize,
    /// The most candidates of each kind of searcher.
    pub candidates: usize,
    /// The number of pairs that each candidate plays in the first round, in each game.
    pub pairs: u64,
}

/// A searcher with its constants, and its result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CandidateStanding {
    /// The searcher.
    pub searcher: String,
    /// The score against the opponent. For the best of many, it and its interval are slightly too high.
    pub score: f64,
    /// The 95 % interval of the score.
    pub interval_95: [f64; 2],
    /// The number of pairs that it played.
    pub pairs: u64,
}

/// The candidates of a searcher by their score, the best first; the records are those of pairs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ranking {
    /// The games in which they were ranked, by their names.
    pub games: Vec<String>,
    /// The game that these constants are for and that did not count, where games are held out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out: Option<String>,
    /// The candidates.
    pub candidates: Vec<CandidateStanding>,
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
        std::iter::successors(Some((candidates, self.pairs)), |&(candidates, pairs)| {
            (candidates > Tuning::FINALISTS).then_some((candidates.div_ceil(2), 2 * pairs))
        })
    }

    /// The match of a candidate in a game, on so many starts.
    fn plan(&self, catalogue: &Catalogue, game: &GameSpec, searcher: SearcherSpec, pairs: u64) -> Result<CellPlan> {
        let budget: List<Evaluations> = List::new(vec![self.budget])?;
        let description = Description {
            name: "tune".to_owned(),
            pairs: 1,
            first_seed: 1,
            games: vec![GameSection::of(game.clone())],
            evaluation: self.evaluation.iter().map(EvaluationSpec::named).collect(),
            evaluations: Some(budget),
            challengers: vec![searcher],
            opponents: vec![self.opponent.clone()],
            ..Description::default()
        };
        let plan = description.checked(catalogue)?.cell_plans(catalogue)?.concat().remove(0);
        let first = self.first_start();
        Ok(CellPlan { seeds: first..first + pairs, ..plan })
    }

    /// The games that a ranking counts, and the one that it is for if that is held out.
    fn views(&self) -> Vec<(Vec<usize>, Option<usize>)> {
        let all = 0..self.games.len();
        if !self.held_out {
            return vec![(all.collect(), None)];
        }
        let without = |game| all.clone().filter(|&other| other != game).collect();
        all.clone().map(|game| (without(game), Some(game))).collect()
    }
}

/// A tuning with its candidates, ready to be played.
pub struct Candidates<'c> {
    tuning: Tuning,
    arenas: Arenas<'c>,
    /// The matches of each searcher's candidates, one in each game.
    matches: Vec<Vec<Vec<CellPlan>>>,
    races: Vec<Race>,
}

/// What the candidates of a searcher are ranked by: what they score in these games.
struct Race {
    searcher: usize,
    games: Vec<usize>,
    held_out: Option<usize>,
}

/// A pair that a candidate plays: the places of its searcher, of its own and of the game, and the number of the start.
pub struct Job {
    searcher: usize,
    candidate: usize,
    game: usize,
    seed: u64,
}

/// The candidates of a race after some rounds, the best first.
struct RaceProgress {
    places: Vec<usize>,
    /// How many starts of each game count for each candidate.
    starts: Vec<u64>,
    /// What is to be played before the next round is ranked.
    missing: Vec<Job>,
}

/// Pairs by the match that they are of.
struct Pairs<'r>(HashMap<&'r str, Vec<&'r PairRecord>>);

impl<'r> Pairs<'r> {
    fn of(rows: &'r [PairRecord]) -> Self {
        let mut pairs = HashMap::<_, Vec<_>>::new();
        rows.iter().for_each(|row| pairs.entry(row.cell.as_str()).or_default().push(row));
        Pairs(pairs)
    }

    fn of_match(&self, name: &str) -> &[&'r PairRecord] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }
}

impl<'c> Candidates<'c> {
    /// The candidates of a tuning.
    ///
    /// # Errors
    ///
    /// If no constants of such searchers are tuned, the budget is invalid, a game is named twice or has too few starts,
    /// or one alone is to be held out.
    pub fn new(catalogue: &'c Catalogue, tuning: Tuning) -> Result<Candidates<'c>> {
        if tuning.held_out && tuning.games.len() < 2 {
            bail!("to hold out one game another one is needed: name several games");
        }
        let twice = tuning.games.iter().enumerate().find(|(place, game)| tuning.games[..*place].contains(game));
        if let Some((_, game)) = twice {
            bail!("{} is named twice: name each game once", game.kind);
        }
        let all = candidates::all(catalogue, &tuning.searchers, tuning.seed, tuning.candidates)?;
        let pairs_of_the_best = |candidates: &Vec<_>| tuning.rounds(candidates.len()).map(|(_, pairs)| pairs).sum();
        let most: u64 = all.iter().map(pairs_of_the_best).max().unwrap_or(0);
        let of_candidate = |searcher: SearcherSpec| {
            tuning.games.iter().map(|game| tuning.plan(catalogue, game, searcher.clone(), most)).collect()
        };
        let of_searcher = |candidates: Vec<_>| candidates.into_iter().map(of_candidate).collect();
        let matches: Vec<Vec<Vec<CellPlan>>> = all.into_iter().map(of_searcher).collect::<Result<_, _>>()?;
        let mut arenas = Arenas::of(catalogue, &matches.concat().concat())?;
        for (game, plan) in tuning.games.iter().zip(&matches[0][0]) {
            if let Some(starts) = starts::apart(catalogue, game, tuning.first_start(), most)? {
                arenas.give_starts(plan, starts);
            }
        }
        let race =
            |searcher| tuning.views().into_iter().map(move |(games, held_out)| Race { searcher, games, held_out });
        let races = (0..matches.len()).flat_map(race).collect();
        Ok(Candidates { tuning, arenas, matches, races })
    }

    fn plan(&self, job: &Job) -> &CellPlan {
        &self.matches[job.searcher][job.candidate][job.game]
    }

    /// What records call a match. Of one game alone it is the candidate's name.
    fn name(&self, plan: &CellPlan) -> String {
        let candidate = name(plan);
        if self.tuning.games.len() == 1 { candidate } else { format!("{}: {candidate}", plan.game.name) }
    }

    /// What the pairs say that a candidate has played on the first so many starts of each game of a race.
    fn score(&self, race: &Race, candidate: usize, pairs: &Pairs<'_>, starts: u64) -> TournamentScore {
        let matches = &self.matches[race.searcher][candidate];
        let mut score = TournamentScore::of(matches[race.games[0]].game.unit());
        for (&game, plan) in race.games.iter().map(|game| (game, &matches[*game])) {
            let arena = self.arenas.arena(plan);
            let own = pairs.of_match(&self.name(plan)).iter().filter(|row| row.seed - plan.seeds.start < starts);
            own.for_each(|row| score.add(row, mix(mix(game as u64) ^ arena.cluster(row.seed))));
        }
        score
    }

    /// Goes through the rounds of a race that are in these pairs.
    fn progress(&self, race: &Race, pairs: &Pairs<'_>) -> RaceProgress {
        let count = self.matches[race.searcher].len();
        let mut places: Vec<usize> = (0..count).collect();
        let mut starts = vec![0; count];
        let mut first = 0;
        for (left, more) in self.tuning.rounds(count) {
            let missing = self.missing(race, &places[..left], first..first + more, pairs);
            if !missing.is_empty() {
                return RaceProgress { places, starts, missing };
            }
            first += more;
            places[..left].iter().for_each(|&place| starts[place] = first);
            let points = |place: usize| self.score(race, place, pairs, first).points();
            let mut scored: Vec<(usize, f64)> = places[..left].iter().map(|&place| (place, points(place))).collect();
            // Candidates that played longer stand before those that did not, since the sort is stable.
            scored.sort_by(|(_, a), (_, b)| b.total_cmp(a));
            places.splice(..left, scored.into_iter().map(|(place, _)| place));
        }
        RaceProgress { places, starts, missing: Vec::new() }
    }

    /// The pairs of a round that are not played.
    fn missing(&self, race: &Race, candidates: &[usize], starts: Range<u64>, pairs: &Pairs<'_>) -> Vec<Job> {
        let of_match = |(candidate, game): (usize, usize)| {
            let plan = &self.matches[race.searcher][candidate][game];
            let played: HashSet<u64> = pairs.of_match(&self.name(plan)).iter().map(|row| row.seed).collect();
            let first = plan.seeds.start;
            let seeds = starts.clone().map(move |start| first + start).filter(move |seed| !played.contains(seed));
            seeds.map(move |seed| Job { searcher: race.searcher, candidate, game, seed })
        };
        let matches = candidates.iter().flat_map(|&candidate| race.games.iter().map(move |&game| (candidate, game)));
        matches.flat_map(of_match).collect()
    }
}

/// What records call a candidate.
fn name(plan: &CellPlan) -> String {
    plan.challenger.clone().with_evaluations(None).to_string()
}

impl Study for Candidates<'_> {
    type Job = Job;
    type Row = PairRecord;
    /// The candidates of each searcher; where games are held out, once for each game.
    type Results = Vec<Ranking>;

    const UNITS: &'static str = "pairs";

    fn identity(&self) -> Json {
        let Tuning { searchers, games, held_out, opponent, seed, budget, candidates, pairs, .. } = &self.tuning;
        json!({
            "study": "tune", "searchers": searchers, "games": games, "held_out": held_out,
            "opponent": opponent.to_string(), "seed": seed, "evaluations": budget, "candidates": candidates,
            "pairs": pairs, "resolved": self.arenas.resolved(&self.matches.concat().concat()),
        })
    }

    fn jobs(&self) -> Vec<Job> {
        self.next_jobs(&[]).unwrap_or_default()
    }

    fn next_jobs(&self, rows: &[PairRecord]) -> Option<Vec<Job>> {
        let pairs = Pairs::of(rows);
        let mut known = HashSet::new();
        let missing = self.races.iter().flat_map(|race| self.progress(race, &pairs).missing);
        Some(missing.filter(|job| known.insert(self.key(job))).collect())
    }

    fn key(&self, job: &Job) -> (String, Option<usize>, u64) {
        (self.name(self.plan(job)), None, job.seed)
    }

    fn part(&self, job: &Job) -> String {
        let plan = self.plan(job);
        let searcher = plan.challenger.name();
        if self.tuning.games.len() == 1 { searcher.to_owned() } else { format!("{searcher} in {}", plan.game.name) }
    }

    fn work(&self, job: &Job) -> Result<PairRecord> {
        let plan = self.plan(job);
        let pair = self.arenas.arena(plan).play(job.seed, [&plan.challenger, &plan.opponent], plan.equal)?;
        Ok(PairRecord { cell: self.name(plan), ..record(plan, None, job.seed, &pair) })
    }

    fn results(&self, rows: Vec<PairRecord>) -> Vec<Ranking> {
        let pairs = Pairs::of(&rows);
        let kind = |game: usize| self.tuning.games[game].kind.clone();
        let of_race = |race: &Race| {
            let RaceProgress { places, starts, .. } = self.progress(race, &pairs);
            let standing = |place: usize| {
                let score = self.score(race, place, &pairs, starts[place]);
                CandidateStanding {
                    searcher: name(&self.matches[race.searcher][place][0]),
                    score: score.points(),
                    interval_95: score.interval_95(),
                    pairs: starts[place] * race.games.len() as u64,
                }
            };
            let candidates = places.into_iter().map(standing).collect();
            let games = race.games.iter().copied().map(kind).collect();
            Ranking { games, held_out: race.held_out.map(kind), candidates }
        };
        self.races.iter().map(of_race).collect()
    }

    fn findings(&self, all: &Vec<Ranking>) -> Findings {
        let Tuning { games, opponent, seed, budget, .. } = &self.tuning;
        let of_race = |(race, ranking): (&Race, &Ranking)| {
            let table = table!(&ranking.candidates, |it|
                "searcher": it.searcher, "pairs": it.pairs, "score": share_within(it.score, it.interval_95));
            let searcher = self.matches[race.searcher][0][0].challenger.name();
            let held_out = ranking.held_out.as_ref();
            let heading = held_out.map_or(searcher.to_owned(), |game| format!("{searcher} for {game}, by the others"));
            section(heading, table)
        };
        let answer = |it: &Ranking| {
            let best = it.candidates.first()?;
            let of = it.held_out.as_ref().map_or(String::new(), |game| format!("For {game}, by the others: "));
            Some(format!("{of}{}: {}.", best.searcher, share_within(best.score, best.interval_95)))
        };
        let lines = vec![Part::Toml(self.toml(all))];
        let sections = self.races.iter().zip(all).map(of_race);
        let kinds: Vec<&str> = games.iter().map(|game| game.kind.as_str()).collect();
        Findings {
            title: format!("Constants of searchers in {}", kinds.join(", ")),
            answer: all.iter().filter_map(answer).collect(),
            sections: sections.chain([("A description with the best".to_owned(), lines)]).collect(),
            legend: format!(
                "The score is against {opponent} at equal evaluations, with its 95% interval. Of the best of many both \
                 are a little too high."
            ),
            method: format!(
                "Candidates with {budget} evaluations a move, by the seed {seed}, on starts that no experiment plays: the \
                 better half of each round plays twice as many pairs in the next."
            ),
            ..Findings::default()
        }
    }
}

impl Candidates<'_> {
    /// The lines of a match-up's description with the best of each searcher, for each game.
    fn toml(&self, all: &[Ranking]) -> String {
        let Tuning { games, evaluation, .. } = &self.tuning;
        let evaluation = evaluation.as_ref().map_or_else(String::new, |name| format!("evaluation = \"{name}\"\n"));
        let block = |(place, game): (usize, &GameSpec)| {
            let is_for = |race: &Race| race.held_out.is_none_or(|held_out| held_out == place);
            let own = self.races.iter().zip(all).filter(|(race, _)| is_for(race));
            let best = own.filter_map(|(_, ranking)| ranking.candidates.first());
            let lines: String = best.map(|standing| format!("    \"{}\",\n", standing.searcher)).collect();
            let settings: String = game.settings.iter().map(|(key, setting)| format!(", {key} = {setting}")).collect();
            let game = format!("{{ kind = \"{}\"{settings} }}", game.kind);
            format!("[[games]]\ngame = {game}\n{evaluation}challengers = [\n    \"best-first\",\n{lines}]\n")
        };
        games.iter().enumerate().map(block).collect::<Vec<_>>().join("\n")
    }
}
