//! A searcher that is written for one game plays that game everywhere, and no other.

use bestply::games::tic_tac_toe::{GameValue, TicTacToe};
use bestply::tree::Tree;
use bestply::{
    Advance, AlphaBeta, Evaluator, Limit, Observer, Position, Report, Reset, Search, Searcher, Side, Value,
    evaluator_fn,
};
use bestply_catalogue::{
    AnyPosition, Catalogue, EvaluationEntry, EvaluationKind, EvaluationSpec, GameEntry, OneScale, Playable,
    SearcherEntry, SearcherSpec,
};
use toml::Table;

/// Alpha-beta that plays the middle first. It is written for tic-tac-toe.
#[derive(Default)]
struct MiddleFirst {
    alpha_beta: AlphaBeta,
}

impl Reset for MiddleFirst {
    fn reset(&mut self) {
        self.alpha_beta.reset();
    }
}

impl Advance<TicTacToe> for MiddleFirst {
    fn advance(&mut self, board: &mut TicTacToe, mv: <TicTacToe as Position>::Move) {
        self.alpha_beta.advance(board, mv);
    }

    fn line_after(
        &self,
        board: &mut TicTacToe,
        mv: <TicTacToe as Position>::Move,
    ) -> Vec<<TicTacToe as Position>::Move> {
        self.alpha_beta.line_after(board, mv)
    }
}

impl<E: Evaluator<TicTacToe>> Search<TicTacToe, E> for MiddleFirst {
    fn run<O: Observer>(
        &mut self,
        board: &mut TicTacToe,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<<TicTacToe as Position>::Move> {
        let mut report = self.alpha_beta.run(board, evaluator, limit, observer);
        if let Some(middle) = board.moves().find(|mv| mv.to_string() == "b2") {
            (report.best_move, report.line) = (Some(middle), vec![middle]);
        }
        report
    }
}

fn entry() -> SearcherEntry<MiddleFirst> {
    let tree: fn(&mut MiddleFirst) -> &mut Tree = |searcher| &mut searcher.alpha_beta.tree;
    SearcherEntry::new("middle-first", |_| Ok(MiddleFirst::default)).only_in(&["tic-tac-toe", "mine"]).tree(tree)
}

/// bestply's tic-tac-toe, and the same game with another name and an evaluation that it is compiled for.
fn catalogue() -> Catalogue {
    let mine = GameEntry::drawn("mine", 2, |_| TicTacToe::start())
        .evaluation(EvaluationEntry::new("compiled", OneScale(GameValue)).searcher(&entry()));
    let kind = EvaluationKind::new("moves", Vec::new(), |_, settings| {
        settings.name("moves");
        Ok(OneScale(evaluator_fn(count)))
    });
    Catalogue::standard().game(mine).searcher_of::<TicTacToe, _>(entry()).evaluation_kind(kind)
}

fn count(position: &AnyPosition) -> Value {
    position.move_count() as Value
}

/// The texts of the moves that it plays in a game against itself, with what each cost.
fn played(catalogue: &Catalogue, game: &str, evaluation: EvaluationSpec) -> Vec<(String, u64)> {
    let settings = catalogue.game_with(game, &Table::new()).unwrap();
    let spec = catalogue.player("middle-first:depth=4").unwrap();
    let (spec, evaluation) = catalogue.seated(spec, &settings, Some(evaluation)).unwrap();
    let venue = catalogue.venue(&settings, None, std::slice::from_ref(&evaluation)).unwrap();
    let (start, _) = venue.start(1);
    let mut contestant = spec.contestant(&venue, evaluation.name(), &start).unwrap();
    contestant.start_game(&start, Side::Max).unwrap();
    let (mut position, mut moves) = (start, Vec::new());
    while !position.is_terminal() {
        let report = contestant.search(&spec.limit()).unwrap();
        let chosen = report.best_move.unwrap();
        assert_eq!(contestant.line_after(chosen)[0], chosen);
        moves.push((position.move_text_at(chosen), report.counts.evaluations));
        contestant.follow(chosen).unwrap();
        position.play(chosen);
    }
    moves
}

#[test]
fn it_plays_its_games_with_any_evaluation() {
    let catalogue = catalogue();
    let compiled = played(&catalogue, "mine", EvaluationSpec::named("compiled"));
    assert_eq!(played(&catalogue, "tic-tac-toe", EvaluationSpec::named("outcome")), compiled);
    assert_eq!(compiled[0].0, "b2");
    let described = catalogue.player("middle-first:evaluation.moves=counted").unwrap();
    let described = described.evaluation().unwrap().clone();
    assert_eq!(played(&catalogue, "tic-tac-toe", described)[0].0, "b2");
}

#[test]
fn it_is_searched_with_step_by_step() {
    let catalogue = catalogue();
    let spec = catalogue.player("middle-first:depth=3").unwrap();
    let settings = catalogue.game_with("tic-tac-toe", &Table::new()).unwrap();
    let venue = settings.venue(None, &["outcome"]).unwrap();
    let (mut any, _) = venue.start(1);
    let mut native: TicTacToe = *any.native::<TicTacToe>();
    let text = any.text();
    let (mut steps, mut own_steps) = (Vec::new(), Vec::new());
    let mut evaluator = venue.evaluator("outcome", Side::Max);
    let limit = spec.limit();
    let report = spec.any_searcher().unwrap().search_observed(&mut any, &mut evaluator, &limit, &mut Steps(&mut steps));
    let mut own = MiddleFirst::default();
    let own = own.search_observed(&mut native, &mut GameValue, &limit, &mut Steps(&mut own_steps));
    assert!(!steps.is_empty() && steps == own_steps);
    assert_eq!(any.indexed(report), own.map_moves(|mv| native.index_of(mv)));
    assert_eq!(any.text(), text);
}

/// Notes every event as text.
struct Steps<'s>(&'s mut Vec<String>);

impl Observer for Steps<'_> {
    fn observe(&mut self, event: bestply::Event<'_>) {
        self.0.push(format!("{event:?}"));
    }
}

#[test]
fn it_is_refused_in_every_other_game() {
    let catalogue = catalogue();
    let spec = catalogue.player("middle-first:depth=1").unwrap();
    for game in catalogue.games().filter(|game| !["tic-tac-toe", "mine"].contains(&game.name)) {
        let told = format!("middle-first plays only `tic-tac-toe`, `mine`, not {}", game.name);
        assert_eq!(spec.check_game(game.name).unwrap_err().to_string(), told);
        let table = if game.name == "random" { "branching = 4" } else { "" }.parse().unwrap();
        let settings = catalogue.game_with(game.name, &table).unwrap();
        assert_eq!(catalogue.seated(spec.clone(), &settings, None).unwrap_err().to_string(), told);
        let read = SearcherSpec::read("middle-first:depth=1").unwrap();
        assert_eq!(catalogue.for_playing(read, game.name).unwrap_err().to_string(), told);
    }
}

#[test]
#[should_panic(expected = "the searcher `middle-first` names no game that it plays")]
fn it_names_its_games() {
    let nowhere = SearcherEntry::new("middle-first", |_| Ok(MiddleFirst::default));
    drop(Catalogue::standard().searcher_of::<TicTacToe, _>(nowhere));
}

#[test]
#[should_panic(expected = "the positions of `othello` are of another type")]
fn its_games_have_its_positions() {
    let elsewhere = SearcherEntry::new("middle-first", |_| Ok(MiddleFirst::default)).only_in(&["othello"]);
    drop(Catalogue::standard().searcher_of::<TicTacToe, _>(elsewhere));
}
