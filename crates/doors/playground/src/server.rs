//! The connections: how many there are, and how long each may last.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use bestply_catalogue::Catalogue;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Notify, Semaphore};
use tokio::task::{JoinSet, yield_now};
use tokio::time::{sleep, timeout};

use crate::Options;
use crate::playground::Playground;
use crate::seats::{Seat, Seats};

/// The most connections at once. One more takes the place of the oldest that waits for its client.
const CONNECTIONS: usize = 256;

/// The most bytes of a request's head.
const LONGEST_HEAD: usize = 16 << 10;

/// The most headers of a request.
const MOST_HEADERS: usize = 64;

/// The bytes of answers that the system keeps for a client. While that takes none of them, its next request waits.
const UNREAD: u32 = 64 << 10;

/// The connections that the system takes before this program does.
const BACKLOG: u32 = 1024;

/// The threads that read games and search, besides those of running searches.
const READERS: usize = 4;

/// How long a connection may ask for more. A browser opens another then.
const LONGEST_CONNECTION: Duration = Duration::from_secs(600);

/// How long to wait where the system has no connection to give, for instance because too many files are open.
const BREATH: Duration = Duration::from_millis(50);

/// How often the system is asked for a port that is free under both addresses of this machine.
const TRIES: usize = 16;

/// How long the end waits for searches that look at their clocks seldom.
const LAST_WAIT: Duration = Duration::from_secs(2);

/// Why the playground cannot be served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Another program has the port.
    #[error("port {0} is taken by another program: choose one with --port, or let the system choose with --port 0")]
    Taken(u16),
    /// The port cannot be had for another reason.
    #[error("port {port} cannot be used: {reason}")]
    Port {
        /// The port.
        port: u16,
        /// The reason.
        reason: io::Error,
    },
    /// The system has no means to serve.
    #[error("nothing can be served: {0}")]
    System(io::Error),
}

/// A playground that is ready to be served to this machine.
pub struct Server {
    runtime: Runtime,
    listener: Listener,
    address: SocketAddr,
    playground: Arc<Playground>,
    stop: Stopper,
}

/// Stops a [`Server`], from any thread.
#[derive(Clone, Default)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Asks the server to stop: it ends all searches and connections.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// Takes the port, on the loopback interface alone, at its addresses of IPv4 and of IPv6.
    ///
    /// # Errors
    ///
    /// If the port cannot be had.
    pub fn bind(catalogue: Catalogue, options: Options) -> Result<Server, ServeError> {
        let threads = READERS + options.searches;
        let runtime = Builder::new_current_thread().enable_all().max_blocking_threads(threads).build();
        let runtime = runtime.map_err(ServeError::System)?;
        let port = options.port;
        let listener = runtime.block_on(Listener::bind(port)).map_err(|reason| match reason.kind() {
            io::ErrorKind::AddrInUse => ServeError::Taken(port),
            _ => ServeError::Port { port, reason },
        })?;
        let address = listener.v4.local_addr().map_err(ServeError::System)?;
        let playground = Arc::new(Playground::new(catalogue, options));
        Ok(Server { runtime, listener, address, playground, stop: Stopper::default() })
    }

    /// The address that is served: its port is the one given, or the one that the system chose.
    /// The same port is served at `[::1]`, where the machine has that.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What stops the server.
    pub fn stopper(&self) -> Stopper {
        self.stop.clone()
    }

    /// Serves until it is stopped.
    pub fn run(self) {
        let Server { runtime, listener, playground, stop, .. } = self;
        runtime.block_on(async {
            let mut connections = JoinSet::new();
            tokio::select! {
                () = accept(&listener, &playground, &mut connections) => {}
                () = stop.0.notified() => {}
            }
            // Whoever waits for a search goes away, which stops the search.
            connections.shutdown().await;
        });
        runtime.shutdown_timeout(LAST_WAIT);
    }
}

/// One port of this machine, at all its addresses for itself: a name such as `localhost` may stand for any of them.
struct Listener {
    v4: TcpListener,
    /// `None` on a machine without IPv6.
    v6: Option<TcpListener>,
}

impl Listener {
    /// Takes the port, or with 0 one that the system chooses.
    async fn bind(port: u16) -> io::Result<Listener> {
        let mut tries = if port == 0 { TRIES } else { 1 };
        loop {
            let v4 = listen(TcpSocket::new_v4()?, (Ipv4Addr::LOCALHOST, port).into())?;
            let chosen = v4.local_addr()?.port();
            tries -= 1;
            match TcpSocket::new_v6().and_then(|socket| listen(socket, (Ipv6Addr::LOCALHOST, chosen).into())) {
                Ok(v6) => return Ok(Listener { v4, v6: Some(v6) }),
                // Another program has that port at the other address, where a browser might find it in our place.
                Err(taken) if taken.kind() == io::ErrorKind::AddrInUse && tries == 0 => return Err(taken),
                Err(taken) if taken.kind() == io::ErrorKind::AddrInUse => {}
                Err(_) => return Ok(Listener { v4, v6: None }),
            }
        }
    }

    async fn accept(&self) -> io::Result<TcpStream> {
        let Some(v6) = &self.v6 else { return Ok(self.v4.accept().await?.0) };
        let (stream, _) = tokio::select! {
            accepted = self.v4.accept() => accepted?,
            accepted = v6.accept() => accepted?,
        };
        Ok(stream)
    }
}

/// Listens at an address. Connections get their bound on unread bytes from the socket that listens.
fn listen(socket: TcpSocket, address: SocketAddr) -> io::Result<TcpListener> {
    // As the library does for a listener without settings: a server that has ended keeps no port from the next.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(UNREAD)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

async fn accept(listener: &Listener, playground: &Arc<Playground>, connections: &mut JoinSet<()>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let seats = Arc::new(Seats::default());
    loop {
        let Ok(stream) = listener.accept().await else {
            seats.free_one();
            sleep(BREATH).await;
            continue;
        };
        while places.available_permits() == 0 && !seats.free_one() {
            seats.change().await;
        }
        let place = Arc::clone(&places).acquire_owned().await.expect("it is never closed");
        let (playground, seats) = (Arc::clone(playground), Arc::clone(&seats));
        let seat = seats.take();
        connections.spawn(async move {
            tokio::select! {
                () = converse(stream, playground, seat.clone()) => {}
                () = seat.lost() => {}
            }
            seats.leave(&seat);
            drop(place);
        });
        while connections.try_join_next().is_some() {}
    }
}

/// Answers the requests of a connection. Whatever is wrong with it ends it.
async fn converse(stream: TcpStream, playground: Arc<Playground>, seat: Seat) {
    let options = playground.options();
    let (patience, longest_answer) = (options.patience, options.longest_search + 2 * options.patience);
    // An answer of a few bytes goes at once.
    stream.set_nodelay(true).ok();
    let service = service_fn(|request| {
        let (playground, seat) = (Arc::clone(&playground), seat.clone());
        async move {
            // One request of each connection is answered before the next of any.
            yield_now().await;
            playground.answer(request, seat).await
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(LONGEST_HEAD)
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    if timeout(LONGEST_CONNECTION, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        timeout(longest_answer, connection).await.ok();
    }
}
