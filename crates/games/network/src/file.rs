//! The file of a network, in the format safetensors.
//!
//! | tensor | shape | there |
//! |---|---|---|
//! | `hidden.weight`, `hidden.bias` | units × inputs, units | always |
//! | `hidden2.weight`, `hidden2.bias` | units × units of `hidden`, units | with two hidden layers |
//! | `output.weight`, `output.bias` | 1 × units of the last hidden layer, 1 | always |
//! | `policy.weight`, `policy.bias` | outputs × units of the last hidden layer, outputs | with a policy |
//!
//! All of them are of the type F32.
//! The metadata have one entry, `bestply`, because the format does not say in which order several would be written:
//! `version=1 game=oware planes=0123456789abcdef scale=16384 sum=89abcdef`, the planes being their fingerprint.
//! The sum, which other writers may leave out, is the CRC-32 of the entry before it and of the tensors' bytes, by name.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroU32;

use bestply_core::mix;
use bestply_learning::{Chain, Outlook};
use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};

use crate::NetworkError;

/// The most bytes of a file.
pub const MOST_BYTES: usize = 16 << 20;

/// The most units of a hidden layer.
pub const MOST_UNITS: usize = 1024;

/// The largest scale: values stay far from infinity.
const MOST_SCALE: u32 = 1 << 24;

/// The name of the entry of the metadata.
const ENTRY: &str = "bestply";
const VERSION: &str = "1";
/// What stands before the check sum, at the end of the entry.
const SUM: &str = " sum=";
const HIDDEN: [&str; 2] = ["hidden", "hidden2"];
const OUTPUT: &str = "output";
const POLICY: &str = "policy";

/// A network's weights in floating point: what is learnt, and what a file holds.
///
/// ```
/// use bestply_board_games::breakthrough::Breakthrough;
/// use bestply_learning::Outlook;
/// use bestply_network::{NetworkError, Parameters};
///
/// let outlook = Outlook::of::<Breakthrough>();
/// let parameters = Parameters::random(&outlook, &[64, 16], 1);
/// let bytes = parameters.write(&outlook, "breakthrough");
/// assert_eq!(Parameters::read(&outlook, "breakthrough", &bytes), Ok(parameters));
///
/// let error = Parameters::read(&outlook, "oware", &bytes).unwrap_err();
/// assert_eq!(error.to_string(), r#"a network of "breakthrough", not of "oware""#);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// The hidden layers: one or two.
    pub hidden: Vec<Layer>,
    /// The output, which sees the units of the last hidden layer.
    pub output: Layer,
    /// The outputs of a policy, which see the units of the last hidden layer.
    pub policy: Option<Layer>,
    /// How many inputs are 1 at most ([`Outlook::most_active`]).
    pub most_active: usize,
    /// What a win is worth: values are at most as large.
    pub scale: NonZeroU32,
}

/// Whether a network's file has a check sum, by which damage is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckSum {
    /// It has one, and the rest of the file fits it.
    Fits,
    /// It has none, as it was written by another program or before there were any.
    Missing,
}

/// A layer in which each unit sees all units of the layer before.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The weights of the first unit, then those of the second one, and so on.
    pub weights: Vec<f32>,
    /// The bias of each unit.
    pub biases: Vec<f32>,
}

impl Layer {
    /// The number of units.
    pub fn units(&self) -> usize {
        self.biases.len()
    }

    /// The number of inputs of each unit.
    pub fn inputs(&self) -> usize {
        self.weights.len() / self.biases.len()
    }

    /// The weights of each unit, with its bias.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[f32], f32)> {
        self.weights.chunks_exact(self.inputs()).zip(self.biases.iter().copied())
    }
}

impl Parameters {
    /// What a win is worth where nothing else is said.
    pub const SCALE: NonZeroU32 = NonZeroU32::new(16_384).expect("it is not 0");

