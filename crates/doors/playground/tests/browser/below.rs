//! The page below a path of another server, which forwards it: as JupyterHub and code-server do, and nginx.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;

use serde_json::json;

use super::Visit;

const BELOW: &str = "/user/me/proxy/7878";

/// Whose name the forwarded requests have in `Host`.
#[derive(Clone, Copy)]
enum Name {
    /// The proxy's, as the browser sent it: JupyterHub.
    Proxys,
    /// The server's: nginx.
    Servers,
}

/// Forwards what is below the path to a server, and knows nothing else.
fn forward(mut client: TcpStream, server: &str, name: Name) -> io::Result<()> {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    let end = loop {
        if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break at;
        }
        match client.read(&mut part)? {
            0 => return Ok(()),
            count => bytes.extend_from_slice(&part[..count]),
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let (line, headers) = head.split_once("\r\n").unwrap_or((&head, ""));
    let Some(line) = line.contains(&format!(" {BELOW}/")).then(|| line.replacen(BELOW, "", 1)) else {
        return client.write_all(b"HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    };
    let of_header = |header: &str, name: &str| header.to_ascii_lowercase().starts_with(name);
    let length = headers.lines().find(|header| of_header(header, "content-length:"));
    let length = length.and_then(|header| header.split(':').nth(1)?.trim().parse::<usize>().ok()).unwrap_or(0);
    while bytes.len() < end + 4 + length {
        let count = client.read(&mut part)?;
        bytes.extend_from_slice(&part[..count]);
    }
    let is_kept = |header: &&str| {
        !of_header(header, "connection:") && (matches!(name, Name::Proxys) || !of_header(header, "host:"))
    };
    let mut sent = format!("{line}\r\nConnection: close\r\n");
    if matches!(name, Name::Servers) {
        sent += &format!("Host: {server}\r\n");
    }
    headers.lines().filter(is_kept).for_each(|header| sent += &format!("{header}\r\n"));
    let mut server = TcpStream::connect(server)?;
    server.write_all(format!("{sent}\r\n").as_bytes())?;
    server.write_all(&bytes[end + 4..])?;
    io::copy(&mut server, &mut client)?;
    client.shutdown(Shutdown::Both)
}

/// The address of the page behind a proxy.
fn proxy(server: &str, name: Name) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("the system has a port");
    let address = format!("http://{}{BELOW}", listener.local_addr().unwrap());
    let server = server.trim_start_matches("http://").to_owned();
    thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let server = server.clone();
            thread::spawn(move || forward(client, &server, name).ok());
        }
    });
    address
}

#[test]
#[ignore = "needs Chromium: .ci/run playground"]
fn the_whole_page_works_below_a_path() {
    for name in [Name::Proxys, Name::Servers] {
        let mut visit = Visit::begin("below");
        visit.address = proxy(&visit.address, name);
        visit.open("game=connect-four", 1280, "light");
        visit.player("min", "uct-best-first", &[("evaluations", "50")]);
        visit.play(1);
        let address = visit.page.get("document.getElementById('address').value").as_str().unwrap().to_owned();
        assert!(address.starts_with(&format!("{}/#game=connect-four&number=1&moves=", visit.address)), "{address}");
        // Every request was below the path.
        visit.check("play");
        for mode in ["learn", "look", "compare"] {
            visit.page.click(&format!("#modes [data-mode={mode}]"));
            visit.page.wait(&format!(
                "!document.getElementById('{mode}').hidden && document.querySelector('#{mode} h2').textContent"
            ));
        }
        visit.page.click("#modes [data-mode=learn]");
        visit.page.wait("document.querySelector('#learn .drawing [data-path]')");
        visit.open("look&game=connect-four", 1280, "light");
        visit.page.wait("document.querySelector('.looked-at')?.textContent");
        visit.page.get("document.getElementById('budget').value = '200'");
        visit.page.click("#grow");
        visit.page.wait("document.querySelectorAll('#atlas .map canvas').length === 2");
        visit.check("look");
        // The book is found from there, with and without its page, and leads back.
        for page in ["book", "book/", "book/glossary", "book/docs/glossary.html"] {
            visit.page.open(&format!("{}/{page}", visit.address), 1280, "light");
            visit.page.wait("document.querySelector('h1')");
            let back = visit.page.get("document.querySelector('header a').href");
            assert_eq!(back, json!(format!("{}/index.html", visit.address)), "{page}");
        }
        visit.check("book");
    }
}
