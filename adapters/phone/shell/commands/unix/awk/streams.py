"""Where an awk program reads and writes: its input, files, other programs."""

from __future__ import annotations

from adapters.phone.shell.commands.unix.awk.lexer import AwkError
from adapters.phone.shell.commands.unix.awk.record import records
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.language.command import Call, Input, reason


class Streams:
    """Everything that is open. Output to programs is handed over when they are closed."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self.out: list[str] = []
        self.err = ""
        self._reading: dict[tuple[str, str], list[str]] = {}
        self._written: set[str] = set()
        self._piped: dict[str, list[str]] = {}

    def print(self, text: str, redirect: str, target: str) -> None:
        """Write where `>`, `>>` or `|` leads."""
        if not redirect or target == "/dev/stdout":
            self.out.append(text)
        elif target == "/dev/stderr":
            self.err += text
        elif redirect == "|":
            self._piped.setdefault(target, []).append(text)
        else:
            path = self._call.path(target)
            try:
                if redirect == ">" and target not in self._written:
                    self._call.files.write(path, b"", 0)
                self._written.add(target)
                self._call.files.append(path, encode(text))
            except OSError as error:
                raise AwkError(f"can't redirect to {target}: {reason(error)}") from error

    def line(self, kind: str, target: str, separator: str) -> tuple[int, str]:
        """The next record of a file (`<`) or a program (`|`): 1 and it, 0 at the end, -1 if there is no such file."""
        key = (kind, target)
        if key not in self._reading:
            try:
                data = self._run(target, "") if kind == "|" else decode(self._call.files.read(self._call.path(target)))
            except OSError:
                return -1, ""
            self._reading[key] = records(data, separator)[::-1]
        left = self._reading[key]
        return (1, left.pop()) if left else (0, "")

    def _run(self, command: str, given: str) -> str:
        result = self._call.run(("sh", "-c", command), Input(encode(given)))
        self.err += decode(result.stderr)
        return decode(result.stdout)

    def system(self, command: str) -> int:
        """Run a program now; what it writes stands in order."""
        result = self._call.run(("sh", "-c", command), Input())
        self.out.append(decode(result.stdout))
        self.err += decode(result.stderr)
        return result.exit

    def close(self, target: str) -> int:
        """End a stream; it can be opened again."""
        known = False
        for kind in "<|":
            known |= self._reading.pop((kind, target), None) is not None
        known |= target in self._written
        self._written.discard(target)
        if target in self._piped:
            self.out.append(self._run(target, "".join(self._piped.pop(target))))
            known = True
        return 0 if known else -1

    def finish(self) -> None:
        """The end of the program: whatever waits for its input gets it."""
        for target in list(self._piped):
            self.close(target)
