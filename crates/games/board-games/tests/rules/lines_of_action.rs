use bestply_board_games::Outcome;
use bestply_board_games::lines_of_action::{ConcentrationAndMoves, LinesOfAction, Move, QUIET_PLIES};
use bestply_core::{Evaluator, Keyed, Position, Side};

use crate::naive::{Game, Naive, assert_refused, check, check_uncounted, letter, name, rows, square};

#[derive(Clone)]
struct NaiveLinesOfAction {
    board: [[char; 8]; 8],
    quiet: u32,
    to_move: Side,
}

/// A column and a row.
type Square = (usize, usize);

impl NaiveLinesOfAction {
    fn start() -> NaiveLinesOfAction {
        NaiveLinesOfAction::new(START)
    }

    /// The naive version of a position in which MAX is to move.
    fn new(rows: &str) -> NaiveLinesOfAction {
        let mut board = [['.'; 8]; 8];
        for (row, squares) in rows.split('/').enumerate() {
            squares.chars().enumerate().for_each(|(column, on)| board[7 - row][column] = on);
        }
        NaiveLinesOfAction { board, quiet: 0, to_move: Side::Max }
    }

    fn on(&self, (column, row): Square) -> char {
        self.board[row][column]
    }

    /// The square that a man of the side to move enters in a direction, if he can go there.
    fn target(&self, from: Square, direction: (i32, i32)) -> Option<Square> {
        let men = (-7..=7).filter_map(|steps| after(from, direction, steps)).filter(|&on| self.on(on) != '.').count();
        let to = after(from, direction, men as i32)?;
        let mut passed = (1..men).filter_map(|steps| after(from, direction, steps as i32));
        let is_open = passed.all(|square| self.on(square) != letter(self.to_move.other()));
        (is_open && self.on(to) != letter(self.to_move)).then_some(to)
    }

    /// Whether all men with this letter are in one group.
    fn is_connected(&self, man: char) -> bool {
        let men: Vec<Square> = squares().filter(|&square| self.on(square) == man).collect();
        let mut group = vec![men[0]];
        let mut seen = 0;
        while seen < group.len() {
            for &square in &men {
                if distance(group[seen], square) == 1 && !group.contains(&square) {
                    group.push(square);
                }
            }
            seen += 1;
        }
        group.len() == men.len()
    }
}

fn squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|row| (0..8).map(move |column| (column, row)))
}

/// The steps of a king.
fn distance(from: Square, to: Square) -> usize {
    from.0.abs_diff(to.0).max(from.1.abs_diff(to.1))
}

fn after(from: Square, (right, up): (i32, i32), steps: i32) -> Option<Square> {
    let (column, row) = (from.0 as i32 + right * steps, from.1 as i32 + up * steps);
    ((0..8).contains(&column) && (0..8).contains(&row)).then_some((column as usize, row as usize))
}

impl Naive for NaiveLinesOfAction {
    fn text(&self) -> String {
        format!("{} {} {}", rows(&self.board), letter(self.to_move), self.quiet)
    }

    fn outcome(&self) -> Option<Outcome> {
        match (self.is_connected('x'), self.is_connected('o')) {
            (true, true) => Some(Outcome::Drawn),
            (true, false) => Some(Outcome::Won(Side::Max)),
            (false, true) => Some(Outcome::Won(Side::Min)),
            (false, false) => (self.quiet >= 100).then_some(Outcome::Drawn),
        }
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in squares().filter(|&from| self.on(from) == letter(self.to_move)) {
            let directions = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
            let targets: Vec<Square> = directions.iter().filter_map(|&way| self.target(from, way)).collect();
            for to in squares().filter(|to| targets.contains(to)) {
                let sign = if self.on(to) == '.' { "-" } else { "x" };
                moves.push(name(from.0, from.1) + sign + &name(to.0, to.1));
            }
        }
        if moves.is_empty() {
            moves.push("--".to_owned());
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        self.quiet = if mv.contains('x') { 0 } else { self.quiet + 1 };
        if mv != "--" {
            let (from, to) = (square(&mv[..2]), square(&mv[3..]));
            self.board[to.1][to.0] = self.board[from.1][from.0];
            self.board[from.1][from.0] = '.';
        }
        self.to_move = self.to_move.other();
    }
}

impl Game for LinesOfAction {
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }
}

