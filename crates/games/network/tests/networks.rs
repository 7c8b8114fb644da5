//! The network in integers beside the one in floating point, and what files are refused.

use std::num::NonZeroU32;

use bestply_board_games::breakthrough::Breakthrough;
use bestply_board_games::connect_four::ConnectFour;
use bestply_board_games::lines_of_action::LinesOfAction;
use bestply_board_games::onitama::Onitama;
use bestply_board_games::oware::Oware;
use bestply_board_games::tic_tac_toe::TicTacToe;
use bestply_core::{Asked, Evaluator, Limit, Meter, Position, Side, Value};
use bestply_learning::{Outlook, Planes};
use bestply_network::{Adam, CheckSum, Example, FloatNetwork, Layer, MOST_BYTES, Network, NetworkError, Parameters};
use bestply_testkit::conformance::GameCheck;
use bestply_testkit::{Dice, check_game};
use proptest::prelude::*;

/// How far the values of integers may be from those of floating point, as a part of the scale.
const BOUND: f64 = 0.02;

/// The positions of a random game, the finished one included.
fn positions<P: Planes + Clone>(start: P, seed: u64) -> Vec<P> {
    let mut dice = Dice::new(seed);
    let mut positions = vec![start];
    while let Some(position) = positions.last().filter(|position| !position.is_terminal()) {
        let mut next = position.clone();
        next.make(position.nth_move(dice.below(position.move_count() as u64) as usize));
        positions.push(next);
    }
    positions
}

/// The same network with a policy of random weights, if the game has one.
fn with_random_policy<P: Planes>(parameters: Parameters, seed: u64) -> Parameters {
    let mut parameters = parameters.with_policy(&Outlook::of::<P>());
    let (mut dice, policy) = (Dice::new(seed), &mut parameters.policy);
    let numbers = policy.iter_mut().flat_map(|policy| policy.weights.iter_mut().chain(&mut policy.biases));
    numbers.for_each(|number| *number = dice.below(2001) as f32 / 1000.0 - 1.0);
    parameters
}

/// Checks every way to ask for values in the positions of a game.
fn check<P: Planes + Clone>(start: P, hidden: &[usize], seed: u64) {
    let parameters = with_random_policy::<P>(Parameters::random(&Outlook::of::<P>(), hidden, seed), seed);
    assert_eq!(parameters.policy.is_some(), P::OUTPUTS > 0);
    let (mut network, mut float) = (Network::new(&parameters).unwrap(), FloatNetwork::new(parameters));
    for mut position in positions(start, seed) {
        let value = network.evaluate(&position);
        let wanted = Evaluator::<P>::evaluate(&mut float, &position);
        let bound = BOUND * f64::from(Parameters::SCALE.get());
        let is_near = value == wanted || f64::from(value - wanted).abs() <= bound;
        assert!(is_near, "{value} instead of {wanted}");
        check_children(&mut network, &mut position);
        if P::OUTPUTS > 0 && !position.is_terminal() {
            check_priors(&mut network, &mut float, &mut position);
        }
    }
}

/// Priors are near those of floating point, and the same with values and without, at once and together with others.
fn check_priors<P: Planes + Clone>(network: &mut Network, float: &mut FloatNetwork, parent: &mut P) {
    let count = parent.move_count();
    let [mut priors, mut wanted, mut with_values, mut deferred] = [(); 4].map(|()| vec![0.0; count]);
    network.enter(parent);
    network.priors(parent, &mut priors);
    float.priors(parent, &mut wanted);
    assert!(priors.iter().zip(&wanted).all(|(prior, wanted)| (prior - wanted).abs() < 0.02), "{priors:?} {wanted:?}");
    let (limit, mut values) = (Limit::new(), vec![0; count]);
    let mut meter = Meter::start(&limit);
    let asked = Asked::all(&mut values).with_priors(&mut with_values);
    network.values_of_children(parent, asked, &mut meter).unwrap();
    network.defer_children(parent, Asked::all(&mut values).with_priors(&mut deferred), &mut meter).unwrap();
    Evaluator::<P>::settle(network, Asked::all(&mut values).with_priors(&mut deferred));
    assert_eq!([&with_values, &deferred], [&priors; 2]);
}

