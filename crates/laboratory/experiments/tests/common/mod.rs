//! What the tests of results folders share.

// Not every test uses all of it.
#![allow(dead_code)]

pub(crate) mod round_trip;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bestply_catalogue::Catalogue;
use bestply_experiments::Error;
use bestply_experiments::contest::Description;
use bestply_experiments::outcome::provenance::{FolderOpening, PROVENANCE, Program};
use bestply_experiments::outcome::results::Cell;
use bestply_experiments::outcome::sealed::{seal, unseal};
use bestply_experiments::runs::Console;
use bestply_experiments::runs::run::{Laboratory, RunOptions};
use bestply_experiments::runs::shards::RunSharing;
use bestply_experiments::show::described::RunFindings;

/// Runs a description without published figures. A shard has no findings.
pub(crate) fn run<'d>(
    catalogue: &Catalogue,
    description: &'d Description,
    options: &RunOptions,
) -> Result<Option<RunFindings<'d>>, Error> {
    let laboratory = Laboratory { catalogue, published: &() };
    laboratory.run(std::slice::from_ref(description), options, &mut Console::default())
}

/// Runs a description of the standard catalogue's games, and returns its cells.
pub(crate) fn cells_of(description: &Description, options: &RunOptions) -> Result<Vec<Cell>, Error> {
    run(&Catalogue::standard(), description, options).map(|findings| findings.expect("it is no shard").cells)
}

/// An empty place for the results folder of one test. Its name begins with the test's file.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("experiments").join(name);
    fs::remove_dir_all(&folder).ok();
    folder
}

pub(crate) fn options(out: &Path, threads: usize) -> RunOptions {
    RunOptions {
        out: out.to_owned(),
        opening: FolderOpening {
            fresh: false,
            program: Program::running("a test"),
            other_program: false,
            threads: Some(threads),
            tell: |_| {},
        },
        title: "The title".to_owned(),
        command: "the command".to_owned(),
        sharing: RunSharing::Alone,
        repeated: None,
    }
}

/// The text files of a results folder by name, except the one that says who made the folder and when.
pub(crate) fn contents(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let text = |path: &Path| fs::read_to_string(path).expect("text");
    let name = |path: &Path| path.file_name().expect("it has a name").to_string_lossy().into_owned();
    let files = entries.map(|path| (name(&path), path)).filter(|(name, _)| name != PROVENANCE);
    files.map(|(name, path)| (name, text(&path))).collect()
}

/// A sealed line with another text in the place of one, and the right check sum.
pub(crate) fn resealed(line: &str, from: &str, to: &str) -> String {
    let json = unseal(line.trim_end().as_bytes()).expect("it is sealed");
    assert!(json.contains(from), "{json} has no {from}");
    seal(&json.replace(from, to)) + "\n"
}

/// Text in one line, wherever it is broken.
pub(crate) fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
