//! Selective searches find what their second, naive writing finds, at the same cost; and what every search promises.

use bestply_core::{Advance, Evaluator, Limit, Observer, Position, Searcher, Stop, Value};
use bestply_principal_variation_search::{Guess, PrincipalVariationSearch, RootWindow, Settings};
use bestply_testkit::naive::{NaiveFound, NaiveSelective, NaiveSelectiveSettings, NaiveWindow};
use bestply_testkit::{Dice, Maze, MazeValue};

use crate::null_windows::{Passes, SINGLE_STEPS};

/// Each technique alone, and all of them, without a table and with open bounds.
fn variants() -> Vec<NaiveSelectiveSettings> {
    let off = NaiveSelectiveSettings::default();
    vec![
        off,
        NaiveSelectiveSettings { reduction: 0.7, ..off },
        NaiveSelectiveSettings { reduction: 1.5, ..off },
        NaiveSelectiveSettings { null_move: 1, ..off },
        NaiveSelectiveSettings { null_move: 2, ..off },
        NaiveSelectiveSettings { prob_cut: 0.5, ..off },
        NaiveSelectiveSettings { prob_cut: 1.5, ..off },
        NaiveSelectiveSettings { internal_deepening: 3, ..off },
        NaiveSelectiveSettings { prob_cut: 0.5, prob_cut_draft: Some(3), ..off },
        NaiveSelectiveSettings { transposition_cuts: 1, ..off },
        NaiveSelectiveSettings { transposition_cuts: 3, value_order: 3, internal_deepening: 3, ..off },
        NaiveSelectiveSettings { value_order: 1, ..off },
        NaiveSelectiveSettings { batch: 1, ..off },
        NaiveSelectiveSettings { batch: 2, reduction: 0.5, transposition_cuts: 2, ..off },
        NaiveSelectiveSettings { prob_cut: 1.0, transposition_cuts: 2, value_order: 2, ..off },
        NaiveSelectiveSettings { reduction: 0.8, transposition_cuts: 3, value_order: 4, null_move: 1, ..off },
        NaiveSelectiveSettings { reduction: 0.8, null_move: 1, prob_cut: 1.0, ..off },
        NaiveSelectiveSettings { reduction: 0.5, null_move: 2, prob_cut: 1.0, internal_deepening: 4, ..off },
    ]
}

const WINDOWS: [NaiveWindow; 8] = [
    NaiveWindow::Open,
    NaiveWindow::Full,
    NaiveWindow::Aspiration(1),
    NaiveWindow::Aspiration(10),
    NaiveWindow::Aspiration(u32::MAX),
    NaiveWindow::Null,
    NaiveWindow::SssStar,
    NaiveWindow::DualStar,
];

/// A variant with any window and a table of any size: none, one bucket, a few, and more than a game needs.
fn any_variant(dice: &mut Dice) -> NaiveSelectiveSettings {
    let (window, buckets) = (any(dice, &WINDOWS), any(dice, &[0, 1, 5, 64, 1 << 14]));
    NaiveSelectiveSettings {
        window,
        buckets,
        guess_by_side: dice.happens(50),
        by_twos: dice.happens(30),
        ..any(dice, &variants())
    }
}

fn any<T: Copy>(dice: &mut Dice, choices: &[T]) -> T {
    choices[dice.below(choices.len() as u64) as usize]
}

