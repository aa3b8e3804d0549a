use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::json;

use super::*;

fn decode<T: serde::de::DeserializeOwned>(json: &str) -> Result<T, String> {
    let tape = Tape::parse(json).map_err(|error| error.to_string())?;
    tape.decode().map_err(|error| error.to_string())
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Search {
    query: String,
    limit: Option<u8>,
    #[serde(default)]
    mode: Mode,
    #[serde(default)]
    near: (f64, f64),
}

#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Mode {
    #[default]
    Fast,
    Depth(u32),
    Pair(u8, u8),
    Window {
        from: i64,
        to: i64,
    },
}

#[test]
fn struct_decodes_as_from_text() {
    for json in [
        r#"{"query":"a\"b","limit":3,"mode":"fast","near":[1,2.5]}"#,
        r#"{"query":"ü","limit":null,"mode":{"depth":7}}"#,
        r#"{"query":"","mode":{"pair":[1,2]}}"#,
        r#"{"query":"","mode":{"window":{"from":-5,"to":5}}}"#,
        r#"{"query":"","mode":{"fast":null}}"#,
    ] {
        let expected: Search = serde_json::from_str(json).unwrap();
        assert_eq!(decode::<Search>(json).unwrap(), expected);
    }
}

#[test]
fn what_text_refuses_is_refused_with_its_place() {
    for (json, place) in [
        (r#"{"query":5}"#, "`/query`: "),
        (r#"{"query":"","limit":256}"#, "`/limit`: "),
        (r#"{"query":"","near":[1,2,3]}"#, "`/near`: "),
        (r#"{"query":"","near":[1,"2"]}"#, "`/near/1`: "),
        (r#"{"query":"","mode":"slow"}"#, "`/mode`: "),
        (r#"{"query":"","mode":"depth"}"#, "`/mode`: "),
        (r#"{"query":"","mode":{"depth":1,"fast":null}}"#, "`/mode`: "),
        (r#"{"query":"","mode":{"pair":[1,900]}}"#, "`/mode/pair/1`: "),
        (r#"{"query":"","mode":{"window":{"from":1}}}"#, "`/mode/window`: "),
        (r#"{"limit":1}"#, "missing field `query`"),
        (r#"{"query":"","extra":1}"#, "unknown field `extra`"),
    ] {
        assert!(serde_json::from_str::<Search>(json).is_err(), "{json}");
        let message = decode::<Search>(json).unwrap_err();
        assert!(message.starts_with(place), "{json}: {message}");
    }
}

#[test]
fn integral_floats_are_integers_where_one_is_asked_for() {
    assert_eq!(decode::<Vec<i32>>("[5.0, -2.0, 1e2]").unwrap(), [5, -2, 100]);
    assert_eq!(decode::<u64>("5.0").unwrap(), 5);
    assert!(decode::<u64>("5.5").is_err());
    assert!(decode::<u64>("-1.0").is_err());
    assert!(decode::<u8>("256.0").is_err());
    assert_eq!(decode::<Value>("5.0").unwrap(), json!(5.0));
}

#[test]
fn integers_are_exact_to_64_bits_or_refused() {
    assert_eq!(decode::<u64>("18446744073709551615").unwrap(), u64::MAX);
    assert_eq!(decode::<i64>("-9223372036854775808").unwrap(), i64::MIN);
    assert!(decode::<u64>("18446744073709551616").is_err());
    assert!(
        decode::<u64>("9007199254740993.0").is_err(),
        "it would be rounded"
    );
}

#[test]
fn integers_are_numbers_where_a_float_is_asked_for() {
    assert_eq!(decode::<Vec<f64>>("[5, -5, 0.5]").unwrap(), [5.0, -5.0, 0.5]);
}

#[test]
fn duplicate_keys_are_refused_however_many_there_are() {
    assert!(Tape::parse(r#"{"a":1,"b":{"a":2},"a":3}"#).is_err());
    assert!(
        Tape::parse(r#"{"a":1,"\u0061":2}"#).is_err(),
        "escapes do not hide one"
    );
    let object = |keys: &[usize]| {
        let members: Vec<_> = keys.iter().map(|key| format!("\"k{key}\":[{key}]")).collect();
        format!("{{{}}}", members.join(","))
    };
    let many: Vec<_> = (0..50_000).collect();
    assert!(Tape::parse(&object(&many)).is_ok());
    let repeated: Vec<_> = many.iter().copied().chain([7]).collect();
    assert!(Tape::parse(&object(&repeated)).is_err());
}

#[test]
fn nesting_is_bounded_without_overflow() {
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert!(Tape::parse(&nested(127)).is_ok());
    assert!(Tape::parse(&nested(100_000)).is_err());
}

#[test]
fn text_behind_the_value_is_refused() {
    assert!(Tape::parse("1 2").is_err());
    assert!(Tape::parse("").is_err());
    assert!(Tape::parse(" 1 ").is_ok());
}

#[test]
fn map_keys_of_other_types_are_read_from_their_text() {
    let counts: BTreeMap<u16, bool> = decode(r#"{"1":true,"20":false}"#).unwrap();
    assert_eq!(counts, BTreeMap::from([(1, true), (20, false)]));
    assert!(decode::<BTreeMap<u16, bool>>(r#"{"x":true}"#).is_err());
}

#[test]
fn tagged_flattened_and_untagged_types_decode() {
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(tag = "kind")]
    enum Tagged {
        A { x: u8 },
    }
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(untagged)]
    enum Untagged {
        Number(i64),
        Text(String),
    }
    #[derive(Debug, Deserialize, PartialEq)]
    struct Outer {
        #[serde(flatten)]
        tagged: Tagged,
        either: Vec<Untagged>,
    }
    let outer: Outer = decode(r#"{"kind":"A","x":1,"either":[1,"a"]}"#).unwrap();
    assert_eq!(outer.tagged, Tagged::A { x: 1 });
    assert_eq!(outer.either, [Untagged::Number(1), Untagged::Text("a".into())]);
}

#[test]
fn strings_without_escapes_are_borrowed() {
    let tape = Tape::parse(r#"["plain"]"#).unwrap();
    let borrowed: Vec<&str> = tape.decode().unwrap();
    assert_eq!(borrowed, ["plain"]);
}

#[test]
fn tree_is_the_same_as_from_text() {
    let json = r#"{"a":[1,-1,0.5,"x",null,true,{}],"b":{"c":[[],[[]]]}}"#;
    let expected: Value = serde_json::from_str(json).unwrap();
    assert_eq!(Tape::parse(json).unwrap().root().to_value(), expected);
}

#[test]
fn numbers_of_arbitrary_precision_are_refused_and_not_misread() {
    let message = Tape::parse(r#"{"$serde_json::private::Number":"1"}"#).unwrap_err();
    assert!(message.to_string().starts_with("numbers of arbitrary precision"));
}
