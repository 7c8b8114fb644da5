//! What all commands work with: the catalogue, and the program as it was built and called.

use std::path::{Path, PathBuf};

use bestply_catalogue::Catalogue;
use bestply_experiments::outcome::provenance::{Program, UNKNOWN};
use clap::{ArgMatches, Command};

/// What commands work with.
pub(crate) struct Workshop {
    pub(crate) catalogue: Catalogue,
    /// How the program is called, in reports.
    pub(crate) program: String,
}

/// A command of one program, beside those that every program has.
pub struct OwnCommand {
    /// Its name, what it does, and what it takes.
    pub command: Command,
    /// The arguments of an example, and what that does.
    pub example: (&'static str, &'static str),
    /// Runs it with what was typed. An error ends the program with one line and exit code 2.
    pub run: fn(&Catalogue, &ArgMatches) -> anyhow::Result<()>,
}

/// The name of the program where it is installed.
pub(crate) const PROGRAM: &str = "bestply";

/// The commit that the program was built from, whether it was changed, and the compiler.
fn built_from() -> [&'static str; 3] {
    let told = [option_env!("BESTPLY_COMMIT"), option_env!("BESTPLY_TREE"), option_env!("BESTPLY_COMPILER")];
    told.map(|fact| fact.unwrap_or(UNKNOWN))
}

/// How the program is called: by the name of its file, or as one of cargo's commands.
pub(crate) fn program() -> String {
    let path = std::env::args_os().next().map(PathBuf::from);
    let name = path.as_deref().and_then(Path::file_stem).map(|name| name.to_string_lossy().into_owned());
    match name.as_deref() {
        Some("xtask") | None => "cargo xtask".to_owned(),
        Some(name) => name.to_owned(),
    }
}

/// This program as it was built, under the name by which it is called.
pub(crate) fn this_program(name: &str) -> Program {
    let [commit, tree, compiler] = built_from().map(str::to_owned);
    Program { commit, tree, compiler, ..Program::running(name) }
}

pub(crate) fn long_version() -> String {
    let [commit, tree, compiler] = built_from();
    format!("{}\ncommit {commit} ({tree})\ncompiler {compiler}", env!("CARGO_PKG_VERSION"))
}
