//! A validator of JSON schemas, as much of them as docs/json-schema.json uses. A keyword that it does not know is an error, so
//! that nothing in the schema is silently ignored.

use serde_json::Value;

/// A schema file.
pub struct Schema(Value);

/// Keywords that say nothing about what is valid.
const REMARKS: [&str; 4] = ["$schema", "title", "description", "$defs"];

impl Schema {
    pub fn of_solve() -> Self {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/json-schema.json");
        let text = std::fs::read_to_string(path).expect("the schema is there");
        Schema(serde_json::from_str(&text).expect("the schema is JSON"))
    }

    /// The commands that the schema describes.
    pub fn commands(&self) -> Vec<String> {
        let defined = self.0["$defs"].as_object().expect("there are definitions");
        defined.values().map(|one| one["properties"]["command"]["const"].as_str().unwrap().to_owned()).collect()
    }

    /// Fails with what is wrong and where.
    pub fn check(&self, value: &Value) -> Result<(), String> {
        self.check_against(&self.0, value, "$")
    }

    fn check_against(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let keywords = schema.as_object().ok_or_else(|| format!("{at}: this is no schema: {schema}"))?;
        for (keyword, wanted) in keywords {
            self.check_keyword(keyword, wanted, schema, value, at)?;
        }
        Ok(())
    }

    fn check_keyword(
        &self,
        keyword: &str,
        wanted: &Value,
        schema: &Value,
        value: &Value,
        at: &str,
    ) -> Result<(), String> {
        let fail = |why: String| Err(format!("{at}: {why}"));
        match keyword {
            remark if REMARKS.contains(&remark) => Ok(()),
            "$ref" => {
                let name = wanted.as_str().and_then(|path| path.strip_prefix("#/$defs/")).expect("a local reference");
                self.check_against(&self.0["$defs"][name], value, at)
            }
            "oneOf" | "anyOf" => {
                let schemas = wanted.as_array().expect("a list of schemas");
                let results: Vec<_> = schemas.iter().map(|one| self.check_against(one, value, at)).collect();
                let valid = results.iter().filter(|result| result.is_ok()).count();
                // Of many failures the one that came furthest says most: it is the longest path.
                let reasons = results.into_iter().filter_map(Result::err);
                let reason = reasons.max_by_key(|reason| (!reason.contains(".command:"), reason.len()));
                let is_right = if keyword == "oneOf" { valid == 1 } else { valid >= 1 };
                if is_right { Ok(()) } else { fail(format!("{valid} schemas fit: {}", reason.unwrap_or_default())) }
            }
            "type" => {
                let names = wanted.as_array().cloned().unwrap_or_else(|| vec![wanted.clone()]);
                let is_right = names.iter().any(|name| is_type(value, name.as_str().expect("a type has a name")));
                if is_right { Ok(()) } else { fail(format!("{value} is not {wanted}")) }
            }
            "const" if wanted == value => Ok(()),
            "const" => fail(format!("{value} is not {wanted}")),
            "enum" if wanted.as_array().expect("a list").contains(value) => Ok(()),
            "enum" => fail(format!("{value} is none of {wanted}")),
            "minimum" => match value.as_f64() {
                Some(number) if number < wanted.as_f64().expect("a number") => fail(format!("{value} is too small")),
                _ => Ok(()),
            },
            "required" => {
                let Some(object) = value.as_object() else { return Ok(()) };
                let missing = wanted.as_array().expect("a list").iter();
                let mut missing = missing.filter(|name| !object.contains_key(name.as_str().expect("a name")));
                missing.next().map_or(Ok(()), |name| fail(format!("{name} is missing")))
            }
            "additionalProperties" => {
                assert_eq!(wanted, &Value::Bool(false), "only `false` is known");
                let Some(object) = value.as_object() else { return Ok(()) };
                let known = schema["properties"].as_object().expect("properties are listed");
                let mut unknown = object.keys().filter(|name| !known.contains_key(*name));
                unknown.next().map_or(Ok(()), |name| fail(format!("{name} is not described")))
            }
            "properties" => {
                let Some(object) = value.as_object() else { return Ok(()) };
                let described = wanted.as_object().expect("schemas by name").iter();
                let mut there = described.filter_map(|(name, one)| object.get(name).map(|value| (name, one, value)));
                there.try_for_each(|(name, one, value)| self.check_against(one, value, &format!("{at}.{name}")))
            }
            "items" => {
                let items = value.as_array().map_or(&[][..], Vec::as_slice).iter().enumerate();
                items.into_iter().try_for_each(|(nth, item)| self.check_against(wanted, item, &format!("{at}[{nth}]")))
            }
            other => panic!("the schema uses `{other}`, which this validator does not know"),
        }
    }
}

fn is_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        other => panic!("there is no type {other}"),
    }
}
