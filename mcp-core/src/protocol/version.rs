use std::fmt;

/// A revision of the protocol that this framework serves, oldest first.
///
/// The order is the order of publication, so that a feature's first revision reads as a comparison.
///
/// ```
/// use mcp_core::protocol::ProtocolVersion;
///
/// let version = ProtocolVersion::from_wire("2025-06-18").unwrap();
/// assert!(version.has_handshake());
/// assert!(version < ProtocolVersion::V2025_11_25);
/// assert_eq!(ProtocolVersion::from_wire("2030-01-01"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ProtocolVersion {
    /// `2024-11-05`, the first.
    V2024_11_05,
    /// `2025-03-26`: audio, tool annotations, batches.
    V2025_03_26,
    /// `2025-06-18`: structured content, resource links, titles.
    V2025_06_18,
    /// `2025-11-25`: icons.
    V2025_11_25,
    /// `2026-07-28`: stateless.
    V2026_07_28,
}

impl ProtocolVersion {
    /// Every revision, oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];
    /// The newest revision that begins with `initialize`; what an unknown request is answered with.
    pub const LATEST_HANDSHAKE: Self = Self::V2025_11_25;

    /// The revision named so on the wire. Names are compared exactly (`VER-02`).
    #[must_use]
    pub fn from_wire(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.as_str() == name)
    }

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// Whether a connection of this revision begins with `initialize`; the others are stateless.
    #[must_use]
    pub fn has_handshake(self) -> bool {
        self <= Self::LATEST_HANDSHAKE
    }

    /// Its place in [`ProtocolVersion::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for ProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
