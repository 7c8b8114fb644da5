//! `playground`: a page to play and to watch searches, served to this machine alone.

use bestply_playground::{Options, Server};
use clap::Args;

use crate::interruption::when_interrupted;
use crate::memory;
use crate::numbers::{fitting, size, whole};
use crate::output::print;
use crate::workshop::Workshop;

/// Serve a page to play the searchers and to watch them search, to this machine alone, until Ctrl-C.
#[derive(Debug, Args)]
pub(crate) struct PlaygroundArgs {
    /// The port; with 0 the system chooses one
    #[arg(long, value_name = "N", default_value_t = Options::DEFAULT_PORT, value_parser = fitting::<u16>(0..=u16::MAX as u64))]
    port: u16,
    /// A name under which a proxy asks for the page, such as hub.example; may be given again
    #[arg(long = "host", value_name = "NAME", value_parser = host)]
    hosts: Vec<String>,
    /// The most searches at once; sixteen more wait for their turn
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = whole(1..=Options::MOST_SEARCHES as u64))]
    searches: u64,
    #[arg(long, value_name = "N", help = bytes_help(), value_parser = size(Options::LEAST_BYTES as u64..))]
    bytes: Option<u64>,
}

/// A name as it stands in an address, without what stands around it.
fn host(text: &str) -> Result<String, String> {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || ".-_".contains(letter);
    match text {
        "" => Err("expected a name, such as hub.example".to_owned()),
        text if text.chars().all(is_of_name) => Ok(text.to_ascii_lowercase()),
        _ => Err("expected the name alone, such as hub.example, without http://, port and path".to_owned()),
    }
}

fn bytes_help() -> String {
    format!("The most bytes of a search, such as 64MiB [default: for all at once {}]", memory::DEFAULT)
}

/// Serves until it is interrupted.
pub(crate) fn run(workshop: Workshop, args: &PlaygroundArgs) -> anyhow::Result<()> {
    let searches = args.searches as usize;
    let most_bytes = memory::asked_or(args.bytes, || memory::of_each(searches))?;
    let options = Options { port: args.port, hosts: args.hosts.clone(), searches, most_bytes, ..Options::default() };
    let server = Server::bind(workshop.catalogue, options)?;
    let stopper = server.stopper();
    when_interrupted(move || stopper.stop());
    print(&format!("The playground is at http://{}/ until Ctrl-C\n", server.address()))?;
    server.run();
    Ok(())
}
