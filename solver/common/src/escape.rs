//! Texts from outside, made safe to print: file names, positions, records, deals and whatever else a file holds.
//!
//! A newline in a text could make it look like a line of ours, such as a verdict; control characters move the cursor or change
//! the title of a terminal, and marks of direction turn letters around. They are printed as `\n`, `\u{1b}` and so on.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

/// Whether a character stands for something else than itself on a terminal.
pub fn is_unsafe(letter: char) -> bool {
    let is_invisible = matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    letter.is_control() || is_invisible
}

/// The text on one line, with nothing in it that a terminal would obey.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            _ if !is_unsafe(letter) => safe.push(letter),
            '\n' | '\r' | '\t' => safe.extend(letter.escape_default()),
            _ => write!(safe, "\\u{{{:x}}}", u32::from(letter)).expect("a string takes everything"),
        }
    }
    Cow::Owned(safe)
}

/// The name of a file, as [`escaped`] prints it.
pub fn name(path: &Path) -> String {
    escaped(&path.to_string_lossy()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        for (text, safe) in [
            ("plain", "plain"),
            ("misère …", "misère …"),
            ("a\ns sprouts 40 normal LOSS", "a\\ns sprouts 40 normal LOSS"),
            ("\x1b[2J\x1b]0;t\x07", "\\u{1b}[2J\\u{1b}]0;t\\u{7}"),
            ("\r\t\u{9b}31m\u{7f}", "\\r\\t\\u{9b}31m\\u{7f}"),
            ("a\u{202e}b\u{2066}c\u{2028}d\u{feff}", "a\\u{202e}b\\u{2066}c\\u{2028}d\\u{feff}"),
        ] {
            assert_eq!(escaped(text), safe);
            assert!(!escaped(text).contains(is_unsafe));
        }
    }
}
