//! Addresses of games: what is written is read again, and whatever is read is a game or one line of an error.

use bestply_playground::{Sheet, Start};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

fn start() -> impl Strategy<Value = Start> {
    prop_oneof![any::<u64>().prop_map(Start::Number), any::<String>().prop_map(Start::Position)]
}

fn sheet() -> impl Strategy<Value = Sheet> {
    (any::<String>(), btree_map(any::<String>(), any::<String>(), 0..4), start(), vec(any::<String>(), 0..20))
        .prop_map(|(game, settings, start, moves)| Sheet { game, settings, start, moves })
}

proptest! {
    #[test]
    fn a_game_is_read_from_its_address(sheet in sheet()) {
        let address = sheet.address();
        prop_assert!(address.is_ascii());
        prop_assert!(address.bytes().all(|byte| byte.is_ascii_graphic() && !b"#\"<>`'".contains(&byte)));
        prop_assert_eq!(&Sheet::of_address(&address), &Ok(sheet.clone()));
        prop_assert_eq!(Sheet::of_address(&format!("#{address}")), Ok(sheet));
    }

    #[test]
    fn a_game_is_read_from_its_json(sheet in sheet()) {
        let json = serde_json::to_string(&sheet).unwrap();
        prop_assert_eq!(serde_json::from_str::<Sheet>(&json).unwrap(), sheet);
    }

    #[test]
    fn any_text_is_a_game_or_one_line(text in any::<String>()) {
        if let Err(error) = Sheet::of_address(&text) {
            prop_assert!(!error.to_string().contains('\n'));
        }
    }

    #[test]
    fn any_damage_is_a_game_or_one_line(sheet in sheet(), place in any::<prop::sample::Index>(), byte in 32..127u8) {
        let mut address = sheet.address().into_bytes();
        let place = place.index(address.len());
        address[place] = byte;
        if let Ok(read) = Sheet::of_address(&String::from_utf8(address).unwrap()) {
            prop_assert_eq!(Sheet::of_address(&read.address()), Ok(read));
        }
    }
}
