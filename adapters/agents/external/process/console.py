"""Turns a program's console output into questions to the user, and writes the replies to its console.

`PromptParser` is pure. A line counts when it is complete. An unfinished line, as a program leaves it while waiting for
input, counts when no further output follows for a moment.
"""

from __future__ import annotations

import codecs
import math
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

import anyio

from adapters.agents.external.process.command import fill_placeholders
from adapters.agents.external.process.description import Description
from runtime.core.actions import AskUser, Decision, Finish, Takeover
from runtime.plugins.protocols import Observation

QUIET: Final = 0.3
"""Seconds without output after which an unfinished line counts as a prompt."""
_MAX_TEXT: Final = 16 << 10
"""Characters since the last match in which patterns are searched."""
_MAX_BUFFERED: Final = 64 << 10
"""Bytes of output that may be buffered; the oldest are dropped."""
_ESCAPES: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])|\r")

StepFunction = Callable[[Decision], Awaitable[Observation]]
WriteLine = Callable[[str], Awaitable[None]]
Kind = Literal["ask", "takeover", "finish", "reply"]
_GROUPS: Final[dict[Kind, str]] = {"ask": "question", "takeover": "message", "finish": "text", "reply": ""}


@dataclass(frozen=True, slots=True)
class ConsoleEvent:
    """A request found in the program's output. For a prompt with a fixed reply, `text` is that reply."""

    kind: Kind
    text: str


class PromptParser:
    """Finds the described patterns in a program's output."""

    def __init__(self, description: Description) -> None:
        groups: list[tuple[Kind, str, str]] = [
            ("ask", description.ask, ""),
            ("takeover", description.takeover, ""),
            ("finish", description.finish, ""),
            *(("reply", pattern, line) for pattern, line in description.replies.items()),
        ]
        self._patterns = [(kind, re.compile(text, re.MULTILINE), line) for kind, text, line in groups if text]
        self._decode = codecs.getincrementaldecoder("utf-8")("replace")
        self._text = ""

    @property
    def unfinished(self) -> bool:
        """Whether the output ends with an unfinished line, which may be a prompt."""
        return bool(self._text) and not self._text.endswith("\n")

    def feed(self, data: bytes) -> list[ConsoleEvent]:
        """Adds output; returns the events found in complete lines."""
        text = self._text + _ESCAPES.sub("", self._decode.decode(data))
        found: list[ConsoleEvent] = []
        end = text.rfind("\n") + 1
        ready_text, rest = text[:end], text[end:]
        while (pair := self._first(ready_text)) is not None:
            what, end = pair
            found.append(what)
            ready_text = ready_text[end:]
        self._text = (ready_text + rest)[-_MAX_TEXT:]
        return found

    def quiet(self) -> list[ConsoleEvent]:
        """Returns the event found in the unfinished line, after no further output has come for a moment."""
        found = self._first(self._text)
        if found is None:
            return []
        self._text = self._text[found[1] :]
        return [found[0]]

    def _first(self, text: str) -> tuple[ConsoleEvent, int] | None:
        """The earliest event in the text, and where it ends."""
        best: tuple[int, int, ConsoleEvent] | None = None
        for kind, pattern, line in self._patterns:
            match = pattern.search(text)
            if match is None or match.end() == 0 or (best is not None and match.start() >= best[0]):
                continue
            group = _GROUPS[kind]
            matched = match[group] if group in pattern.groupindex else match[0]
            best = match.start(), match.end(), ConsoleEvent(kind, line if kind == "reply" else (matched or "").strip())
        return None if best is None else (best[2], best[1])


class Console:
    """Receives output with `add_output`; `run` asks the questions and writes the replies.

    `values` fills the placeholders of replies that need no user.
    """

    def __init__(self, description: Description, values: Mapping[str, str]) -> None:
        self._description = description
        self._values = values
        self._prompts = PromptParser(description)
        self._buffer = bytearray()
        self._changed = anyio.Event()
        self._closed = False

    def add_output(self, data: bytes) -> None:
        """Adds what the program wrote."""
        self._buffer += data
        del self._buffer[:-_MAX_BUFFERED]
        self._changed.set()

    def close(self) -> None:
        """Signals that the program has ended: of its remaining output only `finish` counts."""
        self._closed = True
        self._changed.set()

    async def run(self, step: StepFunction, write: WriteLine) -> None:
        """Handles output until cancelled, or until closed and all output is handled."""
        while not (self._closed and not self._buffer):
            with anyio.move_on_after(QUIET if self._prompts.unfinished else math.inf) as waiting:
                await self._changed.wait()
            if waiting.cancelled_caught:
                found = self._prompts.quiet()
                if not found:
                    await self._changed.wait()
                    continue
            else:
                data, self._changed = bytes(self._buffer), anyio.Event()
                self._buffer.clear()
                found = self._prompts.feed(data)
            for item in found:
                await self._do(item, step, write)
        for item in self._prompts.quiet():
            await self._do(item, step, write)

    async def _do(self, found: ConsoleEvent, step: StepFunction, write: WriteLine) -> None:
        if self._closed and found.kind != "finish":
            return
        match found.kind:
            case "ask":
                seen = await step(Decision([AskUser(found.text)]))
                await write(self._description.answer.replace("{reply}", "\n".join(seen.replies)))
            case "takeover":
                seen = await step(Decision([Takeover(found.text)]))
                await write(self._description.taken_over.replace("{reply}", "\n".join(seen.replies)))
            case "reply":
                await write(" ".join(fill_placeholders(found.text, self._values).split("\n")))
            case "finish":
                await step(Decision([Finish(found.text)]))
