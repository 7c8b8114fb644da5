//! Each game numbers its moves once and for all.

use bestply_board_games::amazons::{Amazons, StagedAmazons};
use bestply_board_games::breakthrough::BreakthroughOn;
use bestply_board_games::clobber::Clobber;
use bestply_board_games::connect_four::ConnectFour;
use bestply_board_games::domineering::Domineering;
use bestply_board_games::go::Go;
use bestply_board_games::hex::Hex;
use bestply_board_games::lines_of_action::LinesOfAction;
use bestply_board_games::onitama::Onitama;
use bestply_board_games::othello::SizedOthello;
use bestply_board_games::oware::Oware;
use bestply_board_games::tic_tac_toe::TicTacToe;
use bestply_board_games::ultimate_tic_tac_toe::UltimateTicTacToe;
use bestply_testkit::conformance::{MoveNumbers, check_numbers};

/// Checks the numbers of a game, of which there are so many, over so many positions of random games.
macro_rules! check {
    ($game:ty, $count:expr, $positions:expr) => {
        check!($game, $count, $positions, [<$game>::start()], |_, mv| mv.to_string());
    };
    ($game:ty, $count:expr, $positions:expr, $starts:expr, $meaning:expr) => {
        let numbers: MoveNumbers<$game> = MoveNumbers {
            below: <$game>::MOVE_NUMBERS,
            number: |_, mv| mv.number(),
            numbered: <$game>::numbered,
            meaning: $meaning,
            hashed: true,
        };
        assert_eq!(numbers.below, $count, stringify!($game));
        check_numbers(&$starts, &numbers, $positions);
    };
}

#[test]
fn a_mark_a_disc_a_house_a_stone_and_a_domino_are_numbered_by_their_places() {
    check!(TicTacToe, 9, 3000);
    check!(UltimateTicTacToe, 81, 3000);
    check!(ConnectFour, 7, 3000);
    check!(Oware, 12, 3000);
    check!(Domineering<8>, 64, 3000);
}

#[test]
fn passes_and_the_swap_come_behind_the_places() {
    check!(Hex<7>, 50, 3000);
    check!(Hex<11>, 122, 3000);
    check!(Go<5>, 26, 3000);
    check!(Go<9>, 82, 1000);
    check!(SizedOthello<6>, 37, 3000);
    check!(SizedOthello<10>, 101, 3000);
}

#[test]
fn a_stone_s_step_is_numbered_by_its_direction_and_its_end() {
    check!(Clobber<6>, 144, 3000);
    check!(Clobber<10>, 400, 3000);
}

/// A man steps forward: the row that he enters follows from his side.
#[test]
fn a_man_s_step_is_numbered_by_its_direction_and_its_beginning() {
    fn check<const N: usize>() {
        check!(BreakthroughOn<N>, 192, 3000, [BreakthroughOn::<N>::start()], |_, mv| mv.to_string()[..3].to_owned());
    }
    check::<8>();
    check::<6>();
}

#[test]
fn a_step_by_a_card_is_numbered_by_all_that_it_says() {
    let deals = (0..8).map(Onitama::deal);
    let passes = "....X/O...x/....x/....x/....x x tiger,ox/boar,frog eel 3".parse().expect("it is a position");
    let starts: Vec<Onitama> = deals.chain([passes]).collect();
    check!(Onitama, 16 * 25 * 25 + 16, 5000, starts, |_, mv| mv.to_string());
}

/// Whether a step captures is seen on the board.
#[test]
fn a_step_along_a_line_is_numbered_by_its_ends() {
    let passes = "......ox/......oo/......../......../......../......../oo....../xo...... x 3";
    let starts = [LinesOfAction::start(), passes.parse().expect("it is a position")];
    check!(LinesOfAction, 64 * 64 + 1, 5000, starts, |_, mv| mv.to_string().replace('x', "-"));
}

#[test]
fn an_amazon_s_move_is_numbered_by_its_step_and_its_shot_or_by_either() {
    check!(Amazons<6>, 36 * 36 * 36, 1000);
    check!(Amazons<10>, 100 * 100 * 100, 1000);
    check!(StagedAmazons<6>, 36 * 36 + 36, 3000);
    check!(StagedAmazons<10>, 100 * 100 + 100, 3000);
}
