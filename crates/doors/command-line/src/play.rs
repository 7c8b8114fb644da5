//! `cargo xtask play`: a game in the terminal.

mod session;

use std::io;
use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};
use bestply::Side;
use bestply_engine::Game;
use clap::Args;

use crate::interruption::tell_how_to_go_on;
use crate::output::{keep, new_file, print, printed};
use crate::start::{BegunArgs, ThinkerArgs, all_cores, saved_text};
use crate::workshop::Workshop;

use session::{Seat, Session};

/// Play a game in the terminal, against a searcher or watching two.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    begun: BegunArgs,
    /// Who you are: max or min, the name of a side (black, white), both or none [default: the side to move]
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    #[command(flatten)]
    thinker: ThinkerArgs,
    /// The searcher that plays MIN where you play neither side [default: the same]
    #[arg(long, value_name = "SPEC")]
    opponent: Option<String>,
    /// Where to save the game, in PGN or SGF if the file ends so: after every move, so that Ctrl-C loses nothing;
    /// a file that is there already is left alone
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

/// Plays until the game is over, the input ends or the person has enough.
pub(crate) fn run(workshop: &Workshop, args: &PlayArgs) -> anyhow::Result<()> {
    let catalogue = &workshop.catalogue;
    let (game, heading) = args.begun.game(catalogue)?;
    let seats = seats(&game, args.side.as_deref())?;
    ensure!(args.opponent.is_none() || seats == [Seat::Searcher; 2], "--opponent is for --side none");
    let thinker = args.thinker.thinker(catalogue, &game)?;
    let spec = args.opponent.as_deref();
    let opponent = spec.map(|spec| args.thinker.thinker_of(catalogue, &game, (spec, "--opponent"), all_cores()));
    let opponent = opponent.transpose()?;
    let mut saved = args.save.as_deref().map(|file| new_file(file, "--save")).transpose()?;
    if let Some(file) = &mut saved {
        let text = saved_text(&game, file.path()).with_context(|| format!("--save: {}", file.path().display()))?;
        keep(file, &text, "--save")?;
        let program = &workshop.program;
        tell_how_to_go_on(format!("the game is saved, and `{program} play --load {}` goes on", file.path().display()));
    }
    if let Some(heading) = heading {
        print(&format!("{heading}\n\n"))?;
    }
    let mut session = Session { game, seats, thinker, opponent, saved };
    let played = session.play(io::stdin().lock(), &mut io::stdout().lock());
    played.or_else(|error| printed(Err(error.downcast::<io::Error>()?)))
}

/// Who sits on MAX's side and on MIN's.
fn seats(game: &Game, side: Option<&str>) -> anyhow::Result<[Seat; 2]> {
    let person = match side {
        Some("both") => return Ok([Seat::Person; 2]),
        Some("none") => return Ok([Seat::Searcher; 2]),
        None => game.to_move(),
        Some(word) => game.side_named(word).ok_or_else(|| {
            let [max, min] = game.about().sides;
            anyhow!("--side: expected max, min, both, none, or a side of the game, {max} or {min}, not `{word}`")
        })?,
    };
    let seat = |side: Side| if side == person { Seat::Person } else { Seat::Searcher };
    Ok([seat(Side::Max), seat(Side::Min)])
}
