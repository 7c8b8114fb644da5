//! The server as anything on this machine may find it: requests byte by byte over connections of its own.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use bestply::{Keyed, Position, Side, Value, evaluator_fn};
use bestply_catalogue::{Catalogue, EvaluationEntry, GameEntry, OneScale, Playable};
use bestply_playground::{Options, ServeError, Server, Stopper};
use serde_json::{Value as Json, json};

/// A server that ends with its test.
pub(crate) struct Host {
    port: u16,
    stopper: Stopper,
    thread: Option<thread::JoinHandle<()>>,
}

impl Host {
    pub(crate) fn start() -> Host {
        Host::with(Options::default())
    }

    fn with(options: Options) -> Host {
        let catalogue = Catalogue::standard().game(broken_game("broken", || {})).game(broken_game("counted", count));
        let server = Server::bind(catalogue, Options { port: 0, ..options }).expect("the system has a port");
        let (port, stopper) = (server.address().port(), server.stopper());
        Host { port, stopper, thread: Some(thread::spawn(|| server.run())) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends bytes and reads all that is answered until the server ends the connection.
    fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // A server that has seen enough may end the connection before all is sent.
        stream.write_all(bytes).ok();
        rest(stream)
    }

    pub(crate) fn get(&self, path: &str, headers: &str) -> String {
        self.raw(format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n").as_bytes())
    }

    pub(crate) fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}\r\n", self.port)
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> String {
        self.raw(self.request(path, body).as_bytes())
    }

    fn request(&self, path: &str, body: &str) -> String {
        let (host, length) = (self.host(), body.len());
        format!(
            "POST {path} HTTP/1.1\r\nConnection: close\r\n{host}Content-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )
    }

    fn is_well(&self) {
        let answer = self.get("/", &self.host());
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.stopper.stop();
        let ended = self.thread.take().expect("it was started").join();
        assert!(ended.is_ok() || thread::panicking(), "the server panicked");
    }
}

/// All that is still to be read. A connection that is reset has nothing more.
fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    loop {
        match stream.read(&mut part) {
            Ok(0) => break,
            Ok(count) => bytes.extend_from_slice(&part[..count]),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
            Err(error) => panic!("{error}"),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

pub(crate) fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("no answer")
}

/// The JSON of an answer's body.
pub(crate) fn body(answer: &str) -> Json {
    let (_, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

/// A count of 64 bits, which is a text.
pub(crate) fn count_of(json: &Json) -> u64 {
    json.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{json} is no count"))
}

/// The lines of a search, without the lengths of the chunks.
pub(crate) fn lines(answer: &str) -> Vec<Json> {
    answer.lines().filter(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A search that nobody waits for.
const ENDLESS: &str = "alpha-beta:depth=60,time_ms=3600000";

const HOUR: Duration = Duration::from_secs(3600);

fn search(game: &str, searcher: &str, watch: bool) -> String {
    json!({ "game": { "game": game }, "searcher": searcher, "watch": watch }).to_string()
}

/// The whole answer to a request, its chunks put together.
fn whole(host: &Host, path: &str, body: &str) -> Vec<u8> {
    let mut stream = host.connect();
    stream.write_all(host.request(path, body).as_bytes()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let head = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
    let (mut rest, mut whole) = (&bytes[head..], Vec::new());
    while let Some(end) = rest.iter().position(|&byte| byte == b'\r') {
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        whole.extend_from_slice(&rest[end + 2..end + 2 + length]);
        rest = &rest[end + 4 + length..];
    }
    whole
}

#[test]
fn a_whole_tree_follows_a_search_that_is_asked_for_it() {
    let host = Host::start();
    for (game, searcher) in
        [("connect-four", "best-first:evaluations=5000"), ("othello", "principal-variation-search:evaluations=3000")]
    {
        let answer =
            whole(&host, "/api/growth", &json!({ "game": { "game": game }, "searcher": searcher }).to_string());
        let mut rest = &answer[..];
        let mut told = Vec::new();
        let length = loop {
            let end = rest.iter().position(|&byte| byte == b'\n').unwrap() + 1;
            let line: Json = serde_json::from_slice(&rest[..end]).unwrap();
            rest = &rest[end..];
            match line["growth"].as_str() {
                Some(length) => break length.parse::<usize>().unwrap(),
                None => told.push(line),
            }
        };
        assert_eq!(rest.len(), length, "{searcher}");
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        let head: Json = serde_json::from_slice(&rest[..end]).unwrap();
        let report = &told.last().unwrap()["report"];
        assert!(head["nodes"].as_u64().unwrap() > 2000 && head["full"] == json!(false), "{head}");
        assert!(count_of(&report["evaluations"]) >= 3000, "{report}");
        let steps: usize = told.iter().filter_map(|line| Some(line["steps"].as_array()?.len())).sum();
        assert!(told.iter().any(|line| line["subject"].is_object()) && (1..=200).contains(&steps), "{steps} steps");
    }
    // What is refused of a search is refused here.
    for (searcher, reason) in
        [("nobody", "nobody"), ("best-first:evaluations=10,bytes=99999999999", "bytes is at most")]
    {
        let asked = json!({ "game": { "game": "othello" }, "searcher": searcher }).to_string();
        let answer = host.post("/api/growth", &asked);
        assert_eq!(status(&answer), "400");
        assert!(body(&answer)["error"].as_str().unwrap().contains(reason), "{answer}");
    }
    assert_eq!(status(&host.get("/api/growth", &host.host())), "405");
    // Whoever goes away ends the search, and the next one has its turn.
    for _ in 0..4 {
        let asked = json!({ "game": { "game": "othello" }, "searcher": ENDLESS }).to_string();
        let mut stream = host.connect();
        stream.write_all(host.request("/api/growth", &asked).as_bytes()).unwrap();
        stream.read_exact(&mut [0; 12]).unwrap();
    }
    let told = lines(&host.post("/api/search", &search("othello", "best-first:evaluations=10", false)));
    assert!(told.last().unwrap()["report"].is_object());
}

#[test]
fn only_this_machine_under_its_own_names_is_answered() {
    let host = Host::start();
    let port = host.port;
    // Another port is one that was forwarded to this one.
    for good in ["127.0.0.1", "localhost", "[::1]"] {
        for port in ["", ":9000", ":80", &format!(":{port}")] {
            let own = format!("Host: {good}{port}\r\nOrigin: http://{good}{port}\r\nSec-Fetch-Site: same-origin\r\n");
            assert_eq!(status(&host.get("/api/catalogue", &own)), "200", "{good}{port}");
        }
    }
    let names = ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.1:0", "", "LOCALHOST"];
    let bad = names.map(|name| format!("Host: {name}:{port}\r\n")).into_iter().chain([
        "Host: localhost:0\r\n".to_owned(),
        "Host: localhost:65536\r\n".to_owned(),
        "Host: localhost:\r\n".to_owned(),
        String::new(),
        format!("Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n"),
    ]);
    for bad in bad {
        let answer = host.get("/", &bad);
        assert!(["421", "400"].contains(&status(&answer)), "{bad}: {answer}");
    }
    let told = host.get("/", "Host: evil.example\r\n");
    assert!(told.contains("under the names 127.0.0.1, localhost and [::1]"), "{told}");
}

#[test]
fn every_address_of_this_machine_for_itself_is_served_at_one_port() {
    let host = Host::start();
    if TcpListener::bind("[::1]:0").is_err() {
        eprintln!("this machine has no IPv6");
        return;
    }
    let mut stream = TcpStream::connect(("::1", host.port)).expect("the server listens there, too");
    stream
        .write_all(format!("GET / HTTP/1.1\r\nConnection: close\r\nHost: [::1]:{}\r\n\r\n", host.port).as_bytes())
        .unwrap();
    assert_eq!(status(&rest(stream)), "200");
    // Where another program has the port at one of them, a browser might find that program.
    let other = TcpListener::bind("[::1]:0").unwrap();
    let port = other.local_addr().unwrap().port();
    let taken = Server::bind(Catalogue::standard(), Options { port, ..Options::default() });
    assert!(matches!(taken, Err(ServeError::Taken(told)) if told == port));
}

#[test]
fn other_sites_are_refused_and_links_followed() {
    let host = Host::start();
    let own = host.host();
    let with = |headers: &str| status(&host.get("/api/catalogue", &format!("{own}{headers}"))).to_owned();
    assert_eq!(with(""), "200");
    assert_eq!(with(&format!("Origin: http://127.0.0.1:{}\r\nSec-Fetch-Site: same-origin\r\n", host.port)), "200");
    let other_name = format!("Origin: http://localhost:{}", host.port);
    for bad in [
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: https://127.0.0.1",
        "Origin: http://127.0.0.1:1",
        &other_name,
    ] {
        assert_eq!(with(&format!("{bad}\r\n")), "403", "{bad}");
    }
    for bad in ["cross-site", "same-site", "nonsense"] {
        assert_eq!(with(&format!("Sec-Fetch-Site: {bad}\r\n")), "403", "{bad}");
    }
    let link = format!("{own}Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n");
    assert_eq!(status(&host.get("/", &link)), "200");
    // A form of another page can send texts, but not JSON.
    for media in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"] {
        let request = host.request("/api/game", "{\"game\":\"othello\"}").replace("application/json", media);
        assert_eq!(status(&host.raw(request.as_bytes())), "415", "{media}");
    }
}

#[test]
fn a_proxy_may_forward_the_page_under_its_own_name_or_the_servers() {
    let host = Host::with(Options { hosts: vec!["hub.example".to_owned()], ..Options::default() });
    let own = host.host();
    let with = |headers: &str| status(&host.get("/api/catalogue", headers)).to_owned();
    // The proxy forwards `Host`, and speaks TLS to the browser or does not.
    for name in ["hub.example", "hub.example:8443"] {
        for scheme in ["http", "https"] {
            assert_eq!(with(&format!("Host: {name}\r\nOrigin: {scheme}://{name}\r\n")), "200", "{scheme} {name}");
        }
    }
    // It has the name of the server in `Host`. `Origin` says where the browser asks from, or the browser does.
    assert_eq!(with(&format!("{own}Origin: https://hub.example\r\n")), "200");
    let same = "Origin: https://other.example\r\nSec-Fetch-Site: same-origin\r\n";
    assert_eq!(with(&format!("{own}{same}")), "200");
    // Nothing is taken for the proxy's that is not: neither a page of another name nor another page of its own.
    for bad in ["Origin: https://hub.example.evil\r\n", "Origin: https://hub.example\r\nSec-Fetch-Site: cross-site\r\n"]
    {
        assert_eq!(with(&format!("{own}{bad}")), "403", "{bad}");
    }
    assert_eq!(with("Host: hub.example.evil\r\n"), "421");
    assert_eq!(status(&Host::start().get("/", "Host: hub.example\r\n")), "421", "it was not told of it");
}

/// The first number of some JSON that a number of JavaScript does not hold.
fn inexact(json: &Json) -> Option<&Json> {
    match json {
        Json::Number(number) => {
            let is_exact = |number: i128| number.abs() <= 1 << 53;
            let whole = number.as_u64().map(i128::from).or(number.as_i64().map(i128::from));
            Some(json).filter(|_| !whole.is_none_or(is_exact))
        }
        Json::Array(items) => items.iter().find_map(inexact),
        Json::Object(items) => items.values().find_map(inexact),
        _ => None,
    }
}

#[test]
fn numbers_of_64_bits_cross_as_texts_and_come_back_as_they_were() {
    let host = Host::start();
    let most = u64::MAX.to_string();
    assert_eq!(inexact(&body(&host.get("/api/catalogue", &host.host()))), None);
    for asked in [
        json!({ "address": format!("#game=onitama&number={most}") }),
        json!({ "game": "onitama", "start": { "number": most } }),
        // Another program than the page may write the number.
        json!({ "game": "onitama", "start": { "number": u64::MAX } }),
    ] {
        let view = body(&host.post("/api/game", &asked.to_string()));
        assert_eq!((inexact(&view), &view["game"]["start"]["number"]), (None, &json!(most)), "{asked}");
        // What the page has got, it asks with: of the same deal.
        let again = json!({ "game": view["game"]["game"], "start": view["game"]["start"], "moves": [view["legal"][0]["text"]] });
        let after = body(&host.post("/api/game", &again.to_string()));
        assert_eq!(after["game"]["start"], view["game"]["start"]);
        let searcher = "best-first:evaluations=20";
        for path in ["/api/search", "/api/growth"] {
            let told = host.post(path, &json!({ "game": view["game"], "searcher": searcher }).to_string());
            let told = lines(&told);
            assert_eq!(told.iter().find_map(inexact), None, "{path}");
            let report = told.iter().find(|line| line["report"].is_object()).unwrap();
            assert!(count_of(&report["report"]["evaluations"]) >= 20 && count_of(&report["report"]["bytes"]) > 0);
        }
    }
    for bad in [json!("18446744073709551616"), json!("-1"), json!("1.5"), json!(""), json!(-1), json!(1.5)] {
        let answer = host.post("/api/game", &json!({ "game": "onitama", "start": { "number": bad } }).to_string());
        assert_eq!(status(&answer), "400", "{bad}");
    }
}

#[test]
fn every_answer_says_that_nothing_comes_from_elsewhere() {
    let host = Host::start();
    let paths = [
        "/",
        "/playground.js",
        "/play/play.js",
        "/compare/compare.js",
        "/playground.css",
        "/microscope.js",
        "/atlas.js",
        "/map.js",
        "/growth.js",
        "/icon.svg",
        "/api/catalogue",
        "/nothing",
    ];
    for path in paths {
        let answer = host.get(path, &host.host());
        let (head, text) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.contains("content-security-policy: default-src 'none'"), "{path}");
        assert!(head.contains("x-content-type-options: nosniff"), "{path}");
        let addresses = text.matches("http://").chain(text.matches("https://")).count();
        let names_of_formats = text.matches("http://www.w3.org/2000/svg").count();
        assert_eq!(addresses, names_of_formats, "{path} has an address of elsewhere");
    }
    assert_eq!(status(&host.get("/nothing", &host.host())), "404");
    assert_eq!(status(&host.get("/../Cargo.toml", &host.host())), "404");
    assert_eq!(status(&host.get("/api/game", &host.host())), "405");
    assert_eq!(status(&host.post("/", "{}")), "405");
}

#[test]
fn a_game_is_shown_and_what_is_wrong_with_one_is_told() {
    let host = Host::start();
    let view = body(&host.post("/api/game", r#"{"game":"othello","moves":["f5","d6"]}"#));
    assert_eq!(view["address"], "game=othello&number=1&moves=f5,d6");
    assert_eq!(view["board"]["cells"].as_array().unwrap().len(), 64);
    assert_eq!(view["sides"], json!(["max", "min"]));
    let by_address = body(&host.post("/api/game", r##"{"address":"#game=othello&number=1&moves=f5,d6"}"##));
    assert_eq!(view, by_address);

    let record = json!({ "record": view["record"] }).to_string();
    assert_eq!(view, body(&host.post("/api/game", &record)));

    let told = |body_text: &str| {
        let answer = host.post("/api/game", body_text);
        assert_eq!(status(&answer), "400", "{body_text}");
        body(&answer)["error"].as_str().unwrap().to_owned()
    };
    let starts = [
        (r#"{"game":"otello"}"#, "unknown game `otello`"),
        (r#"{"game":"othello","moves":["f5","f5"]}"#, "move 2: `f5` is no legal move here"),
        (r#"{"game":"othello","settings":{"weights":"/etc/passwd"}}"#, "`weights` names a file"),
        (r#"{"game":"othello","start":{"position":"x"}}"#, "no position of othello"),
        (r#"{"game":"random"}"#, "random games need `branching`"),
        (r#"{"game":"random","settings":{"branching":"256"}}"#, "branching must be from 1 to 255, not 256"),
        (
            r#"{"game":"random","settings":{"branching":"x"}}"#,
            "branching must be a whole number from 1 to 255, not `x`",
        ),
        (r#"{"address":"game=othello&moves=%zz"}"#, "the address is damaged at `%zz`"),
        (r#"{"address":"nonsense"}"#, "the address has a part `nonsense`"),
        (r#"{"record":"x"}"#, "no saved game: "),
        ("{}", "the request is not understood"),
        ("", "the request is not understood"),
        ("\u{0}", "the request is not understood"),
    ];
    for (asked, start) in starts {
        let told = told(asked);
        assert!(told.starts_with(start) && !told.contains('\n'), "{asked}: {told}");
    }
    told(&"[".repeat(200_000));
    let long = json!({ "game": "othello", "start": { "position": "x".repeat(5000) } });
    assert!(told(&long.to_string()).starts_with("a position has at most 4096 bytes"));
    let long = json!({ "record": "x".repeat(70_000) });
    assert!(told(&long.to_string()).starts_with("a saved game has at most 65536 bytes"));
    let many = json!({ "game": "othello", "moves": vec!["f5"; 5000] });
    assert!(told(&many.to_string()).starts_with("a game has at most 4096 moves"));
}

#[test]
fn a_search_is_told_line_by_line() {
    let host = Host::start();
    let told = lines(&host.post("/api/search", &search("connect-four", "best-first:evaluations=500", false)));
    let [player, report] = &told[..] else { panic!("{told:?}") };
    assert!(player["player"].as_str().unwrap().starts_with("best-first:evaluations=500,time_ms="), "{player}");
    assert_eq!(report["report"]["evaluations"], "500");
    let watched = lines(&host.post("/api/search", &search("connect-four", "best-first:evaluations=500", true)));
    assert_eq!(watched[0], *player);
    assert_eq!(watched[1]["subject"]["searcher"], "best-first:evaluations=500,memory=prune");
    let steps: Vec<&Json> = watched.iter().filter_map(|line| line["steps"].as_array()).flatten().collect();
    let numbers: Vec<u64> = steps.iter().map(|step| step["step"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>(), "each step is told once, in order");
    let [one, other] = [report, watched.last().unwrap()].map(|line| &line["report"]);
    for fact in ["best", "value", "line", "moves", "evaluations", "stop"] {
        assert_eq!(one[fact], other[fact], "{fact}: watching changes nothing");
    }
    assert_eq!(one["best"], one["moves"][0]["text"]);
}

#[test]
fn a_search_goes_on_when_its_bytes_are_spent_unless_it_is_to_stop() {
    let host = Host::start();
    let report = |searcher: &str, watch: bool| {
        let told = lines(&host.post("/api/search", &search("connect-four", searcher, watch)));
        told.last().expect("there is a line")["report"].clone()
    };
    for watch in [false, true] {
        let whole = report("best-first:evaluations=20000,bytes=65536", watch);
        assert_eq!((&whole["evaluations"], &whole["stop"]), (&json!("20000"), &json!("evaluations")));
        assert!(whole["memory"].as_str().unwrap().ends_with(" KiB of 64 KiB"), "{whole}");
        let stopped = report("best-first:evaluations=20000,bytes=65536,memory=stop", watch);
        assert_eq!(stopped["stop"], "memory");
        let why = "the search ended because its 64 KiB were spent; ";
        assert!(stopped["memory"].as_str().unwrap().contains(why), "{stopped}");
    }
}

#[test]
fn searches_that_cannot_be_are_refused() {
    let host = Host::start();
    let told = |game: &str, searcher: &str| {
        let answer = host.post("/api/search", &search(game, searcher, false));
        assert_eq!(status(&answer), "400", "{searcher}");
        body(&answer)["error"].as_str().unwrap().to_owned()
    };
    let all = [
        ("best-first", "best-first needs a limit"),
        ("best-frst:depth=3", "unknown searcher `best-frst`"),
        ("best-first:depth=0", "depth must be from 1 to 1000, not 0"),
        ("best-first:depth=2,bytes=99999999999", "bytes is at most 268435456 here, not 99999999999"),
        ("uct-best-first:depth=2,table_bytes=1073741824", "table_bytes is at most 268435456 here"),
        ("best-first:depth=2,evaluation=nonsense", "othello has no evaluation `nonsense`"),
        ("engine:command=rm", "unknown searcher `engine`"),
        ("", "unknown searcher ``"),
    ];
    for (searcher, start) in all {
        assert!(told("othello", searcher).starts_with(start), "{searcher}: {}", told("othello", searcher));
    }
    assert!(told("othello", &"x".repeat(5000)).starts_with("a searcher has at most 4096 bytes"));
    let over = json!({ "game": "tic-tac-toe", "moves": ["a1", "b1", "a2", "b2", "a3"] });
    let over = json!({ "game": over, "searcher": "best-first:depth=2" });
    assert_eq!(body(&host.post("/api/search", &over.to_string()))["error"], "the game is over");
}

#[test]
fn malformed_requests_end_their_connection_and_nothing_else() {
    let host = Host::start();
    let own = host.host();
    let requests: Vec<Vec<u8>> = vec![
        b"\r\n\r\n\r\n".to_vec(),
        b"nonsense\r\n\r\n".to_vec(),
        b"GET / HTTP/9.9\r\n\r\n".to_vec(),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(),
        vec![0; 100_000],
        vec![b'A'; 1_000_000],
        format!("GET /{} HTTP/1.1\r\n{own}\r\n", "a".repeat(100_000)).into_bytes(),
        format!("GET / HTTP/1.1\r\n{own}{}\r\n", "X-Y: z\r\n".repeat(1000)).into_bytes(),
        format!("GET / HTTP/1.1\r\n{own}X: {}\r\n\r\n", "z".repeat(100_000)).into_bytes(),
        format!("POST /api/game HTTP/1.1\r\n{own}Content-Length: -1\r\n\r\n").into_bytes(),
        format!("POST /api/game HTTP/1.1\r\n{own}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{{}}").into_bytes(),
        format!(
            "POST /api/game HTTP/1.1\r\n{own}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
        )
        .into_bytes(),
        format!("GET /%00%ff%2e%2e HTTP/1.1\r\nConnection: close\r\n{own}\r\n").into_bytes(),
        format!("OPTIONS * HTTP/1.1\r\nConnection: close\r\n{own}\r\n").into_bytes(),
        format!("CONNECT evil.example:80 HTTP/1.1\r\nConnection: close\r\n{own}\r\n").into_bytes(),
    ];
    for request in requests {
        let mut stream = host.connect();
        stream.write_all(&request).ok();
        stream.shutdown(Shutdown::Write).ok();
        let answer = rest(stream);
        assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
        host.is_well();
    }
    let long = host.request("/api/game", &format!("{{\"game\":\"{}\"}}", "x".repeat(300_000)));
    let answer = host.raw(long.as_bytes());
    assert!(["413", "no answer"].contains(&status(&answer)), "{answer}");
    host.is_well();
}

#[test]
fn slow_clients_are_left_behind() {
    let host = Host::with(Options { patience: Duration::from_millis(300), ..Options::default() });
    let own = host.host();
    // Half a head, half a body, and nothing at all.
    for sent in [
        format!("GET / HTTP/1.1\r\n{own}"),
        format!("POST /api/game HTTP/1.1\r\n{own}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"),
        String::new(),
    ] {
        let answer = host.raw(sent.as_bytes());
        assert!(["408", "no answer"].contains(&status(&answer)), "{answer}");
    }
    // A connection that is kept but asks for nothing more.
    let answer = host.raw(format!("GET / HTTP/1.1\r\n{own}\r\n").as_bytes());
    assert_eq!(status(&answer), "200");
    host.is_well();
}

#[test]
fn a_thousand_connections_do_no_harm() {
    let host = Host::with(Options { patience: Duration::from_millis(500), ..Options::default() });
    let idle: Vec<TcpStream> = (0..1000).filter_map(|_| TcpStream::connect(("127.0.0.1", host.port)).ok()).collect();
    assert!(idle.len() > 500, "most of them are taken: {}", idle.len());
    host.is_well();
    drop(idle);
    let own = host.host();
    for round in 0..1000 {
        let mut stream = host.connect();
        stream.write_all(format!("GET /words.js HTTP/1.1\r\nConnection: close\r\n{own}\r\n").as_bytes()).unwrap();
        // Every other one goes away without listening.
        if round % 2 == 0 {
            assert_eq!(status(&rest(stream)), "200");
        }
    }
    host.is_well();
}

#[test]
fn six_hundred_slow_connections_keep_nobody_waiting() {
    // Nobody is left behind for being slow here, so that a good request can only have the place of a slow one.
    let host = Host::with(Options { patience: HOUR, longest_search: HOUR, ..Options::default() });
    let own = host.host();
    let mut searching = host.connect();
    searching.write_all(host.request("/api/search", &search("othello", ENDLESS, true)).as_bytes()).unwrap();
    let mut part = [0; 64];
    assert!(searching.read(&mut part).unwrap() > 0, "the search has begun");
    let half_heads = "GET / HTTP/1.1\r\nHos".to_owned();
    let half_bodies =
        format!("POST /api/game HTTP/1.1\r\n{own}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{");
    let slow: Vec<TcpStream> = (0..600)
        .map(|number| {
            let mut stream = host.connect();
            let sent = [&half_heads, &half_bodies, ""][number % 3];
            stream.write_all(sent.as_bytes()).ok();
            stream
        })
        .collect();
    for _ in 0..20 {
        let view = body(&host.post("/api/game", r#"{"game":"othello","moves":["f5"]}"#));
        assert_eq!(view["to_move"], "min");
    }
    // Whoever is being answered keeps the place, although it is the oldest.
    searching.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    assert!(searching.read(&mut part).unwrap() > 0, "the search goes on");
    drop(slow);
    host.is_well();
}

#[test]
fn whoever_reads_no_answer_is_answered_no_further() {
    const ASKED: usize = 200;
    let host = Host::start();
    let request = host.request("/api/game", r#"{"game":"counted"}"#);
    status(&host.raw(request.as_bytes()));
    let each = DEALT.load(Ordering::Relaxed);
    assert!(each > 0);
    let mut unread = host.connect();
    let kept = request.replace("Connection: close\r\n", "");
    unread.write_all(kept.repeat(ASKED - 1).as_bytes()).unwrap();
    unread.write_all(request.as_bytes()).unwrap();
    // Each of these takes a turn, and so would the next one there.
    for _ in 0..ASKED {
        assert_eq!(status(&host.post("/api/game", r#"{"game":"broken"}"#)), "200");
    }
    let answered = DEALT.load(Ordering::Relaxed) / each - 1;
    assert!(answered < ASKED / 2, "{answered} answers were made for who read none");
    // Nothing is lost: once they are read, the others follow.
    assert_eq!(rest(unread).matches("HTTP/1.1 200").count(), ASKED);
}

#[test]
fn places_are_free_for_new_connections_while_all_others_are_answered() {
    let host = Host::with(Options { patience: HOUR, ..Options::default() });
    let request = host.request("/api/game", r#"{"game":"othello"}"#).replace("Connection: close\r\n", "");
    let busy: Vec<TcpStream> = (0..256)
        .map(|_| {
            let mut stream = host.connect();
            stream.write_all(request.repeat(30).as_bytes()).ok();
            stream
        })
        .collect();
    host.is_well();
    drop(busy);
}

#[test]
fn connections_take_turns_at_searches() {
    let host = Host::with(Options { searches: 1, patience: HOUR, longest_search: HOUR, ..Options::default() });
    let ask = |stream: &mut TcpStream, searcher: &str| {
        let request = host.request("/api/search", &search("othello", searcher, false));
        stream.write_all(request.replace("Connection: close\r\n", "").as_bytes()).unwrap();
    };
    let told = |stream: &mut TcpStream, text: &str| {
        let mut answer = String::new();
        while !answer.contains(text) {
            let mut part = [0; 4096];
            let read = stream.read(&mut part).unwrap();
            assert!(read > 0, "{answer}");
            answer += &String::from_utf8_lossy(&part[..read]);
        }
    };
    // The patient one has had no turn when all others had one.
    let mut patient = host.connect();
    patient.set_nonblocking(true).unwrap();
    host.is_well();
    let mut others: Vec<TcpStream> = (0..18).map(|_| host.connect()).collect();
    for other in &mut others {
        ask(other, "best-first:evaluations=1");
        told(other, "\r\n0\r\n\r\n");
    }
    // One searches, and the others wait: one more than may.
    let mut searching = others.swap_remove(0);
    ask(&mut searching, ENDLESS);
    told(&mut searching, "player");
    for other in &mut others {
        ask(other, ENDLESS);
        other.set_nonblocking(true).unwrap();
    }
    let refused = |others: &mut Vec<TcpStream>, patient: &TcpStream| loop {
        let mut part = [0; 1024];
        assert!(patient.peek(&mut part).is_err(), "the patient one is not refused");
        let is_refused = |other: &mut TcpStream| other.read(&mut part).is_ok_and(|read| read > 0);
        if let Some(place) = others.iter_mut().position(is_refused) {
            assert_eq!(status(&String::from_utf8_lossy(&part)), "503");
            others.swap_remove(place);
            return;
        }
        thread::sleep(Duration::from_millis(1));
    };
    refused(&mut others, &patient);
    // It asks last. Another gives way, and it is the next although none of the others would ever end.
    ask(&mut patient, "best-first:evaluations=10");
    refused(&mut others, &patient);
    drop(searching);
    patient.set_nonblocking(false).unwrap();
    told(&mut patient, "report");
    assert_eq!(others.len(), 15);
}

#[test]
fn a_position_is_set_up_man_by_man() {
    let host = Host::start();
    let set_up = |men: Json, to_move: &str| {
        json!({ "set_up": { "game": "tic-tac-toe" }, "men": men, "to_move": to_move }).to_string()
    };
    let start = body(&host.post("/api/game", r#"{"game":"tic-tac-toe"}"#));
    assert_eq!(start["men"][1]["name"], "o");
    let men = json!([1, null, null, null, 0, null, null, null, null]);
    let view = body(&host.post("/api/game", &set_up(men.clone(), "max")));
    assert_eq!((&view["text"], &view["to_move"]), (&json!("o../.x./..."), &json!("max")));
    let told = |asked: &str| body(&host.post("/api/game", asked))["error"].as_str().unwrap().to_owned();
    assert!(told(&set_up(men, "min")).contains("the other side is to move"));
    assert_eq!(told(&set_up(json!([]), "max")), "the board has 9 cells, and 0 were said");
    assert!(told(&set_up(json!([7, null, null, null, null, null, null, null, null]), "max")).contains("no position"));
    assert!(told(&set_up(json!([0, 0, 0, 0, 0, 0, 0, 0, 0]), "max")).contains("no position"));
    let random =
        json!({ "set_up": { "game": "random", "settings": { "branching": "3" } }, "men": [], "to_move": "max" });
    assert!(told(&random.to_string()).contains("are not set up man by man"));
    // Every game whose board can be set up gives back its start, man by man.
    for game in Catalogue::standard().games().map(|about| about.name).filter(|name| *name != "random") {
        let start = body(&host.post("/api/game", &json!({ "game": game }).to_string()));
        let kinds = start["men"].as_array().unwrap();
        let man_of = |cell: &Json| kinds.iter().position(|kind| kind["name"] == cell["man"]["name"]);
        let men: Vec<Option<usize>> = start["board"]["cells"].as_array().unwrap().iter().map(man_of).collect();
        let asked = json!({ "set_up": { "game": game }, "men": men, "to_move": "max" }).to_string();
        assert_eq!(body(&host.post("/api/game", &asked))["text"], start["text"], "{game}");
    }
}

#[test]
fn every_game_says_its_rules_and_shows_a_move() {
    let host = Host::start();
    let catalogue = Catalogue::standard();
    for about in catalogue.games() {
        let rules = about.rules.unwrap_or_else(|| panic!("{} has no rules", about.name));
        assert!(rules.text.matches(". ").count() >= 2, "{}: {}", about.name, rules.text);
        let moves: Vec<&str> = rules.example.split_whitespace().collect();
        let Some((last, before)) = moves.split_last() else { continue };
        let view = body(&host.post("/api/game", &json!({ "game": about.name, "moves": before }).to_string()));
        let legal = view["legal"].as_array().unwrap_or_else(|| panic!("{}: {view}", about.name));
        let shown = legal.iter().find(|mv| mv["text"] == *last).unwrap_or_else(|| panic!("{}: {last}", about.name));
        assert!(!shown["cells"].as_array().unwrap().is_empty(), "{}: {last}", about.name);
    }
}

#[test]
fn games_are_opened_from_texts_of_any_form() {
    let host = Host::start();
    let opened = |text: &str, game: &str| {
        let asked = json!({ "record": text, "within": { "game": game, "moves": [] } }).to_string();
        body(&host.post("/api/game", &asked))
    };
    let moves = json!(["f5", "d6", "c3"]);
    let ggf = "(;GM[Othello]PB[a]PW[b]TI[5:00]BO[8 ---------------------------O*------*O--------------------------- *]\
               B[F5]W[d6/1.2]B[C3//2];)";
    let archive = format!("1 {ggf}\n1 {ggf}\n");
    let pgn = "[White \"a\"]\n\n1. f5 {well} d6 2. c3 *";
    let sgf = "(;GM[2]FF[4]PB[a];B[fe];W[df](;B[cc])(;B[cf]))";
    for text in ["f5d6c3", "F5D6C3", "f5 d6, c3", "1. f5 d6 2. c3", pgn, ggf, &archive, sgf] {
        assert_eq!(opened(text, "othello")["game"]["moves"], moves, "{text}");
    }
    assert_eq!(opened("game = \"oware\"\nmoves = \"A a\"\n", "othello")["game"]["game"], "oware");
    assert_eq!(opened("d c d", "connect-four")["game"]["moves"], json!(["d", "c", "d"]));
    for (text, part) in [
        ("f5 f5", "move 2: `f5` is no legal move here"),
        ("(;GM[Chess];)", "it is a game of Chess"),
        ("1 (;GM[Othello]TY[8a]B[f5];)", "it is an anti-game"),
        ("(;GM[Othello]B[f5]B[d6];)", "it is not black's turn"),
        ("nonsense", "`nonsense` is no legal move here"),
        ("moves = 7", "no saved game"),
    ] {
        let told = opened(text, "othello");
        assert!(told["error"].as_str().is_some_and(|error| error.contains(part)), "{text}: {told}");
    }
}

#[test]
fn what_a_search_finds_is_said_in_points_chances_and_sentences() {
    let host = Host::start();
    let found = |game: &str, searcher: &str| {
        lines(&host.post("/api/search", &search(game, searcher, false))).pop().unwrap()["report"].clone()
    };
    let othello = found("othello", "uct-best-first:evaluations=500");
    let worth = &othello["worth"];
    assert!(worth["points"].as_f64().unwrap().abs() < 20.0, "{worth}");
    assert!((0.2..0.8).contains(&worth["chance"].as_f64().unwrap()), "{worth}");
    assert_eq!(othello["ended"], "It had valued as many positions as it may.");
    let line = othello["line"].as_array().unwrap();
    assert_eq!(othello["line_cells"].as_array().unwrap().len(), line.len());
    // Games that are won, drawn or lost have chances alone, and plain evaluations neither.
    let four = found("connect-four", "best-first:evaluations=500");
    assert!(four["worth"]["points"].is_null() && four["worth"]["chance"].is_f64(), "{four}");
    let plain = found("connect-four", "best-first:evaluations=500,evaluation=plain");
    assert!(plain["worth"]["chance"].is_null() && plain["worth"]["words"].is_string(), "{plain}");
    let oware = found("oware", "best-first:evaluations=500");
    assert!(oware["worth"]["points"].is_f64(), "{oware}");
}

#[test]
fn a_game_has_the_forms_in_which_other_programs_keep_it() {
    let host = Host::start();
    let view = body(&host.post("/api/game", r#"{"game":"othello","moves":["f5","d6"]}"#));
    let ggf = view["ggf"].as_str().unwrap();
    assert!(ggf.starts_with("(;GM[Othello]") && ggf.ends_with("B[F5]W[D6];)"), "{ggf}");
    assert_eq!((&view["transcript"], &view["pgn"]), (&json!("f5d6"), &Json::Null));
    let again = body(&host.post("/api/game", &json!({ "record": ggf }).to_string()));
    assert_eq!(again["game"]["moves"], view["game"]["moves"]);
    let view = body(&host.post("/api/game", r#"{"game":"oware","moves":["A","a"]}"#));
    assert_eq!((&view["transcript"], &view["ggf"]), (&json!("A a"), &Json::Null));
    // A finished game is worth its result.
    let view = body(&host.post("/api/game", r#"{"game":"connect-four","moves":["a","b","a","b","a","b","a"]}"#));
    assert_eq!(view["worth"], json!({ "points": null, "chance": 1.0, "share": 1.0, "words": "dark wins" }));
    let about = body(&host.get("/api/catalogue", &host.host()));
    let columns = |name: &str| {
        let games = about["games"].as_array().unwrap();
        games.iter().find(|game| game["name"] == name).unwrap()["columns"].clone()
    };
    assert_eq!(["othello", "go-9x9", "connect-four"].map(columns), ["letters", "without-i", "numbers"]);
}

/// What is asked about values of nodes.
fn values(searcher: &str, nodes: Json) -> String {
    let game = json!({ "game": "othello", "moves": ["f5"] });
    json!({ "game": game, "searcher": searcher, "nodes": nodes }).to_string()
}

#[test]
fn values_in_a_tree_are_worth_what_a_search_says_of_them() {
    let host = Host::start();
    let game = json!({ "game": "othello", "moves": ["f5"] });
    let searcher = "best-first:evaluations=500";
    let found = found(&host, &game, searcher, false);
    let asked = json!([
        { "path": [], "values": [found["value"], i32::MAX] },
        { "path": [1, 0], "values": [500, -500] },
    ]);
    let worths = body(&host.post("/api/values", &values(searcher, asked)));
    assert_eq!(worths[0][0], found["worth"]);
    assert_eq!(worths[0][1]["words"], "black wins");
    let points = [0, 1].map(|place| worths[1][place]["points"].as_f64().unwrap());
    assert!(points[0] > 0.0 && points[1] < 0.0, "{worths}");
    let refused = [
        (values(searcher, json!([{ "path": [9], "values": [0] }])), "a node has 3 moves, and none of the index 9"),
        (values(searcher, json!(vec![json!({ "path": [], "values": [] }); 1025])), "at most 1024 nodes are valued"),
        (values("nobody", json!([])), "unknown searcher `nobody`"),
    ];
    for (asked, start) in refused {
        let answer = host.post("/api/values", &asked);
        assert_eq!(status(&answer), "400", "{answer}");
        assert!(body(&answer)["error"].as_str().unwrap().starts_with(start), "{answer}");
    }
}

/// A game of Othello in which white is ahead, and black must pass: the searcher alone expects more than 64 discs.
const MUST_PASS: &str = "c4 c5 f6 c3 b5 g7 e3 e6 c2 f3 g3 a5 h8 b3 f4 f2 b4 d3 c6 d6 f7 g5 d7 b6 a3 a4 d2 e2 g1 f1 g4 \
    h1 b7 a6 h4 e1 c1 a2 g2 a7 b2 d1 b1 h2";

#[test]
fn nobody_is_expected_to_win_by_more_than_all_discs() {
    let host = Host::start();
    let moves: Vec<&str> = MUST_PASS.split_whitespace().collect();
    let asked = json!({ "game": "othello", "moves": moves });
    let found = found(&host, &asked, "best-first:evaluations=200,ends=searcher", false);
    assert_eq!((&found["best"], &found["worth"]["points"]), (&json!("--"), &json!(-64.0)), "{found}");
}

/// What a search of a game found.
fn found(host: &Host, game: &Json, searcher: &str, watch: bool) -> Json {
    let request = json!({ "game": game, "searcher": searcher, "watch": watch });
    let answer = host.post("/api/search", &request.to_string());
    let mut lines = lines(&answer).into_iter();
    lines.find_map(|mut line| Some(line.get_mut("report")?.take())).unwrap_or_else(|| panic!("{searcher}: {answer}"))
}

#[test]
fn a_solved_ending_has_its_best_move_as_often_as_it_is_asked_about() {
    let host = Host::start();
    let catalogue = Catalogue::standard();
    // Of tic-tac-toe x wins; of Connect Four dark does, by `f` alone.
    let tic_tac_toe = json!({ "game": "tic-tac-toe", "moves": ["a1", "b2", "c3", "a3"] });
    let further = json!({ "game": "tic-tac-toe", "moves": ["a1", "b2", "c3", "a3", "c1"] });
    let connect_four: Vec<&str> = "d d d d d b b f f e e a a b f e a a".split(' ').collect();
    let connect_four = json!({ "game": "connect-four", "moves": connect_four });
    for about in catalogue.searchers().filter(|about| about.games.is_empty()) {
        let first = about.first_depth.map_or_else(String::new, |key| format!(",{key}=1"));
        for ends in ["solver", "searcher"] {
            let searcher = format!("{}:evaluations=5000,ends={ends}{first}", about.name);
            for watch in [false, true] {
                // Asked twice, after a move, and after that is taken back.
                let asked = [&tic_tac_toe, &tic_tac_toe, &further, &tic_tac_toe, &further];
                let best = asked.map(|game| found(&host, game, &searcher, watch)["best"].take());
                assert!(best.iter().all(Json::is_string), "{searcher}: {best:?}");
                assert!(best[0] == best[1] && best[0] == best[3] && best[2] == best[4], "{searcher}: {best:?}");
            }
        }
    }
    for _ in 0..2 {
        let best = found(&host, &connect_four, "proof-number:evaluations=1000000", false)["best"].take();
        assert_eq!(best, json!("f"));
    }
}

#[test]
fn watching_a_search_leaves_its_limit_alone() {
    let host = Host::start();
    for watch in [false, true] {
        let asked = search("othello", "uct-best-first:evaluations=2000", watch);
        let told = lines(&host.post("/api/search", &asked));
        assert_eq!(told.last().unwrap()["report"]["evaluations"], "2000", "watched: {watch}");
    }
}

#[test]
fn a_search_ends_when_its_client_goes_away() {
    let host = Host::with(Options { searches: 1, longest_search: HOUR, ..Options::default() });
    for watch in [true, false, true, false] {
        let mut stream = host.connect();
        let request = host.request("/api/search", &search("othello", ENDLESS, watch));
        stream.write_all(request.as_bytes()).unwrap();
        let mut first = [0; 64];
        assert!(stream.read(&mut first).unwrap() > 0);
    }
    let told = lines(&host.post("/api/search", &search("othello", "best-first:evaluations=10", false)));
    assert_eq!(told.last().unwrap()["report"]["evaluations"], "10");
}

#[test]
fn searches_beyond_the_queue_are_refused() {
    let host = Host::with(Options { searches: 1, longest_search: HOUR, ..Options::default() });
    let request = host.request("/api/search", &search("othello", ENDLESS, false));
    let mut streams: Vec<TcpStream> = (0..40)
        .map(|_| {
            let mut stream = host.connect();
            stream.write_all(request.as_bytes()).unwrap();
            stream.set_nonblocking(true).unwrap();
            stream
        })
        .collect();
    // One search runs and some wait. The others are answered at once.
    let mut answer = [0; 1024];
    let refused = loop {
        let read = streams.iter_mut().find_map(|stream| stream.read(&mut answer).ok().filter(|&bytes| bytes > 0));
        match read.map(|bytes| String::from_utf8_lossy(&answer[..bytes])) {
            Some(answer) if status(&answer) == "503" => break answer,
            _ => thread::sleep(Duration::from_millis(1)),
        }
    };
    assert!(refused.contains("retry-after: 1"), "{refused}");
    host.is_well();
    drop(streams);
}

#[test]
fn a_fault_in_a_games_code_fails_one_request() {
    let host = Host::start();
    let answer = host.post("/api/game", r#"{"game":"broken","moves":["2"]}"#);
    assert_eq!(status(&answer), "500", "{answer}");
    let told = lines(&host.post("/api/search", &search("broken", "best-first:depth=4", false)));
    assert_eq!(told.last(), Some(&json!({ "error": "the search broke down: its code has a fault" })));
    host.is_well();
}

#[test]
fn stopping_ends_searches_and_frees_the_port() {
    let host = Host::with(Options { longest_search: HOUR, ..Options::default() });
    let port = host.port;
    let taken = Server::bind(Catalogue::standard(), Options { port, ..Options::default() });
    assert!(matches!(taken, Err(ServeError::Taken(taken)) if taken == port));
    let mut stream = host.connect();
    let request = host.request("/api/search", &search("othello", ENDLESS, true));
    stream.write_all(request.as_bytes()).unwrap();
    let mut first = [0; 64];
    assert!(stream.read(&mut first).unwrap() > 0);
    drop(host);
    rest(stream);
    Server::bind(Catalogue::standard(), Options { port, ..Options::default() }).expect("the port is free again");
}

/// A game whose author made a mistake: the second move of a game cannot be made.
fn broken_game(name: &'static str, dealt: fn()) -> GameEntry<Broken> {
    let evaluation = OneScale(evaluator_fn(|broken: &Broken| Value::from(broken.moves)));
    let deal = move |_| {
        dealt();
        Broken { moves: 0 }
    };
    GameEntry::drawn(name, 1, deal).evaluation(EvaluationEntry::new("plain", evaluation))
}

/// The positions of the game `counted` that were dealt.
static DEALT: AtomicUsize = AtomicUsize::new(0);

fn count() {
    DEALT.fetch_add(1, Ordering::Relaxed);
}

/// The bytes of a position's text, so that a few answers fill what a system keeps for a client.
const LONG: usize = 6_000;

#[derive(Clone, Debug, PartialEq)]
struct Broken {
    moves: u8,
}

impl Position for Broken {
    type Move = u8;
    type Moves = std::ops::RangeInclusive<u8>;
    type Undo = ();

    fn to_move(&self) -> Side {
        if self.moves.is_multiple_of(2) { Side::Max } else { Side::Min }
    }

    fn moves(&self) -> Self::Moves {
        1..=3
    }

    fn make(&mut self, mv: u8) {
        assert!(mv != 2, "a mistake");
        self.moves += 1;
    }

    fn unmake(&mut self, _: u8, (): ()) {
        self.moves -= 1;
    }
}

impl Keyed for Broken {
    fn key(&self) -> u64 {
        u64::from(self.moves)
    }
}

impl Playable for Broken {
    fn terminal_value(&self) -> Value {
        0
    }

    fn text(&self) -> String {
        format!("{:>LONG$}", self.moves)
    }
}

#[test]
fn a_pasted_game_may_have_the_line_ends_of_any_system() {
    let host = Host::start();
    let game = "game = \"connect-four\"\nmoves = \"d d\"\n";
    let opened = |record: &str| body(&host.post("/api/game", &json!({ "record": record }).to_string()));
    let plain = opened(game);
    assert_eq!(plain["game"]["moves"], json!(["d", "d"]));
    for record in [format!("\u{feff}{game}"), game.replace('\n', "\r\n"), game.replace('\n', "\r")] {
        assert_eq!(opened(&record), plain, "{record:?}");
    }
}
