"""Configuration of the lit suite. `scripts/test.sh` runs it, once for each LLVM version.

Substitutions for RUN lines, the same for every version:

  %opt     opt with the plugin loaded, and gc-verify behind the passes (scripts/opt-verified.sh says
           how a test is left out)
  %plain-opt  opt with the plugin loaded
  %tape    %opt -passes=tape-lowering,verify -S
  %wrap    %opt -passes=call-wrapping,verify -S
  %both    %opt -passes=tape-lowering,call-wrapping,verify -S
  %typed   the option of opt and llvm-as for input with typed pointers
  %llvm    the version of LLVM: 14, 15, 16, 19, 22
  %inputs  the directory lit-tests/Inputs
  %enzyme  the version of LLVM whose Enzyme made the inputs for this one: 15, 16, 19
  %verify-opaque, %verify-typed
           gc-verify of the test's own text in one pointer mode (gc-verify/Inputs/verify.sh)
  %mutate [--passes PASSES] [OPT-ARGUMENT...] MODULE...
           damages modules at every position and fails unless gc-verify reports each
  %check-stable PASSES [--after=PASSES] [OPT-ARGUMENT...] INPUT
           fails unless the passes give the same IR each time, change nothing when they run again,
           and leave IR that the verifier accepts
  %plugin  the plugin's file
  %libllvm LLVM's shared library
  %load [LIBRARY...] PLUGIN
           a program that opens libraries, each for itself, and asks the plugin who it is
  %check-other-hosts
           fails unless every opt of another version that is installed ends with one sentence

opt, llvm-as, FileCheck, not and split-file are those of the version under test.

Features for REQUIRES, UNSUPPORTED, XFAIL and %if: llvm-14, llvm-15, …; typed-pointers (up to 16) and
opaque-pointers (from 15 on), one for each kind of input that this LLVM reads; other-llvm, if Debian's
packages of another version are installed.
"""

import os
import shlex
import sys
from pathlib import Path

import lit.formats

# The last version that reads typed pointers, and the first that reads opaque ones.
LAST_WITH_TYPED_POINTERS = 16
FIRST_WITH_OPAQUE_POINTERS = 15

# The versions that Inputs/enzyme has modules of. LLVM reads those of an older version; 14 reads those
# of 15, whose typed pointers are its own.
ENZYME_VERSIONS = [15, 16, 19]


def parameter(name):
    value = lit_config.params.get(name)
    if not value:
        lit_config.fatal(f"parameter '{name}' is missing: run scripts/test.sh, which passes it")
    return value


def command(*words):
    return shlex.join(str(word) for word in words)


version = int(parameter("llvm"))
llvm_bin = Path(parameter("llvm_bin"))
plugin = parameter("plugin")
suite = Path(__file__).resolve().parent
repository = suite.parent

config.name = f"LLVM {version}"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".ll", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = str(suite)
config.test_exec_root = str(repository / "build" / f"lit-{version}")

config.available_features.add(f"llvm-{version}")
others = sorted(
    opt for opt in Path("/usr/lib").glob("llvm-[0-9]*/bin/opt") if f"/llvm-{version}/" not in str(opt)
)
if others:
    config.available_features.add("other-llvm")
if version <= LAST_WITH_TYPED_POINTERS:
    config.available_features.add("typed-pointers")
if version >= FIRST_WITH_OPAQUE_POINTERS:
    config.available_features.add("opaque-pointers")

# lit hands on only a few of the user's variables. RUST_LOG and RUST_BACKTRACE, which would change
# the plugin's messages, are not among them.
config.environment["PATH"] = os.pathsep.join([str(llvm_bin), config.environment["PATH"]])

plain_opt = command(llvm_bin / "opt", f"-load-pass-plugin={plugin}")
# lit puts the test's path in the place of %s.
opt = f"{command(repository / 'scripts' / 'opt-verified.sh')} %s {plain_opt}"
mutate = command(
    sys.executable, repository / "scripts" / "mutate.py", llvm_bin / "opt", plugin
)
verify = command(suite / "gc-verify" / "Inputs" / "verify.sh")
check_stable = command(
    sys.executable, repository / "scripts" / "check-stable.py", llvm_bin / "opt", plugin
)
config.substitutions += [
    (r"%plain-opt\b", plain_opt),
    (r"%opt\b", opt),
    (r"%verify-(opaque|typed)(<\S*>)?", rf"{verify} \1 'gc-verify\2' %s {plain_opt}"),
    (r"%tape\b", f"{opt} -passes=tape-lowering,verify -S"),
    (r"%wrap\b", f"{opt} -passes=call-wrapping,verify -S"),
    (r"%both\b", f"{opt} -passes=tape-lowering,call-wrapping,verify -S"),
    (r"%typed\b", "-opaque-pointers=0"),
    (r"%llvm\b", str(version)),
    (r"%enzyme\b", str(max(v for v in ENZYME_VERSIONS if v <= max(version, ENZYME_VERSIONS[0])))),
    (r"%inputs\b", command(suite / "Inputs")),
    (r"%plugin\b", command(plugin)),
    (r"%libllvm\b", command(llvm_bin.parent / "lib" / f"libLLVM-{version}.so")),
    (r"%load\b", command(sys.executable, suite / "plugin" / "Inputs" / "load.py")),
    (r"%check-stable\b", check_stable),
    (
        r"%check-other-hosts\b",
        command(
            sys.executable, repository / "scripts" / "check-other-hosts.py", plugin, version, *others
        ),
    ),
    (r"%mutate\b", mutate),
]
