//! Times of every workload. `cargo bench -p mcp-benches -- add` measures those with `add` in the name.

use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};

fn speed(criterion: &mut Criterion) {
    for mut workload in mcp_benches::all() {
        criterion.bench_function(workload.name, |bencher| {
            bencher.iter_custom(|count| {
                loop {
                    let took = workload.run(count, |run| {
                        let began = Instant::now();
                        run();
                        began.elapsed()
                    });
                    if let Some(took) = took {
                        return took;
                    }
                }
            });
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_secs(1));
    targets = speed
}
criterion_main!(benches);
