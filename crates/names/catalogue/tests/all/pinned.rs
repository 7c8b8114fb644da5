//! What every searcher finds and what it costs, to the move and the evaluation.
//!
//! Short matches of each searcher against itself, and one tree with every number of evaluations, are kept in `pinned/`.
//! A commit that touches a searcher says "no count changes", and these files stay as they are.
//! Or it says which counts change, and these files show them. Those that are meant to change are accepted by
//!
//!     INSTA_UPDATE=always cargo test --workspace --test all pinned
//!
//! Each search is run by the contestant, which is compiled for some games, and by the searcher of any game.
//! Both must report the same.

mod searchers;

use std::num::NonZeroU32;

use bestply::proof_number::{Method, Scores, Settings as Solving, Solver};
use bestply::{
    Bounds, Keyed, Limit, Meter, Player, Position, Properties, Quiescence, Report, Searching, Side, Stop, Value,
    ValueKind, evaluator_fn, mix,
};
use bestply_catalogue::{
    AboutGame, AnyMove, AnyPosition, Catalogue, EvaluationKind, EvaluationSpec, Judging, NamedGame,
    NamedPlayer as CataloguePlayer, OneScale, Playable, SearcherSpec, Venue,
};
use bestply_testkit::reviewable;
use searchers::{IN_BATCHES, SEARCHERS};

/// The evaluations of each search.
const EVALUATIONS: u64 = 400;
/// The moves of each match.
const MOVES: usize = 3;
/// More evaluations than any searcher needs on the small tree.
const MOST: u64 = 600;

/// A position of Oware that is counted after five plies without a capture.
const COUNTED_SOON: &str = "0,0,1,0,1,2/0,1,0,0,1,2 20:20 S 95";

/// Those whose games are finished by a search to the end.
const FINISHING: [&str; 3] =
    ["alpha-beta:depth=2", "best-first:evaluations=100", "uct-best-first:evaluations=100,memory=prune"];

/// Those that ask the game's solver first, which begins by their limits, and may give up.
const BY_SOLVER: [&str; 3] = ["alpha-beta:depth=12", "best-first:evaluations=1000", "best-first:evaluations=100000"];

