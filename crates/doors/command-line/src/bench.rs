//! `cargo xtask bench`: a game that a searcher plays with itself, as programs that test engines ask for it.

use anyhow::{bail, ensure};
use bestply_engine::bench;
use clap::Args;

use crate::output::print;
use crate::start::{StartArgs, ThinkerArgs};
use crate::workshop::Workshop;

/// Play a game on one thread, and print its evaluations, which repeat, and their speed, as OpenBench reads them.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// The game: othello, connect-four, … [default: the only one that is played over UCI, where there is one]
    game: Option<String>,
    #[command(flatten)]
    thinker: ThinkerArgs,
    #[command(flatten)]
    start: StartArgs,
}

pub(crate) fn run(workshop: &Workshop, args: &BenchArgs) -> anyhow::Result<()> {
    let catalogue = &workshop.catalogue;
    let over_uci: Vec<&str> = catalogue.games().filter(|about| about.pawn.is_some()).map(|about| about.name).collect();
    let name = match (args.game.as_deref(), &over_uci[..]) {
        (Some(name), _) | (None, &[name]) => name,
        (None, _) => bail!("bench needs a game, such as othello"),
    };
    ensure!(args.thinker.book.is_none(), "--book: a bench searches for every move");
    ensure!(args.thinker.bytes.is_none(), "--bytes: a bench has 16 MiB everywhere, or what `bytes` of --searcher says");
    let game = args.start.game(catalogue, name)?;
    // On one core, so that the searcher is the same on every machine.
    let thinker = args.thinker.thinker_on(1, catalogue, &game)?;
    print(&format!("{}\n", bench(catalogue, &game, &thinker)?))
}
