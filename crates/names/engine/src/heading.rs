//! Who played a game, as its file says it.

use bestply::Side;
use bestply_catalogue::names::in_one_line;

/// Who played a game, where and when, as its file says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The names of who played MAX and MIN.
    pub players: [Option<String>; 2],
    /// The tournament or the like.
    pub event: Option<String>,
    /// The date, or the year alone.
    pub date: Option<String>,
    /// How it ended.
    pub result: Option<String>,
}

impl Heading {
    /// In a line, where anything is known: `Ana (black), Ben (white); Open, 1996; B+4`.
    ///
    /// `name` is what the sides are called in the game.
    pub fn line(&self, name: impl Fn(Side) -> &'static str) -> Option<String> {
        let is_anybody = self.players.iter().any(Option::is_some);
        let player = |side: Side| {
            let known = self.players[side as usize].as_deref().unwrap_or("?");
            format!("{known} ({})", name(side))
        };
        let players = is_anybody.then(|| [Side::Max, Side::Min].map(player).join(", "));
        let place: Vec<&str> = [&self.event, &self.date].into_iter().flatten().map(String::as_str).collect();
        let place = (!place.is_empty()).then(|| place.join(", "));
        let parts: Vec<String> = [players, place, self.result.clone()].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| in_one_line(&parts.join("; ")))
    }

    /// What a file says by its words for MAX's and MIN's names, the event, the date and the result.
    pub(crate) fn read<T: AsRef<str>>(words: [&str; 5], said: impl Fn(&str) -> Option<T>) -> Heading {
        let [max, min, event, date, result] = words.map(|word| Heading::known(said(word).as_ref().map(T::as_ref)));
        Heading { players: [max, min], event, date, result }
    }

    /// What a file says, unless it says that nobody knows.
    pub(crate) fn known(text: Option<&str>) -> Option<String> {
        let text = text?.trim();
        let is_unknown = text.chars().all(|letter| "?*. -".contains(letter));
        (!is_unknown).then(|| text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_says_what_is_known() {
        let name = |side: Side| if side == Side::Max { "black" } else { "white" };
        assert_eq!(Heading::default().line(name), None);
        let known = |text: &str| Heading::known(Some(text));
        let heading = Heading { players: [known(" Ana\n"), known("?")], date: known("1996"), ..Heading::default() };
        assert_eq!(heading.line(name).as_deref(), Some("Ana (black), ? (white); 1996"));
        assert_eq!((known("????.??.??"), known("*")), (None, None));
    }
}
