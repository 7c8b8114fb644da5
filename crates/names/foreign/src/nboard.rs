use bestply_core::Side;

use crate::engine::{Dialect, Moves, PASS, read_move};
use crate::process::Process;
use crate::{EngineSettings, Fault};

/// The protocol of NBoard, version 2. Few commands have an answer, and lines without a meaning here are skipped.
///
/// Source: the page "NBoard Protocol", which comes with NBoard and with the engine NTest.
#[derive(Debug, Default)]
pub(crate) struct NBoard {
    name: String,
    /// The number of pings sent, which make sure that the engine listens.
    pings: u64,
    /// The move that the engine chose. It expects to be told of this move, but only if the game goes on.
    chosen: Option<String>,
}

impl NBoard {
    /// The depth if the settings have none, because the protocol demands one.
    const DEPTH: u32 = 6;

    /// Waits until the engine has read everything, and no line that it wrote before is left.
    fn ping(&mut self, process: &mut Process) -> Result<(), Fault> {
        self.pings += 1;
        process.send(format!("ping {}", self.pings));
        let number = self.pings.to_string();
        self.wait_for(process, |line| line.strip_prefix("pong")?.trim().eq(&number).then_some(()))
    }

    /// Waits for the first line that is wanted. On the way it notes the name that the engine gives itself.
    fn wait_for<T>(&mut self, process: &mut Process, wanted: impl Fn(&str) -> Option<T>) -> Result<T, Fault> {
        loop {
            let line = process.receive()?;
            if let Some(found) = wanted(line.trim()) {
                return Ok(found);
            }
            if let Some(name) = line.trim().strip_prefix("set myname ") {
                self.name = name.trim().to_owned();
            }
        }
    }

    fn tell_of_chosen(&mut self, process: &mut Process) {
        if let Some(chosen) = self.chosen.take() {
            process.send(format!("move {}", write_move(&chosen)));
        }
    }
}

impl Dialect for NBoard {
    fn greet(&mut self, process: &mut Process, settings: &EngineSettings) -> Result<String, Fault> {
        process.send("nboard 2");
        process.send(format!("set depth {}", settings.depth.unwrap_or(Self::DEPTH)));
        self.new_game(process, None, &[])?;
        Ok(self.name.clone())
    }

    fn new_game(&mut self, process: &mut Process, position: Option<&str>, opening: &Moves) -> Result<(), Fault> {
        self.chosen = None;
        process.send(format!("set game {}", write_game(position, opening)));
        self.ping(process)
    }

    fn follow(&mut self, process: &mut Process, _: Side, mv: &str) -> Result<(), Fault> {
        self.tell_of_chosen(process);
        process.send(format!("move {}", write_move(mv)));
        self.ping(process)
    }

    /// The engine knows whose turn it is.
    fn choose(&mut self, process: &mut Process, _: Side) -> Result<String, Fault> {
        self.tell_of_chosen(process);
        process.send("go");
        let answer = self.wait_for(process, |line| line.strip_prefix("===").map(str::to_owned))?;
        // The answer is a move, and perhaps a value and a time after slashes or spaces.
        let mv = answer.split(|letter: char| letter == '/' || letter.is_whitespace()).find(|part| !part.is_empty());
        let mv = read_move(mv.ok_or_else(|| Fault::nonsense(&answer, "a move after `===`"))?);
        self.chosen = Some(mv.clone());
        Ok(mv)
    }
}

/// The standard start, as Othello's notation has it.
const START: &str = "---------------------------OX------XO--------------------------- X";

/// A game in the Generic Game Format: where it begins, with `*` for black's discs, and the moves.
fn write_game(position: Option<&str>, moves: &[(Side, String)]) -> String {
    let mut game = String::from("(;GM[Othello]PC[bestply]PB[black]PW[white]RE[?]TI[15:00]TY[8]");
    game.push_str(&format!("BO[8 {}]", position.unwrap_or(START).replace('X', "*")));
    for (side, mv) in moves {
        let color = if *side == Side::Max { 'B' } else { 'W' };
        game.push_str(&format!("{color}[{}]", write_move(mv)));
    }
    game.push_str(";)");
    game
}

fn write_move(mv: &str) -> String {
    if read_move(mv) == PASS { "PA".to_owned() } else { mv.to_ascii_uppercase() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_its_start_and_its_moves() {
        let moves = [(Side::Max, "f5".to_owned()), (Side::Min, "--".to_owned()), (Side::Max, "e6".to_owned())];
        assert_eq!(
            write_game(None, &moves),
            "(;GM[Othello]PC[bestply]PB[black]PW[white]RE[?]TI[15:00]TY[8]\
             BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[PA]B[E6];)"
        );
        let board = "XO".repeat(31) + "--";
        let game = write_game(Some(&format!("{board} O")), &[(Side::Min, "g8".to_owned())]);
        assert!(game.ends_with(&format!("BO[8 {} O]W[G8];)", board.replace('X', "*"))), "{game}");
    }
}
