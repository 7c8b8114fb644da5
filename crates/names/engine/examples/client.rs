//! Plays an engine against itself or another one over GTP, and takes the time as a client does.
//!
//! ```text
//! client GAME GAMES MAIN INCREMENT COMMAND…    clocks: seconds for the game, and seconds for each move
//! client GAME GAMES - LIMIT COMMAND…           no clocks; how many answers took longer than LIMIT seconds
//! client GAME GAMES … COMMAND… against COMMAND…    a match: two games from each start, sides exchanged
//! ```
//!
//! Each side is a process of its own, started once for all games.
//! An engine is told what its `list_commands` has, so that it may be any program, as one with a board would start it:
//!
//! ```text
//! client go-9x9 20 - 5 xtask engine go-9x9 --protocol gtp against \
//!     gnugo --mode gtp --chinese-rules --positional-superko --capture-all-dead
//! ```
//!
//! It fails where an engine plays an illegal move, loses a game on time, or counts otherwise than the referee.
//! The last line says how many games were lost on time, and how long answers took.
//! Before it stands a match's score, and in how many games both engines counted the score that the referee counts.

use std::collections::HashSet;
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use bestply::Side;
use bestply_catalogue::{Catalogue, Playable};
use bestply_engine::{Clocks, Game, GameOutcome, Start, TimeControl};

/// A process that speaks GTP.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    commands: HashSet<String>,
}

impl Engine {
    fn start(command: &[String]) -> Result<Engine, Box<dyn Error>> {
        let mut child =
            Command::new(&command[0]).args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().ok_or("it has no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("it has no output")?);
        let mut engine = Engine { child, input, output, commands: HashSet::new() };
        engine.commands = engine.ask("list_commands")?.split_whitespace().map(str::to_owned).collect();
        Ok(engine)
    }

    /// Sends a command that the engine has.
    fn tell(&mut self, command: &str) -> Result<(), Box<dyn Error>> {
        let name = command.split(' ').next().unwrap_or_default();
        if self.commands.contains(name) { self.ask(command).map(drop) } else { Ok(()) }
    }

    /// Sends a command, and returns the text of the answer.
    fn ask(&mut self, command: &str) -> Result<String, Box<dyn Error>> {
        self.input.write_all(format!("{command}\n").as_bytes())?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(format!("the engine ended at `{command}`").into());
            }
            if line.trim().is_empty() && !answer.is_empty() {
                break;
            }
            answer += &line;
        }
        match answer.strip_prefix('=') {
            Some(text) => Ok(text.trim().to_owned()),
            None => Err(format!("`{command}`: {answer}").into()),
        }
    }
}

/// What was measured.
#[derive(Default)]
struct Measured {
    answers: Vec<Duration>,
    lost_on_time: u32,
    /// The points of the first engine in each game: 1, 0.5 or 0.
    points: Vec<f64>,
    least_left: Option<Duration>,
    /// The games that both engines counted, and those of them in which both counted as the referee does.
    counted: u32,
    counted_alike: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, games, main, increment, command @ ..] = &arguments[..] else {
        return Err("client GAME GAMES MAIN INCREMENT COMMAND… [against COMMAND…]".into());
    };
    let (command, other) = match command.iter().position(|word| word == "against") {
        Some(place) => (&command[..place], Some(&command[place + 1..])),
        None => (command, None),
    };
    let seconds = |text: &str| text.parse().map(Duration::from_secs_f64);
    let control = match main.as_str() {
        "-" => TimeControl::None,
        main => TimeControl::Main { main: seconds(main)?, increment: seconds(increment)? },
    };
    let catalogue = Catalogue::standard();
    let mut engines = [Engine::start(command)?, Engine::start(other.unwrap_or(command))?];
    let mut measured = Measured::default();
    for number in 1..=games.parse::<u64>()? {
        let start = Start::Number(1);
        let mut game = Game::new(&catalogue, name, &start)?;
        let exchanges = other.is_some() && number % 2 == 0;
        let opening = if other.is_some() { number.div_ceil(2) } else { number };
        if exchanges {
            engines.reverse();
        }
        let winner = play(&mut game, opening, &mut engines, control, &mut measured)?;
        if exchanges {
            engines.reverse();
        }
        let first = if exchanges { Side::Min } else { Side::Max };
        measured.points.push(winner.map_or(0.5, |winner| f64::from(u8::from(winner == first))));
    }
    for engine in &mut engines {
        engine.ask("quit")?;
        engine.child.wait()?;
    }
    if other.is_some() {
        tell_score(&measured.points);
    }
    let is_right = measured.lost_on_time == 0 && measured.counted_alike == measured.counted;
    tell(measured, seconds(increment)?);
    if is_right { Ok(()) } else { Err("a game was lost on time or counted otherwise".into()) }
}

