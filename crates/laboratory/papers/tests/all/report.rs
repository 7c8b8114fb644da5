//! Reports and results of a few cells, as a reader gets them.

use bestply_catalogue::Unit;
use bestply_experiments::contest::Cost;
use bestply_experiments::contest::Sides;
use bestply_experiments::outcome::Generations;
use bestply_experiments::outcome::results::{
    Cell, CellGame, CellPlayer, DepthCandidate, PublishedCell, agreement, from_json, judge, to_csv, to_json,
};
use bestply_experiments::outcome::score::TournamentScore;
use bestply_experiments::show::report::{self, Context, answer, remarks, summary, terminal_table};
use bestply_papers::published::published;
use bestply_statistics::paired::Sample;
use bestply_testkit::reviewable;

/// The cell that the design shows, as it stands there.
const DESIGNED: &str = r#"
    { "table": 2, "game": { "kind": "random", "branching": 5 }, "opponent": { "searcher": "alpha-beta", "depth": 3 },
      "challenger": { "searcher": "best-first", "depth": 7 }, "pairs": 100, "games": 200, "wins": 89, "losses": 11, "ties": 0,
      "win_rate": 0.89, "interval_95": [0.81, 0.94], "score": 0.89, "score_interval_95": [0.81, 0.94], "evaluations": { "challenger": 202000, "opponent": 213000 }, "evaluation_ratio": 0.947,
      "published": { "depth": 7, "win_rate": 0.92 }, "agrees": true }"#;

/// Generations without repetitions.
fn made(children: u64) -> Generations {
    Generations { all: children, first: children }
}

/// The result of a tournament.
#[derive(Clone)]
struct Finished {
    contest: Cell,
    score: TournamentScore,
    elapsed_us: Option<Sides<u64>>,
    candidates: Vec<DepthCandidate>,
    design_effect: f64,
    published: Option<PublishedCell>,
}

impl Finished {
    fn cell(self) -> Cell {
        let Finished { contest, score, elapsed_us, candidates, design_effect, published } = self;
        let cell = Cell { elapsed_us, candidates, ..contest }.scored(&score);
        match published {
            Some(published) => cell.beside(published, design_effect),
            None => cell,
        }
    }
}

fn score(unit: Unit, [wins, losses, ties]: [u64; 3], evaluations: (u64, u64)) -> TournamentScore {
    let mut score = TournamentScore::of(unit);
    (score.wins, score.losses, score.ties) = (wins, losses, ties);
    score.sample = Sample::of_counts([(1.0, wins), (0.5, ties), (0.0, losses)]);
    score.evaluations = Sides { challenger: evaluations.0, opponent: evaluations.1 };
    score.moves = Sides { challenger: 10_000, opponent: 10_000 };
    score.generations = Sides { challenger: made(evaluations.0), opponent: made(evaluations.1) };
    score
}

/// A contest of table 2, given by the opponent's depth, the challenger's depth, wins, ties and evaluations.
fn finished(branching: u32, depths: (u32, u32), wins: u64, ties: u64, evaluations: (u64, u64)) -> Finished {
    let contest = Cell {
        table: Some(2),
        game: CellGame::random(branching),
        opponent: CellPlayer::new("alpha-beta", depths.0),
        challenger: CellPlayer::new("best-first", depths.1),
        pairs: 100,
        repeats: true,
        ..Cell::default()
    };
    Finished {
        contest,
        score: score(Unit::Pair, [wins, 100 - ties - wins, ties], evaluations),
        elapsed_us: None,
        candidates: Vec::new(),
        design_effect: 1.0,
        published: published(2, "random", Some(branching), depths.0),
    }
}

