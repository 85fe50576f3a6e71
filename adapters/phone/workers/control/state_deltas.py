"""App states on the control connection: complete the first time, then only changed apps. Both ends, pure."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Any

from adapters.phone.workers.control.messages import ControlProtocolError, Message

if TYPE_CHECKING:  # a process of phones needs nothing else of tasks
    from runtime.core.tasks import State

_NOTHING: State = {}


class StateDeltaEncoder:
    """The phone's end: remembers the last state sent and its name."""

    def __init__(self) -> None:
        self._process_id = secrets.token_hex(4)
        """Distinguishes this process from an earlier one that hosted the phone."""
        self._count = 0
        self._last: State = _NOTHING

    def answer(self, state: State, since: Any = None) -> Message:
        """Return the changes in `state` since the reading named `since`; all of it if that is not the last reading.

        The encoder keeps the values of `state`, so they must not be changed. Identical objects are not compared.
        """
        last = self._last if since == self._name else _NOTHING
        new = {app: value for app, value in state.items() if (old := last.get(app)) is not value and old != value}
        self._last = state
        self._count += 1
        header = {"name": self._name, "whole": last is _NOTHING, "gone": [app for app in last if app not in state]}
        return Message(header, json.dumps(new, ensure_ascii=False, separators=(",", ":")).encode())

    @property
    def _name(self) -> str:
        return f"{self._process_id}-{self._count}"


class StateDeltaDecoder:
    """The runtime's end: rebuilds the complete state."""

    def __init__(self) -> None:
        self.name = ""
        """Name of the last reading received."""
        self._state: State = _NOTHING

    def take(self, answer: Message) -> State:
        """Apply a reading and return all app states.

        Raises:
            ControlProtocolError: the message is not a reading.
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
