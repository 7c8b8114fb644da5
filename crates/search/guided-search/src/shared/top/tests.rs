use std::num::NonZeroU32;

use bestply_core::Properties;
use bestply_testkit::Dice;
use bestply_tree::Tree;

use super::*;
use crate::selection::Policy;
use crate::{Scale, Settings};

/// A top on which threads take islands and give them back, in an order that dice say.
struct Contest {
    top: Top<()>,
    dice: Dice,
    policy: Policy,
    in_flight: Vec<(usize, Box<Tree<Visits>>)>,
}

impl Contest {
    fn new(seed: u64) -> Contest {
        Contest {
            top: Top::new(),
            dice: Dice::new(seed),
            policy: Policy::new(Settings::default().selection(), Properties::default()),
            in_flight: Vec::new(),
        }
    }

    /// Whether there is an island at a node or below that a thread could take.
    fn has_room(&self, place: usize) -> bool {
        let node = self.top.node(place);
        let is_taken = self.in_flight.iter().any(|&(island, _)| island == place);
        !node.visits.proof().is_known()
            && if node.is_island() { !is_taken } else { node.children().any(|child| self.has_room(child)) }
    }

    /// Takes an island, or gives one back.
    fn go_on(&mut self) {
        if self.in_flight.is_empty() || self.in_flight.len() < 3 && self.dice.happens(60) {
            self.take();
        } else {
            self.give_back();
        }
    }

    /// Takes an island if there is one.
    fn take(&mut self) {
        let selected = self.top.select(&mut self.policy, Scale::from(NonZeroU32::MIN).divisor());
        assert_eq!(selected.is_some(), self.has_room(ROOT), "an island is found where there is one");
        if let Some(island) = selected {
            let tree = self.top.take(island);
            self.in_flight.push((island, tree));
        }
    }

    /// Gives one of the islands back: proved, divided, or with another value.
    fn give_back(&mut self) {
        let index = self.dice.below(self.in_flight.len() as u64) as usize;
        let (island, tree) = self.in_flight.swap_remove(index);
        let mut value = self.dice.below(3) as Value - 1;
        let mut visits = self.top.node(island).visits;
        visits.count += 1;
        if self.dice.happens(30) {
            visits.set_proof(Proof::FINISHED);
            value = [Value::MIN, 0, Value::MAX][self.dice.below(3) as usize];
        }
        let found = FoundOnIsland { value, visits, walks: 1, is_too_deep: false };
        if visits.proof().is_known() || self.dice.happens(40) {
            self.top.give_back(island, Some(tree), &found);
            return;
        }
        self.top.give_back(island, None, &found);
        let side = if self.top.node(island).depth().is_multiple_of(2) { Side::Max } else { Side::Min };
        let part = |value| IslandPart { value, visits: Visits::default(), ground: None };
        // One of the values is that of the island.
        let others = (0..self.dice.below(3)).map(|lower| part(side.orient(side.orient(value) - lower as Value)));
        self.top.dissolve(island, side, std::iter::once(part(value)).chain(others).collect());
    }
}

/// A proof closes a node whose other islands were free, and so may close nodes above it.
#[test]
fn an_island_is_selected_as_long_as_there_is_one() {
    let mut taken_all = 0;
    for seed in 0..3000 {
        let mut contest = Contest::new(seed);
        while !contest.top.root().visits.proof().is_known() && contest.top.nodes() < 60 {
            contest.go_on();
            taken_all += u32::from(!contest.has_room(ROOT));
        }
    }
    assert!(taken_all > 1000, "all islands were taken {taken_all} times");
}

impl Contest {
    /// A contest of some dozens of nodes, after which no island is taken.
    fn played(seed: u64) -> Contest {
        let mut contest = Contest::new(seed);
        while !contest.top.root().visits.proof().is_known() && contest.top.nodes() < 60 {
            contest.go_on();
        }
        while !contest.in_flight.is_empty() {
            contest.give_back();
        }
        contest
    }
}

/// The nodes that can lose children or a tree, on the principal variation or not.
fn on_variation(top: &Top<()>) -> Vec<bool> {
    let next = |&place: &usize| {
        let node = top.node(place);
        node.children().find(|&child| top.node(child).value == node.value)
    };
    let variation = Vec::from_iter(std::iter::successors(Some(ROOT), next));
    let has_some = |&place: &usize| top.ground(place).is_some() || !top.node(place).is_island();
    (1..top.nodes()).filter(has_some).map(|place| variation.contains(&place)).collect()
}

fn values_and_visits(top: &Top<()>) -> Vec<(Vec<usize>, Value, Visits)> {
    (0..top.nodes()).map(|place| (top.path(place), top.node(place).value, top.node(place).visits)).collect()
}

#[test]
fn pruning_frees_what_it_says_and_the_variation_last() {
    let nodes = |top: &Top<()>| top.nodes() + top.grounds().map(Tree::nodes).sum::<usize>();
    let variation = |top: &Top<()>| on_variation(top).iter().filter(|&&is_on| is_on).count();
    let mut variations_cut = 0;
    for seed in 0..1000 {
        let Contest { mut top, mut dice, mut policy, .. } = Contest::played(seed);
        let known_before = values_and_visits(&top);
        let variation_before = variation(&top);
        let children = top.root().children().len();
        let mut left = nodes(&top);
        let most = dice.below(left as u64) as usize;
        top.prune(|freed| {
            left -= freed.nodes;
            left <= most
        });
        assert_eq!(nodes(&top), left, "what is freed is told");
        assert!(left <= most || on_variation(&top).is_empty(), "it is enough, or nothing more can be freed");
        assert_eq!(top.root().children().len(), children, "the root keeps its children");
        assert!(values_and_visits(&top).iter().all(|node| known_before.contains(node)), "nodes keep values and visits");
        if variation(&top) < variation_before {
            assert!(on_variation(&top).iter().all(|&is_on| is_on), "the variation is cut last");
            variations_cut += 1;
        }
        let is_open = !top.root().visits.proof().is_known();
        assert_eq!(
            top.select(&mut policy, Scale::from(NonZeroU32::MIN).divisor()).is_some(),
            is_open,
            "an island is found where there is one"
        );
    }
    assert!(variations_cut > 50, "{variations_cut} variations were cut");
}
