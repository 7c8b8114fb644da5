//! Which requests are answered: those of the page itself, and of programs on this machine that mean this server.
//!
//! Any page that a browser shows can send requests to this machine.
//! A page of a name that comes to point here (DNS rebinding) is told by the name in `Host`,
//! any other page by `Origin` and `Sec-Fetch-Site`, which browsers set and scripts cannot.
//!
//! The port in `Host` may be any, since a port of this machine may be forwarded to that of the server, as
//! `ssh -L 9000:localhost:7878` does. A page of another port of this machine is told by `Origin`, which is not its own.
//!
//! A proxy forwards the page from a path of its own. What it writes into `Host` is this server's name or the proxy's,
//! which [`Options::hosts`](crate::Options::hosts) tells; what it leaves alone is where the browser says it asks from.

use hyper::header::{CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use hyper::{Method, StatusCode};

use crate::answer::Refusal;

/// The names of this machine for itself.
const LOOPBACK: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Refuses a request that comes from elsewhere, or is none that the page makes. `hosts` are names of this server, too.
pub(crate) fn check(method: &Method, headers: &HeaderMap, hosts: &[String]) -> Result<(), Refusal> {
    let one = |name: HeaderName| {
        let mut values = headers.get_all(name).iter();
        values.next().filter(|_| values.next().is_none()).and_then(|value| value.to_str().ok())
    };
    let is_named = |host: &str| hosts.iter().any(|name| is_at(host, name));
    let Some(host) = one(HOST).filter(|host| LOOPBACK.iter().any(|name| is_at(host, name)) || is_named(host)) else {
        const TOLD: &str = "this server answers under the names 127.0.0.1, localhost and [::1] alone, with any port; \
                            --host tells it the name of a proxy";
        return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, TOLD));
    };
    // A proxy may speak TLS to the browser.
    let is_own = |origin: &str| {
        let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        from.is_some_and(|from| from == host || is_named(from))
    };
    let is_same_page = is(headers, "sec-fetch-site", &["same-origin"]);
    if headers.contains_key(ORIGIN) && !is_same_page && !one(ORIGIN).is_some_and(is_own) {
        return Err(Refusal::new(StatusCode::FORBIDDEN, "the request comes from another page"));
    }
    // A link may lead here from anywhere: that is how positions are shared. What it opens is the page alone.
    let follows_a_link = *method == Method::GET && is(headers, "sec-fetch-mode", &["navigate"]);
    if !follows_a_link && !is(headers, "sec-fetch-site", &["same-origin", "none", ""]) {
        return Err(Refusal::new(StatusCode::FORBIDDEN, "the request comes from another site"));
    }
    let is_json = |media: &str| media.split(';').next().is_some_and(|media| media.trim() == "application/json");
    if *method == Method::POST && !one(CONTENT_TYPE).is_some_and(is_json) {
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "the request must be application/json"));
    }
    Ok(())
}

/// Whether a header has one of these values; the empty one stands for a header that is not there.
fn is(headers: &HeaderMap, name: &str, values: &[&str]) -> bool {
    let value = headers.get(name).map_or(Ok(""), HeaderValue::to_str);
    value.is_ok_and(|value| values.contains(&value))
}

/// Whether a host has this name, with any port or without one.
fn is_at(host: &str, name: &str) -> bool {
    let is_port =
        |rest: &str| rest.strip_prefix(':').is_some_and(|digits| digits.parse::<u16>().is_ok_and(|it| it > 0));
    host.strip_prefix(name).is_some_and(|rest| rest.is_empty() || is_port(rest))
}
