use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::{Error, Expr, ExprLit, ExprRange, ExprUnary, Lit, RangeLimits, Result, UnOp};

use super::value;
use crate::tokens::ungrouped;

/// `range(…)` or `length(…)`: what a value, or its length, lies between. Both ends are inside.
pub(crate) struct Interval {
    pub(crate) least: Option<Number>,
    pub(crate) most: Option<Number>,
}

/// A number that is written out, with its sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Whole(i128),
    Fraction(f64),
}

impl Interval {
    /// `range(1..=100)`, `range(0.5..)`, `range(..=-1)`.
    pub(super) fn of_values(key: &Ident, input: ParseStream<'_>) -> Result<Self> {
        Self::parse(key, input, "range(1..=100)", |number| match number {
            Number::Whole(number) => i64::try_from(number).is_ok() || u64::try_from(number).is_ok(),
            Number::Fraction(number) => number.is_finite(),
        })
    }

    /// `length(1..=10)`.
    pub(super) fn of_lengths(key: &Ident, input: ParseStream<'_>) -> Result<Self> {
        Self::parse(
            key,
            input,
            "length(1..=10)",
            |number| matches!(number, Number::Whole(number) if u64::try_from(number).is_ok()),
        )
    }

    fn parse(key: &Ident, input: ParseStream<'_>, example: &str, fits: fn(Number) -> bool) -> Result<Self> {
        let list = value::list(key, input, example)?;
        let rule =
            format!("`{key}` takes two numbers, or one: write `{example}`, `{key}(1..)` or `{key}(..=10)`");
        let range = match syn::parse2(list.clone()).map(ungrouped) {
            Ok(Expr::Range(range)) => range,
            _ if list.is_empty() => return Err(Error::new(key.span(), rule)),
            _ => return Err(Error::new_spanned(list, rule)),
        };
        if let (RangeLimits::HalfOpen(dots), Some(_)) = (&range.limits, &range.end) {
            let (least, most) = (written(range.start.as_deref()), written(range.end.as_deref()));
            let message = format!("both ends of `{key}` are inside: write `{least}..={most}`");
            return Err(Error::new_spanned(dots, message));
        }
        let end = |end: &Option<Box<Expr>>| match end {
            None => Ok(None),
            Some(end) => match Number::of(end).filter(|number| fits(*number)) {
                Some(number) => Ok(Some(number)),
                None => Err(Error::new_spanned(end, &rule)),
            },
        };
        let interval = Self {
            least: end(&range.start)?,
            most: end(&range.end)?,
        };
        interval.holds_something(key, &range, &rule)?;
        Ok(interval)
    }

    fn holds_something(&self, key: &Ident, range: &ExprRange, rule: &str) -> Result<()> {
        match (self.least, self.most) {
            (None, None) => Err(Error::new_spanned(range, rule)),
            (Some(least), Some(most)) if least.exceeds(most) => {
                let (start, end) = (written(range.start.as_deref()), written(range.end.as_deref()));
                let message = format!(
                    "no `{key}` is from {start} to {end}: write the lesser number first, `{end}..={start}`"
                );
                Err(Error::new_spanned(range, message))
            }
            _ => Ok(()),
        }
    }

    /// The end that the number lies beyond, as a phrase.
    pub(crate) fn broken_by(&self, number: Number) -> Option<String> {
        let below = self.least.filter(|least| least.exceeds(number));
        let above = self.most.filter(|most| number.exceeds(*most));
        match (below, above) {
            (Some(least), _) => Some(format!("less than {least}")),
            (None, Some(most)) => Some(format!("more than {most}")),
            (None, None) => None,
        }
    }
}

impl Number {
    /// The number, if the expression is one and nothing else.
    pub(crate) fn of(expression: &Expr) -> Option<Self> {
        match expression {
            Expr::Group(group) => Self::of(&group.expr),
            Expr::Unary(ExprUnary {
                op: UnOp::Neg(_),
                expr,
                ..
            }) => match Self::of(expr)? {
                Self::Whole(number) => Some(Self::Whole(number.checked_neg()?)),
                Self::Fraction(number) => Some(Self::Fraction(-number)),
            },
            Expr::Lit(ExprLit {
                lit: Lit::Int(number),
                ..
            }) => number.base10_parse().ok().map(Self::Whole),
            Expr::Lit(ExprLit {
                lit: Lit::Float(number),
                ..
            }) => number.base10_parse().ok().map(Self::Fraction),
            _ => None,
        }
    }

    /// As a literal without its type.
    pub(crate) fn untyped(self) -> Literal {
        match self {
            Self::Whole(number) => Literal::i128_unsuffixed(number),
            Self::Fraction(number) => Literal::f64_unsuffixed(number),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a fraction is compared as what it is")]
    fn exceeds(self, other: Self) -> bool {
        match (self, other) {
            (Self::Whole(a), Self::Whole(b)) => a > b,
            (Self::Whole(a), Self::Fraction(b)) => a as f64 > b,
            (Self::Fraction(a), Self::Whole(b)) => a > b as f64,
            (Self::Fraction(a), Self::Fraction(b)) => a > b,
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::Fraction(number) => number.fmt(f),
        }
    }
}

impl ToTokens for Number {
    /// With its type, for nothing else in the output tells it.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let literal = match *self {
            Self::Whole(number) => match (i64::try_from(number), u64::try_from(number)) {
                (Ok(number), _) => Literal::i64_suffixed(number),
                (_, Ok(number)) => Literal::u64_suffixed(number),
                _ => Literal::i128_suffixed(number),
            },
            Self::Fraction(number) => Literal::f64_suffixed(number),
        };
        tokens.extend(quote!(#literal));
    }
}

fn written(end: Option<&Expr>) -> String {
    end.map(|end| quote!(#end).to_string().replace("- ", "-"))
        .unwrap_or_default()
}
