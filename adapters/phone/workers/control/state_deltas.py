"""App states over the hidden door: whole the first time, afterwards only the apps that changed. Both ends, pure."""

from __future__ import annotations

import json
import secrets
from typing import Any

from adapters.phone.workers.control.messages import ControlProtocolError, Message
from runtime.core.tasks import State

_NOTHING: State = {}


class StateDeltaEncoder:
    """The phone's end: remembers what was told last, and under which number."""

    def __init__(self) -> None:
        self._born = secrets.token_hex(4)
        """Tells this process from one that hosted the phone before it."""
        self._count = 0
        self._last: State = _NOTHING

    def answer(self, state: State, since: Any = None) -> Message:
        """What is new in `state` since the reading named `since`, if that was the last one; else all of it.

        The values of `state` are kept and must not be changed; those that are the same objects are not compared.
        """
        last = self._last if since == self._name else _NOTHING
        new = {app: value for app, value in state.items() if (old := last.get(app)) is not value and old != value}
        self._last = state
        self._count += 1
        header = {"name": self._name, "whole": last is _NOTHING, "gone": [app for app in last if app not in state]}
        return Message(header, json.dumps(new, ensure_ascii=False, separators=(",", ":")).encode())

    @property
    def _name(self) -> str:
        return f"{self._born}-{self._count}"


class StateDeltaDecoder:
    """The runtime's end: puts the whole together again."""

    def __init__(self) -> None:
        self.name = ""
        """Of the last reading that arrived."""
        self._state: State = _NOTHING

    def take(self, answer: Message) -> State:
        """All app states now.

        Raises:
            ControlProtocolError: the answer is not one of a reading.
        """
        try:
            new = json.loads(answer.body)
            base = _NOTHING if answer.header["whole"] else self._state
            gone = set(answer.header["gone"])
            self.name = str(answer.header["name"])
            self._state = {**{app: value for app, value in base.items() if app not in gone}, **new}
        except (ValueError, KeyError, TypeError) as error:
            raise ControlProtocolError(f"no reading of app states: {error}") from error
        return dict(self._state)
