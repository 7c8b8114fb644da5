//! What a shell and a reader of manuals want to have of the program.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Command, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::output::print;
use crate::workshop::PROGRAM;

/// Prints what lets a shell complete commands and options, or a page of the manual.
#[derive(Args)]
pub(crate) struct ShellArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Print the script that lets a shell complete commands and options
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print a page of the manual, or write all of them
    Man {
        /// The command that the page is of [default: the page of the program]
        #[arg(value_name = "COMMAND", conflicts_with = "out")]
        command: Option<String>,
        /// The folder that all pages are written to, one for the program and one for each command
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

/// The name of a program that is called so, where it is installed: no shell completes `cargo xtask`, whose commands are
/// those of [`PROGRAM`].
pub(crate) fn installed(program: &str) -> &str {
    Some(program).filter(|name| !name.contains(' ')).unwrap_or(PROGRAM)
}

/// `whole` is the program with all its commands, under the name that it has where it is installed.
pub(crate) fn run(whole: Command, args: &ShellArgs) -> anyhow::Result<()> {
    match &args.what {
        What::Completions { shell } => completions(whole, *shell),
        What::Man { command, out } => man(whole.disable_help_subcommand(true), command.as_deref(), out.as_deref()),
    }
}

fn completions(mut whole: Command, shell: Shell) -> anyhow::Result<()> {
    let name = whole.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut whole, name, &mut script);
    print(&String::from_utf8(script)?)
}

fn man(whole: Command, command: Option<&str>, out: Option<&Path>) -> anyhow::Result<()> {
    if let Some(folder) = out {
        let told = || format!("--out: {}", folder.display());
        fs::create_dir_all(folder).with_context(told)?;
        clap_mangen::generate_to(whole, folder).with_context(told)?;
        return print(&format!("The pages of the manual are in {}\n", folder.display()));
    }
    let page = match command {
        None => whole,
        Some(name) => page_of(whole, name)?,
    };
    let mut roff = Vec::new();
    Man::new(page).render(&mut roff)?;
    print(&String::from_utf8(roff)?)
}

/// The command of this name, called as part of the program.
fn page_of(mut whole: Command, name: &str) -> anyhow::Result<Command> {
    whole.build();
    let Some(command) = whole.find_subcommand(name) else {
        let names: Vec<&str> = whole.get_subcommands().map(Command::get_name).collect();
        bail!("shell man: there is no command `{name}`; it is one of {}", names.join(", "));
    };
    Ok(command.clone())
}
