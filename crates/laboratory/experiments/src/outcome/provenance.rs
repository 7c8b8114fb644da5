//! Which program made a results folder, on which machine, and when: `provenance.json`.
//!
//! It is a file of its own, so that the results are the same bytes whoever made them.
//! A folder is continued only by the program that made it, unless the user asks for another one,
//! because two programs may play differently.

use std::io::BufReader;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{env, fs};

use bestply_catalogue::kept::check_sum_of;
use serde::{Deserialize, Serialize};

use crate::{Error, Result, files};

/// The name of the file that says who made the folder.
pub const PROVENANCE: &str = "provenance.json";

/// The text in the place of an unknown value.
pub const UNKNOWN: &str = "unknown";

/// The bytes of the program's file that are in memory at a time. The whole file takes longer than its sum.
const READ_AT_ONCE: usize = 1 << 16;

/// A program, as it was built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// How the program is called.
    pub program: String,
    /// The version of bestply in it.
    pub version: String,
    /// The last commit that changed anything it is built from, or `unknown`.
    pub commit: String,
    /// Whether any of that was changed since: `clean`, `changed` or `unknown`.
    pub tree: String,
    /// The compiler's version.
    pub compiler: String,
    /// The CRC-32 of the program's own file. It differs if anything else of the source or the build differs.
    pub executable: String,
}

impl Program {
    /// The running program, as far as it knows itself. Its build script may know more.
    pub fn running(name: impl Into<String>) -> Program {
        static EXECUTABLE: OnceLock<String> = OnceLock::new();
        let file = || env::current_exe().and_then(fs::File::open);
        let sum = || file().and_then(|file| check_sum_of(BufReader::with_capacity(READ_AT_ONCE, file)));
        Program {
            program: name.into(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: UNKNOWN.to_owned(),
            tree: UNKNOWN.to_owned(),
            compiler: UNKNOWN.to_owned(),
            executable: EXECUTABLE.get_or_init(|| sum().unwrap_or_else(|_| UNKNOWN.to_owned())).clone(),
        }
    }

    /// The first difference of another program from this one, apart from its name; `None` if they are the same.
    fn difference(&self, other: &Program) -> Option<String> {
        let facts = [
            ("version", &self.version, &other.version),
            ("commit", &self.commit, &other.commit),
            ("tree", &self.tree, &other.tree),
            ("compiler", &self.compiler, &other.compiler),
            ("executable", &self.executable, &other.executable),
        ];
        let different = facts.into_iter().find(|(_, its, this)| its != this);
        different.map(|(what, its, this)| format!("its {what} is {its}, not {this}"))
    }
}

/// How a results folder is opened.
#[derive(Clone, Debug)]
pub struct FolderOpening {
    /// Whether to delete existing results first.
    pub fresh: bool,
    /// The program that opens it.
    pub program: Program,
    /// Whether to continue the results of another program.
    pub other_program: bool,
    /// The number of threads asked for; all cores if it is `None`.
    pub threads: Option<usize>,
    /// Tells a person, in a line, what was found in the folder and is mended.
    pub tell: fn(&str),
}

/// One program on one machine, with the first and the last time that it ran into the folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramRun {
    /// The program.
    #[serde(flatten)]
    pub program: Program,
    /// The processor's name.
    pub processor: String,
    /// The number of threads.
    pub threads: usize,
    /// The time when it was first begun, in Coordinated Universal Time.
    pub first_begun: String,
    /// The time when it was last begun, in Coordinated Universal Time.
    pub last_begun: String,
}

/// Who made a results folder.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProvenanceFile {
    /// An entry for each program, machine and number of threads that ran into the folder, in their order.
    runs: Vec<ProgramRun>,
}

/// The runs into a folder, in order; none if the folder has no such file.
///
/// # Errors
///
/// If the file cannot be read, or is not such a file.
pub fn read(folder: &Path) -> Result<Vec<ProgramRun>> {
    let path = folder.join(PROVENANCE);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = files::read_text(&path, "cannot read the file")?;
    let file: Result<ProvenanceFile, serde_json::Error> = serde_json::from_str(&text);
    file.map(|file| file.runs).map_err(|error| {
        let advice = "remove it: it says only who made the results";
        Error::Invalid(format!("{}: it is damaged ({error}); {advice}", path.display()))
    })
}