/// Where the second match of each searcher begins.
enum Second {
    /// After so many plies of a game without sense.
    After(usize),
    /// At the position of this text.
    At(&'static str),
}

impl Second {
    fn position(&self, catalogue: &Catalogue, game: &str, first: &AnyPosition) -> AnyPosition {
        match *self {
            Second::After(plies) => after(first, plies),
            Second::At(text) => catalogue.position(game, text).unwrap(),
        }
    }
}

/// A side without a move passes.
#[test]
fn othello() {
    let second = Second::At("XX-OOO--XOOOOO-OXOXXXOO-XXOOOOO-XXXOOOOXXXXOOOOXXXXXOOO-XXXXXOO- X");
    pin("othello", "othello", "", "evaluation=learnt", second);
}

#[test]
fn connect_four() {
    pin("connect-four", "connect-four", "", "evaluation=learnt", Second::After(14));
}

#[test]
fn breakthrough() {
    pin("breakthrough", "breakthrough", "", "evaluation=learnt", Second::After(24));
}

/// The game is counted after some plies without a capture, since it would go round.
#[test]
fn oware() {
    pin("oware", "oware", "", "evaluation=learnt", Second::At(COUNTED_SOON));
}

/// A pass is a move, two of them are the end, and no board comes again.
#[test]
fn go() {
    pin("go-5x5", "go-5x5", "", "evaluation=plain", Second::After(18));
}

#[test]
fn narrow_random_trees() {
    pin("random-4", "random", "branching = 4\nlength = 30", "evaluation=edge-sum", Second::After(24));
}

#[test]
fn wide_random_trees() {
    pin("random-20", "random", "branching = 20\nlength = 30", "evaluation=edge-sum", Second::After(26));
}

/// A child has another value below another parent.
#[test]
fn values_that_depend_on_the_parent() {
    pin("parents", "connect-four", "", "evaluation.parents=heard", Second::After(14));
}

/// A child's value is found by a search within bounds.
#[test]
fn values_that_a_search_finds() {
    pin("quiescence", "connect-four", "", "evaluation.quiescence=searched", Second::After(14));
}

/// Holds the searchers of a game with this evaluation, and the game's presets with theirs, against a file of this name.
fn pin(file: &str, game: &str, settings: &str, evaluation: &str, second: Second) {
    let catalogue = catalogue();
    let settings = catalogue.game_with(game, &settings.parse().unwrap()).unwrap();
    let rows = rows(catalogue.game_named(game).unwrap(), evaluation);
    let players: Vec<_> = rows.iter().map(|row| row.player(&catalogue, &settings)).collect();
    let evaluations: Vec<EvaluationSpec> = players.iter().map(|(_, evaluation)| evaluation.clone()).collect();
    let venue = catalogue.venue(&settings, None, &evaluations).unwrap();
    let (first, _) = venue.start(3);
    let second = second.position(&catalogue, game, &first);
    let mut text =
        "searcher: of each move its name, value, evaluations/generations; check sum of the reports\n".to_owned();
    for start in [first, second] {
        text += &format!("\nfrom {}\n", start.text().replace('\n', " "));
        for (row, (spec, evaluation)) in rows.iter().zip(&players) {
            let reports = played(&venue, spec, evaluation.name(), &start, MOVES);
            text += &format!("{}: {}\n", row.shown, told(&start, &reports));
        }
    }
    check(file, &text);
}

/// A searcher of a file: its specification as the file shows it, and what is the same for all and not shown.
struct Row {
    shown: String,
    hidden: String,
}

impl Row {
    fn player(&self, catalogue: &Catalogue, game: &NamedGame) -> (CataloguePlayer, EvaluationSpec) {
        let text = with(&self.shown, &format!("evaluations={EVALUATIONS}{}", self.hidden));
        catalogue.prepared(SearcherSpec::read(&text).unwrap(), game, None).unwrap()
    }
}

/// All searchers with this evaluation, those that ask a network for many values at once where the game has one,
/// and the game's presets.
fn rows(about: &AboutGame, evaluation: &str) -> Vec<Row> {
    let has_network = about.evaluations_with(false).any(|name| name == "network");
    let is_own = evaluation.starts_with("evaluation=");
    let mut rows: Vec<Row> = SEARCHERS
        .iter()
        .map(|searcher| Row { shown: (*searcher).to_owned(), hidden: format!(",{evaluation}") })
        .collect();
    if is_own {
        let networks = IN_BATCHES.iter().filter(|_| has_network).map(|searcher| with(searcher, "evaluation=network"));
        let presets = about.presets().iter().map(|preset| {
            format!("{}:preset={},evaluation={}", preset.searcher.name(), preset.name, about.evaluation_of(preset))
        });
        rows.extend(networks.chain(presets).map(|shown| Row { shown, hidden: String::new() }));
    }
    rows
}

/// A searcher with more settings.
fn with(searcher: &str, settings: &str) -> String {
    let separator = if searcher.contains(':') { ',' } else { ':' };
    format!("{searcher}{separator}{settings}")
}

/// The position after so many plies, of which none is the last of the game.
fn after(start: &AnyPosition, plies: usize) -> AnyPosition {
    let mut position = start.clone();
    for ply in 0..plies {
        let moves = position.move_count();
        let goes_on = |index: &usize| {
            let mut next = position.clone();
            next.play(*index);
            !next.is_terminal()
        };
        let index = (0..moves).map(|other| (7 * ply + other) % moves).find(goes_on).expect("a game that goes on");
        position.play(index);
    }
    position
}

/// What a player reports that plays against itself and keeps its tree: first the contestant, then the searcher of any
/// game, which says the same.
fn played(
    venue: &Venue,
    spec: &CataloguePlayer,
    evaluation: &str,
    start: &AnyPosition,
    moves: usize,
) -> Vec<Report<usize>> {
    let limit = spec.limit();
    let mut contestant = spec.contestant(venue, evaluation, start).unwrap();
    contestant.start_game(start, Side::Max).unwrap();
    let searcher = spec.any_searcher().unwrap();
    let mut player = Player::new(start.clone(), searcher, venue.evaluator(evaluation, Side::Max));
    let mut reports = Vec::new();
    while reports.len() < moves && !player.position().is_terminal() {
        let report = contestant.search(&limit).unwrap();
        let by_any = player.search(&limit);
        let best = by_any.best_move.unwrap();
        assert_eq!(report, player.position().indexed(by_any), "{spec} with {evaluation} in {:?}", start.text());
        contestant.follow(player.position().index_of(best)).unwrap();
        player.play(best).unwrap();
        reports.push(report);
    }
    reports
}

/// The reports of a match in one line.
fn told(start: &AnyPosition, reports: &[Report<usize>]) -> String {
    let mut position = start.clone();
    let mut words = String::new();
    let mut all = String::new();
    for report in reports {
        let best = report.best_move.unwrap();
        let counts = report.counts;
        words += &format!(
            "{} {} {}/{}, ",
            position.move_text_at(best),
            value(report.value),
            counts.evaluations,
            counts.generations
        );
        all += &exact(report);
        position.play(best);
    }
    format!("{}; {:08x}", words.trim_end_matches(", "), crc32fast::hash(all.as_bytes()))
}

fn value(value: Option<Value>) -> String {
    match value {
        None => "?".to_owned(),
        Some(Value::MAX) => "+inf".to_owned(),
        Some(Value::MIN) => "-inf".to_owned(),
        Some(value) => format!("{value:+}"),
    }
}

/// What a report says but for times, bytes and nodes: the line, and the visits and proofs of all moves, too.
fn exact(report: &Report<usize>) -> String {
    let Report { best_move, value, line, completed_depth, counts, stop, proved, outcome, .. } = report;
    let counts = [counts.evaluations, counts.generations, counts.first_generations, counts.expansions];
    let mut text =
        format!("{best_move:?} {value:?} {line:?} {completed_depth:?} {counts:?} {stop} {proved} {outcome:?}");
    for root_move in &report.root_moves {
        let is_exact = root_move.kind == ValueKind::Exact;
        text +=
            &format!("\n{} {} {is_exact} {} {:?}", root_move.mv, root_move.value, root_move.proved, root_move.visits);
    }
    text + "\n"
}

fn check(file: &str, text: &str) {
    insta::with_settings!({snapshot_path => "pinned", prepend_module_to_snapshot => false, omit_expression => true}, {
        insta::assert_snapshot!(file, reviewable(text));
    });
}

/// The standard catalogue with two evaluations that no game has.
fn catalogue() -> Catalogue {
    let parents = EvaluationKind::new("parents", Vec::new(), |_, settings| {
        settings.name("parents");
        let of_child = |parent: &mut AnyPosition, mv: AnyMove| noise(parent.key() ^ parent.index_of(mv) as u64);
        Ok(OneScale(evaluator_fn(|position: &AnyPosition| noise(position.key())).with_parent(of_child)))
    });
    let quiescence = EvaluationKind::new("quiescence", Vec::new(), |_, settings| {
        settings.name("quiescence");
        Ok(OneScale(Searching(Restless)))
    });
    Catalogue::standard().evaluation_kind(parents).evaluation_kind(quiescence)
}

/// Static values that look random.
fn noise(key: u64) -> Value {
    (mix(key) % 201) as Value - 100
}

/// Looks a ply farther where the static value is one of some, from there again.
#[derive(Clone)]
struct Restless;

impl Quiescence<AnyPosition> for Restless {
    fn evaluate(&mut self, position: &AnyPosition) -> Value {
        if position.is_terminal() { position.terminal_value() } else { noise(position.key()) }
    }

