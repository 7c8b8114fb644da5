//! Networks that are made here, message by message: what is evaluated, and what is refused.

use std::num::{NonZeroU32, NonZeroUsize};

use bestply_core::{Asked, Bounds, CutShort, Evaluator, Limit, Meter, Position, Side, Stop, Value};
use bestply_learning::Planes;
use bestply_onnx::{OnnxEvaluator, OnnxFault, OnnxNetwork, OnnxSettings, Outputs};
use prost::Message;
use tract_onnx::pb::tensor_shape_proto::{Dimension, dimension};
use tract_onnx::pb::{
    GraphProto, ModelProto, NodeProto, OperatorSetIdProto, TensorProto, TensorShapeProto, TypeProto, ValueInfoProto,
    type_proto,
};

/// Take one or two of up to eight matches; whoever takes the last one wins.
#[derive(Clone, Debug)]
struct Nim {
    matches: u8,
    to_move: Side,
}

impl Nim {
    const START: Nim = Nim { matches: 8, to_move: Side::Max };
}

impl Position for Nim {
    type Move = u8;
    type Moves = std::ops::RangeInclusive<u8>;
    type Undo = ();

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn moves(&self) -> Self::Moves {
        1..=self.matches.min(2)
    }

    fn make(&mut self, taken: u8) {
        self.matches -= taken;
        self.to_move = self.to_move.other();
    }

    fn unmake(&mut self, taken: u8, (): ()) {
        self.matches += taken;
        self.to_move = self.to_move.other();
    }
}

impl Planes for Nim {
    const SHAPE: [usize; 3] = [2, 1, 4];
    const NAMES: &'static [&'static str] = &["matches 1 to 4", "matches 5 to 8"];
    const OUTPUTS: usize = 2;

    fn active(&self, _: Side, inputs: &mut Vec<u16>) {
        inputs.extend(0..u16::from(self.matches));
    }

    fn output(&self, taken: u8) -> usize {
        usize::from(taken) - 1
    }

    fn finished_value(&self) -> Value {
        self.to_move.loss()
    }
}

