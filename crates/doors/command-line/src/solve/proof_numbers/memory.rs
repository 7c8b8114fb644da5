//! The file in which a solver's memory is kept.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, anyhow};
use bestply::proof_number::{Addition, Settings, Solver};
use bestply_catalogue::Judging;
use bestply_catalogue::kept::KeptKind;
use bestply_engine::Game;
use bestply_experiments::files::{self, WholeFile};

/// Version 1 said neither the game nor a check sum.
const KIND: KeptKind = KeptKind::new("solver-memory", 2);

/// A file that no other program writes to, and what it has to be of: the rules by which positions are told apart, what
/// finished games count, and how the search is made.
pub(super) struct Memory {
    file: WholeFile,
    of: String,
}

impl Memory {
    pub(super) fn of(
        file: &Path,
        game: &Game,
        settings: Settings,
        judging: Judging,
        bytes: usize,
    ) -> anyhow::Result<Memory> {
        let Judging { by_points, by_mobility } = judging;
        let counts = if by_points { "points" } else { "wins" };
        let leaves = if by_mobility { "by mobility" } else { "as one" };
        let addition = if settings.addition == Addition::Weak { "weak" } else { "sum" };
        let method = format!("{}, epsilon {}", settings.method.name(), settings.epsilon());
        let rules = game.rules();
        let of = format!("{rules}, counts {counts}, {method}, addition {addition}, leaves {leaves}, {bytes} bytes");
        Ok(Memory { file: WholeFile::create(file).context("--memory")?, of })
    }

    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// A solver with what the file has, if it is there.
    pub(super) fn read(&self) -> anyhow::Result<Option<Solver>> {
        if !self.path().exists() {
            return Ok(None);
        }
        let file = files::open(self.path(), "cannot read the memory").context("--memory")?;
        let load = || Solver::load(&mut BufReader::new(KIND.read(&self.of, file)?));
        load().map(Some).with_context(|| format!("--memory: {}", self.path().display()))
    }

    /// Writes down what a solver remembers. The file that was there is replaced by a whole one.
    pub(super) fn write(&mut self, solver: &Solver) -> anyhow::Result<()> {
        self.file.fill(|out| save(solver, &self.of, out)).context("--memory")
    }

    /// The same at the end of a search: if that fails, elsewhere, so that nothing is lost.
    pub(super) fn write_at_the_end(&mut self, solver: &Solver) -> anyhow::Result<()> {
        let Err(error) = self.write(solver) else { return Ok(()) };
        match self.file.fill_elsewhere(|out| save(solver, &self.of, out)) {
            Ok(path) => Err(anyhow!("{error:#}; it is in {}", path.display())),
            Err(_) => Err(error),
        }
    }
}

fn save(solver: &Solver, of: &str, out: &mut BufWriter<File>) -> io::Result<()> {
    KIND.write(of, out, |out| {
        // The sum takes a word as long as a block.
        let mut out = BufWriter::new(out);
        solver.save(&mut out)?;
        out.flush()
    })
}
