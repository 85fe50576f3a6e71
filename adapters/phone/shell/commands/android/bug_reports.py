"""`bugreport` and `bugreportz`: virtual phones collect no bug reports, and say so as Android does."""

from __future__ import annotations

from typing import Final

from adapters.phone.shell.language.command import Call, Result, fail, say

_RULE: Final = b"=" * 77
_DEPRECATED: Final = b"""\
WARNING: Flat (text file, non-zipped) bugreports are deprecated.
WARNING: Please generate zipped bugreports instead.
WARNING: On the host use: adb bugreport filename.zip
WARNING: On the device use: bugreportz
WARNING: bugreportz will output the filename to use with adb pull.
"""
_VERSION: Final = "1.2"


def bugreport(call: Call) -> Result:
    """Print that text reports do not exist any more, as every Android since 12."""
    return Result(b"", _RULE + b"\n" + _DEPRECATED + _RULE + b"\n\n\n")


def bugreportz(call: Call) -> Result:
    """Run `bugreportz [-v|-p|-s]`, which finds no service that collects a report."""
    match call.args:
        case ["-v"]:
            return fail(_VERSION, 0)
        case [] | ["-p"] | ["-s"]:
            return say("FAIL:Failed to connect to dumpstatez service: Connection refused\n", 1)
        case _:
            return fail("usage: bugreportz [-hpsv]", int(call.args != ("-h",)))
