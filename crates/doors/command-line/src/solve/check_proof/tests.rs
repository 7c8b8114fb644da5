//! Forged proofs, of games whose texts do not tell their positions apart.

use std::collections::HashMap;
use std::fmt::Write as _;

use bestply::Position;
use bestply_catalogue::{AnyPosition, Catalogue};

use super::*;

/// Writes down that MAX wins, as whoever takes positions of the same text for one.
#[derive(Default)]
struct Forger {
    /// Whether MAX wins, and the line that proves it, of each text.
    known: HashMap<String, Option<usize>>,
    lines: String,
    count: usize,
}

impl Forger {
    /// The line of a position that MAX wins by its text.
    fn forge(&mut self, position: &AnyPosition) -> Option<usize> {
        if let Some(&known) = self.known.get(&position.text()) {
            return known;
        }
        let line = self.line(position);
        let number = line.map(|line| {
            writeln!(self.lines, "{line}").expect("a string takes all");
            self.count += 1;
            self.count - 1
        });
        self.known.insert(position.text(), number);
        number
    }

    fn line(&mut self, position: &AnyPosition) -> Option<String> {
        let mut after = (0..position.move_count()).map(|index| {
            let mut child = position.clone();
            child.play(index);
            (index, self.forge(&child))
        });
        if position.is_terminal() {
            (position.terminal_value() > 0).then(|| ".".to_owned())
        } else if position.to_move() == Side::Max {
            after.find_map(|(index, line)| Some(format!("{index}>{}", line?)))
        } else {
            let all: Option<Vec<String>> = after.map(|(_, line)| line.map(|line| line.to_string())).collect();
            all.map(|all| format!("*{}", all.join(" ")))
        }
    }
}

fn max_wins(position: &AnyPosition) -> bool {
    let mut after = (0..position.move_count()).map(|index| {
        let mut child = position.clone();
        child.play(index);
        max_wins(&child)
    });
    match position.is_terminal() {
        true => position.terminal_value() > 0,
        false if position.to_move() == Side::Max => after.any(|won| won),
        false => after.all(|won| won),
    }
}

/// Of the first 60,000 such games six have a forged proof in which nothing else is wrong; these are three of them.
#[test]
fn a_proof_that_takes_two_positions_of_one_text_for_one_is_refused() {
    let workshop = Workshop { catalogue: Catalogue::standard(), program: "a test".to_owned() };
    let settings = read_settings("{ branching = 3, length = 9, distribution = \"fixed\" }").expect("they are settings");
    for seed in [9987, 10_031, 28_542] {
        let start = Start::Number(seed);
        let game = workshop.catalogue.game_with("random", &settings).expect("it has such settings");
        let game = Game::to_solve(&workshop.catalogue, game, &start).expect("it is a game");
        let mut forger = Forger::default();
        assert!(forger.forge(game.position()).is_some() && !max_wins(game.position()), "seed {seed}: MIN wins");
        let Forger { lines, count, .. } = forger;
        let tree: ProofTree =
            format!("max gets at least 1\nyes\n{count} positions\n{lines}end\n").parse().expect("it is a proof");
        let score = |finished: &AnyPosition| Judging::default().score(finished);
        assert_eq!(tree.check(&mut game.position().clone(), score, AnyPosition::text), Ok(()), "seed {seed}: by texts");
        let proof = ProofFile::new(&game, false, vec![tree]).to_string();
        let refusal = check(&workshop, &proof).expect_err("it is forged").to_string();
        assert!(refusal.ends_with("two moves that lead to it lead to different positions"), "seed {seed}: {refusal}");
    }
}

#[test]
fn settings_are_read_as_they_are_written_and_were_written() {
    let table = |line| read_settings(line).map_err(|error| error.to_string());
    let two = table("{ branching = 5, length = 6 }").expect("it is a table");
    assert_eq!(table("branching = 5, length = 6"), Ok(two.clone()));
    assert_eq!(two.len(), 2);
    assert_eq!(table("").map(|table| table.len()), Ok(0));
    assert_eq!(table("branching = 5").map(|table| table.len()), Ok(1));
    for wrong in ["5", "{ branching = 5", "{ branching = 5 }\nlength = 6", "{} }"] {
        assert!(table(wrong).unwrap_err().starts_with("settings: "), "{wrong}");
    }
}
