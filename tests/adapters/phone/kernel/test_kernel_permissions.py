"""Permissions: requested in the system's dialog, decided by the user, stored by the phone."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from adapters.phone.apps.settings import APP as SETTINGS
from adapters.phone.kernel.phone import Phone
from adapters.phone.state import permissions
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Ask, Effect, Icon, Route, Screen, Stop, View, route
from adapters.phone.ui.node import Ev, ev, node
from adapters.phone.ui.package_names import PERMISSION_CONTROLLER
from adapters.phone.ui.permission_names import COARSE, FINE
from adapters.phone.workers.registry import with_launcher
from runtime.screen.tree import parse
from tests.adapters.phone.kernel.test_kernel_input import find, tap

CAMERA = "android.permission.CAMERA"
CONTACTS = "android.permission.READ_CONTACTS"
PACKAGE = "com.asker"


@dataclass(frozen=True, slots=True)
class ReceivedEvents:
    """The names of the events that the app received."""

    received: tuple[str, ...] = ()


def show(state: ReceivedEvents, place: Route, view: View) -> Screen:
    """Show the granted permissions."""
    return Screen(node("column", [node("text", text=text) for text in sorted(view.granted)], node("text", text="Page")))


def update(state: ReceivedEvents, event: Ev, view: View) -> tuple[ReceivedEvents, tuple[Effect, ...]]:
    """Ask for a permission on the event `ask`; record every other event."""
    if event.name == "ask":
        return state, (Ask(event.get("what"), ev("yes"), ev("no")),)
    return replace(state, received=(*state.received, event.name)), ()


APP = App("asker", PACKAGE, "Asker", Icon("#112233", "#FFFFFF", "home"), Theme("#D8432B"), route("x"), ReceivedEvents,
          show, update)  # fmt: skip


@pytest.fixture
def asker() -> Phone:
    """A phone with the app that requests permissions in front."""
    made = Phone(with_launcher((APP,)))
    made.start(PACKAGE)
    return made


def received(phone: Phone) -> list[str]:
    """Return the names of the events that the app has received so far."""
    events: list[str] = phone.read()["asker"]["received"]
    return events


def ask(phone: Phone, what: str) -> None:
    """Let the app request a permission."""
    phone.dispatch(ev("ask", what=what))


def test_the_dialog_belongs_to_the_permission_controller(asker: Phone) -> None:
    """The permission dialog names the app, and touches outside of it answer nothing."""
    ask(asker, FINE)
    assert parse(asker.dump()).package == PERMISSION_CONTROLLER
    assert "Allow Asker to access this device’s location?" in asker.dump().decode()
    before = asker.state
    asker.touch_tap(540, 2300)
    asker.touch_tap(540, 120)
    assert asker.state == before or asker.state.panel == "permission"
    assert received(asker) == []


@pytest.mark.parametrize(
    ("button", "events", "text"),
    [
        ("permission_allow_foreground_only_button", "yes", "granted"),
        ("permission_allow_one_time_button", "yes", "once"),
        ("permission_deny_button", "no", "denied"),
    ],
)
def test_each_answer_reaches_the_app_and_is_stored(asker: Phone, button: str, events: str, text: str) -> None:
    """The app gets one event for the answer; a permission for one time ends when the app is stopped."""
    ask(asker, CAMERA)
    tap(asker, resource_id=f"{PERMISSION_CONTROLLER}:id/{button}")
    assert received(asker) == [events]
    assert permissions.decided(asker.state, PACKAGE) == {CAMERA: text}
    assert (CAMERA.encode() in asker.dump()) == (events == "yes")
    asker.stop(PACKAGE)
    assert permissions.granted(asker.state, PACKAGE) == ({CAMERA} if text == "granted" else set())


def test_after_two_refusals_no_dialog_is_shown(asker: Phone) -> None:
    """After two refusals a request is denied without a dialog; BACK in the dialog is not stored as an answer."""
    ask(asker, CONTACTS)
    asker.key(4)
    assert permissions.decided(asker.state, PACKAGE) == {}
    for _ in range(2):
        ask(asker, CONTACTS)
        tap(asker, text="Don’t allow")
    ask(asker, CONTACTS)
    assert asker.state.panel == ""
    assert received(asker) == ["no"] * 4


def test_choosing_the_approximate_location(asker: Phone) -> None:
    """The choice of an approximate location grants only the coarse permission."""
    ask(asker, FINE)
    tap(asker, desc="Approximate")
    tap(asker, text="Only this time")
    assert permissions.granted(asker.state, PACKAGE) == {COARSE}


def test_permissions_can_be_granted_and_revoked_directly(asker: Phone) -> None:
    """A permission granted by the system needs no dialog; a revoked one is asked for again."""
    asker.state = permissions.grant(asker.state, PACKAGE, CAMERA)
    ask(asker, CAMERA)
    assert (asker.state.panel, received(asker)) == ("", ["yes"])
    asker.state = permissions.revoke(asker.state, PACKAGE, CAMERA)
    ask(asker, CAMERA)
    assert asker.state.panel == "permission"
    assert isinstance(asker.snapshot(), PhoneState)


def test_settings_change_a_permission(asker: Phone) -> None:
    """Choosing "Don’t allow" on the app's page in Settings denies the permission without a dialog."""
    phone = Phone(with_launcher((APP, SETTINGS)))
    phone.start(PACKAGE)
    ask(phone, CAMERA)
    tap(phone, text="Only this time")
    phone.start(SETTINGS.package, route("app", label="Asker"))
    tap(phone, text="Permissions")
    tap(phone, text="Camera")
    tap(phone, text="Don’t allow")
    assert permissions.decided(phone.state, PACKAGE) == {CAMERA: "refused"}
    phone.start(PACKAGE)
    ask(phone, CAMERA)
    assert (phone.state.panel, received(phone)) == ("", ["yes", "no"])


def test_force_stop_in_settings() -> None:
    """The button "Force stop" in Settings ends a running app; another app cannot stop apps."""
    phone = Phone(with_launcher((APP, SETTINGS)))
    phone.start(PACKAGE)
    phone.start(SETTINGS.package, route("apps"))
    tap(phone, text="Asker")
    tap(phone, text="Force stop")
    tap(phone, text="OK")
    assert PACKAGE not in phone.tasks
    assert not find(phone, text="Force stop").enabled
    phone.start(PACKAGE)
    other = Phone(
        with_launcher((replace(APP, update=lambda state, event, view: (state, (Stop(SETTINGS.package),))), SETTINGS))
    )
    other.start(SETTINGS.package)
    other.start(PACKAGE)
    other.dispatch(ev("anything"))
    assert SETTINGS.package in other.tasks
