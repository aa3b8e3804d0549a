//! Every error that the macros report themselves.

use proc_macro2::TokenTree;

use super::expand;
use crate::kind::Kind;

/// The text of every `compile_error!`, in order.
pub(super) fn errors(kind: Kind, settings: &str, item: &str) -> Vec<String> {
    let output = expand(kind, "mcp_core", settings.parse().unwrap(), item.parse().unwrap());
    let tokens: Vec<TokenTree> = output.into_iter().collect();
    let calls = tokens.windows(3).filter_map(|window| match window {
        [TokenTree::Ident(name), _, TokenTree::Group(text)] if name == "compile_error" => {
            Some(syn::parse2::<syn::LitStr>(text.stream()).unwrap().value())
        }
        _ => None,
    });
    calls.collect()
}

/// What is tried, and a part of each error that it has.
pub(super) type Cases<'c> = &'c [(&'c str, &'c [&'c str])];

/// `source` makes the settings and the item of what is tried.
pub(super) fn check(kind: Kind, source: fn(&str) -> (String, String), cases: Cases<'_>) {
    for (tried, expected) in cases {
        let (settings, item) = source(tried);
        let found = errors(kind, &settings, &item);
        let fits = found.len() == expected.len()
            && found
                .iter()
                .zip(*expected)
                .all(|(found, expected)| found.contains(expected));
        assert!(
            fits,
            "{kind:?}({settings}) {item}\nfound {found:#?}\nexpected {expected:#?}"
        );
    }
}

const FN: &str = "async fn f() -> McpResponse {}";
const BY_ID: &str = "async fn f(id: u64) -> McpResponse {}";

#[test]
fn settings_are_checked_one_by_one() {
    check(
        Kind::Tool,
        |settings| (settings.to_owned(), FN.to_owned()),
        &[
            ("", &[]),
            ("read_only, destructive = false,", &[]),
            (
                "destructive, read_only",
                &["a tool that is `read_only` destroys nothing: remove one of the two"],
            ),
            (
                r#"tittle = "x""#,
                &["a tool has no setting `tittle`: did you mean `title`? It has `name`, `title`"],
            ),
            (r#"title = "a", title = "b""#, &["`title` is set twice"]),
            ("title = 5", &[r#"`title` takes text: write `title = "…"`"#]),
            ("title", &["`title` takes text"]),
            ("title = ", &["`title` takes text"]),
            ("name = NAME", &["`name` takes a string literal"]),
            (
                r#"name = "order summary""#,
                &["`order summary` cannot be a name: a name is 1 to 128 of"],
            ),
            (r#"name = """#, &["`` cannot be a name"]),
            (
                r#"read_only = "yes""#,
                &["`read_only` is a switch: write `read_only` or `read_only = false`"],
            ),
            (
                "output = 5",
                &["`output` takes a type: write `output = OrderSummary`"],
            ),
            ("output = Map<String, u64>, read_only", &[]),
            (
                r#"crate = "my_mcp""#,
                &["`crate` takes a path without quotes: write `crate = my_mcp`"],
            ),
            (
                r#""name" = "x""#,
                &["a setting is written without quotes: `name = …`"],
            ),
            (r#"title = "a" read_only"#, &["write `,` before this"]),
            ("5", &["expected a setting, such as `name = …`"]),
            (
                r#"oops, title = 5, name = "ü""#,
                &["no setting `oops`", "`title` takes text", "`ü` cannot be a name"],
            ),
        ],
    );
    check(
        Kind::Prompt,
        |settings| (settings.to_owned(), FN.to_owned()),
        &[(
            "read_only",
            &["a prompt has no setting `read_only`; it has `name`"],
        )],
    );
    check(
        Kind::Tool,
        |settings| (settings.to_owned(), "fn größe() -> McpResponse {}".to_owned()),
        &[("", &["`größe` cannot be the name of a tool"])],
    );
}

#[test]
fn lists_in_settings_are_checked_inside() {
    check(
        Kind::Tool,
        |settings| (settings.to_owned(), FN.to_owned()),
        &[
            (
                r#"icon(src = "https://x"), icon(src = "data:image/png,x", theme = "dark", sizes = ["any"])"#,
                &[],
            ),
            (
                r#"icon(src = "http://x")"#,
                &["an icon is only at an `https:` or `data:` URI"],
            ),
            (
                "icon()",
                &[r#"an icon needs its source: write `icon(src = "https://…")`"#],
            ),
            (
                r#"icon = "https://x""#,
                &["`icon` takes a list in parentheses: write `icon(src"],
            ),
            (
                r#"icon(src = "https://x", mime = "a/b")"#,
                &["`icon` has no setting `mime`"],
            ),
            (
                r#"icon(src = "https://x", mime_type = "svg")"#,
                &["`svg` is no media type: write `type/subtype`"],
            ),
            (
                r#"icon(src = "https://x", theme = "blue")"#,
                &[r#"a theme is `"light"` or `"dark"`"#],
            ),
            (
                r#"icon(src = "https://x", sizes = "any")"#,
                &["`sizes` takes a list of string literals"],
            ),
            (
                r#"meta("a/b" = {"x": [1, null]}, "a/c" = LIMIT + 1), meta("a/d" = null)"#,
                &[],
            ),
            ("meta(key = 1)", &["a metadata key is a string literal"]),
            (r#"meta("a/b")"#, &["the metadata key `a/b` has no value"]),
            (
                r#"meta("a/b" = 1, "a/b" = 2)"#,
                &["the metadata key `a/b` is set twice"],
            ),
        ],
    );
}

#[test]
fn resources_are_checked() {
    check(
        Kind::Resource,
        |settings| (settings.to_owned(), FN.to_owned()),
        &[
            (
                r#"uri = "a://b", size = 10, mime_type = "text/plain; charset=utf-8""#,
                &[],
            ),
            (
                "",
                &[r#"a resource needs its URI: write `uri = "orders://recent"`"#],
            ),
            ("uri = 5", &["`uri` takes a string literal"]),
            (
                r#"uri = "orders""#,
                &["`orders` is no absolute URI: begin with a scheme"],
            ),
            (
                r#"uri = "a://b c""#,
                &["' ' cannot stand in a URI: percent-encode it"],
            ),
            (
                r#"uri = "a://{id}""#,
                &["the variable `id` has no parameter: write `id: String`"],
            ),
            (
                r#"uri = "a://b", size = -5"#,
                &["`size` takes a whole number that is not negative"],
            ),
            (r#"uri = "a://b", cache(ttl_ms = 30_000, scope = "public")"#, &[]),
            (
                r#"uri = "a://b", cache(ttl_ms = -1)"#,
                &["`ttl_ms` takes a whole number that is not negative"],
            ),
            (
                r#"uri = "a://b", cache(scope = "public")"#,
                &["a cache hint needs its time in milliseconds"],
            ),
            (
                r#"uri = "a://b", cache(ttl_ms = 1, scope = "all")"#,
                &[r#"a cache scope is `"public"`"#],
            ),
            (
                r#"uri = "a://b", annotations(audience = ["user"], priority = 1)"#,
                &[],
            ),
            (
                r#"uri = "a://b", annotations(priority = 1.5)"#,
                &["`priority` is a number from 0 (optional) to 1"],
            ),
            (
                r#"uri = "a://b", annotations(priority = -0.5)"#,
                &["`priority` is a number from 0"],
            ),
            (
                r#"uri = "a://b", annotations(priority = "high")"#,
                &["`priority` is a number from 0"],
            ),
            (
                r#"uri = "a://b", annotations(audience = ["model"])"#,
                &[r#"an audience is `"user"` or"#],
            ),
            (
                r#"uri = "a://b", annotations(audience = "user")"#,
                &["`audience` takes a list"],
            ),
        ],
    );
    check(
        Kind::Resource,
        |settings| (settings.to_owned(), BY_ID.to_owned()),
        &[
            (r#"uri = "a://{id""#, &["a `{` in `a://{id` is never closed"]),
            (
                r#"uri = "a://b""#,
                &["`id` is no variable of the URI: write `{id}` into it"],
            ),
            (r#"uri = "a://{id}", size = 5"#, &["a template has no size"]),
        ],
    );
    check(
        Kind::Resource,
        |settings| (settings.to_owned(), "fn f(orderid: u64) -> R {}".to_owned()),
        &[(r#"uri = "a://{order_id}""#, &["did you mean `order_id`?"])],
    );
    check(
        Kind::Resource,
        |settings| (settings.to_owned(), "fn f(page: u64) -> R {}".to_owned()),
        &[(
            r#"uri = "a://{?page}""#,
            &["the query variable `page` may be absent"],
        )],
    );
    check(
        Kind::Resource,
        |settings| (settings.to_owned(), "fn f(page: Option<u64>) -> R {}".to_owned()),
        &[(r#"uri = "a://{?page}""#, &[])],
    );
    check(
        Kind::Resource,
        |settings| {
            (
                settings.to_owned(),
                "fn f(#[arg(default = 1)] page: u64) -> R {}".to_owned(),
            )
        },
        &[(r#"uri = "a://{?page}""#, &[])],
    );
    check(
        Kind::Resource,
        |settings| {
            (
                settings.to_owned(),
                "fn f(#[arg(rename = \"pageSize\")] page: u64) -> R {}".to_owned(),
            )
        },
        &[(r#"uri = "a://{pageSize}""#, &[])],
    );
}

#[test]
fn a_parameter_that_is_wrong_is_not_reported_as_missing_too() {
    for item in [
        "fn f(id: &str) -> R {}",
        "fn f((id,): (u8,)) -> R {}",
        "fn f(id: &Context) -> R {}",
    ] {
        assert_eq!(
            errors(Kind::Resource, "uri = \"a://{id}\"", item).len(),
            1,
            "{item}"
        );
    }
}

#[test]
fn every_kind_refuses_what_no_handler_may_be() {
    let cases: &[(&str, &str)] = &[
        (
            "fn f(&self) -> R {}",
            "has no `self`: take shared values as `State(name): State<Type>`",
        ),
        ("fn f<T>() -> R {}", "cannot be generic"),
        ("fn f<const N: usize>() -> R {}", "cannot be generic"),
        ("fn f<'a>() -> R {}", "has no lifetimes"),
        ("const fn f() -> R {}", "cannot be `const`"),
        ("unsafe fn f() -> R {}", "cannot be `unsafe`"),
        ("extern \"C\" fn f() -> R {}", "remove `extern`"),
        ("unsafe extern fn f(...) -> R {}", "cannot be `unsafe`"),
        ("async fn f() {}", "returns its response: write `-> "),
        (
            "async fn f() -> impl Stream<Item = R> {}",
            "a stream is `ResponseStream`",
        ),
        (
            "fn f() -> impl Future<Output = R> {}",
            "write `async fn` for a future",
        ),
        ("struct S { x: u8 }", "move it above a `fn`"),
        ("mod m { fn f() {} }", "move it above a `fn`"),
    ];
    for kind in [Kind::Tool, Kind::Resource, Kind::Prompt] {
        let settings = if kind == Kind::Resource {
            "uri = \"a://b\""
        } else {
            ""
        };
        for (item, expected) in cases {
            let found = errors(kind, settings, item);
            assert!(
                found.first().is_some_and(|found| found.contains(expected)),
                "{kind:?} {item}: {found:#?}"
            );
            assert!(
                found.len() == 1 || item.contains("extern fn"),
                "{kind:?} {item}: {found:#?}"
            );
        }
    }
    assert_eq!(errors(Kind::Tool, "", "unsafe extern fn f(...) -> R {}").len(), 3);
}

#[test]
fn parameters_are_checked() {
    check(
        Kind::Tool,
        |parameters| (String::new(), format!("fn f({parameters}) -> R {{}}")),
        &[
            (
                "mut a: u8, State(s): State<S>, ctx: mcp::Context, #[from_context] X { y }: X",
                &[],
            ),
            ("a: &str", &["a handler owns its arguments: write `String`"]),
            ("a: &[u8], b: &Order", &["write `Vec<u8>`", "write `Order`"]),
            ("a: Option<&str>", &["write `String` for `&str`"]),
            ("a: Cow<'static, str>", &["has no lifetimes"]),
            ("a: impl Display", &["not `impl …`: write the type out"]),
            ("a: Vec<impl Display>", &["not `impl …`"]),
            ("a: dyn Display", &["not `dyn …`"]),
            ("ctx: &Context", &["write `Context` without `&`"]),
            ("s: &State<Orders>", &["write `State<Orders>` without `&`"]),
            ("s: State<&'static str>", &[]),
            (
                "(a, b): (u8, u8)",
                &["each argument has a name: write `name: Type`"],
            ),
            ("_: u8", &["each argument has a name"]),
            ("ref a: u8", &["each argument has a name"]),
            ("Args(a): Args<A>", &[]),
            (
                "Args(a): Args<A>, Args(b): Args<B>",
                &["stands once: merge the two structs"],
            ),
            (
                "Args(a): Args<A>, b: u8",
                &["`Args` is the whole of the arguments: make this"],
            ),
            ("a: Args", &["write `Args(input): Args<YourStruct>`"]),
            ("a: &Args<A>", &["write `Args<…>` without `&`"]),
            (
                r#"#[arg(rename = "b")] a: u8, b: u8"#,
                &["two parameters are named `b`"],
            ),
            (
                "#[arg(default)] a: Option<u8>",
                &["remove `Option` from the type, or the default"],
            ),
            (
                "#[arg(default = 1)] s: State<u8>",
                &["this parameter comes from the request"],
            ),
            (
                "#[arg(default)] #[from_context] s: S",
                &["is marked with `#[from_context]`"],
            ),
            (
                "#[arg(default)] Args(a): Args<A>",
                &["`#[arg]` is for single arguments"],
            ),
            ("#[arg] a: u8", &["`#[arg]` has its settings in parentheses"]),
            (
                "#[arg(default)] #[arg(default)] a: u8",
                &["this attribute stands twice"],
            ),
            (
                r#"#[arg(titel = "x")] a: u8"#,
                &["`#[arg]` of a tool has no setting `titel`"],
            ),
            ("#[arg(complete = cities)] a: u8", &["has no setting `complete`"]),
            (r#"#[arg(rename = "")] a: u8"#, &["a parameter needs a name"]),
            ("#[from_context(x)] a: u8", &["`#[from_context]` has no settings"]),
            ("#[cfg(test)] a: u8", &["`#[cfg]` cannot change the parameters"]),
        ],
    );
    check(
        Kind::Prompt,
        |parameters| (String::new(), format!("fn f({parameters}) -> R {{}}")),
        &[
            (
                "a: Args<A>",
                &["`Args` is for tools: write each argument of the prompt"],
            ),
            (r#"#[arg(title = "x", complete = cities)] a: u8"#, &[]),
        ],
    );
}

#[test]
fn sixteen_arguments_are_enough() {
    let item = |count: usize| {
        let parameters: String = (0..count).map(|number| format!("a{number}: u8,")).collect();
        format!("fn f({parameters}) -> R {{}}")
    };
    assert!(errors(Kind::Tool, "", &item(16)).is_empty());
    assert!(errors(Kind::Tool, "", &item(17))[0].contains("at most 16 arguments"));
}