    /// Random weights to begin a training with: one or two hidden layers of so many units.
    ///
    /// A weight of a unit with *n* inputs lies between plus and minus *√(1 / n)*, biases included.
    ///
    /// # Panics
    ///
    /// If there are no hidden layers, more than two, or one without units.
    pub fn random(outlook: &Outlook, hidden: &[usize], seed: u64) -> Parameters {
        assert!(matches!(hidden.len(), 1 | 2) && !hidden.contains(&0), "there are one or two hidden layers");
        let mut chain = Chain::new(mix(seed));
        let mut number = |bound: f32| ((chain.next_number() >> 40) as f32 / (1 << 23) as f32 - 1.0) * bound;
        let mut inputs = outlook.features;
        let mut layer = |units: usize| {
            let bound = (1.0 / inputs as f32).sqrt();
            let weights = (0..units * inputs).map(|_| number(bound)).collect();
            inputs = units;
            Layer { weights, biases: (0..units).map(|_| number(bound)).collect() }
        };
        let hidden = hidden.iter().map(|&units| layer(units)).collect();
        let output = layer(1);
        Parameters { hidden, output, policy: None, most_active: outlook.most_active, scale: Parameters::SCALE }
    }

    /// The same weights with a policy of the game, to which all moves are alike yet; none in a game that has no policy.
    ///
    /// ```
    /// use bestply_core::{Evaluator, Position};
    /// use bestply_board_games::connect_four::ConnectFour;
    /// use bestply_learning::Outlook;
    /// use bestply_network::{Network, Parameters};
    ///
    /// let outlook = Outlook::of::<ConnectFour>();
    /// let mut network = Network::new(&Parameters::random(&outlook, &[64], 1).with_policy(&outlook))?;
    /// let mut priors = [0.0; 7];
    /// network.priors(&mut ConnectFour::start(), &mut priors);
    /// assert_eq!(priors, [1.0 / 7.0; 7]);
    /// # Ok::<(), bestply_network::NetworkError>(())
    /// ```
    #[must_use]
    pub fn with_policy(self, outlook: &Outlook) -> Parameters {
        let outputs = outlook.outputs;
        let layer = Layer { weights: vec![0.0; outputs * self.output.inputs()], biases: vec![0.0; outputs] };
        Parameters { policy: (outputs > 0).then_some(layer), ..self }
    }

    /// The network of a game in a file with these bytes.
    ///
    /// # Errors
    ///
    /// If the bytes are not such a file, or its network is of another game.
    pub fn read(outlook: &Outlook, game: &str, bytes: &[u8]) -> Result<Parameters, NetworkError> {
        if bytes.len() > MOST_BYTES {
            return Err(NetworkError::TooLarge(bytes.len()));
        }
        let (tensors, entry) = open(bytes)?;
        check(&tensors, &entry)?;
        let scale = scale_of(outlook, game, &entry)?;
        let has = |layer| tensors.names().iter().any(|name| name.split_once('.').is_some_and(|(of, _)| of == layer));
        let names = if has("hidden2") { &HIDDEN[..] } else { &HIDDEN[..1] };
        let mut inputs = outlook.features;
        let mut hidden = Vec::new();
        for name in names {
            let layer = read_layer(&tensors, name, None, inputs)?;
            inputs = layer.units();
            hidden.push(layer);
        }
        let output = read_layer(&tensors, OUTPUT, Some(1), inputs)?;
        let read_policy = || read_layer(&tensors, POLICY, Some(outlook.outputs), inputs);
        let policy = (has(POLICY) && outlook.outputs > 0).then(read_policy).transpose()?;
        let is_known = |name: &str| {
            let layer = name.strip_suffix(".weight").or(name.strip_suffix(".bias"));
            layer
                .is_some_and(|layer| names.contains(&layer) || layer == OUTPUT || (policy.is_some() && layer == POLICY))
        };
        match tensors.names().into_iter().find(|name| !is_known(name)) {
            Some(name) => Err(NetworkError::Unknown(name.to_owned())),
            None => Ok(Parameters { hidden, output, policy, most_active: outlook.most_active, scale }),
        }
    }

