//! Numbers, texts, and the types of other crates.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::case::Case;

#[derive(Serialize, Deserialize, JsonSchema)]
struct Integers {
    i8: i8,
    i16: i16,
    i32: i32,
    i64: i64,
    isize: isize,
    u8: u8,
    u16: u16,
    u32: u32,
    u64: u64,
    usize: usize,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Wide {
    i128: i128,
    u128: u128,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Floats {
    f32: f32,
    f64: f64,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Small {
    bool: bool,
    char: char,
    unit: (),
}

/// Arguments for [`Integers`] with one of them changed.
fn integers(name: &str, value: impl Into<Value>) -> Value {
    let names = [
        "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize",
    ];
    let mut all: Value = names.iter().map(|name| (*name, 0)).collect();
    all[name] = value.into();
    all
}

pub(crate) fn cases() -> Vec<Case> {
    let mut all = vec![
        every_width(),
        Case::value::<u64>("u64")
            .takes(json!(u64::MAX))
            .takes(json!(9_007_199_254_740_993_u64))
            .repairs(json!("18446744073709551615"), json!(u64::MAX))
            .refuses(json!(-1))
            .refuses(json!(18_446_744_073_709_551_616.0))
            .refuses(json!(1.5)),
        Case::value::<i64>("i64")
            .takes(json!(i64::MIN))
            .takes(json!(i64::MAX))
            .repairs(json!("-5"), json!(-5))
            .refuses(json!("five"))
            .refuses(json!(true)),
        Case::value::<NonZeroU32>("non_zero")
            .takes(json!(1))
            .takes(json!(u32::MAX))
            .refuses(json!(0))
            .refuses(json!(4_294_967_296_u64)),
        Case::whole::<Wide>("wide_integers")
            .takes(json!({ "i128": i64::MIN, "u128": u64::MAX }))
            .takes(json!({ "i128": 0, "u128": 0 }))
            .refuses(json!({ "i128": 0, "u128": -1 }))
            .refuses(json!({ "i128": 0.5, "u128": 0 })),
        Case::whole::<Floats>("floats")
            .takes(json!({ "f32": 0.5, "f64": 1e300 }))
            .takes_as(json!({ "f32": 1, "f64": -2 }), json!({ "f32": 1.0, "f64": -2.0 }))
            .repairs(
                json!({ "f32": "0.5", "f64": "-1e3" }),
                json!({ "f32": 0.5, "f64": -1000.0 }),
            )
            .refuses(json!({ "f32": "NaN", "f64": 0 }))
            .refuses(json!({ "f32": null, "f64": 0 })),
        Case::whole::<Small>("bool_char_unit")
            .takes(json!({ "bool": true, "char": "é", "unit": null }))
            .takes(json!({ "bool": false, "char": "\u{1F980}", "unit": null }))
            .refuses(json!({ "bool": 1, "char": "e", "unit": null }))
            .refuses(json!({ "bool": true, "char": "ee", "unit": null }))
            .refuses(json!({ "bool": true, "char": "", "unit": null }))
            .refuses(json!({ "bool": true, "char": "e", "unit": 0 })),
        Case::value::<String>("string")
            .takes(json!(""))
            .takes(json!("5"))
            .takes(json!("\u{0}\u{2028}\"\\"))
            .refuses(json!(5))
            .refuses(json!(["a"])),
    ];
    all.extend(of_other_crates());
    all
}

/// Each integer type at both of its ends, and one step beyond.
fn every_width() -> Case {
    let mut case = Case::whole::<Integers>("integers");
    let ends: [(&str, i128, i128); 10] = [
        ("i8", i8::MIN.into(), i8::MAX.into()),
        ("i16", i16::MIN.into(), i16::MAX.into()),
        ("i32", i32::MIN.into(), i32::MAX.into()),
        ("i64", i64::MIN.into(), i64::MAX.into()),
        ("isize", i64::MIN.into(), i64::MAX.into()),
        ("u8", 0, u8::MAX.into()),
        ("u16", 0, u16::MAX.into()),
        ("u32", 0, u32::MAX.into()),
        ("u64", 0, u64::MAX.into()),
        ("usize", 0, u64::MAX.into()),
    ];
    let json = |integer: i128| Value::Number(serde_json::Number::from_i128(integer).expect("within 64 bits"));
    for (name, least, most) in ends {
        case = case
            .takes(integers(name, json(least)))
            .takes(integers(name, json(most)));
        // A signed 64-bit type says nothing of its ends; what is beyond is in `tests/arguments`.
        if most < i64::MAX.into() || least == 0 {
            case = case.refuses(integers(name, json(least - 1)));
        }
        if most < i64::MAX.into() {
            case = case.refuses(integers(name, json(most + 1)));
        }
    }
    case
}

fn of_other_crates() -> Vec<Case> {
    let id = "67e55044-10b1-426f-9247-bb680e5fe0c8";
    vec![
        Case::value::<DateTime<Utc>>("date_time")
            .takes(json!("2026-07-28T12:30:00Z"))
            .takes_as(
                json!("2026-07-28T12:30:00.5+02:00"),
                json!("2026-07-28T10:30:00.500Z"),
            )
            .refuses(json!(1_785_000_000))
            .refuses_format(json!("2026-07-28"))
            .refuses_format(json!("yesterday")),
        Case::value::<NaiveDate>("date")
            .takes(json!("2026-07-28"))
            .takes(json!("2024-02-29"))
            .refuses(json!(20_260_728))
            .refuses_format(json!("2025-02-29"))
            .refuses_format(json!("28.07.2026")),
        Case::value::<NaiveTime>("time")
            .takes(json!("12:30:00"))
            .takes(json!("23:59:59.500"))
            .refuses(json!(12))
            .refuses_format(json!("25:00:00")),
        Case::value::<NaiveDateTime>("local_date_time")
            .takes(json!("2026-07-28T12:30:00"))
            .takes(json!("2026-07-28T00:00:00"))
            .refuses(json!({}))
            .refuses_format(json!("2026-07-28T12:30:00Z")),
        Case::value::<Uuid>("uuid")
            .takes(json!(id))
            .takes_as(json!(id.to_uppercase()), json!(id))
            .refuses(json!(null))
            .refuses_format(json!("67e55044"))
            .refuses_format(json!("67e55044-10b1-426f-9247-bb680e5fe0cg")),
        Case::value::<Decimal>("decimal")
            .takes(json!("0.10"))
            .takes_as(json!(5), json!("5"))
            .takes_as(json!(0.5), json!("0.5"))
            .refuses(json!("five"))
            .refuses(json!("1,5"))
            .refuses(json!(true)),
        Case::value::<Duration>("duration")
            .tighter()
            .takes(json!({ "secs": 1, "nanos": 0 }))
            .takes(json!({ "secs": 0, "nanos": 999_999_999 }))
            .refuses(json!({ "secs": 1 }))
            .refuses(json!(30))
            .refuses(json!([1, 0])),
        Case::value::<IpAddr>("ip_address")
            .takes(json!("127.0.0.1"))
            .takes(json!("::1"))
            .refuses(json!(1))
            .refuses_format(json!("localhost")),
    ]
}
