use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;

#[cfg(feature = "ask")]
use crate::ask::Sealer;

/// What the calls of a server share: the values that `State<T>` parameters are taken from, by type, and
/// the keys that seal for authors.
#[derive(Default)]
pub struct StateMap {
    values: HashMap<TypeId, Box<dyn Any + Send + Sync>>,
    #[cfg(feature = "ask")]
    sealer: Option<Box<dyn Sealer>>,
}

impl StateMap {
    /// Adds a value. Returns `false`, and keeps the first, if there is one of this type already.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) -> bool {
        match self.values.entry(TypeId::of::<T>()) {
            std::collections::hash_map::Entry::Occupied(_) => false,
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(Box::new(value));
                true
            }
        }
    }

    /// The value of a type.
    #[must_use]
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.values.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// Whether there is a value of this type.
    #[must_use]
    pub fn contains(&self, id: TypeId) -> bool {
        self.values.contains_key(&id)
    }

    /// Gives what [`Context::seal`](crate::Context::seal) seals with. The runtime calls it.
    #[cfg(feature = "ask")]
    pub fn set_sealer(&mut self, sealer: Box<dyn Sealer>) {
        self.sealer = Some(sealer);
    }

    #[cfg(feature = "ask")]
    pub(crate) fn sealer(&self) -> Option<&dyn Sealer> {
        self.sealer.as_deref()
    }
}

impl fmt::Debug for StateMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StateMap({} values)", self.values.len())
    }
}
