"""Performs actions on a phone by direct calls: no socket, no pixels, no waiting."""

from __future__ import annotations

from adapters.android.actions import resolve
from adapters.phone.kernel.phone import Phone
from runtime.core.actions import Action, DoubleTap, Key, Launch, LongPress, Swipe, Tap, Type, Wait
from runtime.core.errors import UsageError
from runtime.core.key_codes import key_code, normal_key_name

SETTLE_MS = 1000
"""Virtual time after each action, so that whatever it set off has come to rest."""


def perform(phone: Phone, action: Action) -> None:
    """Perform one action and let the phone settle. Actions that don't touch the phone only take time.

    Raises:
        UsageError: an unknown key, or an app that is not installed; nothing has changed.
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
            code = key_code(normal_key_name(name))
            if not code:
                raise UsageError(f"the key {name!r} cannot be pressed here; Android has none of that name")
            phone.key(code)
        case Launch(app=app):
            package = resolve(app, {installed.label: installed.package for installed in phone.apps})
            if package is None:
                raise UsageError(f"no app {app!r} is installed; launch an app by its package name")
            phone.start(package)
        case Wait(ms=ms):
            phone.elapse(ms)
        case _:
            pass
    phone.elapse(SETTLE_MS)
