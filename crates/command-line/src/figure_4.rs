//! `cargo xtask reproduce --figure 4`.

use anyhow::bail;
use bestply_experiments::contest::list::{Branching, List};
use bestply_papers::figure_4::{Console, Figure4, answer, run as run_figure, summary};

use crate::{RunArgs, Workshop, print_lines, print_place};

/// What of the command line is for this figure.
pub(crate) struct Figure4Args {
    pub(crate) branching: Option<List<Branching>>,
    pub(crate) trees: Option<u64>,
    pub(crate) quick: bool,
    pub(crate) run: RunArgs,
}

/// Runs the experiment with a progress display, and prints the report's statements and where the report is.
pub(crate) fn run(workshop: &Workshop, args: Figure4Args) -> anyhow::Result<()> {
    if args.quick && args.trees.is_some() {
        bail!("--quick says how many trees already: leave out --trees");
    }
    let trees = if args.quick { Some(Figure4::QUICK_TREES) } else { args.trees };
    let figure = Figure4::new(args.branching.as_ref(), trees)?;
    let folder = args.name("reproduce-figure-4", "-", "-");
    let command = args.name(&format!("{} reproduce --figure 4", workshop.program), " --", " ");
    let options = args.run.options(&workshop.program, &folder, "Figure 4".to_owned(), command);
    let mut console = Console::default();
    let results = run_figure(&figure, &options, &mut console)?;
    drop(console);
    print_lines(&format!("{}\n{}", answer(&results).join("\n"), summary(&results)))?;
    print_place(&options)
}

impl Figure4Args {
    /// The options that select what is searched, appended to `start`: the name of a folder, or the command.
    fn name(&self, start: &str, before: &str, between: &str) -> String {
        let branching = self.branching.as_ref().map(|branching| format!("{before}branching{between}{branching}"));
        let trees = self.trees.map(|trees| format!("{before}trees{between}{trees}"));
        let quick = self.quick.then(|| format!("{before}quick"));
        [branching, trees, quick].into_iter().flatten().fold(start.to_owned(), |name, part| name + &part)
    }
}
