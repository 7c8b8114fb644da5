//! Foreign programs, each with one ill; the program `well` has none.

use std::io::{self, BufRead, Write};
use std::process::{Command, ExitCode, Stdio, exit};
use std::thread;
use std::time::Duration;

use bestply_core::{Position, Side};
use bestply_foreign::{EngineSettings, ForeignEngine, Protocol};
use bestply_othello::{Move, Othello};
use serde_json::{Value as Json, json};

/// The first argument that marks a process as a fake.
pub(crate) const MARK: &str = "fake-program";

/// The commands that a fake over GTP knows, including those that not every engine knows.
const ALL: [&str; 10] =
    ["name", "quit", "set_game", "boardsize", "clear_board", "level", "time_settings", "time_left", "play", "genmove"];

/// Behaves as a program of this kind with this ill until its input ends.
pub(crate) fn run(kind: &str, ill: &str) -> ExitCode {
    if kind == "host" {
        be_a_host(ill);
    }
    match ill {
        "dies-at-start" => die(),
        "stalls-at-start" => stall(),
        "deaf" => stall(),
        "closes-input" => close_input(),
        _ => (),
    }
    let mut fake = Fake { ill: ill.to_owned(), position: Othello::start(), companion: None, heard: Vec::new() };
    if ill == "has-a-companion" {
        fake.companion = Some(start_companion());
    }
    for line in io::stdin().lock().lines() {
        let line = line.expect("lines are text");
        let answer = match kind {
            "gtp" => fake.gtp(&line),
            "nboard" => fake.nboard(&line),
            "uci" => fake.uci(&line),
            "json" => fake.json(&line),
            _ => panic!("no such fake: {kind}"),
        };
        say(&answer);
        if line.ends_with("quit") && ill != "never-quits" {
            return ExitCode::SUCCESS;
        }
    }
    match ill {
        "never-quits" => stall(),
        _ => ExitCode::SUCCESS,
    }
}

struct Fake {
    ill: String,
    position: Othello,
    /// The process that this fake has started.
    companion: Option<u32>,
    /// All commands, as they were sent.
    heard: Vec<String>,
}

impl Fake {
    fn gtp(&mut self, line: &str) -> String {
        let (number, command) = line.split_once(' ').unwrap_or(("", line));
        self.heard.push(command.to_owned());
        let words: Vec<_> = command.split(' ').collect();
        let answer = match words[..] {
            ["protocol_version"] => "2".to_owned(),
            ["name"] => self.companion.map_or_else(|| self.ill.clone(), |companion| companion.to_string()),
            ["list_commands"] if self.ill == "knows-little" => "name\nquit".to_owned(),
            ["list_commands"] if self.ill == "has-no-levels" => "clear_board\nplay\ngenmove".to_owned(),
            ["list_commands"] => ALL.join("\n"),
            ["clear_board"] => {
                self.position = Othello::start();
                String::new()
            }
            ["play", _, "pass"] => self.play("--"),
            ["play", _, mv] => self.play(mv),
            ["genmove", _] => match self.choose() {
                Ok(mv) => {
                    self.play(&mv.to_string());
                    mv.to_string().replace("--", "pass").to_uppercase()
                }
                Err(Ill::Says(said)) => return said,
                Err(Ill::Plays(mv)) => mv,
            },
            _ => String::new(),
        };
        format!("={number} {answer}\n\n")
    }

    fn nboard(&mut self, line: &str) -> String {
        self.heard.push(line.to_owned());
        let words: Vec<_> = line.split(' ').collect();
        match words[..] {
            ["set", "depth", depth] => format!("set myname {}{depth}\n", self.ill),
            ["set", "game", ..] => {
                self.position = Othello::start();
                let game = line.split_once("*]").expect("a game has a start").1;
                for mv in game.split(']').filter_map(|field| field.split_once('[')) {
                    self.play(&mv.1.replace("PA", "--"));
                }
                String::new()
            }
            ["move", mv] => self.play(&mv.replace("PA", "--")),
            ["ping", number] => format!("status listening\npong {number}\n"),
            ["go"] => match self.choose() {
                Ok(mv) => {
                    format!("status thinking\n=== {}/1.25/0.5\n", mv.to_string().replace("--", "PA").to_uppercase())
                }
                Err(Ill::Says(said)) => said,
                Err(Ill::Plays(mv)) => format!("=== {mv}\n"),
            },
            _ => String::new(),
        }
    }

