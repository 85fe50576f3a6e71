"""From what commands did to what was meant: deeds with their times become the actions of the vocabulary. Pure.

Agents that speak ADB themselves say one action in several commands: text character by character, a keyboard that is put
in place, cleared, written through and put back, two taps for a double tap. The rules are those of the note on subject
agents (0.3): what belongs together is told by what stands next to what, and when.

Nothing is held longer than `due` says; times are seconds of any clock that only runs forward.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from adapters.android.command_effects import (
    Cleared,
    Copied,
    DeviceEffect,
    Dragged,
    Looked,
    Moved,
    Opaque,
    Pasted,
    Pressed,
    Started,
    Tapped,
    Typed,
)
from runtime.core.actions import Action, DoubleTap, Key, Launch, LongPress, Swipe, Tap, Type

DOUBLE_TAP: Final = 0.3
"""Seconds between two taps at one point that are one double tap."""
BURST: Final = 1.0
"""Seconds between two pieces of one text."""
CLEARED: Final = 3.0
"""Seconds between emptying a field and writing into it; who writes by a keyboard of its own waits one or two."""
LONG_MS: Final = 400
"""From so many milliseconds on Android takes a finger that stays for a long press."""
_CHUNK: Final = 1000
"""A piece of text this long was cut by who sends it: the next piece goes on with it."""


@dataclass(slots=True)
class _Text:
    """Text that more may follow. `enters`: line ends that are part of it only if text comes after them."""

    text: str
    clear: bool
    last: str
    began: float
    enters: int = 0


@dataclass(slots=True)
class _Gesture:
    """A finger that is down."""

    x: int
    y: int
    began: float


@dataclass(slots=True)
class Coalescer:
    """Deeds in, actions out. What `feed` and `flush` return, end to end, does not depend on when `flush` is called
    between deeds that are further apart than the times above.
    """

    _held: Tap | _Text | None = None
    _until: float = 0.0
    _finger: _Gesture | None = None
    _clipboard: str = ""
    _out: list[Action] = field(default_factory=list)

    @property
    def due(self) -> float | None:
        """When what is held is to be flushed, None if nothing is."""
        return None if self._held is None else self._until

    def feed(self, deed: DeviceEffect, began: float, ended: float) -> list[Action]:
        """One deed of a command that ran from `began` to `ended`; the actions that are complete now.

        Deeds of one command line all have its times.
        """
        if self._held is not None and began > self._until:
            self._release()
        match deed:
            case Tapped(x=x, y=y):
                self._tap(Tap(x, y), ended)
            case Dragged():
                self._drag(deed, ended)
            case Moved():
                self._move(deed, began, ended)
            case Typed() | Cleared():
                self._write(deed, began, ended)
            case Copied(text=text):
                self._clipboard = text
            case Pasted():
                self._write(Typed(self._clipboard), began, ended)
            case Pressed(key="ENTER" | "NUMPAD_ENTER") if self._spelling():
                self._enter(ended)
            case Pressed(key=key):
                self._say(Key(key))
            case Started(package=package):
                self._say(Launch(package))
            case Looked(screen=True) | Opaque():
                self._release()
            case _:
                pass
        return self._taken()

    def flush(self) -> list[Action]:
        """What was held, as it stands: nobody waits for more of it."""
        self._release()
        return self._taken()

    # -- touches ----------------------------------------------------------------------------------------------------

    def _tap(self, tap: Tap, ended: float) -> None:
        if self._held == tap:
            self._held = None
            self._out.append(DoubleTap(tap.x, tap.y))
            return
        self._release()
        self._held, self._until = tap, ended + DOUBLE_TAP

    def _drag(self, deed: Dragged, ended: float) -> None:
        if (deed.x1, deed.y1) != (deed.x2, deed.y2):
            self._say(Swipe(deed.x1, deed.y1, deed.x2, deed.y2, deed.ms))
        elif deed.ms >= LONG_MS:
            self._say(LongPress(deed.x1, deed.y1, deed.ms))
        else:
            self._tap(Tap(deed.x1, deed.y1), ended)

    def _move(self, deed: Moved, began: float, ended: float) -> None:
        finger = self._finger
        if deed.what == "down":
            self._finger = _Gesture(deed.x, deed.y, began)
        elif deed.what == "up" and finger is not None:
            self._finger = None
            ms = max(0, round((ended - finger.began) * 1000))
            self._drag(Dragged(finger.x, finger.y, deed.x, deed.y, ms), ended)
        elif deed.what == "cancel":
            self._finger = None

    # -- text -------------------------------------------------------------------------------------------------------

    def _write(self, deed: Typed | Cleared, began: float, ended: float) -> None:
        if isinstance(deed, Cleared) or deed.set:
            self._release()
            text = "" if isinstance(deed, Cleared) else deed.text
            self._held, self._until = _Text(text, True, text, began), ended + (BURST if text else CLEARED)
            return
        if not deed.text:
            return  # keyboards are woken by an empty text
        held = self._held
        if isinstance(held, _Text) and self._continues(held, deed.text, began):
            held.text += "\n" * held.enters + deed.text
            held.last, held.enters, held.began = deed.text, 0, began
        else:
            self._release()
            self._held = _Text(deed.text, False, deed.text, began)
        self._until = ended + BURST

    @staticmethod
    def _continues(held: _Text, text: str, began: float) -> bool:
        """Whether a piece belongs to the text before it: spelt out, cut for its length, or told in one line."""
        if held.clear and not held.text:
            return True
        spelt = len(held.last) == 1 and len(text) == 1
        return spelt or (held.enters == 0 and (len(held.last) >= _CHUNK or began == held.began))

    def _spelling(self) -> bool:
        return isinstance(self._held, _Text) and len(self._held.last) == 1

    def _enter(self, ended: float) -> None:
        assert isinstance(self._held, _Text)
        self._held.enters += 1
        self._until = ended + BURST

    # -- what comes out ---------------------------------------------------------------------------------------------

    def _say(self, action: Action) -> None:
        self._release()
        self._out.append(action)

    def _release(self) -> None:
        held, self._held = self._held, None
        if isinstance(held, Tap):
            self._out.append(held)
        elif held is not None:
            self._out.append(Type(held.text, held.clear))
            self._out.extend(Key("ENTER") for _ in range(held.enters))

    def _taken(self) -> list[Action]:
        out, self._out = self._out, []
        return out
