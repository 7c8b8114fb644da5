//! The starts of games.

use std::collections::HashSet;
use std::sync::Arc;

use bestply::Position;
use bestply::explicit_game::{ExplicitPosition, ExplicitTree};
use bestply::games::onitama::Onitama;
use bestply::othello::{Opening, Othello, openings};
use bestply_catalogue::{AnyPosition, Catalogue, EvaluationSpec, Playable, Starts, numbered_openings};

#[test]
fn every_number_is_a_start_and_none_is_finished() {
    let starts = Starts::Drawn { plies: 6, deal: Arc::new(Onitama::deal) };
    let drawn: Vec<(Onitama, u64)> = (0..500).map(|number| starts.get(number)).collect();
    assert!(drawn.iter().all(|(start, _)| !start.is_terminal()));
    assert!(drawn.iter().zip(0..).all(|(start, number)| *start == starts.get(number)), "a number is one start");
    let clusters: HashSet<u64> = drawn.iter().map(|&(_, cluster)| cluster).collect();
    assert!(clusters.len() > 490, "{} different starts", clusters.len());
    assert_eq!(starts.count(), None);
}

/// Where no line is as long as the opening, there are fewer plies.
/// Where there is no ply at all, the start itself is left.
#[test]
fn a_game_shorter_than_its_opening_begins_before_its_end() {
    let starts_of = |tree: &str| {
        let root = ExplicitTree::parse(tree).unwrap().position();
        Starts::Drawn { plies: 6, deal: Arc::new(move |_| root.clone()) }
    };
    let starts = starts_of("max 0 (1 (2 3) 4 (5 6))");
    assert!((0..20).all(|number| !starts.get(number).0.is_terminal()));
    assert_eq!(starts_of("max 7").get(1).0.text(), "max 7");
}

fn listed() -> Starts<Onitama> {
    Starts::Listed([(7, 3), (8, 3), (9, 5)].map(|(seed, cluster)| (Onitama::deal(seed), cluster)).into())
}

#[test]
fn listed_starts_are_numbered_from_1_in_their_order() {
    let starts = listed();
    let expected = [(1, 7, 3), (2, 8, 3), (3, 9, 5)];
    assert_eq!(starts.count(), Some(expected.len() as u64));
    for (number, seed, cluster) in expected {
        assert!(starts.get(number) == (Onitama::deal(seed), cluster), "start {number}");
    }
}

#[test]
#[should_panic(expected = "out of bounds")]
fn behind_the_last_listed_start_there_is_none() {
    listed().get(4);
}

#[test]
#[should_panic]
fn no_listed_start_is_number_0() {
    listed().get(0);
}

#[test]
fn every_start_of_othello_has_one_number_and_the_first_are_spread() {
    let all = openings(4);
    let starts: Vec<Opening> = numbered_openings(4).collect();
    let moves = |openings: &[Opening]| openings.iter().map(|opening| opening.moves.clone()).collect::<Vec<_>>();
    assert_eq!(moves(&starts).into_iter().collect::<HashSet<_>>().len(), all.len());
    assert_eq!(starts.len(), all.len());
    let first: Vec<Opening> = all.iter().step_by(8).take(30).cloned().collect();
    assert_eq!(moves(&starts[..30]), moves(&first));
}

/// 244 is 30 strides of eight and four more, so that the second round begins with number 32.
#[test]
fn starts_of_othello_are_listed_by_their_numbers_with_their_classes() {
    let catalogue = Catalogue::standard();
    let settings = catalogue.game_with("othello", &toml::Table::new()).unwrap();
    let venue = settings.venue(None, &[]).unwrap();
    let all = openings(4);
    assert_eq!(venue.start_count(), Some(244));
    assert_eq!(settings.start_count(), Some(244));
    for (number, place) in [(1, 0), (2, 8), (31, 240), (32, 1), (62, 241), (63, 2), (244, 239)] {
        let (start, cluster) = venue.start(number);
        assert_eq!(start.get::<Othello>(), Some(&all[place].position), "start {number}");
        assert_eq!(cluster, all[place].class as u64, "start {number}");
    }
    let clusters: HashSet<u64> = (1..=244).map(|number| venue.start(number).1).collect();
    assert_eq!(clusters.len(), 60);
}

