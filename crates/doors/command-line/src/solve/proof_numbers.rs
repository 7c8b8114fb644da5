//! Solving any game by proof numbers.

mod memory;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use bestply::proof_number::{ProofTree, Question, Score, Scores, Solution, Solver};
use bestply::{Bounds, Limit, Side, Value};
use bestply_catalogue::{GameSolver, Judging};
use bestply_engine::Game;
use bestply_experiments::files::{self, WholeFile};
use clap::Args;

use self::memory::Memory;
use super::SolveArgs;
use super::check_proof::{Claim, ProofFile, is_counted, not_counted};
use crate::interruption;
use crate::output::{keep, named, new_file, note, print, say};
use crate::workshop::Workshop;

/// What a search by proof numbers is asked, and what comes of it.
#[derive(Debug, Args)]
pub(crate) struct ProofNumberArgs {
    /// Find by how many points the game is won, in games that are counted: in Othello with the empty squares for the
    /// winner, in Oware in seeds
    #[arg(long)]
    points: bool,
    /// Ask this alone: does the first side get at least N? 1 is a win and 0 a draw,
    /// or points with --points and of the exact solver
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(i16).range(-10_000..=10_000))]
    pub(super) at_least: Option<i16>,
    /// Write the moves that prove the result to this file, which must not be there yet, for --check
    #[arg(long, value_name = "FILE")]
    pub(super) proof: Option<PathBuf>,
    /// Go on with what this file remembers, if it is there, and write to it once a minute and at the end;
    /// it is of one game, solver, settings, --points and --bytes
    #[arg(long, value_name = "FILE")]
    pub(super) memory: Option<PathBuf>,
}

/// The time between two lines that say how the search goes, and between two of its rests.
const SLICE: Duration = Duration::from_secs(1);

/// The time between two times that the memory is written down.
const KEEP: Duration = Duration::from_secs(60);

/// More positions of a proof than anyone keeps.
const MOST_POSITIONS: usize = 50_000_000;

/// Any number of points.
const POINTS: Scores = Scores { least: -256, most: 256 };

/// Solves a position by a solver of this description, as far as its limits allow.
pub(super) fn run(workshop: &Workshop, args: &SolveArgs, solver: &str) -> anyhow::Result<()> {
    let how = &args.how;
    let player = workshop.catalogue.player(solver).context("--solver")?;
    let (settings, by_mobility) = workshop.catalogue.proof_numbers(&player).context("--solver")?;
    let game = args.game(workshop)?;
    ensure!(!game.is_over(), "the game is over: there is nothing to solve");
    let judging = Judging { by_points: how.points, by_mobility };
    ensure!(!how.points || is_counted(&game), "--points: {}", not_counted(&game));
    let bytes = args.bytes()?;
    let mut proof = how.proof.as_deref().map(proof_file).transpose()?;
    let memory = how.memory.as_deref().map(|file| Memory::of(file, &game, settings, judging, bytes));
    let mut memory = memory.transpose()?;
    let solver = memory.as_ref().map_or(Ok(None), Memory::read)?;
    let solver = solver.unwrap_or_else(|| Solver::new(settings, bytes));
    let mut solver = workshop.catalogue.solver(game.about().name, solver, judging)?;
    let range = match how.at_least {
        Some(at_least) => Scores { least: at_least - 1, most: at_least },
        None if how.points => POINTS,
        None => Scores::OUTCOMES,
    };
    let solution = solve(&mut solver, &game, range, (how, &player.limit()), memory.as_mut())?;
    let mut text = answer(&game, &solution, range, how);
    let kept = memory.as_mut().map_or(Ok(()), |memory| memory.write_at_the_end(solver.solver()));
    let proof = proof.as_mut().filter(|_| solution.scores.exact().is_some());
    let proved = proof.map_or(Ok(()), |file| {
        let proof = prove(&mut solver, &game, range, &solution, judging)?;
        keep(file, &proof.to_string(), "--proof")?;
        text += &named([("proof", format!("{} positions in {}", proof.positions(), file.path().display()))]);
        Ok(())
    });
    // Whatever could not be written, the answer is printed.
    print(&text)?;
    let failed = [kept, proved].into_iter().filter_map(Result::err).map(|error| format!("{error:#}"));
    let failed = failed.collect::<Vec<_>>().join("; ");
    ensure!(failed.is_empty(), "{failed}");
    Ok(())
}

/// Takes the place of a proof, in a folder that is made for it.
fn proof_file(file: &Path) -> anyhow::Result<WholeFile> {
    files::check_free(file).context("--proof")?;
    let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
    folder.with_context(|| format!("--proof: {}", file.display()))?;
    new_file(file, "--proof")
}

