//! JSON objects: one a line, each with the version of its form and the command that made it.
//!
//! docs/json-schema.json says field by field what each command prints; the tests hold every output against it. A field is
//! never left out: what is not known is `null`. The version rises when a field changes its meaning or goes.

use certificate::Sealed;
use serde_json::{Map, Value, json};
use std::path::Path;

/// The version of all objects.
pub const VERSION: u32 = 1;

/// The fields of an object after those that every object has.
pub fn object(command: &str, fields: Value) -> Value {
    let mut object = Map::new();
    object.insert("version".into(), json!(VERSION));
    object.insert("command".into(), json!(command));
    if let Value::Object(fields) = fields {
        object.extend(fields);
    }
    Value::Object(object)
}

/// What there is to say about a certificate. Counts are those of claims or lost nodes, and of replies.
pub fn proof(sealed: Option<&Sealed>, counts: Option<(usize, usize)>, file: Option<&Path>) -> Value {
    let Some(sealed) = sealed else { return Value::Null };
    json!({
        "claims": counts.map(|(claims, _)| claims),
        "replies": counts.map(|(_, replies)| replies),
        "bytes": sealed.bytes.len(),
        "blake3": sealed.digest.to_string(),
        "file": file.map(|path| path.display().to_string()),
    })
}
