use std::collections::{BTreeMap, HashMap};

use serde::ser::SerializeMap;
use serde_json::json;

use super::*;

fn text<T: Serialize>(value: &T) -> Result<String, StrictJsonError> {
    Ok(to_raw(value)?.get().to_owned())
}

fn refused<T: Serialize>(value: &T) -> (String, StrictJsonReason) {
    let error = text(value).unwrap_err();
    (error.pointer().to_owned(), error.reason().clone())
}

#[derive(Serialize)]
struct Order {
    order_id: u64,
    status: Status,
    total: f64,
}

#[derive(Serialize, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Status {
    Ready,
}

#[derive(Serialize)]
enum Shape {
    Point(f64, f64),
    Circle { radius: f64 },
    Scale(f64),
}

struct Binary;

impl Serialize for Binary {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(b"\x00\xff")
    }
}

fn nested(levels: usize) -> serde_json::Value {
    (0..levels).fold(json!(1), |inner, _| json!([inner]))
}

#[test]
fn b7_struct_is_compact_text_in_field_order() {
    let order = Order {
        order_id: 42,
        status: Status::Ready,
        total: 42.5,
    };
    assert_eq!(
        text(&order).unwrap(),
        r#"{"order_id":42,"status":"ready","total":42.5}"#
    );
}

#[test]
fn b10_non_finite_numbers_are_refused_with_their_place() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let value = BTreeMap::from([(
            "hits",
            vec![BTreeMap::from([("score", 1.0)]), BTreeMap::from([("score", bad)])],
        )]);
        assert_eq!(
            refused(&value),
            ("/hits/1/score".to_owned(), StrictJsonReason::NonFiniteNumber)
        );
    }
    assert_eq!(
        refused(&f32::NAN),
        (String::new(), StrictJsonReason::NonFiniteNumber)
    );
}

#[test]
fn error_text_names_the_place_and_the_rule() {
    let error = text(&json_like_hits(f64::NAN)).unwrap_err();
    assert_eq!(error.to_string(), "`/hits/0/score`: JSON has no NaN or infinity");
    assert_eq!(
        text(&f64::NAN).unwrap_err().to_string(),
        "the whole value: JSON has no NaN or infinity"
    );
}

fn json_like_hits(score: f64) -> impl Serialize {
    BTreeMap::from([("hits", [BTreeMap::from([("score", score)])])])
}

#[test]
fn b10_keys_that_are_no_strings_are_refused_at_their_map() {
    let counts = BTreeMap::from([("counts", BTreeMap::from([(1u32, "one")]))]);
    assert_eq!(
        refused(&counts),
        ("/counts".to_owned(), StrictJsonReason::NonStringKey)
    );
    assert_eq!(
        refused(&BTreeMap::from([(true, 1)])).1,
        StrictJsonReason::NonStringKey
    );
    assert_eq!(
        refused(&BTreeMap::from([(1i128, 1)])).1,
        StrictJsonReason::NonStringKey
    );
    assert_eq!(
        refused(&BTreeMap::from([(Some("a"), 1)])).1,
        StrictJsonReason::NonStringKey
    );
    assert_eq!(
        refused(&BTreeMap::from([((1, 2), 1)])).1,
        StrictJsonReason::NonStringKey
    );
    assert_eq!(
        refused(&BTreeMap::from([((), 1)])).1,
        StrictJsonReason::NonStringKey
    );
}

