use std::collections::BTreeSet;
use std::mem;
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll, Waker};

use super::{Filter, ListKind};

use crate::lock::lock;

/// Hands changes to those who want to know of them. Publishing never waits.
#[derive(Default)]
pub(crate) struct Bus {
    subscribers: Mutex<Vec<Weak<Subscriber>>>,
}

struct Subscriber {
    filter: Arc<Mutex<Filter>>,
    news: Mutex<News>,
}

#[derive(Default)]
struct News {
    changed: Changed,
    waker: Option<Waker>,
}

/// What has changed since a subscriber last asked.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Changed {
    pub(crate) lists: BTreeSet<ListKind>,
    pub(crate) resources: BTreeSet<Box<str>>,
}

/// How many changed resources are told of singly; of further ones only the subscribed URI is told.
const MAX_RESOURCES: usize = 1024;

impl Changed {
    fn is_empty(&self) -> bool {
        self.lists.is_empty() && self.resources.is_empty()
    }
}

/// The changes that one client wants to know of, until it is dropped.
pub(crate) struct Subscription(Arc<Subscriber>);

impl Bus {
    /// Begins to collect changes for a subscriber, whose filter may change later.
    pub(crate) fn subscribe(&self, filter: Arc<Mutex<Filter>>) -> Subscription {
        let subscriber = Arc::new(Subscriber {
            filter,
            news: Mutex::default(),
        });
        let mut subscribers = lock(&self.subscribers);
        subscribers.retain(|subscriber| subscriber.strong_count() > 0);
        subscribers.push(Arc::downgrade(&subscriber));
        Subscription(subscriber)
    }

    pub(crate) fn list_changed(&self, kind: ListKind) {
        self.publish(|filter, changed| {
            if filter.lists.contains(&kind) {
                changed.lists.insert(kind);
            }
        });
    }

    pub(crate) fn resource_updated(&self, uri: &str) {
        self.publish(|filter, changed| {
            if let Some(wanted) = filter.resource(uri) {
                let told = if changed.resources.len() < MAX_RESOURCES {
                    uri
                } else {
                    wanted
                };
                changed.resources.insert(told.into());
            }
        });
    }

    fn publish(&self, note: impl Fn(&Filter, &mut Changed)) {
        let subscribers: Vec<_> = lock(&self.subscribers).iter().filter_map(Weak::upgrade).collect();
        for subscriber in subscribers {
            let filter = lock(&subscriber.filter);
            let mut news = lock(&subscriber.news);
            note(&filter, &mut news.changed);
            let waker = match news.changed.is_empty() {
                true => None,
                false => news.waker.take(),
            };
            drop((filter, news));
            if let Some(waker) = waker {
                waker.wake();
            }
        }
    }
}

impl Subscription {
    /// Takes what has changed, as soon as something has.
    pub(crate) fn poll_changed(&self, cx: &mut Context<'_>) -> Poll<Changed> {
        let mut news = lock(&self.0.news);
        match news.changed.is_empty() {
            true => {
                news.waker = Some(cx.waker().clone());
                Poll::Pending
            }
            false => Poll::Ready(mem::take(&mut news.changed)),
        }
    }

    /// Puts back what could not be told yet.
    pub(crate) fn put_back(&self, changed: Changed) {
        let mut news = lock(&self.0.news);
        news.changed.lists.extend(changed.lists);
        news.changed.resources.extend(changed.resources);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(subscription: &Subscription) -> Option<Changed> {
        match subscription.poll_changed(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(changed) => Some(changed),
            Poll::Pending => None,
        }
    }

    #[test]
    fn sub_04_sub_16_changes_are_filtered_and_told_once() {
        let bus = Bus::default();
        let filter = Filter {
            lists: [ListKind::Tools].into(),
            resources: ["a://b".into()].into(),
        };
        let subscription = bus.subscribe(Arc::new(Mutex::new(filter)));
        bus.list_changed(ListKind::Prompts);
        bus.resource_updated("a://c");
        assert_eq!(taken(&subscription), None);
        for _ in 0..1000 {
            bus.list_changed(ListKind::Tools);
            bus.resource_updated("a://b");
        }
        let expected = || Changed {
            lists: [ListKind::Tools].into(),
            resources: ["a://b".into()].into(),
        };
        assert_eq!(taken(&subscription), Some(expected()));
        assert_eq!(taken(&subscription), None);
        subscription.put_back(expected());
        assert_eq!(taken(&subscription), Some(expected()));
    }

    #[test]
    fn sub_09_a_dropped_subscription_leaves_nothing_behind() {
        let bus = Bus::default();
        (0..100).for_each(|_| drop(bus.subscribe(Arc::default())));
        let _last = bus.subscribe(Arc::default());
        assert_eq!(lock(&bus.subscribers).len(), 1);
    }
}
