//! A page in the form of a paper, which pandoc writes: as LaTeX, and as one page of HTML that needs no other file.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

/// How pandoc reads a page: its marks are no part of a paper, and its first heading is the title.
const READING: [&str; 7] = [
    "--from=markdown_strict+pipe_tables+implicit_figures+backtick_code_blocks",
    "--strip-comments",
    "--shift-heading-level-by=-1",
    concat!("--lua-filter=", env!("CARGO_MANIFEST_DIR"), "/src/figures/paper.lua"),
    "--variable=geometry:margin=25mm",
    "--metadata=author=The bestply authors",
    concat!("--metadata=date=Version ", env!("CARGO_PKG_VERSION")),
];

/// Writes a page into a folder: `NAME.tex` with its pictures beside it, and `NAME.html`.
pub(super) fn write(page: &Path, folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("{}: cannot make the folder", folder.display()))?;
    let page = page.canonicalize().with_context(|| page.display().to_string())?;
    for ending in ["tex", "html"] {
        let mut pandoc = Command::new("pandoc");
        pandoc.args(READING).args(["--standalone", "--self-contained"]).arg(&page).current_dir(folder);
        pandoc.arg("--resource-path").arg(page.parent().unwrap_or(Path::new("/")));
        pandoc.arg("--output").arg(Path::new(page.file_name().unwrap_or_default()).with_extension(ending));
        let written = pandoc.output().context("pandoc, which writes papers, cannot be run")?;
        let told = String::from_utf8_lossy(&written.stderr).replace('\n', " ");
        ensure!(written.status.success(), "{}: pandoc: {}", page.display(), told.trim_end());
    }
    Ok(())
}