    /// Othello over UCI: what is said is the same in any game.
    fn uci(&mut self, line: &str) -> String {
        self.heard.push(line.to_owned());
        let words: Vec<_> = line.split(' ').collect();
        match words[..] {
            ["uci"] => format!(
                "id name {}\nid author nobody\noption name Skill Level type spin default 20 min 0 max 20\nuciok\n",
                self.ill
            ),
            ["isready"] => "info string loading\nreadyok\n".to_owned(),
            ["position", "startpos", ref moves @ ..] => {
                self.position = Othello::start();
                moves.iter().skip(1).for_each(|mv| drop(self.play(mv)));
                String::new()
            }
            ["go", ..] => match self.choose() {
                Ok(mv) => format!("info depth 1 score cp 3 pv {mv}\nbestmove {mv} ponder {mv}\n"),
                Err(Ill::Says(said)) => said,
                Err(Ill::Plays(mv)) => format!("bestmove {mv}\n"),
            },
            _ => String::new(),
        }
    }

    fn play(&mut self, mv: &str) -> String {
        let mv = self.position.read_moves(mv).unwrap_or_else(|error| panic!("a fake is told legal moves: {error}"))[0];
        self.position.make(mv);
        String::new()
    }

    /// The first legal move, if the fake is well.
    fn choose(&self) -> Result<Move, Ill> {
        let says = |text: &str| Err(Ill::Says(text.to_owned()));
        match self.ill.as_str() {
            "dies" => die(),
            "stalls" => stall(),
            "closes-output" => close_output(),
            "floods" => loop {
                say("status thinking\n");
            },
            "never-ends-its-answer" => {
                say("= d3");
                loop {
                    say("d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3");
                }
            }
            "complains" => (0..50_000).for_each(|_| eprintln!("this position is unusually difficult")),
            "talks-nonsense" => return says("my move is d3\n\n"),
            "says-nothing" => return says("=\n\n===\nbestmove (none)\n"),
            "answers-another" => return says("=777 d3\n\n"),
            "refuses" => return says("? I do not want to\n\n"),
            "plays-what-it-heard" => return Err(Ill::Plays(self.heard.join(";").replace([' ', '/'], "_"))),
            "resigns" => return Err(Ill::Plays("resign".to_owned())),
            "plays-illegally" => return Err(Ill::Plays("a1".to_owned())),
            _ => (),
        }
        Ok(self.position.nth_move(0))
    }

    /// The values of an evaluation: black's discs minus white's, and what [`seen_from`] says where parents are told.
    fn json(&self, line: &str) -> String {
        let message: Json = serde_json::from_str(line).expect("bestply writes JSON");
        if let Some(version) = message.get("bestply") {
            assert_eq!((version, &message["game"]), (&json!(1), &json!("othello")));
            let is_told = message.get("depends_on_parent");
            assert_eq!(is_told, (self.ill == "depends-on-parent").then_some(&json!(true)));
            return match self.ill.as_str() {
                "has-no-name" => "{}\n".to_owned(),
                "knows-no-othello" => "{\"error\": \"I only know chess\"}\n".to_owned(),
                _ => format!("{}\n", json!({ "name": self.ill, "version": 7 })),
            };
        }
        let positions = message["positions"].as_array().expect("positions are a list");
        let mut values: Vec<Json> = positions.iter().map(difference).collect();
        let mut id = message["id"].clone();
        match self.ill.as_str() {
            "dies" => die(),
            "stalls" => stall(),
            "closes-output" => close_output(),
            "floods" => loop {
                say("thinking\n");
            },
            "says-how-many" => values.fill(json!(positions.len())),
            "depends-on-parent" => values = seen_from(&message),
            _ if message.get("parents").is_some() || message.get("moves").is_some() => panic!("nobody asked for these"),
            "loses-one" => drop(values.pop()),
            "values-fractions" => values.fill(json!(0.5)),
            "values-too-much" => values.fill(json!(1_u64 << 31)),
            "answers-another" => id = json!(777),
            "refuses" => return format!("{}\n", json!({ "id": id, "error": "out of memory" })),
            "talks-nonsense" => return "hello\n".to_owned(),
            // The start has a disc difference of 0, and the position after the first move one of 3.
            "dies-later" if values != [json!(0)] => die(),
            _ => (),
        }
        format!("{}\n", json!({ "id": id, "values": values }))
    }
}

