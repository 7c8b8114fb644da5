use bestply_board_games::Outcome;
use bestply_board_games::oware::{Move, Oware, QUIET_PLIES, Seeds};
use bestply_core::{Evaluator, Position, Side};

use crate::naive::{Game, Naive, assert_refused, check};

const NAMES: &str = "ABCDEFabcdef";

/// South is player 0.
#[derive(Clone)]
struct NaiveOware {
    houses: Vec<u32>,
    captured: [u32; 2],
    player: usize,
    quiet: u32,
}

impl NaiveOware {
    fn owns(player: usize, house: usize) -> bool {
        house / 6 == player
    }

    fn seeds_of(&self, player: usize) -> u32 {
        (0..12).filter(|&house| NaiveOware::owns(player, house)).map(|house| self.houses[house]).sum()
    }

    /// Sows and captures, whether the move is legal or not.
    fn after(&self, from: usize) -> NaiveOware {
        let mut next = self.clone();
        let mut house = from;
        let mut in_hand = next.houses[from];
        next.houses[from] = 0;
        while in_hand > 0 {
            house = (house + 1) % 12;
            if house != from {
                next.houses[house] += 1;
                in_hand -= 1;
            }
        }
        let sown = next.clone();
        let other = 1 - self.player;
        let mut taken = 0;
        while NaiveOware::owns(other, house) && (next.houses[house] == 2 || next.houses[house] == 3) {
            taken += next.houses[house];
            next.houses[house] = 0;
            house = (house + 11) % 12;
        }
        if next.seeds_of(other) == 0 {
            next = sown;
            taken = 0;
        }
        next.captured[self.player] += taken;
        next.quiet = if taken > 0 { 0 } else { next.quiet + 1 };
        next.player = other;
        next
    }
}

impl Naive for NaiveOware {
    fn text(&self) -> String {
        let row = |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let (south, north) = self.houses.split_at(6);
        let [by_south, by_north] = self.captured;
        let player = ["S", "N"][self.player];
        format!("{}/{} {by_south}:{by_north} {player} {}", row(south), row(north), self.quiet)
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_over = self.quiet >= 100 || self.captured.iter().any(|&seeds| seeds > 24) || self.moves().is_empty();
        let [south, north] = [0, 1].map(|player| self.captured[player] + self.seeds_of(player));
        is_over.then_some(if south > north {
            Outcome::Won(Side::Max)
        } else if north > south {
            Outcome::Won(Side::Min)
        } else {
            Outcome::Drawn
        })
    }

    fn moves(&self) -> Vec<String> {
        let other = 1 - self.player;
        let is_legal = |house: &usize| {
            let has_seeds = NaiveOware::owns(self.player, *house) && self.houses[*house] > 0;
            has_seeds && (self.seeds_of(other) > 0 || self.after(*house).seeds_of(other) > 0)
        };
        (0..12).filter(is_legal).map(|house| NAMES[house..=house].to_owned()).collect()
    }

    fn play(&mut self, mv: &str) {
        *self = self.after(NAMES.find(mv).expect("a house"));
    }
}

impl Game for Oware {
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }
}

fn oware(text: &str) -> Oware {
    text.parse().unwrap()
}

fn after(text: &str, mv: &str) -> String {
    let mut game = oware(text);
    game.make(mv.parse().unwrap());
    game.to_string()
}

#[test]
fn it_is_the_naive_game() {
    let naive = NaiveOware { houses: vec![4; 12], captured: [0; 2], player: 0, quiet: 0 };
    let counts = [6, 36, 190, 1014, 5219, 27_332, 139_157, 711_414];
    check(Oware::start(), Seeds, &naive, &counts, 6);
}

