use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks; what a panic left behind is used as it is, since nothing here is left half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
