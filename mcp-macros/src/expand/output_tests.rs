//! The output: what comes out of a function that is right, and of one that is not.

use proc_macro2::TokenStream;
use quote::quote;

use super::expand;
use crate::kind::Kind;

#[test]
fn the_function_comes_out_whatever_happens() {
    let item = quote! {
        #[inline]
        pub async fn f(
            /** What was typed. */
            #[arg(default = 1)]
            #[allow(unused)]
            mut a: u8,
            #[from_context] x: X,
        ) -> R { this is never parsed }
    };
    let function = quote! {
        #[inline]
        pub async fn f(#[allow(unused)] mut a: u8, x: X,) -> R { this is never parsed }
    };
    for settings in [quote!(), quote!(oops)] {
        let output = expand(Kind::Tool, "mcp_core", settings, item.clone()).to_string();
        assert!(output.starts_with(&function.to_string()), "{output}");
        assert!(output.contains("struct f { }"), "{output}");
    }
    let structure = quote!(
        struct S;
    );
    assert!(
        expand(Kind::Tool, "mcp_core", quote!(), structure)
            .to_string()
            .starts_with("struct S ;")
    );
}

#[test]
fn a_fallback_keeps_the_marker_usable_except_in_an_impl() {
    let broken = expand(
        Kind::Prompt,
        "mcp_runtime",
        quote!(),
        quote!(
            fn f() {}
        ),
    )
    .to_string();
    let fallback = quote! {
        #[allow(deprecated, unused_qualifications)]
        impl ::mcp_runtime::Prompt for f {
            fn define() -> ::mcp_runtime::primitive::PromptDefinition { ::mcp_runtime::__private::unreachable() }
        }
    };
    assert!(broken.contains(&fallback.to_string()), "{broken}");
    let method = expand(
        Kind::Prompt,
        "mcp_runtime",
        quote!(),
        quote!(
            fn f(self) -> R {}
        ),
    )
    .to_string();
    assert!(!method.contains("struct"), "{method}");
}

/// What `define` runs.
fn body(kind: Kind, settings: TokenStream, item: TokenStream) -> String {
    let output = expand(kind, "mcp_core", settings, item).to_string();
    let start = output.find("Definition {").unwrap() + "Definition {".len();
    output[start..].trim_matches([' ', '}', ';']).to_owned()
}

fn assert_body(found: &str, expected: TokenStream) {
    assert_eq!(found, expected.to_string().trim_matches([' ', '}', ';']));
}

#[test]
fn a_tool_expands_to_its_builder() {
    let settings = quote! {
        read_only, open_world = false, output = Vec<u8>, title = TITLE,
        icon(src = "https://x", mime_type = "image/png"), meta("a/b" = { "c": 1 })
    };
    let item = quote! {
        #[doc = " Find an order."]
        async fn find_order(
            #[doc = " The number."] r#type: u64,
            State(orders): State<Orders>,
            #[arg(default = "en", rename = "lang")] language: String,
            note: Option<String>,
        ) -> R {}
    };
    let expected = quote! {
        { fn __parameter<__T: ::mcp_core::primitive::Argument>() {} __parameter::<u64>() }
        let _ = <State<Orders> as ::mcp_core::FromContext>::from_context;
        {
            fn __parameter<__T: ::mcp_core::primitive::Argument>() {}
            __parameter::< ::mcp_core::__private::Option<String> >()
        }
        { fn __parameter<__T: ::mcp_core::primitive::Argument>() {} __parameter::<Option<String> >() }
        let _ = <R as ::mcp_core::response::IntoToolResponse>::output_schema;
        let __default_2 = || -> String { ::mcp_core::__private::From::from("en") };
        ::mcp_core::__private::tool(
            ::mcp_core::primitive::ToolBuilder::new("find-order")
                .title(TITLE)
                .description("Find an order.")
                .icon(::mcp_core::Icon::new("https://x").and_then(|__icon| __icon.with_mime_type("image/png")))
                .meta("a/b", {
                    #[allow(unused_imports)]
                    use ::mcp_core::__private::Into as _;
                    ::mcp_core::__private::json!({ "c": 1 })
                })
                .read_only(true)
                .open_world(false)
                .output::<Vec<u8> >(),
            (
                ::mcp_core::primitive::argument::<u64>("type").description("The number."),
                ::mcp_core::primitive::argument::< ::mcp_core::__private::Option<String> >("lang")
                    .default::<String>(&__default_2()),
                ::mcp_core::primitive::argument::<Option<String> >("note"),
            ),
            (::mcp_core::primitive::context::<State<Orders> >(),),
            ::mcp_core::__private::returns::<R>(),
            move |(__parameter_0, __parameter_2, __parameter_3,), (__parameter_1,)| find_order(
                __parameter_0,
                __parameter_1,
                __parameter_2.unwrap_or_else(__default_2),
                __parameter_3
            )
        )
    };
    assert_body(&body(Kind::Tool, settings, item), expected);
}

#[test]
fn constraints_of_an_argument_follow_it() {
    let item = quote! {
        fn f(
            #[arg(range(-1..=100), header = "Region", example = 7, example = LIMIT + 1)] a: i64,
            #[arg(range(0.5..))] b: f64,
            #[arg(length(..=3), pattern = "^[A-Z]+$")] c: String,
        ) -> R {}
    };
    let found = body(Kind::Tool, quote!(strict), item);
    let expected = quote! {
        ::mcp_core::primitive::ToolBuilder::new("f").strict(true),
        (
            ::mcp_core::primitive::argument::<i64>("a")
                .minimum(&-1i64).maximum(&100i64).header("Region").example(&(7)).example(&(LIMIT + 1)),
            ::mcp_core::primitive::argument::<f64>("b").minimum(&0.5f64),
            ::mcp_core::primitive::argument::<String>("c").max_length(3).pattern("^[A-Z]+$"),
        ),
    };
    assert!(found.contains(&expected.to_string()), "{found}");
}

/// The part of each return type that is held against a trait, and which trait.
#[test]
fn a_return_type_is_checked_where_it_is_most_likely_wrong() {
    let cases = [
        (
            quote!(String),
            "< String as :: mcp_core :: response :: IntoToolResponse >",
        ),
        (
            quote!(Vec<String>),
            "< String as :: mcp_core :: response :: IntoResponses >",
        ),
        (
            quote!([u8; 2]),
            "< u8 as :: mcp_core :: response :: IntoResponses >",
        ),
        (
            quote!(Result<String, ToolError>),
            "< String as :: mcp_core :: response :: IntoToolResponse >",
        ),
        (
            quote!(Result<Structured<T>, ToolError>),
            "< Structured < T > as :: mcp_core :: response :: IntoToolResponse >",
        ),
        (
            quote!(Result<Vec<McpResponse>, String>),
            "< String as :: mcp_core :: IntoMcpError >",
        ),
        (
            quote!(Result<(McpResponse, McpResponse), String>),
            "< String as :: mcp_core :: IntoMcpError >",
        ),
        (
            quote!(anyhow::Result<McpResponse>),
            "< McpResponse as :: mcp_core :: response :: IntoToolResponse >",
        ),
    ];
    for (returns, expected) in cases {
        let found = body(Kind::Tool, quote!(), quote!(fn f() -> #returns {}));
        assert!(found.starts_with(&format!("let _ = {expected}")), "{found}");
    }
}

#[test]
fn whole_arguments_are_passed_on() {
    let item = quote!(
        fn add(ctx: Context, Args(sum): Args<Sum>) -> R {}
    );
    let expected = quote! {
        let _ = <Context as ::mcp_core::FromContext>::from_context;
        { fn __parameter<__T: ::mcp_core::primitive::ArgumentStruct>() {} __parameter::<Sum>() }
        let _ = <R as ::mcp_core::response::IntoToolResponse>::output_schema;
        ::mcp_core::__private::blocking_tool(
            ::mcp_core::primitive::ToolBuilder::new("add"),
            ::mcp_core::primitive::arguments::<Sum>(),
            (::mcp_core::primitive::context::<Context>(),),
            ::mcp_core::__private::returns::<R>(),
            move |__parameter_1, (__parameter_0,)| add(__parameter_0, __parameter_1)
        )
    };
    assert_body(&body(Kind::Tool, quote!(), item), expected);
}

#[test]
fn a_resource_expands_to_its_builder() {
    let settings = quote! {
        uri = "a://{id}{?page}", mime_type = "text/plain", cache(ttl_ms = 5, scope = "public"), allow_traversal,
        annotations(audience = ["user", "assistant"], priority = 0.5)
    };
    let item = quote!(
        async fn f(#[arg(complete = ids)] id: u64, page: Option<u8>) -> R {}
    );
    let expected = quote! {
        let _ = <u64 as ::mcp_core::primitive::TextArgument>::from_text;
        let _ = <u8 as ::mcp_core::primitive::TextArgument>::from_text;
        let _ = <R as ::mcp_core::response::IntoResourceResponse>::output_schema;
        ::mcp_core::__private::resource(
            ::mcp_core::primitive::ResourceBuilder::new("f", "a://{id}{?page}")
                .mime_type("text/plain")
                .cache(::mcp_core::CacheHint::public(5u64))
                .annotations(
                    ::mcp_core::__private::Result::Ok(
                        ::mcp_core::ContentAnnotations::new()
                            .with_audience([::mcp_core::Role::User, ::mcp_core::Role::Assistant])
                    ).and_then(|__hints| __hints.with_priority(0.5f64))
                )
                .allow_traversal(),
            (
                ::mcp_core::primitive::text::< ::mcp_core::primitive::Required<u64> >("id").complete(ids),
                ::mcp_core::primitive::text::<Option<u8> >("page"),
            ),
            (),
            ::mcp_core::__private::returns::<R>(),
            move |(__parameter_0, __parameter_1,), ()| f(__parameter_0, __parameter_1)
        )
    };
    assert_body(&body(Kind::Resource, settings, item), expected);
}

#[test]
fn a_prompt_shows_no_default_but_uses_it() {
    let item = quote!(
        fn f(#[arg(default)] a: u64) -> R {}
    );
    let expected = quote! {
        let _ = <u64 as ::mcp_core::primitive::TextArgument>::from_text;
        let _ = <R as ::mcp_core::response::IntoPromptResponse>::output_schema;
        let __default_0 = || -> u64 { ::mcp_core::__private::Default::default() };
        ::mcp_core::__private::blocking_prompt(
            ::mcp_core::primitive::PromptBuilder::new("f"),
            (::mcp_core::primitive::text::< ::mcp_core::__private::Option<u64> >("a"),),
            (),
            ::mcp_core::__private::returns::<R>(),
            move |(__parameter_0,), ()| f(__parameter_0.unwrap_or_else(__default_0))
        )
    };
    assert_body(&body(Kind::Prompt, quote!(), item), expected);
}
