"""Advances the phone's clock: timers, late text and expiring notices fire in order, each at its own time.

The result therefore does not depend on how the time is divided into steps.
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


class AppTimers:
    """Next wake time of each app. An app is asked again only after its state changed or its time has passed."""

    def __init__(self, apps: Sequence[App]) -> None:
        self._apps = tuple(app for app in apps if app.due is not None)
        self._known: dict[str, tuple[Any, int, int | None]] = {}

    def next(self, phone: RunningPhone) -> tuple[int, App] | None:
        """Return the next wake time (virtual ms) after now and its app; on a tie the app listed first."""
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
        row = crashes.run_app_code(phone, app, partial(_wake_ms, app, state, phone.now))
        at = None if row is None else row[0]
        self._known[app.name] = (state, now, at)
        return at


def _wake_ms(app: App, state: Any, now: datetime) -> tuple[int | None]:
    """Return the app's wake time in whole virtual ms; None unless it is later than now."""
    then = app.due(state, now) if app.due is not None else None
    if then is None:
        return (None,)
    if then.tzinfo is None:
        then = then.replace(tzinfo=UTC)
    return (-((START - then) // _MS),) if then > now else (None,)


def elapse(phone: RunningPhone, wakes: AppTimers, ms: int) -> None:
    """Advance the clock by whole ms: late text arrives, apps wake up, notices expire."""
    until = phone.state.now_ms + max(0, ms)
    while True:
        late, wake = phone.state.disturbances.pending_text, wakes.next(phone)
        arrives = None if late is None else max(late.due, phone.state.now_ms)
        if arrives is not None and arrives <= until and (wake is None or arrives <= wake[0]):
            _advance(phone, arrives)
            editing.deliver_pending(phone)
        elif wake is not None and wake[0] <= until:
            _advance(phone, wake[0])
            phone.dispatch_to(wake[1], DUE)
        else:
            break
    _advance(phone, until)


def next_change(phone: RunningPhone, wakes: AppTimers) -> int:
    """Return when the phone next changes by itself (virtual ms): by a timer, by what ends, or by its clock's minute."""
    wake = wakes.next(phone)  # may stop an app that raises, so before the state is read
    state = phone.state
    coming = [(state.now_ms // MINUTE + 1) * MINUTE, *lifecycle.ends(state)]
    coming += [item.until for item in (state.toast, state.copied) if item is not None]
    if state.disturbances.pending_text is not None:
        coming.append(state.disturbances.pending_text.due)
    if wake is not None:
        coming.append(wake[0])
    return max(state.now_ms, min(coming))


def _advance(phone: RunningPhone, to: int) -> None:
    """Set the clock to that millisecond; nothing is due before it."""
    before = phone.state
    after = replace(before, now_ms=to)
    if after.toast is not None and to >= after.toast.until:
        after = replace(after, toast=None)
    if after.copied is not None and to >= after.copied.until:
        after = replace(after, copied=None)
    if _screen_differs(before, after):
        phone.state = after
    else:
        phone.replace_silently(after)


def _screen_differs(before: PhoneState, after: PhoneState) -> bool:
    """Return whether the clock change is visible on the screen, which never shows milliseconds."""
    if (after.toast, after.copied) != (before.toast, before.copied):
        return True
    return after.now_ms // MINUTE != before.now_ms // MINUTE or lifecycle.any_ends_until(before, after.now_ms)
