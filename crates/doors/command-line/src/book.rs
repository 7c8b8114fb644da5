//! `cargo xtask book`: an opening book made by our own searches.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use bestply_engine::{Book, BookPlan, Thinker, out_of_memory};
use clap::Args;

use crate::numbers::whole;
use crate::output::{keep, new_file, note_if, print};
use crate::start::{StartArgs, ThinkerArgs};
use crate::workshop::Workshop;

/// The most plies of a book.
const MOST_PLIES: u64 = 40;

/// Make an opening book: the best moves of the positions near the start, found by long searches once.
#[derive(Debug, Args)]
pub(crate) struct BookArgs {
    /// The game: othello, connect-four, …
    game: String,
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    thinker: ThinkerArgs,
    /// The evaluations of the search for each move
    #[arg(long, value_name = "N", value_parser = whole(1..))]
    evaluations: u64,
    /// The plies that the book covers
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_PLIES))]
    plies: u64,
    /// How many of the best moves of each position are followed
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole(1..=64))]
    width: u64,
    /// The file to write; one that is there already is left alone
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Makes the book and writes it.
pub(crate) fn run(workshop: &Workshop, args: &BookArgs) -> anyhow::Result<()> {
    let catalogue = &workshop.catalogue;
    let mut file = new_file(&args.out, "--out")?;
    ensure!(
        args.thinker.book.is_none(),
        "--book: the moves of a book are found by searches, and not taken from another"
    );
    let game = args.start.game(catalogue, &args.game)?;
    let mut thinker = args.thinker.thinker(catalogue, &game)?;
    let is_limited = thinker.player().is_limited();
    ensure!(!is_limited, "--searcher: the searches of a book have the limit of --evaluations, and none of their own");
    if args.thinker.leaves_bytes_open(&thinker) {
        // A book is the same on every machine.
        thinker.set_bytes(Thinker::DEFAULT_BYTES);
        thinker.check_room().context("--bytes")?;
    }
    let BookArgs { evaluations, plies, width, .. } = *args;
    let plan = BookPlan { evaluations, plies: plies as usize, width: width as usize };
    let book = Book::make(&mut thinker, &game, plan)?;
    note_if(thinker.memory_use().ended > 0, || out_of_memory(thinker.memory_use().limit));
    let text = book.text();
    keep(&mut file, &text, "--out")?;
    print(&format!("{} has {} positions in {} bytes\n", args.out.display(), book.len(), text.len()))
}
