//! What a report says first: who won, where, by how much, and where the lead turns; and how much came out as published.

use bestply_presentation::words::{count, listed, percent, percent_within, sentence};

use super::layout::{Conditions, informative};
use crate::contest::{Budget, Sides, Swept, distinct};
use crate::outcome::results::{Agreement, Cell, agreement, groups};
use crate::show::sequential;

/// No answer is longer.
const MOST_SENTENCES: usize = 3;

/// What these cells come to, in at most three sentences. What is won or lost is so beyond chance: the 95% interval of
/// the score lies on one side of a half.
pub fn answer(cells: &[Cell]) -> Vec<String> {
    let told = informative(&cells.iter().collect::<Vec<_>>());
    let (swept, plain): (Vec<&Cell>, Vec<&Cell>) = told.iter().copied().partition(|cell| !cell.swept.is_empty());
    let mut sentences: Vec<String> = as_published(cells).into_iter().collect();
    sentences.extend(tests(&told));
    sentences.extend(groups(swept, Cell::titles).iter().filter_map(|cells| best_constant(cells)));
    match plain.as_slice() {
        [] => {}
        [one] => sentences.push(contest(one)),
        _ if plain.iter().all(|cell| cell.count().decided == 0) => {
            let contests = count(plain.len(), "contest", "contests");
            sentences.push(format!("Every game of all {contests} was tied."));
        }
        _ => sentences.extend(contests(&plain)),
    }
    sentences.truncate(MOST_SENTENCES);
    sentences
}

/// How many of the published figures came out.
fn as_published(cells: &[Cell]) -> Option<String> {
    let compared: Vec<&Cell> = cells.iter().filter(|cell| cell.published.is_some()).collect();
    let kinds = groups(compared.clone(), |cell| cell.game.kind.as_str());
    let parts: Vec<String> = kinds.iter().map(|kind| came_out(kind)).collect();
    // Each cell beside its own published one: a game's samples are not those of another game.
    let samples = compared.iter().filter_map(|cell| Some((cell.published?.decided, cell.count().decided + cell.ties)));
    let fewest = samples.filter(|(published, ours)| 2 * ours <= *published).min_by_key(|(_, ours)| *ours);
    let few = fewest.map_or_else(String::new, |(published, ours)| {
        let results = count(ours as usize, "result", "results");
        format!(": from {results} a contest, where the paper has up to {published}, only large differences would show")
    });
    (!compared.is_empty()).then(|| sentence(&format!("{} come out as published{few}", parts.join(", and "))))
}

/// Such as "104 of 104 percentages and 99 of 104 depths of Tables 2 and 4".
fn came_out(cells: &[&Cell]) -> String {
    let Agreement { published, agreeing, depths_within, .. } = agreement(cells).expect("the cells are published");
    let mut tables: Vec<u32> = cells.iter().filter_map(|cell| cell.table).collect();
    tables.sort_unstable();
    tables.dedup();
    let of_tables = match tables.len() {
        0 => String::new(),
        1 => format!(" of Table {}", tables[0]),
        _ => format!(" of Tables {}", listed(&tables.iter().map(u32::to_string).collect::<Vec<_>>())),
    };
    format!(
        "{agreeing} of {} and {depths_within} of {}{of_tables}",
        count(published, "percentage", "percentages"),
        count(published, "depth", "depths")
    )
}

/// What sequential tests came to: each where there are few.
fn tests(cells: &[&Cell]) -> Vec<String> {
    let tested: Vec<Cell> = cells.iter().copied().filter(|cell| cell.sprt.is_some()).cloned().collect();
    match tested.len() {
        0 => Vec::new(),
        1 | 2 => sequential::sentences(&tested),
        all => {
            let [stronger, not, undecided] = sequential::tally(&tested);
            vec![format!(
                "Of {all} sequential tests {stronger} say that the challenger is stronger, {not} that it is not, and {undecided} \
                 are undecided."
            )]
        }
    }
}

