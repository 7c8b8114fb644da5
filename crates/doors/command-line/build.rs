//! What the program says of itself: the commit that its source is of, whether it was changed since, and the compiler.
//!
//! Whatever cannot be found out is left unsaid; a build needs no git.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a program is built from, below the root.
const SOURCES: &[&str] = &["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "xtask/Cargo.toml", "xtask/src"];
/// What each crate is built from.
const SOURCES_OF_CRATES: &[&str] = &["Cargo.toml", "build.rs", "src", "data", "weights"];

fn main() {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is"));
    let root = manifest.ancestors().nth(3).unwrap_or(&manifest).to_owned();
    let sources = sources(&root);
    for source in &sources {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    say("COMPILER", env::var_os("RUSTC").and_then(|rustc| output_of(Command::new(rustc).arg("-V"))));

    // The last commit that changed any of it, so that commits of anything else make no other program.
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        output_of(command.arg("--no-optional-locks").args(arguments).args(["--"]).args(&sources).current_dir(&root))
    };
    let commit = git(&["log", "-1", "--format=%H"]).filter(|commit| !commit.is_empty());
    let changes = commit.as_ref().and_then(|_| git(&["status", "--porcelain"]));
    let tree = changes.map(|changes| if changes.is_empty() { "clean" } else { "changed" });
    if tree == Some("changed") {
        // Once the changes are committed, the same source is a clean one.
        let mut git = Command::new("git");
        let log =
            output_of(git.args(["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]).current_dir(&root));
        if let Some(log) = log.filter(|log| Path::new(log).exists()) {
            println!("cargo::rerun-if-changed={log}");
        }
    }
    say("COMMIT", commit);
    say("TREE", tree.map(str::to_owned));
}

/// The files and folders that there are, by their paths from the root.
fn sources(root: &Path) -> Vec<String> {
    let houses = below(root, "crates");
    let crates = houses.iter().cloned().chain(houses.iter().flat_map(|house| below(root, house)));
    let of_crates = crates.flat_map(|path| SOURCES_OF_CRATES.iter().map(move |part| format!("{path}/{part}")));
    let all = SOURCES.iter().map(|&source| source.to_owned()).chain(of_crates);
    let mut found: Vec<String> = all.filter(|source| root.join(source).exists()).collect();
    found.sort();
    found
}

/// What is in a folder, by its paths from the root.
fn below(root: &Path, folder: &str) -> Vec<String> {
    let entries = root.join(folder).read_dir().into_iter().flatten().filter_map(Result::ok);
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names.map(|name| format!("{folder}/{name}")).collect()
}

/// Hands a fact to the program, if it is known.
fn say(what: &str, fact: Option<String>) {
    if let Some(fact) = fact {
        println!("cargo::rustc-env=BESTPLY_{what}={fact}");
    }
}

/// What a command prints, if it succeeds.
fn output_of(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
