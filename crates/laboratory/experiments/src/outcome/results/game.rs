use std::collections::BTreeMap;
use std::fmt;

use bestply_catalogue::{COST_NS, title_of};
use serde::{Deserialize, Serialize};

use crate::contest::GamePlan;

/// The game that was played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CellGame {
    /// The word for the game, also in the published tables.
    pub kind: String,
    /// What tells it from the usual game of its kind, such as `fixed` numbers of moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The game's parameters by their names: of random games `branching`, `depth` and `cost_ns`.
    #[serde(flatten)]
    pub parameters: BTreeMap<String, u32>,
}

impl CellGame {
    /// A game without parameters.
    pub fn of(kind: impl Into<String>) -> CellGame {
        CellGame { kind: kind.into(), ..CellGame::default() }
    }

    /// Random games with this largest number of moves in a position.
    pub fn random(branching: u32) -> CellGame {
        CellGame::of("random").with("branching", branching)
    }

    /// The game of a cell.
    pub fn planned(plan: &GamePlan) -> CellGame {
        let game = CellGame { variant: plan.game.settings().variant(), ..CellGame::of(&*plan.name) };
        plan.parameters.iter().fold(game, |game, &(key, value)| game.with(key, value as u32))
    }

    /// The same game with a parameter.
    #[must_use]
    pub fn with(mut self, parameter: &str, value: u32) -> CellGame {
        self.parameters.insert(parameter.to_owned(), value);
        self
    }

    /// The (largest) branching factor, if it is a parameter of the game.
    pub fn branching(&self) -> Option<u32> {
        self.parameters.get("branching").copied()
    }

    /// What evaluations cost besides their own time, in nanoseconds, if it is a parameter of the game.
    pub fn evaluation_cost_ns(&self) -> Option<u32> {
        self.parameters.get(COST_NS).copied()
    }

    /// The game with evaluations of any cost. Its starts do not depend on their cost.
    pub(crate) fn at_any_cost(&self) -> CellGame {
        self.without(COST_NS)
    }

    /// The game with any value of this parameter.
    pub(crate) fn without(&self, parameter: &str) -> CellGame {
        let mut game = self.clone();
        game.parameters.remove(parameter);
        game
    }

    /// The name of the kind of game in a sentence.
    pub fn title(&self) -> String {
        match self.kind.as_str() {
            "random" => "random games".to_owned(),
            "n-game" => "N-games".to_owned(),
            kind => title_of(kind),
        }
    }

    /// The shortest name of the game among those of its kind, such as "B = 5".
    pub fn parameters_text(&self) -> String {
        if self.parameters.is_empty() && self.variant.is_none() {
            return self.title();
        }
        let symbol = |name: &str| match (self.kind.as_str(), name) {
            ("random", "branching") => "B".to_owned(),
            ("n-game", name) => name.chars().take(1).collect(),
            _ => name.to_owned(),
        };
        let text = |(name, value): (&String, &u32)| match name.as_str() {
            COST_NS => format!("{value} ns"),
            name => format!("{} = {value}", symbol(name)),
        };
        let texts = self.parameters.iter().map(text).chain(self.variant.clone());
        texts.collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for CellGame {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.title())?;
        if !self.parameters.is_empty() || self.variant.is_some() {
            write!(formatter, ", {}", self.parameters_text())?;
        }
        Ok(())
    }
}
