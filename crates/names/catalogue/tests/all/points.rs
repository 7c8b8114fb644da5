//! Values in points: people are told nothing that a game cannot end with.

use bestply::{Bounds, Position, Value, mix};
use bestply_catalogue::{AnyPosition, Catalogue, Playable};

/// The positions of a game that is played at random to its end.
fn played(mut position: AnyPosition, seed: u64) -> Vec<AnyPosition> {
    let mut positions = vec![position.clone()];
    while !position.is_terminal() {
        let dice = mix(seed ^ mix(positions.len() as u64));
        position.play((dice % position.move_count() as u64) as usize);
        positions.push(position.clone());
    }
    positions
}

#[test]
fn no_value_in_points_is_beyond_what_the_game_can_end_with() {
    let catalogue = Catalogue::standard();
    let mut with_points = Vec::new();
    for about in catalogue.games() {
        let given = if about.name == "random" { "branching = 3" } else { "" };
        let settings = catalogue.game_with(about.name, &given.parse().unwrap()).unwrap();
        let evaluations: Vec<&str> = about.evaluations_with(false).collect();
        let venue = settings.venue(None, &evaluations).unwrap();
        for seed in 1..=3 {
            let positions = played(venue.start(seed).0, seed);
            let end = &positions[positions.len() - 1];
            for position in &positions {
                let within = position.points_within();
                if let Some(points) = end.points() {
                    assert_ne!(within, Bounds::OPEN, "{} says what it can end with", about.name);
                    assert!(within.contains(points), "{}: {points} from {}", about.name, position.text());
                }
                for value in [Value::MIN, -1_000_000, 0, 1_000_000, Value::MAX] {
                    for &evaluation in &evaluations {
                        let Some(points) = venue.points(evaluation, position, value) else { continue };
                        let [least, most] = [within.alpha, within.beta].map(f64::from);
                        assert!((least..=most).contains(&points), "{}, {evaluation}: {points}", position.text());
                        // What is no game's result is not taken for one.
                        assert_ne!(within, Bounds::OPEN, "{} says what it can end with", about.name);
                        with_points.push(about.name);
                    }
                }
            }
        }
    }
    with_points.dedup();
    assert_eq!(with_points, ["random", "othello", "oware"]);
}

#[test]
fn a_game_that_is_counted_says_by_how_much_it_is_won() {
    let catalogue = Catalogue::standard();
    let mut counted = Vec::new();
    for about in catalogue.games() {
        let given = if about.name == "random" { "branching = 3" } else { "" };
        let settings = catalogue.game_with(about.name, &given.parse().unwrap()).unwrap();
        let venue = settings.venue(None, &[]).unwrap();
        for seed in 1..=3 {
            let positions = played(venue.start(seed).0, seed);
            let end = &positions[positions.len() - 1];
            assert!(end.points().is_none() || end.points() == end.margin(), "{}: {}", about.name, end.text());
            let Some(margin) = end.margin() else { continue };
            assert_eq!(margin.signum(), end.terminal_value().signum(), "{}: {}", about.name, end.text());
            counted.push(about.name);
        }
    }
    counted.dedup();
    let expected = ["random", "othello", "oware", "othello-6x6", "othello-10x10", "go-5x5", "go-7x7", "go-9x9"];
    assert_eq!(counted, expected);
}