/// One contest.
fn contest(cell: &Cell) -> String {
    let (score, within) = cell.score();
    let depth = |depth: Option<u32>| depth.map_or_else(String::new, |depth| format!(" of depth {depth}"));
    // Two of one name are told apart by their sides.
    let is_alike = cell.challenger.label() == cell.opponent.label();
    let [challenger, opponent] = [(&cell.challenger, "the challenger's "), (&cell.opponent, "the opponent's ")]
        .map(|(player, side)| format!("{}{}{}", if is_alike { side } else { "" }, player.label(), depth(player.depth)));
    let place =
        format!("in {}{}", cell.game, cell.budget().map_or_else(String::new, |budget| format!(" at {budget} a move")));
    let scored = percent_within(score, within);
    sentence(&match outcome(cell) {
        _ if cell.count().decided == 0 => format!("every game of {challenger} against {opponent} {place} was tied"),
        ContestOutcome::Won => format!("{challenger} beats {opponent} {place} and scores {scored}"),
        ContestOutcome::Lost => format!("{challenger} loses to {opponent} {place} and scores {scored}"),
        ContestOutcome::Undecided => {
            format!("{challenger} scores {scored} against {opponent} {place}, which may be chance")
        }
    })
}

/// Several contests: who won how many, the highest score, where the lead turns.
fn contests(cells: &[&Cell]) -> Vec<String> {
    let opponents = distinct(cells.iter().map(|cell| cell.titles().opponent));
    let pairings = groups(cells.to_vec(), |cell| (cell.titles().opponent, cell.titles().challenger));
    let against = |cells: &[&Cell]| {
        if opponents.len() == 1 { String::new() } else { format!(" against {}", cells[0].titles().opponent) }
    };
    let part = |(place, cells): (usize, &Vec<&Cell>)| {
        let Sides { challenger, opponent } = cells[0].titles();
        let whom = if place == 0 { format!(" against {opponent}") } else { against(cells) };
        format!("{challenger} {}", tally(cells, &whom))
    };
    let parts: Vec<String> = pairings.iter().enumerate().map(part).collect();
    let mut sentences = vec![sentence(&parts.join("; "))];
    sentences.extend(highest(cells, pairings.len() > 1));
    if pairings.len() == 1 {
        sentences.extend(turns(cells));
    }
    sentences
}

/// What came of a contest, beyond chance.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ContestOutcome {
    Won,
    Lost,
    Undecided,
}

fn outcome(cell: &Cell) -> ContestOutcome {
    match cell.score().1 {
        [low, _] if low > 0.5 => ContestOutcome::Won,
        [_, high] if high < 0.5 => ContestOutcome::Lost,
        _ => ContestOutcome::Undecided,
    }
}

/// Such as "wins 18 of 22 contests against alpha-beta, loses 2, and 2 are undecided".
fn tally(cells: &[&Cell], against: &str) -> String {
    let [won, lost, undecided] = [ContestOutcome::Won, ContestOutcome::Lost, ContestOutcome::Undecided]
        .map(|wanted| cells.iter().filter(|cell| outcome(cell) == wanted).count());
    let all = count(cells.len(), "contest", "contests");
    let every = match cells.len() {
        1 => "its one contest".to_owned(),
        2 => "both contests".to_owned(),
        _ => format!("all {all}"),
    };
    let are = if undecided == 1 { "is" } else { "are" };
    match (won, lost, undecided) {
        (_, 0, 0) => format!("wins {every}{against}"),
        (0, _, 0) => format!("loses {every}{against}"),
        (0, 0, 1) => format!("neither wins nor loses {every}{against} beyond chance"),
        (0, 0, _) => format!("neither wins nor loses any of {all}{against} beyond chance"),
        (_, _, 0) => format!("wins {won} of {all}{against} and loses {lost}"),
        (0, ..) => format!("loses {lost} of {all}{against}, and {undecided} {are} undecided"),
        (_, 0, _) => format!("wins {won} of {all}{against}, and {undecided} {are} undecided"),
        _ => format!("wins {won} of {all}{against}, loses {lost}, and {undecided} {are} undecided"),
    }
}

/// The highest score, with whose it is where there are several challengers.
fn highest(cells: &[&Cell], names_challenger: bool) -> Option<String> {
    let best = cells.iter().copied().max_by(|a, b| a.score().0.total_cmp(&b.score().0))?;
    // Of several that are as high the first is named.
    let best = cells.iter().copied().find(|cell| cell.score().0 == best.score().0)?;
    let (score, within) = best.score();
    let whose = names_challenger.then(|| best.titles().challenger);
    let at = position(best).map(|it| format!("{} {}", it.preposition, it.name));
    let place: Vec<String> = whose.into_iter().chain(at).chain([format!("in {}", best.game)]).collect();
    Some(format!("The highest score is {}, {}.", percent_within(score, within), place.join(" ")))
}

/// Where a contest stands on the axis of its game: at the opponent's depth, or at the budget of a move.
struct AxisPosition {
    amount: f64,
    preposition: &'static str,
    name: String,
}

