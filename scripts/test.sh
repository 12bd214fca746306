#!/usr/bin/env bash
# Checks the whole project: formatting, clippy, Rust tests, the lit suite and the runtime tests.
#
# usage: scripts/test.sh [--llvm VERSION|all] [LIT-OPTION|PATH|FILTER...]
#
#   --llvm VERSION  14, 15, 16, 19, 22, or all, which is all but 14, one after the other
#                   (default: 16)
#   PATH            a lit test, or a directory of them, to run instead of the whole suite
#   FILTER          any other word: only lit tests whose path matches this regular expression
#                   (with a PATH or a FILTER there are no runtime tests: runtime-tests/run.py)
#   LIT-OPTION      goes to lit; a value is joined to its option (-j1, --filter-out=x)
#   -h, --help      print this text
#
# Whatever is missing of LLVM, lit and the Julia runtime, and the plugin if it is stale, is installed or
# built first. With all, LLVM 17, 18, 20 and 21, which Debian 12 does not have, are type-checked: the
# Rust side against that version's llvm-sys, the C++ side against the headers of a neighbour.
# A failed check does not stop the others. The last line counts the lit tests and runtime tests of all
# versions; the exit status is 0 only if every check passed.

set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=setup.sh
source "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/setup.sh"

# What the command line asks for.
versions=()
type_checked=()
lit_arguments=()
runtime_tests=yes

failed_checks=()

# check NAME COMMAND...: runs a check and notes its failure for the end.
check() {
  local name=$1
  shift
  log "$name"
  "$@" || failed_checks+=("$name")
}

# rustup installs both with its default profile, but not with its minimal one.
require_component() {
  if ! cargo "$1" --version >/dev/null 2>&1; then
    die "cargo $1 is missing: run 'rustup component add $2'"
  fi
}

check_format() {
  (cd -- "$ROOT" && cargo fmt --check)
}

results_path() {
  printf '%s\n' "$ROOT/build/lit-$1/results.json"
}

run_lit() {
  local version=$1 results
  results=$(results_path "$version")
  mkdir -p -- "$(dirname -- "$results")"
  "$VENV/bin/lit" -sv --no-progress-bar --output="$results" \
    --param "llvm=$version" \
    --param "llvm_bin=$(llvm_prefix "$version")/bin" \
    --param "plugin=$(plugin_path "$version")" \
    "${lit_arguments[@]}"
}

runtime_results_path() {
  printf '%s\n' "$ROOT/build/runtime-tests-$1/results.json"
}

run_runtime_tests() {
  "$VENV/bin/python" "$ROOT/runtime-tests/run.py" --llvm "$1" --plugin "$(plugin_path "$1")" \
    --report "$(runtime_results_path "$1")"
}

check_version() {
  local version=$1
  # The results of an earlier run must not be counted if this one does not get as far as lit.
  rm -f -- "$(results_path "$version")" "$(runtime_results_path "$version")"
  if ! build_plugin "$version"; then
    failed_checks+=("build, LLVM $version")
    return
  fi
  check "clippy, LLVM $version" cargo_for "$version" clippy --all-targets -- -D warnings
  check "Rust tests, LLVM $version" cargo_for "$version" test
  check "lit tests, LLVM $version" run_lit "$version"
  if [[ $runtime_tests == yes ]]; then
    check "runtime tests, LLVM $version" run_runtime_tests "$version"
  fi
}

# type_check VERSION NEIGHBOUR: builds nothing that runs. For the time of the check the neighbour
# passes for the version.
type_check() {
  local version=$1 neighbour stand_in=$ROOT/build/stand-in-$1
  neighbour=$(llvm_prefix "$2")
  mkdir -p -- "$stand_in/bin"
  cat >"$stand_in/bin/llvm-config" <<EOF
#!/bin/sh
[ "\$1" != --version ] || { echo $version.0.0; exit; }
exec "$neighbour/bin/llvm-config" "\$@"
EOF
  chmod +x -- "$stand_in/bin/llvm-config"
  (
    export "$(prefix_variable "$version")=$stand_in"
    cargo_for "$version" clippy --all-targets -- -D warnings
  )
}

# Fails if any check failed.
report() {
  local version results=()
  for version in "${versions[@]}"; do
    results+=("$(results_path "$version")" "$(runtime_results_path "$version")")
  done
  if ((${#failed_checks[@]})); then
    log "failed:$(printf ' [%s]' "${failed_checks[@]}")"
  fi
  "$VENV/bin/python" "$ROOT/scripts/lit-totals.py" "${results[@]}"
  ((${#failed_checks[@]} == 0))
}

# set_versions VERSION|all
set_versions() {
  if [[ $1 == all ]]; then
    versions=("${LLVM_TESTED[@]}")
    type_checked=("${LLVM_TYPE_CHECKED[@]}")
  else
    require_supported "$1"
    versions=("$1")
    type_checked=()
  fi
}

parse_arguments() {
  local paths=() filter=''
  set_versions "$DEFAULT_LLVM"
  while (($#)); do
    case $1 in
      -h | --help)
        print_usage
        exit
        ;;
      --llvm)
        (($# > 1)) || usage_error "--llvm needs a version: ${LLVM_VERSIONS[*]} or all"
        set_versions "$2"
        shift
        ;;
      --llvm=*) set_versions "${1#*=}" ;;
      -*) lit_arguments+=("$1") ;;
      *)
        if [[ -e $1 ]]; then
          paths+=("$1")
        else
          filter+=${filter:+|}$1
        fi
        ;;
    esac
    shift
  done
  if [[ -n $filter || ${#paths[@]} -gt 0 ]]; then
    runtime_tests=no
  fi
  if [[ -n $filter ]]; then
    lit_arguments+=("--filter=$filter")
  fi
  if ((${#paths[@]} == 0)); then
    paths=("$ROOT/lit-tests")
  fi
  lit_arguments+=("${paths[@]}")
}

set_up() {
  local version
  ensure_cargo
  require_component fmt rustfmt
  require_component clippy clippy
  ensure_lit
  if [[ $runtime_tests == yes ]]; then
    ensure_julia_runtime
  fi
  for version in "${versions[@]}"; do
    ensure_llvm "$version" opt llc llvm-as FileCheck llvm-readelf not split-file
  done
}

main() {
  local version
  parse_arguments "$@"
  set_up
  check formatting check_format
  for version in "${versions[@]}"; do
    check_version "$version"
  done
  for version in "${type_checked[@]}"; do
    check "types, LLVM ${version%:*}" type_check "${version%:*}" "${version#*:}"
  done
  report
}

main "$@"
