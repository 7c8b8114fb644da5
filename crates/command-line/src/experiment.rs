use std::path::{Path, PathBuf};

use anyhow::bail;
use bestply_experiments::contest::{Description, Experiment, MatchUp, Recorded, RoundRobin, Study};
use bestply_experiments::play::arena::{check_openings, check_weights};
use bestply_experiments::runs::Console;
use bestply_experiments::runs::shards::Sharing;
use bestply_experiments::show::match_up::answer;
use bestply_experiments::show::progress::columns;
use bestply_experiments::show::report;
use bestply_experiments::show::round_robin::terminal_tables;
use bestply_experiments::show::study;
use bestply_papers::PRESETS;
use clap::Args;

use crate::{
    RunArgs, Workshop, ensure_used, give_weights, print, print_lines, print_place, print_shard, run_and_print,
};

/// The game of a match-up that `--weights` are for.
const WEIGHED: &str = "othello";

/// Runs an experiment, a match-up, a round robin or a study: a preset, or what a file describes.
#[derive(Args)]
pub(crate) struct ExperimentArgs {
    /// The description (docs/experiments.md), the experiment.json of a results folder,
    /// or a preset: uct, table-2-linear, ...
    #[arg(value_name = "PRESET or FILE")]
    description: PathBuf,
    /// The weights of the game's learnt evaluation, in a match-up those of Othello
    /// [default: those that the file names, or that come with the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// A small sample of a match-up or a study: 10 pairs a cell and the two smallest budgets of each kind,
    /// or 5 pairs and the smallest
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    pub(crate) selection: Selection,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// What is played of a description. Each selection has a results folder of its own.
#[derive(Args)]
pub(crate) struct Selection {
    /// Pairs of games a cell [default: those of the description]
    #[arg(long, value_name = "N")]
    pairs: Option<u64>,
    /// Only these games of a match-up or a study: othello,oware
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    games: Option<Vec<String>>,
    /// Only these challengers of a match-up, by their searchers: best-first,uct-best-first
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    challengers: Option<Vec<String>>,
    /// Only these claims of a study, by their names
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    claims: Option<Vec<String>>,
}

/// What a run is called that is not the whole of its description.
struct Called {
    folder: String,
    command: String,
}

impl ExperimentArgs {
    /// How this run of a description of that name is called: its folder, and the command that repeats it.
    ///
    /// The command leaves out the folder that the description is in.
    fn called(&self, workshop: &Workshop, name: &str) -> Called {
        let [in_folder, in_command] = if self.quick { ["-quick", " --quick"] } else { [""; 2] };
        let file = self.description.file_name().map_or(self.description.as_path(), Path::new);
        Called {
            folder: format!("{name}{in_folder}{}", self.selection.folder()),
            command: format!(
                "{} experiment {}{in_command}{}",
                workshop.program,
                file.display(),
                self.selection.command()
            ),
        }
    }

    /// Refuses `--quick` together with `--pairs`.
    fn check_size(&self) -> anyhow::Result<()> {
        if self.quick && self.selection.pairs.is_some() {
            bail!("--quick says how many pairs already: leave out --pairs");
        }
        Ok(())
    }
}

impl Selection {
    /// Refuses these options where nothing of what is run has them.
    fn refuse(&self, options: &[&str], what: &str) -> anyhow::Result<()> {
        let Some((option, _)) = self.options().find(|(option, _)| options.contains(option)) else { return Ok(()) };
        bail!(match option {
            "claims" => format!("--claims is for studies: this is {what}"),
            "pairs" => format!("--pairs is for descriptions: this is {what}"),
            _ => format!("--games and --challengers are for match-ups: this is {what}"),
        })
    }

    /// The options with their values.
    fn options(&self) -> impl Iterator<Item = (&'static str, String)> {
        let options = [
            ("pairs", self.pairs.map(|pairs| pairs.to_string())),
            ("games", self.games.as_ref().map(|games| games.join(","))),
            ("challengers", self.challengers.as_ref().map(|names| names.join(","))),
            ("claims", self.claims.as_ref().map(|names| names.join(","))),
        ];
        options.into_iter().filter_map(|(option, value)| Some((option, value?)))
    }

