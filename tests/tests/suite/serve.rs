//! `solve serve` gives the files of its folder to whoever asks on this machine, and nothing else to nobody.

use sproof_tests::program::{path, scratch, solve};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

struct Server {
    child: Child,
    address: String,
    folder: PathBuf,
}

impl Server {
    /// Serves `folder/page`; `folder/secret.txt` lies beside it.
    fn start(name: &str) -> Server {
        let folder = scratch(name);
        let page = folder.join("page");
        std::fs::create_dir_all(page.join("js")).unwrap();
        std::fs::write(page.join("index.html"), "<!doctype html>").unwrap();
        std::fs::write(page.join("js/main.js"), "let x;").unwrap();
        std::fs::write(page.join("game.wasm"), b"\0asm").unwrap();
        std::fs::write(folder.join("secret.txt"), "secret").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.join("secret.txt"), page.join("link.txt")).unwrap();
        let mut child = Command::new(path("solve"))
            .arg("serve")
            .arg(&page)
            .args(["--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("solve runs");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("it is piped")).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        Server { address: address.expect("it prints where it is").to_string(), child, folder }
    }

    fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, target: &str) -> String {
        self.ask(&format!("GET {target} HTTP/1.1\r\nHost: here\r\n\r\n"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn files_come_with_their_types_and_a_policy() {
    let server = Server::start("serve-files");
    assert!(server.address.starts_with("127.0.0.1:"), "{}", server.address);
    for (target, media_type, body) in [
        ("/", "text/html; charset=utf-8", "<!doctype html>"),
        ("/index.html?x=1", "text/html; charset=utf-8", "<!doctype html>"),
        ("/js/main.js", "text/javascript; charset=utf-8", "let x;"),
        ("/js/%6dain.js", "text/javascript; charset=utf-8", "let x;"),
        ("/game.wasm", "application/wasm", "\0asm"),
    ] {
        let answer = server.get(target);
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{target}: {answer}");
        assert!(answer.contains(&format!("Content-Type: {media_type}\r\n")), "{target}: {answer}");
        assert!(answer.contains("Content-Security-Policy: default-src 'self';"), "{target}: {answer}");
        assert!(answer.ends_with(&format!("\r\n\r\n{body}")), "{target}: {answer}");
    }
    let head = server.ask("HEAD / HTTP/1.1\r\n\r\n");
    assert!(head.contains("Content-Length: 15\r\n") && head.ends_with("\r\n\r\n"), "{head}");
}

#[test]
fn nothing_outside_of_the_folder_is_given() {
    let server = Server::start("serve-outside");
    for target in [
        "/../secret.txt",
        "/js/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/js%2f..%2f..%2fsecret.txt",
        "/..\\secret.txt",
        "/link.txt",
        "//etc/passwd",
        "/%00",
        "/%",
        "/%zz",
        "/none",
        "/js",
        "secret.txt",
        "http://elsewhere/secret.txt",
        "",
    ] {
        let answer = server.get(target);
        assert!(answer.starts_with("HTTP/1.1 404 "), "{target}: {answer}");
        assert!(!answer.contains("secret"), "{target}: {answer}");
    }
    for request in ["POST / HTTP/1.1\r\n\r\n", "DELETE /index.html HTTP/1.1\r\n\r\n", "\r\n\r\n", "hello\r\n\r\n"] {
        assert!(server.ask(request).starts_with("HTTP/1.1 405 "), "{request}");
    }
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(10_000));
    assert!(server.ask(&long).starts_with("HTTP/1.1 404 "));
    assert!(server.get("/").starts_with("HTTP/1.1 200 "), "it goes on");
}

#[test]
fn a_folder_without_a_page_is_refused() {
    let folder = scratch("serve-nothing");
    for (arguments, expected) in [
        (vec!["serve", folder.to_str().unwrap()], "there is no index.html"),
        (vec!["serve", "/does/not/exist"], "cannot read /does/not/exist"),
    ] {
        let run = solve(&arguments);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
