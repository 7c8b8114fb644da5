//! Runs experiments: plays their cells on all cores, records every pair, and writes the results.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::PathBuf;

use bestply::Side;
use bestply_catalogue::{Catalogue, MAX_DEPTH, Spent, Unit};
use bestply_presentation::document::Document;
use bestply_statistics::Count;
use bestply_statistics::paired::Sample;
use rayon::ThreadPool;

use super::growth;
use super::shards::{RunSharing, Share};
use super::study::record_all;
use crate::Result;
use crate::contest::{
    CellPlan, ClockKind, Cost, Description, GamePlan, Grown, Meeting, Recorded, Repeated, Role, Sides, Swept, distinct,
    tell_apart,
};
use crate::outcome::Generations;
use crate::outcome::provenance::FolderOpening;
use crate::outcome::records::{Forfeit, Loser, PairRecord, PlayedGame, PlayedPair, Record, Records, word};
use crate::outcome::results::{self, Cell, CellGame, CellPlayer, DepthCandidate, Published};
use crate::outcome::score::TournamentScore;
use crate::play::arena::{Arena, Arenas};
use crate::play::calibration::{Calibration, calibrate, predict};
use crate::play::game_text;
use crate::play::in_order::thread_pool;
use crate::play::matches::{self, Broken, Pair};
use crate::show::described::player_lines;

pub use crate::contest::MAX_THREADS;

/// What a run needs besides its description.
#[derive(Clone, Copy)]
pub struct Laboratory<'l> {
    /// The games, evaluations and searchers that can be used.
    pub catalogue: &'l Catalogue,
    /// The published figures with which cells are compared.
    pub published: &'l dyn Published,
}

/// How a run is carried out. Nothing of this affects the results.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The results folder.
    pub out: PathBuf,
    /// How the folder is opened: anew or to go on, by which program and on how many threads.
    pub opening: FolderOpening,
    /// The title of the report.
    pub title: String,
    /// The command that repeats the run, for the report.
    pub command: String,
    /// How the run shares its pairs with others.
    pub sharing: RunSharing,
    /// The record that the run repeats. The run is refused where a default is another one than it was then.
    pub repeated: Option<Repeated>,
}

/// Watches a run.
pub trait Progress {
    /// The run of these cells begins.
    fn run(&mut self, _cells: &[CellPlan]) {}

    /// A tournament begins: this cell at this depth of the challenger. `done` of `pairs` pairs are recorded already.
    fn tournament(&mut self, cell: &CellPlan, challenger_depth: Option<usize>, done: u64, pairs: u64);

    /// A merge plays this many pairs of the tournament itself, since no shard foresaw them.
    fn unforeseen(&mut self, _cell: &CellPlan, _challenger_depth: Option<usize>, _pairs: usize) {}

    /// A pair of the tournament is finished and recorded.
    ///
    /// # Errors
    ///
    /// Whatever is to end the run, which can be gone on with from what is recorded.
    fn pair(&mut self, score: &TournamentScore) -> Result;

    /// A cell is finished.
    fn cell(&mut self, cell: &Cell);
}

