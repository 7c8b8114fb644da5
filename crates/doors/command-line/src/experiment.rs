use std::path::{Path, PathBuf};

use anyhow::bail;
use bestply_experiments::contest::{Budget, Description, Recorded, Repeated, RunSelection};
use bestply_experiments::play::arena::{check_openings, check_weights};
use bestply_papers::{PRESETS, list};
use clap::Args;

use crate::numbers::whole;
use crate::output::{print, print_lines};
use crate::runs::{Called, RunArgs, give_weights, run_and_print};
use crate::workshop::Workshop;

/// Runs what a preset or a file describes: who meets whom, in which games, at which budgets, and what is claimed of it
/// (docs/experiments.md).
#[derive(Args)]
pub(crate) struct ExperimentArgs {
    /// The description (docs/experiments.md), the experiment.json of a results folder,
    /// or a preset: uct, table-2-linear, ...
    #[arg(value_name = "PRESET or FILE", required_unless_present = "list")]
    description: Option<PathBuf>,
    /// List the presets: what each plays, what it takes, and the page that it is for
    #[arg(long, exclusive = true)]
    list: bool,
    /// The weights of the learnt evaluation of the only game that is played with one
    /// [default: those that the file names, or that come with the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// What is played of a description. Each selection has a results folder of its own.
#[derive(Args)]
pub(crate) struct SelectionArgs {
    /// A small sample: 10 pairs a cell, and the smallest budget of each kind
    #[arg(long)]
    quick: bool,
    /// Pairs of games a cell; more than the description has let its folder grow [default: those of the description]
    #[arg(long, value_name = "N", value_parser = whole(0..))]
    pairs: Option<u64>,
    /// Only these games: othello,oware
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    games: Option<Vec<String>>,
    /// Only these budgets: 2000 for evaluations, 300us, 2.4ms or 1s for a time
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    budgets: Option<Vec<Budget>>,
    /// Only these challengers, by their names or searchers: best-first,uct-best-first;
    /// of players that all meet, those that meet the others
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    challengers: Option<Vec<String>>,
    /// Only these claims, by their names; of those that have cells of their own, nothing else is played
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    claims: Option<Vec<String>>,
}

impl ExperimentArgs {
    fn description(&self) -> &Path {
        self.description.as_deref().expect("it is required where nothing is listed")
    }

    /// How this run of a description is called.
    ///
    /// The command leaves out the folder that the description is in. The folder is that of the selection, or of the
    /// whole description.
    fn called(&self, workshop: &Workshop, whole: &Description, selection: &[(&'static str, String)]) -> Called {
        let title = whole.title.as_ref().unwrap_or(&whole.name).clone();
        let file = self.description().file_name().map_or(self.description(), Path::new);
        let command = format!("{} experiment {}", workshop.program, file.display());
        let of_selection = selection.iter().cloned();
        let Called { folder, .. } = Called::with_options(&whole.name, String::new(), String::new(), of_selection);
        Called { folder, ..Called::with_options(&whole.name, title, command, self.selection.options()) }
    }
}

impl SelectionArgs {
    /// The options with their values, of which a flag has none.
    fn options(&self) -> impl Iterator<Item = (&'static str, String)> {
        let joined = |names: &Option<Vec<String>>| names.as_ref().map(|names| names.join(","));
        let budget = |budget: &Budget| budget.to_string().replace(' ', "").replace("evaluations", "");
        let budgets = |all: &Vec<Budget>| all.iter().map(budget).collect::<Vec<_>>().join(",");
        let options = [
            ("quick", self.quick.then(String::new)),
            ("pairs", self.pairs.map(|pairs| pairs.to_string())),
            ("games", joined(&self.games)),
            ("budgets", self.budgets.as_ref().map(budgets)),
            ("challengers", joined(&self.challengers)),
            ("claims", joined(&self.claims)),
        ];
        options.into_iter().filter_map(|(option, value)| Some((option, value?)))
    }

    fn selection(&self) -> RunSelection {
        RunSelection {
            quick: self.quick,
            pairs: self.pairs,
            games: self.games.clone(),
            budgets: self.budgets.clone(),
            challengers: self.challengers.clone(),
            claims: self.claims.clone(),
        }
    }
}

/// Whether this is the description in a results folder.
pub(crate) fn is_results_folders(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "json")
}

pub(crate) fn run(workshop: &Workshop, args: ExperimentArgs) -> anyhow::Result<()> {
    if args.list {
        return print(&list(&workshop.catalogue));
    }
    if is_results_folders(args.description()) {
        return run_recorded(workshop, args);
    }
    let description = Description::read(&workshop.catalogue, &PRESETS, args.description())?;
    run_description(workshop, description, args)
}

fn run_description(workshop: &Workshop, mut description: Description, args: ExperimentArgs) -> anyhow::Result<()> {
    for missing in description.leave_out_missing()? {
        print_lines(&format!("{missing} is left out: its engine is not installed here"))?;
    }
    let catalogue = &workshop.catalogue;
    // With more pairs it is all of the description that is played, and its folder grows.
    let grows = args.selection.pairs.is_some_and(|pairs| pairs >= description.pairs);
    let selection: Vec<_> = args.selection.options().filter(|(option, _)| !(grows && *option == "pairs")).collect();
    let mut description = description.select(catalogue, &args.selection.selection())?;
    if let Some(weights) = &args.weights {
        give_weights(catalogue, std::slice::from_mut(&mut description), weights)?;
    }
    let called = args.called(workshop, &description, &selection);
    // What the command line leaves open, the file may say; a folder of the whole is not one of a selection.
    let of_file = description.out.as_deref().filter(|_| selection.is_empty());
    let out = args.run.out.clone().or_else(|| Some(args.run.default_folder(of_file?)));
    let threads = args.run.threads.or(description.threads.map(|threads| threads as u64));
    run_and_print(workshop, &[description], RunArgs { out, threads, ..args.run }, called, None)
}

/// Runs what a results folder's description holds once more: into that folder, unless another is given.
fn run_recorded(workshop: &Workshop, args: ExperimentArgs) -> anyhow::Result<()> {
    if let Some((option, _)) = args.selection.options().next() {
        bail!("--{option} selects from a description: this is a results folder's, which is run as it was");
    }
    let recorded = Recorded::read(&workshop.catalogue, args.description())?;
    check_openings(&recorded.openings)?;
    if args.weights.is_none() {
        check_weights(&recorded.weights)?;
    }
    // With other weights the values are others, too.
    let name = args.description().display().to_string();
    let repeated = Repeated { name, resolved: recorded.resolved, grown: recorded.grown };
    let repeated = args.weights.is_none().then_some(repeated);
    let mut descriptions = recorded.descriptions;
    if let Some(weights) = &args.weights {
        give_weights(&workshop.catalogue, &mut descriptions, weights)?;
    }
    let called = args.called(workshop, &descriptions[0], &[]);
    let folder = args.description().parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = args.run.default_folder(folder.unwrap_or(Path::new(".")));
    let run = RunArgs { out: args.run.out.or(Some(folder)), ..args.run };
    run_and_print(workshop, &descriptions, run, called, repeated)
}
