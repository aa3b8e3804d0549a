//! Arguments that are refused: every reason, its place, and what was probably meant.

use crate::row::{Row, accepted, malformed, refused};

pub(crate) fn rows() -> Vec<Row> {
    [
        names(),
        values(),
        several(),
        alternatives(),
        formats(),
        integers(),
        text(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn names() -> Vec<Row> {
    vec![
        refused("order", "{}", &["`/order_id`: required, but missing"]),
        // One mistake is told from its two sides: what is missing, and what was probably meant.
        refused(
            "order",
            r#"{"orderid":1}"#,
            &[
                "`/order_id`: required, but missing",
                "`/orderid`: unknown argument; did you mean `order_id`?",
            ],
        ),
        refused(
            "order",
            r#"{"order_id":1,"remark":"x"}"#,
            &["`/remark`: unknown argument; the known ones are `note`, `order_id`"],
        ),
        refused("ping", r#"{"a":1}"#, &["`/a`: unknown argument; none is taken"]),
        refused(
            "code",
            r#"{"code":"ABC-0001","a/b~c":1}"#,
            &["`/a~1b~0c`: unknown argument; the only one is `code`"],
        ),
        refused(
            "customer",
            r#"{"name":"Ada","address":{"street":"Main","zip":"10115"},"contacts":[{"email":"a@b.c","kid":"home"}]}"#,
            &["`/contacts/0/kid`: unknown member; did you mean `kind`?"],
        ),
        accepted("ping", "{}", "{}"),
        // Absent and `null` arguments are none.
        accepted("ping", "null", "{}"),
        malformed("ping", "[]", -32602),
        malformed("ping", r#""{}""#, -32602),
    ]
}

/// Constraints, each just met and just missed.
fn values() -> Vec<Row> {
    let long = "x".repeat(200);
    vec![
        accepted(
            "search",
            r#"{"query":"äöüßäöüßäöüßäöüßäöüß","limit":100,"tags":["a","b","c"],"price":0}"#,
            r#"["äöüßäöüßäöüßäöüßäöüß",100,null,["a","b","c"],null,0.0]"#,
        ),
        refused(
            "search",
            r#"{"query":"a","limit":0}"#,
            &["`/limit`: expected an integer from 1 to 100 or null, got 0"],
        ),
        refused(
            "search",
            r#"{"query":"a","limit":101}"#,
            &["`/limit`: expected an integer from 1 to 100 or null, got 101"],
        ),
        refused(
            "search",
            r#"{"query":"a","price":-0.01}"#,
            &["`/price`: expected a number of at least 0 or null, got -0.01"],
        ),
        refused(
            "search",
            r#"{"query":"a","tags":["a","b","c","d"]}"#,
            &[r#"`/tags`: expected an array of at most 3 items or null, got ["a","b","c","d"]"#],
        ),
        refused(
            "search",
            r#"{"query":"a","tags":["a",2]}"#,
            &["`/tags/1`: expected a string, got 2"],
        ),
        // A long value is shown by its beginning.
        refused(
            "search",
            format!(r#"{{"query":"{long}"}}"#),
            &[&format!(
                "`/query`: expected a string of 1 to 20 characters, got \"{}…",
                "x".repeat(58)
            )],
        ),
        refused(
            "search",
            r#"{"query":"a","sort":"newst"}"#,
            &[
                r#"`/sort`: expected one of "newest", "oldest", "lowest-price", null, got "newst"; did you mean `newest`?"#,
            ],
        ),
        refused(
            "search",
            r#"{"query":"a","sort":"Lowest_Price"}"#,
            &[
                r#"`/sort`: expected one of "newest", "oldest", "lowest-price", null, got "Lowest_Price"; did you mean `lowest-price`?"#,
            ],
        ),
        refused(
            "search",
            r#"{"query":"a","sort":"best"}"#,
            &[r#"`/sort`: expected one of "newest", "oldest", "lowest-price", null, got "best""#],
        ),
        accepted("sku", r#"{"sku":"XYZ-9999"}"#, r#""XYZ-9999""#),
        refused(
            "sku",
            r#"{"sku":"xyz-9999"}"#,
            &[r#"`/sku`: expected a string that matches `^[A-Z]{3}-\d{4}$`, got "xyz-9999""#],
        ),
        // No example can be made up for a pattern, so none is shown.
        refused(
            "code",
            r#"{"code":""}"#,
            &[r#"`/code`: expected a string that matches `^[A-Z]{3}-\d{4}$`, got """#],
        ),
        // What is secret is not repeated.
        refused(
            "login",
            r#"{"user":"ada","password":"hunter2"}"#,
            &["`/password`: expected a string of at least 8 characters, got a hidden value"],
        ),
        refused(
            "login",
            r#"{"user":"ada","password":["hunter2hunter2"],"pin":12345}"#,
            &[
                "`/password`: expected a string of at least 8 characters, got a hidden value",
                "`/pin`: expected an integer from 0 to 9999 or null, got a hidden value",
            ],
        ),
        // Nor where only the type refuses it, or one of several alternatives was meant.
        refused(
            "login",
            r#"{"user":"ada","password":"12345678","code":9223372036854775808}"#,
            &["`/code`: does not have the expected form"],
        ),
        refused(
            "login",
            r#"{"user":"ada","password":"12345678","token":["hunter2"]}"#,
            &["`/token`: expected an integer of at least 0 or a string or null, got a hidden value"],
        ),
        // Nor as a part of what was sent in its place.
        refused(
            "login",
            r#"{"user":"ada","password":"12345678","backup":["hunter2"]}"#,
            &["`/backup`: expected an object or null, got a hidden value"],
        ),
    ]
}

/// Rivals, case 28: all that is wrong is said at once, each with its place.
fn several() -> Vec<Row> {
    vec![
        refused(
            "search",
            r#"{"limit":0,"exact":7,"sort":"oldst","tags":[1,"a",2],"pirce":3}"#,
            &[
                "`/exact`: expected true or false or null, got 7",
                "`/limit`: expected an integer from 1 to 100 or null, got 0",
                r#"`/sort`: expected one of "newest", "oldest", "lowest-price", null, got "oldst"; did you mean `oldest`?"#,
                "`/tags/0`: expected a string, got 1",
                "`/tags/2`: expected a string, got 2",
                "`/query`: required, but missing",
                "`/pirce`: unknown argument; did you mean `price`?",
            ],
        ),
        refused(
            "customer",
            r#"{"name":1,"address":{"zip":"1"},"contacts":[{"kind":"wrok"},5]}"#,
            &[
                r#"`/address/zip`: expected a string that matches `^\d{5}$`, got "1""#,
                "`/address/street`: required, but missing",
                r#"`/contacts/0/kind`: expected one of "home", "work", null, got "wrok"; did you mean `work`?"#,
                "`/contacts/0/email`: required, but missing",
                "`/contacts/1`: expected an object, got 5",
                "`/name`: expected a string, got 1",
            ],
        ),
        refused(
            "schedule",
            r#"{"date":7,"at":false,"id":[]}"#,
            &[
                "`/at`: expected a string in the format `date-time` or null, got false",
                "`/date`: expected a string in the format `date`, got 7",
                "`/id`: expected a string in the format `uuid` or null, got []",
            ],
        ),
    ]
}

/// The alternative that was meant is explained, and only that.
fn alternatives() -> Vec<Row> {
    vec![
        accepted(
            "pay",
            r#"{"method":{"kind":"card","number":"4","cvc":123}}"#,
            r#"{"cvc":123,"kind":"card","number":"4"}"#,
        ),
        refused(
            "pay",
            r#"{"method":{"kind":"card","number":4}}"#,
            &[
                "`/method/number`: expected a string, got 4",
                "`/method/cvc`: required, but missing",
            ],
        ),
        refused(
            "pay",
            r#"{"method":{"kind":"crad","number":"4","cvc":1}}"#,
            &[
                r#"`/method/kind`: expected one of "card", "transfer", "cash", got "crad"; did you mean `card`?"#,
            ],
        ),
        refused(
            "pay",
            r#"{"method":{"iban":"DE"}}"#,
            &[r#"`/method/kind`: required, but missing: one of "card", "transfer", "cash""#],
        ),
        refused(
            "pay",
            r#"{"method":"cash"}"#,
            &[r#"`/method`: expected an object, got "cash""#],
        ),
        refused(
            "either",
            r#"{"value":[]}"#,
            &["`/value`: expected an integer of at least 0 or a string or null, got []"],
        ),
        refused(
            "tree",
            r#"{"root":{"label":"a","children":[{"label":"b","children":[{"lable":"c"}]}]}}"#,
            &["`/root/children/0/children/0/label`: required, but missing"],
        ),
    ]
}

/// What only the types know is told with its place, in words that are not about them.
fn formats() -> Vec<Row> {
    let id = "67e55044-10b1-426f-9247-bb680e5fe0c8";
    vec![
        accepted(
            "schedule",
            format!(
                r#"{{"date":"2026-07-28","at":"2026-07-28T12:00:00+02:00","id":"{id}","amount":"1.10"}}"#
            ),
            &format!(r#"["2026-07-28","2026-07-28T10:00:00Z","{id}","1.10"]"#),
        ),
        refused(
            "schedule",
            r#"{"date":"2025-02-29"}"#,
            &["`/date`: input is out of range"],
        ),
        refused(
            "schedule",
            r#"{"date":"28 July"}"#,
            &["`/date`: input contains invalid characters"],
        ),
        refused(
            "schedule",
            r#"{"date":"2026-07-28","at":"2026-07-28T12:00:00"}"#,
            &["`/at`: premature end of input"],
        ),
        refused(
            "schedule",
            r#"{"date":"2026-07-28","id":"67e55044"}"#,
            &["`/id`: UUID parsing failed: invalid length: found 8"],
        ),
        refused(
            "schedule",
            r#"{"date":"2026-07-28","amount":"ten"}"#,
            &[
                r#"`/amount`: expected a string that matches `^-?\d+(\.\d+)?([eE]\d+)?$`, a number or null, got "ten""#,
            ],
        ),
    ]
}

/// Rivals, case 27: integers are exact, and what no type holds is refused.
fn integers() -> Vec<Row> {
    let both = |sent: &str, json: &str| {
        [
            accepted("numbers", sent.to_owned(), json),
            accepted("ranged", sent.to_owned(), json),
        ]
    };
    let exact = [
        both(
            r#"{"unsigned":18446744073709551615}"#,
            "[null,18446744073709551615,null,null]",
        ),
        both(
            r#"{"unsigned":9007199254740993}"#,
            "[null,9007199254740993,null,null]",
        ),
        both(
            r#"{"signed":9223372036854775807}"#,
            "[9223372036854775807,null,null,null]",
        ),
        both(r#"{"signed":-0,"unsigned":-0}"#, "[0,0,null,null]"),
        both(r#"{"float":1}"#, "[null,null,null,1.0]"),
    ];
    let rest = [
        accepted(
            "numbers",
            r#"{"signed":-9223372036854775808}"#,
            "[-9223372036854775808,null,null,null]",
        ),
        accepted("any", r#"{"value":18446744073709551615}"#, "18446744073709551615"),
        refused(
            "numbers",
            r#"{"unsigned":18446744073709551616}"#,
            &["`/unsigned`: expected an integer of at least 0 or null, got 1.8446744073709552e+19"],
        ),
        refused(
            "numbers",
            r#"{"signed":9223372036854775808}"#,
            &["`/signed`: does not have the expected form"],
        ),
        refused(
            "numbers",
            r#"{"signed":-9223372036854775809}"#,
            &["`/signed`: expected an integer or null, got -9.223372036854776e+18"],
        ),
        refused(
            "numbers",
            r#"{"small":128}"#,
            &["`/small`: expected an integer from -128 to 127 or null, got 128"],
        ),
        refused(
            "ranged",
            r#"{"signed":-11,"small":101}"#,
            &[
                "`/signed`: expected an integer of at least -10 or null, got -11",
                "`/small`: expected an integer from 0 to 100 or null, got 101",
            ],
        ),
        refused(
            "numbers",
            r#"{"float":1e400}"#,
            &["the whole value: cannot be read: it is not valid JSON, repeats a key, or nests too deeply"],
        ),
        malformed("numbers", r#"{"float":NaN}"#, -32700),
    ];
    exact.into_iter().flatten().chain(rest).collect()
}

/// What JSON allows and no reader takes.
fn text() -> Vec<Row> {
    let unreadable =
        "the whole value: cannot be read: it is not valid JSON, repeats a key, or nests too deeply";
    let nested = |levels: usize| format!(r#"{{"value":{}{}}}"#, "[".repeat(levels), "]".repeat(levels));
    let deep = nested(100);
    let value = &deep[r#"{"value":"#.len()..deep.len() - 1];
    vec![
        refused("order", r#"{"order_id":1,"order_id":2}"#, &[unreadable]),
        refused("any", r#"{"value":{"a":1,"a":1}}"#, &[unreadable]),
        refused("search", r#"{"query":"a","query":"b"}"#, &[unreadable]),
        refused("order", r#"{"order_id":1,"note":"\ud800"}"#, &[unreadable]),
        refused("search", r#"{"query":"\udc00x"}"#, &[unreadable]),
        accepted(
            "order",
            r#"{"order_id":1,"note":"\ud83e\udd80 \u0000"}"#,
            r#"{"note":"🦀 \u0000","order_id":1}"#,
        ),
        accepted("any", deep.clone(), value),
        refused("any", nested(200), &[unreadable]),
        refused("any", nested(20_000), &[unreadable]),
        malformed("order", r#"{"order_id":01}"#, -32700),
        malformed("order", r#"{"order_id":1,}"#, -32700),
        malformed("order", "{'order_id':1}", -32700),
    ]
}
