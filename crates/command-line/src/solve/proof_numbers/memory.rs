//! The file in which a solver's memory is kept.

use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use bestply::proof_number::{Addition, Settings, Solver};
use bestply_catalogue::Judging;
use bestply_catalogue::kept::Kind;
use bestply_engine::Game;
use bestply_experiments::files::{self, WholeFile};

/// Version 1 said neither the game nor a check sum.
const KIND: Kind = Kind::new("solver-memory", 2);

/// A file, and what it has to be of: the rules by which positions are told apart, what finished games count, and how
/// the search is made.
pub(super) struct Memory<'f> {
    pub(super) file: &'f Path,
    of: String,
}

impl<'f> Memory<'f> {
    pub(super) fn of(file: &'f Path, game: &Game, settings: Settings, judging: Judging, bytes: usize) -> Memory<'f> {
        let Judging { by_points, by_mobility } = judging;
        let counts = if by_points { "points" } else { "wins" };
        let leaves = if by_mobility { "by mobility" } else { "as one" };
        let addition = if settings.addition == Addition::Weak { "weak" } else { "sum" };
        let (method, epsilon) = (settings.method.name(), settings.epsilon());
        let of = format!(
            "{}, counts {counts}, {method}, epsilon {epsilon}, addition {addition}, leaves {leaves}, {bytes} bytes",
            game.rules()
        );
        Memory { file, of }
    }

    /// A solver with what the file has, if it is there.
    pub(super) fn read(&self) -> anyhow::Result<Option<Solver>> {
        if !self.file.exists() {
            return Ok(None);
        }
        let file = files::open(self.file, "cannot read the memory").context("--memory")?;
        let load = || Solver::load(&mut BufReader::new(KIND.read(&self.of, file)?));
        load().map(Some).with_context(|| format!("--memory: {}", self.file.display()))
    }

    /// Writes down what a solver remembers. The file that was there is replaced by a whole one.
    pub(super) fn write(&self, solver: &Solver) -> anyhow::Result<()> {
        let file = WholeFile::create(self.file).context("--memory")?;
        let written = file.fill(|out| {
            KIND.write(&self.of, out, |out| {
                // The sum takes a word as long as a block.
                let mut out = BufWriter::new(out);
                solver.save(&mut out)?;
                out.flush()
            })
        });
        written.context("--memory")
    }
}