/// A child's value is that of its position, whether asked for alone, with its siblings or with other leaves.
fn check_children<P: Planes + Clone>(network: &mut Network, parent: &mut P) {
    let children = parent.moves().map(|mv| {
        let mut child = parent.clone();
        child.make(mv);
        child
    });
    let wanted: Vec<Value> = children.collect::<Vec<_>>().iter().map(|child| network.clone().evaluate(child)).collect();
    network.enter(parent);
    let alone: Vec<Value> =
        parent.moves().collect::<Vec<_>>().into_iter().map(|mv| network.evaluate_child(parent, mv)).collect();
    assert_eq!(alone, wanted);
    let mut together = vec![0; wanted.len()];
    network.enter(parent);
    network.evaluate_children(parent, 0, &mut together);
    assert_eq!(together, wanted);
    let limit = Limit::new();
    let mut meter = Meter::start(&limit);
    let mut settled = vec![0; 2 * wanted.len()];
    for _ in 0..2 {
        network.enter(parent);
        network.defer_children(parent, Asked::all(&mut vec![0; wanted.len()]), &mut meter).unwrap();
    }
    Evaluator::<P>::settle(network, Asked::all(&mut settled));
    assert_eq!(settled, [wanted.clone(), wanted].concat());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn integers_are_near_floating_point(seed: u64, first in 1_usize..100, second in 0_usize..40) {
        let hidden = if second == 0 { vec![first] } else { vec![first, second] };
        match seed % 6 {
            0 => check(Breakthrough::start(), &hidden, seed),
            1 => check(ConnectFour::start(), &hidden, seed),
            2 => check(Onitama::deal(seed), &hidden, seed),
            3 => check(Oware::start(), &hidden, seed),
            4 => check(LinesOfAction::start(), &hidden, seed),
            _ => check(TicTacToe::start(), &hidden, seed),
        }
    }

    #[test]
    fn no_bytes_make_it_panic(place: prop::sample::Index, byte: u8, cut: prop::sample::Index) {
        let mut bytes = tiny().write(&Outlook::of::<TicTacToe>(), "tic-tac-toe");
        // The header is most of the file.
        let place = place.index(bytes.len());
        bytes[place] = byte;
        let _ = Network::read::<TicTacToe>("tic-tac-toe", &bytes);
        bytes.truncate(cut.index(bytes.len()));
        prop_assert!(Network::read::<TicTacToe>("tic-tac-toe", &bytes).is_err());
    }
}

#[test]
fn a_network_is_an_evaluator_as_all_others_are() {
    let network = || Network::new(&Parameters::random(&Outlook::of::<Oware>(), &[8], 3)).unwrap();
    check_game(&Oware::start(), &mut network(), &GameCheck { games: 2, perft_depth: 1, ..GameCheck::default() });
}

#[test]
fn values_lie_within_the_scale_and_ends_beyond() {
    let mut network = Network::new(&Parameters { scale: NonZeroU32::new(100).unwrap(), ..huge(8.0) }).unwrap();
    for position in positions(TicTacToe::start(), 7) {
        let value = network.evaluate(&position);
        assert!(if position.is_terminal() { value.unsigned_abs() > 100 || value == 0 } else { value.abs() <= 100 });
    }
    assert_eq!(Evaluator::<TicTacToe>::properties(&network).win_value, NonZeroU32::new(100));
    let won: TicTacToe = "oo./.../xxx".parse().unwrap();
    assert_eq!(network.evaluate(&won), Side::Max.win());
}

fn tiny() -> Parameters {
    Parameters::random(&Outlook::of::<TicTacToe>(), &[3, 2], 1)
}

fn huge(factor: f32) -> Parameters {
    let mut parameters = tiny();
    let layers = parameters.hidden.iter_mut().chain([&mut parameters.output]);
    let weights = layers.flat_map(|layer| &mut layer.weights);
    weights.for_each(|weight| *weight *= factor);
    parameters
}

