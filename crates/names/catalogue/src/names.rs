//! Names that people give, and names that may be mistyped.

/// What a name is made of that people give to a player or an evaluation, for errors ([`is_name`]).
pub const NAMES_ARE_OF: &str = "letters, digits, `-`, `_`, `.`, `+`, `#`, round brackets and single blanks";

/// Whether a player or an evaluation can have this name, of at most 64 characters of [`NAMES_ARE_OF`].
///
/// Such a name stands as it is in a table of Markdown or HTML, a file of games, a list of the command line and a text
/// that describes a searcher.
///
/// ```
/// use bestply_catalogue::names::is_name;
///
/// assert!(["lemon", "Stockfish 17.1 (1 thread)", "größer", "c#"].into_iter().all(is_name));
/// assert!(!["", " lemon", "two  blanks", "two\nlines"].into_iter().any(is_name));
/// assert!(!["depth|width", "<b>", "a,b", "a:b", "a/b"].into_iter().any(is_name));
/// ```
pub fn is_name(text: &str) -> bool {
    /// The characters of the longest name, which a column of a table has room for.
    const MOST: usize = 64;
    let is_allowed = |letter: char| letter.is_alphanumeric() || "-_.+#() ".contains(letter);
    let is_apart = text.split(' ').all(|word| !word.is_empty());
    is_apart && text.chars().take(MOST + 1).count() <= MOST && text.chars().all(is_allowed)
}

/// The name that is probably meant by a mistyped one, if any is similar enough.
///
/// It takes time for names of similar lengths alone, of at most a hundred letters: no one mistypes a longer one.
///
/// ```
/// use bestply_catalogue::names::nearest;
///
/// assert_eq!(nearest("best-frist", ["alpha-beta", "best-first"]), Some("best-first".to_owned()));
/// assert_eq!(nearest("worst-first", ["alpha-beta"]), None);
/// ```
pub fn nearest<'n>(wrong: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    /// The least likeness of a mistyped name to the name that is meant.
    const LEAST: f64 = 0.65;
    /// The letters of the longest name that is compared.
    const MOST: usize = 100;
    let letters = wrong.chars().take(MOST + 1).count();
    // A letter too many is a difference, so that what is much longer or shorter is not alike.
    let may_be_alike = |name: &&'n str| {
        let own = name.chars().take(MOST + 1).count();
        let fewer = letters.min(own);
        let more = letters.max(own);
        more <= MOST && fewer as f64 >= LEAST * more as f64
    };
    let likeness = |name: &'n str| (strsim::normalized_damerau_levenshtein(wrong, name), name);
    let nearest = names.into_iter().filter(may_be_alike).map(likeness).max_by(|(a, _), (b, _)| a.total_cmp(b));
    nearest.filter(|(likeness, _)| *likeness >= LEAST).map(|(_, name)| name.to_owned())
}

/// A piece of input as an error can show it: in one line.
pub fn in_one_line(text: &str) -> String {
    let is_hidden = |letter: char| letter.is_control() || letter == '\u{feff}';
    text.chars()
        .map(|letter| if is_hidden(letter) { letter.escape_default().to_string() } else { letter.into() })
        .collect()
}

/// The names in a row, each in quotes, with the question whether one of them was meant.
pub fn listed(names: &[impl AsRef<str>], nearest: Option<&String>) -> String {
    let listed = names.iter().map(|name| format!("`{}`", name.as_ref())).collect::<Vec<_>>().join(", ");
    listed + &meant(nearest)
}

/// What would be right where there are many names: the one that was meant, and all of them only where none is near.
pub fn meant_or_listed(names: &[impl AsRef<str>], nearest: Option<&String>) -> String {
    if nearest.is_some() { meant(nearest) } else { format!(", expected one of {}", listed(names, None)) }
}

/// The question whether this name was meant, for the end of an error; empty where no name is near.
pub fn meant(nearest: Option<&String>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// A name in its form within a sentence: `connect-four` becomes Connect Four, `lines-of-action` Lines of Action.
pub fn title_of(name: &str) -> String {
    let capital = |word: &str| {
        if word == "of" {
            return word.to_owned();
        }
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    name.split('-').map(capital).collect::<Vec<_>>().join(" ")
}
