//! Compiles `cpp/` against the headers of the LLVM version chosen by feature and links its shared
//! library.
//!
//! `llvm-plugin` turns llvm-sys' own linking off; the plugin must use the very `libLLVM` that the
//! loading program uses, which is the shared one: two LLVMs in one process do not work.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// Feature name and LLVM major version. One row per supported version.
const VERSIONS: [(&str, u32); 2] = [("LLVM15", 15), ("LLVM16", 16)];

fn main() {
    println!("cargo:rerun-if-changed=cpp");
    println!("cargo:rerun-if-changed=build.rs");
    let major = selected_version();
    let config = llvm_config(major);
    let ask = |flag: &str| {
        let out = Command::new(&config)
            .arg(flag)
            .output()
            .unwrap_or_else(|e| panic!("{} {flag}: {e}", config.display()));
        String::from_utf8(out.stdout).expect("llvm-config prints UTF-8").trim().to_string()
    };
    let found = ask("--version");
    assert!(
        found.split('.').next() == Some(&major.to_string()),
        "{} is LLVM {found}, but feature llvm{major} needs LLVM {major}",
        config.display()
    );
    println!("cargo:rustc-env=JULIA_GC_PASSES_LLVM={major}");

    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").flag("-isystem").flag(ask("--includedir"));
    if ask("--has-rtti") == "NO" {
        build.flag("-fno-rtti");
    }
    for file in cpp_sources() {
        build.file(file);
    }
    build.compile("julia_gc_passes_cpp");

    let libdir = ask("--libdir");
    println!("cargo:rustc-link-search=native={libdir}");
    println!("cargo:rustc-link-lib=dylib=LLVM-{major}");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{libdir}");
}

fn selected_version() -> u32 {
    let on: Vec<u32> = VERSIONS
        .iter()
        .filter(|(feature, _)| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some())
        .map(|&(_, major)| major)
        .collect();
    match on[..] {
        [major] => major,
        [] => panic!("choose an LLVM version: --no-default-features --features llvm15 or llvm16"),
        _ => panic!("features of several LLVM versions are on ({on:?}); one build is for one LLVM"),
    }
}

/// `$LLVM_SYS_<v>0_PREFIX/bin/llvm-config`, or Debian's `llvm-config-<v>`.
fn llvm_config(major: u32) -> PathBuf {
    let variable = format!("LLVM_SYS_{major}0_PREFIX");
    println!("cargo:rerun-if-env-changed={variable}");
    match env::var_os(&variable) {
        Some(prefix) => PathBuf::from(prefix).join("bin/llvm-config"),
        None => PathBuf::from(format!("llvm-config-{major}")),
    }
}

fn cpp_sources() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir("cpp")
        .expect("the crate's cpp folder")
        .map(|entry| entry.expect("a folder entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "cpp"))
        .collect();
    files.sort();
    files
}
