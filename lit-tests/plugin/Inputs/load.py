#!/usr/bin/env python3
"""Loads libraries one after the other, each for itself, and asks the last, a plugin, who it is.

They are loaded as LLVM and Julia load libraries: functions are bound when they are called. (Python's
own loader would bind them at once.)

usage: load.py [LIBRARY...] PLUGIN
"""

import ctypes
import os
import sys


class Info(ctypes.Structure):
    """LLVM's PassPluginLibraryInfo, with room for the field that LLVM 22 added."""

    _fields_ = [
        ("api_version", ctypes.c_uint32),
        ("name", ctypes.c_char_p),
        ("version", ctypes.c_char_p),
        ("register_passes", ctypes.c_void_p),
        ("pre_code_gen", ctypes.c_void_p),
    ]


program = ctypes.CDLL(None)
program.dlopen.restype = ctypes.c_void_p
program.dlerror.restype = ctypes.c_char_p


def load(path: str) -> ctypes.CDLL:
    handle = program.dlopen(path.encode(), os.RTLD_LAZY | os.RTLD_LOCAL)
    if handle is None:
        sys.exit(program.dlerror().decode())
    return ctypes.CDLL(path, handle=handle)


loaded = [load(path) for path in sys.argv[1:]]
ask = loaded[-1].llvmGetPassPluginInfo
ask.restype = Info
print("plugin", ask().name.decode())
