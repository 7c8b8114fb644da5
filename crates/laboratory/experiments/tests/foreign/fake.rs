//! Foreign programs for Othello: engines that behave as white and have an ill as black,
//! and an evaluation that dies on demand.

use std::io::{self, BufRead, Write};
use std::process::{ExitCode, exit};
use std::time::Duration;
use std::{fs, thread};

use bestply::othello::Othello;
use bestply::{Position, Side};
use serde_json::{Value as Json, json};

/// The first argument of a fake.
pub(crate) const MARK: &str = "fake-program";

/// The command line of a fake of this kind, with what it is told.
pub(crate) fn command(kind: &str, told: &str) -> String {
    let program = std::env::current_exe().expect("a test has a path");
    format!("'{}' {MARK} {kind} '{told}'", program.display())
}

/// Behaves as a program of this kind until its input ends.
pub(crate) fn run(kind: &str, told: &str) -> ExitCode {
    let mut position = Othello::start();
    let mut requests = 0;
    for line in io::stdin().lock().lines() {
        let line = line.expect("lines are text");
        let answer = match kind {
            "gtp" => gtp(&mut position, &line, told),
            "nboard" => nboard(&mut position, &line),
            "json" => json(&line, &mut requests, told),
            _ => panic!("no such fake: {kind}"),
        };
        print!("{answer}");
        if io::stdout().flush().is_err() || line.ends_with("quit") {
            break;
        }
    }
    ExitCode::SUCCESS
}

fn gtp(position: &mut Othello, line: &str, ill: &str) -> String {
    let (number, command) = line.split_once(' ').unwrap_or(("", line));
    let words: Vec<&str> = command.split(' ').collect();
    let answer = match words[..] {
        ["protocol_version"] => "2".to_owned(),
        ["list_commands"] => "clear_board\nplay\ngenmove".to_owned(),
        ["clear_board"] => {
            *position = Othello::start();
            String::new()
        }
        ["play", _, mv] => {
            play(position, mv);
            String::new()
        }
        ["genmove", color] => {
            // The ill shows from the second move on, so that each game has begun.
            let is_ill = color == "black" && position.empties() < 55;
            match ill {
                "dies" if is_ill => die("no more"),
                "stalls" if is_ill => loop {
                    thread::sleep(Duration::from_secs(3600));
                },
                "plays-illegally" if is_ill => "a1".to_owned(),
                "talks-nonsense" if is_ill => return "let me see\n\n".to_owned(),
                "resigns" if is_ill => "resign".to_owned(),
                _ => choose(position),
            }
        }
        _ => String::new(),
    };
    format!("={number} {answer}\n\n")
}

fn nboard(position: &mut Othello, line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        ["set", "game", ..] => {
            *position = Othello::start();
            let game = line.split_once("*]").expect("a game has a start").1;
            game.split(']').filter_map(|field| field.split_once('[')).for_each(|(_, mv)| play(position, mv));
            String::new()
        }
        ["move", mv] => {
            play(position, mv);
            String::new()
        }
        ["ping", number] => format!("pong {number}\n"),
        // The engine is told of its own move when the game goes on.
        ["go"] => format!("=== {}\n", choose(&mut position.clone())),
        _ => String::new(),
    }
}

fn play(position: &mut Othello, mv: &str) {
    let mv = if ["pass", "PA"].contains(&mv) { "--" } else { mv };
    let mv = position.read_moves(mv).unwrap_or_else(|error| panic!("a fake is told legal moves: {error}"))[0];
    position.make(mv);
}

/// Makes the first legal move.
fn choose(position: &mut Othello) -> String {
    let mv = position.nth_move(0);
    position.make(mv);
    mv.to_string().to_uppercase()
}

/// Black's discs minus white's. The fake dies at the request whose number stands in this file, if there is such a file.
fn json(line: &str, requests: &mut u64, file: &str) -> String {
    let message: Json = serde_json::from_str(line).expect("bestply writes JSON");
    if message.get("bestply").is_some() {
        assert_eq!(message["game"], "othello");
        return format!("{}\n", json!({ "name": "discs" }));
    }
    *requests += 1;
    if fs::read_to_string(file).is_ok_and(|number| number.trim() == requests.to_string()) {
        die("out of memory");
    }
    let positions = message["positions"].as_array().expect("positions are a list");
    let values: Vec<Json> = positions.iter().map(difference).collect();
    format!("{}\n", json!({ "id": message["id"], "values": values }))
}

fn difference(position: &Json) -> Json {
    let position: Othello = position.as_str().expect("a position is a text").parse().expect("of a board");
    let discs = |side: Side| i64::from(position.discs(side).count_ones());
    json!(discs(Side::Max) - discs(Side::Min))
}

fn die(words: &str) -> ! {
    eprintln!("{words}");
    exit(3)
}
