//! What the tests read in the documents: commands, outputs shown, links, names of files.

use std::path::{Path, PathBuf};

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the repository is there")
}

/// A document, with its path below the repository.
pub struct Document {
    pub path: PathBuf,
    pub text: String,
}

impl Document {
    pub fn read(path: &str) -> Self {
        let text = std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        Document { path: path.into(), text }
    }

    /// README, changelog, the book, and what belongs to the certificates.
    pub fn all() -> Vec<Self> {
        let mut documents = vec![Document::read("README.md"), Document::read("CHANGELOG.md")];
        for folder in ["docs", "proofs"] {
            let entries = std::fs::read_dir(root().join(folder)).expect("the folder is there");
            let mut names: Vec<String> =
                entries.map(|entry| entry.expect("readable").file_name().into_string().expect("plain names")).collect();
            names.sort();
            names.retain(|name| name.ends_with(".md"));
            documents.extend(names.iter().map(|name| Document::read(&format!("{folder}/{name}"))));
        }
        documents
    }

    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The lines of all fenced blocks with this first line, block by block.
    pub fn blocks(&self, info: &str) -> Vec<Vec<&str>> {
        let mut blocks = Vec::new();
        let mut lines = self.text.lines();
        while let Some(line) = lines.next() {
            if let Some(found) = line.strip_prefix("```") {
                let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
                if found == info {
                    blocks.push(block);
                }
            }
        }
        blocks
    }

    /// The commands of all blocks of a kind, a line each.
    pub fn commands(&self, info: &str) -> Vec<&str> {
        let lines = self.blocks(info).into_iter().flatten();
        lines.map(without_comment).filter(|line| !line.is_empty()).collect()
    }

    /// Commands of the `console` blocks, each with the output that is shown below it.
    pub fn shown(&self) -> Vec<(&str, Vec<&str>)> {
        let mut shown: Vec<(&str, Vec<&str>)> = Vec::new();
        for line in self.blocks("console").into_iter().flatten() {
            match (line.strip_prefix("$ "), shown.last_mut()) {
                (Some(command), _) => shown.push((command, vec![])),
                (None, Some((_, output))) => output.push(line),
                (None, None) => panic!("{}: a console block begins with a command", self.name()),
            }
        }
        shown
    }

    /// The files that links and pictures lead to, as they are written. Addresses on the web are left out.
    pub fn links(&self) -> Vec<&str> {
        let targets = self.text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let pictures = self.text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
        let files = targets.chain(pictures).map(|target| target.split('#').next().unwrap_or(target));
        files.filter(|file| !file.is_empty() && !file.contains("://")).collect()
    }

    /// What stands between backticks outside of blocks, with the line it is in.
    pub fn code(&self) -> Vec<(usize, &str)> {
        let mut code = Vec::new();
        let mut is_block = false;
        for (nth, line) in self.text.lines().enumerate() {
            let is_fence = line.starts_with("```");
            is_block ^= is_fence;
            if !is_block && !is_fence {
                code.extend(line.split('`').skip(1).step_by(2).map(|word| (nth + 1, word)));
            }
        }
        code
    }
}

/// A command without the comment behind it.
fn without_comment(line: &str) -> &str {
    let mut is_quoted = false;
    for (at, character) in line.char_indices() {
        is_quoted ^= character == '\'';
        if character == '#' && !is_quoted && (at == 0 || line[..at].ends_with(' ')) {
            return line[..at].trim_end();
        }
    }
    line.trim_end()
}

/// Whether an output is the one shown. Numbers with a decimal point are times and may differ; a line `…` stands for any lines.
pub fn is_shown(shown: &[&str], output: &[&str]) -> bool {
    match (shown, output) {
        ([], []) => true,
        (["…", rest @ ..], _) => (0..=output.len()).any(|skipped| is_shown(rest, &output[skipped..])),
        ([line, rest @ ..], [found, others @ ..]) => timeless(line) == timeless(found) && is_shown(rest, others),
        _ => false,
    }
}

/// A line with `#` for each number with a decimal point.
fn timeless(line: &str) -> String {
    let words = line.split(' ').map(|word| if word.contains('.') && word.parse::<f64>().is_ok() { "#" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_left_out_and_quotes_are_not() {
        for (line, command) in [("a b  # c", "a b"), ("a '# b' #", "a '# b'"), ("# a", ""), ("a#b", "a#b")] {
            assert_eq!(without_comment(line), command);
        }
    }

    #[test]
    fn outputs_differ_by_more_than_times() {
        assert!(is_shown(&["a 0.1 s", "…", "c"], &["a 2.50 s", "b", "c"]));
        assert!(is_shown(&["a", "…"], &["a"]));
        for shown in [&["a 1 s"][..], &["a 0.1 s", "b"], &["a"], &["…", "b"]] {
            assert!(!is_shown(shown, &["a 2.50 s"]), "{shown:?}");
        }
    }

    #[test]
    fn blocks_links_and_names_are_found() {
        let text =
            "`x/y` [a](b.md#c)\n```sh\nsolve 1 # one\n```\n```sh deep\nsolve `2`\n```\n[w](https://e.org)\n".into();
        let document = Document { path: "t.md".into(), text };
        assert_eq!(document.commands("sh"), ["solve 1"]);
        assert_eq!(document.commands("sh deep"), ["solve `2`"]);
        assert_eq!(document.links(), ["b.md"]);
        assert_eq!(document.code(), [(1, "x/y")]);
    }
}
