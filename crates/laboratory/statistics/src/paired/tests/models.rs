//! Models of games, whose true scores are known exactly.

use bestply_testkit::Dice;

use crate::paired::Sample;

/// How the games of a cell end.
///
/// A game is lost, drawn or won by the logistic function of the challenger's advantage: its own, the start's for its
/// side, and the start's for the challenger, whichever side it plays. The last is the interaction of start and player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    pub(super) name: &'static str,
    /// The standard deviation of a start's advantage for a side, in natural logarithms of odds.
    pub(super) side: f64,
    /// The standard deviation of a start's advantage for the challenger.
    pub(super) player: f64,
    /// The advantage that makes a win as likely as no win.
    pub(super) draw: f64,
    /// What the images of a start have in common.
    pub(super) images: Images,
    /// How the points of a pair come from its games.
    pub(super) points: Points,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Images {
    /// There are none.
    None,
    /// Half of the starts come with an image that has the same advantages.
    Alike,
    /// Half of the starts come with an image from which the same games are played.
    Copies,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Points {
    /// Each game counts.
    Games,
    /// The pair goes to who did better in its two games.
    Pair,
    /// Both games end as the first.
    First,
}

const PLAIN: Model = Model { name: "", side: 0.5, player: 0.3, draw: 0.2, images: Images::None, points: Points::Games };

/// The models, from games that are nearly independent to such that are not at all.
pub(super) const MODELS: [Model; 10] = [
    Model { name: "few draws", ..PLAIN },
    Model { name: "many draws", draw: 2.0, ..PLAIN },
    Model { name: "nearly all drawn", draw: 3.5, ..PLAIN },
    Model { name: "the side decides", side: 3.0, player: 0.0, ..PLAIN },
    Model { name: "the side decides, draws", side: 2.0, draw: 1.5, player: 0.0, ..PLAIN },
    Model { name: "the start suits a player", player: 2.0, ..PLAIN },
    Model { name: "images", side: 1.0, player: 1.0, draw: 0.5, images: Images::Alike, ..PLAIN },
    Model { name: "images that are copies", side: 1.0, player: 1.0, draw: 0.5, images: Images::Copies, ..PLAIN },
    Model { name: "the same player wins both", draw: 0.0, points: Points::First, ..PLAIN },
    Model { name: "pairs are units", side: 1.0, player: 0.5, points: Points::Pair, ..PLAIN },
];

/// What a start gives to a side and to the challenger.
#[derive(Clone, Copy)]
pub(super) struct Start {
    side: f64,
    player: f64,
}

/// The advantages of a start in standard deviations, with their weights: few, so that the true score is a short sum.
const ADVANTAGES: [(f64, f64); 3] = [(-std::f64::consts::SQRT_2, 0.25), (0.0, 0.5), (std::f64::consts::SQRT_2, 0.25)];

impl Model {
    /// The strength with which the challenger scores this share.
    pub(super) fn strength(&self, score: f64) -> f64 {
        let (mut low, mut high) = (-20.0, 20.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            *(if self.score(middle) < score { &mut low } else { &mut high }) = middle;
        }
        low
    }

    /// The expected share of a challenger of this strength.
    fn score(&self, strength: f64) -> f64 {
        let mut score = 0.0;
        for (side, of_side) in ADVANTAGES {
            for (player, of_player) in ADVANTAGES {
                let start = Start { side: side * self.side, player: player * self.player };
                score += of_side * of_player * self.expected(strength, start);
            }
        }
        score
    }

    fn expected(&self, strength: f64, start: Start) -> f64 {
        let [first, second] = self.games(strength, start);
        let of_game = |[_, draw, win]: [f64; 3]| win + draw / 2.0;
        match self.points {
            Points::Games => f64::midpoint(of_game(first), of_game(second)),
            Points::First => of_game(first),
            Points::Pair => {
                let won = |a: [f64; 3], b: [f64; 3]| a[2] * (b[2] + b[1]) + a[1] * b[2];
                let lost = |a: [f64; 3], b: [f64; 3]| a[0] * (b[0] + b[1]) + a[1] * b[0];
                0.5 + (won(first, second) - lost(first, second)) / 2.0
            }
        }
    }

    /// The probabilities of a loss, a draw and a win in the two games of a pair.
    fn games(&self, strength: f64, start: Start) -> [[f64; 3]; 2] {
        [1.0, -1.0].map(|side| {
            let advantage = strength + start.player + side * start.side;
            let [loss, win] = [-advantage, advantage].map(|it| 1.0 / (1.0 + (self.draw - it).exp()));
            [loss, 1.0 - loss - win, win]
        })
    }

    /// A start, drawn at random.
    pub(super) fn start(&self, dice: &mut Dice) -> Start {
        let mut advantage = || ADVANTAGES[[0, 1, 1, 2][dice.below(4) as usize]].0;
        Start { side: self.side * advantage(), player: self.player * advantage() }
    }

    /// The share of the points of a pair.
    pub(super) fn pair(&self, strength: f64, start: Start, dice: &mut Dice) -> f64 {
        let [first, second] = self.games(strength, start).map(|[loss, draw, _]| {
            let luck = uniform(dice);
            if luck < loss {
                0.0
            } else if luck < loss + draw {
                0.5
            } else {
                1.0
            }
        });
        let share = f64::midpoint(first, second);
        match self.points {
            Points::Games => share,
            Points::Pair if share == 0.5 => share,
            Points::Pair => share.round(),
            Points::First => first,
        }
    }

    /// So many pairs of a challenger of this strength. Images have the same cluster.
    pub(super) fn sample(&self, strength: f64, pairs: usize, dice: &mut Dice) -> Sample {
        let mut sample = Sample::default();
        let (mut left, mut cluster) = (pairs, 0);
        while left > 0 {
            let start = self.start(dice);
            let share = self.pair(strength, start, dice);
            sample.add(cluster, share);
            left -= 1;
            if self.images != Images::None && left > 0 && dice.below(2) == 0 {
                let of_image = self.pair(strength, start, dice);
                sample.add(cluster, if self.images == Images::Copies { share } else { of_image });
                left -= 1;
            }
            cluster += 1;
        }
        sample
    }
}

/// A number between 0 and 1.
fn uniform(dice: &mut Dice) -> f64 {
    dice.below(1 << 53) as f64 / (1_u64 << 53) as f64
}
