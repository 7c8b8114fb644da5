//! The processes that measure: each measurement is made by one of its own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::measurement::Measurement;

/// The name of the other program in figures.
pub(crate) const BEFORE: &str = "before";

/// This program, and one of another commit.
pub(crate) struct Programs {
    now: PathBuf,
    before: Option<PathBuf>,
}

impl Programs {
    /// This program, and the one that it is to be measured beside.
    pub(crate) fn new(before: Option<&Path>) -> Result<Programs, Failure> {
        let now =
            std::env::current_exe().map_err(|error| Failure::of_run(format!("who runs is not known: {error}")))?;
        match before.filter(|before| !before.is_file()) {
            Some(missing) => Err(Failure::of_use(format!("--beside: there is no program {}", missing.display()))),
            None => Ok(Programs { now, before: before.map(Path::to_owned) }),
        }
    }

    /// Whether there is another program.
    pub(crate) fn has_before(&self) -> bool {
        self.before.is_some()
    }

    /// Measures a task of this program, done by `who` with this setting.
    pub(crate) fn measure(&self, task: &str, who: &str, setting: &str) -> Result<Measurement, Failure> {
        measure(&self.now, task, who, setting)
    }

    /// Measures the same of the other program, if there is one.
    pub(crate) fn measure_before(&self, task: &str, who: &str) -> Result<Option<Measurement>, Failure> {
        self.before.as_deref().map(|before| measure(before, task, who, "")).transpose()
    }
}

fn measure(program: &Path, task: &str, who: &str, setting: &str) -> Result<Measurement, Failure> {
    let shown = program.display();
    let output = Command::new(program).args(["worker", task, who, setting]).output();
    let output = output.map_err(|error| Failure::of_use(format!("{shown} does not run: {error}")))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.lines().next().unwrap_or("it says nothing").trim_start_matches("error: ");
        return Err(Failure::of_run(format!("`{task}` by {who}: {said} ({})", output.status)));
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let line = said.lines().next().unwrap_or_default();
    line.parse().map_err(|error| Failure::of_run(format!("`{task}` by {who}: {error}")))
}

/// Tells whoever waits what is measured now. Nobody need listen.
pub(crate) fn tell(line: &str) {
    _ = writeln!(std::io::stderr(), "{line}");
}
