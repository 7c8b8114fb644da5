//! Clocks, and that nobody plans with time that is not there.

use std::time::Duration;

use bestply::{Position, Side};
use bestply_catalogue::Catalogue;
use bestply_engine::{Clocks, Game, Start, TimeControl, TimeLeft};
use proptest::prelude::*;

const SECOND: Duration = Duration::from_secs(1);

fn game(name: &str) -> Game {
    Game::new(&Catalogue::standard(), name, &Start::default()).expect("it is a game")
}

#[test]
fn periods_begin_anew_when_their_moves_are_made() {
    let mut clocks = Clocks::new(TimeControl::ByoYomi { main: 10 * SECOND, period: 5 * SECOND, moves: 2 });
    let left = |time, moves| Some(TimeLeft { time, moves });
    assert!(clocks.spend(Side::Min, 9 * SECOND));
    assert_eq!(clocks.time_left(Side::Min), left(SECOND, None));
    assert!(clocks.spend(Side::Min, 3 * SECOND), "two seconds are of the first period");
    assert_eq!(clocks.time_left(Side::Min), left(3 * SECOND, Some(1)));
    assert!(clocks.spend(Side::Min, 2 * SECOND));
    assert_eq!(clocks.time_left(Side::Min), left(5 * SECOND, Some(2)));
    assert!(!clocks.spend(Side::Min, 6 * SECOND));
    assert_eq!(clocks.time_left(Side::Max), left(10 * SECOND, None));
    let mut at_once = Clocks::new(TimeControl::ByoYomi { main: Duration::ZERO, period: SECOND, moves: 1 });
    assert!(at_once.spend(Side::Max, SECOND) && at_once.spend(Side::Max, SECOND));
}

#[test]
fn without_a_clock_nothing_is_limited() {
    let mut clocks = Clocks::default();
    assert!(clocks.spend(Side::Max, 1000 * SECOND));
    assert_eq!((clocks.time_left(Side::Max), clocks.allowance(game("othello").position())), (None, None));
}

/// Plays a game in which every search takes the time that it is allowed, and so much besides.
fn survives(name: &str, control: TimeControl, overhead: Duration) -> bool {
    let (mut game, mut clocks) = (game(name), Clocks::new(control));
    for ply in 0..400 {
        if game.is_over() {
            break;
        }
        let side = game.to_move();
        let allowed = clocks.allowance(game.position()).expect("there is a clock");
        if !clocks.spend(side, allowed + overhead) {
            return false;
        }
        game.play_at((ply * 7) % game.position().move_count());
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn nobody_loses_on_time_who_keeps_to_what_is_allowed(
        game in prop::sample::select(vec!["othello", "connect-four", "breakthrough", "oware"]),
        main in 1000..600_000u64,
        increment in 10..5000u64,
        overhead in 0..9u64,
    ) {
        let milliseconds = Duration::from_millis;
        let control = TimeControl::Main { main: milliseconds(main), increment: milliseconds(increment) };
        prop_assert!(survives(game, control, milliseconds(overhead)));
    }

    #[test]
    fn nobody_loses_on_time_in_periods(main in 0..60u64, period in 1..30u64, moves in 1..30u32) {
        let (main, period) = (Duration::from_secs(main), Duration::from_secs(period * u64::from(moves)));
        let control = TimeControl::ByoYomi { main, period, moves };
        prop_assert!(survives("connect-four", control, Duration::from_millis(20)));
    }
}
