//! Twenty thousand random lines over each protocol: none hangs or ends the engine, and no answer is about another
//! position than the one that was sent.

use std::fmt::Write;

use bestply_catalogue::{Catalogue, Playable};
use bestply_engine::{Game, Start};
use bestply_testkit::Dice;

use crate::clients::{PAWNS, Protocol, answers, catalogue};

const SESSIONS: u64 = 200;
const LINES: usize = 100;
const SEARCHER: &str = "best-first:evaluations=20";

/// What stands in the place of a number.
const NUMBERS: [&str; 14] =
    ["0", "1", "7", "-3", "2.5", "1e1", "1e400", "nan", "", "soon", "5ms", "0x10", "99999999999999999999", "\u{661}"];

fn one<'t>(dice: &mut Dice, texts: &[&'t str]) -> &'t str {
    texts[dice.below(texts.len() as u64) as usize]
}

/// A move of a board with letters and digits, which is hardly ever legal, or a word of any kind.
fn any_move(dice: &mut Dice) -> String {
    let square = |dice: &mut Dice| format!("{}{}", one(dice, &["a", "c", "E", "i", "j", "z"]), dice.below(11));
    match dice.below(5) {
        0 => {
            one(dice, &["", "3", "pass", "--", "PA", "resign", "0000", "\u{feff}a1", "e2e4", "swap-pieces"]).to_owned()
        }
        1 => square(dice) + &square(dice),
        _ => square(dice),
    }
}

/// A legal move mostly.
fn likely_move(dice: &mut Dice, game: &Game) -> String {
    let moves = game.move_texts();
    if moves.is_empty() || dice.happens(8) {
        any_move(dice)
    } else {
        moves[dice.below(moves.len() as u64) as usize].clone()
    }
}

fn begin(catalogue: &Catalogue, name: &str) -> Game {
    Game::new(catalogue, name, &Start::default()).expect("it is a game")
}

/// The game after these moves, if all are legal.
fn after(mut game: Game, moves: &[String]) -> Option<Game> {
    moves.iter().try_for_each(|mv| game.play(mv).map(drop)).ok().map(|()| game)
}

/// A client sends moves of which some are none, and asks. Each `go` has one answer, of the position that was sent last.
#[test]
fn uci() {
    let catalogue = catalogue();
    let start = begin(&catalogue, PAWNS);
    let mut searched = 0;
    for seed in 0..SESSIONS {
        let mut dice = Dice::new(seed);
        let (mut input, mut sent, mut asked) = (String::new(), Some(start.clone()), Vec::new());
        for _ in 0..LINES {
            match dice.below(8) {
                0..=2 => {
                    let mut moves = Vec::new();
                    for _ in 0..dice.below(6) {
                        let known = after(start.clone(), &moves).unwrap_or_else(|| start.clone());
                        // Blanks divide moves, so that an empty one is none.
                        moves.extend(Some(likely_move(&mut dice, &known)).filter(|mv| !mv.is_empty()));
                    }
                    let position = one(
                        &mut dice,
                        &[
                            "position startpos",
                            "position startpos",
                            "  joho position startpos",
                            "position fen x",
                            "position",
                        ],
                    );
                    writeln!(input, "{position} moves {}", moves.join(" ")).unwrap();
                    sent = position.ends_with("startpos").then(|| after(start.clone(), &moves)).flatten();
                }
                3..=5 => {
                    let limit = one(&mut dice, &["nodes", "depth", "movestogo", "perft", "winc", "searchmoves"]);
                    writeln!(input, "go nodes 20 {limit} {}", one(&mut dice, &NUMBERS)).unwrap();
                    asked.push(sent.clone());
                }
                6 => writeln!(
                    input,
                    "setoption name {} value {}",
                    one(&mut dice, &["Hash", "leaves", "Ponder", "x"]),
                    one(&mut dice, &NUMBERS[..3])
                )
                .unwrap(),
                _ => writeln!(
                    input,
                    "{}",
                    one(&mut dice, &["", "isready", "stop", "ponderhit", "debug on", "hello", "\u{7f}\u{0}", "d"])
                )
                .unwrap(),
            }
        }
        let said = answers(PAWNS, Protocol::Uci, SEARCHER, input.as_bytes());
        let best: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
        assert_eq!(best.len(), asked.len(), "each go has one answer:\n{input}\n{said}");
        for (best, game) in best.into_iter().zip(asked) {
            let mv = best.split(' ').next().unwrap_or_default();
            match game.filter(|game| !game.is_over()) {
                Some(game) => {
                    assert!(game.move_texts().iter().any(|legal| legal == mv), "{mv} in {}", game.position().text());
                    searched += 1;
                }
                None => assert_eq!(mv, "(none)", "{input}"),
            }
        }
    }
    assert!(searched > 2000, "{searched} positions were searched");
}

