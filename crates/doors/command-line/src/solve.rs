//! `cargo xtask solve`: who wins, and by how much; exactly.

mod check_proof;
mod endgame;
mod proof_numbers;

use std::path::PathBuf;

use anyhow::{bail, ensure};
use bestply_catalogue::space::bytes_of_each;
use bestply_engine::{Game, Start};
use clap::Args;
use toml::Table;

use crate::memory;
use crate::numbers::size;
use crate::start::StartArgs;
use crate::workshop::Workshop;

/// The fewest bytes: with less, the path of a search takes more than its table.
const LEAST_BYTES: u64 = 64 << 10;
const MOST_BYTES: u64 = 64 << 30;
/// The name of Othello's own solver.
const EXACT: &str = "exact";
const DEFAULT_BYTES: usize = 256 << 20;

/// Solve a position: who wins if both sides play perfectly, and a best move.
///
/// Endgames of Othello are solved by its own solver, which finds the score, unless --solver names another one.
#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// The game: othello, connect-four, …
    #[arg(required_unless_present = "check", default_value = "")]
    game: String,
    /// Check the proof in this file instead, as --proof writes it: every move of one side, one of the other, to the end
    #[arg(long, value_name = "FILE", exclusive = true)]
    check: Option<PathBuf>,
    /// The position, in quotes: in Othello the squares a1, b1 … h8, black X, white O, empty -, then the side to move
    #[arg(allow_hyphen_values = true, conflicts_with = "file")]
    board: Option<String>,
    /// Othello: a file of boards, one a line,
    /// or of published results, a line each: `number | squares | side | empty squares | score | best moves`,
    /// or as Edax has them, `board; move:score; …`
    #[arg(long)]
    file: Option<PathBuf>,
    /// The bytes of the table of positions, or of the tree, 65536 at least, such as 64MiB
    /// [default: 256 MiB, and less where the process cannot have four times as much]
    #[arg(long, value_name = "N", value_parser = size(LEAST_BYTES..=MOST_BYTES))]
    bytes: Option<u64>,
    /// The solver, as proof-number:method=pn2,time_ms=1000, or Othello's own: exact
    /// [default: exact in Othello, proof-number in all other games]
    #[arg(long, value_name = "SPEC")]
    solver: Option<String>,
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    how: proof_numbers::ProofNumberArgs,
}

impl SolveArgs {
    /// The bytes that are asked for, if the process can have them, or else as many of the usual ones as it can.
    fn bytes(&self) -> anyhow::Result<usize> {
        memory::asked_or(self.bytes, || bytes_of_each(DEFAULT_BYTES, LEAST_BYTES as usize, 1))
    }

    /// The game with the position that is asked about.
    fn game(&self, workshop: &Workshop) -> anyhow::Result<Game> {
        let Some(board) = &self.board else { return self.start.game_to_solve(&workshop.catalogue, &self.game) };
        ensure!(self.start.is_default(), "a position is given twice: without --position, --seed and --set");
        let game = workshop.catalogue.game_with(&self.game, &Table::new())?;
        self.start.advanced(Game::to_solve(&workshop.catalogue, game, &Start::Position(board.clone()))?)
    }
}

/// Solves one position, or those of a file.
pub(crate) fn run(workshop: &Workshop, args: &SolveArgs) -> anyhow::Result<()> {
    if let Some(proof) = &args.check {
        return check_proof::run(workshop, proof);
    }
    let has_exact = workshop.catalogue.game_named(&args.game)?.name == "othello";
    match args.solver.as_deref() {
        None | Some(EXACT) if has_exact => endgame::run(workshop, args),
        Some(EXACT) => bail!("--solver {EXACT} is for othello; {} has proof-number", args.game),
        _ if args.file.is_some() => bail!("--file is for othello and its exact solver"),
        solver => proof_numbers::run(workshop, args, solver.unwrap_or("proof-number")),
    }
}