/// Plays a game after a few moves that the opening's number says. The first engine has black. Returns who won.
fn play(
    game: &mut Game,
    opening: u64,
    engines: &mut [Engine; 2],
    control: TimeControl,
    measured: &mut Measured,
) -> Result<Option<Side>, Box<dyn Error>> {
    let mut clocks = Clocks::new(control);
    for engine in &mut *engines {
        begin(engine, game, control)?;
    }
    for ply in 0..4 {
        let moves = game.move_texts().len();
        tell_move(game, (opening / 3_u64.pow(ply)) as usize % moves, engines.iter_mut())?;
    }
    while !game.is_over() {
        let side = game.to_move();
        let color = color(side);
        let [black, white] = engines;
        let (own, other) = if side == Side::Max { (black, white) } else { (white, black) };
        if let Some(left) = clocks.time_left(side) {
            own.tell(&format!("time_left {color} {:.3} 0", left.time.as_secs_f64()))?;
        }
        let asked = Instant::now();
        let answer = own.ask(&format!("genmove {color}"))?;
        let taken = asked.elapsed();
        if game.move_texts().len() > 1 {
            measured.answers.push(taken);
        }
        if !clocks.spend(side, taken) {
            measured.lost_on_time += 1;
            println!("opening {opening}: {color} lost on time at ply {}: {taken:?}", game.played().len());
            return Ok(Some(side.other()));
        }
        let left = clocks.time_left(side).map(|left| left.time);
        measured.least_left = left.into_iter().chain(measured.least_left).min();
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Some(side.other()));
        }
        let index = game.find(&game.about().gtp.read(&answer).ok_or_else(|| format!("`{answer}` is no vertex"))?)?;
        tell_move(game, index, [other])?;
    }
    count(game, engines, measured)?;
    Ok(game.outcome().and_then(GameOutcome::winner))
}

/// Begins a game with an engine.
fn begin(engine: &mut Engine, game: &Game, control: TimeControl) -> Result<(), Box<dyn Error>> {
    let about = game.about();
    engine.tell(&format!("set_game {}", about.title)).or_else(|_| engine.tell("set_game Go"))?;
    if let Some(board) = game.position().board() {
        engine.tell(&format!("boardsize {}", board.columns))?;
    }
    engine.ask("clear_board")?;
    if let Some(komi) = about.gtp.komi {
        engine.tell(&format!("komi {komi}"))?;
    }
    let TimeControl::Main { main, increment } = control else { return Ok(()) };
    engine.tell(&format!("kata-time_settings fischer {} {}", main.as_secs_f64(), increment.as_secs_f64()))
}

/// Asks both engines for the score of the finished game, where they have the command.
fn count(game: &Game, engines: &mut [Engine; 2], measured: &mut Measured) -> Result<(), Box<dyn Error>> {
    let score = game.outcome().and_then(|outcome| outcome.score);
    let Some(points) = score.filter(|_| engines.iter().all(|one| one.commands.contains("final_score"))) else {
        return Ok(());
    };
    measured.counted += 1;
    let mut alike = true;
    for engine in engines {
        let said = engine.ask("final_score")?;
        let number = |sign: f64, number: &str| number.parse().map(|number: f64| sign * number);
        let score = match said.split_at_checked(2) {
            Some(("B+", margin)) => number(1.0, margin)?,
            Some(("W+", margin)) => number(-1.0, margin)?,
            _ => number(1.0, &said)?,
        };
        if score != f64::from(points) {
            println!("{said} is counted where it is {points} for black: {}", game.position().text());
            alike = false;
        }
    }
    measured.counted_alike += u32::from(alike);
    Ok(())
}

/// Tells the first engine's score with its 95 % interval, which takes the two games of a start as one sample.
fn tell_score(points: &[f64]) {
    let pairs: Vec<f64> = points.chunks_exact(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect();
    let count = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / count;
    let variance = pairs.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let error = 1.96 * (variance / count).sqrt();
    println!("the first engine scores {:.1} % (±{:.1}) in {} games", 100.0 * mean, 100.0 * error, points.len());
}

/// Plays a move, and tells these engines of it.
fn tell_move<'e>(
    game: &mut Game,
    index: usize,
    engines: impl IntoIterator<Item = &'e mut Engine>,
) -> Result<(), Box<dyn Error>> {
    let side = game.to_move();
    game.play_at(index);
    let text = &game.played().last().ok_or("a move was played")?.text;
    let text = if text == "--" { "pass".to_owned() } else { game.about().gtp.written(text) };
    let command = format!("play {} {text}", color(side));
    for engine in engines {
        let told = engine.ask(&command).map(drop);
        // GRhino passes by itself where it must, and wants to hear of no pass.
        if text != "pass" || game.about().gtp.komi.is_some() {
            told?;
        }
    }
    Ok(())
}

fn color(side: Side) -> &'static str {
    if side == Side::Max { "black" } else { "white" }
}

fn tell(measured: Measured, limit: Duration) {
    let Measured { mut answers, lost_on_time, least_left, counted, counted_alike, .. } = measured;
    if counted > 0 {
        println!("{counted_alike} of {counted} games are counted alike by both engines and the referee");
    }
    answers.sort();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let at = |part: f64| milliseconds(answers[((answers.len() - 1) as f64 * part) as usize]);
    print!("{} answers: p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms", answers.len(), at(0.5), at(0.99), at(1.0));
    match least_left {
        Some(left) => println!("; {lost_on_time} games lost on time, at least {:.0} ms left", milliseconds(left)),
        None => {
            let late = answers.iter().filter(|&&answer| answer > limit).count();
            println!("; {late} took more than {:.0} ms", milliseconds(limit));
        }
    }
}
