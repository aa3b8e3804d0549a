//! Doc comments as descriptions.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

use crate::tokens::ungrouped;

/// The text of the doc comments among `attributes`, wherever they stand, as a string expression;
/// `None` if there is no text. `root` is where `__private` is found, for `#[doc = macro!(…)]`.
pub(crate) fn description(attributes: &[Attribute], root: &TokenStream) -> Option<TokenStream> {
    let pieces: Vec<Piece> = attributes.iter().filter_map(piece).collect();
    let texts: Option<Vec<&str>> = pieces.iter().map(Piece::text).collect();
    match texts {
        Some(texts) => {
            let text = texts.join("\n");
            let text = text.trim();
            (!text.is_empty()).then(|| quote!(#text))
        }
        None => {
            let pieces = pieces.iter().map(|piece| match piece {
                Piece::Text(text) => quote!(#text),
                Piece::Computed(expression) => quote!(#expression),
            });
            Some(quote!(#root::__private::concat!(#(#pieces, "\n"),*)))
        }
    }
}

enum Piece {
    Text(String),
    /// `include_str!(…)` and the like, whose text no macro can see.
    Computed(Expr),
}

impl Piece {
    fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Computed(_) => None,
        }
    }
}

fn piece(attribute: &Attribute) -> Option<Piece> {
    // `#[doc(alias = …)]` and its kind say nothing to a model.
    let Meta::NameValue(doc) = &attribute.meta else {
        return None;
    };
    if !doc.path.is_ident("doc") {
        return None;
    }
    Some(match ungrouped(doc.value.clone()) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        }) => Piece::Text(clean(&text.value())),
        expression => Piece::Computed(expression),
    })
}

/// The comment without its decoration: one leading space in each line, and the column of stars of
/// a block comment.
fn clean(comment: &str) -> String {
    let rest = comment.lines().skip(1);
    let starred = comment.contains('\n')
        && rest
            .filter(|line| !line.trim().is_empty())
            .all(|line| line.trim_start().starts_with('*'));
    let lines = comment.lines().enumerate().map(|(number, line)| {
        let line = match line.trim_start().strip_prefix('*') {
            Some(line) if starred && number > 0 => line,
            _ => line,
        };
        line.strip_prefix(' ').unwrap_or(line).trim_end()
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn described(attributes: &[Attribute]) -> Option<String> {
        description(attributes, &quote!(::mcp_core)).map(|tokens| {
            match syn::parse2::<syn::LitStr>(tokens.clone()) {
                Ok(text) => text.value(),
                Err(_) => tokens.to_string(),
            }
        })
    }

    #[test]
    fn lines_are_joined_wherever_they_stand() {
        let attributes: Vec<Attribute> = vec![
            parse_quote!(#[doc = " Find an order."]),
            parse_quote!(#[allow(dead_code)]),
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = "  - indented"]),
            parse_quote!(#[doc(hidden)]),
        ];
        assert_eq!(
            described(&attributes).as_deref(),
            Some("Find an order.\n\n - indented")
        );
    }

    #[test]
    fn block_comments_lose_their_stars_and_lists_keep_theirs() {
        let block: Attribute = parse_quote!(#[doc = "\n * Find an order.\n *\n * Or two.\n "]);
        assert_eq!(described(&[block]).as_deref(), Some("Find an order.\n\nOr two."));
        let list: Attribute = parse_quote!(#[doc = "* one\nand\n* two"]);
        assert_eq!(described(&[list]).as_deref(), Some("* one\nand\n* two"));
    }

    #[test]
    fn nothing_is_no_description() {
        assert_eq!(
            described(&[parse_quote!(#[doc = " "]), parse_quote!(#[inline])]),
            None
        );
    }

    #[test]
    fn computed_text_is_concatenated_by_the_compiler() {
        let attributes = [
            parse_quote!(#[doc = " See:"]),
            parse_quote!(#[doc = include_str!("x.md")]),
        ];
        let expected = quote!(::mcp_core::__private::concat!(
            "See:",
            "\n",
            include_str!("x.md"),
            "\n"
        ));
        assert_eq!(described(&attributes), Some(expected.to_string()));
    }
}