/// Cells that agree with the paper, that are a draw of equals, and that differ from the paper in a rate and in a depth.
fn cells() -> Vec<Cell> {
    let candidates = vec![
        DepthCandidate { depth: 6, cost_ratio: 0.812_345 },
        DepthCandidate { depth: 7, cost_ratio: 0.948_356_807_5 },
    ];
    let mut cells = vec![
        finished(5, (1, 1), 0, 100, (30_200, 30_200)).cell(),
        Finished { candidates, ..finished(5, (3, 7), 89, 0, (202_000, 213_000)) }.cell(),
        finished(5, (4, 14), 60, 1, (415_000, 409_000)).cell(),
        finished(20, (3, 9), 98, 0, (1_930_000, 2_060_000)).cell(),
    ];
    judge(&mut cells);
    cells
}

fn context() -> Context<'static> {
    Context {
        title: "A <sample> of Table 2",
        command: "cargo xtask reproduce --table 2",
        cost: Cost::Evaluations,
        settings: vec!["name = \"sample\"".to_string(), "pairs = 100".to_string()],
        grown: &[],
    }
}

#[test]
fn the_designed_cell_is_read_and_written_as_it_stands() {
    let cell: Cell = serde_json::from_str(DESIGNED).expect("the design's cell");
    let designed: serde_json::Value = serde_json::from_str(DESIGNED).expect("JSON");
    assert_eq!(serde_json::to_value(&cell).expect("JSON"), designed);
}

#[test]
fn a_score_makes_the_designed_cell() {
    let made = &cells()[1];
    let designed: Cell = serde_json::from_str(DESIGNED).expect("the design's cell");
    let (candidates, moves, p_value) = (made.candidates.clone(), made.moves, made.p_value);
    let generations = made.generations;
    // The design shows intervals and ratio with fewer digits.
    assert_eq!((made.interval_95, made.evaluation_ratio), (Some([0.8137, 0.9375]), 0.9484));
    let Cell { interval_95, score_interval_95, evaluation_ratio, .. } = *made;
    let designed = Cell { interval_95, score_interval_95, evaluation_ratio, ..designed };
    assert_eq!(*made, Cell { candidates, generations, moves, p_value, ..designed });
}

#[test]
fn results_json() {
    let cells = cells();
    let pretty: serde_json::Value = serde_json::from_str(&to_json(&cells)).expect("JSON");
    insta::assert_snapshot!(serde_json::to_string_pretty(&pretty).expect("JSON"));
    assert_eq!(from_json(&to_json(&cells)).expect("our own file"), cells);
    assert_eq!(from_json(&to_json(&[])).expect("our own file"), []);
    assert!(from_json("{\"schema\":1,\"cells\":[{}]}").unwrap_err().to_string().contains("schema 1"));
    let keys = to_json(&cells).replace("\"wins\"", "\"wons\"");
    assert!(from_json(&keys).is_err(), "an unknown key is not passed over");
}

#[test]
fn results_csv() {
    let text = to_csv(&cells()[1..3]);
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (head, rows) = (lines.next().expect("the names"), lines.collect::<Vec<_>>());
    assert!(rows.iter().all(|row| row.len() == head.len()), "no entry has a comma");
    let line = |column: usize| rows.iter().map(|row| format!(" {:>12}", row[column])).collect::<String>();
    let columns = (0..head.len()).map(|column| format!("{:42}{}\n", head[column], line(column)));
    insta::assert_snapshot!(columns.collect::<String>());
}

#[test]
fn report_markdown() {
    insta::assert_snapshot!(report::document(&cells(), &context()).markdown());
}

#[test]
fn report_html_save_its_plots() {
    let mut text = report::document(&cells(), &context()).html();
    for (start, end) in [("<svg", "</svg>"), ("<style", "</style>")] {
        while let (Some(from), Some(to)) = (text.find(start), text.find(end)) {
            text.replace_range(from..to + end.len(), "(left out)");
        }
    }
    insta::assert_snapshot!(reviewable(&text));
}

#[test]
fn report_html_holds_its_plots() {
    let document = report::document(&cells(), &context());
    let text = document.html();
    assert!(document.plots().count() > 3 && document.plots().all(|(_, svg)| text.contains(&svg)));
    assert!(!text.contains("<script") && !text.contains("<link") && !text.contains("src="), "it needs nothing else");
}

