//! The output names nothing that the prelude brings, nor what stands around the form.

#![no_implicit_prelude]
#![deny(warnings, missing_docs, unreachable_pub, unused_qualifications, single_use_lifetimes, unused_results)]
#![allow(dead_code)]

/// Not the one of the framework.
pub trait FormField {}

/// A choice.
#[derive(::serde::Deserialize, ::mcp_runtime::Form)]
pub enum Option {
    /// Nothing.
    None,
    /// Something.
    Some,
}

/// A form.
#[derive(::serde::Deserialize, ::mcp_runtime::Form)]
pub struct Form<String> {
    part: String,
    text: ::std::string::String,
    option: ::std::option::Option<Option>,
    options: ::std::vec::Vec<Option>,
}

/// An old one.
#[deprecated]
#[derive(::serde::Deserialize, ::mcp_runtime::Form)]
pub struct Old {
    r#type: ::std::primitive::bool,
}

// Schemars derives nothing without the prelude.
macro_rules! described {
    ($($type:ident $(<$parameter:ident>)?),*) => {
        $(
            #[allow(deprecated)]
            impl $(<$parameter>)? ::mcp_runtime::schemars::JsonSchema for $type $(<$parameter>)? {
                fn schema_name() -> ::std::borrow::Cow<'static, str> {
                    ::std::borrow::Cow::Borrowed(::std::stringify!($type))
                }

                fn json_schema(
                    generator: &mut ::mcp_runtime::schemars::SchemaGenerator,
                ) -> ::mcp_runtime::schemars::Schema {
                    generator.subschema_for::<bool>()
                }
            }
        )*
    };
}

described!(Option, Form<T>, Old);

fn main() {
    fn form<F: ::mcp_runtime::Form>() {}
    form::<Form<bool>>();
}
