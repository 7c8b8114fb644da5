//! Exact endgames of Othello.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, anyhow, bail, ensure};
use bestply::othello::endgame::{EndgameSolution, EndgameSolver};
use bestply::othello::evaluation::StrongEvaluation;
use bestply::othello::{Move, Othello, Transcript};
use bestply::{Position, Side};
use bestply_catalogue::names::in_one_line;
use bestply_experiments::files::read_games;

use super::SolveArgs;
use crate::output::{named, print, printed};
use crate::workshop::Workshop;

/// More take days.
const MOST_EMPTIES: u32 = 32;

/// A position to solve.
struct Problem {
    name: String,
    position: Othello,
    published: Option<Published>,
}

/// What others found.
struct Published {
    score: i32,
    best_moves: Vec<Move>,
}

/// Solves one board, or those of a file.
pub(super) fn run(workshop: &Workshop, args: &SolveArgs) -> anyhow::Result<()> {
    let kept = args.how.proof.as_ref().map(|_| "--proof").or(args.how.memory.as_ref().map(|_| "--memory"));
    if let Some(option) = kept {
        bail!("{option} is for --solver proof-number: the exact solver keeps nothing");
    }
    let has_start = !args.start.is_default() || args.start.moves.is_some();
    match &args.file {
        Some(_) if has_start => bail!("--file says which boards: leave out --position, --moves, --seed and --set"),
        Some(_) if args.how.at_least.is_some() => bail!("--at-least is for one board, not for those of --file"),
        Some(file) => {
            let problems = read(file)?;
            let mut wrong = Vec::new();
            printed(print_table(&mut solver(args)?, &problems, &mut wrong))?;
            ensure!(wrong.is_empty(), "not what was published: {}", wrong.join(", "));
            Ok(())
        }
        None if args.board.is_some() || has_start => {
            let game = args.game(workshop)?;
            let position = solvable(*game.position().get().expect("the game is Othello"))?;
            match args.how.at_least {
                Some(at_least) => print_answer(&mut solver(args)?, &position, at_least.into()),
                None => print_one(&position, &solve(&mut solver(args)?, &position)),
            }
        }
        None => bail!("solve othello needs a board, --file FILE, or --solver for another solver than the exact one"),
    }
}

fn solver(args: &SolveArgs) -> anyhow::Result<EndgameSolver> {
    Ok(EndgameSolver::with_judge(args.bytes()?, StrongEvaluation::default()))
}

/// The solution, and the seconds that it took.
fn solve(solver: &mut EndgameSolver, position: &Othello) -> (EndgameSolution, f64) {
    let start = Instant::now();
    let solution = solver.solve(position);
    (solution, start.elapsed().as_secs_f64())
}

/// What was found of one position, and what it took.
fn print_found(
    position: &Othello,
    found: impl IntoIterator<Item = (&'static str, String)>,
    nodes: u64,
    seconds: f64,
) -> anyhow::Result<()> {
    let empties = ("empty squares", position.empties().to_string());
    let speed = format!("{:.0}", nodes as f64 / seconds);
    let work = [("nodes", nodes.to_string()), ("seconds", format!("{seconds:.3}")), ("nodes/s", speed)];
    print(&named([empties].into_iter().chain(found).chain(work)))
}

fn print_one(position: &Othello, (solution, seconds): &(EndgameSolution, f64)) -> anyhow::Result<()> {
    let side = if position.to_move() == Side::Max { 'X' } else { 'O' };
    let score = format!("{} for {side}", signed(solution.score));
    let line = Transcript(&solution.line).to_string();
    let found = [("score", score), ("best move", best_move(solution)), ("line", line)];
    print_found(position, found, solution.nodes, *seconds)
}

/// Asks whether X, the first side, gets so many discs more than O, and prints the answer.
fn print_answer(solver: &mut EndgameSolver, position: &Othello, at_least: i32) -> anyhow::Result<()> {
    let start = Instant::now();
    let (is_reached, nodes) = match position.to_move() {
        Side::Max => solver.reaches(position, at_least),
        // X gets so much where O does not get more than that less.
        Side::Min => {
            let (is_held, nodes) = solver.reaches(position, 1 - at_least);
            (!is_held, nodes)
        }
    };
    let answer = if is_reached { "X gets at least" } else { "X does not get" };
    let found = [("answer", format!("{answer} {at_least:+}"))];
    print_found(position, found, nodes, start.elapsed().as_secs_f64())
}

/// Prints a row as each problem is solved, and collects the names of those that come out otherwise than published.
fn print_table(solver: &mut EndgameSolver, problems: &[Problem], wrong: &mut Vec<String>) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "number  empties  score  published  move  published       nodes   seconds     nodes/s")?;
    for Problem { name, position, published } in problems {
        let (solution, seconds) = solve(solver, position);
        let (score, moves) = published.as_ref().map_or(("-".to_owned(), "-".to_owned()), Published::cells);
        if published.as_ref().is_some_and(|published| !published.agrees(&solution)) {
            wrong.push(format!("number {name}"));
        }
        writeln!(
            stdout,
            "{name:>6}  {:>7}  {:>5}  {score:>9}  {:>4}  {moves:>9}  {:>10}  {seconds:>8.3}  {:>10.0}",
            position.empties(),
            signed(solution.score),
            best_move(&solution),
            solution.nodes,
            solution.nodes as f64 / seconds
        )?;
        stdout.flush()?;
    }
    Ok(())
}

