//! Networks in descriptions and on the command line.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;

use bestply_catalogue::{AboutGame, AnyPosition, EvaluationKind, FallibleEvaluation, GamePlanes, Key, Settings};

use crate::{OnnxEvaluator, OnnxNetwork, OnnxSettings, Outputs};

const ONNX: &str = "onnx";
const SCALE: &str = "scale";
const BATCH: &str = "batch";
const THREADS: &str = "threads";
const OUTPUT: &str = "output";
const POLICY: &str = "policy";

/// The evaluations that are described by the file of a network: `evaluation = { onnx = "net.onnx", scale = 1000 }`.
///
/// They evaluate every game whose entry has [`planes`](bestply_catalogue::GameEntry::planes).
///
/// ```
/// use bestply_catalogue::Catalogue;
///
/// let catalogue = Catalogue::standard().evaluation_kind(bestply_onnx::kind());
/// assert!(catalogue.player("best-first:depth=3,evaluation.onnx=net.onnx,evaluation.batch=64").is_ok());
/// ```
pub fn kind() -> EvaluationKind {
    let default = OnnxSettings::default();
    let keys = vec![
        Key::whole(SCALE, 1..=1_000_000_000).or(i64::from(default.scale.get())),
        Key::whole(BATCH, 1..=65_536).or(default.batch.get() as i64),
        Key::whole(THREADS, 1..=256).or(default.threads.get() as i64),
        Key::text(OUTPUT),
        Key::text(POLICY),
    ];
    EvaluationKind::new(ONNX, keys, evaluation).of_file()
}

/// All users of the evaluation share the network.
fn evaluation(
    about: &AboutGame,
    settings: &mut Settings,
) -> Result<FallibleEvaluation<OnnxEvaluator<AnyPosition, GamePlanes>>, String> {
    let planes = about.planes.ok_or_else(|| format!("{} does not say what a network sees of it", about.name))?;
    let file = settings.name(ONNX);
    let value = settings.given_name(OUTPUT);
    let policy = settings.given_name(POLICY);
    let outputs = planes.outlook.outputs;
    if policy.is_some() && outputs == 0 {
        return Err(format!("{} does not say what the outputs of a policy are", about.name));
    }
    let outputs = Outputs { value: value.as_deref(), policy: policy.as_deref().map(|name| (name, outputs)) };
    let network = OnnxNetwork::open(Path::new(&file), planes.outlook.shape, outputs);
    let network = network.map_err(|error| format!("{file}: {error}"))?;
    let settings = OnnxSettings {
        scale: NonZeroU32::new(settings.whole(SCALE) as u32).unwrap_or(NonZeroU32::MIN),
        batch: NonZeroUsize::new(settings.whole(BATCH) as usize).unwrap_or(NonZeroUsize::MIN),
        threads: NonZeroUsize::new(settings.whole(THREADS) as usize).unwrap_or(NonZeroUsize::MIN),
    };
    let evaluator = OnnxEvaluator::seeing(planes, network, settings);
    Ok(FallibleEvaluation { name: file, evaluator, fault: |own| own.fault().map(ToString::to_string) })
}
