//! The check of a game's numbers accepts right ones and finds what is wrong with others.

use bestply_core::Position;
use bestply_testkit::DropFour;
use bestply_testkit::conformance::{MoveNumbers, check_numbers};

/// The numbers of the columns.
const RIGHT: MoveNumbers<DropFour> = MoveNumbers {
    below: 5,
    number: |_, column| column.into(),
    numbered: |_, number| number as u8,
    meaning: |_, column| column.to_string(),
    hashed: true,
};

fn check(numbers: &MoveNumbers<DropFour>) {
    check_numbers(&[DropFour::new(5, 4, 3)], numbers, 2000);
}

fn refused(numbers: &MoveNumbers<DropFour>, why: &str) {
    let panic = std::panic::catch_unwind(|| check(numbers)).expect_err(why);
    let told = panic.downcast_ref::<String>().expect("a message with a position");
    assert!(told.contains(why), "{told}");
}

#[test]
fn right_numbers_pass() {
    check(&RIGHT);
}

#[test]
fn numbers_that_break_any_rule_do_not() {
    refused(&MoveNumbers { below: 4, ..RIGHT }, "4 is number 4 of 4");
    refused(&MoveNumbers { number: |_, column| u32::from(column) / 2, ..RIGHT }, "1 is not the only number 0");
    refused(&MoveNumbers { numbered: |_, number| 4 - number as u8, ..RIGHT }, "the move of number 0");
    let by_place: MoveNumbers<DropFour> = MoveNumbers {
        number: |drop_four, column| drop_four.index_of(column) as u32,
        numbered: |drop_four, number| drop_four.nth_move(number as usize),
        hashed: false,
        ..RIGHT
    };
    refused(&by_place, "what number");
    let from_one: MoveNumbers<DropFour> = MoveNumbers {
        below: 6,
        number: |_, column| u32::from(column) + 1,
        numbered: |_, number| number as u8 - 1,
        ..RIGHT
    };
    check(&MoveNumbers { hashed: false, ..from_one });
    refused(&from_one, "0 tells a hasher [0] for 1");
    refused(&MoveNumbers { meaning: |_, _| "a disc".to_owned(), ..RIGHT }, "the number of 1");
}

#[test]
#[should_panic(expected = "has moves to be numbered")]
fn a_finished_game_has_no_numbers() {
    check_numbers(&[DropFour::new(0, 0, 3)], &RIGHT, 1);
}
