"""`sed`: the stream editor, with toybox's behaviour."""

from __future__ import annotations

import re

from adapters.phone.shell.commands.unix.files import options, read_operand
from adapters.phone.shell.commands.unix.regex import replacement
from adapters.phone.shell.commands.unix.sed_script import Address, Command, ScriptParser, SedError
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.language.command import Call, LimitExceeded, Result, fail, reason

_MOST_STEPS = 200_000
"""Commands that one run may execute; a script that jumps for ever is killed."""


def sed(call: Call) -> Result:
    """Run `sed [-nrEsz] [-i[SUFFIX]] [-e SCRIPT] [-f FILE] [SCRIPT] [FILE…]`."""
    inplace = [word for word in call.args if re.fullmatch(r"-i.*|--in-place(=.*)?", word)]
    words = tuple(
        {"--quiet": "-n", "--silent": "-n", "--regexp-extended": "-E"}.get(word, word)
        for word in call.args
        if word not in inplace
    )
    try:
        sources, rest = _sources(call, words)
    except SedError as error:
        return fail(f"sed: {error}")
    flags, operands, bad = options(call.renamed("sed", *rest), "nrEsz")
    if bad:
        return bad
    if not sources:
        if not operands:
            return fail("sed: no pattern")
        sources = [operands.pop(0)]
    try:
        commands = ScriptParser("\n".join(sources), extended=bool(flags.keys() & {"E", "r"})).commands()
    except SedError as error:
        return fail(f"sed: {error}")
    return _edit(call, commands, flags, operands, inplace[0][2:] if inplace else None)


