//! Every game compared with a second, naive version.
//!
//! The naive version is arrays and loops, written from the rules. It shares only the notation with the fast version.

/// Checks the numbers of a game, of which there are so many, over so many positions of random games.
macro_rules! check_numbers {
    ($game:ty, $count:expr, $positions:expr) => {
        check_numbers!($game, $count, $positions, [<$game>::start()], |_, mv| mv.to_string());
    };
    ($game:ty, $count:expr, $positions:expr, $starts:expr, $meaning:expr) => {
        let numbers: bestply_testkit::conformance::MoveNumbers<$game> = bestply_testkit::conformance::MoveNumbers {
            below: <$game>::MOVE_NUMBERS,
            number: |_, mv| mv.number(),
            numbered: <$game>::numbered,
            meaning: $meaning,
            hashed: true,
        };
        assert_eq!(numbers.below, $count, stringify!($game));
        bestply_testkit::conformance::check_numbers(&$starts, &numbers, $positions);
    };
}

mod amazons;
mod breakthrough;
mod clobber;
mod connect_four;
mod domineering;
mod go;
mod hex;
mod lines_of_action;
mod naive;
mod onitama;
mod othello;
mod oware;
mod tic_tac_toe;
mod ultimate_tic_tac_toe;
