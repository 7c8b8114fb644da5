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
use self::page::{Checked, Picture, Sources};
use self::program::Program;
use self::record::Records;

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
    let mut files = Vec::new();
    for page in &args.pages {
        ensure!(page.exists(), "{}: there is no such page", page.display());
        files.extend(folder::files(page, "md", "cannot read the page")?);
    }
    let texts = files.iter().map(|file| read_text(file, "cannot read the page")).collect::<Result<Vec<_>, _>>()?;
    let mut marked = Vec::new();
    for (file, text) in files.iter().zip(&texts) {
        marked.push((file, blocks::read(text).with_context(|| file.display().to_string())?));
    }
    let mut open = Vec::new();
    for (file, blocks) in &marked {
        open.extend(open::open(blocks).into_iter().map(|block| (*file, block)));
    }
    let are_all = args.pages.iter().eq(ALL_PAGES.map(PathBuf::from).iter());
    let kept = are_all.then(|| kept::record_list(&args.records, &marked)).transpose()?;
    let lists = [("open", are_all.then(|| open_list(&open))), ("records", kept)];
    let program = Program { catalogue, commands: described(catalogue, "bestply") };
    let mut sources = Sources { program, records: Records::below(&args.records)?, lists };
    let (mut figures, mut pages, mut wrong, mut updated) = (0, 0, Vec::new(), 0);
    for (file, text) in files.iter().zip(&texts) {
        let mut check = |text: &str| {
            let checked = page::check(text, file.parent().unwrap_or(Path::new("")), &mut sources);
            checked.with_context(|| file.display().to_string())
        };
        let mut checked = check(text)?;
        if args.update && checked.updated != *text {
            WholeFile::create(file)?.write(checked.updated.as_bytes())?;
            updated += 1;
            checked = check(&checked.updated)?;
        }
        check_pictures(file, &mut checked, args.update)?;
        figures += checked.figures;
        pages += usize::from(checked.figures > 0);
        wrong.extend(checked.wrong.into_iter().map(|it| format!("{}:{it}", file.display())));
    }
    if args.open {
        let lines = open.iter().map(|(file, it)| format!("{}:{}: {}\n", file.display(), it.line, it.text));
        print(&lines.collect::<String>())?;
    }
    let of_pages = format!("{} of {}", count(figures, "figure", "figures"), count(pages, "page", "pages"));
    if wrong.is_empty() {
        if let Some(folder) = &args.paper {
            files.iter().try_for_each(|file| paper::write(file, folder))?;
        }
        let anew = format!(", after {} written anew", count(updated, "page was", "pages were"));
        let blocks = count(open.len(), "block has", "blocks have");
        let told = format!("{blocks} figures that neither a record nor a date holds; --open lists them.\n");
        let anew = if updated > 0 { &anew } else { "" };
        let told = if open.is_empty() { "" } else { &told };
        return print(&format!("All {of_pages} are those of their records{anew}.\n{told}"));
    }
    let lines = wrong.iter().map(|line| format!("  {line}\n")).collect::<String>();
    print(&format!("{} of {of_pages} are not those of their records:\n{lines}", wrong.len()))?;
    bail!("figures differ from their records; --update writes tables, pictures and what the program says anew")
}

/// Adds the pictures of a page that are not those of the records to what is wrong, or draws them anew.
fn check_pictures(file: &Path, checked: &mut Checked, update: bool) -> anyhow::Result<()> {
    for Picture { line, file: name, svg } in &checked.pictures {
        let path = file.with_file_name(name);
        let is_shown = read_text(&path, "cannot read the picture").is_ok_and(|shown| shown == *svg);
        if !is_shown && update {
            WholeFile::create(&path)?.write(svg.as_bytes())?;
        } else if !is_shown {
            checked.wrong.push(format!("{line}: {} is not the picture of the record", path.display()));
        }
    }
    Ok(())
}

/// What is open, as a list of Markdown: an item a page, with the first words of each block.
fn open_list(open: &[(&PathBuf, Open)]) -> Vec<String> {
    /// How much of a line is shown.
    const CHARACTERS: usize = 90;
    open.iter()
        .map(|(file, Open { section, text, .. })| {
            let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            let text = text.trim_start_matches(['-', '*', ' ']).replace(['[', ']', '`', '*'], "");
            let shown: String = text.chars().take(CHARACTERS).collect();
            let more = if shown.len() < text.len() { " …" } else { "" };
            format!("- `{name}`, *{section}*: {shown}{more}")
        })
        .collect()
}
