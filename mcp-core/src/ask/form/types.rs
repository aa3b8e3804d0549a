//! Which Rust types are forms, and which are fields of one.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::hash::Hash;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// A struct that is a form: each of its fields is a [`FormField`].
///
/// It is derived beside `Deserialize` and `JsonSchema`, which read the answer and describe the form;
/// the derive only checks. A field that no form can have is then a compile error at that field, and
/// not a question that fails.
///
/// ```
/// use mcp_core::Form;
/// use schemars::JsonSchema;
/// use serde::Deserialize;
///
/// #[derive(Deserialize, JsonSchema, Form)]
/// struct Delivery {
///     /// Who gets it.
///     #[schemars(length(min = 1, max = 40))]
///     name: String,
///     /// Something to say to the driver.
///     note: Option<String>,
///     size: Size,
///     extras: Vec<Extra>,
/// }
///
/// // An enum of names is a choice: of one, or of several in a `Vec`.
/// #[derive(Deserialize, JsonSchema, Form)]
/// enum Size { Small, Large }
///
/// #[derive(Deserialize, JsonSchema, Form)]
/// enum Extra { Gift, Insured }
/// ```
///
/// What only shows in the schema, such as a `format` that no form has, is found by
/// [`FormSchema::of`](super::FormSchema::of): at the first question, or in a test that calls it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a form",
    label = "a form is a struct that derives `Form`",
    note = "derive it beside the others: `#[derive(serde::Deserialize, schemars::JsonSchema, Form)]`",
    note = "an enum is a choice: a field of a form, and no form itself",
    note = "a form whose fields are known only at run time is asked for with `elicit_form`"
)]
pub trait Form: DeserializeOwned + JsonSchema + 'static {
    /// Where the derive holds each field to [`FormField`]; nothing calls it.
    #[doc(hidden)]
    fn __fields() {}
}

/// A type that can be a field of a [`Form`]: text, a number, a `bool`, a choice of one, a choice of
/// several, or an `Option` of these.
///
/// `#[derive(Form)]` on an enum of names makes it a choice. For a type of your own that is a single
/// text or number in JSON, write the impl by hand:
///
/// ```
/// use mcp_core::ask::{FormField, FormSchema};
/// use mcp_core::Form;
/// use schemars::JsonSchema;
/// use serde::Deserialize;
///
/// /// A day, as `2026-07-28`.
/// #[derive(Deserialize, JsonSchema)]
/// struct Day(#[schemars(extend("format" = "date"))] String);
///
/// impl FormField for Day {}
///
/// #[derive(Deserialize, JsonSchema, Form)]
/// struct Delivery {
///     day: Day,
/// }
/// assert!(FormSchema::of::<Delivery>().is_ok());
/// ```
///
/// That is a promise about its schema, which [`FormSchema::of`](super::FormSchema::of) holds it to. A
/// type of another crate is described as one that is a field: `#[schemars(with = "String")]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a form",
    label = "a form is flat: a field is text, a number, a `bool` or a choice",
    note = "a choice is an enum of names that derives `Form`, and a list is a choice of several: `Vec<T>` of such an enum",
    note = "a type that is a single text or number in JSON takes `impl FormField`, or `#[schemars(with = \"String\")]` on the field",
    note = "the fields of a struct are written out, or asked for in a question of their own"
)]
pub trait FormField: DeserializeOwned + JsonSchema + 'static {}

/// A choice among names, of which a form can take several: `Vec<T>` is then a [`FormField`].
///
/// `#[derive(Form)]` on an enum of names implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a choice",
    label = "a choice is an enum of names that derives `Form`",
    note = "derive it beside the others: `#[derive(serde::Deserialize, schemars::JsonSchema, Form)]`"
)]
pub trait FormChoice: FormField {}

/// Implements [`FormField`] for types that are always one.
macro_rules! fields {
    ($($type:ty),* $(,)?) => {
        $(
            #[diagnostic::do_not_recommend]
            impl FormField for $type {}
        )*
    };
}

fields!(String, Box<str>, Cow<'static, str>, char, bool);
fields!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, f32, f64);

#[diagnostic::do_not_recommend]
impl<T: FormField> FormField for Option<T> {}

#[diagnostic::do_not_recommend]
impl<T: FormChoice> FormField for Vec<T> {}

#[diagnostic::do_not_recommend]
impl<T: FormChoice + Ord> FormField for BTreeSet<T> {}

#[diagnostic::do_not_recommend]
impl<T: FormChoice + Eq + Hash> FormField for HashSet<T> {}