    /// What a folder's name ends with.
    fn folder(&self) -> String {
        self.options().map(|(option, value)| format!("-{option}-{value}")).collect()
    }

    /// What a command ends with.
    fn command(&self) -> String {
        self.options().map(|(option, value)| format!(" --{option} {value}")).collect()
    }
}

pub(crate) fn run(workshop: &Workshop, args: ExperimentArgs) -> anyhow::Result<()> {
    match Description::read(&workshop.catalogue, &PRESETS, &args.description)? {
        Description::Experiment(_) if args.quick => bail!("--quick is for match-ups: this is an experiment"),
        Description::RoundRobin(_) if args.quick => bail!("--quick is for match-ups: this is a round robin"),
        Description::Experiment(experiment) => run_experiment(workshop, *experiment, args),
        Description::MatchUp(match_up) => run_match_up(workshop, *match_up, args),
        Description::Recorded(_) if args.quick => bail!("--quick is for match-ups: these are experiments"),
        Description::Recorded(recorded) => run_recorded(workshop, *recorded, args),
        Description::RoundRobin(round_robin) => run_round_robin(workshop, *round_robin, args),
        Description::Study(study) => run_study(workshop, *study, args),
    }
}

fn run_experiment(workshop: &Workshop, mut experiment: Experiment, args: ExperimentArgs) -> anyhow::Result<()> {
    args.selection.refuse(&["games", "challengers", "claims"], "an experiment")?;
    if let Some(pairs) = args.selection.pairs {
        experiment.set_pairs(&workshop.catalogue, pairs)?;
    }
    if let Some(weights) = &args.weights {
        give_weights(&workshop.catalogue, std::slice::from_mut(&mut experiment), weights)?;
    }
    let title = experiment.title.clone().unwrap_or_else(|| experiment.name.clone());
    let Called { folder, command } = args.called(workshop, &experiment.name);
    // What the command line leaves open, the file may say; a folder of the whole is not one of a selection.
    let of_file = experiment.out.as_deref().filter(|_| args.selection.options().next().is_none());
    let out = args.run.out.clone().or_else(|| Some(args.run.default_folder(of_file?)));
    let threads = args.run.threads.or(experiment.threads.map(|threads| threads as u64));
    let verbose = args.run.verbose;
    let options = RunArgs { out, threads, ..args.run }.options(&workshop.program, &folder, title, command);
    run_and_print(workshop, &[experiment], &options, verbose)
}

fn run_match_up(workshop: &Workshop, mut match_up: MatchUp, args: ExperimentArgs) -> anyhow::Result<()> {
    let title = match_up.title.clone().unwrap_or_else(|| match_up.name.clone());
    let Called { folder, command } = args.called(workshop, &match_up.name);
    args.selection.refuse(&["claims"], "a match-up")?;
    match_up.select(args.selection.games.as_deref(), args.selection.challengers.as_deref())?;
    if let Some(weights) = &args.weights {
        ensure_used(match_up.set_weights(&workshop.catalogue, WEIGHED, weights)?)?;
    }
    args.check_size()?;
    if args.quick {
        match_up = match_up.quick();
    }
    if let Some(pairs) = args.selection.pairs {
        match_up.set_pairs(&workshop.catalogue, pairs)?;
    }
    let verbose = args.run.verbose;
    let options = args.run.options(&workshop.program, &folder, title, command);
    let mut console = Console::default();
    let (cells, verdicts) = workshop.laboratory().run_match_up(&match_up, &options, &mut console)?;
    drop(console);
    if let Sharing::Shard { shard, .. } = options.sharing {
        return print_shard(shard, &options);
    }
    print_lines(&answer(&cells, &verdicts).join("\n"))?;
    if verbose {
        verdicts.iter().try_for_each(|verdict| print_lines(&verdict.to_string()))?;
        print(&format!("{}\n", report::terminal_table(&cells, columns())))?;
    }
    print_lines(&report::remarks(&cells))?;
    print_place(&options)
}

/// Runs what a results folder's description holds once more: into that folder, unless another is given.
fn run_recorded(workshop: &Workshop, recorded: Recorded, args: ExperimentArgs) -> anyhow::Result<()> {
    args.selection.refuse(&["pairs", "games", "challengers", "claims"], "a results folder")?;
    let Recorded { mut experiments, weights, openings } = recorded;
    check_openings(&openings)?;
    match &args.weights {
        None => check_weights(&weights)?,
        Some(weights) => give_weights(&workshop.catalogue, &mut experiments, weights)?,
    }
    let first = &experiments[0];
    let title = first.title.clone().unwrap_or_else(|| first.name.clone());
    let Called { command, .. } = args.called(workshop, &first.name);
    let folder = args.description.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = args.run.default_folder(folder.unwrap_or(Path::new(".")));
    let verbose = args.run.verbose;
    let run = RunArgs { out: args.run.out.or(Some(folder)), ..args.run };
    let options = run.options(&workshop.program, "", title, command);
    run_and_print(workshop, &experiments, &options, verbose)
}

fn run_round_robin(workshop: &Workshop, mut round_robin: RoundRobin, args: ExperimentArgs) -> anyhow::Result<()> {
    args.selection.refuse(&["games", "challengers", "claims"], "a round robin")?;
    if let Some(weights) = &args.weights {
        ensure_used(round_robin.set_weights(&workshop.catalogue, weights)?)?;
    }
    if let Some(pairs) = args.selection.pairs {
        round_robin.set_pairs(&workshop.catalogue, pairs)?;
    }
    for missing in round_robin.leave_out_missing()? {
        print_lines(&format!("{missing} is left out: its engine is not installed here"))?;
    }
    let title = round_robin.title.clone().unwrap_or_else(|| round_robin.name.clone());
    let Called { folder, command } = args.called(workshop, &round_robin.name);
    let options = args.run.options(&workshop.program, &folder, title, command);
    let mut console = Console::default();
    let standings = workshop.laboratory().run_round_robin(&round_robin, &options, &mut console)?;
    drop(console);
    if let Sharing::Shard { shard, .. } = options.sharing {
        return print_shard(shard, &options);
    }
    print(&terminal_tables(&standings, columns()))?;
    print_place(&options)
}

fn run_study(workshop: &Workshop, mut study: Study, args: ExperimentArgs) -> anyhow::Result<()> {
    if args.weights.is_some() {
        bail!("--weights is not for studies: give a game of the study its `weights`");
    }
    if args.selection.challengers.is_some() {
        bail!("--challengers is for match-ups: this is a study, whose --claims can be selected");
    }
    let title = study.title.clone().unwrap_or_else(|| study.name.clone());
    let Called { folder, command } = args.called(workshop, &study.name);
    study.select(args.selection.games.as_deref(), args.selection.claims.as_deref())?;
    args.check_size()?;
    if args.quick {
        study = study.quick();
    }
    if let Some(pairs) = args.selection.pairs {
        study.set_pairs(&workshop.catalogue, pairs)?;
    }
    let verbose = args.run.verbose;
    let options = args.run.options(&workshop.program, &folder, title, command);
    let mut console = Console::default();
    let judged = workshop.laboratory().run_study(&study, &options, &mut console)?;
    drop(console);
    if let Sharing::Shard { shard, .. } = options.sharing {
        return print_shard(shard, &options);
    }
    print_lines(&study::answer(&judged).join("\n"))?;
    print(&format!("{}\n", study::terminal_table(&judged, columns())))?;
    if verbose {
        let cells: Vec<_> = judged.iter().flat_map(|it| &it.cells).map(|it| it.cell.clone()).collect();
        print(&format!("{}\n", report::terminal_table(&cells, columns())))?;
    }
    print_place(&options)
}
