use bestply_core::{
    Advance, Bounds, Event, Found, IllegalMove, Limit, Meter, Observer, Player, Report, Reset, Search, Searcher, Stop,
};

use crate::{Climb, Height, START};

/// A searcher that searches nothing and writes down what it is told.
#[derive(Default)]
struct Scribe(Vec<String>);

impl Reset for Scribe {
    fn reset(&mut self) {
        self.0.push("reset".into());
    }
}

impl Advance<Climb> for Scribe {
    fn advance(&mut self, position: &mut Climb, up: usize) {
        self.0.push(format!("advance from {} by {up}", position.height));
    }
}

impl Search<Climb, Height> for Scribe {
    fn run<O: Observer>(
        &mut self,
        position: &mut Climb,
        evaluator: &mut Height,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<usize> {
        let watched = if observer.is_watching() { ", watched" } else { "" };
        self.0.push(format!("search at {} in {:?} bytes{watched}", position.height, limit.bytes));
        observer.observe(Event::Entered { path: &[], bounds: Bounds::OPEN });
        Found::new(Stop::Depth).report(position, evaluator, &Meter::start(limit))
    }
}

/// Counts the events of a search.
struct Events(usize);

impl Observer for Events {
    fn observe(&mut self, _: Event<'_>) {
        self.0 += 1;
    }
}

#[test]
fn a_player_tells_its_searcher_of_every_change() {
    let mut player = Player::new(START, Scribe::default(), Height::default());
    player.play(2).unwrap();
    player.play(1).unwrap();
    assert!(player.played().eq([2, 1]));
    assert_eq!((player.undo(), player.position().height), (Some(1), 2));
    player.set_position(Climb { height: 4, ..START });
    assert_eq!((player.undo(), player.position().height), (None, 4));
    player.set_evaluator(Height { asked: 7 });
    assert_eq!(player.evaluator().asked, 7);
    let (position, searcher, evaluator) = player.into_parts();
    assert_eq!((position.height, evaluator.asked), (4, 7));
    assert_eq!(searcher.0, ["reset", "advance from 0 by 2", "advance from 2 by 1", "reset", "reset", "reset"]);
}

#[test]
fn a_player_refuses_an_illegal_move_and_changes_nothing() {
    let mut player = Player::new(START, Scribe::default(), Height::default());
    assert_eq!(player.play(3), Err(IllegalMove(3)));
    assert_eq!(IllegalMove(3).to_string(), "the move 3 is not legal in this position");
    assert_eq!((player.position(), player.searcher().0.len()), (&START, 1));
}

#[test]
fn a_players_search_has_a_gibibyte_unless_its_limit_says_otherwise() {
    let mut player = Player::new(START, Scribe::default(), Height::default());
    player.searcher_mut().0.clear();
    assert_eq!(player.search(&Limit::new().bytes(5)).stop, Stop::Depth);
    let mut events = Events(0);
    assert_eq!(player.search_observed(&Limit::new(), &mut events).best_move, Some(1));
    assert_eq!(events.0, 1);
    assert_eq!(player.searcher().0, ["search at 0 in Some(5) bytes", "search at 0 in Some(1073741824) bytes, watched"]);
}

#[test]
fn a_boxed_searcher_is_the_searcher() {
    let mut boxed = Box::new(Scribe::default());
    Reset::reset(&mut boxed);
    Advance::advance(&mut boxed, &mut START.clone(), 2);
    assert_eq!(boxed.0, ["reset", "advance from 0 by 2"]);
}

#[test]
fn a_boxed_searcher_is_told_whether_it_is_watched() {
    let mut boxed: Box<dyn Searcher<Climb, Height>> = Box::new(Scribe::default());
    let mut events = Events(0);
    for watched in [true, false] {
        let report = match watched {
            true => boxed.run(&mut START.clone(), &mut Height::default(), &Limit::new(), &mut events),
            false => boxed.run(&mut START.clone(), &mut Height::default(), &Limit::new(), &mut ()),
        };
        assert_eq!((report.best_move, events.0), (Some(1), 1));
    }
}

#[test]
fn nobody_watches_through_a_reference_to_nothing() {
    fn is_watching(observer: impl Observer) -> bool {
        observer.is_watching()
    }
    assert!(!is_watching(()) && !is_watching(&mut ()) && is_watching(Events(0)) && is_watching(&mut Events(0)));
}
