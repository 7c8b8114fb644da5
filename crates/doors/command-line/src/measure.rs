//! `cargo xtask measure`: what searches, values and rules are like, each in a study with a folder of its own.

mod perft;

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use bestply_catalogue::SearcherSpec;
use bestply_experiments::contest::{GameSpec, Recorded};
use bestply_experiments::files::{self, WholeFile};
use bestply_experiments::outcome::records::IDENTITY;
use bestply_experiments::outcome::results::from_json;
use bestply_experiments::runs::blindness::{Blindness, BlindnessPlan};
use bestply_experiments::runs::losses::{Losses, LossesPlan};
use bestply_experiments::runs::predictions::Predictions;
use bestply_experiments::runs::quality::Quality;
use bestply_experiments::runs::values::StaticValues;
use bestply_papers::study::{
    self, BackUps, Costs, Endings, EndingsPlan, LeafCounts, PositionSample, Proofs, Statements,
};
use bestply_training::{HELD_OUT_SEED, Making, make_held_out};
use clap::{Args, Subcommand};

use crate::numbers::{fitting, size, whole};
use crate::output::{keep, new_file, print};
use crate::runs::{RunArgs, Tables, run_and_say, run_study};
use crate::set::settings;
use crate::workshop::Workshop;

/// Measures what searches, values and rules are like.
#[derive(Args)]
pub(crate) struct MeasureArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Count the leaves of alpha-beta, NegaScout, SSS*, DUAL* and MTD(f) to the same depths (docs/leaf-counts.md)
    LeafCounts {
        #[command(flatten)]
        sample: SampleArgs,
        /// The depth of the deepest searches; the shallower ones are its iterations
        #[arg(long, value_name = "N", default_value_t = 9, value_parser = whole(1..=LeafCounts::MAX_DEPTH as u64))]
        depth: u64,
        #[command(flatten)]
        run: RunArgs,
    },
    /// Memory and time of best-first minimax and its relatives, and what they must know (docs/costs.md)
    Costs {
        #[command(flatten)]
        sample: SampleArgs,
        /// The limits on evaluations, in rising order
        #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = Costs::LIMITS, value_parser = whole(0..))]
        evaluations: Vec<u64>,
        #[command(flatten)]
        searchers: SearcherArgs,
        #[command(flatten)]
        run: RunArgs,
    },
    /// Who solves endings: proof-number search in its variants, and alpha-beta (docs/proofs.md)
    ///
    /// The searchers prove; the last is what others are compared with.
    Proofs {
        /// The endings, by their names or files [default: all that come with the program]
        #[arg(long, value_name = "NAME or FILE,…", value_delimiter = ',')]
        endings: Vec<String>,
        #[command(flatten)]
        one: OneEvaluationArgs,
        /// The most positions of each file
        #[arg(long, value_name = "N", default_value_t = 150, value_parser = whole(0..))]
        positions: u64,
        /// The bytes of each search, in rising order
        #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = Proofs::BYTES, value_parser = size(0..))]
        bytes: Vec<u64>,
        /// The limits of time in milliseconds of the processor, in rising order; searches have the largest
        #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = Proofs::TIMES_MS, value_parser = whole(0..))]
        times_ms: Vec<u64>,
        #[command(flatten)]
        searchers: SearcherArgs,
        #[command(flatten)]
        run: RunArgs,
    },
    /// What the papers say of searches in passing: tempo, what is kept, twice as deep (docs/statements.md)
    Statements {
        /// The games besides random ones [default: all with a learnt evaluation]
        #[arg(long, value_name = "GAME,…", value_delimiter = ',')]
        games: Vec<String>,
        /// The positions of each of them
        #[arg(long, value_name = "N", default_value_t = 40, value_parser = fitting::<usize>(0..))]
        positions: usize,
        /// The evaluations of a best-first search whose expansions are looked at
        #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole(Statements::EVALUATIONS))]
        evaluations: u64,
        /// The random games of each branching factor
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = fitting::<usize>(Statements::TREES))]
        trees: usize,
        /// The most leaves of a uniform tree
        #[arg(long, value_name = "N", default_value_t = 4_000_000, value_parser = whole(Statements::LEAVES))]
        leaves: u64,
        #[command(flatten)]
        run: RunArgs,
    },
    /// Which value should go up a tree whose static values have errors, in random games where all is known
    /// (docs/lead-why.md)
    BackUps {
        /// The random games of each kind
        #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole(BackUps::TREES))]
        trees: u64,
        /// The expansions after which a move is chosen, in rising order
        #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = BackUps::EXPANSIONS, value_parser = whole(1..=BackUps::MOST_EXPANSIONS))]
        expansions: Vec<u64>,
        #[command(flatten)]
        run: RunArgs,
    },
    /// How often a searcher takes a lost move for a winning one (docs/blindness.md)
    Blindness {
        /// The game
        game: String,
        #[command(flatten)]
        searchers: SearcherArgs,
        #[command(flatten)]
        evaluations: EvaluationArgs,
        /// The static evaluations of a move, on both sides
        #[arg(long = "evaluations", value_name = "N", default_value_t = 2000, value_parser = whole(1..=Blindness::MOST_EVALUATIONS))]
        budget: u64,
        /// The games of each searcher, two from each start
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(1..=Blindness::MOST_GAMES))]
        games: u64,
        /// The number of the first start
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=1_000_000_000))]
        seed: u64,
        #[command(flatten)]
        run: RunArgs,
    },
    /// How static values and shallow searches predict deep searches (docs/experiments.md)
    Predictions {
        #[command(flatten)]
        game: GameArgs,
        /// The depth of the deepest searches
        #[arg(long, value_name = "N", default_value_t = 7, value_parser = whole(1..=Predictions::MAX_DEPTH as u64))]
        depth: u64,
        /// The games from which positions are taken
        #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole(1..=Predictions::MAX_GAMES))]
        games: u64,
        #[command(flatten)]
        run: RunArgs,
    },
    /// How good the evaluations of an experiment are, and how scores depend on that (docs/experiments.md)
    Quality {
        /// The results folders of the experiment, one or several
        #[arg(required = true)]
        results: Vec<PathBuf>,
        /// The search that judges the evaluations, with an evaluation and a limit of its own
        #[arg(long, value_name = "SEARCHER", default_value = Quality::JUDGE)]
        judge: String,
        /// The positions of each game, each from a game of its own
        #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole(10..=Quality::MOST_POSITIONS))]
        positions: u64,
        #[command(flatten)]
        run: RunArgs,
    },
    /// What static values say of positions that no training saw (docs/othello.md)
    Values {
        #[command(flatten)]
        positions: PositionArgs,
        #[command(flatten)]
        evaluations: EvaluationArgs,
        /// A file of weights for the evaluations that read one
        #[arg(long, value_name = "FILE")]
        weights: Option<PathBuf>,
        #[command(flatten)]
        run: RunArgs,
    },
    /// What the moves of searchers lose in such positions (docs/othello.md)
    ///
    /// Each searcher has limits of its own; time is processor time.
    Losses {
        #[command(flatten)]
        positions: PositionArgs,
        #[command(flatten)]
        searchers: SearcherArgs,
        /// The search that judges them
        #[arg(long, value_name = "SEARCHER", default_value = "selective-alpha-beta:depth=14")]
        judge: String,
        /// How many units of the judge's evaluation are a point
        #[arg(long, value_name = "N", default_value_t = 256.0, value_parser = units)]
        units: f64,
        /// The positions in which they choose a move
        #[arg(long, value_name = "GROUP", default_value = "deep-36")]
        group: String,
        /// The most positions, the first of the group
        #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole(2..=1_000_000))]
        most: u64,
        #[command(flatten)]
        run: RunArgs,
    },
    /// How many positions a game has, to check its rules and their speed
    Perft(perft::PerftArgs),
    /// Make endings for `proofs`: positions shortly before the end of games that short searches play
    Endings {
        /// The game
        game: String,
        /// A setting of the game (docs/games.md), as branching=3 for random games; can be given several times
        #[arg(long, value_name = "KEY=VALUE")]
        set: Vec<String>,
        /// How many endings
        #[arg(long, value_name = "N", default_value_t = 150, value_parser = fitting::<usize>(1..=100_000))]
        positions: usize,
        /// How many plies before the end of a game they may lie
        #[arg(long, value_name = "FROM..=TO", default_value = "2..=12", value_parser = plies_left)]
        plies_left: RangeInclusive<usize>,
        /// The number of the first game, so that two files can have different ones
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=1_000_000_000))]
        first: u64,
        /// The file, which must not be there yet
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Make positions of Othello for `values` and `losses`, with the values that they should have
    Positions {
        /// The games from which positions are made
        #[arg(long, value_name = "N", default_value_t = 2000, value_parser = whole(1..=1_000_000))]
        games: u64,
        /// The seed of the positions
        #[arg(long, value_name = "N", default_value_t = HELD_OUT_SEED, value_parser = whole(0..))]
        seed: u64,
        /// The file, which must not be there yet
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
}