/// What an ill fake does instead of choosing a move.
enum Ill {
    /// It says this line, whatever the protocol.
    Says(String),
    /// It plays this move.
    Plays(String),
}

fn difference(position: &Json) -> Json {
    let position: Othello = position.as_str().expect("a position is a text").parse().expect("of a board");
    let discs = |side: Side| i64::from(position.discs(side).count_ones());
    json!(discs(Side::Max) - discs(Side::Min))
}

/// The values of a request's positions: twice their own differences minus their parents'.
///
/// Each parent's move leads to its position. A position without a parent has its own difference.
fn seen_from(message: &Json) -> Vec<Json> {
    let lists = ["positions", "parents", "moves"].map(|key| message[key].as_array().expect("it is a list"));
    let [positions, parents, moves] = lists;
    assert_eq!((positions.len(), positions.len()), (parents.len(), moves.len()));
    let values = positions.iter().zip(parents).zip(moves).map(|((position, parent), mv)| {
        let Some(mv) = mv.as_str() else {
            assert!(parent.is_null());
            return difference(position);
        };
        let mut child: Othello = parent.as_str().expect("a parent is a text").parse().expect("of a board");
        child.make(child.read_moves(mv).expect("the move is the parent's")[0]);
        assert_eq!(child.to_string(), position.as_str().expect("a position is a text"));
        let number = |difference: Json| difference.as_i64().expect("it is a number");
        json!(2 * number(difference(position)) - number(difference(parent)))
    });
    values.collect()
}

/// Prints a line, and ends the fake if nobody listens any more.
fn say(text: &str) {
    let mut output = io::stdout().lock();
    if output.write_all(text.as_bytes()).and_then(|()| output.flush()).is_err() {
        exit(0);
    }
}

/// Starts an engine of its own, prints that engine's name, and does nothing more.
fn be_a_host(ill: &str) -> ! {
    let settings = EngineSettings::new(crate::command("gtp", ill), Protocol::Gtp);
    let engine = ForeignEngine::start(settings).expect("it starts");
    say(&format!("{}\n", engine.name()));
    stall()
}

fn die() -> ! {
    eprintln!("loading\nno weights\n");
    exit(3)
}

fn stall() -> ! {
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}

#[cfg(unix)]
fn close_output() -> ! {
    rustix::stdio::dup2_stdout(nothing()).expect("it can be replaced");
    stall()
}

#[cfg(unix)]
fn close_input() -> ! {
    rustix::stdio::dup2_stdin(nothing()).expect("it can be replaced");
    stall()
}

#[cfg(unix)]
fn nothing() -> std::fs::File {
    std::fs::File::open("/dev/null").expect("there is nothing")
}

#[cfg(not(unix))]
fn close_output() -> ! {
    exit(0)
}

#[cfg(not(unix))]
fn close_input() -> ! {
    exit(0)
}

/// Starts a process that keeps the pipes of this one open.
fn start_companion() -> u32 {
    let program = std::env::current_exe().expect("a test has a path");
    let mut companion = Command::new(program);
    companion.args([MARK, "gtp", "deaf"]).stdin(Stdio::null());
    companion.spawn().expect("it can be started").id()
}
