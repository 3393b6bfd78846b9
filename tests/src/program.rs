//! The real programs `solve` and `check`, built once for all tests and run as a stranger would run them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a run left behind.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `solve` with these arguments.
pub fn solve(arguments: &[&str]) -> Run {
    run(Path::new("."), "solve", arguments)
}

/// Runs `check` with these arguments.
pub fn check(arguments: &[&str]) -> Run {
    run(Path::new("."), "check", arguments)
}

/// Runs one of the programs in a folder.
pub fn run(folder: &Path, program: &str, arguments: &[&str]) -> Run {
    let mut command = Command::new(path(program));
    let output = command.args(arguments).current_dir(folder).stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| panic!("{program} cannot be started: {error}"));
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("our programs write UTF-8");
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// An empty folder for the files of a test, which no other test has.
pub fn scratch(name: &str) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let nth = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("sproof-{name}-{}-{nth}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("there is room for a folder");
    folder
}

/// Where a program is.
pub fn path(program: &str) -> &'static PathBuf {
    static PROGRAMS: OnceLock<[PathBuf; 2]> = OnceLock::new();
    let [solve, check] = PROGRAMS.get_or_init(build);
    match program {
        "solve" => solve,
        "check" => check,
        other => panic!("there is no program {other}"),
    }
}

/// Cargo tells a test where the programs of its own package are, but these belong to others. So they are built here, in
/// the target directory and the profile of the running test, where all their dependencies are ready.
fn build() -> [PathBuf; 2] {
    let test = std::env::current_exe().expect("a test has a path");
    let profile = test.ancestors().nth(2).expect("target/PROFILE/deps/TEST");
    let target = profile.parent().expect("target/PROFILE");
    let is_release = profile.file_name().is_some_and(|name| name == "release");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--locked", "--message-format", "json"])
        .args(["-p", "sproof-solve", "--bin", "solve", "-p", "sproof-checker", "--bin", "check"])
        .args(["--profile", if is_release { "release" } else { "test" }])
        .arg("--target-dir")
        .arg(target)
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
        .output()
        .expect("cargo can be started");
    ["solve", "check"].map(|program| {
        executable(&output, program)
            .unwrap_or_else(|| panic!("no {program}: {}", String::from_utf8_lossy(&output.stderr)))
    })
}

/// The path in Cargo's message about the executable of a program.
fn executable(output: &Output, program: &str) -> Option<PathBuf> {
    let messages = std::str::from_utf8(&output.stdout).ok()?.lines();
    let messages = messages.filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let mut messages = messages.filter(|message| message["target"]["name"] == program);
    messages.find_map(|message| message["executable"].as_str().map(PathBuf::from)).filter(|_| output.status.success())
}