#[test]
fn a_policy_is_kept_in_the_file_and_fits_the_game() {
    let outlook = Outlook::of::<TicTacToe>();
    let parameters = with_random_policy::<TicTacToe>(tiny(), 4);
    let bytes = parameters.write(&outlook, "tic-tac-toe");
    assert_eq!(Parameters::read(&outlook, "tic-tac-toe", &bytes), Ok(parameters));
    let other = Parameters::read(&Outlook { outputs: 7, ..outlook }, "tic-tac-toe", &bytes).unwrap_err();
    assert_eq!(other.to_string(), "the tensor `policy.weight` has the shape [9, 2] instead of [7, 2]");
    let none = Parameters::read(&Outlook { outputs: 0, ..outlook }, "tic-tac-toe", &bytes).unwrap_err();
    assert!(matches!(&none, NetworkError::Unknown(name) if name.starts_with("policy.")), "{none}");
}

#[test]
fn a_wrong_file_is_told_in_one_line() {
    let mut told = String::new();
    let mut tell = |bytes: &[u8]| {
        let error = Network::read::<TicTacToe>("tic-tac-toe", bytes).unwrap_err().to_string();
        assert_eq!(error.lines().count(), 1, "{error}");
        told += &error;
        told.push('\n');
    };
    tell(b"");
    tell(b"bestply\0 tables of tuples, say");
    tell(&vec![0; MOST_BYTES + 1]);
    tell(&tiny().write(&Outlook::of::<TicTacToe>(), "go"));
    tell(&Parameters::random(&Outlook::of::<Oware>(), &[3], 1).write(&Outlook::of::<Oware>(), "tic-tac-toe"));
    let whole = tiny().write(&Outlook::of::<TicTacToe>(), "tic-tac-toe");
    tell(&whole[..whole.len() - 1]);
    tell(&replaced(&whole, "scale=16384", "scale=16385"));
    let whole = without_sum(&whole);
    tell(&replaced(&whole, "bestply", "someone"));
    tell(&replaced(&whole, "scale=16384", "scale=00000"));
    tell(&replaced(&whole, "hidden.bias", "hidden.bais"));
    tell(&replaced(&whole, "[3,18]", "[6, 9]"));
    let mut not_a_number = tiny();
    not_a_number.hidden[1].biases[0] = f32::NAN;
    tell(&not_a_number.write(&Outlook::of::<TicTacToe>(), "tic-tac-toe"));
    tell(&huge(1e6).write(&Outlook::of::<TicTacToe>(), "tic-tac-toe"));
    insta::assert_snapshot!(told);
}

/// The file as another program writes it.
fn without_sum(bytes: &[u8]) -> Vec<u8> {
    let place = bytes.windows(5).position(|window| window == b" sum=").expect("it is there");
    let mut bytes = bytes.to_vec();
    bytes[place..place + " sum=89abcdef".len()].fill(b' ');
    bytes
}

/// One of a file's bits is flipped, or it ends too soon: nobody plays with another network.
#[test]
fn damage_is_seen() {
    let outlook = Outlook::of::<TicTacToe>();
    let parameters = with_random_policy::<TicTacToe>(tiny(), 4);
    let whole = parameters.write(&outlook, "tic-tac-toe");
    let read = |bytes: &[u8]| Parameters::read(&outlook, "tic-tac-toe", bytes);
    for bit in 0..8 * whole.len() {
        let mut damaged = whole.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(read(&damaged).is_ok_and(|found| found == parameters) || read(&damaged).is_err(), "bit {bit}");
    }
    assert!((0..whole.len()).all(|length| read(&whole[..length]).is_err()));
}

#[test]
fn a_file_without_a_check_sum_is_read_and_can_be_given_one() {
    let outlook = Outlook::of::<TicTacToe>();
    let whole = tiny().write(&outlook, "tic-tac-toe");
    let others = without_sum(&whole);
    assert_eq!(Parameters::read(&outlook, "tic-tac-toe", &others), Ok(tiny()));
    assert_eq!([&whole, &others].map(|bytes| Parameters::check(bytes)), [Ok(CheckSum::Fits), Ok(CheckSum::Missing)]);
    assert_eq!(Parameters::sealed(&whole), Ok(whole));
    let sealed = Parameters::sealed(&others).unwrap();
    assert_eq!(Parameters::check(&sealed), Ok(CheckSum::Fits));
    assert_eq!(Parameters::read(&outlook, "tic-tac-toe", &sealed), Ok(tiny()));
}