const START: &str = ".xxxxxx./o......o/o......o/o......o/o......o/o......o/o......o/.xxxxxx.";

fn lines_of_action(text: &str) -> LinesOfAction {
    text.parse().unwrap()
}

fn after_move(text: &str, mv: &str) -> LinesOfAction {
    let mut game = lines_of_action(text);
    game.make(mv.parse().unwrap());
    game
}

/// OpenSpiel 2.0.2 counts the same, and so does the referee of the game on CodinGame (darkhorse64/CG_LinesOfAction).
#[test]
fn it_is_the_naive_game() {
    let counts = [36, 1244, 44_952, 1_563_208];
    check(LinesOfAction::start(), ConcentrationAndMoves, &NaiveLinesOfAction::start(), &counts, 2);
}

#[test]
fn it_is_the_naive_game_near_its_end() {
    for rows in [
        // A few men far apart.
        "x......o/......../..o...../......../......../.....x../......../o......x",
        // Nearly connected, so that sides often come together.
        "......../..xx..../..xox.../...oo.x./..o.o.../.....x../......../......o.",
        // MAX has no move.
        "......ox/......oo/......../......../......../......../oo....../xo......",
    ] {
        let start = lines_of_action(&format!("{rows} x 0"));
        check(start, ConcentrationAndMoves, &NaiveLinesOfAction::new(rows), &[], 0);
    }
}

#[test]
fn a_man_goes_as_far_as_there_are_men_on_his_line() {
    let game = lines_of_action("......../......../......../......../.x.x.o../......../......../o......x x 0");
    let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
    assert!(moves.contains(&"b4-e4".to_owned()), "three men on the row, of which he jumps his own: {moves:?}");
    assert!(moves.iter().all(|mv| mv != "d4-g4"), "he does not jump the other side's: {moves:?}");
}

#[test]
fn a_player_without_a_step_passes() {
    let mut game = lines_of_action("......ox/......oo/......../......../......../......../oo....../xo...... x 3");
    assert_eq!(game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["--"]);
    assert_eq!(game.move_count(), 1);
    game.make("--".parse().unwrap());
    assert_eq!(game.to_string(), "......ox/......oo/......../......../......../......../oo....../xo...... o 4");
}

#[test]
fn whoever_has_all_his_men_in_one_group_wins() {
    let game = after_move("..o....o/......../......../......../x......./......../......../x....... x 5", "a1-a3");
    assert_eq!(game.outcome(), Some(Outcome::Won(Side::Max)));
    assert_eq!((game.move_count(), ConcentrationAndMoves.evaluate(&game)), (0, i32::MAX));
    let single = lines_of_action("......../......../...x..../......../......../......../......../o......o o 0");
    assert_eq!(single.outcome(), Some(Outcome::Won(Side::Max)), "a single man is a group");
}

#[test]
fn a_capture_can_connect_the_other_side() {
    let text = "......../..oo..../......../......../o......./......../x......x/........ x 5";
    let game = after_move(text, "a2xa4");
    assert_eq!(game.outcome(), Some(Outcome::Won(Side::Min)));
    assert_eq!((game.move_count(), ConcentrationAndMoves.evaluate(&game)), (0, i32::MIN));
}

#[test]
fn a_move_that_connects_both_sides_draws() {
    let text = "......../..oo..../......../.x....../o......./......../x......./........ x 5";
    let game = after_move(text, "a2xa4");
    assert_eq!((game.outcome(), ConcentrationAndMoves.evaluate(&game)), (Some(Outcome::Drawn), 0));
}

