//! Runs one workload a number of times, to be counted by callgrind: `instructions NAME COUNT`.
//! Without arguments it lists the names.
//! Exit code 3 means that the machine was too busy for the count to be good.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut workloads = mcp_benches::all();
    let [name, count] = arguments.as_slice() else {
        workloads
            .iter()
            .for_each(|workload| println!("{}", workload.name));
        return ExitCode::SUCCESS;
    };
    let workload = workloads.iter_mut().find(|workload| workload.name == name);
    let (Some(workload), Ok(count)) = (workload, count.parse()) else {
        eprintln!("usage: instructions [NAME COUNT]");
        return ExitCode::from(2);
    };
    match workload.run(count, |run| run()) {
        Some(()) => ExitCode::SUCCESS,
        // The machine was busy: to be done again.
        None => ExitCode::from(3),
    }
}
