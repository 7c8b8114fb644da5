use std::fmt;
use std::fs::File;
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use tract_onnx::pb::tensor_shape_proto::dimension::Value as Length;
use tract_onnx::pb::type_proto::Value as Type;
use tract_onnx::pb::{GraphProto, ModelProto, ValueInfoProto};
use tract_onnx::prelude::*;
use tract_onnx::tract_core::plan::SimpleState;
use tract_onnx::tract_hir::internal::ToDim;
use tract_onnx::tract_hir::ops::unimpl::UnimplementedOp;

use crate::OnnxError;
use crate::error::{Shape, shortened};
use crate::quiet::caught;

/// A network that gives each position of a game one number.
///
/// Threads share it.
pub struct OnnxNetwork {
    plan: Arc<TypedRunnableModel>,
    /// The lengths of the input after the first: planes, rows and columns, or their product.
    lengths: Vec<usize>,
    /// The number of positions of each run, if the file says it.
    fixed: Option<usize>,
    /// The number of outputs of the policy; 0 where none is read.
    outputs: usize,
}

/// Which outputs of a network are read.
///
/// ```
/// use bestply_onnx::Outputs;
///
/// assert_eq!(Outputs::from(Some("v")), Outputs { value: Some("v"), policy: None });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outputs<'n> {
    /// The name of the value. It need not be named where no other output is there but the policy.
    pub value: Option<&'n str>,
    /// The name of the policy, if it is read, and the number of its outputs
    /// ([`Planes::OUTPUTS`](bestply_learning::Planes::OUTPUTS)).
    pub policy: Option<(&'n str, usize)>,
}

/// A value alone.
impl<'n> From<Option<&'n str>> for Outputs<'n> {
    fn from(value: Option<&'n str>) -> Outputs<'n> {
        Outputs { value, policy: None }
    }
}

/// The number that the format of ONNX has for 32-bit floating-point numbers.
const FLOAT: i32 = 1;

impl OnnxNetwork {
    /// The most bytes of a file: 256 MiB.
    pub const MOST_BYTES: u64 = 256 << 20;

    /// Reads a network from a file. `shape` is that of the game's planes, their rows and their columns.
    ///
    /// `outputs` names what is read: a value, for which its name or `None` is enough, and perhaps a policy.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is no network for these planes.
    pub fn open<'n>(path: &Path, shape: [usize; 3], outputs: impl Into<Outputs<'n>>) -> Result<OnnxNetwork, OnnxError> {
        let unreadable = |error: std::io::Error| OnnxError::Unreadable(error.to_string());
        let mut bytes = Vec::new();
        // Opening a pipe alone would wait for ever.
        if !path.metadata().map_err(unreadable)?.is_file() {
            return Err(OnnxError::Unreadable("it is no regular file".to_owned()));
        }
        let file = File::open(path).map_err(unreadable)?;
        file.take(OnnxNetwork::MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        OnnxNetwork::parse(&bytes, shape, outputs)
    }

    /// As [`open`](OnnxNetwork::open), of a file's contents.
    ///
    /// # Errors
    ///
    /// If they are no network for these planes.
    pub fn parse<'n>(
        bytes: &[u8],
        shape: [usize; 3],
        outputs: impl Into<Outputs<'n>>,
    ) -> Result<OnnxNetwork, OnnxError> {
        if bytes.len() as u64 > OnnxNetwork::MOST_BYTES {
            return Err(OnnxError::TooLarge);
        }
        let model = tract_onnx::onnx().proto_model_for_read(&mut &*bytes).map_err(|_| OnnxError::NotOnnx)?;
        let graph = model.graph.as_ref().filter(|graph| !graph.node.is_empty()).ok_or(OnnxError::NotOnnx)?;
        if graph.initializer.iter().any(|tensor| !tensor.external_data.is_empty()) {
            return Err(OnnxError::ExternalData);
        }
        let (lengths, fixed) = input(graph, shape)?;
        let Outputs { value, policy } = outputs.into();
        let policy = policy.map(|(name, outputs)| Ok((self::named(graph, name)?, outputs))).transpose()?;
        let value = self::value(graph, value, policy.as_ref().map(|(name, _)| &**name))?;
        let planned = caught(|| plan(&model, &lengths, fixed, &value, policy.as_ref()));
        let outputs = policy.as_ref().map_or(0, |&(_, outputs)| outputs);
        let network = OnnxNetwork { plan: planned.unwrap_or_else(|| Err(contradiction()))?, lengths, fixed, outputs };
        network.runner(NonZeroUsize::MIN).run(&[], 0, &[0], &mut [0.0], &mut vec![0.0; outputs])?;
        Ok(network)
    }

    /// The number of outputs of the policy; 0 where none is read.
    pub(crate) fn outputs(&self) -> usize {
        self.outputs
    }

    /// Something to run the network with, for one thread, on up to `most` positions at a time.
    pub(crate) fn runner(&self, most: NonZeroUsize) -> Runner {
        let state = SimpleState::new(&self.plan).expect("a state was made when the file was read");
        let (lengths, most) = (self.lengths.clone(), self.fixed.unwrap_or(most.get()));
        Runner { state, lengths, fixed: self.fixed, most, outputs: self.outputs }
    }
}