/// An engine is told of a start by its moves. The cards of Onitama are dealt, but the moves are known.
#[test]
fn moves_lead_to_the_starts_that_are_played_or_drawn() {
    let catalogue = Catalogue::standard();
    for game in ["othello", "connect-four", "onitama"] {
        let settings = catalogue.game_with(game, &toml::Table::new()).unwrap();
        let venue = settings.venue(None, &[]).unwrap();
        for number in [1, 2, 100, 244] {
            let mut position = catalogue.initial(game, number).unwrap().unwrap();
            for (side, mv) in venue.moves_to(number).unwrap() {
                assert_eq!(position.to_move(), side, "{game}, start {number}");
                position.play(position.move_named(&mv).unwrap());
            }
            assert_eq!(position.text(), venue.start(number).0.text(), "{game}, start {number}");
        }
    }
    assert!(!listed().have_moves() && listed().moves_to(1).is_none());
}

#[test]
fn engines_play_othello_alone_and_solvers_what_is_won_lost_or_drawn() {
    let catalogue = Catalogue::standard();
    let checked = |player: &str, game: &str, settings: &str| {
        let player = catalogue.player_of(toml::from_str(player).unwrap()).unwrap();
        let settings = catalogue.game_with(game, &settings.parse().unwrap()).unwrap();
        let evaluation = EvaluationSpec::named("learnt");
        catalogue.check_player(&player, &settings, &evaluation).map_err(|error| error.to_string())
    };
    let engine = "engine = 'some-engine'\nprotocol = 'gtp'";
    let solving = "searcher = 'best-first'\nends = 'solver'";
    for player in [engine, solving] {
        assert_eq!(checked(player, "othello", "opening_plies = 1"), Ok(()));
    }
    let refused = "foreign engines over gtp play `othello`, not connect-four";
    assert_eq!(checked(engine, "connect-four", ""), Err(refused.to_owned()));
    assert_eq!(checked(solving, "connect-four", ""), Ok(()));
    let refused = "`ends` must be `searcher` in random, which has no solver";
    assert_eq!(checked(solving, "random", "branching = 2"), Err(refused.to_owned()));
}

#[test]
fn a_player_that_solves_ends_plays_them_exactly() {
    let catalogue = Catalogue::standard();
    let game = catalogue.game_with("othello", &toml::Table::new()).unwrap();
    let venue = game.venue(None, &["learnt"]).unwrap();
    let spec = catalogue.player("best-first:evaluations=60000,ends=solver").unwrap();
    let mut player = spec.contestant(&venue, "learnt", &venue.start(1).0).unwrap();
    let (mut position, _) = venue.start(1);
    player.start_game(&position, position.to_move()).unwrap();
    let mut generator = 1_u64;
    // Random play to 12 empty squares, where the solver needs less than its part of the evaluations.
    while position.text().matches('-').count() > 12 {
        let moves = position.moves().count() as u64;
        generator = generator.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let index = ((generator >> 33) % moves) as usize;
        position.play(index);
        player.follow(index).unwrap();
    }
    let before = player.spent();
    let report = player.search(&spec.limit()).unwrap();
    let exact = game.solver().unwrap().solve_end(&position, &bestply::Limit::new()).unwrap();
    assert!(report.outcome.is_some_and(|outcome| outcome.alpha == outcome.beta), "{report:?}");
    assert_eq!(report.outcome, exact.outcome);
    assert_eq!(player.spent().moves, before.moves + 1);
    assert_eq!(player.spent().counts.evaluations, before.counts.evaluations + report.counts.evaluations);
}

/// A written-down tree is a game like any other. Its text is the part that is left of it.
#[test]
fn a_tree_is_played_move_by_move() {
    let mut position = AnyPosition::new(ExplicitTree::parse("max 0 (4 (8:min (1 2) 1) 6 (5 2))").unwrap().position());
    assert_eq!(position.move_named("1"), Some(1));
    position.play(0);
    assert_eq!(position.text(), "min 4 (8:min (1 2) 1)");
    let read = ExplicitPosition::parse(&position.text()).unwrap();
    assert_eq!((read.text(), read.move_count()), (position.text(), 2));
    position.play(1);
    assert_eq!((position.is_terminal(), position.terminal_value()), (true, 1));
    assert!(ExplicitPosition::parse("max").is_err());
}
