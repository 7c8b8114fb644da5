//! A page in the form of a paper: as LaTeX, and as one page of HTML that needs no other file.

mod latex;

use std::fs;
use std::path::Path;

use anyhow::Context;
use bestply_experiments::files::{WholeFile, read_text};
use bestply_presentation::document::whole_page;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

use self::latex::Latex;

const STYLE: &str = include_str!("paper/paper.css");

/// Writes a page into a folder: `NAME.tex` with its pictures beside it, and `NAME.html`.
pub(super) fn write(page: &Path, folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("{}: cannot make the folder", folder.display()))?;
    let text = read_text(page, "cannot read the page")?;
    let events = Vec::from_iter(without_local_links(Parser::new_ext(&text, Options::ENABLE_TABLES)));
    let mut shown = Vec::new();
    for event in &events {
        shown.push(match event {
            Event::Html(_) | Event::InlineHtml(_) => continue,
            Event::Start(Tag::Image { dest_url, .. }) => {
                let picture = copy_picture(&page.with_file_name(&**dest_url), folder)?;
                Event::InlineHtml(format!("<span class=\"figure\">{picture}<span class=\"caption\">").into())
            }
            Event::End(TagEnd::Image) => Event::InlineHtml("</span></span>".into()),
            event => event.clone(),
        });
    }
    let latex = Latex::of(&events);
    let mut body = String::new();
    html::push_html(&mut body, shown.into_iter());
    let name = page.file_stem().context("a page has a name")?.to_string_lossy();
    for (ending, text) in [("tex", latex.document()), ("html", whole_page(&latex.title, STYLE, &body))] {
        WholeFile::create(&folder.join(format!("{name}.{ending}")))?.write(text.as_bytes())?;
    }
    Ok(())
}

/// The events of a page whose links to files beside it have become text: a paper has no files beside it.
fn without_local_links<'t>(events: impl Iterator<Item = Event<'t>>) -> impl Iterator<Item = Event<'t>> {
    let mut is_local = false;
    events.filter(move |event| match event {
        Event::Start(Tag::Link { dest_url, .. }) => {
            is_local = !dest_url.starts_with("https://");
            !is_local
        }
        Event::End(TagEnd::Link) => !std::mem::take(&mut is_local),
        _ => true,
    })
}

/// Copies a picture into the folder, and returns it.
fn copy_picture(picture: &Path, folder: &Path) -> anyhow::Result<String> {
    let svg = read_text(picture, "cannot read the picture")?;
    let name = picture.file_name().context("a picture has a name")?;
    WholeFile::create(&folder.join(name))?.write(svg.as_bytes())?;
    Ok(svg)
}
