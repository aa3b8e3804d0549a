//! The rule for the names of tools and prompts (`TOOL-05`).

/// Whether `name` is 1 to 128 of `A–Z a–z 0–9 _ - .`.
///
/// ```
/// assert!(mcp_core::is_valid_name("order-summary"));
/// assert!(!mcp_core::is_valid_name("order summary"));
/// ```
#[must_use]
pub fn is_valid_name(name: &str) -> bool {
    (1..=128).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
}