/// A description of one input or output.
fn value(name: &str, lengths: &[Option<i64>]) -> ValueInfoProto {
    let dimension = |length: &Option<i64>| {
        let value = length.map_or_else(|| dimension::Value::DimParam("N".to_owned()), dimension::Value::DimValue);
        Dimension { value: Some(value), ..Dimension::default() }
    };
    let shape = Some(TensorShapeProto { dim: lengths.iter().map(dimension).collect() });
    let tensor = type_proto::Tensor { elem_type: 1, shape };
    let r#type = Some(TypeProto { value: Some(type_proto::Value::TensorType(tensor)), ..TypeProto::default() });
    ValueInfoProto { name: name.to_owned(), r#type, ..ValueInfoProto::default() }
}

fn node(operator: &str, inputs: &[&str], output: &str) -> NodeProto {
    NodeProto {
        op_type: operator.to_owned(),
        name: output.to_owned(),
        input: inputs.iter().map(|&name| name.to_owned()).collect(),
        output: vec![output.to_owned()],
        ..NodeProto::default()
    }
}

fn tensor(name: &str, dims: &[i64], float_data: &[f32]) -> TensorProto {
    let (name, dims, float_data) = (name.to_owned(), dims.to_vec(), float_data.to_vec());
    TensorProto { name, dims, float_data, data_type: 1, ..TensorProto::default() }
}

/// A network whose value is an eighth of the number of matches, times `weight`.
struct Made {
    input: Vec<Option<i64>>,
    inputs: Vec<ValueInfoProto>,
    outputs: Vec<ValueInfoProto>,
    weight: f32,
    operator: &'static str,
    width: i64,
}

impl Default for Made {
    fn default() -> Made {
        Made {
            input: vec![None, Some(2), Some(1), Some(4)],
            inputs: Vec::new(),
            outputs: vec![value("value", &[None, Some(1)])],
            weight: 0.125,
            operator: "Identity",
            width: 1,
        }
    }
}

impl Made {
    fn model(self) -> ModelProto {
        let weights = vec![self.weight; 8 * self.width as usize];
        // Nothing for one match, and a quarter of the matches for two.
        let of_moves = [0.0, 0.25].repeat(8);
        let graph = GraphProto {
            name: "nim".to_owned(),
            node: vec![
                node("Flatten", &["planes"], "flat"),
                node("MatMul", &["flat", "weights"], "sum"),
                node(self.operator, &["sum"], "value"),
                node("MatMul", &["flat", "of moves"], "policy"),
            ],
            initializer: vec![tensor("weights", &[8, self.width], &weights), tensor("of moves", &[8, 2], &of_moves)],
            input: std::iter::once(value("planes", &self.input)).chain(self.inputs).collect(),
            output: self.outputs,
            ..GraphProto::default()
        };
        let opset = OperatorSetIdProto { domain: String::new(), version: 13 };
        ModelProto { ir_version: 8, opset_import: vec![opset], graph: Some(graph), ..ModelProto::default() }
    }

    fn bytes(self) -> Vec<u8> {
        self.model().encode_to_vec()
    }

    fn evaluator(self, settings: OnnxSettings) -> OnnxEvaluator<Nim> {
        let network = OnnxNetwork::parse(&self.bytes(), Nim::SHAPE, None).expect("it is a network for Nim");
        OnnxEvaluator::new(network, settings)
    }

    fn refused(self, output: Option<&str>) -> String {
        refused(&self.bytes(), output)
    }
}

fn refused(bytes: &[u8], output: Option<&str>) -> String {
    let told = OnnxNetwork::parse(bytes, Nim::SHAPE, output).expect_err("it is no network for Nim").to_string();
    assert!(!told.contains('\n'), "{told}");
    told
}

fn settings(scale: u32, batch: usize, threads: usize) -> OnnxSettings {
    let number = |number| NonZeroUsize::new(number).expect("it is not 0");
    let scale = NonZeroU32::new(scale).expect("it is not 0");
    OnnxSettings { scale, batch: number(batch), threads: number(threads) }
}

#[test]
fn a_value_is_the_side_to_moves_times_the_scale() {
    let mut evaluator = Made::default().evaluator(settings(800, 4, 1));
    let mut value = |matches, to_move| evaluator.evaluate(&Nim { matches, to_move });
    assert_eq!((value(3, Side::Max), value(3, Side::Min)), (300, -300));
    assert_eq!((value(0, Side::Max), value(0, Side::Min)), (Value::MIN, Value::MAX));
    assert_eq!(evaluator.properties().win_value, NonZeroU32::new(800));
}

#[test]
fn numbers_beyond_one_count_as_one() {
    let mut evaluator = Made { weight: 1.0, ..Made::default() }.evaluator(settings(10, 4, 1));
    assert_eq!(evaluator.evaluate(&Nim::START), 10);
}

/// One by one, together, in small batches, with several threads, and where the file fixes the batch.
#[test]
fn a_value_does_not_depend_on_the_company_of_its_position() {
    let fixed = || Made { input: vec![Some(3), Some(8)], ..Made::default() };
    let mut each = Made::default().evaluator(settings(1000, 1, 1));
    let mut together = [
        Made::default().evaluator(settings(1000, 256, 1)),
        Made::default().evaluator(settings(1000, 2, 1)),
        Made::default().evaluator(settings(1000, 256, 4)),
        fixed().evaluator(settings(1000, 256, 1)),
    ];
    let mut nims: Vec<Nim> = (0..=8).map(|matches| Nim { matches, to_move: Side::Min }).collect();
    nims.extend((0..=8).map(|matches| Nim { matches, to_move: Side::Max }));
    for evaluator in &mut together {
        let mut wanted = Vec::new();
        let limit = Limit::new();
        let mut meter = Meter::start(&limit);
        for nim in &mut nims {
            let count = nim.move_count();
            wanted.extend(nim.clone().moves().map(|mv| each.evaluate_child(&mut nim.clone(), mv)));
            evaluator.defer_children(nim, Asked::all(&mut vec![0; count]), &mut meter).expect("nothing limits it");
        }
        let mut found = vec![0; wanted.len()];
        evaluator.settle(Asked::all(&mut found));
        assert_eq!(found, wanted);
        let mut children = [0; 2];
        evaluator.evaluate_children(&mut nims[5], 0, &mut children);
        assert_eq!(children, [1, 2].map(|mv| each.evaluate_child(&mut nims[5], mv)));
    }
}

/// Alone, with the values, and together with others' in batches of any size on several threads.
#[test]
fn a_policy_is_a_softmax_over_the_legal_moves() {
    let outputs = || vec![value("value", &[None, Some(1)]), value("policy", &[None, Some(2)])];
    let bytes = Made { outputs: outputs(), ..Made::default() }.bytes();
    let reads = |policy| Outputs { value: None, policy: Some((policy, 2)) };
    let limit = Limit::new();
    let mut meter = Meter::start(&limit);
    for (batch, threads) in [(1, 1), (5, 1), (256, 1), (3, 4)] {
        let network = OnnxNetwork::parse(&bytes, Nim::SHAPE, reads("policy")).expect("it is a network for Nim");
        let mut evaluator = OnnxEvaluator::new(network, settings(1000, batch, threads));
        assert!(evaluator.properties().gives_priors);
        let (mut wanted, mut values) = (Vec::new(), Vec::new());
        for matches in 1..=8 {
            let mut nim = Nim { matches, to_move: Side::Min };
            let more = (0.25 * f32::from(matches)).exp();
            let expected = if matches == 1 { vec![1.0] } else { vec![1.0 / (1.0 + more), more / (1.0 + more)] };
            let [mut alone, mut with_values, mut later] = [(); 3].map(|()| vec![0.0; expected.len()]);
            let mut found = vec![0; expected.len()];
            evaluator.priors(&mut nim, &mut alone);
            assert!(alone.iter().zip(&expected).all(|(prior, expected)| (prior - expected).abs() < 1e-6), "{alone:?}");
            let asked = Asked::all(&mut found).with_priors(&mut with_values);
            evaluator.values_of_children(&mut nim, asked, &mut meter).expect("nothing limits it");
            assert_eq!(with_values, alone);
            values.extend(&found);
            wanted.extend(alone);
            let asked = Asked::all(&mut found).with_priors(&mut later);
            evaluator.defer_children(&mut nim, asked, &mut meter).expect("nothing limits it");
        }
        let (mut found, mut priors) = (vec![0; values.len()], vec![0.0; values.len()]);
        evaluator.settle(Asked::all(&mut found).with_priors(&mut priors));
        assert_eq!((found, priors), (values, wanted));
    }
    let told = |outputs| OnnxNetwork::parse(&bytes, Nim::SHAPE, outputs).expect_err("it is none").to_string();
    let wide = Outputs { policy: Some(("policy", 7)), ..Outputs::default() };
    assert_eq!(told(wide), "the output `policy` is [N, 2], and must be [N, 7] for the policy of the game");
    assert_eq!(told(reads("moves")), "it has no output `moves`, only 2: `value`, `policy`");
}

#[test]
fn a_value_that_is_no_number_ends_the_search() {
    let mut evaluator = Made { weight: f32::NAN, ..Made::default() }.evaluator(OnnxSettings::default());
    let mut other = evaluator.clone();
    let limit = Limit::new();
    let mut meter = Meter::start(&limit);
    let mut nim = Nim::START;
    let cut = evaluator.values_of_children(&mut nim, Asked::all(&mut [0; 2]), &mut meter);
    assert!(matches!(cut, Err(CutShort { found: 0, stop: Stop::Asked })), "{cut:?}");
    assert_eq!(other.fault(), Some(&OnnxFault::NotANumber("NaN".to_owned())));
    assert_eq!(other.value_of_child(&mut nim, 1, Bounds::OPEN, &mut meter), Err(Stop::Asked));
    assert!(other.stop_flag().load(std::sync::atomic::Ordering::Relaxed));
}

#[test]
fn a_limit_cuts_a_batch_short() {
    let mut evaluator = Made::default().evaluator(settings(8, 16, 1));
    let limit = Limit::new().evaluations(1);
    let mut meter = Meter::start(&limit);
    let mut values = [0; 2];
    let mut nim = Nim::START;
    let cut = evaluator.values_of_children(&mut nim, Asked::all(&mut values), &mut meter);
    assert!(matches!(cut, Err(CutShort { found: 1, .. })), "{cut:?}");
    assert_eq!(values, [-7, 0]);
}

#[test]
fn what_is_no_network_for_the_game_is_told_in_one_line() {
    assert_eq!(refused(b"", None), "it is no file of ONNX");
    assert_eq!(refused(&vec![0; OnnxNetwork::MOST_BYTES as usize + 1], None), "it has more than 268435456 bytes");
    let missing = OnnxNetwork::open("none.onnx".as_ref(), Nim::SHAPE, None).expect_err("there is no such file");
    assert!(missing.to_string().starts_with("it cannot be read: "), "{missing}");
    assert_eq!(refused(b"matches", None), "it is no file of ONNX");
    let input = Made { input: vec![None, Some(3), Some(1), Some(4)], ..Made::default() };
    let told = "the input `planes` is [N, 3, 1, 4], and must be [N, 2, 1, 4] or [N, 8] for the game's planes";
    assert_eq!(input.refused(None), told);
    let second = Made { inputs: vec![value("clock", &[None])], ..Made::default() };
    assert_eq!(second.refused(None), "a network has one input, the planes, and this one has 2: `planes`, `clock`");
    let wide = Made { width: 3, ..Made::default() };
    let told = "the output `value` is [N, 3], and must be one number for each position: [N] or [N, 1]";
    assert_eq!(wide.refused(None), told);
    let unknown = Made { operator: "Divine", ..Made::default() };
    assert_eq!(unknown.refused(None), "operators that are not known here: `Divine`");
    assert_eq!(Made::default().refused(Some("policy")), "it has no output `policy`, only `value`");
    let outputs = || vec![value("sum", &[None, Some(1)]), value("value", &[None, Some(1)])];
    let two = Made { outputs: outputs(), ..Made::default() };
    let told = "one output is the value, and this network has 2: `sum`, `value`: name it (`output`)";
    assert_eq!(two.refused(None), told);
    let two = Made { outputs: outputs(), ..Made::default() };
    assert!(OnnxNetwork::parse(&two.bytes(), Nim::SHAPE, Some("sum")).is_ok());
    let mut apart = Made::default().model();
    let graph = apart.graph.as_mut().expect("it has a graph");
    graph.initializer[0].external_data = vec![Default::default()];
    assert!(refused(&apart.encode_to_vec(), None).starts_with("its weights are in another file"));
}

/// A file that is cut off or damaged anywhere is refused, or is still a network; it is never a panic.
#[test]
fn a_damaged_file_is_an_error_at_worst() {
    let whole = Made::default().bytes();
    for place in 0..whole.len() {
        let _ = OnnxNetwork::parse(&whole[..place], Nim::SHAPE, None);
        for change in [0x01, 0x80] {
            let mut damaged = whole.clone();
            damaged[place] ^= change;
            let _ = OnnxNetwork::parse(&damaged, Nim::SHAPE, None);
        }
    }
}
