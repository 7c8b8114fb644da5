//! `cargo xtask engine`: an engine for programs with a board.

use std::io;

use anyhow::{Context, ensure};
use bestply_engine::{Engine, Protocol};
use clap::{Args, ValueEnum};

use crate::start::{StartArgs, ThinkerArgs};
use crate::{Workshop, say};

/// Be an engine for a program with a board: read commands from standard input, answer on standard output.
#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    /// The game: othello, connect-four, …
    game: String,
    /// The protocol that the program speaks
    #[arg(long)]
    protocol: Language,
    #[command(flatten)]
    thinker: ThinkerArgs,
    /// Think on the opponent's time, too
    #[arg(long)]
    ponder: bool,
    #[command(flatten)]
    start: StartArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Language {
    /// The Go Text Protocol, version 2, for any game
    Gtp,
    /// The protocol of the NBoard interface, version 2, for Othello
    Nboard,
}

/// Answers until the client has enough.
pub(crate) fn run(workshop: &Workshop, args: &EngineArgs) -> anyhow::Result<()> {
    let catalogue = &workshop.catalogue;
    let protocol = match args.protocol {
        Language::Gtp => Protocol::Gtp,
        Language::Nboard => Protocol::NBoard,
    };
    let game = args.start.game(catalogue, &args.game)?;
    if protocol == Protocol::NBoard {
        let is_free = args.game == "othello" && args.start.is_default();
        ensure!(is_free, "--protocol nboard: NBoard plays othello, and says itself where it begins");
    }
    let thinker = args.thinker.thinker(catalogue, &game)?;
    let without_clock = if thinker.searcher().is_limited() { "" } else { " where no clock runs" };
    say(&format!("{} is played by {}{without_clock}", game.about().title, thinker.described()));
    let engine = Engine::with_thinker(catalogue, game, thinker);
    engine
        .pondering(args.ponder)
        .noting(io::stderr())
        .serve(protocol, io::stdin(), io::stdout())
        .context("standard output")
}