/// Which positions are searched.
#[derive(Args)]
struct SampleArgs {
    /// The games
    #[arg(long, value_name = "GAME,…", value_delimiter = ',', default_value = "othello,connect-four")]
    games: Vec<String>,
    #[command(flatten)]
    one: OneEvaluationArgs,
    /// The positions of each game
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = whole(0..))]
    positions: u64,
}

/// A game with one evaluation.
#[derive(Args)]
struct GameArgs {
    /// The game
    game: String,
    /// A setting of the game (docs/games.md), as branching=3 for random games; can be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    one: OneEvaluationArgs,
}

/// With which evaluation.
#[derive(Args)]
pub(crate) struct OneEvaluationArgs {
    /// The evaluation [default: each game's first]
    #[arg(long, value_name = "NAME")]
    pub(crate) evaluation: Option<String>,
}

/// Which searchers.
#[derive(Args)]
struct SearcherArgs {
    /// A searcher, several times for several [default: those of the study's page; `losses` needs some]
    #[arg(long, value_name = "SEARCHER")]
    searcher: Vec<String>,
}

/// Which evaluations.
#[derive(Args)]
struct EvaluationArgs {
    /// An evaluation, several times for several [default: the game's first, of `measure values` all]
    #[arg(long, value_name = "NAME")]
    evaluation: Vec<String>,
}

