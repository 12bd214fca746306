//! Compiles `cpp/` against the headers of the LLVM version chosen by feature. LLVM itself is not
//! linked.
//!
//! The plugin has to run on the very LLVM of the program that loads it: a second one in the process
//! does not work, and one of another version aborts before any code of the plugin runs, in its own
//! initialisers. So LLVM is not among the libraries that the plugin asks for. Its functions are
//! found in what the program has loaded, and bound when they are first called (`.cargo/config.toml`)
//! and thus after the version has been compared (`src/plugin/host.rs`). Test programs are programs
//! of their own and do link LLVM (`src/ir/raw.rs`).

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// LLVM's major version, which is also the feature's name, and the variable that says where that
/// LLVM is: llvm-sys' own. One row per supported version.
const VERSIONS: [(u32, &str); 9] = [
    (14, "LLVM_SYS_140_PREFIX"),
    (15, "LLVM_SYS_150_PREFIX"),
    (16, "LLVM_SYS_160_PREFIX"),
    (17, "LLVM_SYS_170_PREFIX"),
    (18, "LLVM_SYS_180_PREFIX"),
    (19, "LLVM_SYS_191_PREFIX"),
    (20, "LLVM_SYS_201_PREFIX"),
    (21, "LLVM_SYS_211_PREFIX"),
    (22, "LLVM_SYS_221_PREFIX"),
];

/// The last version that `llvm-plugin` knows.
const LAST_OF_LLVM_PLUGIN: u32 = 17;

fn main() {
    println!("cargo:rerun-if-changed=cpp");
    println!("cargo:rerun-if-changed=build.rs");
    let (major, prefix) = selected_version();
    let config = llvm_config(major, prefix);
    let ask = |flag: &str| {
        let out = Command::new(&config).arg(flag).output().unwrap_or_else(|e| {
            let config = config.display();
            panic!(
                "{config} {flag}: {e}: install LLVM {major}'s development files, or name their \
                     prefix (LLVM_SYS_<version>_PREFIX, see README.md)"
            )
        });
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
    // Type information of LLVM's classes would have to be there when the plugin is loaded; nothing
    // here or in LLVM asks for that of the plugin's.
    build.flag("-fno-rtti");
    build.define("JGP_OWN_REGISTRATION", if major > LAST_OF_LLVM_PLUGIN { "1" } else { "0" });
    for file in cpp_sources() {
        build.file(file);
    }
    build.compile("julia_gc_passes_cpp");

    let libdir = ask("--libdir");
    println!("cargo:rustc-link-search=native={libdir}");
    // For test programs.
    println!("cargo:rustc-link-arg=-Wl,-rpath,{libdir}");
    println!("cargo:rustc-link-arg-cdylib=-Wl,-z,lazy");
    if major <= LAST_OF_LLVM_PLUGIN {
        hide_llvm_from_the_plugin();
    }
}

/// `llvm-plugin` has every dependent linked with `-lLLVM`. An empty linker script of that name,
/// found first, is all that the linker gets.
fn hide_llvm_from_the_plugin() {
    let directory = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("no-llvm");
    fs::create_dir_all(&directory).expect("a writable target directory");
    fs::write(directory.join("libLLVM.so"), "/* The program that loads the plugin has it. */\n")
        .expect("a writable target directory");
    println!("cargo:rustc-link-search=native={}", directory.display());
}

fn selected_version() -> (u32, &'static str) {
    let on: Vec<(u32, &str)> = VERSIONS
        .into_iter()
        .filter(|(major, _)| env::var_os(format!("CARGO_FEATURE_LLVM{major}")).is_some())
        .collect();
    match on[..] {
        [version] => version,
        [] => panic!("choose an LLVM version: --no-default-features --features llvm14 … llvm22"),
        _ => panic!("features of several LLVM versions are on ({on:?}); one build is for one LLVM"),
    }
}

/// `$LLVM_SYS_<version>_PREFIX/bin/llvm-config`, or Debian's `llvm-config-<version>`.
fn llvm_config(major: u32, prefix: &str) -> PathBuf {
    println!("cargo:rerun-if-env-changed={prefix}");
    match env::var_os(prefix) {
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
