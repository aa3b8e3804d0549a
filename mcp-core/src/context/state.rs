use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;

/// The server's shared values by type: what `State<T>` parameters are taken from.
#[derive(Default)]
pub struct StateMap(HashMap<TypeId, Box<dyn Any + Send + Sync>>);

impl StateMap {
    /// Adds a value. Returns `false`, and keeps the first, if there is one of this type already.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) -> bool {
        match self.0.entry(TypeId::of::<T>()) {
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
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// Whether there is a value of this type.
    #[must_use]
    pub fn contains(&self, id: TypeId) -> bool {
        self.0.contains_key(&id)
    }
}

impl fmt::Debug for StateMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StateMap({} values)", self.0.len())
    }
}
