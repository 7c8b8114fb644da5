//! Games in which several lines of play lead to the same position.

use std::num::NonZeroU32;

use bestply_core::{Evaluator, Keyed, Limit, Player, Position, Searcher, Shrinkage, Stop};
use bestply_guided_search::{BackUp, Choice, GuidedGraphSearch, GuidedSearch, Selection, Settings, Tempo, Ties, Unit};
use bestply_testkit::naive::{NaiveGuided, NaiveGuidedSettings};
use bestply_testkit::{DropFour, DropValue, ParentValue, Recorder, Web, WebValue};
use bestply_tree::Memory;

use crate::definition::{definition, several, together};

fn variants() -> Vec<Settings> {
    let plain = Settings::unbounded_minimax().with_scale(NonZeroU32::new(4).expect("it is not 0"));
    let exploring = plain.with_selection(Selection::uct(0.7, 0.2).expect("the constants may be"));
    let promised = plain.with_selection(Selection::puct(0.7, 0.9).expect("the constants may be"));
    let softmax = plain.with_selection(Selection::softmax(0.5, 3).expect("the temperature may be"));
    let half = Shrinkage::new(0.5).expect("the share may be");
    vec![
        plain,
        plain.with_ties(Ties::Kept).with_choice(Choice::Value),
        plain.with_back_up(BackUp::UntilStable).expect("one leaf at a time"),
        plain.with_back_up(BackUp::UntilStable).expect("one leaf at a time").with_ties(Ties::Kept),
        plain.with_completion(false).expect("one leaf at a time"),
        plain
            .with_completion(false)
            .expect("one leaf at a time")
            .with_ties(Ties::Kept)
            .with_back_up(BackUp::UntilStable)
            .expect("one leaf at a time"),
        several(plain, 3),
        plain.with_expansions(NonZeroU32::MAX).expect("one leaf at a time"),
        plain
            .with_expansions(NonZeroU32::MAX)
            .expect("one leaf at a time")
            .with_back_up(BackUp::UntilStable)
            .expect("one leaf at a time"),
        exploring.with_choice(Choice::ValueAndVisits),
        exploring
            .with_back_up(BackUp::UntilStable)
            .expect("one leaf at a time")
            .with_completion(false)
            .expect("one leaf at a time"),
        promised,
        promised
            .with_back_up(BackUp::UntilStable)
            .expect("one leaf at a time")
            .with_completion(false)
            .expect("one leaf at a time"),
        softmax,
        plain.with_back_up(BackUp::Mean).expect("one leaf at a time"),
        several(exploring.with_back_up(BackUp::Mean).expect("one leaf at a time"), 2),
        promised.with_back_up(BackUp::Mean).expect("one leaf at a time").with_shrinkage(half),
        plain.with_shrinkage(half),
        promised.with_shrinkage(half),
        promised.with_unit(Unit::Noise),
        exploring.with_unit(Unit::Noise).with_shrinkage(half),
        several(promised.with_unit(Unit::Noise), 3),
        promised.with_tempo(Tempo::Measured),
        promised.with_tempo(Tempo::Measured).with_shrinkage(half).with_unit(Unit::Noise),
        several(exploring.with_tempo(Tempo::Measured), 3),
        exploring.with_shrinkage(half).with_back_up(BackUp::UntilStable).expect("one leaf at a time"),
    ]
}

/// Searches to each depth, one search on top of the other, and compares each with the definition.
///
/// Returns the number of times that it came to a node of another parent.
fn compare<P, E>(position: &P, evaluator: E, settings: Settings, depths: &[Option<usize>]) -> usize
where
    P: Keyed<Move = usize> + Clone + std::fmt::Debug,
    E: Evaluator<P> + Copy,
{
    let mut searcher = GuidedGraphSearch::new(settings);
    let mut naive = NaiveGuided::new(NaiveGuidedSettings { shares: true, ..definition(settings) });
    let mut joined = 0;
    for &depth in depths {
        let mut recorder = Recorder::default();
        let limit = Limit { depth, ..Limit::default() };
        let mut report = searcher.search_observed(&mut position.clone(), &mut { evaluator }, &limit, &mut recorder);
        let expected = naive.search_any(position, evaluator, depth, None);
        (report.nodes, report.bytes) = (0, 0);
        let context = || format!("{position:?} to {depth:?} with {settings:?}");
        assert_eq!(recorder.steps, expected.steps, "the expansions of {}", context());
        joined += recorder.steps.len() - report.counts.expansions as usize;
        assert_eq!(report, expected.report, "the report of {}", context());
    }
    joined
}