    /// Whether a file with these bytes has a check sum.
    ///
    /// # Errors
    ///
    /// If the bytes are no safetensors file, or not what the check sum was made of.
    pub fn check(bytes: &[u8]) -> Result<CheckSum, NetworkError> {
        let (tensors, entry) = open(bytes)?;
        check(&tensors, &entry)
    }

    /// The same file with the check sum that belongs to it, for a program that has written or changed tensors.
    ///
    /// ```
    /// use bestply_board_games::oware::Oware;
    /// use bestply_learning::Outlook;
    /// use bestply_network::{NetworkError, Parameters};
    ///
    /// let outlook = Outlook::of::<Oware>();
    /// let mut bytes = Parameters::random(&outlook, &[8], 1).write(&outlook, "oware");
    /// *bytes.last_mut().unwrap() ^= 1;
    /// assert_eq!(Parameters::check(&bytes), Err(NetworkError::Damaged));
    /// assert!(Parameters::read(&outlook, "oware", &Parameters::sealed(&bytes)?).is_ok());
    /// # Ok::<(), NetworkError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the bytes are no safetensors file.
    pub fn sealed(bytes: &[u8]) -> Result<Vec<u8>, NetworkError> {
        let (tensors, entry) = open(bytes)?;
        let said = entry.rsplit_once(SUM).map_or(&*entry, |(said, _)| said);
        Ok(written(said, &tensors.tensors().into_iter().collect()))
    }

    /// The bytes of the file of this network.
    ///
    /// # Panics
    ///
    /// If a layer does not have the inputs that the layer before it, or the game's planes, ask for.
    pub fn write(&self, outlook: &Outlook, game: &str) -> Vec<u8> {
        let bytes_of = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let mut all = Vec::new();
        let mut add = |name: &str, layer: &Layer, inputs| {
            assert_eq!(layer.inputs(), inputs, "the inputs of `{name}` are the units before it");
            all.push((format!("{name}.weight"), vec![layer.units(), inputs], bytes_of(&layer.weights)));
            all.push((format!("{name}.bias"), vec![layer.units()], bytes_of(&layer.biases)));
            layer.units()
        };
        let mut inputs = outlook.features;
        for (name, layer) in HIDDEN.iter().zip(&self.hidden) {
            inputs = add(name, layer, inputs);
        }
        add(OUTPUT, &self.output, inputs);
        if let Some(policy) = &self.policy {
            add(POLICY, policy, inputs);
        }
        let views = all.iter().map(|(name, shape, bytes)| {
            (name.clone(), TensorView::new(Dtype::F32, shape.clone(), bytes).expect("there are four bytes a number"))
        });
        let planes = outlook.features_fingerprint;
        let said = format!("version={VERSION} game={game} planes={planes:016x} scale={}", self.scale);
        let bytes = written(&said, &views.collect());
        assert!(bytes.len() <= MOST_BYTES, "a network that can be read is written");
        bytes
    }
}

/// The tensors of a file, and the entry of its metadata, which is empty where there is none.
fn open(bytes: &[u8]) -> Result<(SafeTensors<'_>, String), NetworkError> {
    let wrong = |error: safetensors::SafeTensorError| NetworkError::NotSafetensors(error.to_string());
    let (_, header) = SafeTensors::read_metadata(bytes).map_err(wrong)?;
    let entry = header.metadata().as_ref().and_then(|metadata| metadata.get(ENTRY)).cloned();
    Ok((SafeTensors::deserialize(bytes).map_err(wrong)?, entry.unwrap_or_default()))
}

