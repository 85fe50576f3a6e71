"""Time: what happens while the phone's clock runs on, each thing at its own moment and in the order of these.

Therefore it does not matter in which portions the time passes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

from adapters.phone.disturbances import lifecycle
from adapters.phone.kernel import crashes, editing
from adapters.phone.kernel.running_phone import RunningPhone
from adapters.phone.state.phone_state import START, PhoneState
from adapters.phone.ui.app import App
from adapters.phone.ui.node import ev

DUE: Final = ev("@due")
MINUTE: Final = 60_000
_MS: Final = timedelta(milliseconds=1)


class Wakes:
    """When which app wants to be woken. An app is asked again only when its state is another or its moment has come."""

    def __init__(self, apps: Sequence[App]) -> None:
        self._apps = tuple(app for app in apps if app.due is not None)
        self._known: dict[str, tuple[Any, int, int | None]] = {}

    def next(self, phone: RunningPhone) -> tuple[int, App] | None:
        """The first moment (virtual ms) after now, and whose it is; of two at once the app that is named first."""
        found: tuple[int, App] | None = None
        for app in self._apps:
            at = self._of(phone, app)
            if at is not None and (found is None or at < found[0]):
                found = at, app
        return found

    def _of(self, phone: RunningPhone, app: App) -> int | None:
        state, now = phone.state.apps[app.name], phone.state.now_ms
        known = self._known.get(app.name)
        if known is not None and known[0] is state and known[1] <= now and (known[2] is None or now < known[2]):
            return known[2]
        assert app.due is not None
        row = crashes.watched(phone, app, partial(_asked, app, state, phone.now))
        at = None if row is None else row[0]
        self._known[app.name] = (state, now, at)
        return at


def _asked(app: App, state: Any, now: datetime) -> tuple[int | None]:
    """What the app says, in whole virtual milliseconds; an answer that is not later than now counts as none."""
    then = app.due(state, now) if app.due is not None else None
    if then is None:
        return (None,)
    if then.tzinfo is None:
        then = then.replace(tzinfo=UTC)
    return (-((START - then) // _MS),) if then > now else (None,)


def elapse(phone: RunningPhone, wakes: Wakes, ms: int) -> None:
    """Let the clock run on by whole milliseconds; text that is under way arrives, apps are woken, notices go."""
    until = phone.state.now_ms + max(0, ms)
    while True:
        late, wake = phone.state.sky.late, wakes.next(phone)
        arrives = None if late is None else max(late.due, phone.state.now_ms)
        if arrives is not None and arrives <= until and (wake is None or arrives <= wake[0]):
            _advance(phone, arrives)
            editing.deliver(phone)
        elif wake is not None and wake[0] <= until:
            _advance(phone, wake[0])
            phone.hand(wake[1], DUE)
        else:
            break
    _advance(phone, until)


def _advance(phone: RunningPhone, to: int) -> None:
    """The clock at that millisecond; nothing falls due on the way."""
    before = phone.state
    after = replace(before, now_ms=to)
    if after.toast is not None and to >= after.toast.until:
        after = replace(after, toast=None)
    if after.copied is not None and to >= after.copied.until:
        after = replace(after, copied=None)
    if _shows(before, after):
        phone.state = after
    else:
        phone.quietly(after)


def _shows(before: PhoneState, after: PhoneState) -> bool:
    """Whether anything that is drawn is another: nothing there tells milliseconds."""
    if (after.toast, after.copied) != (before.toast, before.copied):
        return True
    return after.now_ms // MINUTE != before.now_ms // MINUTE or lifecycle.turns(before, after.now_ms)
