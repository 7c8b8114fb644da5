//! `cargo xtask solve` from a user's point of view.

use crate::Folder;

/// Four squares are empty, and X, to move, has to pass.
const BOARD: &str = "OOOOOOOOOOXXXXXOOXOXXXXOOXXOXXXOOXXXOXXOOXXXXOXOOXXXXX-O-XXXXX-- X";

/// A memory whose file is written and read at once.
const SMALL: &str = "--bytes 1048576";

fn output_of_solve(folder: &Folder, arguments: &str) -> String {
    let ran = folder.succeed(&format!("solve othello {arguments}"));
    assert_eq!(ran.stderr, "", "{arguments}");
    ran.stdout
}

#[test]
fn a_board_is_solved() {
    let text = output_of_solve(&Folder::new("solve/board"), &format!("'{BOARD}' --bytes 100000"));
    let (results, speed) = text.split_once("seconds").unwrap();
    insta::assert_snapshot!(results, @r"
    empty squares  4
    score          -30 for X
    best move      --
    line           --a8--g7g8h8
    nodes          15
    ");
    assert!(speed.contains("nodes/s"));
}

#[test]
fn a_board_may_begin_with_an_empty_square_and_a_game_may_be_over() {
    let finished = format!("--X{}{} O", "-".repeat(29), "X".repeat(32));
    let text = output_of_solve(&Folder::new("solve/finished"), &format!("'{finished}'"));
    assert!(text.contains("score          -64 for O\nbest move      none\n"), "{text}");
}

#[test]
fn a_file_is_solved_line_by_line_beside_what_was_published() {
    let (squares, _) = BOARD.split_once(' ').unwrap();
    let folder = Folder::new("solve/file");
    let edax = format!("% as Edax has them\n{BOARD}; --:-30; A8:-34;\n");
    folder.write("right.txt", format!("# boards\n{BOARD}\n\n7 | {squares} | X | 4 | -30 | --\n{edax}"));
    let text = output_of_solve(&folder, "--file right.txt");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().take(7).collect()).collect();
    assert_eq!(rows[0], ["number", "empties", "score", "published", "move", "published", "nodes"]);
    assert_eq!(rows[1], ["2", "4", "-30", "-", "--", "-", "15"]);
    assert_eq!(rows[2], ["7", "4", "-30", "-30", "--", "--", "15"]);
    assert_eq!(rows[3], ["6", "4", "-30", "-30", "--", "--", "15"]);
    assert_eq!(rows.len(), 4);

    folder.write("wrong.txt", format!("7 | {squares} | X | 4 | -30 | A8\n"));
    let refused = folder.xtask("solve othello --file wrong.txt");
    assert_eq!(refused.code, Some(2));
    assert_eq!(refused.stderr, "error: not what was published: number 7\n");
}

