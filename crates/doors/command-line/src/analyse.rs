//! `cargo xtask analyse`: the best moves of a position.

use bestply_engine::analyse;
use clap::{Args, ValueEnum};

use crate::numbers::whole;
use crate::output::{print, say};
use crate::start::{BegunArgs, ThinkerArgs};
use crate::workshop::Workshop;

/// No position has more moves.
const MOST: u64 = u16::MAX as u64;

/// Say what the best moves of a position are.
#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    begun: BegunArgs,
    #[command(flatten)]
    thinker: ThinkerArgs,
    /// How many moves
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole(1..=MOST))]
    best: u64,
    /// How they are printed
    #[arg(long, default_value = "table")]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// A sentence, then a line a move
    Table,
    /// An object, in which values are from MAX's point of view
    Json,
}

/// Searches once, and prints the best moves.
pub(crate) fn run(workshop: &Workshop, args: &AnalyseArgs) -> anyhow::Result<()> {
    let catalogue = &workshop.catalogue;
    let (game, heading) = args.begun.game(catalogue)?;
    let mut thinker = args.thinker.thinker(catalogue, &game)?;
    if !game.is_over() {
        say(&format!("{} is analysed by {}", game.about().title, thinker.described()));
    }
    let limit = thinker.limit();
    let analysis = analyse(&mut thinker, &game, args.best as usize, &limit)?;
    print(&match args.format {
        Format::Table => {
            let heading = heading.map_or_else(String::new, |heading| format!("{heading}\n"));
            format!("{heading}{}\n\n{}\n{}\n", analysis.answer(&game), analysis.table(&game), analysis.how())
        }
        Format::Json => analysis.json(&game),
    })
}