fn replaced(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let place = bytes.windows(from.len()).position(|window| window == from.as_bytes()).expect("it is there");
    let mut bytes = bytes.to_vec();
    bytes[place..place + to.len()].copy_from_slice(to.as_bytes());
    bytes
}

#[test]
fn weights_that_could_overflow_are_refused() {
    assert_eq!(Network::new(&huge(1e6)).unwrap_err(), NetworkError::Overflow("hidden".to_owned()));
    let mut parameters = tiny();
    parameters.output.biases[0] = 1e9;
    assert_eq!(Network::new(&parameters).unwrap_err(), NetworkError::Overflow("output".to_owned()));
}

fn layers_of(parameters: &Parameters) -> impl Iterator<Item = &Layer> {
    parameters.hidden.iter().chain([&parameters.output]).chain(&parameters.policy)
}

/// Adam by its definition, in twice the digits; a gradient is the difference of the error on both sides of a weight.
struct NaiveAdam {
    /// The policy's last, if there is one.
    layers: Vec<Vec<f64>>,
    means: Vec<Vec<[f64; 2]>>,
    widths: Vec<usize>,
    output: usize,
    steps: i32,
}

impl NaiveAdam {
    fn new(parameters: &Parameters) -> NaiveAdam {
        let all = || layers_of(parameters);
        let layers = all().map(|layer| layer.weights.iter().chain(&layer.biases));
        let layers: Vec<Vec<f64>> = layers.map(|layer| layer.map(|&number| f64::from(number)).collect()).collect();
        let means = layers.iter().map(|layer| vec![[0.0; 2]; layer.len()]).collect();
        let output = parameters.hidden.len();
        NaiveAdam { layers, means, widths: all().map(Layer::inputs).collect(), output, steps: 0 }
    }

    fn error(&self, examples: &[Example]) -> f64 {
        let square = |it: &Example| (self.sums(self.output, &it.active)[0].tanh() - f64::from(it.target)).powi(2);
        examples.iter().map(square).sum::<f64>() / examples.len() as f64
    }

    /// The error, and the cross-entropy of the policy.
    fn loss(&self, examples: &[Example]) -> f64 {
        let has_policy = self.layers.len() > self.output + 1;
        let entropies = examples.iter().filter(|_| has_policy).map(|Example { active, moves, .. }| {
            let outputs = self.sums(self.output + 1, active);
            let sum: f64 = moves.iter().map(|&(output, _)| outputs[usize::from(output)].exp()).sum();
            let of_move = |&(output, part): &(u16, f32)| f64::from(part) * (sum.ln() - outputs[usize::from(output)]);
            moves.iter().map(of_move).sum::<f64>()
        });
        self.error(examples) + entropies.sum::<f64>() / examples.len() as f64
    }

    /// The sums of a layer: of the output or of the policy.
    fn sums(&self, layer: usize, active: &[u16]) -> Vec<f64> {
        let mut seen: Vec<f64> =
            (0..self.widths[0]).map(|input| f64::from(u8::from(active.contains(&(input as u16))))).collect();
        for place in (0..self.output).chain([layer]) {
            let (layer, width) = (&self.layers[place], self.widths[place]);
            let (weights, biases) = layer.split_at(layer.len() / (width + 1) * width);
            let sums = weights.chunks(width).zip(biases).map(|(weights, bias)| {
                bias + weights.iter().zip(&seen).map(|(weight, seen)| weight * seen).sum::<f64>()
            });
            seen = sums.map(|sum| if place < self.output { sum.clamp(0.0, 1.0) } else { sum }).collect();
        }
        seen
    }

    fn step(&mut self, examples: &[Example], rate: f64) {
        self.steps += 1;
        let layers = 0..self.layers.len();
        self.layers = layers.map(|layer| self.learnt(layer, examples, rate)).collect();
    }

    /// What the numbers of a layer are next.
    fn learnt(&mut self, layer: usize, examples: &[Example], rate: f64) -> Vec<f64> {
        let count = self.layers[layer].len();
        let mut next = |number| {
            let gradient = self.gradient(layer, number, examples);
            let [mean, square] = &mut self.means[layer][number];
            *mean = 0.9 * *mean + 0.1 * gradient;
            *square = 0.999 * *square + 0.001 * gradient * gradient;
            let mean = *mean / (1.0 - 0.9_f64.powi(self.steps));
            let square = *square / (1.0 - 0.999_f64.powi(self.steps));
            self.layers[layer][number] - rate * mean / (square.sqrt() + 1e-8)
        };
        (0..count).map(&mut next).collect()
    }