/// Random games from boards with few seeds, and with many seeds in one house.
///
/// They meet what games from the start seldom meet: feeding, grand slams and laps.
#[test]
fn it_is_the_naive_game_late_in_it() {
    for text in
        ["0,0,0,0,0,3/0,2,0,1,1,0 20:21 S 7", "0,0,14,0,0,1/0,0,1,0,0,0 16:16 N 90", "30,0,0,0,0,0/2,1,1,2,0,0 6:6 S 0"]
    {
        let fast = oware(text);
        let houses =
            [Side::Max, Side::Min].iter().flat_map(|&side| fast.row(side)).map(|&seeds| seeds.into()).collect();
        let captured = [Side::Max, Side::Min].map(|side| fast.captured(side).into());
        let player = usize::from(fast.to_move() == Side::Min);
        let naive = NaiveOware { houses, captured, player, quiet: fast.quiet_plies().into() };
        check(fast, Seeds, &naive, &[], 0);
    }
}

#[test]
fn the_last_seed_captures_backwards() {
    let text = "0,0,0,0,0,4/1,2,1,2,0,5 18:15 S 3";
    assert_eq!(after(text, "F"), "0,0,0,0,0,0/0,0,0,0,0,5 28:15 N 0");
    assert_eq!(after("1,0,0,0,0,3/5,2,1,0,0,0 18:18 S 3", "F"), "1,0,0,0,0,0/6,0,0,0,0,0 23:18 N 0");
}

#[test]
fn a_grand_slam_captures_nothing() {
    assert_eq!(after("1,0,0,0,0,2/1,1,0,0,0,0 21:22 S 3", "F"), "1,0,0,0,0,0/2,2,0,0,0,0 21:22 N 4");
}

#[test]
fn twelve_seeds_leave_out_their_own_house() {
    assert_eq!(after("0,0,0,0,0,12/5,5,5,5,5,5 3:3 S 0", "F"), "1,1,1,1,1,0/7,6,6,6,6,6 3:3 N 1");
}

#[test]
fn a_player_without_seeds_is_fed_if_possible() {
    let hungry = oware("1,0,3,0,2,0/0,0,0,0,0,0 21:21 S 0");
    assert_eq!(hungry.moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["E"]);
    let starved = oware("1,0,3,0,1,0/0,0,0,0,0,0 20:23 S 0");
    assert_eq!((starved.score(Side::Max), starved.score(Side::Min)), (25, 23));
    assert_eq!((starved.move_count(), starved.outcome()), (0, Some(Outcome::Won(Side::Max))));
}

#[test]
fn the_rest_is_shared_out_after_many_plies_without_a_capture() {
    let mut game = oware("1,0,0,0,0,0/1,0,0,0,0,0 23:23 S 99");
    game.make("A".parse().unwrap());
    assert_eq!(game.quiet_plies(), QUIET_PLIES);
    assert_eq!((game.move_count(), game.outcome(), Seeds.evaluate(&game)), (0, Some(Outcome::Drawn), 0));
}

#[test]
fn it_is_drawn_as_a_board() {
    let position = oware("1,0,3,0,12,0/4,0,0,0,0,2 21:5 S 8");
    let diagram = [
        "       f  e  d  c  b  a",
        "N  5   2  0  0  0  0  4",
        "       1  0  3  0 12  0 21 S",
        "       A  B  C  D  E  F",
        "S to move, 8 plies without a capture",
    ];
    assert_eq!(format!("{position:#}"), diagram.join("\n"));
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    assert_refused::<Move>("g", "character 1 is 'g', where a house, A to F or a to f, is expected");
    assert_refused::<Oware>("4,4,4,4,4/", "character 10 is '/', where ',' is expected");
    assert_refused::<Oware>("4,4,4,4,4,49", "character 12 is '9', where a number from 0 to 48 is expected");
    assert_refused::<Oware>("4,4,4,4,4,4/4,4,4,4,4,4 0:0 x 0", "character 29 is 'x', where S or N is expected");
    assert_refused::<Oware>(
        "4,4,4,4,4,4/4,4,4,4,4,4 1:0 S 0",
        "no such position: there are 48 seeds, on the board and captured",
    );
    assert_refused::<Oware>("1,0,0,0,0,0/1,0,0,0,0,0 25:21 S 0", "no such position: the side to move has won already");
}

#[test]
fn a_move_is_numbered_by_its_house() {
    check_numbers!(Oware, 12, 3000);
}
