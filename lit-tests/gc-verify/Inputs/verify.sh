#!/bin/sh
# One test text in both pointer modes: runs gc-verify over the prelude and the text.
#
# usage: verify.sh opaque|typed PASSES TEST OPT [OPT-ARGUMENT...]
#
#   OBJ     a tracked object                D11     a derived pointer
#   CELL    a place of an object in plain memory, CELL10, CELL11, CELL13 in those address spaces
#   PTR     a plain pointer                 BYTE11  the address of bytes in an object
#   MEMSET  the memset for the latter, COPYIN the memcpy from plain memory; MEMCPY within the latter

set -eu

mode=$1 passes=$2 test=$3
shift 3
here=$(dirname -- "$0")
if [ "$mode" = opaque ]; then
  types='s/CELL13CELL11/ptr addrspace(11)/g; s/PTRPTR/ptr/g; s/PAIR11\|TRIPLE11\|DOUBLE11\|PTR11/ptr addrspace(11)/g
    s/ARRAY2\|D11CELL/ptr/g; s/ROOTED/ptr addrspace(12)/g; s/PERSONALITY/ptr @personality/g
    s/\bCELL\([0-9][0-9]\)/ptr addrspace(\1)/g; s/\bCELL\b/ptr/g
    s/\bOBJ\b/ptr addrspace(10)/g; s/\bD11\b/ptr addrspace(11)/g
    s/\bPTR\b/ptr/g; s/\bBYTE\(1[01]\)\b/ptr addrspace(\1)/g; s/MEMSET/llvm.memset.p11.i64/g
    s/MEMCPY/llvm.memcpy.p0.p0.i64/g; s/COPYIN/llvm.memcpy.p11.p0.i64/g'
else
  types='s/CELL13CELL11/CELL13 addrspace(11)*/g; s/PTRPTR/i8**/g; s/PAIR11/{ OBJ, OBJ } addrspace(11)*/g
    s/TRIPLE11/{ OBJ, i64, OBJ } addrspace(11)*/g; s/DOUBLE11/double addrspace(11)*/g; s/PTR11/i8* addrspace(11)*/g
    s/ARRAY2/[2 x OBJ]*/g; s/D11CELL/D11*/g; s/ROOTED/{} addrspace(12)*/g
    s/PERSONALITY/i32 (...)* @personality/g
    s/\bCELL\([0-9][0-9]\)/{} addrspace(10)* addrspace(\1)*/g; s/\bCELL\b/{} addrspace(10)**/g
    s/\bOBJ\b/{} addrspace(10)*/g; s/\bD11\b/{} addrspace(11)*/g
    s/\bPTR\b/i8*/g; s/\bBYTE\(1[01]\)\b/i8 addrspace(\1)*/g; s/MEMSET/llvm.memset.p11i8.i64/g
    s/MEMCPY/llvm.memcpy.p0i8.p0i8.i64/g; s/COPYIN/llvm.memcpy.p11i8.p0i8.i64/g'
  set -- "$@" -opaque-pointers=0
fi
cat "$here/prelude.txt" "$test" | sed "$types" | "$@" "-passes=$passes" -disable-output -
