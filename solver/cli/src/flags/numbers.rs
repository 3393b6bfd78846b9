//! Numbers on the command line, with refusals in plain words.

use std::time::Duration;

/// Longer than any search: thirty years, in seconds.
const FOREVER: f64 = 1e9;

/// Reads a time: `60`, `0.5`, or with a unit `90s`, `10m`, `2h`, `1d`.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let (digits, unit) = match text.char_indices().next_back() {
        Some((at, 's')) => (&text[..at], 1.0),
        Some((at, 'm')) => (&text[..at], 60.0),
        Some((at, 'h')) => (&text[..at], 3600.0),
        Some((at, 'd')) => (&text[..at], 86400.0),
        _ => (text, 1.0),
    };
    let wrong = || format!("`{text}` is no time; write seconds, as in `60` or `0.5`, or with a unit `10m`, `2h`, `1d`");
    let seconds = digits.parse::<f64>().map_err(|_| wrong())? * unit;
    if seconds.is_nan() {
        Err(wrong())
    } else if seconds < 0.0 {
        Err("a time is not negative".into())
    } else if seconds > FOREVER {
        Err(format!("`{text}` is more than thirty years; leave it out for no limit"))
    } else {
        Ok(Duration::from_secs_f64(seconds))
    }
}

/// Reads whole numbers within bounds.
pub fn whole<T: TryFrom<u64>>(least: u64, most: u64) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| {
        let number = text.trim().parse::<u64>().ok().filter(|number| (least..=most).contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| match most {
            u64::MAX if least == 0 => format!("`{text}` is no whole number"),
            u64::MAX => format!("`{text}` is no whole number from {least} on"),
            _ => format!("`{text}` is no whole number from {least} to {most}"),
        })
    }
}

/// Digits in groups of three: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share with its standard error.
pub fn percentage(won: u64, done: u64) -> String {
    let share = won as f64 / (done as f64).max(1.0);
    let error = (share * (1.0 - share) / (done as f64).max(1.0)).sqrt();
    format!("{:.1}% ± {:.1}", 100.0 * share, 100.0 * error)
}