/// Compares searches of many webs with the definition, which must come to nodes of other parents.
fn compare_on_webs(settings: Settings) {
    let mut joined = 0;
    for (layers, width) in [(3, 2), (4, 3), (6, 3), (9, 2), (8, 6)] {
        for seed in 0..60 {
            for depths in [&[None][..], &[Some(2), Some(4), None]] {
                let web = Web::new(seed, layers, width);
                joined += compare(&web, WebValue, settings, depths);
                compare(&web, ParentValue::default(), settings, depths);
            }
        }
    }
    assert!(joined > 50, "{settings:?} came to {joined} nodes of other parents");
}

#[test]
fn on_a_graph_it_is_what_its_definition_says() {
    variants().into_iter().for_each(compare_on_webs);
}

/// On a graph two walks of a batch may come to one position, or to one node by several ways.
#[test]
fn leaves_of_a_graph_are_expanded_together_as_the_definition_says() {
    for settings in variants().into_iter().filter(|settings| settings.with_leaves(2).is_ok()) {
        [2, 3, 8].into_iter().for_each(|leaves| compare_on_webs(together(settings, leaves)));
    }
}

/// The edge of the chosen move may be older than what walks through other parents found below it (D365).
#[test]
fn a_report_is_worth_what_its_line_ends_with() {
    let settings = variants()
        .into_iter()
        .filter(|it| it.back_up() != BackUp::Mean && it.shrinkage().is_none())
        .filter(|it| it.tempo() == Tempo::Ignored);
    let mut looked_at = 0;
    for (settings, seed) in settings.flat_map(|settings| (0..100).map(move |seed| (settings, seed))) {
        let mut web = Web::new(seed, 16, 40);
        let limit = Limit::new().evaluations(20 + 10 * seed);
        let report = GuidedGraphSearch::new(settings).search(&mut web, &mut WebValue, &limit);
        // A last choice that is not the searcher's has no line, and a walk that ends a search has its own.
        if report.proved || report.stop != Stop::Evaluations || report.line.len() == 1 {
            continue;
        }
        looked_at += 1;
        report.line.iter().for_each(|&mv| _ = web.make(mv));
        assert_eq!(report.value, Some(WebValue.evaluate(&web)), "seed {seed}, {settings:?}: {report:?}");
    }
    assert!(looked_at > 300, "{looked_at} lines lead into the game");
}

#[test]
fn with_completion_the_value_of_a_graph_is_found() {
    let settings = variants().into_iter().filter(Settings::completion);
    let leaves = variants().into_iter().filter_map(|settings| settings.with_leaves(5).ok());
    for settings in settings.chain(leaves) {
        for seed in 0..300 {
            let mut web = Web::new(seed, 8, 5);
            let report = GuidedGraphSearch::new(settings).search(&mut web, &mut WebValue, &Limit::default());
            assert_eq!((report.value, report.stop), (Some(web.minimax()), Stop::Terminal), "seed {seed}, {settings:?}");
        }
    }
}

/// Each position is expanded once; in a tree it is expanded once for each line of play that leads there.
///
/// The tree is searched only until that is seen: its end takes seconds.
#[test]
fn sharing_saves_expansions() {
    let settings = Settings::unbounded_minimax();
    let mut game = DropFour::new(4, 4, 4);
    let report = GuidedGraphSearch::new(settings).search(&mut game, &mut DropValue, &Limit::default());
    assert_eq!((report.value, report.stop), (Some(game.minimax()), Stop::Terminal));
    let limit = Limit::new().evaluations(4 * report.counts.evaluations);
    let in_a_tree = GuidedSearch::new(settings).search(&mut game, &mut DropValue, &limit);
    assert_eq!(in_a_tree.stop, Stop::Evaluations, "{in_a_tree}");

    let mut smaller = DropFour::new(3, 3, 3);
    let to_its_end = GuidedSearch::new(settings).search(&mut smaller, &mut DropValue, &Limit::default());
    assert_eq!((to_its_end.value, to_its_end.stop), (Some(smaller.minimax()), Stop::Terminal));
}

/// Games played on a saved graph, within few bytes, end with the value that the graph has once all is known.
#[test]
fn a_saved_graph_stays_a_graph_while_nodes_come_and_go() {
    for seed in 0..90 {
        for (memory, bytes) in [(Memory::Stop, 1 << 22), (Memory::Prune, 3000), (Memory::Prune, 20_000)] {
            let web = Web::new(seed, 14, 12);
            let settings = together(Settings::unbounded_minimax(), [1, 3, 64][seed as usize % 3]);
            let searcher = GuidedGraphSearch::new(settings).with_memory(memory);
            let mut player = Player::new(web, searcher, WebValue);
            while !player.position().is_terminal() {
                let report = player.search(&Limit::new().evaluations(300).bytes(bytes));
                assert!(report.bytes <= bytes, "{report}");
                if report.stop == Stop::Terminal {
                    assert_eq!(report.value, Some(player.position().minimax()), "seed {seed}");
                }
                player.play(report.best_move.expect("the game is not over")).expect("the move is legal");
            }
        }
    }
}