#[test]
fn keys_that_stand_for_one_string_pass() {
    #[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
    struct Sku(String);

    assert_eq!(text(&BTreeMap::from([('a', 1)])).unwrap(), r#"{"a":1}"#);
    assert_eq!(
        text(&HashMap::from([(Status::Ready, 1)])).unwrap(),
        r#"{"ready":1}"#
    );
    assert_eq!(
        text(&BTreeMap::from([(Sku("x/1".into()), 1)])).unwrap(),
        r#"{"x/1":1}"#
    );
}

#[test]
fn b10_nested_binary_is_refused() {
    assert_eq!(
        refused(&BTreeMap::from([("blob", Binary)])),
        ("/blob".to_owned(), StrictJsonReason::Binary)
    );
}

#[test]
fn depth_128_passes_and_129_does_not() {
    assert!(text(&nested(128)).is_ok());
    let (pointer, reason) = refused(&nested(129));
    assert_eq!(reason, StrictJsonReason::TooDeep);
    assert_eq!(pointer, "/0".repeat(128));
}

#[test]
fn integers_of_128_bits_are_written_exactly() {
    assert_eq!(text(&u128::MAX).unwrap(), u128::MAX.to_string());
    assert_eq!(text(&[i128::MIN]).unwrap(), format!("[{}]", i128::MIN));
}

#[test]
fn pointer_escapes_tilde_and_slash() {
    assert_eq!(refused(&BTreeMap::from([("a/b~c", f64::NAN)])).0, "/a~1b~0c");
}

#[test]
fn pointer_passes_through_variants_options_and_newtypes() {
    assert_eq!(refused(&[Some(Shape::Point(0.0, f64::NAN))]).0, "/0/Point/1");
    assert_eq!(refused(&Shape::Circle { radius: f64::NAN }).0, "/Circle/radius");
    assert_eq!(refused(&Shape::Scale(f64::NAN)).0, "/Scale");
}

#[test]
fn pointer_is_right_for_flattened_and_tagged_types() {
    #[derive(Serialize)]
    struct Outer {
        #[serde(flatten)]
        inner: BTreeMap<String, f64>,
    }
    #[derive(Serialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        Weight { grams: f64 },
    }

    assert_eq!(
        refused(&Outer {
            inner: BTreeMap::from([("x".into(), f64::NAN)])
        })
        .0,
        "/x"
    );
    assert_eq!(refused(&Tagged::Weight { grams: f64::NAN }).0, "/grams");
}

#[test]
fn pointer_is_right_for_keys_and_values_written_apart() {
    struct Apart;
    impl Serialize for Apart {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_key("good")?;
            map.serialize_value(&1)?;
            map.serialize_key("bad")?;
            map.serialize_value(&f64::NAN)?;
            map.end()
        }
    }
    assert_eq!(refused(&Apart).0, "/bad");
}

#[test]
fn raw_json_passes_verbatim() {
    #[derive(Serialize)]
    struct Envelope {
        id: Box<RawValue>,
        result: Vec<Box<RawValue>>,
    }
    let raw = |text: &str| RawValue::from_string(text.to_owned()).unwrap();
    let envelope = Envelope {
        id: raw("\"7\""),
        result: vec![raw(r#"{"a": 1.50}"#)],
    };
    assert_eq!(text(&envelope).unwrap(), r#"{"id":"7","result":[{"a": 1.50}]}"#);
}

#[test]
fn dynamic_values_pass() {
    let value = json!({ "a": [null, true, -1, u64::MAX, 0.5, "\u{2028}"], "b": {} });
    assert_eq!(text(&value).unwrap(), serde_json::to_string(&value).unwrap());
}

#[test]
fn failure_of_the_type_itself_keeps_its_message() {
    struct Broken;
    impl Serialize for Broken {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("lock was poisoned"))
        }
    }
    assert_eq!(
        refused(&[Broken]),
        (
            "/0".to_owned(),
            StrictJsonReason::Unsupported("lock was poisoned".to_owned())
        )
    );
}

#[test]
fn stdio_01_raw_json_with_line_ends_is_written_on_one_line() {
    let raw = RawValue::from_string("{\n\t\"a\": [1,\r\n 2]\n}".to_owned()).unwrap();
    let written = text(&raw).unwrap();
    assert!(!written.contains(['\n', '\r', '\t']), "{written}");
    assert_eq!(
        serde_json::from_str::<Value>(&written).unwrap(),
        json!({ "a": [1, 2] })
    );
}
