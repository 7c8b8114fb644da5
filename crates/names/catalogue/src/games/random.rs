use std::sync::Arc;

use bestply::random_game::{Distribution, EdgeSum, MAX_BRANCHING, Numbering, RandomGame, Rules};

use crate::{CostGrowth, EvaluationEntry, Expects, GameEntry, Key, OneScale, Settings, SpecError, Starts, Unit};

const LENGTH: &str = "length";
const NUMBERING: &str = "numbering";
const BRANCHING: &str = "branching";
const DISTRIBUTION: &str = "distribution";

/// The length of the papers' random games in moves.
const PAPER_LENGTH: i64 = 100;

/// Random games. Their seeds are their starts.
pub(super) fn entry() -> GameEntry<RandomGame> {
    GameEntry::new("random", starts)
        .title("random games")
        .rules(
            "MAX and MIN choose one of some branches in turn, until the game has its length. Every branch has a random \
             number, which nobody sees before. The sum of all that were chosen decides: MAX wins if it is above zero, \
             and MIN if it is below.",
            "",
        )
        .key(Key::whole(LENGTH, 1..=Rules::MAX_LENGTH as u64).about("The plies of a game.").or(PAPER_LENGTH))
        .key(
            Key::one_of(NUMBERING, &["breadth-first", "edge-seeded", "keyed"])
                .about("How the numbers of a node's edges are made from the seed."),
        )
        .key(
            Key::one_of(DISTRIBUTION, &["up-to", "fixed", "around", "geometric"])
                .about("How the numbers of moves vary."),
        )
        .parameter(
            Key::whole(BRANCHING, 1..=MAX_BRANCHING as u64)
                .about("The number of moves of a position, or the most of them."),
        )
        .evaluation_cost()
        .length_of(|settings| Some(settings.whole(LENGTH)))
        .unit(Unit::Pair)
        .growth(CostGrowth::Quadratic)
        .evaluation(
            EvaluationEntry::new("edge-sum", OneScale(EdgeSum))
                .with_papers_searchers()
                .expects(Expects::Points { a_point: 1 }),
        )
        .implied_evaluation()
        .presets(include_str!("random.toml"))
}

fn starts(settings: &mut Settings) -> Result<Starts<RandomGame>, SpecError> {
    let missing = || SpecError::Settings(format!("random games need `{BRANCHING}`"));
    let branching = settings.given_whole(BRANCHING).ok_or_else(missing)? as usize;
    let length = settings.whole(LENGTH) as usize;
    let numberings = [
        ("breadth-first", Numbering::BreadthFirst),
        ("edge-seeded", Numbering::EdgeSeeded),
        ("keyed", Numbering::Keyed),
    ];
    let numbering = settings.one_of(NUMBERING, &numberings).unwrap_or_default();
    let distributions = [
        ("up-to", Distribution::UpTo),
        ("fixed", Distribution::Fixed),
        ("around", Distribution::Around),
        ("geometric", Distribution::Geometric),
    ];
    let distribution = settings.one_of(DISTRIBUTION, &distributions).unwrap_or_default();
    let rules = Rules::new(branching, length)
        .and_then(|rules| rules.with_numbering(numbering).with_distribution(distribution))
        .map_err(|error| SpecError::Settings(error.to_string()))?;
    Ok(Starts::Numbered(Arc::new(move |seed| RandomGame::new(rules, seed))))
}
