"""`bugreport` and `bugreportz`: virtual phones collect no bug reports, and say so as Android does."""

from __future__ import annotations

from adapters.phone.shell.language.command import Call, Result, fail, say


def bugreport(call: Call) -> Result:
    """Print that text reports do not exist any more, as every Android since 12."""
    return fail("WARNING: Flat (text file, non-zipped) bugreports are deprecated.", 0)


def bugreportz(call: Call) -> Result:
    """Run `bugreportz [-v|-p|-s]`, which finds no service that collects a report."""
    if call.args == ("-v",):
        return fail("1.2", 0)
    return say("FAIL:Failed to connect to dumpstatez service: Connection refused\n", 1)