impl fmt::Debug for OnnxNetwork {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Network").field("lengths", &self.lengths).field("fixed", &self.fixed).finish()
    }
}

/// Runs a [`OnnxNetwork`] for one thread.
pub(crate) struct Runner {
    state: TypedSimpleState,
    lengths: Vec<usize>,
    fixed: Option<usize>,
    most: usize,
    outputs: usize,
}

impl Runner {
    /// Writes the network's values of positions, and the outputs of its policy, if it is read.
    ///
    /// `inputs` has the inputs that are 1, position after position.
    /// Those of the first begin at `begin`, and `ends` says where those of each end.
    pub(crate) fn run(
        &mut self,
        inputs: &[u16],
        mut begin: usize,
        ends: &[usize],
        values: &mut [f32],
        policy: &mut [f32],
    ) -> Result<(), OnnxError> {
        let rows = parts_of(policy, self.most * self.outputs);
        for ((ends, values), rows) in ends.chunks(self.most).zip(values.chunks_mut(self.most)).zip(rows) {
            let run = caught(|| self.run_at_once(inputs, begin, ends, values, rows).map_err(broken));
            run.unwrap_or_else(|| Err(contradiction()))?;
            begin = *ends.last().expect("no chunk is empty");
        }
        Ok(())
    }

    fn run_at_once(
        &mut self,
        inputs: &[u16],
        mut begin: usize,
        ends: &[usize],
        values: &mut [f32],
        policy: &mut [f32],
    ) -> TractResult<()> {
        let size: usize = self.lengths.iter().product();
        let shape = [&[self.fixed.unwrap_or(values.len())], &*self.lengths].concat();
        let mut planes = Tensor::zero::<f32>(&shape)?;
        let mut view = planes.try_as_plain_ram_mut()?;
        for (position, &end) in view.as_slice_mut::<f32>()?.chunks_exact_mut(size).zip(ends) {
            inputs[begin..end].iter().for_each(|&input| position[usize::from(input)] = 1.0);
            begin = end;
        }
        let found = self.state.run(tvec!(planes.into_tvalue()))?;
        for (found, numbers) in found.iter().zip([values, policy]) {
            let found = found.cast_to::<f32>()?;
            let found = found.try_as_plain_ram()?.as_slice::<f32>()?;
            numbers.copy_from_slice(&found[..numbers.len()]);
        }
        Ok(())
    }
}

/// Parts of so many numbers, one after the other, the last ones shorter or empty.
pub(crate) fn parts_of(mut numbers: &mut [f32], length: usize) -> impl Iterator<Item = &mut [f32]> {
    std::iter::repeat_with(move || {
        let length = length.min(numbers.len());
        let (part, rest) = std::mem::take(&mut numbers).split_at_mut(length);
        numbers = rest;
        part
    })
}

/// The lengths of the only input after its first, which is the number of positions, and that number if it is fixed.
fn input(graph: &GraphProto, shape: [usize; 3]) -> Result<(Vec<usize>, Option<usize>), OnnxError> {
    let is_given = |input: &&ValueInfoProto| graph.initializer.iter().all(|tensor| tensor.name != input.name);
    let inputs: Vec<&ValueInfoProto> = graph.input.iter().filter(is_given).collect();
    let &[input] = &*inputs else { return Err(OnnxError::Inputs(names(inputs.into_iter()))) };
    let name = || shortened(&input.name);
    let tensor = match input.r#type.as_ref().and_then(|it| it.value.as_ref()) {
        Some(Type::TensorType(tensor)) if tensor.elem_type == FLOAT => tensor,
        _ => return Err(OnnxError::InputType(name())),
    };
    let Some(declared) = &tensor.shape else { return Ok((shape.to_vec(), None)) };
    let found: Vec<Option<usize>> = declared.dim.iter().map(|dim| length(dim.value.as_ref())).collect();
    for lengths in [shape.to_vec(), vec![shape.iter().product()]] {
        let fits = |(found, expected): (&Option<usize>, &usize)| found.is_none_or(|found| found == *expected);
        if let [positions, rest @ ..] = &*found
            && rest.len() == lengths.len()
            && *positions != Some(0)
            && rest.iter().zip(&lengths).all(fits)
        {
            return Ok((lengths, *positions));
        }
    }
    let expected = Shape(std::iter::once(None).chain(shape.map(Some)).collect());
    Err(OnnxError::InputShape { name: name(), found: Shape(found), expected })
}

