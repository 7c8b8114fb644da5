//! Numbers and lists in sentences.

/// So many of something, in the singular where it is one.
pub fn count(number: usize, one: &str, several: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {several}") }
}

/// Such as "Othello, Oware and Onitama".
pub fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A sentence: it begins with a capital and ends with a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map_or_else(String::new, |first| first.to_uppercase().collect());
    let end = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{end}", characters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_the_last_of_several_comes_after_and() {
        assert_eq!([0, 1, 2].map(|it| count(it, "contest", "contests")), ["0 contests", "1 contest", "2 contests"]);
        let lists = [&[][..], &["a"], &["a", "b"], &["a", "b", "c"]]
            .map(|items| listed(&items.iter().map(|it: &&str| (*it).to_owned()).collect::<Vec<_>>()));
        assert_eq!(lists, ["", "a", "a and b", "a, b and c"]);
        assert_eq!(sentence("best-first wins"), "Best-first wins.");
    }
}
