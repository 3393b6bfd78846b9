//! Flags that several commands share: numbers, limits, reports, positions, records, questions.

pub mod numbers;
pub mod position;
pub mod question;
pub mod record;
pub mod report;
pub mod resources;

/// Headings of the flags in the help.
pub mod heading {
    pub const QUESTION: &str = "The question";
    pub const PROOF: &str = "Certificates";
    pub const LIMITS: &str = "Threads and limits";
    pub const REPORT: &str = "Reports";
}
