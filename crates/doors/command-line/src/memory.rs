//! How much memory a search may hold where nobody says it: a part of what the machine and the process have to spare.

use std::fs::read_to_string;
use std::path::Path;

use anyhow::{Context, ensure};
use bestply::can_have;
use bestply_catalogue::space::{self, bytes_of_each, bytes_text};
use bestply_engine::Thinker;

/// The part of the memory to spare that a search may hold.
const PART: usize = 8;

/// The most bytes of a search by default: as much as a tree of eight bytes a node can name.
const MOST_BYTES: usize = 4 << 30;

/// What `--help` says of the default.
pub(crate) const DEFAULT: &str = "an eighth of the free memory, from 256 MiB to 4 GiB; 256 MiB where that is not known, and less where the process cannot have four times as much";

/// The bytes of each of so many searches at once where nobody says how many: together they have an eighth of what the
/// machine has to spare.
pub(crate) fn of_each(searches: usize) -> usize {
    let wanted = spare().map_or(Thinker::DEFAULT_BYTES, |spare| share(spare, searches));
    bytes_of_each(wanted, Thinker::LEAST_BYTES, searches)
}

/// The bytes that an option asks for, if the process can have them, or else the default.
pub(crate) fn asked_or(bytes: Option<u64>, default: impl FnOnce() -> usize) -> anyhow::Result<usize> {
    let Some(bytes) = bytes else { return Ok(default()) };
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    space::check(bytes).context("--bytes").map(|()| bytes)
}

/// Refuses to begin where the process cannot have what every command takes, mostly for evaluations.
pub(crate) fn check_start() -> anyhow::Result<()> {
    const START: usize = 16 << 20;
    let needs = || format!("the program needs {} to begin; raise its limit (`ulimit -v`)", bytes_text(START));
    ensure!(can_have(START), needs());
    Ok(())
}

fn share(spare: usize, searches: usize) -> usize {
    (spare / PART / searches.max(1)).clamp(Thinker::DEFAULT_BYTES, MOST_BYTES)
}

/// The bytes that the machine can give away, and the control groups that this process is in; `None` where no file of
/// the system's says it.
fn spare() -> Option<usize> {
    let of_machine = field(&read_to_string("/proc/meminfo").ok()?, "MemAvailable:")? << 10;
    let groups = read_to_string("/proc/self/cgroup").unwrap_or_default();
    let of_groups = groups.lines().filter_map(group).flat_map(|(root, group, names)| {
        // A group is also limited by those above it. Within a container the outer ones are not to be seen.
        let inner = Path::new(group.trim_start_matches('/'));
        inner.ancestors().filter_map(move |path| spare_of_group(&Path::new(root).join(path), names)).collect::<Vec<_>>()
    });
    Some(of_groups.fold(of_machine, usize::min))
}

/// The files of a control group: the limit, what is used, and the part of that which is given back on demand.
type Names = [&'static str; 3];

/// The root of the groups, the group's path there and its files, of a line that is of a group which limits memory.
fn group(line: &str) -> Option<(&'static str, &str, Names)> {
    let mut parts = line.splitn(3, ':').skip(1);
    match (parts.next()?, parts.next()?) {
        ("", group) => Some(("/sys/fs/cgroup", group, ["memory.max", "memory.current", "inactive_file"])),
        (kinds, group) if kinds.split(',').any(|kind| kind == "memory") => {
            let names = ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"];
            Some(("/sys/fs/cgroup/memory", group, names))
        }
        _ => None,
    }
}

/// What a group has left of its limit, if it has one.
fn spare_of_group(folder: &Path, [limit, used, given_back]: Names) -> Option<usize> {
    let number = |file: &str| read_to_string(folder.join(file)).ok()?.trim().parse::<usize>().ok();
    let given_back = read_to_string(folder.join("memory.stat")).ok().and_then(|stat| field(&stat, given_back));
    Some(number(limit)?.saturating_sub(number(used)?.saturating_sub(given_back.unwrap_or(0))))
}

/// The number behind a name at the beginning of a line.
fn field(text: &str, name: &str) -> Option<usize> {
    let rest =
        text.lines().find_map(|line| line.strip_prefix(name).filter(|rest| rest.starts_with(char::is_whitespace)));
    rest?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_an_eighth_within_bounds() {
        let mebibytes = |spare: usize, searches| share(spare << 20, searches) >> 20;
        assert_eq!([0, 2048, 4096, 16_384, 65_536].map(|spare| mebibytes(spare, 1)), [256, 256, 512, 2048, 4096]);
        assert_eq!([0, 2, 64].map(|searches| mebibytes(16_384, searches)), [2048, 1024, 256]);
        assert!((Thinker::LEAST_BYTES..=MOST_BYTES).contains(&of_each(1)));
    }

    #[test]
    fn the_systems_files_are_read() {
        let meminfo = "MemTotal:       24096872 kB\nMemAvailable:   21762784 kB\n";
        assert_eq!(field(meminfo, "MemAvailable:"), Some(21_762_784));
        assert_eq!(field("inactive_file_x 3\ninactive_file 4\n", "inactive_file"), Some(4));
        assert_eq!([field(meminfo, "MemFree:"), field("MemAvailable: kB", "MemAvailable:")], [None; 2]);
        let of = |line: &'static str| group(line).map(|(root, group, names)| (root, group, names[0]));
        assert_eq!(of("0::/a/b"), Some(("/sys/fs/cgroup", "/a/b", "memory.max")));
        assert_eq!(of("4:cpu,memory:/a:b"), Some(("/sys/fs/cgroup/memory", "/a:b", "memory.limit_in_bytes")));
        assert_eq!([of("3:cpuset:/"), of("nonsense"), of("")], [None; 3]);
    }
}
