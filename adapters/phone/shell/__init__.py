"""The phone's shell: command lines in, bytes and an exit status out.

language    expansion, conditions, builtins and the interpreter; the grammar is in `adapters.android.shell_grammar`
commands    the programs, one module per family, and the command table
device      the phone as commands see it: screen, apps, files, settings, shell memory; costs on the virtual clock
shell       runs single command lines; sitting: an interactive shell; following: `logcat` without end
"""

from __future__ import annotations

from adapters.phone.shell.interactive_session import InteractiveShell
from adapters.phone.shell.language.command import Result
from adapters.phone.shell.running_line import LiveInput, RunningLine
from adapters.phone.shell.shell import Shell

__all__ = ["InteractiveShell", "LiveInput", "Result", "RunningLine", "Shell"]
