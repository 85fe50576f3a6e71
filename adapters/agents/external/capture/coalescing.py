"""Merges the device effects of an external agent's commands into actions of the runtime's vocabulary. Pure.

An agent that speaks ADB itself may need several commands for one action: a text typed character by character, a
keyboard that is selected, cleared, written through and restored, two taps for a double tap. Effects are merged by their
order and times.

No effect is buffered beyond `due`. Times are seconds of any monotonic clock.
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
"""Longest time between two taps at one point that form a double tap, in seconds."""
BURST: Final = 1.0
"""Longest time between two pieces of one text, in seconds."""
CLEARED: Final = 3.0
"""Longest time between clearing a field and writing into it, in seconds. Agents with a keyboard of their own wait one
or two.
"""
LONG_MS: Final = 400
"""Android treats a touch held this long as a long press, in milliseconds."""
_CHUNK: Final = 1000
"""Length of a full text piece, in characters: the sender cut the text here, so the next piece continues it."""


@dataclass(slots=True)
class _Text:
    """Text that may still grow. `enters` counts line ends that belong to it only if more text follows."""

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
    """Turns device effects into actions.

    The concatenated output of `feed` and `flush` does not depend on when `flush` is called between effects that are
    further apart than the times above.
    """

    _pending: Tap | _Text | None = None
    _due: float = 0.0
    _gesture: _Gesture | None = None
    _clipboard: str = ""
    _out: list[Action] = field(default_factory=list)

    @property
    def due(self) -> float | None:
        """When the buffered effect must be flushed; None if nothing is buffered."""
        return None if self._pending is None else self._due

    def feed(self, effect: DeviceEffect, began: float, ended: float) -> list[Action]:
        """Adds one effect of a command that ran from `began` to `ended`; returns the actions completed by it.

        All effects of one command line have the same times.
        """
        if self._pending is not None and began > self._due:
            self._emit_pending()
        match effect:
            case Tapped(x=x, y=y):
                self._observer(Tap(x, y), ended)
            case Dragged():
                self._drag(effect, ended)
            case Moved():
                self._move(effect, began, ended)
            case Typed() | Cleared():
                self._write(effect, began, ended)
            case Copied(text=text):
                self._clipboard = text
            case Pasted():
                self._write(Typed(self._clipboard), began, ended)
            case Pressed(key="ENTER" | "NUMPAD_ENTER") if self._spelling():
                self._enter(ended)
            case Pressed(key=key):
                self._emit(Key(key))
            case Started(package=package):
                self._emit(Launch(package))
            case Looked(screen=True) | Opaque():
                self._emit_pending()
            case _:
                pass
        return self._take_output()

    def flush(self) -> list[Action]:
        """Returns the buffered action as it stands."""
        self._emit_pending()
        return self._take_output()

    # -- touches ----------------------------------------------------------------------------------------------------

    def _observer(self, observer: Tap, ended: float) -> None:
        if self._pending == observer:
            self._pending = None
            self._out.append(DoubleTap(observer.x, observer.y))
            return
        self._emit_pending()
        self._pending, self._due = observer, ended + DOUBLE_TAP

    def _drag(self, effect: Dragged, ended: float) -> None:
        if (effect.x1, effect.y1) != (effect.x2, effect.y2):
            self._emit(Swipe(effect.x1, effect.y1, effect.x2, effect.y2, effect.ms))
        elif effect.ms >= LONG_MS:
            self._emit(LongPress(effect.x1, effect.y1, effect.ms))
        else:
            self._observer(Tap(effect.x1, effect.y1), ended)

    def _move(self, effect: Moved, began: float, ended: float) -> None:
        gesture = self._gesture
        if effect.what == "down":
            self._gesture = _Gesture(effect.x, effect.y, began)
        elif effect.what == "up" and gesture is not None:
            self._gesture = None
            ms = max(0, round((ended - gesture.began) * 1000))
            self._drag(Dragged(gesture.x, gesture.y, effect.x, effect.y, ms), ended)
        elif effect.what == "cancel":
            self._gesture = None

    # -- text -------------------------------------------------------------------------------------------------------

    def _write(self, effect: Typed | Cleared, began: float, ended: float) -> None:
        if isinstance(effect, Cleared) or effect.set:
            self._emit_pending()
            text = "" if isinstance(effect, Cleared) else effect.text
            self._pending, self._due = _Text(text, True, text, began), ended + (BURST if text else CLEARED)
            return
        if not effect.text:
            return  # an empty text only activates the keyboard
        pending = self._pending
        if isinstance(pending, _Text) and self._continues(pending, effect.text, began):
            pending.text += "\n" * pending.enters + effect.text
            pending.last, pending.enters, pending.began = effect.text, 0, began
        else:
            self._emit_pending()
            self._pending = _Text(effect.text, False, effect.text, began)
        self._due = ended + BURST

    @staticmethod
    def _continues(pending: _Text, text: str, began: float) -> bool:
        """Whether a piece belongs to the text before it: typed by character, split for its length, or sent in the same
        command.
        """
        if pending.clear and not pending.text:
            return True
        spelt = len(pending.last) == 1 and len(text) == 1
        return spelt or (pending.enters == 0 and (len(pending.last) >= _CHUNK or began == pending.began))

    def _spelling(self) -> bool:
        return isinstance(self._pending, _Text) and len(self._pending.last) == 1

    def _enter(self, ended: float) -> None:
        assert isinstance(self._pending, _Text)
        self._pending.enters += 1
        self._due = ended + BURST

    # -- output ----------------------------------------------------------------------------------------------------

    def _emit(self, action: Action) -> None:
        self._emit_pending()
        self._out.append(action)

    def _emit_pending(self) -> None:
        pending, self._pending = self._pending, None
        if isinstance(pending, Tap):
            self._out.append(pending)
        elif pending is not None:
            self._out.append(Type(pending.text, pending.clear))
            self._out.extend(Key("ENTER") for _ in range(pending.enters))

    def _take_output(self) -> list[Action]:
        out, self._out = self._out, []
        return out