/// The content of the file.
pub fn to_json(runs: &[ProgramRun]) -> String {
    let file = ProvenanceFile { runs: runs.to_vec() };
    serde_json::to_string_pretty(&file).expect("it is representable as JSON") + "\n"
}

/// How the program that made a folder differs from the one that opens it, unless the opening allows that.
pub(super) fn difference(runs: &[ProgramRun], opening: &FolderOpening) -> Option<String> {
    let difference = runs.last().and_then(|run| run.program.difference(&opening.program));
    difference.filter(|_| !opening.other_program)
}

/// Adds the run that begins now. It is merged with the last one if that is by the same program on the same machine.
pub(super) fn add(runs: &mut Vec<ProgramRun>, opening: &FolderOpening) {
    let now = timestamp(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default());
    let run = ProgramRun {
        program: opening.program.clone(),
        processor: processor(),
        threads: opening.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)),
        first_begun: now.clone(),
        last_begun: now,
    };
    match runs.last_mut() {
        Some(last) if (&last.program, &last.processor, last.threads) == (&run.program, &run.processor, run.threads) => {
            last.last_begun = run.last_begun;
        }
        _ => runs.push(run),
    }
}

/// The processor's name if the system tells it, otherwise its architecture.
fn processor() -> String {
    let of_linux = || {
        let about = fs::read_to_string("/proc/cpuinfo").ok()?;
        let name = about.lines().find(|line| line.starts_with("model name"))?;
        Some(name.split_once(':')?.1.trim().to_owned())
    };
    of_linux().or_else(|| env::var("PROCESSOR_IDENTIFIER").ok()).unwrap_or_else(|| env::consts::ARCH.to_owned())
}

/// A time since 1970 as a date and a time of day, to the second.
///
/// This is Howard Hinnant's algorithm for the Gregorian calendar.
fn timestamp(since_1970: Duration) -> String {
    const DAY: u64 = 24 * 60 * 60;
    const DAYS_OF_400_YEARS: u64 = 146_097;
    let (days, seconds) = (since_1970.as_secs() / DAY, since_1970.as_secs() % DAY);
    // Years begin in March here, so that the leap day is a year's last. Days are counted from 1 March of the year 0.
    let days = days + 719_468;
    let (era, day_of_era) = (days / DAYS_OF_400_YEARS, days % DAYS_OF_400_YEARS);
    let leap_days = day_of_era / 1460 - day_of_era / 36_524 + day_of_era / (DAYS_OF_400_YEARS - 1);
    let year_of_era = (day_of_era - leap_days) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_767_225_599, "2025-12-31T23:59:59Z"),
            (1_767_225_600, "2026-01-01T00:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(timestamp(Duration::from_secs(seconds)), date);
        }
    }

    fn opening(program: Program, other_program: bool) -> FolderOpening {
        FolderOpening { fresh: false, program, other_program, threads: Some(2), tell: |_| {} }
    }

    #[test]
    fn another_program_is_told_and_the_same_one_is_one_run() {
        let program = Program { commit: "aaaa".to_owned(), ..Program::running("a program") };
        let mut runs = Vec::new();
        add(&mut runs, &opening(program.clone(), false));
        add(&mut runs, &opening(Program { program: "renamed".to_owned(), ..program.clone() }, false));
        add(&mut runs, &opening(Program { program: "renamed".to_owned(), ..program.clone() }, false));
        assert_eq!(runs.len(), 2, "what it is called is told");
        assert_eq!(difference(&runs, &opening(program.clone(), false)), None, "and does not matter");
        let other = Program { commit: "bbbb".to_owned(), ..program };
        let told = difference(&runs, &opening(other.clone(), false));
        assert_eq!(told.as_deref(), Some("its commit is aaaa, not bbbb"));
        assert_eq!(difference(&runs, &opening(other, true)), None, "it was asked for");
    }
}
