"""Performs actions on a phone by direct calls: no socket, no pixels, no waiting."""

from __future__ import annotations

from adapters.phone.kernel.phone import Phone
from runtime.core.actions import Action, DoubleTap, Key, Launch, LongPress, Swipe, Tap, Type, Wait
from runtime.core.errors import UsageError

SETTLE_MS = 1000
"""Virtual time after each action, so that whatever it set off has come to rest."""

KEYS = {"HOME": 3, "BACK": 4, "TAB": 61, "ENTER": 66, "DEL": 67, "APP_SWITCH": 187}


def perform(phone: Phone, action: Action) -> None:
    """Perform one action and let the phone settle. Actions that don't touch the phone only take time.

    Raises:
        UsageError: a key that has no code here, or an app that is not installed.
    """
    match action:
        case Tap(x=x, y=y):
            phone.touch_tap(x, y)
        case DoubleTap(x=x, y=y):
            phone.touch_double_tap(x, y)
        case LongPress(x=x, y=y, ms=ms):
            phone.touch_long(x, y, ms)
        case Swipe(x1=x1, y1=y1, x2=x2, y2=y2, ms=ms):
            phone.touch_swipe(x1, y1, x2, y2, ms)
        case Type(text=text, clear=clear):
            if clear:
                phone.clear_text()
            phone.type_text(text)
        case Key(name=name):
            if name not in KEYS:
                raise UsageError(f"the key {name!r} cannot be pressed here; use one of {', '.join(KEYS)}")
            phone.key(KEYS[name])
        case Launch(app=app):
            if not phone.start(app):
                raise UsageError(f"no app {app!r} is installed; launch an app by its package name")
        case Wait(ms=ms):
            phone.elapse(ms)
        case _:
            pass
    phone.elapse(SETTLE_MS)
