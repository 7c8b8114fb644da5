//! Foreign programs: an [`ForeignEngine`] plays against bestply's searchers,
//! and a [`ProcessEvaluator`] evaluates their positions.
//! Each is a process that reads and writes lines.
//!
//! **The key decision** is that a foreign program is not trusted.
//! Every wait has an end that the settings name.
//! Whatever a program does is an answer or a typed [`Fault`].
//! A program ends when the value that stands for it is dropped, together with everything that it started.
//! So an engine that dies, stalls or talks nonsense loses a game, with its reason on record, and the match goes on.
//! An evaluation that does so ends the run with a clear line.
//!
//! The protocols are described in `docs/foreign-programs.md`, with an example of each.
//! Engines speak GTP, NBoard or UCI; evaluations speak JSON.
//!
//! ```no_run
//! use bestply_core::Side;
//! use bestply_foreign::{ForeignEngine, EngineSettings, Fault, Protocol};
//!
//! let mut engine = ForeignEngine::start(EngineSettings::new("gtp-rhino -b 0 -l 3", Protocol::Gtp))?;
//! engine.new_game(&[(Side::Max, "f5".to_owned())])?;
//! let reply = engine.choose(Side::Min)?; // by the program, which plays white
//! println!("{} plays {reply}", engine.name());
//! engine.follow(Side::Max, "f6")?; // by us
//! # Ok::<(), Fault>(())
//! ```
//!
//! An evaluator is told how to write positions and moves, and can then be used like any other:
//!
//! ```no_run
//! use bestply_core::{Limit, Position, Searcher};
//! use bestply_foreign::{EvaluationSettings, Fault, ProcessEvaluator};
//!
//! fn best_move<P, S>(position: &mut P, searcher: &mut S) -> Result<P::Move, Fault>
//! where
//!     P: Position + ToString,
//!     P::Move: ToString,
//!     S: Searcher<P, ProcessEvaluator<P>>,
//! {
//!     let settings = EvaluationSettings::new("python3 evaluation.py");
//!     let mut evaluator = ProcessEvaluator::start(&settings, "othello", P::to_string, |_, mv| mv.to_string())?;
//!     let limit = Limit::new().evaluations(10_000);
//!     let report = searcher.search(position, &mut evaluator, &limit);
//!     if let Some(fault) = evaluator.fault() {
//!         return Err(fault.clone()); // the report is worthless
//!     }
//!     Ok(report.best_move.expect("the game is not over"))
//! }
//! ```

mod engine;
mod evaluation;
mod fault;
mod gtp;
mod nboard;
mod process;
mod uci;

pub use engine::{EngineSettings, ForeignEngine, PASS, Protocol};
pub use evaluation::{EvaluationSettings, ProcessEvaluator};
pub use fault::Fault;
pub use process::{is_installed, program_beside, program_name};
