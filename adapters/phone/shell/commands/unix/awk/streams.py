"""Input and output of an awk program: files, other programs, standard streams."""

from __future__ import annotations

from adapters.phone.shell.commands.unix.awk.lexer import AwkError
from adapters.phone.shell.commands.unix.awk.record import records
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.language.command import Call, Input, reason


class Streams:
    """The open streams of a program. Output to other programs is passed on when they are closed."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self.out: list[str] = []
        self.err = ""
        self._reading: dict[tuple[str, str], list[str]] = {}
        self._written: set[str] = set()
        self._piped: dict[str, list[str]] = {}

    def print(self, text: str, redirect: str, target: str) -> None:
        """Write to the target of `>`, `>>` or `|`."""
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
        """Return (1, the next record) of a file (`<`) or program (`|`), 0 at the end, -1 without such a file."""
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
        """Run a program immediately, with its output in order."""
        result = self._call.run(("sh", "-c", command), Input())
        self.out.append(decode(result.stdout))
        self.err += decode(result.stderr)
        return result.exit

    def close(self, target: str) -> int:
        """Close a stream; it can be opened again."""
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
        """End the program: pass all pending output on."""
        for target in list(self._piped):
            self.close(target)