fn searcher(naive: NaiveSelectiveSettings) -> PrincipalVariationSearch {
    const BYTES_OF_BUCKET: usize = 64;
    let window = match naive.window {
        NaiveWindow::Open => RootWindow::Open,
        NaiveWindow::Full => RootWindow::Full,
        NaiveWindow::Aspiration(width) => RootWindow::Aspiration(width.try_into().expect("it is not 0")),
        NaiveWindow::Null => RootWindow::Null,
        NaiveWindow::SssStar => RootWindow::SssStar,
        NaiveWindow::DualStar => RootWindow::DualStar,
    };
    let guess = if naive.guess_by_side { Guess::SameSide } else { Guess::LastIteration };
    let settings = || {
        let settings = Settings::default().with_window(window).with_guess(guess).with_reduction(naive.reduction)?;
        settings
            .with_null_move(naive.null_move)?
            .with_prob_cut(naive.prob_cut)?
            .with_prob_cut_draft(naive.prob_cut_draft.unwrap_or(*Settings::PROB_CUT_DRAFT.end()))?
            .with_transposition_cuts(naive.transposition_cuts)?
            .with_value_order(naive.value_order)?
            .with_batch(naive.batch)?
            .with_step(1 + usize::from(naive.by_twos))?
            .with_internal_deepening(naive.internal_deepening)
    };
    PrincipalVariationSearch::with_settings(settings().expect("it is valid"), naive.buckets * BYTES_OF_BUCKET)
}

/// Plays a game, and compares each search on the way, with searches that are cut short among them.
///
/// Returns how many were compared.
fn compare(maze: Maze, evaluator: &MazeValue, variant: NaiveSelectiveSettings, dice: &mut Dice) -> u32 {
    compare_observed(maze, evaluator, variant, dice, &mut ())
}

/// As [`compare`], with someone who watches the searches.
fn compare_observed(
    mut maze: Maze,
    evaluator: &MazeValue,
    variant: NaiveSelectiveSettings,
    dice: &mut Dice,
    observer: &mut dyn Observer,
) -> u32 {
    let (mut fast, mut naive) = (searcher(variant), NaiveSelective::new(variant));
    let mut searches = 0;
    while !maze.is_terminal() {
        let depth = 1 + dice.below(6) as usize;
        let most = if dice.happens(30) { dice.below(200) } else { u64::MAX };
        let expected = naive.search(&maze, &mut evaluator.clone(), depth, most);
        let limit = Limit::new().depth(depth).evaluations(most);
        let report = fast.search_observed(&mut maze, &mut evaluator.clone(), &limit, observer);
        let best = report.best_move.expect("the game is not over");
        let found = NaiveFound {
            value: report.value,
            best: maze.index_of(best),
            evaluations: report.counts.evaluations,
            completed_depth: report.completed_depth,
            entries: report.nodes - 1,
        };
        let saw_a_loss = expected.value == Some(maze.to_move().loss());
        if report.stop == Stop::Evaluations && saw_a_loss {
            // Which move is played where all that was seen is lost is for the report to say.
            assert_eq!((found.evaluations, found.entries), (expected.evaluations, expected.entries));
        } else {
            assert_eq!(found, expected, "{maze:?} to {depth} with {variant:?} and {most} evaluations: {report:?}");
        }
        searches += 1;
        let mv = if dice.happens(50) { best } else { maze.nth_move(dice.below(maze.move_count() as u64) as usize) };
        fast.advance(&mut maze, mv);
        naive.advance();
        maze.make(mv);
    }
    searches
}

#[test]
fn through_whole_games_it_finds_what_the_naive_writing_finds_at_the_same_cost() {
    let mut searches = 0;
    for seed in 0..10_000 {
        let mut dice = Dice::new(seed);
        let variant = any_variant(&mut dice);
        let maze = Maze::new(seed, 3 + dice.below(8), 2 + dice.below(4));
        let evaluator = MazeValue::default();
        let evaluator = if dice.happens(20) { evaluator.depending_on_parent() } else { evaluator };
        searches += compare(maze, &evaluator, variant, &mut dice);
    }
    assert!(searches > 40_000, "{searches} searches were compared");
}

#[test]
fn positions_of_very_many_moves_are_no_exception() {
    let mut searches = 0;
    for seed in 0..1500 {
        let mut dice = Dice::new(seed);
        // So small a factor reduces nothing but the late moves of very many.
        let reduction = any(&mut dice, &[0.3, 0.6]);
        let variant = NaiveSelectiveSettings { reduction, ..any_variant(&mut dice) };
        let maze = Maze::new(seed, 5, 3).with_wide_positions(300);
        searches += compare(maze, &MazeValue::default(), variant, &mut dice);
    }
    assert!(searches > 1000, "{searches} searches were compared");
}

