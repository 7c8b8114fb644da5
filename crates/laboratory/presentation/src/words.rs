//! Numbers and lists in sentences and tables.

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
pub fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map_or_else(String::new, |first| first.to_uppercase().collect());
    let end = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{end}", characters.as_str())
}

/// A share in whole percent, such as "62%".
pub fn percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}

/// An interval of shares in whole percent, such as "41–80".
pub fn percents([low, high]: [f64; 2]) -> String {
    format!("{:.0}\u{2013}{:.0}", low * 100.0, high * 100.0)
}

/// A share with its interval in whole percent, such as "62% (41–80)".
pub fn percent_within(share: f64, interval: [f64; 2]) -> String {
    format!("{} ({})", percent(share), percents(interval))
}

/// A share in percent to a tenth of a percent, without a decimal that is zero.
pub fn share(share: f64) -> String {
    format!("{}%", (share * 1000.0).round() / 10.0)
}

/// A share in percent with its interval, to a tenth of a percent.
pub fn share_within(of_all: f64, [low, high]: [f64; 2]) -> String {
    format!("{} ({:.1}\u{2013}{:.1})", share(of_all), 100.0 * low, 100.0 * high)
}

/// A share in percent with its interval, all to a tenth of a percent whatever the decimals are, such as "62.0%".
pub fn tenths_within(share: f64, interval: [f64; 2]) -> String {
    let [share, low, high] = [share, interval[0], interval[1]].map(|share| 100.0 * share);
    format!("{share:.1}% ({low:.1}\u{2013}{high:.1})")
}

/// A positive quantity to about three digits.
pub fn quantity(value: f64) -> String {
    if value < 99.95 { format!("{value:.1}") } else { format!("{value:.0}") }
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

    #[test]
    fn shares_are_whole_percents_or_tenths() {
        assert_eq!(percent_within(0.616, [0.408, 0.7961]), "62% (41\u{2013}80)");
        assert_eq!(share_within(0.625, [0.5, 0.75]), "62.5% (50.0\u{2013}75.0)");
        assert_eq!([share(0.5), quantity(99.9), quantity(1234.5)], ["50%", "99.9", "1234"]);
    }
}