/// Descriptions that have been played.
pub(super) struct PlayedRun<'d, 'c> {
    pub(super) records: Records,
    /// The meetings of all descriptions, each with the places of its cells.
    pub(super) meetings: Vec<(&'d Description, Meeting, Range<usize>)>,
    /// The players of each game as a report lists them, and how its starts are chosen.
    pub(super) players: Vec<String>,
    /// The cells' plans, in the order of `cells`.
    pub(super) plans: Vec<CellPlan>,
    pub(super) cells: Vec<Cell>,
    /// The pairs of the cells, in the order of `cells`.
    pub(super) samples: Vec<Sample>,
    pub(super) arenas: Arenas<'c>,
    /// Where it was decided to go on with more pairs than were planned.
    pub(super) grown: Vec<Grown>,
}

impl<'l> Laboratory<'l> {
    /// Plays descriptions into one results folder, and writes only the records there. A shard has no cells.
    pub(super) fn play<'d>(
        self,
        descriptions: &'d [Description],
        options: &RunOptions,
        progress: &mut dyn Progress,
    ) -> Result<Option<PlayedRun<'d, 'l>>> {
        let (mut meetings, mut plans, mut players) = (Vec::new(), Vec::new(), Vec::new());
        for description in descriptions {
            let experiments = description.experiments(self.catalogue)?;
            for (meeting, (experiment, of_meeting)) in description.meetings().into_iter().zip(experiments) {
                players.extend(player_lines(&meeting, &experiment));
                meetings.push((description, meeting, plans.len()..plans.len() + of_meeting.len()));
                plans.extend(of_meeting);
            }
        }
        no_two_games_in_one(&plans)?;
        let players = distinct(players);
        tell_apart(&mut plans);
        options.repeated.iter().try_for_each(|repeated| repeated.give_settings(self.catalogue, &mut plans))?;
        let mut arenas = Arenas::of(self.catalogue, &plans)?;
        let identity = Recorded {
            descriptions: descriptions.to_vec(),
            resolved: arenas.resolved(&plans),
            weights: arenas.library.checksums.clone(),
            openings: arenas.library.opening_checksums.clone(),
            grown: options.repeated.as_ref().map_or_else(Vec::new, |repeated| repeated.grown.clone()),
        };
        options.repeated.iter().try_for_each(|repeated| repeated.check_defaults(&identity))?;
        let shards = if let RunSharing::Merge { folders, .. } = &options.sharing { folders.as_slice() } else { &[] };
        let kept = (!options.opening.fresh).then_some(options.out.as_path());
        let (identity, grows) = growth::grown(identity, shards, kept)?;
        for (description, meeting, cells) in &meetings {
            let looks = identity.looks(description, meeting);
            plans[cells.clone()].iter_mut().for_each(|plan| plan.looks.clone_from(&looks));
        }
        let share = Share::of_pairs(options, &identity, &plans)?;
        if grows {
            Records::<PairRecord>::grow(&options.out, &identity, &options.opening)?;
        }
        let records = Records::open(&options.out, &identity, &options.opening)?;
        share.sign(&records, false)?;
        let pool = thread_pool(options.opening.threads.or_else(|| threads_for(&plans)))?;
        arenas.choose_starts(&pool)?;
        progress.run(&plans);
        let mut runner = Runner { laboratory: self, records, share, pool, arenas, progress };
        let (mut cells, mut samples) = (Vec::new(), Vec::new());
        let mut calibrated = Calibrated::new();
        if let Some(shard) = runner.share.shard() {
            plans.iter().try_for_each(|plan| runner.shard_cell(shard, plan, &mut calibrated))?;
            runner.records.settle()?;
            runner.share.sign(&runner.records, true)?;
            return Ok(None);
        }
        for plan in &plans {
            let (cell, sample) = runner.cell(plan, &mut calibrated)?;
            runner.progress.cell(&cell);
            cells.push(cell);
            samples.push(sample);
        }
        results::judge(&mut cells);
        let Runner { mut records, arenas, .. } = runner;
        records.settle()?;
        let grown = identity.grown;
        Ok(Some(PlayedRun { records, meetings, players, plans, cells, samples, arenas, grown }))
    }
}

/// Refuses games that differ in their settings and not in the names of their cells, since these would share records.
fn no_two_games_in_one(plans: &[CellPlan]) -> Result {
    let mut known: BTreeMap<&str, String> = BTreeMap::new();
    for plan in plans {
        let game = game_text(&plan.game);
        let before = known.entry(&plan.id).or_insert_with(|| game.clone());
        ensure!(*before == game, "{} would be played in {before} and in {game}: describe the two apart", plan.id);
    }
    Ok(())
}

/// The default number of threads.
///
/// Where elapsed time is measured, one core is left free, since other work of the machine would count as searching.
fn threads_for(plans: &[CellPlan]) -> Option<usize> {
    let is_timed = plans.iter().any(|plan| plan.is_timed && plan.game.clock == ClockKind::Wall);
    let cores = std::thread::available_parallelism().ok().filter(|_| is_timed);
    cores.map(|cores| (cores.get() - 1).max(1))
}

/// Writes a report as Markdown and as HTML, and its plots beside it.
///
/// # Errors
///
/// If the operating system fails.
pub(crate) fn write_document<R: Record>(records: &Records<R>, document: &Document) -> Result {
    records.write("report.md", &document.markdown())?;
    records.write("report.html", &document.html())?;
    document.plots().try_for_each(|(name, svg)| records.write(&name, &svg))
}

/// The calibrated depths so far, by what stays the same from one depth of the opponent to the next.
///
/// That is game, challenger and the constants of a sweep.
pub(super) type Calibrated = HashMap<(String, String, String), Vec<usize>>;

pub(super) struct Runner<'l, 'p> {
    laboratory: Laboratory<'l>,
    pub(super) records: Records,
    pub(super) share: Share<PairRecord>,
    pool: ThreadPool,
    pub(super) arenas: Arenas<'l>,
    progress: &'p mut dyn Progress,
}