/// Where values are fine and moves many, null windows go on by steps that double.
#[test]
fn values_may_be_as_fine_as_numbers_are() {
    let (mut searches, mut passes) = (0, Passes::default());
    for seed in 0..300 {
        let mut dice = Dice::new(seed);
        let window =
            any(&mut dice, &[NaiveWindow::Null, NaiveWindow::Null, NaiveWindow::DualStar, NaiveWindow::SssStar]);
        let variant = NaiveSelectiveSettings { window, ..any_variant(&mut dice) };
        let maze = Maze::new(seed, 4, 3).with_wide_positions(120);
        let evaluator = MazeValue::default().with_fine_values();
        searches += compare_observed(maze, &evaluator, variant, &mut dice, &mut passes);
    }
    assert!(searches > 300, "{searches} searches were compared");
    let doubling = passes.of_iterations.iter().filter(|&&passes| passes > SINGLE_STEPS).count();
    assert!(doubling > 20, "{doubling} iterations went on by steps that double");
}

/// What is compared are searches that leave out much.
#[test]
fn selective_values_are_not_minimax() {
    for variant in variants().into_iter().filter(|variant| searcher(*variant).settings().is_selective()) {
        let differ = (0..400).filter(|&seed| {
            let maze = Maze::new(seed, 8, 5);
            !maze.is_terminal() && {
                let value = |settings| {
                    NaiveSelective::new(settings).search(&maze, &mut MazeValue::default(), 6, u64::MAX).value
                };
                value(variant) != value(NaiveSelectiveSettings::default())
            }
        });
        let differ = differ.count();
        assert!(differ > 10, "{differ} values are not minimax's with {variant:?}");
    }
}

/// The position is as it was, limits hold, a search repeats itself, the line leads to its value, and a proof is one.
#[test]
fn it_promises_what_every_search_promises() {
    let mut proofs = 0;
    for seed in 0..300 {
        let mut dice = Dice::new(seed);
        let variant = any_variant(&mut dice);
        let maze = Maze::new(seed, 7, 2 + seed % 4);
        if maze.is_terminal() {
            continue;
        }
        let make = || searcher(variant);
        let exact = NaiveSelective::new(NaiveSelectiveSettings::default());
        let exact = { exact }.search(&maze, &mut MazeValue::default(), 99, u64::MAX).value;
        let full = make().search(&mut maze.clone(), &mut MazeValue::default(), &Limit::new());
        let context = || format!("{maze:?} with {variant:?}: {full:?}");
        assert_eq!(Some(value_at_the_end(&maze, &full.line)), full.value, "the line leads to the value: {}", context());
        if full.proved {
            proofs += 1;
            assert_eq!(full.value, exact, "{}", context());
        }
        for most in (0..=full.counts.evaluations).step_by(1 + full.counts.evaluations as usize / 8) {
            let (mut position, limit) = (maze.clone(), Limit::new().evaluations(most));
            let report = make().search(&mut position, &mut MazeValue::default(), &limit);
            assert_eq!(position, maze, "the position is as it was: {most} of {}", context());
            assert_eq!(make().search(&mut position, &mut MazeValue::default(), &limit), report);
            if most < full.counts.evaluations {
                let stopped = (report.stop, report.counts.evaluations);
                assert_eq!(stopped, (Stop::Evaluations, most), "{}", context());
            } else {
                assert_eq!(report, full);
            }
            report.line.iter().for_each(|&mv| _ = position.make(mv));
        }
    }
    assert!(proofs > 50, "{proofs}");
}

fn value_at_the_end(maze: &Maze, line: &[bestply_testkit::MazeMove]) -> Value {
    let (mut parent, mut evaluator) = (maze.clone(), MazeValue::default());
    let (last, before) = line.split_last().expect("there is a move");
    before.iter().for_each(|&mv| _ = parent.make(mv));
    evaluator.enter(&parent);
    evaluator.evaluate_child(&mut parent, *last)
}
