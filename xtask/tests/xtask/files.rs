//! Files that the program writes: by one program at a time, whole or not at all, and nothing found is lost.

use std::fs::{self, File};
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::Folder;
use crate::folder::Ran;

/// A limit on the length of files, which is met as a full disk is.
const FULL: &str = "ulimit -f 0 && trap '' XFSZ && export TMPDIR=.";

/// Commands that write a new file `new`, and say or print it where they cannot.
const NEW: [&str; 5] = [
    "solve tic-tac-toe --moves 'a1 a2 b1' --proof new",
    "book tic-tac-toe --evaluations 50 --plies 2 --out new",
    "play tic-tac-toe --side none --searcher best-first:evaluations=9 --save new",
    "trace tic-tac-toe --searcher best-first:depth=1 --out new",
    "measure endings tic-tac-toe --positions 2 --plies-left 2..=3 --out new",
];

/// Commands that write a folder, or go on in one.
const FOLDERS: [&str; 4] = [
    "export-page tic-tac-toe --evaluations 50 --out new",
    "shards slurm own.toml --shards 2 --out new",
    "train connect-four --games 20 --seed 1 --pairs 1 --out new",
    "experiment own.toml --out new",
];

const MEMORY: &str = "solve tic-tac-toe --bytes 100000 --memory new --solver proof-number:evaluations=";

fn on_full_disk(folder: &Folder, line: &str) -> Ran {
    Ran::of(folder.after(FULL, line).output().unwrap())
}

/// A game that waits for its first move, once it has written its file.
fn playing(folder: &Folder, file: &str) -> Child {
    let mut command = folder.command(&format!("play tic-tac-toe --side both --save {file}"));
    command.env("TMPDIR", folder.path("elsewhere"));
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = pipes.spawn().unwrap();
    while !folder.exists(file) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn a_second_program_is_refused_before_it_begins() {
    let folder = Folder::new("files/two");
    let busy = |line: &str| {
        let told = folder.complaint(line);
        assert!(told.ends_with("new: another program is writing to it\n"), "{line}: {told}");
    };
    let game = playing(&folder, "new");
    let whole = folder.read("new");
    busy(&format!("{MEMORY}500"));
    busy(NEW[3]);
    assert!(folder.read("new") == whole, "it is left as it was");
    assert_eq!(Ran::of(game.wait_with_output().unwrap()).code, Some(0), "the first one is not disturbed");
    assert_eq!(Vec::from_iter(folder.contents(".").into_keys()), ["new"], "nothing stands beside it");

    // A file that is not there yet is taken by whoever begins first.
    fs::remove_file(folder.path("new")).unwrap();
    let lock = File::create(folder.path("new.bestply-lock")).unwrap();
    lock.lock().unwrap();
    NEW.iter().for_each(|line| busy(line));
    // The lock of a killed program keeps nobody out, and what it has left is removed.
    drop(lock);
    folder.write("new.bestply-lock", "4711");
    folder.write("new.4711.partial", "some of it");
    folder.succeed(NEW[0]);
    assert_eq!(Vec::from_iter(folder.contents(".").into_keys()), ["new"], "nothing stands beside it");
}

#[test]
fn an_interrupted_program_leaves_nothing_beside_its_files() {
    let folder = Folder::new("files/interrupted");
    let game = playing(&folder, "new");
    assert!(folder.exists("new.bestply-lock"));
    assert!(Command::new("kill").args(["-INT", &game.id().to_string()]).status().unwrap().success());
    let ran = Ran::of(game.wait_with_output().unwrap());
    assert!(ran.code == Some(130) && ran.stderr.contains("interrupted; the game is saved"), "{ran:?}");
    assert_eq!(Vec::from_iter(folder.contents(".").into_keys()), ["new"]);
}

#[test]
fn a_full_disk_loses_nothing_and_is_in_nobodys_way() {
    let folder = Folder::new("files/full");
    for line in NEW {
        let ran = on_full_disk(&folder, line);
        let told = "new: cannot write the file: File too large (os error 27); what was found is printed\n";
        assert!(ran.code == Some(2) && ran.stderr.ends_with(told), "{line}: {ran:?}");
        assert!(folder.contents(".").is_empty(), "{line}: {:?}", folder.contents(".").keys());
        folder.succeed(line);
        let printed = ran.stdout.lines().next().unwrap();
        assert_eq!(printed, folder.text("new").lines().next().unwrap(), "{line}");
        fs::remove_file(folder.path("new")).unwrap();
    }

    folder.succeed(&format!("{MEMORY}500"));
    let whole = folder.contents(".");
    let ran = on_full_disk(&folder, &format!("{MEMORY}1000"));
    assert!(ran.code == Some(2) && ran.stdout.starts_with("not solved\n"), "{ran:?}");
    assert!(ran.stderr.starts_with("error: --memory: new: cannot write the file"), "{ran:?}");
    assert!(whole == folder.contents("."), "the memory is as it was");

    for (number, line) in FOLDERS.iter().enumerate() {
        let folder = Folder::new(&format!("files/full-{number}"));
        folder.write("own.toml", crate::shards::OWN);
        let ran = on_full_disk(&folder, line);
        assert!(ran.code == Some(2) && ran.stderr.contains("File too large"), "{line}: {ran:?}");
        folder.succeed(line);
    }
}

#[test]
fn what_cannot_be_written_in_its_place_is_kept_elsewhere() {
    let folder = Folder::new("files/elsewhere");
    folder.write("elsewhere/.keep", "");
    folder.write("gone/.keep", "");
    let mut game = playing(&folder, "gone/new");
    fs::remove_dir_all(folder.path("gone")).unwrap();
    let number = game.id();
    writeln!(game.stdin.take().unwrap(), "b2").unwrap();
    let ran = Ran::of(game.wait_with_output().unwrap());
    let place = folder.path(&format!("elsewhere/bestply-{number}-new"));
    let told = format!("; what was found is in {}\n", place.display());
    assert!(ran.code == Some(2) && ran.stderr.ends_with(&told), "{ran:?}");
    assert!(fs::read_to_string(place).unwrap().contains("b2"));
}
