//! Every file that the program keeps to go on with, damaged in every way.

use crate::Folder;
use crate::shards::OWN;

/// Something that is kept.
struct Kept {
    /// The command that makes it.
    make: &'static str,
    /// The same of another game, another seed or another place.
    make_other: &'static str,
    /// The command that reads it.
    read: &'static str,
    /// The files, and those of `make_other`.
    files: &'static [[&'static str; 2]],
    /// What the error line says before it names a file.
    said: &'static str,
}

const ALL: &[Kept] = &[
    Kept {
        make: "solve tic-tac-toe --moves 'a1 b2 c3' --bytes 65536 --memory m",
        make_other: "solve connect-four --solver proof-number:evaluations=50 --bytes 65536 --memory n",
        read: "solve tic-tac-toe --moves 'a1 b2 c3' --bytes 65536 --memory m",
        files: &[["m", "n"]],
        said: "--memory: ",
    },
    Kept {
        make: "solve tic-tac-toe --solver proof-number:method=pn,evaluations=50 --bytes 65536 --memory m",
        make_other: "solve tic-tac-toe --solver proof-number:method=pn2,evaluations=50 --bytes 65536 --memory n",
        read: "solve tic-tac-toe --solver proof-number:method=pn,evaluations=50 --bytes 65536 --memory m",
        files: &[["m", "n"]],
        said: "--memory: ",
    },
    Kept {
        make: "book tic-tac-toe --evaluations 50 --plies 2 --out b",
        make_other: "book connect-four --evaluations 50 --plies 2 --out c",
        read: "analyse tic-tac-toe --searcher best-first:evaluations=50 --book b",
        files: &[["b", "c"]],
        said: "--book: ",
    },
    Kept {
        make: "train connect-four --games 20 --seed 1 --pairs 1 --out w",
        make_other: "train connect-four --games 20 --seed 2 --pairs 1 --out v",
        read: "train connect-four --games 40 --seed 1 --pairs 1 --out w --continue",
        files: &[
            ["w.training/recipe.txt", "v.training/recipe.txt"],
            ["w.training/games.txt", "v.training/games.txt"],
            ["w.training/after-20", "v.training/after-20"],
            ["w.training/after-20.history", "v.training/after-20.history"],
            // A file in another's place.
            ["w.training/after-20", "w.training/games.txt"],
        ],
        said: "",
    },
    Kept {
        make: "experiment own.toml --shard 1/2 --out s",
        make_other: "experiment own.toml --shard 2/2 --out t",
        read: "shards merge s t --out merged",
        files: &[["s/shard.json", "t/shard.json"], ["s/games.jsonl", "t/games.jsonl"]],
        said: "",
    },
];

/// The places of the bits to flip: as many as are tried of a long file, and some of its last line.
fn places(length: usize) -> impl Iterator<Item = usize> {
    const MOST: usize = 16;
    let last = length.saturating_sub(20)..length;
    (0..length).step_by((length / MOST).max(1)).chain(last.step_by(4))
}

#[test]
fn what_is_kept_is_read_whole_or_refused_and_left_alone() {
    for (number, Kept { make, make_other, read, files, said }) in ALL.iter().enumerate() {
        let folder = Folder::new(&format!("kept/{number}"));
        folder.write("own.toml", OWN);
        folder.succeed(make);
        folder.succeed(make_other);
        for [file, other] in *files {
            let whole = folder.read(file);
            let refused = |bytes: &[u8], what: &str| {
                folder.write(file, bytes);
                let told = folder.complaint(read);
                let named = file.split('/').next().unwrap();
                assert!(told.starts_with(&format!("error: {said}{named}")), "{file}, {what}: {told}");
                assert!(folder.read(file) == bytes && !folder.exists("merged"), "{file}, {what}: something is written");
            };
            for at in places(whole.len()) {
                let mut flipped = whole.clone();
                flipped[at] ^= 1 << (at % 8);
                refused(&flipped, &format!("a flipped bit of byte {at}"));
            }
            for end in [0, 1, whole.len() / 2, whole.len() - 1] {
                refused(&whole[..end], &format!("cut after {end} bytes"));
            }
            refused(&[&whole[..], b"\0"].concat(), "longer by a byte");
            refused(&[&whole[..], b"\n"].concat(), "longer by a line end");
            refused(&folder.read(other), "of something else");
            folder.write(file, &whole);
        }
        folder.succeed(read);
    }
}