impl Published {
    fn cells(&self) -> (String, String) {
        let moves: Vec<String> = self.best_moves.iter().map(Move::to_string).collect();
        (signed(self.score), moves.join(" "))
    }

    fn agrees(&self, solution: &EndgameSolution) -> bool {
        solution.score == self.score && solution.best_move.is_some_and(|found| self.best_moves.contains(&found))
    }
}

/// A score with its sign; nothing has none.
fn signed(score: i32) -> String {
    if score == 0 { "0".to_owned() } else { format!("{score:+}") }
}

fn best_move(solution: &EndgameSolution) -> String {
    solution.best_move.map_or("none".to_owned(), |mv| mv.to_string())
}

fn read(file: &Path) -> anyhow::Result<Vec<Problem>> {
    let text = read_games(file, "cannot read the boards")?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with(['#', '%']));
    let problems = lines.map(|(index, line)| {
        problem(index + 1, line).with_context(|| format!("{}, line {}", file.display(), index + 1))
    });
    let problems = problems.collect::<anyhow::Result<Vec<Problem>>>()?;
    ensure!(!problems.is_empty(), "{} has no board", file.display());
    Ok(problems)
}

/// A line of a file: a board, or one with its published result, between `|` or as Edax writes it.
fn problem(line_number: usize, line: &str) -> anyhow::Result<Problem> {
    if let Some((board, scores)) = line.split_once(';') {
        let position = solvable(board.parse()?)?;
        return Ok(Problem { name: line_number.to_string(), position, published: scores_of_edax(scores)? });
    }
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    match fields[..] {
        [board] => Ok(Problem { name: line_number.to_string(), position: solvable(board.parse()?)?, published: None }),
        [name, squares, side, empties, score, best_moves] => {
            let position = solvable(format!("{squares} {side}").parse()?)?;
            let counted = position.empties();
            ensure!(empties.parse() == Ok(counted), "{counted} squares are empty, not `{empties}`");
            let score = score.parse().map_err(|_| anyhow!("the score must be a number, not `{score}`"))?;
            let best_moves = best_moves.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
            Ok(Problem { name: name.to_owned(), position, published: Some(Published { score, best_moves }) })
        }
        _ => bail!("a line is a board, or six fields between `|`, not {} of them", fields.len()),
    }
}

/// The best of some moves with their scores, `G8:+18; H1:+12;`.
fn scores_of_edax(text: &str) -> anyhow::Result<Option<Published>> {
    let scores = text.split(';').map(str::trim).filter(|score| !score.is_empty()).map(|text| {
        let wrong = || anyhow!("a move and its score are expected, as in `G8:+18`, not `{}`", in_one_line(text));
        let (mv, score) = text.split_once(':').ok_or_else(wrong)?;
        Ok((mv.trim().parse().map_err(|_| wrong())?, score.trim().parse().map_err(|_| wrong())?))
    });
    let scores = scores.collect::<anyhow::Result<Vec<(Move, i32)>>>()?;
    let Some(score) = scores.iter().map(|&(_, score)| score).max() else { return Ok(None) };
    let best_moves = scores.into_iter().filter(|&(_, own)| own == score).map(|(mv, _)| mv).collect();
    Ok(Some(Published { score, best_moves }))
}

fn solvable(position: Othello) -> anyhow::Result<Othello> {
    let empties = position.empties();
    ensure!(empties <= MOST_EMPTIES, "{empties} empty squares are too many to solve; at most {MOST_EMPTIES}");
    Ok(position)
}
