//! How much work a schema can ask for once its references are followed.

use super::{MAX_CHAIN, MAX_EXPANSION, graph::Graph};
use crate::schema::error::{SchemaError, SchemaErrorReason};

/// What following everything from one subschema amounts to.
#[derive(Clone, Copy)]
struct Cost {
    /// Subschemas visited.
    expansion: u64,
    /// The longest way.
    chain: usize,
}

impl Cost {
    /// The subschema alone; also what it counts for where a reference leads back to it.
    const OWN: Self = Self {
        expansion: 1,
        chain: 1,
    };

    fn add(&mut self, other: Self) {
        self.expansion = self.expansion.saturating_add(other.expansion);
        self.chain = self.chain.max(other.chain.saturating_add(1));
    }
}

#[derive(Clone, Copy)]
enum State {
    New,
    /// On the way from the root to where the walk is.
    Open,
    Done(Cost),
}

/// A subschema on the way, and how many of those it leads to have been counted.
struct Step {
    node: usize,
    counted: usize,
    cost: Cost,
}

impl Step {
    fn new(node: usize) -> Self {
        Self {
            node,
            counted: 0,
            cost: Cost::OWN,
        }
    }
}

/// Adds up the costs depth first, each subschema once, and compares each with the limits.
pub(super) fn check(graph: &Graph<'_>) -> Result<(), SchemaError> {
    let mut states = vec![State::New; graph.nodes.len()];
    let mut way = vec![Step::new(0)];
    states[0] = State::Open;
    while let Some(step) = way.last_mut() {
        let Some(&next) = graph.nodes[step.node].leads_to.get(step.counted) else {
            let Step { node, cost, .. } = *step;
            check_limits(graph, node, cost)?;
            states[node] = State::Done(cost);
            way.pop();
            continue;
        };
        match states[next] {
            State::New => {
                states[next] = State::Open;
                way.push(Step::new(next));
                // Counted when the walk is back here and finds it done.
            }
            State::Open => {
                step.cost.add(Cost::OWN);
                step.counted += 1;
            }
            State::Done(cost) => {
                step.cost.add(cost);
                step.counted += 1;
            }
        }
    }
    Ok(())
}

fn check_limits(graph: &Graph<'_>, node: usize, cost: Cost) -> Result<(), SchemaError> {
    let reason = if cost.expansion > MAX_EXPANSION {
        let limit = MAX_EXPANSION;
        SchemaErrorReason::TooExpensive { limit }
    } else if cost.chain > MAX_CHAIN {
        SchemaErrorReason::ChainTooLong { limit: MAX_CHAIN }
    } else {
        return Ok(());
    };
    Err(SchemaError::new(graph.pointer(node), reason))
}
