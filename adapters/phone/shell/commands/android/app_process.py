"""`app_process`: starts long-running programs.

It runs classes of a jar. The phone has no Java virtual machine; it implements some classes by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from adapters.phone.shell.commands.android import yadb
from adapters.phone.shell.device import programs
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.language.command import Call, Result, fail, say

_PORT: Final = 9008
_UI_AUTOMATION: Final = "android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy"
_HELP: Final = """\
usage: uiautomator2-server
 -h,--help         Print this help message
 -p,--port <arg>   Port to listen on (1-65535, default: 9008)
"""
_STARTED: Final = "[server] INFO: [UiAutomator2Server] Starting Server\n"
_FIRST_FREE_PORT: Final = 1024


def app_process(call: Call) -> Result:
    """Run `app_process [OPTION…] FOLDER CLASS [ARGUMENT…]`; the class path is $CLASSPATH or `-Djava.class.path=`."""
    words = list(call.args)
    path = call.environment().get("CLASSPATH", "")
    while words and words[0].startswith("-"):
        word = words.pop(0)
        path = word.removeprefix("-Djava.class.path=") if word.startswith("-Djava.class.path=") else path
    while len(words) > 1 and words[1].startswith("--"):
        words.pop(1)  # options such as --nice-name=… follow the folder
    if len(words) < 2:
        return fail("Error: no class name or --zygote supplied.", 134)
    name, given = words[1], words[2:]
    jars = [part for part in path.split(":") if part]
    run = CLASSES.get(name)
    if run is None or not any(_readable(call, jar) for jar in jars):
        why = f'java.lang.ClassNotFoundException: Didn\'t find class "{name}" on path: DexPathList[[{path}]]'
        return fail(f"Error: Could not find class '{name}'\n{why}\nAborted ", 134)
    return run(call, given)


def _readable(call: Call, path: str) -> bool:
    found = call.files.stat(call.path(path))
    return found is not None and found.is_file


def _automation(call: Call, given: list[str]) -> Result:
    """Start the uiautomator2 server; only one may run, because there is one UiAutomation."""
    port = _PORT
    words = list(given)
    while words:
        word = words.pop(0)
        if word in ("-h", "--help"):
            return say(_HELP)
        flag, joined, value = word.partition("=")
        if flag not in ("-p", "--port") or not (joined or words):
            text = f"Missing argument for option: {flag.lstrip('-')}" if flag in ("-p", "--port") else ""
            return Result(encode(_HELP), encode((text or f"Unrecognized option: {word}") + "\n"), 1)
        value = value if joined else words.pop(0)
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", value):
            return fail(f"Invalid port: {value}. Must be an integer between 1 and 65535.")
        port = int(value)
        if not 1 <= port <= 65535:
            return fail(f"Invalid port: {value}. Must be between 1 and 65535.")
    machine = call.machine
    if programs.automation(machine) is not None:
        return Result(
            encode(_STARTED),
            encode(
                f"java.lang.IllegalStateException: UiAutomationService {_UI_AUTOMATION}@5deffd5already registered!\n"
            ),
            1,
        )
    if port < _FIRST_FREE_PORT:
        return Result(encode(_STARTED), b"java.net.BindException: bind failed: EACCES (Permission denied)\n", 1)
    program = programs.start(machine, ("app_process", *call.args), programs.AUTOMATION, port)
    greeting = (
        f"{_STARTED}[server] INFO: clipboardManager inited\n[server] INFO: tmpdir is /data/local/tmp/u2\n"
        f"[server] INFO: http server listening on *:{port}\n"
    )
    task = machine.scheduler.current
    if not machine.can_wait or (task is not None and task.background):
        return say(greeting)  # it goes on as an entry of the machine's memory
    call.out.write(encode(greeting))
    return Result(exit=programs.rest(machine, program))


CLASSES: Final[Mapping[str, Callable[[Call, list[str]], Result]]] = {
    programs.AUTOMATION: _automation,
    yadb.CLASS: yadb.main,
}
