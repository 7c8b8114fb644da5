//! `train` from a user's point of view.

use crate::Folder;

#[test]
fn it_writes_the_weights_and_says_what_they_are_worth() {
    let folder = Folder::new("train/othello");
    let ran = folder.succeed("train othello --games 5000 --seed 1 --out weights");
    let (said, shown) = (ran.stdout, ran.stderr);
    assert!(shown.contains("held-out error") && shown.contains("square-table at depth 2"), "{shown}");
    assert!(said.starts_with("held-out error "), "{said}");
    assert_eq!(said.matches(" against ").count(), 12, "{said}");
    let bytes = folder.read("weights");
    assert!(
        said.ends_with(&format!("The weights are weights, {} bytes\nweights.strength.svg\n", bytes.len())),
        "{said}"
    );
    assert!(bytes.starts_with(b"bestply\0") && bytes.len() <= 2_000_000);
    assert!(!folder.exists("weights.bestply-lock"));
}

#[test]
fn other_games_are_trained_against_their_plain_evaluation() {
    let folder = Folder::new("train/others");
    // A win in Clobber is worth an infinity.
    for game in ["connect-four", "clobber-6x6"] {
        let said = folder.succeed(&format!("train {game} --games 100 --seed 1 --out {game} --pairs 20")).stdout;
        assert_eq!(said.matches(" against plain at depth ").count(), 4, "{said}");
        assert!(folder.read(game).len() <= 1_000_000);
    }
}

#[test]
fn the_pairs_that_measure_strength_do_not_matter_to_the_weights() {
    let folder = Folder::new("train/pairs");
    let said =
        |pairs| folder.succeed(&format!("train connect-four --games 20 --seed 1 --out {pairs} --pairs {pairs}")).stdout;
    assert!(said(1).contains("against plain at depth 1 (2 won, 0 lost, 0 tied)"));
    assert!(said(3).contains("against plain at depth 1 (4 won, 2 lost, 0 tied)"));
    assert_eq!(folder.read("1"), folder.read("3"));
}

#[test]
fn bad_input_gets_one_clear_line() {
    let folder = Folder::new("train/bad");
    for arguments in [
        "otello --games 1 --seed 1 --out weights",
        "othello --games 0 --seed 1 --out weights",
        "othello --games many --seed 1 --out weights",
        "othello --games 1 --seed 1",
        "othello --games 1 --seed 1 --out .",
        "othello --games 1 --seed 1 --out no/such/folder",
        "othello --games 1 --seed 1 --out weights --threads 0",
        "othello --games 1 --seed 1 --out weights --pairs 0",
        "othello --recipe strong --seed 1 --out weights --pairs 10",
    ] {
        folder.complaint(&format!("train {arguments}"));
    }
    assert!(folder.contents(".").is_empty(), "nothing is left behind");
}

/// The rate of learning falls towards the last game.
#[test]
fn going_on_to_another_number_of_games_is_told() {
    let folder = Folder::new("train/further");
    let train = |more: &str| folder.succeed(&format!("train connect-four --seed 1 --pairs 1 {more}")).stderr;
    let note = "note: the rate of learning falls towards the last game: 20 games were learnt on the way to 20, so one \
                training of 40 would come to other weights";
    assert!(!train("--games 20 --out new").contains("note"));
    assert!(!train("--games 20 --out new --continue").contains("note"));
    assert!(train("--games 40 --out new --continue").contains(note));
    assert!(!train("--games 40 --out new --continue").contains("note"));
    train("--games 40 --out one-run");
    assert!(folder.read("new") != folder.read("one-run"), "the note is true");
}

/// A flipped bit is no other evaluation, and of a file from elsewhere, without a check sum, somebody is told.
#[test]
fn damaged_weights_are_refused_and_those_without_a_check_sum_are_noted() {
    let folder = Folder::new("train/check-sum");
    folder.succeed("train connect-four --games 20 --seed 1 --out learnt --pairs 1");
    folder.succeed("train connect-four --model network --hidden 2 --games 20 --seed 1 --out network --pairs 1");
    for of in ["learnt", "network"] {
        let ways = |file: &str| {
            let start = "analyse connect-four --searcher best-first:evaluations=20";
            [
                format!("{start} --evaluation {of} --weights {file}"),
                format!("{start},evaluation.weights={file},evaluation.of={of}"),
            ]
        };
        let notes = |line: &str| folder.succeed(line).stderr.matches("note: ").count();
        assert_eq!(ways(of).map(|line| notes(&line)), [0, 0]);
        let mut bytes = folder.read(of);
        let place = bytes.windows(5).position(|window| window == b" sum=");
        *bytes.last_mut().unwrap() ^= 1;
        folder.write("damaged", &bytes);
        for line in ways("damaged") {
            let told = folder.complaint(&line);
            assert!(told.contains(": damaged") && told.contains("sum"), "{told}");
        }
        if let Some(place) = place {
            bytes[place..place + " sum=89abcdef".len()].fill(b' ');
            folder.write("from-elsewhere", &bytes);
            assert_eq!(ways("from-elsewhere").map(|line| notes(&line)), [1, 1]);
        }
    }
}
