//! Which requests are answered: those of the page itself, and of programs on this machine that mean this server.
//!
//! Any page that a browser shows can send requests to this machine.
//! A page of a name that comes to point here (DNS rebinding) is told by the name in `Host`,
//! any other page by `Origin` and `Sec-Fetch-Site`, which browsers set and scripts cannot.

use hyper::header::{CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use hyper::{Method, StatusCode};

use crate::answer::Refusal;

/// The names of this machine for itself.
const LOOPBACK: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// The port that is left out of addresses.
const DEFAULT_PORT: u16 = 80;

/// Refuses a request that comes from elsewhere, or is none that the page makes.
pub(crate) fn check(method: &Method, headers: &HeaderMap, port: u16) -> Result<(), Refusal> {
    let one = |name: HeaderName| {
        let mut values = headers.get_all(name).iter();
        values.next().filter(|_| values.next().is_none()).and_then(|value| value.to_str().ok())
    };
    if !one(HOST).is_some_and(|host| is_loopback(host, port)) {
        return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, "this server answers to this machine's names alone"));
    }
    let is_own = |origin: &str| origin.strip_prefix("http://").is_some_and(|host| is_loopback(host, port));
    if headers.contains_key(ORIGIN) && !one(ORIGIN).is_some_and(is_own) {
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

/// Whether a host and port are this server's.
fn is_loopback(host: &str, port: u16) -> bool {
    LOOPBACK.iter().any(|name| match host.strip_prefix(name) {
        Some("") => port == DEFAULT_PORT,
        Some(rest) => rest.strip_prefix(':').is_some_and(|digits| digits == port.to_string()),
        None => false,
    })
}
