//! What was typed, as a command that a person or a script can type again.

/// A word of a script that stands for itself.
pub(crate) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The same, in quotes only where a shell would read it otherwise.
pub(crate) fn quoted_if_needed(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.,:=/+%@".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { quoted(word) }
}

/// The arguments of this program but for those that differ from shard to shard, or do not matter to the results.
pub(crate) fn arguments() -> Vec<String> {
    let given = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    without_options_of_shards(given)
}

fn without_options_of_shards(mut arguments: impl Iterator<Item = String>) -> Vec<String> {
    const WITH_VALUE: [&str; 4] = ["--shard", "--after", "--out", "--threads"];
    const FLAGS: [&str; 3] = ["--fresh", "--other-program", "--verbose"];
    let mut kept = Vec::new();
    while let Some(argument) = arguments.next() {
        let (option, value) =
            argument.split_once('=').map_or((&*argument, None), |(option, value)| (option, Some(value)));
        if WITH_VALUE.contains(&option) {
            // Its value stands in the same argument or in the next.
            value.is_none().then(|| arguments.next());
        } else if !FLAGS.contains(&option) {
            kept.push(argument);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_from_shard_to_shard_is_left_out() {
        let given =
            "experiment uct --shard 2/5 --quick --out=x --threads 4 --fresh --other-program --after y --weights out";
        let kept = without_options_of_shards(given.split(' ').map(str::to_owned));
        assert_eq!(kept.join(" "), "experiment uct --quick --weights out");
    }
}
