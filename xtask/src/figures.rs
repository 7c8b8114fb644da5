//! `figures`: whether the figures of pages are those of the records that the pages name.

mod blocks;
mod folder;
mod kept;
mod markdown;
mod open;
mod page;
mod paper;
mod program;
mod published;
mod record;
mod template;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use bestply_catalogue::Catalogue;
use bestply_command_line::{OwnCommand, described, print};
use bestply_experiments::files::{WholeFile, read_text};
use bestply_presentation::words::count;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};

use self::open::Open;
use self::page::{Checked, Sources};
use self::record::Records;

/// What fails where a page cannot be read.
const READING: &str = "cannot read the page";

/// The pages of the project, which are compared where none are named.
const ALL_PAGES: [&str; 2] = ["README.md", "docs"];

/// Compare the figures of pages with the records that they are from (docs/records.md)
#[derive(Parser)]
#[command(name = "figures")]
struct FiguresArgs {
    /// The pages, as files or folders of Markdown
    #[arg(value_name = "PAGE", default_values = ALL_PAGES)]
    pages: Vec<PathBuf>,
    /// The folder of the records, one results folder in each of its folders
    #[arg(long, value_name = "DIR", default_value = "records")]
    records: PathBuf,
    /// Write the tables and pictures anew as their records have them, and what the program says of itself
    #[arg(long)]
    update: bool,
    /// List the blocks with figures that neither a record nor a date holds
    #[arg(long)]
    open: bool,
    /// Write each page in the form of a paper, as LaTeX and as HTML, once its figures are those of their records
    #[arg(long, value_name = "DIR")]
    paper: Option<PathBuf>,
}

/// The command, which `cargo xtask` has beside those of every program.
pub(crate) fn command() -> OwnCommand {
    let command = FiguresArgs::command();
    let typed = "results/uct-quick/report.md --records results";
    OwnCommand { command, example: (typed, "whether the figures that a page marks are those of its records"), run }
}

fn run(catalogue: &Catalogue, typed: &ArgMatches) -> anyhow::Result<()> {
    let args = FiguresArgs::from_arg_matches(typed)?;
    let mut pages = Vec::new();
    for page in &args.pages {
        ensure!(page.exists(), "{}: there is no such page", page.display());
        for file in folder::files(page, "md", READING)? {
            let text = read_text(&file, READING)?;
            pages.push((file, text));
        }
    }
    let mut marked = Vec::new();
    for (file, text) in &pages {
        marked.push((file, blocks::read(text).with_context(|| file.display().to_string())?));
    }
    let open = marked.iter().flat_map(|(file, blocks)| open::open(blocks).into_iter().map(move |block| (*file, block)));
    let open: Vec<_> = open.collect();
    let records = Records::below(&args.records)?;
    let are_all = args.pages.iter().eq(ALL_PAGES.map(PathBuf::from).iter());
    let lists = if are_all { Some([open_list(&open), kept::record_list(&records, &marked)?]) } else { None };
    let commands = described(catalogue, "bestply");
    let mut sources = Sources { catalogue, commands, records, lists, update: args.update };
    let checked = pages.iter().map(|(file, text)| check(file, text, &mut sources));
    let checked = checked.collect::<anyhow::Result<Vec<_>>>()?;
    if args.open {
        let lines = open.iter().map(|(file, it)| format!("{}:{}: {}\n", file.display(), it.line, it.text));
        print(&lines.collect::<String>())?;
    }
    let figures = count(checked.iter().map(|it| it.figures).sum(), "figure", "figures");
    let with_figures = checked.iter().filter(|it| it.figures > 0).count();
    let of_pages = format!("{figures} of {}", count(with_figures, "page", "pages"));
    let updated = checked.iter().zip(&pages).filter(|(it, (_, text))| args.update && it.updated != *text).count();
    let wrong: Vec<String> = checked.into_iter().flat_map(|it| it.wrong).collect();
    if !wrong.is_empty() {
        print(&format!("{} of {of_pages} are not those of their records:\n{}", wrong.len(), wrong.concat()))?;
        bail!("figures differ from their records; --update writes tables, pictures and what the program says anew");
    }
    if let Some(folder) = &args.paper {
        pages.iter().try_for_each(|(file, _)| paper::write(file, folder))?;
    }
    let mut told = format!("All {of_pages} are those of their records");
    if updated > 0 {
        told += &format!(", after {} written anew", count(updated, "page was", "pages were"));
    }
    told += ".\n";
    if !open.is_empty() {
        let blocks = count(open.len(), "block has", "blocks have");
        told += &format!("{blocks} figures that neither a record nor a date holds; --open lists them.\n");
    }
    print(&told)
}

/// Checks a page and its pictures, and writes them anew if that is wanted. What is wrong is said in lines of output.
fn check(file: &Path, text: &str, sources: &mut Sources<'_>) -> anyhow::Result<Checked> {
    let mut checked = page::check(text, file, sources)?;
    if sources.update && checked.updated != *text {
        WholeFile::create(file)?.write(checked.updated.as_bytes())?;
        checked = page::check(&checked.updated, file, sources)?;
    }
    checked.wrong.iter_mut().for_each(|it| *it = format!("  {}:{it}\n", file.display()));
    Ok(checked)
}

/// What is open, as a list of Markdown: an item a page, with the first words of each block.
fn open_list(open: &[(&PathBuf, Open)]) -> String {
    /// How much of a line is shown.
    const CHARACTERS: usize = 90;
    open.iter()
        .map(|(file, Open { section, text, .. })| {
            let name = file.file_name().unwrap_or_default().display();
            let text = text.trim_start_matches(['-', '*', ' ']).replace(['[', ']', '`', '*'], "");
            let shown: String = text.chars().take(CHARACTERS).collect();
            let more = if shown.len() < text.len() { " …" } else { "" };
            format!("- `{name}`, *{section}*: {shown}{more}\n")
        })
        .collect()
}
