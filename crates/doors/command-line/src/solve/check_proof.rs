//! `cargo xtask solve --check`: whether a proof that a solver wrote proves what it says.

use std::fmt;
use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};
use bestply::Side;
use bestply::proof_number::{ProofTree, Question};
use bestply_catalogue::{Judging, Playable};
use bestply_engine::{Game, Start};
use bestply_experiments::files::read_text;
use toml::Table;

use crate::output::{named, print};
use crate::workshop::Workshop;

/// Checks the proof in a file: every move of one side, one of the other, to the end of each game.
///
/// The check knows the rules of the game and nothing of solvers.
pub(super) fn run(workshop: &Workshop, file: &Path) -> anyhow::Result<()> {
    let text = read_text(file, "cannot read the proof")?;
    let checked = check(workshop, &text).with_context(|| file.display().to_string())?;
    print(&checked)
}

fn check(workshop: &Workshop, text: &str) -> anyhow::Result<String> {
    let proof = ProofFile::read(workshop, text)?;
    let judging = Judging { by_points: proof.by_points, by_mobility: false };
    let mut found = String::new();
    for tree in &proof.trees {
        judging.check(tree, proof.game.position())?;
        let claim = Claim { question: tree.question(), answer: tree.answer(), by_points: proof.by_points };
        found += &format!("proved: {} ({} positions)\n", claim.said(&proof.game), tree.positions());
    }
    Ok(found + &named([("position", proof.game.position().text())]))
}

/// An answer to a question, in words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim {
    /// The question.
    pub(crate) question: Question,
    /// The answer.
    pub(crate) answer: bool,
    /// Whether scores are points.
    pub(crate) by_points: bool,
}

impl Claim {
    /// The question about this side, which is MAX.
    pub(crate) fn asked(self, max: &str) -> String {
        match (self.by_points, self.question.at_least) {
            (false, 1) => format!("does {max} win?"),
            (false, 0) => format!("does {max} win or draw?"),
            (_, at_least) => format!("does {max} get at least {at_least:+}?"),
        }
    }

    /// The answer as a sentence.
    pub(crate) fn said(self, game: &Game) -> String {
        let (max, min) = (game.side_name(Side::Max), game.side_name(Side::Min));
        match (self.by_points, self.question.at_least, self.answer) {
            (false, 1, true) => format!("{max} wins"),
            (false, 1, false) => format!("{max} does not win"),
            (false, 0, true) => format!("{max} does not lose"),
            (false, 0, false) => format!("{min} wins"),
            (_, at_least, true) => format!("{max} gets at least {at_least:+}"),
            (_, at_least, false) => format!("{max} does not get {at_least:+}"),
        }
    }
}

/// A proof with the game and the position that it is of.
pub(crate) struct ProofFile {
    game: Game,
    by_points: bool,
    trees: Vec<ProofTree>,
}

/// What the first line says.
const FIRST: &str = "bestply proof 1";

impl ProofFile {
    /// The proof of a position of a game.
    pub(crate) fn new(game: &Game, by_points: bool, trees: Vec<ProofTree>) -> ProofFile {
        ProofFile { game: game.clone(), by_points, trees }
    }

    /// The positions of all trees.
    pub(crate) fn positions(&self) -> usize {
        self.trees.iter().map(ProofTree::positions).sum()
    }

    /// Reads the text of a proof: a head of lines with a word and a value, then one or two trees.
    fn read(workshop: &Workshop, text: &str) -> anyhow::Result<ProofFile> {
        let mut lines = text.split_inclusive('\n');
        ensure!(lines.next().map(str::trim_end) == Some(FIRST), "the first line must be `{FIRST}`");
        let mut head = |word: &str| -> anyhow::Result<String> {
            let line = lines.next().unwrap_or_default().trim_end_matches('\n');
            let value = line.strip_prefix(word).with_context(|| format!("expected a line `{word} …`, not `{line}`"))?;
            Ok(value.trim_start().to_owned())
        };
        let (name, settings, start, moves) = (head("game")?, head("settings")?, head("start")?, head("moves")?);
        let by_points = match head("counts")?.as_str() {
            "wins" => false,
            "points" => true,
            other => bail!("expected a line `counts wins` or `counts points`, not `counts {other}`"),
        };
        let settings = read_settings(&settings)?;
        let start = match start.strip_prefix("number ").map(str::parse) {
            Some(number) => Start::Number(number.context("start number")?),
            None => Start::Position(start),
        };
        let game = workshop.catalogue.game_with(&name, &settings)?;
        let mut game = Game::to_solve(&workshop.catalogue, game, &start)?;
        game.play_all(&moves).context("moves")?;
        ensure!(!by_points || is_counted(&game), "expected a line `counts wins`: {}", not_counted(&game));
        let rest: String = lines.collect();
        let trees = rest.split_inclusive("end\n").map(str::parse).collect::<Result<Vec<ProofTree>, _>>()?;
        ensure!(!trees.is_empty(), "the proof has no tree");
        Ok(ProofFile { game, by_points, trees })
    }
}

/// Settings as an inline table; or, as they were written before, as what stands between its braces.
fn read_settings(line: &str) -> anyhow::Result<Table> {
    let braces = if line.starts_with('{') { ["", ""] } else { ["{", "}"] };
    let document: Result<Table, _> = format!("settings = {}{line}{}", braces[0], braces[1]).parse();
    let read = document.map_err(|error| anyhow!("settings: {}", error.message()))?;
    match read.into_iter().next() {
        Some((_, toml::Value::Table(settings))) => Ok(settings),
        _ => bail!("settings: expected a table such as `{{ branching = 3 }}`"),
    }
}

/// Whether games like this one are won by points, and not only won.
pub(crate) fn is_counted(game: &Game) -> bool {
    game.position().points().is_some()
}

/// Why games like this one have no points.
pub(crate) fn not_counted(game: &Game) -> String {
    format!("games of {} are won, lost or drawn", game.about().name)
}

impl fmt::Display for ProofFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProofFile { game, by_points, trees } = self;
        writeln!(formatter, "{FIRST}")?;
        writeln!(formatter, "game {}", game.about().name)?;
        writeln!(formatter, "settings {}", if game.given().next().is_none() { "".into() } else { game.given_line() })?;
        match game.begun() {
            Start::Number(number) => writeln!(formatter, "start number {number}")?,
            Start::Position(text) => writeln!(formatter, "start {text}")?,
        }
        writeln!(formatter, "moves {}", game.played_texts())?;
        writeln!(formatter, "counts {}", if *by_points { "points" } else { "wins" })?;
        trees.iter().try_for_each(|tree| tree.fmt(formatter))
    }
}

#[cfg(test)]
mod tests;
