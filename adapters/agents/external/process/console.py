"""A program that asks on its console: what it writes becomes questions, replies are written back.

`Prompts` is pure: text in, what was found out. A line counts when it is whole; a line without its end, as a program
leaves it when it waits for input, counts when nothing more has come for a moment.
"""

from __future__ import annotations

import codecs
import math
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

import anyio

from adapters.agents.external.process.command import filled
from adapters.agents.external.process.description import Description
from runtime.core.actions import AskUser, Decision, Finish, Takeover
from runtime.plugins.protocols import Observation

QUIET: Final = 0.3
"""Seconds without another word after which an unfinished line is what the program stopped at."""
_MOST: Final = 16 << 10
"""Characters since the last thing found that patterns are looked for in."""
_QUEUE: Final = 64 << 10
"""Bytes of output that may wait to be looked at; the oldest are left out."""
_ESCAPES: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])|\r")

Step = Callable[[Decision], Awaitable[Observation]]
Say = Callable[[str], Awaitable[None]]
Kind = Literal["ask", "takeover", "finish", "reply"]
_GROUPS: Final[dict[Kind, str]] = {"ask": "question", "takeover": "message", "finish": "text", "reply": ""}


@dataclass(frozen=True, slots=True)
class Found:
    """What a program wants by what it wrote; of a prompt with a fixed reply `text` is that reply."""

    kind: Kind
    text: str


class Prompts:
    """Reads what a program writes."""

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
        """Whether there is a line without an end, which may be a prompt."""
        return bool(self._text) and not self._text.endswith("\n")

    def feed(self, data: bytes) -> list[Found]:
        """What was written; what is wanted by whole lines of it."""
        text = self._text + _ESCAPES.sub("", self._decode.decode(data))
        found: list[Found] = []
        end = text.rfind("\n") + 1
        ready_text, rest = text[:end], text[end:]
        while (pair := self._first(ready_text)) is not None:
            what, end = pair
            found.append(what)
            ready_text = ready_text[end:]
        self._text = (ready_text + rest)[-_MOST:]
        return found

    def quiet(self) -> list[Found]:
        """Nothing more has come for a moment: what is wanted by the line that has no end."""
        found = self._first(self._text)
        if found is None:
            return []
        self._text = self._text[found[1] :]
        return [found[0]]

    def _first(self, text: str) -> tuple[Found, int] | None:
        """The first that is found, and where it ends."""
        best: tuple[int, int, Found] | None = None
        for kind, pattern, line in self._patterns:
            match = pattern.search(text)
            if match is None or match.end() == 0 or (best is not None and match.start() >= best[0]):
                continue
            group = _GROUPS[kind]
            matched = match[group] if group in pattern.groupindex else match[0]
            best = match.start(), match.end(), Found(kind, line if kind == "reply" else (matched or "").strip())
        return None if best is None else (best[2], best[1])


class Console:
    """Listens to a program by `hear`; `run` asks its questions and writes the replies by `say`.

    `known` fills the gaps of lines that it is written without anybody being asked.
    """

    def __init__(self, description: Description, known: Mapping[str, str]) -> None:
        self._description = description
        self._known = known
        self._prompts = Prompts(description)
        self._heard = bytearray()
        self._news = anyio.Event()
        self._closed = False

    def hear(self, data: bytes) -> None:
        """What the program wrote."""
        self._heard += data
        del self._heard[:-_QUEUE]
        self._news.set()

    def close(self) -> None:
        """The program has ended: of its last words only that it is done still means something."""
        self._closed = True
        self._news.set()

    async def run(self, step: Step, say: Say) -> None:
        """Until cancelled, or closed and heard to the end."""
        while not (self._closed and not self._heard):
            with anyio.move_on_after(QUIET if self._prompts.unfinished else math.inf) as waiting:
                await self._news.wait()
            if waiting.cancelled_caught:
                found = self._prompts.quiet()
                if not found:
                    await self._news.wait()
                    continue
            else:
                data, self._news = bytes(self._heard), anyio.Event()
                self._heard.clear()
                found = self._prompts.feed(data)
            for item in found:
                await self._do(item, step, say)
        for item in self._prompts.quiet():
            await self._do(item, step, say)

    async def _do(self, found: Found, step: Step, say: Say) -> None:
        if self._closed and found.kind != "finish":
            return
        match found.kind:
            case "ask":
                seen = await step(Decision([AskUser(found.text)]))
                await say(self._description.answer.replace("{reply}", "\n".join(seen.replies)))
            case "takeover":
                seen = await step(Decision([Takeover(found.text)]))
                await say(self._description.taken_over.replace("{reply}", "\n".join(seen.replies)))
            case "reply":
                await say(" ".join(filled(found.text, self._known).split("\n")))
            case "finish":
                await step(Decision([Finish(found.text)]))