impl Runner<'_, '_> {
    /// Plays a cell. Returns its pairs beside it.
    fn cell(&mut self, plan: &CellPlan, calibrated: &mut Calibrated) -> Result<(Cell, Sample)> {
        let (depth, candidates) = if plan.calibrated {
            let measure = |runner: &mut Self, depth, pairs| {
                Ok(ratio(plan, &runner.tournament(plan, Some(depth), first(plan, pairs))?))
            };
            let Calibration { depth, ratios } = self.calibrate(plan, calibrated, measure)?;
            let candidate =
                |(&depth, &ratio): (&usize, &f64)| DepthCandidate { depth: depth as u32, cost_ratio: ratio };
            (Some(depth), ratios.iter().map(candidate).collect())
        } else {
            (plan.challenger.depth(), Vec::new())
        };
        let (plan, score, sprt) = if let Some(test) = &plan.sprt {
            let (played, score, outcome) = self.until_decided(plan, test)?;
            (&CellPlan { seeds: played, ..plan.clone() }, score, Some(outcome))
        } else {
            (plan, self.tournament(plan, depth, plan.seeds.clone())?, None)
        };
        let cell = Cell { sprt, ..cell(plan, depth, &score, candidates) };
        let published = plan.table.zip(plan.opponent.depth());
        let published = published.and_then(|(table, depth)| {
            self.laboratory.published.figure(table, &CellGame::planned(&plan.game), depth as u32)
        });
        let Some(published) = published else { return Ok((cell, score.sample)) };
        let recorded = |seed| self.records.get(&plan.id, depth, seed).expect("the tournament is finished");
        let recorded = plan.seeds.clone().map(recorded);
        Ok((cell.beside(published, design_effect(&plan.game, &self.arenas.arena(plan), recorded)), score.sample))
    }

    /// Finds a cell's depth of equal cost, from which later cells are predicted.
    ///
    /// `measure(runner, depth, pairs)` returns the ratio of costs over the first pairs.
    pub(super) fn calibrate(
        &mut self,
        plan: &CellPlan,
        calibrated: &mut Calibrated,
        measure: impl Fn(&mut Self, usize, u64) -> Result<f64>,
    ) -> Result<Calibration> {
        let swept: Vec<String> = plan.swept.iter().map(Swept::to_string).collect();
        let key = (plan.game.id(), plan.challenger.name().to_owned(), swept.join(","));
        let before = calibrated.entry(key).or_default();
        let prediction = predict(plan.game.game.about().growth, plan.opponent.depth().unwrap_or(1), before);
        let deepest = MAX_DEPTH.min(plan.game.game.length());
        let pairs = plan.seeds.end - plan.seeds.start;
        let measure = |depth, pairs| measure(self, depth, pairs);
        let calibration = calibrate(plan.game.game.about().growth, prediction, deepest, pairs, measure)?;
        before.push(calibration.depth);
        Ok(calibration)
    }

    /// Plays these pairs of a cell with the challenger at this depth, except those on record.
    pub(super) fn tournament(
        &mut self,
        plan: &CellPlan,
        challenger_depth: Option<usize>,
        seeds: impl Iterator<Item = u64>,
    ) -> Result<TournamentScore> {
        let mut score = TournamentScore::of(plan.game.unit());
        self.complete(plan, challenger_depth, seeds, &mut score)?;
        Ok(score)
    }

    /// Adds these pairs of a tournament to its score, and plays those that are not on record.
    pub(super) fn complete(
        &mut self,
        plan: &CellPlan,
        challenger_depth: Option<usize>,
        seeds: impl Iterator<Item = u64>,
        score: &mut TournamentScore,
    ) -> Result {
        let (mut pairs, mut missing) = (0, Vec::new());
        let arena = self.arenas.arena(plan);
        for seed in seeds {
            pairs += 1;
            match self.records.get(&plan.id, challenger_depth, seed) {
                Some(record) => score.add(record, arena.cluster(seed)),
                None => missing.push(seed),
            }
        }
        self.progress.tournament(plan, challenger_depth, pairs - missing.len() as u64, pairs);
        self.play(plan, challenger_depth, &missing, score)
    }

    /// Plays pairs on all threads, and records them in the order of their seeds.
    fn play(&mut self, plan: &CellPlan, depth: Option<usize>, seeds: &[u64], score: &mut TournamentScore) -> Result {
        let challenger = plan.challenger.clone().with_depth(depth);
        let tasks = self.share.pairs(plan, depth, seeds, &mut self.records)?;
        let unforeseen = tasks.iter().filter(|(_, record)| record.is_none()).count();
        if self.share.is_merge() && unforeseen > 0 {
            self.progress.unforeseen(plan, depth, unforeseen);
        }
        let Runner { records, pool, arenas, progress, .. } = self;
        let arena = arenas.arena(plan);
        let play = |&seed: &u64| {
            let pair = arena.play(seed, [&challenger, &plan.opponent], plan.equal)?;
            let record = record(plan, depth, seed, &pair);
            Ok::<_, Broken>(PairRecord { start_number: arena.start_number(seed), ..record })
        };
        record_all(pool, &tasks, records, play, |record| {
            score.add(record, arena.cluster(record.seed));
            progress.pair(score)
        })
    }
}

