//! Changes to a JSON value that leave it one, so that the fuzzer gets past the parser.

use serde_json::{Map, Value, json};

/// A small generator: the fuzzer gives the seed, so that a run can be repeated.
pub struct Random(u64);

impl Random {
    /// A generator that gives the same for the same seed.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        Self(u64::from(seed) | 1 << 40)
    }

    /// A number below `bound`; 0 for a bound of 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    /// One of several.
    pub fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

/// Changes one place of `value`. `keys` are the names that mean something to the server.
pub fn change(value: &mut Value, keys: &[&str], random: &mut Random) {
    let count = places(value);
    let mut at = random.below(count);
    if let Some(place) = place(value, &mut at) {
        *place = changed(place.take(), keys, random);
    }
}

fn places(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(places).sum(),
        Value::Object(members) => members.values().map(places).sum::<usize>(),
        _ => 0,
    }
}

fn place<'v>(value: &'v mut Value, at: &mut usize) -> Option<&'v mut Value> {
    if *at == 0 {
        return Some(value);
    }
    *at -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| place(item, at)),
        Value::Object(members) => members.values_mut().find_map(|item| place(item, at)),
        _ => None,
    }
}

fn changed(old: Value, keys: &[&str], random: &mut Random) -> Value {
    match (random.below(6), old) {
        (0 | 1, Value::Object(mut members)) => {
            members.insert(random.pick(keys).to_owned(), simple(keys, random));
            Value::Object(members)
        }
        (2, Value::Object(mut members)) => {
            let name = members.keys().nth(random.below(members.len())).cloned();
            if let Some(name) = name {
                members.remove(&name);
            }
            Value::Object(members)
        }
        (0 | 1, Value::Array(mut items)) => {
            items.insert(random.below(items.len() + 1), simple(keys, random));
            Value::Array(items)
        }
        (2, Value::Array(mut items)) if !items.is_empty() => {
            items.remove(random.below(items.len()));
            Value::Array(items)
        }
        (3, old) => Value::String(old.to_string()),
        (4, old) => json!([old]),
        (5, old) => Value::Object(Map::from_iter([(random.pick(keys).to_owned(), old)])),
        _ => simple(keys, random),
    }
}

fn simple(keys: &[&str], random: &mut Random) -> Value {
    let numbers = [
        json!(0),
        json!(-1),
        json!(1),
        json!(7),
        json!(100),
        json!(101),
        json!(255),
        json!(256),
        json!(5.0),
        json!(0.5),
        json!(-0.0),
        json!(1e300),
        json!(i64::MAX),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(2e19),
        json!(1_u64 << 53),
    ];
    let texts = [
        "", "5", "5.0", "-1", "true", "false", "null", "[]", "{}", "[1]", "a", "é", "\u{0}", "\n", "ab",
        "1e2",
    ];
    match random.below(9) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(false),
        3 => json!([]),
        4 => json!({}),
        5 => json!(random.pick(&texts)),
        6 => json!(random.pick(keys)),
        _ => numbers[random.below(numbers.len())].clone(),
    }
}

/// Writes `bytes` over the fuzzer's buffer and gives its new length, if it fits.
pub fn write(bytes: &[u8], buffer: &mut [u8], max: usize) -> Option<usize> {
    if bytes.len() > max.min(buffer.len()) {
        return None;
    }
    buffer[..bytes.len()].copy_from_slice(bytes);
    Some(bytes.len())
}
