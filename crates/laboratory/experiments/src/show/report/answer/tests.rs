use bestply_catalogue::Unit;
use bestply_statistics::paired::Sample;

use super::*;
use crate::contest::{Role, Sides};
use crate::outcome::results::{CellGame, CellPlayer, PublishedCell, judge};
use crate::outcome::score::TournamentScore;

/// A contest of 100 pairs, against the opponent at this depth.
fn cell(branching: u32, depth: u32, wins: u64, ties: u64) -> Cell {
    let contest = Cell {
        table: None,
        game: CellGame::random(branching),
        opponent: CellPlayer::new("alpha-beta", depth),
        challenger: CellPlayer::new("best-first", if depth == 1 { 1 } else { 2 * depth }),
        pairs: 100,
        repeats: true,
        ..Cell::default()
    };
    let mut score = TournamentScore::of(Unit::Pair);
    (score.wins, score.losses, score.ties) = (wins, 100 - wins - ties, ties);
    score.evaluations = Sides { challenger: 1000, opponent: 1000 };
    score.sample = Sample::of_counts([(1.0, wins), (0.0, score.losses), (0.5, ties)]);
    contest.scored(&score)
}

fn published(table: u32, cell: Cell, depth: u32, win_rate: f64) -> Cell {
    let published = PublishedCell { depth, win_rate, decided: 100, repeated_in: None };
    Cell { table: Some(table), ..cell.beside(published, 1.0) }
}

#[test]
fn one_contest_is_said_by_itself() {
    assert_eq!(
        answer(&[cell(5, 3, 89, 0)]),
        ["Best-first of depth 6 beats alpha-beta of depth 3 in random games, B = 5 and scores 89% (81\u{2013}94)."]
    );
    assert_eq!(
        answer(&[cell(5, 3, 20, 0)]),
        ["Best-first of depth 6 loses to alpha-beta of depth 3 in random games, B = 5 and scores 20% (13\u{2013}29)."]
    );
    assert_eq!(
        answer(&[cell(5, 3, 52, 1)]),
        [
            "Best-first of depth 6 scores 52% (43\u{2013}62) against alpha-beta of depth 3 in random games, B = 5, which may be chance."
        ]
    );
}

#[test]
fn ties_alone_decide_nothing() {
    assert_eq!(
        answer(&[cell(5, 3, 0, 100)]),
        ["Every game of best-first of depth 6 against alpha-beta of depth 3 in random games, B = 5 was tied."]
    );
    assert_eq!(answer(&[cell(5, 3, 0, 100), cell(5, 4, 0, 100)]), ["Every game of all 2 contests was tied."]);
    assert!(answer(&[]).is_empty());
}

#[test]
fn many_contests_have_a_tally_a_highest_score_and_a_turn() {
    let cells = [cell(5, 1, 0, 100), cell(5, 2, 97, 0), cell(5, 3, 80, 0), cell(5, 4, 48, 0), cell(5, 5, 20, 0)];
    assert_eq!(
        answer(&cells),
        [
            "Best-first wins 2 of 4 contests against alpha-beta, loses 1, and 1 is undecided.",
            "The highest score is 97% (92\u{2013}99), against depth 2 in random games, B = 5.",
            "Alpha-beta scores more from depth 4 on.",
        ],
        "two players of depth 1 are no contest"
    );
    assert_eq!(answer(&cells[1..3])[0], "Best-first wins both contests against alpha-beta.");
    assert_eq!(answer(&cells[1..3]).len(), 2, "the lead does not turn");
    let undecided = [cell(5, 2, 50, 0), cell(5, 3, 51, 0)];
    assert_eq!(
        answer(&undecided)[0],
        "Best-first neither wins nor loses any of 2 contests against alpha-beta beyond chance."
    );
}

#[test]
fn the_lead_turns_game_by_game() {
    let of =
        |branching: u32, wins: [u64; 3]| [2, 3, 4].map(|depth| cell(branching, depth, wins[depth as usize - 2], 0));
    let cells = [of(2, [90, 90, 90]), of(5, [90, 80, 30]), of(10, [90, 30, 20])].concat();
    assert_eq!(answer(&cells)[2], "Alpha-beta scores more from depth 4 on (B = 5) and from depth 3 on (B = 10).");
}

#[test]
fn what_is_published_comes_first() {
    let mut cells = vec![
        published(2, cell(5, 2, 66, 0), 4, 0.66),
        published(2, cell(5, 3, 92, 0), 6, 0.92),
        published(4, cell(5, 4, 20, 0), 4, 0.92),
    ];
    judge(&mut cells);
    assert_eq!(answer(&cells)[0], "2 of 3 percentages and 2 of 3 depths of Tables 2 and 4 come out as published.");
    let one = vec![Cell { agrees: Some(true), ..published(2, cell(5, 2, 66, 0), 4, 0.66) }];
    assert_eq!(answer(&one)[0], "1 of 1 percentage and 1 of 1 depth of Table 2 come out as published.");
    // A cell with many published results beside one with few, both as many as ours.
    let mut larger = one[0].clone();
    (larger.wins, larger.losses, larger.pairs) = (330, 170, 500);
    larger.published = larger.published.map(|it| PublishedCell { decided: 500, ..it });
    let both = answer(&[larger, one[0].clone()]).remove(0);
    assert_eq!(both, "2 of 2 percentages and 2 of 2 depths of Table 2 come out as published.");
    let mut few = one;
    (few[0].wins, few[0].losses, few[0].pairs) = (3, 1, 4);
    assert_eq!(
        answer(&few)[0],
        "1 of 1 percentage and 1 of 1 depth of Table 2 come out as published: from 4 results a contest, where the paper has up to 100, \
         only large differences would show."
    );
}

#[test]
fn a_sweep_says_which_constant_is_best_and_whether_that_is_chance() {
    let with = |value: f64, wins: u64| {
        let swept = Swept { player: Role::Challenger, key: "exploration".to_owned(), value: value.into() };
        Cell { swept: vec![swept], ..cell(5, 3, wins, 0) }
    };
    assert_eq!(
        answer(&[with(0.1, 40), with(0.4, 80), with(1.5, 60)]),
        ["Best-first scores most with exploration=0.4, 80%, more than exploration=1.5 with 60%, beyond chance."]
    );
    assert_eq!(
        answer(&[with(0.1, 62), with(0.4, 60)]),
        ["Best-first scores most with exploration=0.1, 62%, more than exploration=0.4 with 60%, which may be chance."]
    );
    assert_eq!(
        answer(&[with(0.1, 60), with(0.4, 60), with(1.5, 50)]),
        ["Best-first scores most with exploration=0.1, 60%; 1 other scores as much."]
    );
    assert_eq!(answer(&[with(0.1, 60), with(0.4, 60)]), ["Best-first scores 60% with each of the 2 constants."]);
}
