//! What was found, to be read by people and by programs.

use super::{Blindness, Sighted};

/// The answer in a sentence, and a line for each searcher and evaluation.
pub fn table(blindness: &Blindness, found: &[Sighted]) -> String {
    const HEAD: [&str; 8] =
        ["searcher", "evaluation", "moves", "confident", "won by proof", "found lost", "proved lost", "blind"];
    let row = |it: &Sighted| {
        let counts =
            [it.moves, it.confident, it.proved, it.found_itself, it.proved_lost].map(|count| count.to_string());
        let [moves, confident, proved, found, proved_lost] = counts;
        [it.searcher.clone(), it.evaluation.clone(), moves, confident, proved, found, proved_lost, rate(it)]
    };
    let rows: Vec<[String; 8]> = std::iter::once(HEAD.map(str::to_owned)).chain(found.iter().map(row)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..HEAD.len()).map(width).collect();
    let mut text = format!("{}\n\n", answer(blindness, found));
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
            0 | 1 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// Who was blind most often, and who least.
fn answer(blindness: &Blindness, found: &[Sighted]) -> String {
    let Blindness { game, budget, games, .. } = blindness;
    let setting = format!("{game}, {games} games of each, {budget} evaluations a move");
    let rated = || found.iter().filter_map(|it| Some((it, it.rate?)));
    let name = |it: &Sighted| format!("{} with {}", it.searcher, it.evaluation);
    let most = rated().max_by(|a, b| a.1.total_cmp(&b.1));
    let least = rated().min_by(|a, b| a.1.total_cmp(&b.1));
    let confident: u64 = found.iter().map(|it| it.confident).sum();
    match (most, least) {
        (Some((_, 0.0)), _) => format!(
            "{setting}: none of the {confident} moves valued at {} or more was lost within two plies.",
            Blindness::CONFIDENT
        ),
        (Some((most, highest)), Some((least, lowest))) if highest > lowest => format!(
            "{setting}: of the moves valued at {} or more, those of {} were lost within two plies most often, {}; \
             those of {} least often, {}.",
            Blindness::CONFIDENT,
            name(most),
            rate(most),
            name(least),
            rate(least)
        ),
        (Some((_, same)), _) if rated().nth(1).is_some() => format!(
            "{setting}: of the moves of each searcher valued at {} or more, {:.1}% were lost within two plies.",
            Blindness::CONFIDENT,
            100.0 * same
        ),
        (Some((only, _)), _) => format!(
            "{setting}: of the moves of {} valued at {} or more, {} were lost within two plies.",
            name(only),
            Blindness::CONFIDENT,
            rate(only)
        ),
        _ => format!("{setting}: no move was valued at {} or more.", Blindness::CONFIDENT),
    }
}

/// The rate of blind moves with its interval, in percent.
fn rate(it: &Sighted) -> String {
    let [low, high] = it.interval.map(|bound| 100.0 * bound);
    match it.rate {
        Some(rate) => format!("{:.1}% ({low:.1}\u{2013}{high:.1})", 100.0 * rate),
        None => "none confident".to_owned(),
    }
}

/// The numbers as an array of objects.
pub fn json(found: &[Sighted]) -> String {
    serde_json::to_string_pretty(found).expect("numbers and names can be written") + "\n"
}

/// The numbers as a line for each searcher and evaluation, after a line of names.
pub fn csv(found: &[Sighted]) -> String {
    const HEAD: &str =
        "searcher,evaluation,games,moves,confident,proved,found_itself,proved_lost,blind,rate,low,high\n";
    let line = |it: &Sighted| {
        let rate = it.rate.map_or_else(String::new, |rate| format!("{rate:.4}"));
        let [low, high] = it.interval;
        let Sighted { searcher, evaluation, games, moves, confident, proved, found_itself, proved_lost, blind, .. } =
            it;
        format!(
            "\"{searcher}\",{evaluation},{games},{moves},{confident},{proved},{found_itself},{proved_lost},{blind},\
             {rate},{low:.4},{high:.4}\n"
        )
    };
    found.iter().map(line).fold(HEAD.to_owned(), |text, line| text + &line)
}
