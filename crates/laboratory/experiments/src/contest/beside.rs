//! The files and programs that a description names, sought beside it.

use std::path::Path;

use bestply_catalogue::files::program_beside;
use toml::{Table, Value as Setting};

/// The keys of files: of openings, of weights, of a network.
const FILES: [&str; 3] = ["openings", "weights", "onnx"];

/// The keys of command lines, and the key beside which each is one: an engine has a protocol.
const PROGRAMS: [(&str, Option<&str>); 2] = [("engine", Some("protocol")), ("command", None)];

/// A description with the relative paths of what lies beside it led there, from the folder in which the program runs.
///
/// It is `None` where nothing lies there: then a path is taken as it is.
pub(super) fn led_beside(text: &str, folder: &Path) -> Option<Table> {
    let as_written: Table = text.parse().ok()?;
    let mut led = as_written.clone();
    if !folder.as_os_str().is_empty() {
        lead(&mut led, folder);
    }
    (led != as_written).then_some(led)
}

fn lead(table: &mut Table, folder: &Path) {
    for key in FILES {
        // An absolute path stays as it is when it is joined.
        let file = table.get(key).and_then(Setting::as_str).map(|file| folder.join(file));
        if let Some(file) = file.as_deref().filter(|file| file.is_file()).and_then(Path::to_str) {
            table.insert(key.to_owned(), file.into());
        }
    }
    for (key, needed) in PROGRAMS {
        let is_command = needed.is_none_or(|needed| table.contains_key(needed));
        let command = table.get(key).and_then(Setting::as_str).filter(|_| is_command);
        if let Some(command) = command.and_then(|command| program_beside(command, folder)) {
            table.insert(key.to_owned(), command.into());
        }
    }
    table.iter_mut().for_each(|(_, value)| lead_within(value, folder));
}

fn lead_within(value: &mut Setting, folder: &Path) {
    match value {
        Setting::Table(table) => lead(table, folder),
        Setting::Array(all) => all.iter_mut().for_each(|value| lead_within(value, folder)),
        _ => {}
    }
}
