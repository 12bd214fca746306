#!/bin/sh
# Runs a command on each of some modules and fails if one fails or gc-verify finds anything.
#
# usage: each.sh COMMAND... -- MODULE...

set -eu

command=
while [ "$1" != -- ]; do
  command="$command '$1'"
  shift
done
shift
for module; do
  status=0
  said=$(eval "$command -disable-output \"\$module\"" 2>&1) || status=$?
  case $status:$said in
    0:*gc-verify:* | [!0]*)
      printf '%s:\n%s\n' "$module" "$said" >&2
      exit 1
      ;;
  esac
done
