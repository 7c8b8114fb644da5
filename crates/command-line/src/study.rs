//! `cargo xtask study`: what single searches of the same positions cost or solve.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use bestply_experiments::files;
use bestply_papers::study::{Costs, Endings, Findings, LeafCounts, Proofs, Sample, SelfPlay, Study, run as run_study};
use bestply_presentation::terminal::{LiveLine, table};
use clap::{Args, Subcommand};

use crate::set::settings;
use crate::{RunArgs, Workshop, columns, print, print_lines, print_place};

/// Measures what single searches of the same positions cost, and what they solve.
#[derive(Args)]
pub(crate) struct StudyArgs {
    #[command(subcommand)]
    study: Which,
}

#[derive(Subcommand)]
enum Which {
    /// Count the leaves of alpha-beta, NegaScout, SSS*, DUAL* and MTD(f) to the same depths (docs/leaf-counts.md)
    LeafCounts {
        #[command(flatten)]
        sample: SampleArgs,
        /// The depth of the deepest searches; the shallower ones are its iterations
        #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u64).range(1..=LeafCounts::MAX_DEPTH as u64))]
        depth: u64,
    },
    /// Measure memory and time of best-first minimax and its relatives, and what they must know (docs/costs.md)
    Costs {
        #[command(flatten)]
        sample: SampleArgs,
        /// The limits on evaluations, in rising order
        #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = Costs::LIMITS)]
        evaluations: Vec<u64>,
        /// A searcher beside best-first minimax, several times for several [default: all of its relatives]
        #[arg(long, value_name = "SEARCHER")]
        searcher: Vec<String>,
    },
    /// Compare who solves endings: proof-number search in its variants, and alpha-beta (docs/proofs.md)
    Proofs {
        /// The endings, by their names or files [default: all that come with the program]
        #[arg(long, value_name = "NAME or FILE,…", value_delimiter = ',')]
        endings: Vec<String>,
        /// The evaluation [default: each game's first]
        #[arg(long, value_name = "NAME")]
        evaluation: Option<String>,
        /// The most positions of each file
        #[arg(long, value_name = "N", default_value_t = 150)]
        positions: u64,
        /// The bytes of each search, in rising order
        #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = Proofs::BYTES)]
        bytes: Vec<u64>,
        /// The limits of time in milliseconds of the processor, in rising order; searches have the largest
        #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = Proofs::TIMES_MS)]
        times_ms: Vec<u64>,
        /// A searcher that proves, several times for several, the last being what others are compared with
        /// [default: five solvers by proof numbers, and the engine's alpha-beta]
        #[arg(long, value_name = "SEARCHER")]
        searcher: Vec<String>,
        #[command(flatten)]
        run: RunArgs,
    },
    /// Make endings for `study proofs`: positions shortly before the end of games that short searches play
    Endings {
        /// The game
        game: String,
        /// A setting of the game; can be given several times
        #[arg(long, value_name = "KEY=VALUE")]
        set: Vec<String>,
        /// How many endings
        #[arg(long, value_name = "N", default_value_t = 150, value_parser = clap::value_parser!(u64).range(1..=100_000))]
        positions: u64,
        /// How many plies before the end of a game they may lie
        #[arg(long, value_name = "FROM..=TO", default_value = "2..=12", value_parser = plies_left)]
        plies_left: RangeInclusive<usize>,
        /// The number of the first game, so that two files can have different ones
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
        first: u64,
        /// The file, which must not be there yet
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
}

/// Which positions are searched, and how the run is done.
#[derive(Args)]
struct SampleArgs {
    /// The games
    #[arg(long, value_name = "GAME,…", value_delimiter = ',', default_value = "othello,connect-four")]
    games: Vec<String>,
    /// The evaluation [default: each game's first]
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,
    /// The positions of each game
    #[arg(long, value_name = "N", default_value_t = 50)]
    positions: u64,
    #[command(flatten)]
    run: RunArgs,
}

/// Runs the study, and prints the answer, the tables and where the report is.
pub(crate) fn run(workshop: &Workshop, args: StudyArgs) -> anyhow::Result<()> {
    match args.study {
        Which::LeafCounts { sample, depth } => {
            let study = LeafCounts::new(sample.sample(), depth as usize)?;
            let options = sample.options("leaf-counts", &format!(" --depth {depth}"));
            run_one(workshop, "leaf-counts", &study, sample.run, &options)
        }
        Which::Costs { sample, evaluations, searcher } => {
            let study = Costs::new(sample.sample(), &evaluations, &searcher)?;
            let evaluations: Vec<String> = evaluations.iter().map(u64::to_string).collect();
            let searchers: String = searcher.iter().map(|name| format!(" --searcher {name}")).collect();
            let options = format!(" --evaluations {}{searchers}", evaluations.join(","));
            let options = sample.options("costs", &options);
            run_one(workshop, "costs", &study, sample.run, &options)
        }
        Which::Proofs { endings, evaluation, positions, bytes, times_ms, searcher, run } => {
            let of_evaluation = evaluation.as_ref().map(|name| format!(" --evaluation {name}")).unwrap_or_default();
            let names = if endings.is_empty() { Endings::shipped().map(str::to_owned).collect() } else { endings };
            let endings = names.iter().map(|name| endings_of(name)).collect::<anyhow::Result<_>>()?;
            let sample = Sample { games: Vec::new(), endings, evaluation, positions: positions as usize };
            let study = Proofs::new(sample, &bytes, &times_ms, &searcher)?;
            let [bytes, times_ms] = [bytes, times_ms].map(|them| them.iter().map(u64::to_string).collect::<Vec<_>>());
            let searchers: String = searcher.iter().map(|name| format!(" --searcher \"{name}\"")).collect();
            let (names, bytes, times_ms) = (names.join(","), bytes.join(","), times_ms.join(","));
            let limits = format!("--positions {positions} --bytes {bytes} --times-ms {times_ms}");
            let options = format!("proofs --endings {names}{of_evaluation} {limits}{searchers}");
            run_one(workshop, "proofs", &study, run, &options)
        }
        Which::Endings { game, set, positions, plies_left, first, out } => {
            files::check_free(&out).context("--out")?;
            let plies = format!("{}..={}", plies_left.start(), plies_left.end());
            let of_settings: String = set.iter().map(|setting| format!(" --set {setting}")).collect();
            let how = SelfPlay {
                name: name_of(&out),
                game: game.clone(),
                settings: settings(&set)?,
                positions: positions as usize,
                plies_left,
                first,
            };
            let endings = Endings::from_self_play(&workshop.catalogue, &how)?;
            let options = format!("{game}{of_settings} --positions {positions} --plies-left {plies} --first {first}");
            let remark = format!("# Positions before the end of games: {} study endings {options}", workshop.program);
            std::fs::write(&out, format!("{remark}\n{endings}")).with_context(|| out.display().to_string())?;
            print(&format!("{} endings in {}\n", endings.count(), out.display()))
        }
    }
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

impl SampleArgs {
    fn sample(&self) -> Sample {
        let SampleArgs { games, evaluation, positions, .. } = self;
        let (games, evaluation) = (games.clone(), evaluation.clone());
        Sample { games, endings: Vec::new(), evaluation, positions: *positions as usize }
    }

    /// The options of the study of this name, of which these come last.
    fn options(&self, name: &str, last: &str) -> String {
        let evaluation = self.evaluation.as_ref().map(|name| format!(" --evaluation {name}")).unwrap_or_default();
        format!("{name} --games {}{evaluation} --positions {}{last}", self.games.join(","), self.positions)
    }
}

fn run_one(workshop: &Workshop, name: &str, study: &impl Study, run: RunArgs, options: &str) -> anyhow::Result<()> {
    ensure!(
        run.shard.is_none(),
        "a study has no --shard: parts of it are studies of their own, of fewer games or files"
    );
    // Endings may be files in other folders, and a searcher's settings stand in quotes.
    let folder = options.replace(" --", "-").replace([' ', '/', '\\'], "-").replace('"', "");
    let folder = format!("study-{folder}");
    let command = format!("{} study {options}", workshop.program);
    let options = run.options(&workshop.program, &folder, name.to_owned(), command);
    let mut line = LiveLine::new("positions");
    let findings = run_study(&workshop.catalogue, study, &options, |game, done, all| {
        line.start(game.to_owned(), done as u64, all as u64);
    })?;
    drop(line);
    print_findings(&findings)?;
    print_place(&options)
}

fn print_findings(findings: &Findings) -> anyhow::Result<()> {
    print_lines(&findings.answer.join("\n"))?;
    findings.tables.iter().try_for_each(|(heading, it)| print(&format!("\n{heading}\n{}\n", table(it, 1, columns()))))
}