#[test]
fn plots_have_a_dark_form_one_size_of_text_and_tips() {
    for (name, svg) in report::document(&cells(), &context()).plots() {
        assert!(svg.contains("@media (prefers-color-scheme: dark)") && svg.contains(" width=\"380\""), "{name}");
        let sizes: Vec<&str> = svg.split("font-size=").skip(1).filter_map(|rest| rest.split(' ').next()).collect();
        assert!(!sizes.is_empty() && sizes.iter().all(|size| *size == "\"13\""), "{name}: {sizes:?}");
        assert!(svg.contains("<title>") && !svg.contains(" id="), "{name}");
    }
}

/// The names of the files of a report's plots.
fn plot_names(cells: &[Cell]) -> Vec<String> {
    report::document(cells, &context()).plots().map(|(name, _)| name).collect()
}

#[test]
fn table_for_the_terminal() {
    let (cells, found) = (cells(), answer(&cells()).join("\n"));
    let table = terminal_table(&cells, None);
    let text = format!("{found}\n\n{table}\n\n{}\n{}", summary(&cells), remarks(&cells));
    insta::assert_snapshot!(reviewable(&text));
}

#[test]
fn what_is_not_published_has_no_verdict() {
    let mut unpublished = finished(5, (3, 7), 70, 2, (1000, 1010));
    unpublished.contest.table = None;
    unpublished.contest.game = CellGame::of("n-game").with("branching", 3).with("depth", 8);
    unpublished.published = None;
    unpublished.elapsed_us = Some(Sides { challenger: 1_200_000, opponent: 1_000_000 });
    let mut cells = vec![unpublished.cell()];
    judge(&mut cells);
    assert_eq!((cells[0].agrees, cells[0].p_value, cells[0].depth_agrees()), (None, None, None));
    assert!(!to_json(&cells).contains("null"));
    let text = report::document(&cells, &context()).markdown();
    assert!(text.contains("## best-first against alpha-beta on N-games") && text.contains("time ratio"));
    assert!(!text.contains("ublished") && text.contains("- 1 contest.\n"), "{text}");
    assert_eq!(plot_names(&cells), [""; 0], "one contest is no curve");
    cells.push(cells[0].clone());
    cells[1].opponent.depth = Some(4);
    assert_eq!(plot_names(&cells), ["plot-best-first-n-game-cost.svg", "plot-best-first-n-game-wins-b--3-d--8.svg"]);
}

#[test]
fn extension_at_shallow_depths_is_counted_once() {
    let pure = finished(5, (2, 3), 66, 0, (8000, 8100));
    let mut extension = pure.clone();
    extension.contest.table = Some(4);
    extension.contest.challenger = CellPlayer::new("best-first-extension", 3);
    extension.published = published(4, "random", Some(5), 2);
    let mut cells = vec![pure.cell(), extension.cell()];
    judge(&mut cells);
    assert!(cells.iter().all(|cell| cell.agrees == Some(true)));
    let all: Vec<&Cell> = cells.iter().collect();
    assert_eq!(agreement(&all).unwrap().together.comparisons, 1);
    assert_eq!(agreement(&all[1..]).unwrap().together.comparisons, 1);
}

#[test]
fn plots_repeat_to_the_byte_and_name_their_files_apart() {
    let mut cells = cells();
    let plots = |cells: &[Cell]| report::document(cells, &context()).plots().collect::<Vec<_>>();
    assert_eq!(plots(&cells), plots(&cells));
    let number = plots(&cells).len();
    let elsewhere = cells.clone().into_iter().map(|cell| Cell { table: None, published: None, ..cell });
    cells.extend(elsewhere);
    let names = plot_names(&cells);
    let is_without_table = |name: &&String| !name.contains("table-2");
    assert_eq!(names.iter().filter(|name| !is_without_table(name)).count(), number);
    // Without published figures there are neither maps of them nor depths to compare.
    assert!(names.iter().any(|name| is_without_table(&name)) && names.len() < 2 * number, "{names:?}");
    assert_eq!(plot_names(&[]), [""; 0]);
}

