use std::path::PathBuf;

use anyhow::{anyhow, bail, ensure};
use bestply_catalogue::Catalogue;
use bestply_experiments::contest::list::{Branching, Depth, List, TableNumber};
use bestply_experiments::contest::{Description, RunSelection};
use bestply_papers::figure_4::{self, Figure4};
use bestply_papers::{TABLES_OF_RELATIVES, table_of_relative, tables};
use clap::Args;

use crate::numbers::{fitting, whole};
use crate::runs::{Called, RunArgs, Tables, give_weights, run_and_print, run_and_say};
use crate::workshop::Workshop;

/// What `--quick` plays.
const QUICK_PAIRS: u64 = 30;
const QUICK_DEPTHS: &str = "1..=4";

/// Regenerates the published tables, all of them at the paper's size unless told otherwise;
/// or Figure 4 of the report of 1992.
#[derive(Args)]
pub(crate) struct ReproduceArgs {
    /// This figure instead of tables: 4, decision quality against node generations on N-games (Korf 1992)
    #[arg(long, value_name = "N", value_parser = fitting::<u32>(0..=u32::MAX as u64))]
    figure: Option<u32>,
    /// Only these tables: 2,4; or a table of a relative of best-first minimax: rivest-2, shoham-toledo-2002
    #[arg(long, value_name = "LIST")]
    tables: Option<String>,
    /// Only these branching factors: 2,5
    #[arg(long, value_name = "LIST")]
    branching: Option<List<Branching>>,
    /// Only these depths of alpha-beta: 3 or 1,3 or 1..=4
    #[arg(long, value_name = "LIST")]
    alpha_beta_depth: Option<List<Depth>>,
    /// Pairs of games a cell [default: the paper's 100, of Othello 244]
    #[arg(long, value_name = "N", value_parser = whole(0..))]
    pairs: Option<u64>,
    /// Another evaluation of the game for both sides, such as one of your own (docs/adding-a-game.md),
    /// set beside the published figures
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,
    /// Calibrate by processor time, as the paper did by time [default: by evaluations, whose number repeats]
    #[arg(long)]
    equal_time: bool,
    /// With --equal-time: nanoseconds that each evaluation of a random game takes besides its own
    /// (docs/reproduction.md)
    #[arg(long, value_name = "N", requires = "equal_time", value_parser = fitting::<u32>(0..=u32::MAX as u64))]
    cost_ns: Option<u32>,
    /// The weights of Othello's learnt evaluation (docs/othello.md) [default: those that come with the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The figure's trees of each branching factor [default: the report's 10000]
    #[arg(long, value_name = "N", value_parser = whole(0..))]
    trees: Option<u64>,
    /// A small sample: 30 pairs a cell (of Othello every 8th start) and depths to 4,
    /// or of the figure 500 trees of each branching factor
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

pub(crate) fn run(workshop: &Workshop, args: ReproduceArgs) -> anyhow::Result<()> {
    match args.figure {
        None => run_tables(workshop, args),
        Some(4) => run_figure_4(workshop, args),
        Some(figure) => bail!("--figure must be 4, not {figure}: the only figure of measurements in the papers"),
    }
}

fn run_figure_4(workshop: &Workshop, args: ReproduceArgs) -> anyhow::Result<()> {
    args.refuse("--figure 4", "--branching, --trees and --quick")?;
    ensure!(!args.quick || args.trees.is_none(), "--quick says how many trees already: leave out --trees");
    let trees = if args.quick { Some(Figure4::QUICK_TREES) } else { args.trees };
    let figure = Figure4::new(args.branching.as_ref(), trees)?;
    run_and_say(workshop, args.run, Tables::WhereVerbose, |options| figure_4::run(&figure, options))
}

fn run_tables(workshop: &Workshop, args: ReproduceArgs) -> anyhow::Result<()> {
    ensure!(args.trees.is_none(), "--trees is for figures: add --figure 4");
    ensure!(
        !args.quick || (args.pairs.is_none() && args.alpha_beta_depth.is_none()),
        "--quick says how many pairs and which depths already: leave out --pairs and --alpha-beta-depth"
    );
    let pairs = if args.quick { Some(QUICK_PAIRS) } else { args.pairs };
    let depths = if args.quick { Some(QUICK_DEPTHS.parse()?) } else { args.alpha_beta_depth.clone() };
    let catalogue = &workshop.catalogue;
    if let Some(table) = args.tables.as_deref().and_then(|name| table_of_relative(catalogue, name)) {
        return run_table_of_relative(workshop, table?, pairs, args);
    }
    let wanted = args.tables.as_deref().map(str::parse::<List<TableNumber>>).transpose();
    let of_relatives = TABLES_OF_RELATIVES.join(", ");
    let wanted = wanted.map_err(|problem| anyhow!("--tables: {problem}, or a table of a relative: {of_relatives}"))?;
    let mut descriptions = tables(catalogue, wanted.as_ref());
    if let Some(evaluation) = &args.evaluation {
        with_evaluation(catalogue, &mut descriptions, evaluation)?;
    }
    if args.equal_time {
        let is_random = |table: &Description| table.games.iter().all(|entry| entry.game.kind == "random");
        let are_random = descriptions.iter().all(is_random);
        ensure!(args.cost_ns.is_none() || are_random, "--cost-ns is for random games alone: add --tables 2,4");
        descriptions.iter_mut().for_each(|description| description.set_equal_time(args.cost_ns));
    }
    let branching = args.branching.as_ref().map(|list| ("branching", list.as_slice()));
    descriptions.retain_mut(|description| description.restrict(branching, depths.as_ref()));
    ensure!(
        !descriptions.is_empty(),
        "no table has a cell of these branching factors and depths (branching: 2, 3, 4, 5, 10, 20; see docs/reproduction.md)"
    );
    let is_left = |table: usize| descriptions.iter().any(|description| description.table == Some(table as u32));
    if let Some(table) = wanted.iter().flat_map(List::as_slice).find(|&&table| !is_left(table)) {
        bail!("--tables: nothing of Table {table} is selected: leave it out");
    }
    let selection = RunSelection { pairs, ..RunSelection::default() };
    let selected = descriptions.into_iter().map(|table| table.select(catalogue, &selection));
    let mut descriptions = selected.collect::<Result<Vec<_>, _>>()?;
    if let Some(weights) = &args.weights {
        give_weights(catalogue, &mut descriptions, weights)?;
    }
    let title = "Best-first minimax against alpha-beta, published and reproduced".to_owned();
    run_selected(workshop, &descriptions, title, args)
}

/// A table that no other option is about but the size of the sample.
fn run_table_of_relative(
    workshop: &Workshop,
    table: Description,
    pairs: Option<u64>,
    args: ReproduceArgs,
) -> anyhow::Result<()> {
    args.refuse(&format!("--tables {}", table.name), "--pairs and --quick")?;
    let description = table.select(&workshop.catalogue, &RunSelection { pairs, ..RunSelection::default() })?;
    let title = description.title.clone().unwrap_or_default();
    run_selected(workshop, &[description], title, args)
}

/// Runs what the options select, in the selection's folder.
fn run_selected(
    workshop: &Workshop,
    descriptions: &[Description],
    title: String,
    args: ReproduceArgs,
) -> anyhow::Result<()> {
    // A folder for each selection, so that different ones do not meet in one.
    let command = format!("{} reproduce", workshop.program);
    let called = Called::with_options("reproduce", title, command, args.selection());
    run_and_print(workshop, descriptions, args.run, called, None)
}

/// Keeps the tables whose games have this evaluation, to be played with it.
fn with_evaluation(catalogue: &Catalogue, tables: &mut Vec<Description>, evaluation: &str) -> anyhow::Result<()> {
    let has_it = |table: &Description| {
        table.games.iter().try_for_each(|entry| catalogue.check_evaluation(&entry.game.kind, evaluation))
    };
    if let Some(Err(error)) = tables.iter().map(has_it).reduce(Result::or) {
        bail!(error);
    }
    // Those that compare evaluations say themselves which.
    let has_none = |table: &Description| table.cells.iter().all(|block| block.evaluation.is_empty());
    tables.retain(|table| has_it(table).is_ok() && has_none(table));
    tables.iter_mut().for_each(|table| table.set_evaluation(evaluation));
    Ok(())
}

impl ReproduceArgs {
    /// Refuses the options that select what neither `what` nor `takes` names.
    fn refuse(&self, what: &str, takes: &str) -> anyhow::Result<()> {
        let is_named = |option: &str| [what, takes].iter().any(|text| text.contains(&format!("--{option}")));
        match self.selection().find(|(option, _)| !is_named(option)) {
            Some((option, _)) => bail!("{what} has no --{option}: it takes {takes}"),
            None => Ok(()),
        }
    }

    /// The options that select what is played, with their values.
    fn selection(&self) -> impl Iterator<Item = (&'static str, String)> {
        let file_name = |file: &PathBuf| file.display().to_string();
        let in_order =
            |tables: &String| tables.parse::<List<TableNumber>>().map_or(tables.clone(), |list| list.to_string());
        let options = [
            ("tables", self.tables.as_ref().map(in_order)),
            ("branching", self.branching.as_ref().map(List::to_string)),
            ("alpha-beta-depth", self.alpha_beta_depth.as_ref().map(List::to_string)),
            ("pairs", self.pairs.map(|pairs| pairs.to_string())),
            ("evaluation", self.evaluation.clone()),
            ("equal-time", self.equal_time.then(String::new)),
            ("cost-ns", self.cost_ns.map(|cost| cost.to_string())),
            ("weights", self.weights.as_ref().map(file_name)),
            ("quick", self.quick.then(String::new)),
        ];
        options.into_iter().filter_map(|(option, value)| Some((option, value?)))
    }
}