    fn search(&mut self, position: &mut AnyPosition, bounds: Bounds, meter: &mut Meter<'_>) -> Result<Value, Stop> {
        meter.evaluation()?;
        let still = self.evaluate(position);
        if position.is_terminal() || still % 8 != 1 {
            return Ok(still);
        }
        let side = position.to_move();
        let Bounds { alpha, beta } = bounds.orient(side);
        let mut best = side.orient(still);
        for mv in position.moves() {
            if best >= beta {
                break;
            }
            let bounds = Bounds { alpha: alpha.max(best), beta }.orient(side);
            position.make(mv);
            let value = self.search(position, bounds, meter);
            position.unmake(mv, ());
            best = best.max(side.orient(value?));
        }
        Ok(side.orient(best))
    }

    fn properties(&self) -> Properties {
        Properties { win_value: NonZeroU32::new(1600), ..Properties::default() }
    }
}

/// No searcher and no key of one is left out.
#[test]
fn every_setting_is_pinned() {
    let catalogue = catalogue();
    let pinned = |name: &str, setting: &str| {
        let is_of = |searcher: &&str| searcher.split(':').next() == Some(name);
        SEARCHERS.into_iter().filter(is_of).any(|searcher| searcher.contains(setting))
    };
    let settings = catalogue.searchers().flat_map(|about| {
        let keys = about.keys.iter().map(|key| (about.name, format!("{}=", key.name)));
        keys.chain([(about.name, String::new())])
    });
    let missing: Vec<_> = settings.filter(|(name, setting)| !pinned(name, setting)).collect();
    assert_eq!(missing, []);
}

/// One small tree with each number of evaluations from one on, until no more are needed.
#[test]
fn a_small_tree() {
    let catalogue = catalogue();
    let settings = catalogue.game_with("random", &"branching = 3\nlength = 6".parse().unwrap()).unwrap();
    let venue = settings.venue(None, &["edge-sum"]).unwrap();
    let (start, _) = venue.start(3);
    let mut text =
        "searcher: the evaluations from which on each move is best; last value, evaluations/generations, limits tried, \
        how often the move or its value changed; check sum\n\n"
            .to_owned();
    for searcher in SEARCHERS {
        let spec = catalogue.player(searcher).unwrap();
        let found = (1..=MOST).flat_map(|evaluations| {
            let spec = spec.clone().with_evaluations(Some(evaluations));
            played(&venue, &spec, "edge-sum", &start, 1)
        });
        text += &format!("{searcher}: {}\n", grown(found));
    }
    check("small-tree", &text);
}

/// What is found with ever more evaluations, in one line.
fn grown(found: impl Iterator<Item = Report<usize>>) -> String {
    let (mut moves, mut changes, mut all) = (String::new(), 0, String::new());
    let mut reports: Vec<Report<usize>> = Vec::new();
    for report in found {
        let last = reports.last();
        if last.is_none_or(|last| last.best_move != report.best_move) {
            moves += &format!("{} {}, ", reports.len() + 1, report.best_move.unwrap());
        }
        changes +=
            usize::from(last.is_some_and(|last| (last.best_move, last.value) != (report.best_move, report.value)));
        all += &exact(&report);
        let is_whole = report.stop != Stop::Evaluations;
        reports.push(report);
        if is_whole {
            break;
        }
    }
    let last = reports.last().expect("one evaluation was tried");
    assert_ne!(last.stop, Stop::Evaluations, "the search has an end");
    let (moves, sum) = (moves.trim_end_matches(", "), crc32fast::hash(all.as_bytes()));
    let (value, counts, tried) = (value(last.value), last.counts, reports.len());
    format!(
        "{moves}; {value} {}/{}, {tried} tried, {changes} changes; {sum:08x}",
        counts.evaluations, counts.generations
    )
}

/// Solvers by proof numbers, which go on with what they remember.
#[test]
fn solvers() {
    let catalogue = catalogue();
    let mut text =
        "method: scores left, best move, plies, evaluations/generations, nodes; the same after as many more\n"
            .to_owned();
    for (game, second) in [
        ("othello", Second::After(54)),
        ("connect-four", Second::After(26)),
        ("oware", Second::At(COUNTED_SOON)),
        ("tic-tac-toe", Second::After(3)),
        ("go-5x5", Second::After(40)),
    ] {
        let start = second.position(&catalogue, game, &catalogue.initial(game, 1).unwrap().unwrap());
        text += &format!("\n{game} from {}\n", start.text());
        for method in Method::ALL {
            for judging in [Judging::default(), Judging { by_points: true, by_mobility: true }] {
                text += &format!("{} {}\n", method.name(), proved(&catalogue, game, method, judging, &start));
            }
        }
    }
    check("solvers", &text);
}

fn proved(catalogue: &Catalogue, game: &str, method: Method, judging: Judging, start: &AnyPosition) -> String {
    let mut solver = catalogue.solver(game, Solver::new(Solving::of(method), 1 << 16), judging).unwrap();
    let limit = Limit::new().evaluations(EVALUATIONS);
    let scores = if judging.by_points { Scores::ANY } else { Scores::OUTCOMES };
    let mut told = if judging.by_points { "by points:".to_owned() } else { "by outcome:".to_owned() };
    for _ in 0..2 {
        let solution = solver.solve(start, scores, &limit);
        let best = solution.best_move.map_or_else(|| "none".to_owned(), |best| start.move_text_at(best));
        let (Scores { least, most }, counts) = (solution.scores, solution.counts);
        let plies = solution.plies.map_or_else(|| "?".to_owned(), |plies| plies.to_string());
        told += &format!(
            " {least}..{most} {best} {plies} {}/{} {},",
            counts.evaluations, counts.generations, solution.nodes
        );
    }
    told.trim_end_matches(',').to_owned()
}

/// The ends of games, by the game's solver and by the alpha-beta that goes on from a searcher's tree.
#[test]
fn ends() {
    let catalogue = catalogue();
    let mut text = "searcher: the first move, that of the search to the end, evaluations/generations\n".to_owned();
    for (game, settings, plies) in [("othello", "", 50), ("random", "branching = 3\nlength = 8", 0)] {
        let settings = catalogue.game_with(game, &settings.parse().unwrap()).unwrap();
        let evaluation = catalogue.game_named(game).unwrap().evaluations[0];
        let venue = settings.venue(None, &[evaluation]).unwrap();
        let start = after(&venue.start(3).0, plies);
        text += &format!("\n{game} from {}\n", start.text());
        let mut searchers = FINISHING.map(str::to_owned).to_vec();
        if let Some(mut ends) = settings.solver() {
            let solved = ends.solve_end(&start, &Limit::default()).expect("the end is near");
            text += &format!("the game's solver: {}\n", told(&start, &[solved]));
            searchers.extend(BY_SOLVER.map(|searcher| with(searcher, "ends=solver")));
        }
        for searcher in searchers {
            let spec = catalogue.player(&searcher).unwrap();
            text += &format!("{searcher}: {}\n", finished(&venue, &spec, evaluation, &start));
        }
    }
    check("ends", &text);
}

/// The first move by a search, and the next one by alpha-beta to the end, which goes on from the tree.
fn finished(venue: &Venue, spec: &CataloguePlayer, evaluation: &str, start: &AnyPosition) -> String {
    let mut contestant = spec.contestant(venue, evaluation, start).unwrap();
    contestant.start_game(start, Side::Max).unwrap();
    let first = contestant.choose().unwrap();
    contestant.follow(first).unwrap();
    let mut position = start.clone();
    let mut told = position.move_text_at(first);
    position.play(first);
    if !position.is_terminal() {
        told += &format!(" {}", position.move_text_at(contestant.finish().unwrap()));
    }
    let counts = contestant.spent().counts;
    format!("{told} {}/{}", counts.evaluations, counts.generations)
}
