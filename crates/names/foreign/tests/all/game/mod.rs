//! What the tests share: games of Othello against an engine, and a list of the system's processes.
#![allow(dead_code, reason = "each test uses a part")]

use std::fs;
use std::io::{self, Write};

use bestply_core::{Position, Side};
use bestply_foreign::{Fault, ForeignEngine};
use bestply_othello::{Move, Othello};

/// Who makes the moves that leave no choice.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Passes {
    /// The engine is told of all passes.
    Told,
    /// The engine is asked for its own passes.
    Asked,
}

/// Plays a game after an opening against the engine, which has this side, and returns the final position.
pub(crate) fn play(
    engine: &mut ForeignEngine,
    side: Side,
    opening: &str,
    passes: Passes,
    choose: impl Fn(&Othello) -> Move,
) -> Result<Othello, Fault> {
    let mut position = Othello::start();
    let mut opened = Vec::new();
    for mv in position.read_moves(opening).expect("the opening is legal") {
        opened.push((position.to_move(), mv.to_string()));
        position.make(mv);
    }
    engine.new_game(&opened)?;
    while !position.is_terminal() {
        let to_move = position.to_move();
        let is_asked = passes == Passes::Asked || position.nth_move(0) != Move::PASS;
        let mv = if to_move == side && is_asked {
            let written = engine.choose(side)?;
            let legal = position.moves().find(|mv| mv.to_string() == written);
            legal.ok_or_else(|| Fault::illegal_move(&written))?
        } else {
            let mv = choose(&position);
            engine.follow(to_move, &mv.to_string())?;
            mv
        };
        position.make(mv);
    }
    Ok(position)
}

/// Prints something that is shown even if the test passes.
pub(crate) fn say(text: &str) {
    writeln!(io::stderr(), "{text}").expect("somebody listens");
}

/// A process of the operating system.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) id: u32,
    pub(crate) parent: u32,
    /// Whether the process has ended, but its parent has not asked for its status.
    pub(crate) is_zombie: bool,
}

/// All processes, as Linux lists them. On other systems there are none.
pub(crate) fn processes() -> Vec<Process> {
    let folders = fs::read_dir("/proc").into_iter().flatten().flatten();
    let stats = folders.filter_map(|folder| fs::read_to_string(folder.path().join("stat")).ok());
    stats.filter_map(|stat| read_process(&stat)).collect()
}

/// Reads `7 (its name) S 1 …`. The name may contain parentheses.
fn read_process(stat: &str) -> Option<Process> {
    let (id, _) = stat.split_once(' ')?;
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    let is_zombie = fields.next()? == "Z";
    Some(Process { id: id.parse().ok()?, parent: fields.next()?.parse().ok()?, is_zombie })
}
