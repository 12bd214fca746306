#!/usr/bin/env bash
# Runs opt with the plugin over LLVM IR and prints the transformed IR.
#
# usage: scripts/opt.sh [--llvm VERSION] INPUT [OPT-ARGUMENT...]
#
#   INPUT           a .ll or .bc file, or - for stdin
#   --llvm VERSION  14, 15, 16, 19 or 22 (default: 16)
#   -h, --help      print this text
#
# Whatever is missing of LLVM, and the plugin if it is stale, is installed or built first. All other
# arguments go to opt; a -passes among them replaces the default,
# tape-lowering,call-wrapping,gc-verify. Input with typed pointers needs -opaque-pointers=0 on LLVM 16.
#
# The IR goes to stdout, everything else to stderr; the exit status is opt's. An LLVM elsewhere than
# in /usr/lib/llvm-VERSION is named by LLVM_SYS_140_PREFIX, _150_, _160_, _191_ or _221_.

set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=setup.sh
source "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/setup.sh"

# Succeeds if the arguments choose the passes, in any of the spellings that opt takes.
chooses_passes() {
  local argument
  for argument; do
    case $argument in
      -passes | --passes | -passes=* | --passes=*) return 0 ;;
    esac
  done
  return 1
}

main() {
  local version=$DEFAULT_LLVM passes=("-passes=tape-lowering,call-wrapping,gc-verify")
  while (($#)); do
    case $1 in
      -h | --help)
        print_usage
        return
        ;;
      --llvm)
        (($# > 1)) || usage_error "--llvm needs a version: ${LLVM_VERSIONS[*]}"
        version=$2
        shift 2
        ;;
      --llvm=*)
        version=${1#*=}
        shift
        ;;
      *) break ;;
    esac
  done
  # Without any input opt would wait for stdin, and look as if it hung.
  (($#)) || usage_error "no input; see $0 --help"
  require_supported "$version"
  if chooses_passes "$@"; then
    passes=()
  fi

  ensure_llvm "$version" opt
  ensure_cargo
  build_plugin "$version"
  exec "$(llvm_prefix "$version")/bin/opt" "-load-pass-plugin=$(plugin_path "$version")" \
    "${passes[@]}" -S "$@"
}

main "$@"
