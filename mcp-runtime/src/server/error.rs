use std::error::Error as StdError;
use std::fmt;

/// Why a server program ended: any error, so that `main` can use `?` for everything it does.
///
/// ```no_run
/// use mcp_runtime::Server;
///
/// #[tokio::main]
/// async fn main() -> Result<(), mcp_runtime::Error> {
///     let greeting = std::fs::read_to_string("greeting.txt")?;
///     Server::builder("greeter", "1.0.0").state(greeting).build()?.run().await
/// }
/// ```
pub struct Error(Box<dyn StdError + Send + Sync>);

impl Error {
    /// The error itself.
    #[must_use]
    pub fn into_inner(self) -> Box<dyn StdError + Send + Sync> {
        self.0
    }
}

impl<E: StdError + Send + Sync + 'static> From<E> for Error {
    fn from(error: E) -> Self {
        Self(Box::new(error))
    }
}

// `main` prints the debug form, so it is the one for people.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        let mut cause = self.0.source();
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}
