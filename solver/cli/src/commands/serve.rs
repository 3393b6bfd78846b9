//! `solve serve`: the page, or any folder of files, on a port of this machine.
//!
//! A request names a file by a path whose parts are plain names; the file that is found must lie in the folder also after links have
//! been followed. Nothing else can be asked for: there is no list of a folder, no query, and no method but GET and HEAD. A
//! connection answers one request and has few seconds for it.

use crate::failure::Failure;
use crate::flags::numbers::whole;
use clap::Args;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// The longest request that is read.
const MOST_BYTES: u64 = 16 << 10;
/// Connections that are served at the same time.
const MOST_CONNECTIONS: usize = 64;
const PATIENCE: Duration = Duration::from_secs(10);

/// What a page from here may do: load what is here too, and run WebAssembly.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(Args)]
#[command(after_help = "Example: web/build && solve serve")]
pub struct ServeArgs {
    /// The folder whose files are served
    #[arg(default_value = "web/dist", value_name = "FOLDER")]
    folder: PathBuf,
    /// The port; 0 takes any that is free
    #[arg(long, default_value = "8700", value_parser = whole::<u16>(0, 65_535))]
    port: u16,
    /// The address to listen at; others than this machine can connect only if it is not a loopback address
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    address: IpAddr,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

pub fn run(args: &ServeArgs) -> Result<ExitCode, Failure> {
    let root = args.folder.canonicalize().map_err(|error| Failure::Read { path: args.folder.clone(), error })?;
    if !root.join("index.html").is_file() {
        let folder = args.folder.display();
        return Err(Failure::Request(format!("there is no index.html in {folder}: make the page with web/build")));
    }
    let wanted = SocketAddr::new(args.address, args.port);
    let refused = |error: io::Error| Failure::Request(format!("cannot listen at {wanted}: {error}"));
    let listener = TcpListener::bind(wanted).map_err(refused)?;
    let url = format!("http://{}/", listener.local_addr().map_err(refused)?);
    if !args.address.is_loopback() {
        eprintln!("warning: whoever reaches {} can read the files in {}", args.address, root.display());
    }
    writeln!(io::stdout(), "{url}").and_then(|()| io::stdout().flush())?;
    eprintln!("serving {}; Ctrl-C ends it", root.display());
    if args.open {
        open(&url);
    }
    let open_connections = AtomicUsize::new(0);
    thread::scope(|scope| {
        for stream in listener.incoming().flatten() {
            // Beyond the limit a connection is closed unanswered.
            if open_connections.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
                open_connections.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let (root, open_connections) = (&root, &open_connections);
            let served = thread::Builder::new().spawn_scoped(scope, move || {
                // Who closes a connection early has seen enough.
                let _ = serve(root, &stream);
                open_connections.fetch_sub(1, Ordering::Relaxed);
            });
            if served.is_err() {
                open_connections.fetch_sub(1, Ordering::Relaxed);
            }
        }
    });
    Ok(ExitCode::SUCCESS)
}

/// Asks the system for a browser; whether there is one does not matter.
fn open(url: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let _ = Command::new(program).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

/// Answers one request.
fn serve(root: &Path, stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream.take(MOST_BYTES));
    let mut line = String::new();
    reader.read_line(&mut line)?;
    // The headers say nothing that matters here, but are read, so that the other side is not cut off.
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let mut words = line.split_whitespace();
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if !matches!(method, "GET" | "HEAD") {
        return refuse(stream, "405 Method Not Allowed");
    }
    let Some((file, length, path)) = found(root, target) else { return refuse(stream, "404 Not Found") };
    head(stream, "200 OK", media_type(&path), length)?;
    if method == "GET" {
        io::copy(&mut file.take(length), &mut &*stream)?;
    }
    Ok(())
}

fn refuse(stream: &TcpStream, status: &str) -> io::Result<()> {
    head(stream, status, "text/plain; charset=utf-8", status.len() as u64)?;
    (&*stream).write_all(status.as_bytes())
}

fn head(mut stream: &TcpStream, status: &str, media_type: &str, length: u64) -> io::Result<()> {
    let text = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\nContent-Security-Policy: {POLICY}\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(text.as_bytes())
}

/// The file that a target names, opened, with its length.
fn found(root: &Path, target: &str) -> Option<(File, u64, PathBuf)> {
    let path = root.join(inside(target)?).canonicalize().ok()?;
    let path = if path.is_dir() { path.join("index.html").canonicalize().ok()? } else { path };
    if !path.starts_with(root) {
        return None;
    }
    let file = File::open(&path).ok()?;
    let length = file.metadata().ok().filter(|metadata| metadata.is_file())?.len();
    Some((file, length, path))
}

/// The path that a target names, relative to the folder: plain names only, so that it cannot lead out of it.
fn inside(target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let mut inside = PathBuf::new();
    for part in path.split('/').filter(|part| !part.is_empty()) {
        let name = decoded(part)?;
        if name == "." || name == ".." || name.contains(['/', '\\', ':', '\0']) {
            return None;
        }
        inside.push(name);
    }
    Some(inside)
}

/// A part of a path without its percent signs.
fn decoded(part: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                (16 * digit()? + digit()?) as u8
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