def _sources(call: Call, words: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Return the scripts given by -e and -f, and the other words.

    Raises:
        SedError: an argument is missing, or a file cannot be read.
    """
    sources: list[str] = []
    rest: list[str] = []
    queue = list(words)
    while queue:
        word = queue.pop(0)
        match = re.fullmatch(r"-([nrEsz]*)([ef])(.*)", word, re.DOTALL)
        if match is None or word == "--":
            rest.append(word)
            continue
        if match[1]:
            rest.append(f"-{match[1]}")
        if not match[3] and not queue:
            raise SedError(f'Missing argument to -{match[2]} (see "sed --help")')
        value = match[3] or queue.pop(0)
        try:
            sources.append(value if match[2] == "e" else decode(read_operand(call, value)).removesuffix("\n"))
        except OSError as error:
            raise SedError(f"{value}: {reason(error)}") from error
    return sources, rest


def _edit(
    call: Call, commands: list[Command], flags: dict[str, str], operands: list[str], suffix: str | None
) -> Result:
    texts: list[tuple[str, bytes]] = []
    errors = ""
    for operand in operands or ["-"]:
        try:
            texts.append((operand, read_operand(call, operand)))
        except OSError as error:
            errors += f"sed: {operand}: {reason(error)}\n"
    out = b""
    quiet = "n" in flags
    status = 1 if errors else 0
    groups = [[text] for text in texts] if suffix is not None or "s" in flags else [texts]
    for group in groups:
        editor = _Editor(commands, [data for _, data in group], quiet=quiet, end="\0" if "z" in flags else "\n")
        edited = encode(editor.run())
        if suffix is None:
            out += edited
        else:
            path = call.path(group[0][0])
            try:
                if suffix:
                    call.files.write(path + suffix, group[0][1])
                call.files.write(path, edited, 0)
            except OSError as error:
                errors += f"sed: {group[0][0]}: {reason(error)}\n"
                status = 1
        status = editor.status or status
    return Result(out, encode(errors), status)


class _Editor:
    """Runs a script over the lines of several texts as one input."""

    def __init__(self, commands: list[Command], texts: list[bytes], *, quiet: bool, end: str) -> None:
        self.commands = commands
        self.end = end
        joined: list[str] = []
        for data in texts:
            if joined and not joined[-1].endswith(end):
                joined[-1] += end
            joined += re.findall(f"[^{end}]*{end}|[^{end}]+", decode(data))
        self.lines = joined
        self.quiet = quiet
        self.status = 0
        self.at = -1
        self.space = ""
        self.held = ""
        self.ended = self.end
        self.out: list[str] = []
        self.after: list[str] = []
        self.steps = 0
        self.last_regex: re.Pattern[str] | None = None

    def run(self) -> str:
        for command in self.commands:
            command.open_until = -1
        while self._next():
            while self._cycle():
                pass
            if self.commands is _QUIT:
                break
        return "".join(self.out)

    def _next(self) -> bool:
        """Read the next line into the pattern space."""
        if self.at + 1 >= len(self.lines):
            return False
        self.at += 1
        line = self.lines[self.at]
        self.ended = self.end if line.endswith(self.end) else ""
        self.space = line.removesuffix(self.end)
        return True

    @property
    def last(self) -> bool:
        return self.at == len(self.lines) - 1

    def _write(self, text: str) -> None:
        self._put(text + (self.ended if self.last else self.end))

    def _put(self, text: str) -> None:
        """Write text; only the very last line may be unterminated."""
        if self.out and not self.out[-1].endswith(self.end):
            self.out[-1] += self.end
        self.out.append(text)

    def _flush(self) -> None:
        """End a cycle."""
        if not self.quiet:
            self._write(self.space)
        self._appended()

    def _appended(self) -> None:
        for text in self.after:
            self._put(text)
        self.after = []

    def _cycle(self) -> bool:
        """Run the script once; True to rerun it without reading a line (`D`)."""
        index = 0
        replaced = False
        while index < len(self.commands):
            self.steps += 1
            if self.steps > _MOST_STEPS:
                raise LimitExceeded
            command = self.commands[index]
            index += 1
            if command.name in "}:":
                continue
            if self._selected(command) == command.negate:
                if command.name == "{":
                    index = command.goal
                continue
            match command.name:
                case "s":
                    replaced = self._substitute(command) or replaced
                case "b":
                    index = command.goal
                case "t" | "T":
                    if replaced == (command.name == "t"):
                        index = command.goal
                    replaced = False
                case "d" | "D" | "q" | "Q" | "c":
                    return self._ended(command)
                case "n" | "N":
                    if not self._another(command.name):
                        return False
                case _:
                    self._plain(command)
        self._flush()
        return False

    def _ended(self, command: Command) -> bool:
        """End the cycle after a command that does so; True to rerun the script without reading a line."""
        if command.name in "qQ":
            self.status = int(command.text or "0")
            if command.name == "q":
                self._flush()
            self.commands = _QUIT
            return False
        if command.name == "c" and (command.second is None or command.negate or command.open_until < 0):
            self._put(command.text + self.end)
        self._appended()
        _, cut, tail = self.space.partition("\n")
        if command.name == "D" and cut:
            self.space = tail
            return True
        return False

    def _another(self, name: str) -> bool:
        if self.last:
            # Without another line both end the script and print the pattern space.
            self._flush()
            self.commands = _QUIT
            return False
        if name == "n":
            if not self.quiet:
                self._write(self.space)
            self._appended()
            self._next()
        else:
            before = self.space
            self._appended()
            self._next()
            self.space = f"{before}\n{self.space}"
        return True

    def _plain(self, command: Command) -> None:
        match command.name:
            case "p":
                self._write(self.space)
            case "P":
                self._put(self.space.partition("\n")[0] + self.end)
            case "=":
                self._put(f"{self.at + 1}\n")
            case "l":
                self._put(self.space.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n") + "$\n")
            case "a":
                self.after.append(command.text + self.end)
            case "i":
                self._put(command.text + self.end)
            case "g":
                self.space = self.held
            case "G":
                self.space += "\n" + self.held
            case "h":
                self.held = self.space
            case "H":
                self.held += "\n" + self.space
            case "x":
                self.space, self.held = self.held, self.space
            case "y":
                self.space = self.space.translate(command.table)
            case _:
                pass

    def _substitute(self, command: Command) -> bool:
        regex = command.regex or self.last_regex
        if regex is None:
            return False
        self.last_regex = regex
        put = replacement(command.put)
        seen = 0
        changed = False

        def replace_match(match: re.Match[str]) -> str:
            nonlocal seen, changed
            seen += 1
            if seen < command.nth or (seen > command.nth and not command.everywhere):
                return match[0]
            changed = True
            return put(match)

        self.space = regex.sub(replace_match, self.space)
        if changed and command.shown:
            self._write(self.space)
        return changed

    # Addresses.

    def _selected(self, command: Command) -> bool:
        first, second = command.first, command.second
        if first is None:
            return True
        if second is None:
            return self._hit(first)
        number = self.at + 1
        if command.open_until < 0:
            if not self._hit(first):
                return False
            command.open_until = self._until(second, number)
            if 0 < command.open_until <= number:
                command.open_until = -1
            return True
        if command.open_until > 0:
            if number >= command.open_until:
                within = number == command.open_until
                command.open_until = -1
                return within or self._hit(first)
            return True
        if self._hit(second):
            command.open_until = -1
        return True

    def _until(self, second: Address, number: int) -> int:
        """Return the last line of a range that opens here; 0 if a regular expression decides."""
        if second.plus >= 0:
            return number + second.plus
        if second.last:
            return len(self.lines)
        return second.line if second.regex is None and second.line >= 0 else 0

    def _hit(self, address: Address) -> bool:
        if address.last:
            return self.last
        if address.line >= 0:
            return self.at + 1 == address.line
        regex = address.regex or self.last_regex
        if regex is None:
            return False
        self.last_regex = regex
        return regex.search(self.space) is not None


_QUIT: list[Command] = []
"""The script of an editor that has been left."""
