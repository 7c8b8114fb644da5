//! `cargo xtask measure`: what static values say of positions that no training saw, and what players lose in them.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use bestply_catalogue::SearcherSpec;
use bestply_experiments::runs::run::MAX_THREADS;
use bestply_presentation::terminal::LiveLine;
use bestply_presentation::words::percent_within;
use bestply_statistics::wilson_interval;
use bestply_training::{HELD_OUT_SEED, Judging, Making, Measurement, judge, make_held_out, measure};
use clap::Args;

use crate::{Workshop, print};

/// Measures static values, or the moves of players, on positions that no training saw.
#[derive(Args)]
pub(crate) struct MeasureArgs {
    /// The game
    game: String,
    /// An evaluation, several times for several [default: all of the game's]
    #[arg(long, value_name = "NAME")]
    evaluation: Vec<String>,
    /// A file of positions, a line each: group, value in points for the side to move, position
    /// [default: those of Othello that come with the program]
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// A file of weights for the evaluations that read one
    #[arg(long, value_name = "FILE", conflicts_with = "make")]
    weights: Option<PathBuf>,
    /// Judge the moves of this player instead, a searcher with its limits; several times for several.
    /// Time is processor time
    #[arg(long, value_name = "SPEC", conflicts_with_all = ["evaluation", "weights"])]
    player: Vec<String>,
    /// The search that judges them
    #[arg(long, value_name = "SPEC", default_value = "selective-alpha-beta:depth=14", requires = "player")]
    judge: String,
    /// How many units of the judge's evaluation are a point
    #[arg(long, value_name = "N", default_value_t = 256.0, requires = "player", value_parser = units)]
    units: f64,
    /// The positions in which they choose a move
    #[arg(long, value_name = "GROUP", default_value = "deep-36", requires = "player")]
    group: String,
    /// The most positions, the first of the group
    #[arg(long, value_name = "N", default_value_t = 200, requires = "player", value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    most: u64,
    /// Make such a file of Othello's positions instead of measuring
    #[arg(long, value_name = "FILE", conflicts_with_all = ["evaluation", "positions", "player"])]
    make: Option<PathBuf>,
    /// The games from which positions are made
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "make", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// The seed of the positions that are made
    #[arg(long, value_name = "N", default_value_t = HELD_OUT_SEED, requires = "make")]
    seed: u64,
    /// The number of threads, which does not matter to the positions [default: all cores]
    #[arg(long, value_name = "N", requires = "make", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
}

/// Measures, or makes positions to measure on.
pub(crate) fn run(workshop: &Workshop, args: MeasureArgs) -> anyhow::Result<()> {
    if !args.player.is_empty() {
        return judge_players(workshop, &args);
    }
    let MeasureArgs { game, evaluation, positions, weights, make, games, seed, threads, .. } = args;
    if let Some(out) = make {
        let name = workshop.catalogue.game_named(&game)?.name;
        ensure!(name == "othello", "--make is for othello, whose ends are solved; for {name} write the file yourself");
        let threads = threads.map(|threads| threads as usize);
        let making = Making { games, seed, threads, out };
        let count = make_held_out(&making)?;
        return print(&format!("{count} positions are in {}\n", making.out.display()));
    }
    let (positions, weights) = (positions.as_deref(), weights.as_deref());
    let measurement = Measurement { game: &game, evaluations: evaluation, positions, weights };
    let mut text = String::from(
        "evaluation  positions: r, same sign, points too many for the side to move; of close ones: r, same sign (95 % intervals)\n",
    );
    for found in measure(&workshop.catalogue, &measurement)? {
        let (all, close) = (found.all, found.close);
        let (evaluation, group, bias) = (&found.evaluation, &found.group, found.bias);
        text +=
            &format!("{evaluation}  {group} ({}): {all}, {bias:+.1}; close ({}): {close}\n", all.pairs, close.pairs);
    }
    print(&text)
}

/// Judges players by what their moves lose.
fn judge_players(workshop: &Workshop, args: &MeasureArgs) -> anyhow::Result<()> {
    let catalogue = &workshop.catalogue;
    let read = |text: &String| SearcherSpec::read(text).and_then(|spec| catalogue.in_order(spec));
    let players = args.player.iter().map(|text| read(text).context("--player"));
    let judging = Judging {
        game: &args.game,
        players: players.collect::<anyhow::Result<_>>()?,
        judge: read(&args.judge).context("--judge")?,
        units: args.units,
        positions: args.positions.as_deref(),
        group: &args.group,
        most: usize::try_from(args.most).unwrap_or(usize::MAX),
    };
    let mut line = LiveLine::new("positions");
    line.start(args.group.clone(), 0, args.most);
    let losses = judge(catalogue, &judging, || line.advance(1, ""))?;
    let mut text = format!("points lost a move in {}, by {} (95 % intervals)\n", args.group, args.judge);
    for loss in losses {
        let (mean, error) = loss.mean();
        let (player, count) = (&loss.player, loss.points.len());
        let [nothing, game] =
            [loss.faultless, loss.given_away].map(|it| percent_within(it.rate(), wilson_interval(it)));
        text += &format!("{player}: {mean:.2} (\u{b1}{error:.2}) in {count} positions; ");
        text += &format!("nothing by {nothing}, the game by {game}\n");
    }
    print(&text)
}

/// A number of units: finite, and more than 0.
fn units(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "it must be a number above 0".to_owned())
}
