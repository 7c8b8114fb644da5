//! Files of weights that are damaged or of another kind.

use bestply_learning::{Layout, WeightsError};

const LAYOUT: Layout = Layout { game: "nim", fingerprint: 7, weights: 5, units: 100 };

fn file() -> Vec<u8> {
    LAYOUT.write(&[0, 1, -1, i16::MAX, i16::MIN])
}

#[test]
fn what_is_written_can_be_read() {
    let file = file();
    assert_eq!(file.len(), LAYOUT.file_bytes());
    let weights: Vec<i16> = LAYOUT.read(&file).unwrap().iter().map(|&bytes| i16::from_le_bytes(bytes)).collect();
    assert_eq!(weights, [0, 1, -1, i16::MAX, i16::MIN]);
}

#[test]
fn every_single_damage_is_seen() {
    let file = file();
    for byte in 0..file.len() {
        for bit in 0..8 {
            let mut damaged = file.clone();
            damaged[byte] ^= 1 << bit;
            assert!(LAYOUT.read(&damaged).is_err(), "bit {bit} of byte {byte}");
        }
    }
}

#[test]
fn every_truncation_says_how_much_there_is() {
    let file = file();
    for length in 1..file.len() {
        let error = LAYOUT.read(&file[..length]).unwrap_err();
        assert_eq!(error, WeightsError::Length { found: length, wanted: file.len() });
    }
    assert_eq!(LAYOUT.read(&[]).unwrap_err(), WeightsError::NotWeights);
    let longer = [file, vec![0]].concat();
    assert_eq!(LAYOUT.read(&longer).unwrap_err().to_string(), "weights too long: 75 bytes instead of 74");
}

#[test]
fn foreign_files_are_named() {
    let file = file();
    let refused = |layout: Layout| layout.read(&file).unwrap_err().to_string();
    assert_eq!(refused(Layout { game: "chess", ..LAYOUT }), "weights of \"nim\", not of \"chess\"");
    assert_eq!(
        refused(Layout { fingerprint: 8, ..LAYOUT }),
        "weights for other features than this program's; train them anew"
    );
    assert_eq!(refused(Layout { units: 1, ..LAYOUT }), refused(Layout { fingerprint: 8, ..LAYOUT }));
    let mut newer = file.clone();
    newer[8] = 2;
    assert_eq!(LAYOUT.read(&newer).unwrap_err(), WeightsError::Version(2));
    assert_eq!(LAYOUT.read(b"\x89PNG and more").unwrap_err(), WeightsError::NotWeights);
}

#[test]
fn a_long_name_of_a_game_is_cut_and_read_again() {
    let layout = Layout { game: "ultimate-tic-tac-toe", ..LAYOUT };
    let bytes = layout.write(&[1, -2, 3, -4, 5]);
    assert_eq!(bytes[16..32], *b"ultimate-tic-tac");
    assert_eq!(layout.read(&bytes).map(<[_]>::len), Ok(5));
}
