//! `cargo xtask engine`: an engine for programs with a board.

use std::io::{self, ErrorKind};

use anyhow::{bail, ensure};
use bestply_catalogue::names::listed;
use bestply_catalogue::{AboutGame, Catalogue};
use bestply_engine::{Engine, Gtp, NBoard, Uci};
use clap::{Args, ValueEnum};

use crate::output::say;
use crate::start::{StartArgs, ThinkerArgs};
use crate::workshop::Workshop;

/// Be an engine for a program with a board: read commands from standard input, answer on standard output.
#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    /// The game: othello, connect-four, … [default: the protocol's own, where it has one]
    game: Option<String>,
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
    /// The Universal Chess Interface, for games that are marked for it
    Uci,
}

impl Language {
    /// The name of the game that is played: the one that is given, or else the only one that the protocol is for.
    fn game(self, catalogue: &Catalogue, given: Option<&str>) -> anyhow::Result<String> {
        let is_own: fn(&AboutGame) -> bool = match self {
            Language::Gtp => |_| true,
            Language::Nboard => |about| about.name == NBoard::GAME,
            Language::Uci => |about| about.pawn.is_some(),
        };
        let own: Vec<&str> = catalogue.games().filter(|&about| is_own(about)).map(|about| about.name).collect();
        match (given, &own[..]) {
            (Some(name), _) if own.contains(&catalogue.game_named(name)?.name) => Ok(name.to_owned()),
            (_, []) => bail!("--protocol {}: no game here is played over it", self.name()),
            (Some(name), _) => bail!("--protocol {}: it is for {}, not {name}", self.name(), listed(&own, None)),
            (None, [only]) => Ok((*only).to_owned()),
            (None, _) => bail!("engine needs a game, one of {}", listed(&own, None)),
        }
    }

    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// Waits until nobody reads what is written to standard output: until the other end of its pipe is closed.
///
/// What is no pipe, a file say, is read for ever.
#[cfg(unix)]
fn wait_until_nobody_reads() {
    use rustix::event::{PollFd, PollFlags, poll};
    let output = io::stdout();
    // That the other end is closed is told without being asked for.
    let mut watched = [PollFd::new(&output, PollFlags::empty())];
    loop {
        match poll(&mut watched, None) {
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_) => return,
            // Where that cannot be known, it is noticed by the next answer.
            Err(_) => std::thread::park(),
        }
    }
}

/// Answers until the client has enough.
pub(crate) fn run(workshop: &Workshop, args: &EngineArgs) -> anyhow::Result<()> {
    let catalogue = &workshop.catalogue;
    let game = args.start.game(catalogue, &args.protocol.game(catalogue, args.game.as_deref())?)?;
    let is_free = args.protocol == Language::Gtp || (args.start.is_default() && args.start.moves.is_none());
    let name = args.protocol.name();
    ensure!(is_free, "--protocol {name}: its client says itself where a game begins");
    ensure!(!args.ponder || args.protocol != Language::Uci, "--ponder: a client over {name} says itself when to think");
    let thinker = args.thinker.thinker(catalogue, &game)?;
    let without_clock = if thinker.player().is_limited() { "" } else { " where no clock runs" };
    say(&format!("{} is played by {}{without_clock}", game.about().title, thinker.described()));
    let engine = Engine::with_thinker(catalogue, game, thinker).pondering(args.ponder).noting(io::stderr());
    #[cfg(unix)]
    let engine = engine.until(wait_until_nobody_reads);
    let served = match args.protocol {
        Language::Gtp => engine.serve(Gtp::new, io::stdin(), io::stdout()),
        Language::Nboard => engine.serve(NBoard::new, io::stdin(), io::stdout()),
        Language::Uci => engine.serve(Uci::new, io::stdin(), io::stdout()),
    };
    served.map_err(|error| match error.kind() {
        ErrorKind::OutOfMemory => error.into(),
        _ => anyhow::Error::from(error).context("standard output"),
    })
}
