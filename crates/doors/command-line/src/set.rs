//! The option `--set` of commands about a game.

use anyhow::{Context, ensure};
use bestply_catalogue::numbers::integer;
use toml::{Table, Value as Setting};

/// The settings that `--set` gives, each as KEY=VALUE.
pub(crate) fn settings(set: &[String]) -> anyhow::Result<Table> {
    let mut settings = Table::new();
    for text in set {
        let (key, value) = text.split_once('=').with_context(|| format!("--set: expected KEY=VALUE, not `{text}`"))?;
        let value = integer(value).map_or_else(|| Setting::String(value.to_owned()), Setting::Integer);
        ensure!(settings.insert(key.to_owned(), value).is_none(), "--set: `{key}` is given twice");
    }
    Ok(settings)
}
