use proc_macro2::{Ident, Span};

/// What the function becomes, and the words for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Tool,
    Resource,
    Prompt,
}

impl Kind {
    /// The name of the macro, which is also the word for the thing.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Resource => "resource",
            Self::Prompt => "prompt",
        }
    }

    /// The trait that the marker implements.
    pub(crate) fn trait_name(self) -> Ident {
        self.ident("")
    }

    /// The builder that describes it.
    pub(crate) fn builder(self) -> Ident {
        self.ident("Builder")
    }

    /// What the builder gives.
    pub(crate) fn definition(self) -> Ident {
        self.ident("Definition")
    }

    /// The function that gives the builder its handler.
    pub(crate) fn last_step(self, is_async: bool) -> Ident {
        let prefix = if is_async { "" } else { "blocking_" };
        Ident::new(&format!("{prefix}{}", self.noun()), Span::call_site())
    }

    /// The trait of what the function may return.
    pub(crate) fn response(self) -> Ident {
        let trait_name = self.trait_name();
        Ident::new(&format!("Into{trait_name}Response"), Span::call_site())
    }

    /// What a parameter stands for.
    pub(crate) fn parameter(self) -> &'static str {
        match self {
            Self::Tool | Self::Prompt => "argument",
            Self::Resource => "variable",
        }
    }

    /// An example of a return type.
    pub(crate) fn return_type(self) -> &'static str {
        match self {
            Self::Tool => "Result<McpResponse, ToolError>",
            Self::Resource => "Result<McpResponse, ResourceError>",
            Self::Prompt => "Vec<McpResponse>",
        }
    }

    fn ident(self, suffix: &str) -> Ident {
        let stem = match self {
            Self::Tool => "Tool",
            Self::Resource => "Resource",
            Self::Prompt => "Prompt",
        };
        Ident::new(&format!("{stem}{suffix}"), Span::call_site())
    }
}
