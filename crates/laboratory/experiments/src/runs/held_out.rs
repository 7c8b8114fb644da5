//! The file of positions that no training saw.

use std::borrow::Cow;
use std::path::Path;

use crate::{Error, Result, files};

/// The positions of Othello that come with the program.
const SHIPPED: &str = include_str!("../../data/othello.held-out");

/// The positions of such a file, in its order.
pub(crate) struct HeldOutFile {
    /// What messages call the file.
    pub(crate) name: String,
    /// The checksum of the text.
    pub(crate) checksum: String,
    pub(crate) positions: Vec<HeldOutPosition>,
}

/// A position with the value that it should have, in points for the side to move.
pub(crate) struct HeldOutPosition {
    pub(crate) group: String,
    pub(crate) value: f64,
    pub(crate) position: String,
}

impl HeldOutFile {
    /// The file, or the positions of the game that come with the program.
    ///
    /// A line has a position's group, its value in points for the side to move, and the position as a text.
    /// Empty lines and lines that begin with `#` say nothing.
    pub(crate) fn read(game: &str, file: Option<&Path>) -> Result<HeldOutFile> {
        let text = match file {
            Some(path) => Cow::Owned(files::read_text(path, "cannot read the positions")?),
            None if game == "othello" => Cow::Borrowed(SHIPPED),
            None => bail!("{game}: no positions come with the program; name a file of them"),
        };
        let name = file.map_or_else(|| "the positions".to_owned(), |path| path.display().to_string());
        let positions = parse(&text).map_err(|line| {
            Error::Invalid(format!("{name}: line {line}: a line has a group, a value in points and a position"))
        })?;
        Ok(HeldOutFile { name, checksum: files::checksum(text.as_bytes()), positions })
    }
}

/// The positions of a text, or the number of the first line that is wrong.
fn parse(text: &str) -> Result<Vec<HeldOutPosition>, usize> {
    let lines = (1_usize..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let parsed = lines.map(|(number, line)| {
        let mut fields = line.splitn(3, ' ');
        let mut next = || fields.next().map(str::to_owned).ok_or(number);
        let (group, value, position) = (next()?, next()?, next()?);
        let value = value.parse().ok().filter(|value: &f64| value.is_finite()).ok_or(number)?;
        Ok(HeldOutPosition { group, value, position })
    });
    parsed.collect()
}
