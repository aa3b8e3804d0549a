//! What the derive prints, and every error that it reports itself.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::expand;

fn assert_output(item: TokenStream, expected: TokenStream) {
    assert_eq!(expand("mcp_core", item).to_string(), expected.to_string());
}

#[test]
fn a_struct_is_a_form_whose_fields_are_held_to_the_trait() {
    let item = quote! {
        #[serde(deny_unknown_fields)]
        #[form(crate = ::served)]
        pub struct Delivery {
            #[schemars(title = "Name", length(min = 1))]
            name: String,
            #[serde(skip)]
            cache: Cache,
            #[schemars(with = "Option<String>", extend("format" = "date"))]
            day: Option<chrono::NaiveDate>,
            #[schemars(schema_with = "hours")]
            hour: Hour,
            extras: Vec<Extra>,
        }
    };
    let expected = quote! {
        const _: () = {
            #[automatically_derived]
            #[allow(deprecated, unused_qualifications)]
            impl ::served::Form for Delivery {
                fn __fields() {
                    fn __field<__T: ::served::ask::FormField>() {}
                    __field::<String>();
                    __field::<Option<String> >();
                    __field::<Vec<Extra> >();
                }
            }
        };
    };
    assert_output(item, expected);
}

#[test]
fn what_hangs_on_a_parameter_is_a_condition() {
    let item = quote! {
        struct Of<T: Clone = String, const N: usize> where T: Send { a: Option<T>, b: u8 }
    };
    let expected = quote! {
        const _: () = {
            #[automatically_derived]
            #[allow(deprecated, unused_qualifications)]
            impl<T: Clone, const N: usize> ::mcp_core::Form for Of<T, N>
            where
                T: Send,
                Of<T, N>: ::mcp_core::__private::DeserializeOwned + ::mcp_core::schemars::JsonSchema + 'static,
                Option<T>: ::mcp_core::ask::FormField,
            {
                fn __fields() {
                    fn __field<__T: ::mcp_core::ask::FormField>() {}
                    __field::<u8>();
                }
            }
        };
    };
    assert_output(item, expected);
}

#[test]
fn a_struct_that_is_read_by_way_of_another_is_held_to_that_one() {
    let item = quote! {
        #[serde(try_from = "Raw")]
        struct Delivery { day: chrono::NaiveDate }
    };
    let expected = quote! {
        const _: () = {
            #[automatically_derived]
            #[allow(deprecated, unused_qualifications)]
            impl ::mcp_core::Form for Delivery {
                fn __fields() {
                    fn __field<__T: ::mcp_core::Form>() {}
                    __field::<Raw>();
                }
            }
        };
    };
    assert_output(item, expected);
}

#[test]
fn an_enum_of_names_is_a_choice() {
    let expected = quote! {
        const _: () = {
            #[automatically_derived]
            #[allow(deprecated, unused_qualifications)]
            impl ::mcp_core::ask::FormField for Size {}

            #[automatically_derived]
            #[allow(deprecated, unused_qualifications)]
            impl ::mcp_core::ask::FormChoice for Size {}
        };
    };
    assert_output(
        quote!(
            enum Size {
                Small = 1,
                #[serde(rename = "l")]
                Large,
            }
        ),
        expected,
    );
}

#[test]
fn a_mistake_leaves_an_impl_that_holds_nothing_to_anything() {
    let output = expand(
        "mcp_core",
        quote!(
            struct F {
                #[serde(flatten)]
                a: A,
                b: B,
            }
        ),
    )
    .to_string();
    let fallback = quote!(impl ::mcp_core::Form for F {}).to_string();
    assert!(output.ends_with(&format!("{fallback} }} ;")), "{output}");
}

/// The text of every `compile_error!`, in order.
fn errors(item: &str) -> Vec<String> {
    let tokens: Vec<TokenTree> = expand("mcp_core", item.parse().unwrap()).into_iter().collect();
    let calls = tokens.windows(3).filter_map(|window| match window {
        [TokenTree::Ident(name), _, TokenTree::Group(text)] if name == "compile_error" => {
            Some(syn::parse2::<syn::LitStr>(text.stream()).unwrap().value())
        }
        _ => None,
    });
    calls.collect()
}

#[test]
fn what_no_form_can_be_is_said() {
    for (item, expected) in [
        ("struct F { a: u8 }", &[] as &[&str]),
        ("struct F {}", &[]),
        ("struct F(String);", &["write `struct F { name: Type }`; a single text"]),
        ("struct F;", &["write `struct F {}`"]),
        ("union F { a: u8 }", &["make it one of them"]),
        ("enum F {}", &["add a variant"]),
        ("enum F { A(u8), B, C { c: u8 } }", &["names without data", "names without data"]),
        ("struct F<'a> { a: &'a str }", &["has no lifetimes"]),
        ("#[serde(transparent)] struct F { a: u8 }", &["a `transparent` struct is its only field"]),
        ("#[serde(tag = \"t\")] enum F { A }", &["`tag` makes it something else"]),
        ("enum F { #[serde(untagged)] A }", &["`untagged` makes it something else"]),
        ("#[form] struct F {}", &["`#[form]` has its settings in parentheses"]),
        ("#[form(krate = x)] struct F {}", &["a form has no setting `krate`: did you mean `crate`?"]),
        ("#[form(crate = \"x\")] struct F {}", &["`crate` takes a path without quotes"]),
        ("struct F { #[form(crate = x)] a: u8 }", &["`#[form]` is for the type as a whole"]),
        ("enum F { #[form(crate = x)] A }", &["`#[form]` is for the type as a whole"]),
        (
            "struct F { #[serde(flatten)] a: A, #[schemars(flatten)] b: B, #[serde(skip, flatten)] c: C }",
            &["instead of `flatten`", "instead of `flatten`"],
        ),
        ("struct F { #[serde(skip_serializing)] a: String }", &["or ask with `elicit_url`"]),
        (
            "struct F { #[schemars(regex(pattern = \"a\"))] a: String, #[garde(pattern(\"a\"))] b: String,
             #[validate(contains(pattern = \"a\"))] c: String, #[schemars(inner(length(min = 1)))] d: Vec<D> }",
            &["to `regex`", "to `pattern`", "to `contains`", "to `inner`"],
        ),
        ("struct F { #[serde(rename = \"b\", default)] #[schemars(email)] a: String }", &[]),
        ("fn f() {}", &["`Form` is derived for a struct or an enum"]),
    ] {
        let found = errors(item);
        let fits = found.len() == expected.len()
            && found.iter().zip(expected).all(|(found, expected)| found.contains(expected));
        assert!(fits, "{item}\nfound {found:#?}\nexpected {expected:#?}");
    }
}