    fn gradient(&mut self, layer: usize, number: usize, examples: &[Example]) -> f64 {
        const NEAR: f64 = 1e-6;
        let was = self.layers[layer][number];
        let [above, below] = [NEAR, -NEAR].map(|near| {
            self.layers[layer][number] = was + near;
            self.loss(examples)
        });
        self.layers[layer][number] = was;
        (above - below) / (2.0 * NEAR)
    }
}

/// Examples of a few inputs each, with random outputs, and most of them with moves.
fn examples(dice: &mut Dice, count: u64) -> Vec<Example> {
    let mut example = || {
        let active = (0..<TicTacToe as Planes>::FEATURES as u16).filter(|_| dice.happens(30)).collect();
        let target = dice.below(2001) as f32 / 1000.0 - 1.0;
        let outputs: Vec<u16> = (0..<TicTacToe as Planes>::OUTPUTS as u16).filter(|_| dice.happens(40)).collect();
        let visits: Vec<u64> = outputs.iter().map(|_| 1 + dice.below(9)).collect();
        let sum: u64 = visits.iter().sum();
        let moves = outputs.into_iter().zip(visits).map(|(output, part)| (output, part as f32 / sum as f32)).collect();
        Example { active, target, moves }
    };
    (0..count).map(|_| example()).collect()
}

#[test]
fn a_network_is_learnt_as_the_definition_says() {
    let mut dice = Dice::new(5);
    for (seed, hidden) in [&[3][..], &[5, 4], &[2, 6], &[8]].into_iter().cycle().take(24).enumerate() {
        let parameters = Parameters::random(&Outlook::of::<TicTacToe>(), hidden, seed as u64);
        let with_policy = seed % 2 == 1;
        let parameters =
            if with_policy { with_random_policy::<TicTacToe>(parameters, seed as u64) } else { parameters };
        let (mut adam, mut naive) = (Adam::new(parameters.clone()), NaiveAdam::new(&parameters));
        for _ in 0..6 {
            let count = 1 + dice.below(5);
            let examples = examples(&mut dice, count);
            let (wanted, error) = (naive.error(&examples), adam.step(&examples, 0.01));
            assert!((f64::from(error) - wanted).abs() < 1e-3, "{error} instead of {wanted}");
            naive.step(&examples, 0.01);
        }
        let learnt = layers_of(adam.parameters()).flat_map(|layer| layer.weights.iter().chain(&layer.biases));
        let off = learnt.zip(naive.layers.iter().flatten()).map(|(&number, wanted)| (f64::from(number) - wanted).abs());
        // Six steps of .01 are .06 at most. Where a gradient is all but 0 its sign is a matter of rounding.
        let off: Vec<f64> = off.collect();
        let far = off.iter().filter(|&&off| off > 1e-4).count();
        assert!(far * 50 <= off.len(), "{far} of {} are off, with {hidden:?}", off.len());
    }
}

#[test]
fn learning_goes_on_from_its_state_to_the_bit() {
    let mut dice = Dice::new(9);
    let outlook = Outlook::of::<TicTacToe>();
    let parameters = |seed| Parameters::random(&outlook, &[5, 4], seed).with_policy(&outlook);
    let (mut whole, mut resumed) = (Adam::new(parameters(1)), Adam::new(parameters(2)));
    let batches: Vec<Vec<Example>> = (0..8).map(|_| examples(&mut dice, 7)).collect();
    for batch in &batches[..4] {
        whole.step(batch, 0.01);
    }
    let state = whole.state();
    assert!(!resumed.restore(&state[1..]) && !resumed.restore(&[]), "what is not a whole state is refused");
    assert_eq!(resumed.parameters(), &parameters(2), "and changes nothing");
    assert!(resumed.restore(&state));
    for batch in &batches[4..] {
        assert_eq!(whole.step(batch, 0.01).to_bits(), resumed.step(batch, 0.01).to_bits());
    }
    assert_eq!(whole.state(), resumed.state());
    assert_eq!(whole.parameters(), resumed.parameters());
}
