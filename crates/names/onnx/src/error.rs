use std::fmt;

/// Why a file is no network that can evaluate a game's positions. Each error is one line, and says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OnnxError {
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// The file is larger than [`Network::MOST_BYTES`](crate::OnnxNetwork::MOST_BYTES).
    #[error("it has more than {most} bytes", most = crate::OnnxNetwork::MOST_BYTES)]
    TooLarge,
    /// The file is no model in the format of ONNX.
    #[error("it is no file of ONNX")]
    NotOnnx,
    /// The weights are not in the file itself.
    #[error("its weights are in another file: save the network as one file, without external data")]
    ExternalData,
    /// There is another number of inputs than one.
    #[error("a network has one input, the planes, and this one has {}", listed(.0))]
    Inputs(Vec<String>),
    /// The input is not of 32-bit floating-point numbers.
    #[error("the input `{0}` must be of type float (32 bits)")]
    InputType(String),
    /// The input has not the shape of the game's planes.
    #[error("the input `{name}` is {found}, and must be {expected} or {} for the game's planes", flat(expected))]
    InputShape {
        /// The input's name.
        name: String,
        /// Its shape.
        found: Shape,
        /// The shape that it must have: positions, planes, rows, columns.
        expected: Shape,
    },
    /// No output was named, and there are several or none.
    #[error("one output is the value, and this network has {}: name it (`output`)", listed(.0))]
    Outputs(Vec<String>),
    /// There is no output of this name.
    #[error("it has no output `{name}`, only {}", listed(names))]
    UnknownOutput {
        /// The name.
        name: String,
        /// The names of the outputs.
        names: Vec<String>,
    },
    /// The output is not one number for each position.
    #[error("the output `{name}` is {found}, and must be one number for each position: [N] or [N, 1]")]
    OutputShape {
        /// The output's name.
        name: String,
        /// Its shape.
        found: String,
    },
    /// The policy has not one number for each of the game's outputs.
    #[error("the output `{name}` is {found}, and must be [N, {outputs}] for the policy of the game")]
    PolicyShape {
        /// The output's name.
        name: String,
        /// Its shape.
        found: String,
        /// The number of outputs of a policy of the game.
        outputs: usize,
    },
    /// There are operators that are not known here.
    #[error("operators that are not known here: {}", listed(.0))]
    Operators(Vec<String>),
    /// The network cannot be prepared or run for another reason.
    #[error("it does not work: {0}")]
    Broken(String),
}

/// The shape of an input, whose first length is the number of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape(pub Vec<Option<usize>>);

/// Writes a length that is not fixed as N.
impl fmt::Display for Shape {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length = |length: &Option<usize>| length.map_or_else(|| "N".to_owned(), |length| length.to_string());
        write!(formatter, "[{}]", self.0.iter().map(length).collect::<Vec<_>>().join(", "))
    }
}

/// The same shape with all inputs of a position in a row.
fn flat(Shape(lengths): &Shape) -> Shape {
    let inputs = lengths.iter().skip(1).map(|length| length.unwrap_or(1)).product();
    Shape(vec![None, Some(inputs)])
}

fn listed(names: &[String]) -> String {
    const MOST: usize = 8;
    let shown: Vec<String> = names.iter().take(MOST).map(|name| format!("`{}`", shortened(name))).collect();
    match names.len() {
        0 => "none".to_owned(),
        1 => shown.join(""),
        more if more > MOST => format!("{more}: {}, …", shown.join(", ")),
        more => format!("{more}: {}", shown.join(", ")),
    }
}

/// A text from a file or a library in one short line.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 160;
    let mut letters = text.trim().chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let mut line: String = letters.by_ref().take(MOST).collect();
    if letters.next().is_some() {
        line.push('…');
    }
    line
}
