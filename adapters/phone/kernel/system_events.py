"""Handles events of the system's own windows; their names start with `@`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from adapters.phone.disturbances import appearance
from adapters.phone.kernel import editing, effects
from adapters.phone.kernel.running_phone import RunningPhone
from adapters.phone.state import back_stacks, permissions
from adapters.phone.state.notifications import withdrawn
from adapters.phone.system_ui import shade
from adapters.phone.ui.app import app_for_action
from adapters.phone.ui.node import Ev
from adapters.phone.ui.package_names import HOME


def handle_system_event(phone: RunningPhone, event: Ev) -> None:
    """Handle a touch on keyboard, toolbar, quick settings, recents, notification, chooser or system dialog.

    Raises:
        ValueError: the event is unknown.
    """
    answer = _ANSWERS.get(event.name)
    if answer is None:
        raise ValueError(f"no system event {event.name!r}")
    answer(phone, event)


def answer_permission(phone: RunningPhone, answer: str) -> None:
    """Answer the permission dialog: close it, or change its selection, and inform the app that asked."""
    asked = phone.state.asked
    phone.state, item = permissions.answered(phone.state, answer)
    if item is not None and asked is not None and phone.state.top.package == asked.package:
        phone.dispatch(item)


def dismiss_by_swipe(phone: RunningPhone, event: Ev, way: str) -> bool:
    """Dismiss an open task by a swipe `up` or a notification by a swipe `across`; False if it is neither."""
    if event.name == "@task" and way == "up":
        gone = next((task for task in phone.state.tasks if task.id == event.get("id")), None)
        if gone is not None:
            phone.state = permissions.stopped(back_stacks.without(phone.state, gone.id), gone.package)
        return True
    if event.name == "@notice" and way == "across":
        phone.state = withdrawn(phone.state, str(event.get("package")), str(event.get("key")))
        return True
    return False


def _key(phone: RunningPhone, event: Ev) -> None:
    editing.press(phone, str(event.get("value")))


def _edit(phone: RunningPhone, event: Ev) -> None:
    editing.action(phone, str(event.get("do")))


def _tile(phone: RunningPhone, event: Ev) -> None:
    phone.state = shade.toggled(phone.state, str(event.get("name")))


def _tile_page(phone: RunningPhone, event: Ev) -> None:
    _open_page(phone, shade.page_action(str(event.get("name"))))


def _open_page(phone: RunningPhone, action: str) -> None:
    app = app_for_action(phone.apps, action)
    if app is not None:
        phone.start(app.package, app.actions[action])


def _brightness(phone: RunningPhone, event: Ev) -> None:
    phone.state = shade.with_brightness(phone.state, float(event.get("value", 0.5)))


def _task(phone: RunningPhone, event: Ev) -> None:
    phone.state = back_stacks.bring(phone.state, int(event.get("id")))


def _clear_all(phone: RunningPhone, event: Ev) -> None:
    state = phone.state
    for task in state.tasks:
        state = permissions.stopped(state, task.package)
    phone.state = back_stacks.home(replace(state, tasks=tuple(task for task in state.tasks if task.package == HOME)))


def _notice(phone: RunningPhone, event: Ev) -> None:
    package, key = str(event.get("package")), str(event.get("key"))
    item = next(
        (element for element in phone.state.posted if (element.package, element.notice.key) == (package, key)), None
    )
    if item is not None:
        phone.state = withdrawn(phone.state, package, key)
        phone.unlock()
        phone.start(package, item.notice.route)


def _clear_notices(phone: RunningPhone, event: Ev) -> None:
    phone.state = replace(phone.state, posted=())


def _close(phone: RunningPhone, event: Ev) -> None:
    phone.dismiss()


def _info(phone: RunningPhone, event: Ev) -> None:
    phone.dismiss()
    _open_page(phone, shade.SETTINGS_ACTION)


def _permission(phone: RunningPhone, event: Ev) -> None:
    answer_permission(phone, str(event.get("do")))


def _disturbance(phone: RunningPhone, event: Ev) -> None:
    phone.state = appearance.answer_popup(phone.state, str(event.get("do")))


def _copy(phone: RunningPhone, event: Ev) -> None:
    text = phone.state.shared
    phone.dismiss()
    phone.state = effects.copy_text(phone.state, text)


def _share(phone: RunningPhone, event: Ev) -> None:
    receiver = phone.app(event.get("package"))
    if receiver is not None:
        effects.share_to(phone, receiver, phone.state.shared)


_ANSWERS: Final[Mapping[str, Callable[[RunningPhone, Ev], None]]] = {
    "@key": _key, "@edit": _edit, "@tile": _tile, "@tile_page": _tile_page, "@brightness": _brightness,
    "@task": _task, "@clear_all": _clear_all, "@notice": _notice, "@clear_notices": _clear_notices, "@close": _close,
    "@info": _info, "@permission": _permission, "@disturbance": _disturbance, "@share": _share, "@copy": _copy,
}  # fmt: skip
