//! What the compiler tells authors: one misuse a file under `ui/*/fail`, with what is said of it
//! beside it, and what has to compile and run under `ui/*/pass`.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking, and so do its helpers"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const KINDS: &[&str] = match cfg!(feature = "ask") {
    true => &["tool", "resource", "prompt", "server", "form"],
    false => &["tool", "resource", "prompt", "server"],
};

#[test]
fn every_case_is_as_it_says() {
    // Two batches: those that must fail are checked all at once, but only when they are by themselves.
    let fail = trybuild::TestCases::new();
    for kind in KINDS {
        fail.compile_fail(format!("ui/{kind}/fail/*.rs"));
    }
    drop(fail);
    let pass = trybuild::TestCases::new();
    for kind in KINDS {
        pass.pass(format!("ui/{kind}/pass/*.rs"));
    }
}

#[test]
fn there_are_cases_enough() {
    assert!(cases("fail").len() >= 80, "{}", cases("fail").len());
    assert!(cases("pass").len() >= 25, "{}", cases("pass").len());
}

#[test]
fn a_misuse_is_one_error_beside_code_that_has_none() {
    for case in cases("fail") {
        let source = read(&case);
        assert!(source.starts_with("//! "), "{}: says no rule", case.display());
        assert!(
            source.contains("fn fine("),
            "{}: has nothing right in it",
            case.display()
        );
        let said = read(&case.with_extension("stderr"));
        let errors = said.lines().filter(|line| line.starts_with("error")).count();
        assert_eq!(errors, 1, "{}:\n{said}", case.display());
        assert!(!said.contains("warning"), "{}:\n{said}", case.display());
    }
}

/// What is said is the same on every machine, with and without the sources of the standard library.
#[test]
fn nothing_that_is_said_names_a_machine() {
    for case in cases("fail") {
        let said = read(&case.with_extension("stderr"));
        let here = env!("CARGO_MANIFEST_DIR");
        for place in [
            here, "/home/", "/root/", "/tmp/", "/Users/", "/rustc/", "$RUST", "$CARGO", "C:\\",
        ] {
            assert!(!said.contains(place), "{} names {place}", case.display());
        }
    }
}

/// Nothing is said of a case that is gone.
#[test]
fn every_text_has_its_case() {
    let all = ["fail", "pass"].into_iter().flat_map(directories);
    for path in all.flat_map(|directory| files(&directory)) {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("rs") => assert_eq!(
                path.with_extension("stderr").exists(),
                path.parent().is_some_and(|parent| parent.ends_with("fail")),
                "{}",
                path.display()
            ),
            Some("stderr") => assert!(path.with_extension("rs").exists(), "{}", path.display()),
            _ => panic!("{} is no case", path.display()),
        }
    }
}

/// A package that renamed its dependency, with its tools in a library of its own.
#[test]
fn a_renamed_dependency_and_tools_of_another_crate() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = tests.parent().unwrap();
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("renamed");
    fs::create_dir_all(&package).unwrap();
    let manifest = read(&tests.join("ui/renamed/package.toml"))
        .replace(
            "../../../mcp-runtime",
            &workspace.join("mcp-runtime").to_string_lossy(),
        )
        .replace(
            "src/",
            &format!("{}/", tests.join("ui/renamed/src").to_string_lossy()),
        );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    fs::copy(workspace.join("Cargo.lock"), package.join("Cargo.lock")).unwrap();
    let status = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", package.join("target"))
        .status()
        .unwrap();
    assert!(status.success());
}

fn cases(verdict: &str) -> BTreeSet<PathBuf> {
    let files = directories(verdict).flat_map(|directory| files(&directory));
    files
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

fn directories(verdict: &str) -> impl Iterator<Item = PathBuf> {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    KINDS.iter().map(move |kind| ui.join(kind).join(verdict))
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
