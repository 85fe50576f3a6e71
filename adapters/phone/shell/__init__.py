"""The phone's shell: command lines in, bytes and an exit status out.

words, simple, grammar       text -> syntax tree
braces, expand, arith        words -> arguments          condition, doubled   `test` and `[[ ]]`
interp                       walks the tree over a command table; redirect: streams; leaving: how scripts end
session, builtin, variables  variables; what sh does itself
sitting                      a shell that reads line after line
machine     the phone as commands see it        commands/*                 one module per family of programs
costs       what a command costs on the virtual clock
"""

from __future__ import annotations

from adapters.phone.shell.language.command import Result
from adapters.phone.shell.shell import Shell
from adapters.phone.shell.sitting import InteractiveShell

__all__ = ["Result", "Shell", "InteractiveShell"]
