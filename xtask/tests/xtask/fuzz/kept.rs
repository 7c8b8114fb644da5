//! Files that two programs mean to write, and files on disks that are full.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use super::cases::{Case, Dice};
use super::corpus::{KINDS, files_below};
use super::{end, run, start};
use crate::Folder;

/// The bytes of a disk: a MiB.
const DISK: u64 = 1 << 20;

/// A command that runs twice at once where its files are.
pub(super) struct Twins {
    pub(super) line: &'static str,
    /// What reads the files that the two leave.
    readers: &'static [&'static str],
    /// After how many milliseconds the first one is killed, if it is.
    killed_after: Option<u64>,
}

impl Twins {
    /// The ones that these dice choose, with the files that they read in their folder.
    pub(super) fn of(dice: &mut Dice, folder: &Folder) -> Twins {
        let kinds: Vec<_> = KINDS.iter().filter(|kind| !kind.made_by.is_empty()).collect();
        let kind = dice.one_of(&kinds);
        let line = dice.one_of(kind.made_by);
        kind.written.iter().for_each(|(name, text)| folder.write(&format!("{PLACE}/{name}"), text));
        for other in kind.made_by.iter().filter(|other| **other != line) {
            folder.command(other).current_dir(place(folder)).output().expect("it can be started");
        }
        let killed_after = dice.once_in(4).then(|| dice.below(300) as u64);
        Twins { line, readers: kind.read_by, killed_after }
    }

    /// One of the two succeeds, or the next does, and whatever reads what they left.
    pub(super) fn check(&self, folder: &Folder) -> Result<(), String> {
        let (case, place) = (Case::of(self.line), place(folder));
        let start = |name| start(&case, folder, &place, name);
        let (mut first, second) = (start("-first")?, start("-second")?);
        let first = match self.killed_after {
            Some(after) => {
                thread::sleep(Duration::from_millis(after));
                first.child.kill().and_then(|()| first.child.wait()).expect("a child can be killed");
                None
            }
            None => end(first, false)?,
        };
        let second = end(second, false)?;
        match (first, second) {
            // Nobody knows whether the one that was killed had come to its end, and what it made is in the way.
            (None, Some(2)) => drop(run(&Case::of(&again(self.line, &place)), folder, &place)?),
            (None, _) | (Some(0), _) | (_, Some(0)) => {}
            _ => return Err("neither of two programs succeeds".to_owned()),
        }
        let mut left = Vec::new();
        files_below(&place, "", &mut left);
        for (number, reader) in self.readers.iter().enumerate() {
            let copy = format!("copy-{number}");
            left.iter().for_each(|(name, bytes)| folder.write(&format!("{copy}/{name}"), bytes));
            succeed(reader, folder, &folder.path(&copy))?;
        }
        Ok(())
    }
}

/// The folder in that of a case in which a command writes that is tried, and nothing else lies.
const PLACE: &str = "place";

fn place(folder: &Folder) -> PathBuf {
    let place = folder.path(PLACE);
    fs::create_dir_all(&place).expect("a folder can be made");
    place
}

/// The command that goes on where this one ended before its time: with a training only if it is told to, and with a
/// game from the last move that was saved.
fn again(line: &str, place: &Path) -> String {
    match line.split(' ').next() {
        Some("train") if place.join("weights.training").exists() => format!("{line} --continue"),
        Some("play") if place.join("game").exists() => {
            line.replace("tic-tac-toe", "--load game").replace("--save game", "")
        }
        _ => line.to_owned(),
    }
}

/// Runs a command, which has to succeed after all that was done.
fn succeed(line: &str, folder: &Folder, place: &Path) -> Result<(), String> {
    match run(&Case::of(line), folder, place)? {
        Some(0) => Ok(()),
        _ => Err(format!("what was left is refused by {line}: {}", folder.text("stderr").trim_end())),
    }
}

/// A command that writes to a disk that is full.
pub(super) struct FullDisk {
    pub(super) line: &'static str,
    /// What is free of the disk.
    pub(super) free: u64,
}

impl FullDisk {
    pub(super) fn of(dice: &mut Dice) -> FullDisk {
        let makers: Vec<&str> = KINDS.iter().flat_map(|kind| kind.made_by).copied().collect();
        let line = dice.one_of(&makers);
        FullDisk { line, free: 1 << dice.below(21) }
    }

    /// The command succeeds or says in a line why not; with more room it succeeds.
    pub(super) fn check(&self, folder: &Folder) -> Result<(), String> {
        let disk = place(folder);
        if !*CAN_MOUNT || !mount(&format!("size={DISK}"), &disk) {
            return Ok(());
        }
        let checked = self.check_on(folder, &disk);
        unmount(&disk);
        checked
    }

    fn check_on(&self, folder: &Folder, disk: &Path) -> Result<(), String> {
        let filler = disk.join("filler");
        fs::write(&filler, vec![0; (DISK - self.free) as usize]).expect("the disk has room for it");
        if run(&Case::of(self.line), folder, disk)? == Some(0) {
            return Ok(());
        }
        fs::remove_file(filler).expect("it is there");
        mount(&format!("remount,size={}", 64 * DISK), disk);
        succeed(&again(self.line, disk), folder, disk)
    }
}

/// Whether disks can be mounted here, which only root can.
static CAN_MOUNT: LazyLock<bool> = LazyLock::new(|| {
    let disk = place(&Folder::new("fuzz/disk"));
    let can = mount("size=64k", &disk);
    match can {
        true => unmount(&disk),
        false => println!("no disk can be mounted here: none is filled"),
    }
    can
});

fn mount(options: &str, path: &Path) -> bool {
    let mut command = Command::new("mount");
    command.args(["-t", "tmpfs", "-o", options, "none"]).arg(path).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn unmount(path: &Path) {
    Command::new("umount").arg(path).status().ok();
}