/// Positions with the values that they should have.
#[derive(Args)]
struct PositionArgs {
    /// The game
    game: String,
    /// A file of positions, a line each: group, value in points for the side to move, position
    /// [default: those of Othello that come with the program]
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
}

impl SampleArgs {
    fn sample(self) -> PositionSample {
        let SampleArgs { games, one: OneEvaluationArgs { evaluation }, positions } = self;
        PositionSample { games, endings: Vec::new(), evaluation, positions: positions as usize }
    }
}

impl SearcherArgs {
    fn specs(&self) -> anyhow::Result<Vec<SearcherSpec>> {
        let specs = self.searcher.iter().map(|text| SearcherSpec::read(text));
        specs.collect::<Result<_, _>>().context("--searcher")
    }
}

impl MeasureArgs {
    /// How the study is run, if it is one.
    pub(crate) fn run_args(&mut self) -> Option<&mut RunArgs> {
        match &mut self.what {
            What::LeafCounts { run, .. }
            | What::Costs { run, .. }
            | What::Proofs { run, .. }
            | What::Statements { run, .. }
            | What::BackUps { run, .. }
            | What::Blindness { run, .. }
            | What::Predictions { run, .. }
            | What::Quality { run, .. }
            | What::Values { run, .. }
            | What::Losses { run, .. } => Some(run),
            What::Perft(_) | What::Endings { .. } | What::Positions { .. } => None,
        }
    }
}

/// The positions of these sets of endings, or of all that come with the program.
fn at_the_end(endings: Vec<String>, evaluation: Option<String>, positions: usize) -> anyhow::Result<PositionSample> {
    let names = if endings.is_empty() { Endings::shipped().map(str::to_owned).collect() } else { endings };
    let endings = names.iter().map(|name| endings_of(name)).collect::<anyhow::Result<_>>()?;
    Ok(PositionSample { games: Vec::new(), endings, evaluation, positions })
}

/// The study of the evaluations of the experiments in results folders.
fn quality<'w>(
    workshop: &'w Workshop,
    folders: &[PathBuf],
    judge: &str,
    positions: u64,
) -> anyhow::Result<Quality<'w>> {
    let (mut descriptions, mut cells) = (Vec::new(), Vec::new());
    for folder in folders {
        descriptions.extend(Recorded::read(&workshop.catalogue, &folder.join(IDENTITY))?.descriptions);
        let results = folder.join("results.json");
        let played = from_json(&files::read_text(&results, "cannot read the results")?);
        cells.extend(played.with_context(|| results.display().to_string())?);
    }
    let judge = SearcherSpec::read(judge).context("--judge")?;
    Ok(Quality::new(&workshop.catalogue, &descriptions, cells, &judge, positions)?)
}

