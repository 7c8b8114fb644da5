//! One measurement: what a process of its own measures, and the line by which it tells it.

use std::fmt;
use std::str::FromStr;

use rustix::time::{ClockId, clock_gettime};

/// What one run of one program in one row took and found.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Measurement {
    /// Seconds of processor time.
    pub(crate) seconds: f64,
    /// The bytes of resident memory that it added, where the system tells.
    pub(crate) bytes: Option<u64>,
    /// What was counted: simulations, evaluations, nodes or leaves.
    pub(crate) count: u64,
    /// What was found: a move, or values.
    pub(crate) value: String,
}

impl Measurement {
    /// Nanoseconds for each of what was counted.
    pub(crate) fn nanoseconds(&self) -> f64 {
        1e9 * self.seconds / self.count.max(1) as f64
    }
}

/// One line with a tab between the fields.
impl fmt::Display for Measurement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.bytes.map_or_else(|| "-".to_owned(), |bytes| bytes.to_string());
        write!(formatter, "{:.9}\t{bytes}\t{}\t{}", self.seconds, self.count, self.value)
    }
}

impl FromStr for Measurement {
    type Err = String;

    fn from_str(line: &str) -> Result<Measurement, String> {
        let read = || {
            let mut fields = line.splitn(4, '\t');
            let seconds = fields.next()?.parse().ok()?;
            let bytes = match fields.next()? {
                "-" => None,
                bytes => Some(bytes.parse().ok()?),
            };
            let count = fields.next()?.parse().ok()?;
            Some(Measurement { seconds, bytes, count, value: fields.next()?.to_owned() })
        };
        read().ok_or_else(|| format!("no measurement: `{line}`"))
    }
}

/// Which bytes are those of a search.
#[derive(Clone, Copy)]
pub(crate) enum Bytes {
    /// What is resident when it ends: what it made is still there.
    Kept,
    /// The most that was resident at once: it frees what it made before it ends.
    Peak,
}

impl Bytes {
    /// The bytes at this moment.
    fn now(self) -> Option<u64> {
        let name = match self {
            Bytes::Kept => "VmRSS:",
            Bytes::Peak => "VmHWM:",
        };
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok().map(|kibibytes: u64| kibibytes * 1024)
    }
}

/// Does some work, and measures its seconds and its bytes while what it returns is still there.
pub(crate) fn measured<T>(bytes: Bytes, work: impl FnOnce() -> T) -> (T, f64, Option<u64>) {
    let (before, begun) = (bytes.now(), processor_seconds());
    let made = work();
    let (seconds, after) = (processor_seconds() - begun, bytes.now());
    let added = before.zip(after).map(|(before, after)| after.saturating_sub(before));
    (made, seconds, added)
}

/// The processor time of all threads of this process. Other work of the machine does not count.
fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}
