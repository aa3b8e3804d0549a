//! The shop's data: a JSON file, read anew for each question, so that an edit shows at once.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far an order is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Waiting for payment.
    Open,
    /// Packed.
    Ready,
    /// On its way.
    Shipped,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "open",
            Self::Ready => "ready",
            Self::Shipped => "shipped",
        })
    }
}

/// One order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// The number printed on the receipt.
    pub id: u64,
    /// How far it is.
    pub status: Status,
    /// Who bought.
    pub customer: String,
    /// What was bought.
    pub lines: Vec<Line>,
}

/// One line of an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// What.
    pub title: String,
    /// How many.
    pub quantity: u32,
    /// At what price each, in euros.
    pub price: f64,
}

impl Order {
    /// What the order costs, in euros.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.lines
            .iter()
            .map(|line| f64::from(line.quantity) * line.price)
            .sum()
    }
}

/// The orders of the shop. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Orders(Arc<PathBuf>);

/// Why the orders could not be read.
#[derive(Debug, thiserror::Error)]
pub enum OrdersError {
    /// The file cannot be read.
    #[error("the orders cannot be read")]
    Read(#[from] std::io::Error),
    /// The file is damaged.
    #[error("the orders are damaged")]
    Damaged(#[from] serde_json::Error),
}

impl Orders {
    /// Opens the data file.
    ///
    /// # Errors
    ///
    /// When it cannot be read or is damaged.
    pub async fn open(path: impl Into<PathBuf>) -> Result<Self, OrdersError> {
        let orders = Self(Arc::new(path.into()));
        orders.all().await?;
        Ok(orders)
    }

    /// All orders.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is damaged.
    pub async fn all(&self) -> Result<Vec<Order>, OrdersError> {
        let json = tokio::fs::read(self.0.as_ref()).await?;
        Ok(serde_json::from_slice(&json)?)
    }

    /// One order, if there is one with this number.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is damaged.
    pub async fn find(&self, id: u64) -> Result<Option<Order>, OrdersError> {
        Ok(self.all().await?.into_iter().find(|order| order.id == id))
    }
}