/// What is refused changes nothing: the board is that of a session of the accepted commands alone.
#[test]
fn gtp() {
    for (game, sessions) in [("go-9x9", 0..SESSIONS / 2), ("othello", SESSIONS / 2..SESSIONS)] {
        for seed in sessions {
            let mut dice = Dice::new(seed);
            let start = begin(&Catalogue::standard(), game);
            let mut lines = Vec::new();
            for _ in 0..LINES {
                let color = one(&mut dice, &["b", "w", "black", "WHITE", "red"]);
                lines.push(match dice.below(10) {
                    0..=4 => format!(
                        "play {color} {}",
                        if dice.happens(50) {
                            any_move(&mut dice)
                        } else {
                            start.about().gtp.written(&likely_move(&mut dice, &start))
                        }
                    ),
                    5 => format!("genmove {color}"),
                    6 => "undo".to_owned(),
                    7 => format!(
                        "{} {}",
                        one(&mut dice, &["komi", "boardsize", "level", "time_left b", "known_command"]),
                        one(&mut dice, &NUMBERS)
                    ),
                    8 => format!("play {color}"),
                    _ => one(&mut dice, &["12 name", "clear_board 1", "final_score", "hello", "reg_genmove b", "7"])
                        .to_owned(),
                });
            }
            let said =
                answers(game, Protocol::Gtp, SEARCHER, (lines.join("\n") + "\nshowboard\nlegal_moves\n").as_bytes());
            let answers_of: Vec<&str> = said.split_terminator("\n\n").collect();
            assert_eq!(answers_of.len(), LINES + 2, "each line has one answer: {lines:?}\n{said}");
            let mut accepted = String::new();
            for (line, answer) in lines.iter().zip(&answers_of).filter(|(_, answer)| answer.starts_with('=')) {
                match line.strip_prefix("genmove ") {
                    // What was chosen is told as a move of the client's.
                    Some(color) => writeln!(accepted, "play {color} {}", answer[1..].trim()).unwrap(),
                    None => writeln!(accepted, "{line}").unwrap(),
                }
            }
            let again =
                answers(game, Protocol::Gtp, SEARCHER, (accepted.clone() + "showboard\nlegal_moves\n").as_bytes());
            let board = |said: &str| {
                let answers: Vec<&str> = said.split_terminator("\n\n").collect();
                answers[answers.len() - 2..].join("\n")
            };
            assert_eq!(board(&said), board(&again), "{lines:?}");
            assert!(!again.contains('?'), "what was accepted is accepted again: {accepted}\n{again}");
        }
    }
}

/// A move is answered only where the game and all moves since were understood.
#[test]
fn nboard() {
    let start = begin(&Catalogue::standard(), "othello");
    let mut searched = 0;
    for seed in 0..SESSIONS {
        let mut dice = Dice::new(seed);
        let (mut input, mut sent, mut asked) = (String::new(), Some(start.clone()), Vec::new());
        for _ in 0..LINES {
            match dice.below(8) {
                0 => {
                    let game = one(
                        &mut dice,
                        &["(;GM[Othello];)", "(;GM[Othello]B[F5]W[D6];)", "(;GM[Othello]B[F5]W[A1];)", "nothing", ""],
                    );
                    writeln!(input, "set game {game}").unwrap();
                    sent = match game {
                        "(;GM[Othello];)" => Some(start.clone()),
                        "(;GM[Othello]B[F5]W[D6];)" => after(start.clone(), &["f5".to_owned(), "d6".to_owned()]),
                        _ => None,
                    };
                }
                1..=3 => {
                    let mv = likely_move(&mut dice, sent.as_ref().unwrap_or(&start));
                    writeln!(input, "move {mv}").unwrap();
                    sent = sent.and_then(|game| after(game, &[mv.replace("PA", "pass")]));
                }
                4..=5 => {
                    writeln!(input, "go\nlearn").unwrap();
                    asked.push(sent.clone());
                }
                6 => writeln!(
                    input,
                    "set {} {}",
                    one(&mut dice, &["depth", "contempt", "x"]),
                    one(&mut dice, &NUMBERS[2..5])
                )
                .unwrap(),
                _ => writeln!(input, "{}", one(&mut dice, &["", "hello", "\u{7f}\u{0}", "hint x"])).unwrap(),
            }
        }
        let said = answers("othello", Protocol::NBoard, SEARCHER, input.as_bytes());
        let mut parts = said.split("learned");
        for game in asked {
            let before = parts.next().expect("each line is answered");
            let best =
                before.lines().find_map(|line| line.strip_prefix("=== ")).map(|best| best.split('/').next().unwrap());
            match game.filter(|game| !game.is_over()) {
                Some(game) => {
                    let best = best.map(|best| if best == "PA" { "--".to_owned() } else { best.to_lowercase() });
                    let is_legal = best.is_some_and(|best| game.move_texts().contains(&best));
                    assert!(is_legal, "{}\n{input}\n{said}", game.position().text());
                    searched += 1;
                }
                None => assert_eq!(best, None, "{input}\n{said}"),
            }
        }
    }
    assert!(searched > 1000, "{searched} positions were searched");
}