/// Solves in slices of time, between which it says how it goes and keeps what it remembers.
fn solve(
    solver: &mut GameSolver,
    game: &Game,
    range: Scores,
    (how, most): (&ProofNumberArgs, &Limit),
    mut memory: Option<&mut Memory>,
) -> anyhow::Result<Solution<usize>> {
    if let Some(memory) = &memory {
        let file = memory.path().display();
        interruption::tell_how_to_go_on(format!(
            "the same command goes on from what {file} has, of a minute ago at most"
        ));
    }
    let (began, mut kept) = (Instant::now(), Instant::now());
    let most_time = most.time.unwrap_or(Duration::MAX);
    let (mut spent, mut said) = (bestply::Counts::default(), Duration::ZERO);
    loop {
        let time = SLICE.min(most_time.saturating_sub(began.elapsed()));
        let evaluations = most.evaluations.map(|most| most - spent.evaluations.min(most));
        let limit = Limit { time: Some(time), evaluations, ..Limit::new() };
        let mut solution = solver.solve(game.position(), range, &limit);
        spent += solution.counts;
        (solution.counts, solution.elapsed) = (spent, began.elapsed());
        let goes_on = solution.stop == Some(bestply::Stop::Time) && began.elapsed() < most_time;
        if !goes_on {
            return Ok(solution);
        }
        // More and more seldom, so that a day's search is a page.
        if began.elapsed() >= said + said / 4 {
            let seconds = solution.elapsed.as_secs();
            let question = open_question(game, &solution, how.points);
            say(&format!("{seconds} s, {} leaves: {question}", solution.counts.evaluations));
            said = began.elapsed();
        }
        if let Some(memory) = memory.as_mut().filter(|_| kept.elapsed() >= KEEP) {
            // The next time the disk may have room.
            memory.write(solver.solver()).unwrap_or_else(|error| note(&format!("{error:#}")));
            kept = Instant::now();
        }
    }
}

/// The question that was asked last, and how far it is from its answers.
fn open_question(game: &Game, solution: &Solution<usize>, by_points: bool) -> String {
    let Solution { question, numbers, .. } = solution;
    let claim = Claim { question: *question, answer: true, by_points };
    let question = claim.asked(game.side_name(Side::Max));
    format!("{question} {} leaves to yes, {} to no", numbers.proof, numbers.disproof)
}

/// What was found, and the evidence.
fn answer(game: &Game, solution: &Solution<usize>, range: Scores, how: &ProofNumberArgs) -> String {
    let text = match solution.scores.exact() {
        Some(score) => match how.at_least {
            Some(at_least) => {
                let question = Question { at_least };
                Claim { question, answer: question.answer_of(score), by_points: how.points }.said(game)
            }
            None => result(game, score, how.points),
        },
        None if solution.scores != range && how.at_least.is_none() => {
            let known = solution.scores;
            format!("not solved: the score is from {} to {}", known.least.max(range.least), known.most.min(range.most))
        }
        None => "not solved".to_owned(),
    };
    let open = solution.scores.exact().is_none().then(|| ("open", open_question(game, solution, how.points)));
    let moves = game.line_texts(&solution.line);
    let found = [
        ("best move", moves.first().cloned().unwrap_or_else(|| "none".to_owned())),
        ("line", moves.join(" ")),
        ("leaves", solution.counts.evaluations.to_string()),
        ("expansions", solution.counts.expansions.to_string()),
        ("positions held", solution.nodes.to_string()),
        ("seconds", format!("{:.3}", solution.elapsed.as_secs_f64())),
    ];
    let stopped = solution.stop.map(|stop| ("stopped by", stop.to_string()));
    format!("{text}\n{}", named(open.into_iter().chain(found).chain(stopped)))
}

fn result(game: &Game, score: Score, by_points: bool) -> String {
    let score = Value::from(score);
    // Where points do not count, a win is one by any number of them.
    let most = if by_points { score } else { score * Value::MAX };
    game.proved_words(Bounds { alpha: score.min(most), beta: score.max(most) })
}

/// The moves that prove the score: that it is no less, and that it is no more.
fn prove(
    solver: &mut GameSolver,
    game: &Game,
    range: Scores,
    solution: &Solution<usize>,
    judging: Judging,
) -> anyhow::Result<ProofFile> {
    let score = solution.scores.exact().expect("it is solved");
    let no_less = (score > range.least).then_some(score);
    let no_more = (score < range.most).then_some(score + 1);
    let prove = |at_least| solver.prove(game.position(), Question { at_least }, MOST_POSITIONS, &Limit::new());
    let trees: Result<Vec<ProofTree>, _> = no_less.into_iter().chain(no_more).map(prove).collect();
    Ok(ProofFile::new(game, judging.by_points, trees.context("--proof")?))
}
