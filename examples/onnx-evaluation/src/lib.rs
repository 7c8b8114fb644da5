//! Connect Four with the network of `net.onnx`, which `train.py` made and trained.

#![cfg(feature = "tract")]

use std::path::Path;

use bestply::games::connect_four::ConnectFour;
use bestply::learning::Planes;
use bestply_catalogue::Catalogue;
use bestply_onnx::{OnnxError, OnnxEvaluator, OnnxNetwork, OnnxSettings};

/// The file of the network.
pub const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/net.onnx");

/// The network as an evaluator, which every searcher takes.
///
/// # Errors
///
/// If the file is no network for Connect Four.
pub fn evaluator() -> Result<OnnxEvaluator<ConnectFour>, OnnxError> {
    let network = OnnxNetwork::open(Path::new(FILE), ConnectFour::SHAPE, None)?;
    Ok(OnnxEvaluator::new(network, OnnxSettings::default()))
}

/// Bestply's catalogue, in which evaluations are described by files of networks, too.
pub fn catalogue() -> Catalogue {
    Catalogue::standard().evaluation_kind(bestply_onnx::kind())
}
