//! `cargo xtask study`: what single searches of the same positions cost.

use bestply_papers::study::{Costs, Findings, LeafCounts, Sample, Study, run as run_study};
use bestply_presentation::terminal::{LiveLine, table};
use clap::{Args, Subcommand};

use crate::{RunArgs, Workshop, columns, print, print_lines, print_place};

/// Measures what single searches of the same balanced positions cost.
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
            run_one(workshop, "leaf-counts", &study, sample, &format!(" --depth {depth}"))
        }
        Which::Costs { sample, evaluations, searcher } => {
            let study = Costs::new(sample.sample(), &evaluations, &searcher)?;
            let evaluations: Vec<String> = evaluations.iter().map(u64::to_string).collect();
            let searchers: String = searcher.iter().map(|name| format!(" --searcher {name}")).collect();
            let options = format!(" --evaluations {}{searchers}", evaluations.join(","));
            run_one(workshop, "costs", &study, sample, &options)
        }
    }
}

impl SampleArgs {
    fn sample(&self) -> Sample {
        let SampleArgs { games, evaluation, positions, .. } = self;
        Sample { games: games.clone(), evaluation: evaluation.clone(), positions: *positions as usize }
    }
}

fn run_one(workshop: &Workshop, name: &str, study: &impl Study, args: SampleArgs, options: &str) -> anyhow::Result<()> {
    anyhow::ensure!(args.run.shard.is_none(), "a study has no --shard: it takes --games, --positions and --threads");
    let evaluation = args.evaluation.as_ref().map(|name| format!(" --evaluation {name}")).unwrap_or_default();
    let (games, positions) = (args.games.join(","), args.positions);
    let options = format!("{name} --games {games}{evaluation} --positions {positions}{options}");
    let folder = format!("study-{}", options.replace(" --", "-").replace(' ', "-"));
    let command = format!("{} study {options}", workshop.program);
    let options = args.run.options(&workshop.program, &folder, name.to_owned(), command);
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
