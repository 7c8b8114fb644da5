//! `games`: the games of a results folder.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::anyhow;
use bestply_experiments::runs::games::KeptGames;
use bestply_experiments::show::games::{GameFormat, write};
use clap::Args;

use crate::numbers::whole;
use crate::output::{note, print, printed};
use crate::words::{Words, one_of};
use crate::workshop::Workshop;

/// Print the games of a results folder, or show one on the board.
#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// The results folder
    #[arg(value_name = "RESULTS")]
    folder: PathBuf,
    /// How the games are printed
    #[arg(long, value_name = "FORMAT", default_value = "text", conflicts_with = "replay", value_parser = one_of(FORMATS))]
    format: GameFormat,
    /// Show this game on the board, move by move, by the number that the other formats give it, from 1 on
    #[arg(long, value_name = "N", value_parser = whole(0..))]
    replay: Option<u64>,
}

const FORMATS: &Words<GameFormat> = &[
    ("text", GameFormat::Text, "Three lines a game"),
    ("ggf", GameFormat::Ggf, "Othello's Generic Game Format, a game a line"),
    ("pgn", GameFormat::Pgn, "Portable Game Notation in chess, and in its manner in other games"),
    ("sgf", GameFormat::Sgf, "Smart Game Format, of Go and Othello"),
    ("csv", GameFormat::Csv, "A game a line, for spreadsheets"),
];

/// Reads the folder and prints, until the reader has seen enough.
pub(crate) fn run(workshop: &Workshop, args: &GamesArgs) -> anyhow::Result<()> {
    let kept = KeptGames::read(&workshop.catalogue, &args.folder, note)?;
    if let Some(number) = args.replay {
        return print(&kept.replay(number)?);
    }
    let games = kept.games(args.format)?;
    let mut stdout = io::BufWriter::new(io::stdout().lock());
    match write(args.format, games.into_iter(), &mut stdout).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Err(anyhow!("{}: {error}", args.folder.display())),
        outcome => printed(outcome),
    }
}
