//! What a shell and a reader of manuals want to have of the program.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::{PROGRAM, Workshop, print, whole_command};

/// Prints the script that lets a shell complete commands and options.
#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints a page of the manual, or writes all of them.
#[derive(Args)]
pub(crate) struct ManArgs {
    /// The command that the page is of [default: the page of the program]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Option<String>,
    /// The folder that all pages are written to, one for the program and one for each command
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn completions(workshop: &Workshop, args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut whole = installed(workshop);
    let name = whole.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut whole, name, &mut script);
    print(&String::from_utf8(script)?)
}

pub(crate) fn man(workshop: &Workshop, args: &ManArgs) -> anyhow::Result<()> {
    let whole = installed(workshop).disable_help_subcommand(true);
    if let Some(folder) = &args.out {
        let told = || format!("--out: {}", folder.display());
        fs::create_dir_all(folder).with_context(told)?;
        clap_mangen::generate_to(whole, folder).with_context(told)?;
        return print(&format!("The pages of the manual are in {}\n", folder.display()));
    }
    let page = match &args.command {
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
        bail!("man: there is no command `{name}`; it is one of {}", names.join(", "));
    };
    Ok(command.clone())
}

/// The program as it is installed. No shell completes `cargo xtask`, whose commands are those of [`PROGRAM`].
fn installed(workshop: &Workshop) -> Command {
    let name = Some(&workshop.program).filter(|name| !name.contains(' ')).map_or(PROGRAM, String::as_str);
    whole_command(workshop, name).name(name.to_owned())
}