/// The seeds of the first pairs of a cell.
pub(super) fn first(plan: &CellPlan, pairs: u64) -> std::ops::Range<u64> {
    plan.seeds.start..plan.seeds.start + pairs
}

/// The ratio of the costs that both sides spend equally.
pub(super) fn ratio(plan: &CellPlan, score: &TournamentScore) -> f64 {
    if plan.cost == Cost::Evaluations { results::ratio(score.evaluations) } else { results::ratio(score.elapsed_us) }
}

/// The design effect of a finished tournament's winning percentage, whose starts may be mirror images of one another.
fn design_effect<'r>(game: &GamePlan, arena: &Arena<'_>, records: impl Iterator<Item = &'r PairRecord>) -> f64 {
    // Two games of a start are not independent, nor are games of starts that are mirror images.
    if game.unit() != Unit::Game {
        return 1.0;
    }
    let mut clusters: BTreeMap<u64, TournamentScore> = BTreeMap::new();
    for record in records {
        let cluster = arena.cluster(record.seed);
        clusters.entry(cluster).or_insert_with(|| TournamentScore::of(game.unit())).add(record, cluster);
    }
    bestply_statistics::design_effect(&clusters.values().map(TournamentScore::count).collect::<Vec<Count>>())
}

pub(crate) fn record(plan: &CellPlan, challenger_depth: Option<usize>, seed: u64, pair: &Pair) -> PairRecord {
    let microseconds = |side: Spent| u64::try_from(side.elapsed.as_micros()).unwrap_or(u64::MAX);
    let out_of_memory = pair.spent.map(|side| side.out_of_memory);
    let [challenger_as_max, opponent_as_max] = [&pair.challenger_as_max, &pair.opponent_as_max].map(played_game);
    PairRecord {
        cell: plan.id.clone(),
        challenger_depth,
        seed,
        start_number: None,
        challenger_as_max: pair.challenger_as_max.value,
        opponent_as_max: pair.opponent_as_max.value,
        evaluations: pair.spent.map(|side| side.counts.evaluations),
        generations: pair.spent.map(|side| Generations::of(side.counts)),
        moves: pair.spent.map(|side| side.moves),
        elapsed_us: plan.is_timed.then(|| pair.spent.map(microseconds)),
        out_of_memory: Some(out_of_memory).filter(|&ended| ended != Sides::default()),
        played: PlayedPair { start: pair.start.clone(), challenger_as_max, opponent_as_max },
    }
}

fn played_game(played: &matches::MatchGame) -> PlayedGame {
    let forfeit = |(side, reason): &(Side, String)| {
        let side = if *side == Side::Max { Loser::Max } else { Loser::Min };
        Forfeit { side, reason: reason.clone() }
    };
    let moves: Vec<String> = played.moves.iter().map(|mv| word(mv)).collect();
    PlayedGame { moves: moves.join(" "), forfeit: played.forfeit.as_ref().map(forfeit) }
}

pub(crate) fn cell(plan: &CellPlan, depth: Option<usize>, score: &TournamentScore, tried: Vec<DepthCandidate>) -> Cell {
    let cell = Cell {
        table: plan.table,
        game: CellGame::planned(&plan.game),
        opponent: player(plan, Role::Opponent, plan.opponent.depth()),
        challenger: player(plan, Role::Challenger, depth),
        pairs: plan.seeds.end - plan.seeds.start,
        elapsed_us: plan.is_timed.then_some(score.elapsed_us),
        candidates: tried,
        repeats: plan.repeats,
        is_shared: plan.is_shared,
        swept: plan.swept.clone(),
        ..Cell::default()
    };
    cell.scored(score)
}

/// A side of a cell. A foreign engine is told from others by all its settings.
///
/// The engine's level is in its command line, its time is no budget of ours, and its evaluation is its own.
pub(super) fn player(plan: &CellPlan, role: Role, depth: Option<usize>) -> CellPlayer {
    let spec = plan.player(role);
    let (name, settings) = (plan.names.of(role).clone(), plan.settings.of(role).clone());
    let player = CellPlayer { name, settings, ..CellPlayer::new(spec.name(), depth.map(|depth| depth as u32)) };
    if spec.is_engine() {
        return CellPlayer { settings: player.settings.or_else(|| spec.settings_without(&["depth"])), ..player };
    }
    let evaluation = plan.game.said_evaluations().map(|sides| sides.of(role).name().to_owned());
    CellPlayer { evaluations: spec.evaluations(), time_us: spec.time_us(), evaluation, ..player }
}