/// The bytes of a file with these tensors, whose entry says this and the check sum.
fn written(said: &str, tensors: &BTreeMap<String, TensorView<'_>>) -> Vec<u8> {
    let entry = format!("{said}{SUM}{}", sum_of(said, tensors));
    let metadata = HashMap::from([(ENTRY.to_owned(), entry)]);
    serialize(tensors, Some(metadata)).expect("these tensors can be written")
}

fn check(tensors: &SafeTensors<'_>, entry: &str) -> Result<CheckSum, NetworkError> {
    match entry.rsplit_once(SUM) {
        None => Ok(CheckSum::Missing),
        Some((said, sum)) if sum == sum_of(said, &tensors.tensors().into_iter().collect()) => Ok(CheckSum::Fits),
        Some(_) => Err(NetworkError::Damaged),
    }
}

fn sum_of(said: &str, tensors: &BTreeMap<String, TensorView<'_>>) -> String {
    let mut sum = crc32fast::Hasher::new();
    sum.update(said.as_bytes());
    tensors.values().for_each(|tensor| sum.update(tensor.data()));
    format!("{:08x}", sum.finalize())
}

/// The scale in the entry of a file's metadata, which is checked.
fn scale_of(outlook: &Outlook, game: &str, entry: &str) -> Result<NonZeroU32, NetworkError> {
    let word = |key| {
        let words = entry.split_ascii_whitespace().filter_map(|word| word.split_once('='));
        words.into_iter().find(|(name, _)| *name == key).map(|(_, value)| value).ok_or(NetworkError::Metadata(key))
    };
    if word("version")? != VERSION {
        return Err(NetworkError::Metadata("version"));
    }
    let found = word("game")?;
    if found != game {
        return Err(NetworkError::Game { found: found.to_owned(), wanted: game.to_owned() });
    }
    if word("planes")? != format!("{:016x}", outlook.features_fingerprint) {
        return Err(NetworkError::Planes);
    }
    let scale = word("scale")?.parse().ok().filter(|scale: &NonZeroU32| scale.get() <= MOST_SCALE);
    scale.ok_or(NetworkError::Metadata("scale"))
}

/// A layer of so many units, if it is known how many.
fn read_layer(
    tensors: &SafeTensors<'_>,
    name: &str,
    units: Option<usize>,
    inputs: usize,
) -> Result<Layer, NetworkError> {
    let (weight, bias) = (format!("{name}.weight"), format!("{name}.bias"));
    let found = shape_of(tensors, &weight)?;
    let units = units.or(found.first().copied()).unwrap_or(0);
    if units == 0 || units > MOST_UNITS {
        return Err(NetworkError::Units { tensor: weight, found: units });
    }
    let weights = numbers(tensors, &weight, &[units, inputs])?;
    Ok(Layer { weights, biases: numbers(tensors, &bias, &[units])? })
}

fn shape_of(tensors: &SafeTensors<'_>, name: &str) -> Result<Vec<usize>, NetworkError> {
    let tensor = tensors.tensor(name).map_err(|_| NetworkError::Missing(name.to_owned()))?;
    Ok(tensor.shape().to_vec())
}

/// The numbers of a tensor, which must have this shape.
fn numbers(tensors: &SafeTensors<'_>, name: &str, wanted: &[usize]) -> Result<Vec<f32>, NetworkError> {
    let found = shape_of(tensors, name)?;
    if found != wanted {
        return Err(NetworkError::Shape { tensor: name.to_owned(), found, wanted: wanted.to_vec() });
    }
    let tensor = tensors.tensor(name).expect("it has a shape");
    if tensor.dtype() != Dtype::F32 {
        return Err(NetworkError::Kind(name.to_owned()));
    }
    let (numbers, _) = tensor.data().as_chunks();
    let numbers: Vec<f32> = numbers.iter().map(|&number| f32::from_le_bytes(number)).collect();
    if numbers.iter().all(|number| number.is_finite()) {
        Ok(numbers)
    } else {
        Err(NetworkError::NotFinite(name.to_owned()))
    }
}