fn position(cell: &Cell) -> Option<AxisPosition> {
    let (depth, budget) = (cell.opponent.depth, cell.budget());
    let at_depth = |it: u32| AxisPosition { amount: it.into(), preposition: "against", name: format!("depth {it}") };
    let at_budget = |it: Budget| AxisPosition { amount: it.amount(), preposition: "at", name: format!("{it} a move") };
    depth.map(at_depth).or(budget.map(at_budget))
}

/// From where on the opponent scores more, in each game in which it does not from the beginning.
fn turns(cells: &[&Cell]) -> Option<String> {
    let series = groups(cells.to_vec(), |cell| {
        (cell.challenger.label(), Conditions::of(cell), cell.opponent.depth.is_some(), cell.budget().map(Budget::kind))
    });
    let turns: Vec<(&Cell, String)> = series.iter().filter_map(|cells| Some((cells[0], turn(cells)?))).collect();
    let (first, turn) = turns.first()?;
    let opponent = first.titles().opponent;
    let text = |(cell, turn): &(&Cell, String)| format!("{turn} ({})", Conditions::of(cell));
    let is_one = series.len() == 1;
    let places = if is_one { turn.clone() } else { listed(&turns.iter().map(text).collect::<Vec<_>>()) };
    Some(sentence(&format!("{opponent} scores more {places}")))
}

/// From where on every score is below a half, if the first is above.
fn turn(cells: &[&Cell]) -> Option<String> {
    let mut placed: Vec<_> = cells.iter().filter_map(|cell| Some((position(cell)?, cell.score().0))).collect();
    placed.sort_by(|a, b| a.0.amount.total_cmp(&b.0.amount));
    let last_ahead = placed.iter().rposition(|(_, score)| *score >= 0.5)?;
    placed.get(last_ahead + 1).map(|(position, _)| format!("from {} on", position.name))
}

/// Of a challenger of a sweep: which of its constants scores most over all else, and whether that is more than chance.
fn best_constant(cells: &[&Cell]) -> Option<String> {
    let constants = |cell: &Cell| cell.swept.iter().map(Swept::to_string).collect::<Vec<_>>().join(", ");
    let mut scored: Vec<(String, Pooled)> =
        groups(cells.to_vec(), constants).iter().map(|cells| (constants(cells[0]), Pooled::of(cells))).collect();
    scored.sort_by(|a, b| b.1.score.total_cmp(&a.1.score));
    let ((best, first), others) = scored.split_first()?;
    let challenger = cells[0].titles().challenger;
    let of_all = if cells.len() > scored.len() { " in the mean" } else { "" };
    let lead = format!("{challenger} scores most with {best}, {}{of_all}", percent(first.score));
    let Some((next, second)) = others.first() else { return Some(sentence(&lead)) };
    if others.iter().all(|(_, other)| other.score == first.score) {
        let (score, constants) = (percent(first.score), scored.len());
        return Some(sentence(&format!("{challenger} scores {score}{of_all} with each of the {constants} constants")));
    }
    let tied = others.iter().filter(|(_, other)| other.score == first.score).count();
    let chance = match tied {
        0 if first.is_beyond_chance_of(second) => "beyond chance",
        0 => "which may be chance",
        _ => return Some(sentence(&format!("{lead}; {} as much", count(tied, "other scores", "others score")))),
    };
    Some(sentence(&format!("{lead}, more than {next} with {}, {chance}", percent(second.score))))
}

/// The mean score of several contests. They begin at the same starts, so they are not taken for independent: the mean
/// is known no better than one of them.
struct Pooled {
    /// The mean.
    pub(crate) score: f64,
    /// Half the width of its 95 % interval.
    half_width: f64,
}

impl Pooled {
    fn of(cells: &[&Cell]) -> Pooled {
        let number = cells.len().max(1) as f64;
        let mean = |value: fn(&Cell) -> f64| cells.iter().map(|cell| value(cell)).sum::<f64>() / number;
        let half_width = mean(|cell| (cell.score().1[1] - cell.score().1[0]) / 2.0);
        Pooled { score: mean(|cell| cell.score().0), half_width }
    }

    /// Whether the difference of both is more than chance would make it, 95 % of the time. Of many that are alike the
    /// first two are nearer than any two, so choosing them makes no lead out of chance.
    fn is_beyond_chance_of(&self, other: &Pooled) -> bool {
        self.score - other.score > self.half_width.hypot(other.half_width)
    }
}

#[cfg(test)]
mod tests;
