#!/bin/sh
# Runs opt and has gc-verify look at what it makes; lit's %opt is this.
#
# usage: opt-verified.sh TEST OPT [OPT-ARGUMENT...]
#
# gc-verify is appended to the passes where one of them transforms: whatever the test transforms is
# verified, in the run that the test makes anyway, and a finding fails it. A test whose result breaks
# rules on purpose says so, with the reason:
#
#   ; GC-VERIFY: off: REASON
#   ; GC-VERIFY: without RULE[+RULE...]: REASON

set -eu

test=$1 opt=$2
shift 2

marker=$(sed -n 's/^; GC-VERIFY: //p' "$test")
case $marker in
  '') verify=gc-verify ;;
  'off: '?*) exec "$opt" "$@" ;;
  'without '*': '?*)
    named=${marker#without }
    verify="gc-verify<except=${named%%:*}>"
    ;;
  *)
    echo "$test: GC-VERIFY without a reason" >&2
    exit 2
    ;;
esac

# Only the new pass manager's text can be added to.
count=$#
while [ "$count" -gt 0 ]; do
  argument=$1
  shift
  count=$((count - 1))
  case $argument in
    -passes=*gc-verify*) ;;
    -passes=*tape-lowering* | -passes=*call-wrapping*) argument=$argument,$verify ;;
  esac
  set -- "$@" "$argument"
done
exec "$opt" "$@"