#[test]
fn bad_input_gets_one_clear_line() {
    let (squares, _) = BOARD.split_once(' ').unwrap();
    let folder = Folder::new("solve/bad");
    let files = [
        ("empty.txt", "# nothing\n".to_owned()),
        ("fields.txt", format!("{BOARD}\n40 | {squares} | X\n")),
        ("count.txt", format!("40 | {squares} | X | 20 | +8 | a1\n")),
        ("score.txt", format!("40 | {squares} | X | 4 | much | a1\n")),
        ("move.txt", format!("40 | {squares} | X | 4 | +8 | a9\n")),
        ("board.txt", "OOO X\n".to_owned()),
        ("edax.txt", format!("{BOARD}; A8=18;\n")),
    ];
    for (file, text) in &files {
        folder.write(file, text);
    }
    let start = "---------------------------OX------XO--------------------------- X";
    let (letter, no_side) = (BOARD.replacen('O', "Q", 1), BOARD.trim_end_matches('X'));
    let mut lines = vec![
        "solve othello".to_owned(),
        format!("solve otello '{BOARD}'"),
        "solve othello 'XO X'".to_owned(),
        format!("solve othello '{letter}'"),
        format!("solve othello '{no_side}'"),
        format!("solve othello '{start}'"),
        format!("solve othello '{BOARD}' --bytes 0"),
        format!("solve othello '{BOARD}' --file empty.txt"),
        "solve othello --file no-such-file".to_owned(),
    ];
    lines.extend(files.map(|(file, _)| format!("solve othello --file {file}")));
    let all: String = lines.iter().map(|line| folder.complaint(line)).collect();
    insta::assert_snapshot!(all, @r"
    error: solve othello needs a board, --file FILE, or --solver for another solver than the exact one
    error: unknown game `otello`; did you mean `othello`?
    error: no position of othello: a board has 64 squares, not 2
    error: no position of othello: character 1 (a1) must be X, O or -, not `Q`
    error: no position of othello: the 64 squares must be followed by the side to move, X or O
    error: 60 empty squares are too many to solve; at most 32
    error: invalid value '0' for '--bytes <N>': 0 is not in 65536..=68719476736
    error: the argument '[BOARD]' cannot be used with '--file <FILE>'
    error: no-such-file: cannot read the boards: No such file or directory (os error 2)
    error: empty.txt has no board
    error: fields.txt, line 2: a line is a board, or six fields between `|`, not 3 of them
    error: count.txt, line 1: 4 squares are empty, not `20`
    error: score.txt, line 1: the score must be a number, not `much`
    error: move.txt, line 1: a move must be a square, a1 to h8, or a pass, --, not `a9`
    error: board.txt, line 1: a board has 64 squares, not 3
    error: edax.txt, line 1: a move and its score are expected, as in `G8:+18`, not `A8=18`
    ");
}

/// What an option does where the solver finds who wins and by how much.
#[derive(Clone, Copy)]
enum Effect {
    Acts,
    /// The solver does so anyway.
    IsSo,
    IsRefused,
}

/// Each option of the help either changes what is printed or is refused, whichever solver there is.
#[test]
fn no_option_is_taken_and_ignored() {
    use Effect::{Acts, IsRefused, IsSo};
    let folder = Folder::new("solve/options");
    folder.write("boards", BOARD);
    folder.succeed(&format!("solve othello --solver proof-number --proof kept.proof '{BOARD}'"));
    let position = format!("--position '{BOARD}'");
    let options = [
        // With a board, with a file of them, by proof numbers, and with a proof to check.
        (position.clone(), [IsRefused; 4]),
        ("--moves --".to_owned(), [Acts, IsRefused, Acts, IsRefused]),
        ("--seed 2".to_owned(), [IsRefused; 4]),
        ("--set opening_plies=2".to_owned(), [IsRefused; 4]),
        ("--points".to_owned(), [IsSo, IsSo, Acts, IsRefused]),
        ("--at-least 40".to_owned(), [Acts, IsRefused, Acts, IsRefused]),
        ("--proof new.proof".to_owned(), [IsRefused, IsRefused, Acts, IsRefused]),
        ("--memory new.memory --bytes 65536".to_owned(), [IsRefused, IsRefused, IsSo, IsRefused]),
        ("--bytes 65536".to_owned(), [IsSo, IsSo, IsSo, IsRefused]),
        ("--file boards".to_owned(), [IsRefused; 4]),
        ("--solver proof-number".to_owned(), [Acts, IsRefused, IsRefused, IsRefused]),
        ("--check kept.proof".to_owned(), [IsRefused; 4]),
    ];
    let bases = [
        format!("solve othello '{BOARD}'"),
        "solve othello --file boards".to_owned(),
        format!("solve othello --solver proof-number '{BOARD}'"),
        "solve --check kept.proof".to_owned(),
    ];
    let said = |line: &str| {
        let text = folder.succeed(line).stdout;
        let is_measured = |line: &&str| line.starts_with("seconds") || line.starts_with("nodes/s");
        let words = text.lines().filter(|line| !is_measured(line)).flat_map(|line| line.split_whitespace().take(7));
        words.collect::<Vec<_>>().join(" ")
    };
    let usual = bases.each_ref().map(|base| said(base));
    assert_eq!(said(&format!("solve othello {position}")), usual[0], "--position is the board");
    for (option, effects) in &options {
        for ((base, usual), effect) in bases.iter().zip(&usual).zip(effects) {
            let line = format!("{base} {option}");
            match effect {
                Acts => assert_ne!(said(&line), *usual, "{line}"),
                IsSo => assert_eq!(said(&line), *usual, "{line}"),
                IsRefused => drop(folder.complaint(&line)),
            }
        }
    }
    let help = folder.succeed("solve --help").stdout;
    let words = help.split(|letter: char| letter != '-' && !letter.is_ascii_lowercase());
    for name in words.filter(|word| word.len() > 2 && word.starts_with("--") && *word != "--help") {
        assert!(options.iter().any(|(option, _)| option.split(' ').next() == Some(name)), "{name}");
    }
}

#[test]
fn one_question_takes_fewer_nodes_than_a_score() {
    let folder = Folder::new("solve/question");
    let board = format!("{}O-XX-X-O-X--XX--", &BOARD[..48]);
    for side in ['X', 'O'] {
        let text = folder.succeed(&format!("solve othello '{board} {side}'")).stdout;
        let number = |text: &str, name: &str| -> i64 {
            let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            line.split_whitespace().next().unwrap().parse().unwrap()
        };
        let (score, nodes) = (number(&text, "score"), number(&text, "nodes"));
        let score = if side == 'X' { score } else { -score };
        for (at_least, answer) in [(score, "X gets at least"), (score + 1, "X does not get")] {
            let text = folder.succeed(&format!("solve othello '{board} {side}' --at-least {at_least}")).stdout;
            assert!(text.contains(&format!("answer         {answer} {at_least:+}\n")), "{text}");
            assert!(number(&text, "nodes") < nodes, "{text}");
        }
    }
}

#[test]
fn any_game_is_solved_and_its_proof_is_checked() {
    let folder = Folder::new("solve/proof");
    for (line, said) in [
        ("tic-tac-toe", "a draw\nbest move "),
        ("tic-tac-toe --moves 'a1 a2 b1'", "x wins\nbest move "),
        ("tic-tac-toe --solver proof-number:method=pn", "a draw\n"),
        ("tic-tac-toe --solver proof-number:method=pn2 --at-least 1", "x does not win\n"),
        ("tic-tac-toe --solver proof-number:method=pds,addition=weak,leaf=mobility", "a draw\n"),
        ("othello --solver proof-number --points '{BOARD}'", "white wins by 30\n"),
        ("random --set branching=5 --set length=6 --seed 2", "MAX wins\n"),
    ] {
        let text = folder.succeed(&format!("solve {} --proof one.proof", line.replace("{BOARD}", BOARD))).stdout;
        assert!(text.starts_with(said), "{line}: {text}");
        let checked = folder.succeed("solve --check one.proof").stdout;
        assert!(checked.starts_with("proved: "), "{line}: {checked}");
        std::fs::remove_file(folder.path("one.proof")).unwrap();
    }
}

#[test]
fn a_game_that_goes_round_is_solved_and_not_played() {
    let folder = Folder::new("solve/goes-round");
    let position = "--position '..O../...../...../...../..X.. x boar,ox/crane,horse cobra -'";
    let solved = folder.succeed(&format!("solve onitama {position} --proof one.proof")).stdout;
    assert!(solved.starts_with("a draw\n"), "{solved}");
    assert!(folder.succeed("solve --check one.proof").stdout.contains("proved: dark does not lose"));
    for command in ["play", "analyse"] {
        let told = folder.complaint(&format!("{command} onitama {position}"));
        let refusal = "nothing ends a game that goes round from this position: it is for solve alone";
        assert_eq!(told, format!("error: {refusal}\n"));
    }
}

#[test]
fn a_search_that_gave_up_goes_on_from_its_memory() {
    let folder = Folder::new("solve/memory");
    let part = "solve tic-tac-toe --memory solver --solver proof-number:evaluations=500 --bytes 100000";
    let told = (0..100).map(|_| folder.succeed(part).stdout).find(|text| !text.starts_with("not solved"));
    assert!(told.is_some_and(|text| text.starts_with("a draw\n")));
    folder.write("solver", "nothing");
    assert!(folder.complaint(part).starts_with("error: --memory: solver"));
}

/// What was found in one game, or by one solver, is never taken for another's.
#[test]
fn a_memory_of_something_else_is_refused_and_left_alone() {
    let folder = Folder::new("solve/other-memory");
    let random = "random --set branching=3 --set length=4 --seed 4";
    folder.succeed(&format!("solve {random} {SMALL} --memory m"));
    let kept = folder.read("m");
    for other in [
        "random --set branching=3 --set length=7 --seed 4",
        "random --set branching=3 --set length=4 --seed 5",
        "random --set branching=2 --set length=4 --seed 4",
        "clobber-6x6 --solver proof-number:evaluations=1000",
        &format!("{random} --solver proof-number:method=pds"),
        &format!("{random} --solver proof-number:method=pn"),
        &format!("{random} --solver proof-number:addition=weak"),
        &format!("{random} --solver proof-number:leaf=mobility"),
        &format!("{random} --solver proof-number:epsilon=0.5"),
        &format!("{random} --bytes 65536"),
    ] {
        let bytes = if other.contains("--bytes") { "" } else { SMALL };
        let told = folder.complaint(&format!("solve {other} {bytes} --memory m"));
        assert!(
            told.starts_with("error: --memory: m: it is of random { branching = 3, length = 4 } number 4, "),
            "{told}"
        );
        let game = other.split(' ').next().unwrap();
        assert!(told.contains(&format!(", not of {game}")), "{told}");
        assert!(folder.read("m") == kept, "{other} writes to it");
    }
    folder.succeed(&format!("solve {random} {SMALL} --memory m --at-least 0"));
    // The same for games that are counted, and for other sizes of a board.
    folder.succeed(&format!("solve othello --solver proof-number '{BOARD}' {SMALL} --memory othello"));
    let points = format!("solve othello --solver proof-number --points '{BOARD}' {SMALL} --memory othello");
    assert!(folder.complaint(&points).contains("wins"));
    folder.succeed(&format!("solve clobber-6x6 --solver proof-number:evaluations=1000 {SMALL} --memory clobber"));
    let told = folder
        .complaint(&format!("solve clobber-10x10 --solver proof-number:evaluations=1000 {SMALL} --memory clobber"));
    assert!(told.contains("it is of clobber-6x6, ") && told.contains("not of clobber-10x10, "), "{told}");
}

#[test]
fn a_wrong_proof_is_refused_in_one_line() {
    let folder = Folder::new("solve/wrong");
    folder.succeed("solve tic-tac-toe --moves 'a1 a2 b1' --proof right.proof");
    let right = folder.text("right.proof");
    let cut = right.lines().take(9).collect::<Vec<_>>().join("\n");
    let wrong = [
        ("empty", String::new()),
        ("cut", cut),
        ("other-game", right.replace("game tic-tac-toe", "game connect-four")),
        ("no-game", right.replace("game tic-tac-toe", "game tic-tac-to")),
        ("other-position", right.replace("moves a1 a2 b1", "moves a1 b1 a2")),
        ("other-answer", right.replace("yes", "no")),
        ("no-positions", right.replace(" positions", " places")),
        ("ends-early", right.replacen("\n.\n", "\n*0\n", 1)),
        ("not-counted", right.replace("counts wins", "counts points")),
    ];
    let told: String = wrong
        .iter()
        .map(|(file, text)| {
            folder.write(file, text);
            folder.complaint(&format!("solve --check {file}"))
        })
        .collect();
    insta::assert_snapshot!(bestply_testkit::reviewable(&told));
}

/// Whoever asks a solver of a game without one of its own knows its ends all the same.
#[test]
fn the_ends_of_every_game_are_solved() {
    let line = "analyse connect-four --moves 'd d d d d b b f f e e a a b f e' --searcher best-first:evaluations=20000000,ends=solver";
    let text = Folder::new("solve/ends").succeed(line).stdout;
    assert!(text.contains("dark wins"), "{text}");
    let lost = "analyse connect-four --moves 'd d d d d b b f f e e a a b f e a' --searcher best-first:evaluations=20000000,ends=solver";
    let text = Folder::new("solve/ends").succeed(lost).stdout;
    assert!(text.contains("light wins") || text.contains("dark wins"), "{text}");
}

/// What is solved and kept in a memory has a best move when it is asked about again.
#[test]
fn what_a_memory_has_solved_has_a_best_move() {
    for solver in ["df-pn", "pds", "pn", "pn2"] {
        let folder = Folder::new("solve/again");
        for moves in ["a1 b2 c3 a3", "a1 b2 c3 a3", "a1", "a1 b2 c3 a3"] {
            let kept = format!("--solver proof-number:method={solver} {SMALL} --memory kept");
            let text = folder.succeed(&format!("solve tic-tac-toe {kept} --moves '{moves}'"));
            let best = text.stdout.lines().find_map(|line| line.strip_prefix("best move"));
            let expected = if moves == "a1" { "b2" } else { "c1" };
            assert_eq!(best.map(str::trim), Some(expected), "{solver} after {moves}: {}", text.stdout);
        }
    }
}