/// A contest of Othello, in which each game counts.
fn othello(evaluation: &str, depths: (u32, u32), wins: u64, ties: u64) -> Cell {
    let is_learnt = evaluation == "learnt";
    let player =
        |name: &str, depth: u32| CellPlayer { evaluation: Some(evaluation.to_owned()), ..CellPlayer::new(name, depth) };
    let contest = Cell {
        table: is_learnt.then_some(1),
        game: CellGame::of("othello"),
        opponent: player("alpha-beta", depths.0),
        challenger: player("best-first", depths.1),
        pairs: 244,
        repeats: true,
        ..Cell::default()
    };
    Finished {
        contest,
        score: score(Unit::Game, [wins, 488 - wins - ties, ties], (202_000, 213_000)),
        elapsed_us: None,
        candidates: Vec::new(),
        design_effect: 1.5,
        published: published(1, "othello", None, depths.0).filter(|_| is_learnt),
    }
    .cell()
}

/// Of 488 games 200 were won and 88 tied, which gives 244 points.
/// Of 100 random pairs 60 were won, 39 lost and one tied.
#[test]
fn a_score_counts_ties_as_half_a_point_of_games_and_of_random_pairs() {
    let games = othello("learnt", (2, 4), 200, 88);
    let (points, [low, high]) = games.score();
    assert_eq!((points, games.win_rate), (0.5, 0.5));
    assert!((low + high - 1.0).abs() < 1e-9 && low < 0.5, "from {low} to {high}");
    let games = othello("learnt", (2, 4), 244, 122);
    assert_eq!((games.score().0, games.win_rate), (0.625, 0.6667));
    let [low, high] = games.score().1;
    assert!(low < 0.625 && 0.625 < high && high < games.interval_95.unwrap()[1], "from {low} to {high}");

    let pairs = finished(5, (4, 14), 60, 1, (415_000, 409_000)).cell();
    assert_eq!((pairs.score().0, pairs.win_rate), (0.605, 0.6061), "the papers' figure stays beside it");
    let [low, high] = pairs.score().1;
    assert!(low < 0.605 && 0.605 < high && high < pairs.interval_95.unwrap()[1], "from {low} to {high}");
    let untied = finished(5, (3, 7), 89, 0, (202_000, 213_000)).cell();
    assert_eq!(untied.score().0, untied.win_rate, "without ties both are the same");
    let tied = finished(5, (1, 1), 0, 100, (30_200, 30_200)).cell();
    assert!(tied.score().0 == 0.5 && tied.score().1[1] < 0.61, "ties tell something");
}

#[test]
fn games_of_othello_count_singly_and_evaluations_stand_side_by_side() {
    let mut cells: Vec<Cell> = [("learnt", [330, 350]), ("disc-difference", [260, 488])]
        .into_iter()
        .flat_map(|(evaluation, [two, three])| {
            [othello(evaluation, (2, 4), two, 0), othello(evaluation, (3, 8), three, 0)]
        })
        .collect();
    judge(&mut cells);
    assert_eq!(cells.iter().filter(|cell| cell.agrees.is_some()).count(), 2, "plain evaluations are not published");
    assert_eq!(from_json(&to_json(&cells)).expect("our own file"), cells);
    let text = report::document(&cells, &context()).markdown();
    let panels = &text[text.find("## Table 1").unwrap()..text.find("## Statistics").unwrap()];
    insta::assert_snapshot!(panels);
    assert_eq!(plot_names(&cells).iter().filter(|name| *name == "plot-evaluations-othello.svg").count(), 1);
    assert!(!plot_names(&cells[..2]).iter().any(|name| name.contains("evaluations")), "one is no comparison");
}