#[test]
fn many_plies_without_a_capture_are_a_draw() {
    let game = after_move(&format!("{START} x 99"), "b1-b3");
    assert_eq!((game.quiet_plies(), game.outcome()), (QUIET_PLIES, Some(Outcome::Drawn)));
    assert_eq!((game.move_count(), ConcentrationAndMoves.evaluate(&game)), (0, 0));
    let won = after_move("..o....o/......../......../......../x......./......../......../x....... x 99", "a1-a3");
    assert_eq!(won.outcome(), Some(Outcome::Won(Side::Max)), "a win at the last moment is one");
}

#[test]
fn where_plies_are_not_counted_a_position_comes_back() {
    check_uncounted::<LinesOfAction>(&format!("{START} x"));
    let start = lines_of_action(&format!("{START} x -"));
    let mut game = start;
    for mv in ["b1-b3", "a4-c4", "b3-b1", "c4-a4"].repeat(30) {
        game.make(mv.parse().expect("it is a move"));
    }
    assert_eq!((game, game.key()), (start, start.key()));
    assert!(format!("{game:#}").ends_with("x to move, plies are not counted"), "{game:#}");
}

#[test]
fn men_are_worth_more_the_closer_they_are() {
    let value = |text: &str| ConcentrationAndMoves.evaluate(&lines_of_action(text));
    assert_eq!(value(&format!("{START} x 0")), 0);
    // Both have two men with as many steps. The centre of MAX's is two rows away from each, that of MIN's three.
    let apart = "......../...o..../......../.x...x../......../......../......../...o.... x 0";
    assert!(value(apart) > 0, "{}", value(apart));
}

#[test]
fn a_null_move_gives_the_turn_away_and_is_taken_back() {
    let mut position = LinesOfAction::start();
    let undo = position.make_null_move().expect("the game is not over");
    assert_eq!(position.to_string(), format!("{START} o 0"));
    position.unmake_null_move(undo);
    assert_eq!(position, LinesOfAction::start());

    let mut over = lines_of_action("o......o/......../......../......../......../......../.x....../xx...... o 6");
    assert!(over.is_terminal() && over.make_null_move().is_none());
}

#[test]
fn it_is_drawn_as_a_board() {
    let diagram = "8 . x x x x x x .\n7 o . . . . . . o\n6 o . . . . . . o\n5 o . . . . . . o\n4 o . . . . . . o\n\
        3 o . . . . . . o\n2 o . . . . . . o\n1 . x x x x x x .\n  a b c d e f g h\nx to move, 0 plies without a capture";
    assert_eq!(format!("{:#}", LinesOfAction::start()), diagram);
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    assert_refused::<Move>("b1b3", "character 3 is 'b', where - or x is expected");
    assert_refused::<Move>("b1xi3", "character 4 is 'i', where a column, a to h, is expected");
    assert_refused::<Move>("-", "the text ends where '-' is expected");
    let refused = assert_refused::<LinesOfAction>;
    refused(&format!("{START} w 0"), "character 73 is 'w', where x or o is expected");
    refused(&format!("{START} x 101"), "character 77 is '1', where a number from 0 to 100 is expected");
    refused(&format!("{} x 0", START.replace('x', ".")), "no such position: a side has 1 to 12 men");
    refused(&format!("{} x 0", START.replacen('.', "x", 1)), "no such position: a side has 1 to 12 men");
}

#[test]
fn a_step_along_a_line_is_numbered_by_its_ends() {
    let passes = "......ox/......oo/......../......../......../......../oo....../xo...... x 3";
    let starts = [LinesOfAction::start(), passes.parse().expect("it is a position")];
    check_numbers!(LinesOfAction, 64 * 64 + 1, 5000, starts, |_, mv| mv.to_string().replace('x', "-"));
}