/// Runs a study, and prints the answer, the tables and where the report is; or counts, or makes positions.
pub(crate) fn run(workshop: &Workshop, args: MeasureArgs) -> anyhow::Result<()> {
    let catalogue = &workshop.catalogue;
    match args.what {
        What::Perft(args) => perft::run(workshop, &args),
        What::Endings { game, set, positions, plies_left, first, out } => {
            let file = new_file(&out, "--out")?;
            let settings = settings(&set)?;
            let plan = EndingsPlan { name: name_of(&out), game, settings, positions, plies_left, first };
            make_endings(workshop, &plan, file)
        }
        What::Positions { games, seed, out } => {
            let mut file = new_file(&out, "--out")?;
            let positions = make_held_out(&Making { games, seed, threads: None })?;
            keep(&mut file, &positions, "--out")?;
            print(&format!("{} positions are in {}\n", positions.lines().count() - 1, out.display()))
        }
        What::LeafCounts { sample, depth, run } => {
            let study = LeafCounts::new(sample.sample(), depth as usize)?;
            run_and_say(workshop, run, Tables::Always, |options| study::run(catalogue, &study, options))
        }
        What::Costs { sample, evaluations, searchers, run } => {
            let study = Costs::new(sample.sample(), &evaluations, &searchers.searcher)?;
            run_and_say(workshop, run, Tables::Always, |options| study::run(catalogue, &study, options))
        }
        What::Proofs { endings, one: OneEvaluationArgs { evaluation }, positions, bytes, times_ms, searchers, run } => {
            let sample = at_the_end(endings, evaluation, positions as usize)?;
            let study = Proofs::new(sample, &bytes, &times_ms, &searchers.searcher)?;
            run_and_say(workshop, run, Tables::Always, |options| study::run(catalogue, &study, options))
        }
        What::Statements { games, positions, evaluations, trees, leaves, run } => {
            let plan = study::StatementsPlan { games, positions, evaluations, trees, leaves };
            run_study(workshop, run, &Statements::new(catalogue, plan)?)
        }
        What::BackUps { trees, expansions, run } => run_study(workshop, run, &BackUps::new(trees, &expansions)?),
        What::Blindness { game, mut searchers, evaluations, budget, games, seed, run } => {
            if searchers.searcher.is_empty() {
                searchers.searcher.extend(Blindness::SEARCHERS.map(str::to_owned));
            }
            let searchers = searchers.specs()?;
            let asked = BlindnessPlan { game, searchers, evaluations: evaluations.evaluation, budget, games, seed };
            run_study(workshop, run, &Blindness::new(catalogue, asked)?)
        }
        What::Predictions { game: GameArgs { game, set, one }, depth, games, run } => {
            let game = GameSpec { kind: game, settings: settings(&set)? };
            let evaluation = one.evaluation.as_deref();
            run_study(workshop, run, &Predictions::new(catalogue, game, evaluation, depth as usize, games)?)
        }
        What::Quality { results, judge, positions, run } => {
            run_study(workshop, run, &quality(workshop, &results, &judge, positions)?)
        }
        What::Values { positions: PositionArgs { game, positions }, evaluations, weights, run } => {
            let evaluations = &evaluations.evaluation;
            let study = StaticValues::new(catalogue, &game, evaluations, positions.as_deref(), weights.as_deref())?;
            run_study(workshop, run, &study)
        }
        What::Losses { positions: PositionArgs { game, positions }, searchers, judge, units, group, most, run } => {
            ensure!(!searchers.searcher.is_empty(), "--searcher says whose moves are judged");
            let judging = LossesPlan {
                game: &game,
                players: searchers.specs()?,
                judge: SearcherSpec::read(&judge).context("--judge")?,
                units,
                positions: positions.as_deref(),
                group: &group,
                most: usize::try_from(most).unwrap_or(usize::MAX),
            };
            run_study(workshop, run, &Losses::new(catalogue, &judging)?)
        }
    }
}

/// Makes endings, and writes them below the command that makes them.
fn make_endings(workshop: &Workshop, how: &EndingsPlan, mut file: WholeFile) -> anyhow::Result<()> {
    let endings = Endings::from_self_play(&workshop.catalogue, how)?;
    let EndingsPlan { game, settings, positions, plies_left, first, .. } = how;
    let settings: String = settings.iter().map(|(key, setting)| format!(" --set {key}={setting}")).collect();
    let plies = format!("{}..={}", plies_left.start(), plies_left.end());
    let options = format!("{game}{settings} --positions {positions} --plies-left {plies} --first {first}");
    let remark = format!("# Positions before the end of games: {} measure endings {options}", workshop.program);
    keep(&mut file, &format!("{remark}\n{endings}"), "--out")?;
    print(&format!("{} endings in {}\n", endings.count(), file.path().display()))
}

/// Endings that come with the program, or those of a file.
fn endings_of(name: &str) -> anyhow::Result<Endings> {
    if let Some(shipped) = Endings::named(name) {
        return Ok(shipped);
    }
    let path = Path::new(name);
    ensure!(
        path.exists(),
        "--endings: there is no file {name}, and no endings of this name come with the program, which has {}",
        Endings::shipped().collect::<Vec<_>>().join(", ")
    );
    let text = files::read_games(path, "cannot read the endings")?;
    Ok(Endings::read(&name_of(path), &text)?)
}

fn name_of(file: &Path) -> String {
    file.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn plies_left(text: &str) -> Result<RangeInclusive<usize>, String> {
    let range = text.split_once("..=").and_then(|(least, most)| Some(least.parse().ok()?..=most.parse().ok()?));
    range
        .filter(|range| !range.is_empty() && *range.start() > 0)
        .ok_or_else(|| "not plies from 1 on, as 2..=12".to_owned())
}

/// A number of units: finite, and more than 0.
fn units(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "it must be a number above 0".to_owned())
}