/// A length that a file fixes.
fn length(length: Option<&Length>) -> Option<usize> {
    match length {
        Some(Length::DimValue(length)) => usize::try_from(*length).ok(),
        _ => None,
    }
}

/// The name of the output that is the value, which need not be named where all others are the policy.
fn value(graph: &GraphProto, name: Option<&str>, policy: Option<&str>) -> Result<String, OnnxError> {
    if let Some(name) = name {
        return named(graph, name);
    }
    let others: Vec<&ValueInfoProto> = graph.output.iter().filter(|output| Some(&*output.name) != policy).collect();
    let [only] = &*others else { return Err(OnnxError::Outputs(names(graph.output.iter()))) };
    Ok(only.name.clone())
}

/// The name, if an output has it.
fn named(graph: &GraphProto, name: &str) -> Result<String, OnnxError> {
    if graph.output.iter().any(|output| output.name == name) {
        Ok(name.to_owned())
    } else {
        Err(OnnxError::UnknownOutput { name: shortened(name), names: names(graph.output.iter()) })
    }
}

fn names<'n>(values: impl Iterator<Item = &'n ValueInfoProto>) -> Vec<String> {
    values.map(|value| value.name.clone()).collect()
}

/// Prepares a model for runs of any number of positions, or of a fixed one.
fn plan(
    model: &ModelProto,
    lengths: &[usize],
    fixed: Option<usize>,
    value: &str,
    policy: Option<&(String, usize)>,
) -> Result<Arc<TypedRunnableModel>, OnnxError> {
    // The shapes that a file declares within it have names for lengths that need not be ours.
    let reader = tract_onnx::onnx().with_ignore_output_shapes(true).with_ignore_value_info(true);
    let mut model = reader.model_for_proto_model(model).map_err(broken)?;
    let unknown = model.nodes().iter().filter(|node| node.op_is::<UnimplementedOp>());
    let kind = |name: &str| name.trim_start_matches("Unimplemented(").trim_end_matches(')').to_owned();
    let mut unknown: Vec<String> = unknown.map(|node| kind(&node.op().name())).collect();
    if !unknown.is_empty() {
        unknown.sort_unstable();
        unknown.dedup();
        return Err(OnnxError::Operators(unknown));
    }
    let positions = fixed.map_or_else(|| model.sym("N").to_dim(), |fixed| fixed.to_dim());
    let shape: TVec<TDim> = std::iter::once(positions.clone()).chain(lengths.iter().map(ToDim::to_dim)).collect();
    model.set_input_fact(0, f32::fact(&*shape).into()).map_err(broken)?;
    let names = [value].into_iter().chain(policy.map(|(name, _)| &**name));
    model.select_outputs_by_name(names).map_err(broken)?;
    let model = model.into_typed().map_err(broken)?;
    let shape_of = |output: usize| Ok(model.output_fact(output).map_err(broken)?.shape.to_tvec());
    let shown = |shape: &[TDim]| format!("[{}]", shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
    let found = shape_of(0)?;
    if found.first() != Some(&positions) || !found.iter().skip(1).all(TDim::is_one) {
        return Err(OnnxError::OutputShape { name: shortened(value), found: shown(&found) });
    }
    if let Some((name, outputs)) = policy {
        let found = shape_of(1)?;
        if *found != [positions, outputs.to_dim()] {
            return Err(OnnxError::PolicyShape { name: shortened(name), found: shown(&found), outputs: *outputs });
        }
    }
    model.into_optimized().and_then(IntoRunnable::into_runnable).map_err(broken)
}

/// Why the library panicked. The file is a stranger's, and some files are not what they say of themselves.
fn contradiction() -> OnnxError {
    OnnxError::Broken("it contradicts itself".to_owned())
}

/// What the library says, which names what it did from the outside to the inside.
fn broken(error: TractError) -> OnnxError {
    OnnxError::Broken(shortened(&format!("{error:#}")))
}
