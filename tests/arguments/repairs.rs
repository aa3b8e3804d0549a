//! Arguments that models really send, most of which mean one thing only.

use crate::row::{Row, accepted, partly, refused, repaired};

pub(crate) fn rows() -> Vec<Row> {
    [numbers(), others(), absent(), ambiguous(), nested()]
        .into_iter()
        .flatten()
        .collect()
}

/// Rivals, case 26: `"5"` for a number and `5.0` for an integer.
fn numbers() -> Vec<Row> {
    vec![
        repaired(
            "order",
            r#"{"order_id":"42"}"#,
            r#"{"note":null,"order_id":42}"#,
            &[r#"`/order_id`: expected an integer of at least 0, got "42""#],
        ),
        repaired(
            "order",
            r#"{"order_id":" 42\n"}"#,
            r#"{"note":null,"order_id":42}"#,
            &[r#"`/order_id`: expected an integer of at least 0, got " 42\n""#],
        ),
        repaired(
            "order",
            r#"{"order_id":"18446744073709551615"}"#,
            r#"{"note":null,"order_id":18446744073709551615}"#,
            &[r#"`/order_id`: expected an integer of at least 0, got "18446744073709551615""#],
        ),
        repaired(
            "order",
            r#"{"order_id":"5.0"}"#,
            r#"{"note":null,"order_id":5}"#,
            &[r#"`/order_id`: expected an integer of at least 0, got "5.0""#],
        ),
        repaired(
            "numbers",
            r#"{"float":"1.5"}"#,
            "[null,null,null,1.5]",
            &[r#"`/float`: expected a number or null, got "1.5""#],
        ),
        repaired(
            "numbers",
            r#"{"signed":"-5"}"#,
            "[-5,null,null,null]",
            &[r#"`/signed`: expected an integer or null, got "-5""#],
        ),
        repaired(
            "ranged",
            r#"{"small":"5"}"#,
            "[null,null,5,null]",
            &[r#"`/small`: expected an integer from 0 to 100 or null, got "5""#],
        ),
        // To JSON Schema `5.0` is an integer; a strict tool may not see it otherwise.
        accepted("ranged", r#"{"small":5.0}"#, "[null,null,5,null]"),
        accepted("ranged", r#"{"small":1e2}"#, "[null,null,100,null]"),
        accepted("numbers", r#"{"small":5.0}"#, "[null,null,5,null]"),
        accepted("numbers", r#"{"unsigned":1e2}"#, "[null,100,null,null]"),
        accepted("order", r#"{"order_id":42.0}"#, r#"{"note":null,"order_id":42}"#),
    ]
}

/// Rivals, case 26: `"true"` for a boolean and `"[\"a\"]"` for a list.
fn others() -> Vec<Row> {
    vec![
        repaired(
            "search",
            r#"{"query":"a","exact":"true"}"#,
            r#"["a",null,true,null,null,null]"#,
            &[r#"`/exact`: expected true or false or null, got "true""#],
        ),
        repaired(
            "search",
            r#"{"query":"a","exact":"false"}"#,
            r#"["a",null,false,null,null,null]"#,
            &[r#"`/exact`: expected true or false or null, got "false""#],
        ),
        refused(
            "search",
            r#"{"query":"a","exact":"yes"}"#,
            &[r#"`/exact`: expected true or false or null, got "yes""#],
        ),
        refused(
            "search",
            r#"{"query":"a","exact":1}"#,
            &["`/exact`: expected true or false or null, got 1"],
        ),
        repaired(
            "search",
            r#"{"query":"a","tags":"[\"x\",\"y\"]"}"#,
            r#"["a",null,null,["x","y"],null,null]"#,
            &[r#"`/tags`: expected an array of at most 3 items or null, got "[\"x\",\"y\"]""#],
        ),
        // One item is not a list: it may be meant as text that names several.
        refused(
            "search",
            r#"{"query":"a","tags":"x"}"#,
            &[r#"`/tags`: expected an array of at most 3 items or null, got "x""#],
        ),
        repaired(
            "customer",
            r#"{"name":"Ada","address":"{\"street\":\"Main\",\"zip\":\"10115\"}"}"#,
            r#"{"address":{"street":"Main","zip":"10115"},"contacts":[],"name":"Ada","vip":null}"#,
            &[r#"`/address`: expected an object, got "{\"street\":\"Main\",\"zip\":\"10115\"}""#],
        ),
    ]
}

/// Rivals, case 26: `null` or `""` for an absent optional.
fn absent() -> Vec<Row> {
    vec![
        accepted(
            "order",
            r#"{"order_id":1,"note":null}"#,
            r#"{"note":null,"order_id":1}"#,
        ),
        // An `Option` is read from `null` whether or not repairs are wanted.
        accepted(
            "search",
            r#"{"query":"a","limit":null,"exact":null,"tags":null,"sort":null,"price":null}"#,
            r#"["a",null,null,null,null,null]"#,
        ),
        repaired(
            "search",
            r#"{"query":"a","limit":"","exact":"","tags":"","price":""}"#,
            r#"["a",null,null,null,null,null]"#,
            &[
                r#"`/exact`: expected true or false or null, got """#,
                r#"`/limit`: expected an integer from 1 to 100 or null, got """#,
                r#"`/price`: expected a number of at least 0 or null, got """#,
                r#"`/tags`: expected an array of at most 3 items or null, got """#,
            ],
        ),
        // A text may be empty, so an empty one is one.
        accepted(
            "order",
            r#"{"order_id":1,"note":""}"#,
            r#"{"note":"","order_id":1}"#,
        ),
        repaired(
            "customer",
            r#"{"name":"Ada","address":{"street":"Main","zip":"10115"},"contacts":null}"#,
            r#"{"address":{"street":"Main","zip":"10115"},"contacts":[],"name":"Ada","vip":null}"#,
            &["`/contacts`: expected an array, got null"],
        ),
        // What is required cannot be left out by sending nothing.
        refused(
            "order",
            r#"{"order_id":null}"#,
            &["`/order_id`: expected an integer of at least 0, got null"],
        ),
        refused(
            "order",
            r#"{"order_id":""}"#,
            &[r#"`/order_id`: expected an integer of at least 0, got """#],
        ),
        accepted("any", r#"{"value":null}"#, "null"),
    ]
}

/// What could be meant otherwise is taken as it stands.
fn ambiguous() -> Vec<Row> {
    vec![
        accepted(
            "order",
            r#"{"order_id":1,"note":"5"}"#,
            r#"{"note":"5","order_id":1}"#,
        ),
        accepted("either", r#"{"value":"5"}"#, r#"["5",null]"#),
        accepted("either", r#"{"value":5}"#, "[5,null]"),
        accepted("any", r#"{"value":"[1]"}"#, r#""[1]""#),
        refused(
            "either",
            r#"{"flag":"true"}"#,
            &[r#"`/flag`: expected true or false or an integer or null, got "true""#],
        ),
        refused(
            "either",
            r#"{"flag":"1"}"#,
            &[r#"`/flag`: expected true or false or an integer or null, got "1""#],
        ),
        refused(
            "order",
            r#"{"order_id":5.5}"#,
            &["`/order_id`: expected an integer of at least 0, got 5.5"],
        ),
        refused(
            "order",
            r#"{"order_id":"5.5"}"#,
            &[r#"`/order_id`: expected an integer of at least 0, got "5.5""#],
        ),
        refused(
            "order",
            r#"{"order_id":"five"}"#,
            &[r#"`/order_id`: expected an integer of at least 0, got "five""#],
        ),
        refused(
            "order",
            r#"{"order_id":true}"#,
            &["`/order_id`: expected an integer of at least 0, got true"],
        ),
        refused(
            "order",
            r#"{"order_id":1,"note":5}"#,
            &["`/note`: expected a string or null, got 5"],
        ),
    ]
}

/// Repairs within what was repaired, and next to what cannot be.
fn nested() -> Vec<Row> {
    vec![
        repaired(
            "customer",
            r#"{"name":"Ada","address":{"street":"Main","zip":"10115"},"contacts":"[{\"email\":\"a@b.c\",\"kind\":null}]","vip":"true"}"#,
            r#"{"address":{"street":"Main","zip":"10115"},"contacts":[{"email":"a@b.c","kind":null}],"name":"Ada","vip":true}"#,
            &[
                r#"`/contacts`: expected an array, got "[{\"email\":\"a@b.c\",\"kind\":null}]""#,
                r#"`/vip`: expected true or false or null, got "true""#,
            ],
        ),
        repaired(
            "pay",
            r#"{"method":"{\"kind\":\"cash\"}"}"#,
            r#"{"kind":"cash"}"#,
            &[r#"`/method`: expected an object, got "{\"kind\":\"cash\"}""#],
        ),
        partly(
            "search",
            r#"{"query":"","limit":"5"}"#,
            &[r#"`/query`: expected a string of 1 to 20 characters, got """#],
            &[
                r#"`/limit`: expected an integer from 1 to 100 or null, got "5""#,
                r#"`/query`: expected a string of 1 to 20 characters, got """#,
            ],
        ),
        partly(
            "search",
            r#"{"query":"a","limit":"500"}"#,
            &["`/limit`: expected an integer from 1 to 100 or null, got 500"],
            &[r#"`/limit`: expected an integer from 1 to 100 or null, got "500""#],
        ),
    ]
}
