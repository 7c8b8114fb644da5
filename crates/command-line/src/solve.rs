//! `cargo xtask solve`: who wins, and by how much; exactly.

mod check_proof;
mod endgame;
mod proof_numbers;

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};

use crate::Workshop;
use crate::{memory, start::StartArgs};

/// The fewest bytes: with less, the path of a search takes more than its table.
const LEAST_BYTES: u64 = 64 << 10;
const MOST_BYTES: u64 = 64 << 30;
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
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    check: Option<PathBuf>,
    /// The position, in quotes: in Othello the squares a1, b1 … h8, black X, white O, empty -, then the side to move
    #[arg(allow_hyphen_values = true, conflicts_with = "file")]
    board: Option<String>,
    /// Othello: a file of boards, one a line,
    /// or of published results, a line each: `number | squares | side | empty squares | score | best moves`,
    /// or as Edax has them, `board; move:score; …`
    #[arg(long)]
    file: Option<PathBuf>,
    /// The bytes of the table of positions, or of the tree
    /// [default: 256 MiB, and less where the process cannot have four times as much]
    #[arg(long, alias = "table-bytes", value_name = "N", value_parser = clap::value_parser!(u64).range(LEAST_BYTES..=MOST_BYTES))]
    bytes: Option<u64>,
    /// The solver [default: exact in Othello, df-pn in all other games]
    #[arg(long, value_name = "NAME")]
    solver: Option<SolverName>,
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    how: proof_numbers::ProofNumberArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SolverName {
    /// Alpha-beta to the end of the game, for Othello
    Exact,
    /// Depth-first proof-number search, with 1 + ε
    DfPn,
    /// Depth-first proof-number search with two thresholds
    Pds,
    /// Proof-number search
    Pn,
    /// Proof-number search in two levels
    Pn2,
}

impl SolveArgs {
    /// The bytes that are asked for, if the process can have them, or else as many of the usual ones as it can.
    fn bytes(&self) -> anyhow::Result<usize> {
        memory::asked_or(self.bytes, || memory::within_process(DEFAULT_BYTES, 1))
    }
}

/// Solves one position, or those of a file.
pub(crate) fn run(workshop: &Workshop, args: &SolveArgs) -> anyhow::Result<()> {
    if let Some(proof) = &args.check {
        return check_proof::run(workshop, proof);
    }
    let has_exact = workshop.catalogue.game_named(&args.game)?.name == "othello";
    match args.solver {
        None | Some(SolverName::Exact) if has_exact => endgame::run(args),
        Some(SolverName::Exact) => bail!("--solver exact is for othello; {} has df-pn, pds, pn and pn2", args.game),
        _ if args.file.is_some() => bail!("--file is for othello and its exact solver"),
        solver => proof_numbers::run(workshop, args, solver.unwrap_or(SolverName::DfPn)),
    }
}
