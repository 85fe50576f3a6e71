"""Navigation: where BACK, HOME, app switches and app effects lead."""

from __future__ import annotations

import pytest

from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import App, route
from adapters.phone.ui.node import ev
from adapters.phone.ui.package_names import HOME
from runtime.core.tasks import Selector
from runtime.screen.tree import parse

ONE, TWO = "com.demo.one", "com.demo.two"
FORM = ev("open", to="form")


def here(phone: Phone) -> tuple[str, str]:
    """The package and the route in front."""
    return phone.state.top.package, phone.state.top.route.name


def run(phone: Phone, step: object) -> None:
    """Run one step: a number is a key to press, a text a package to start, anything else an app event."""
    if isinstance(step, int):
        phone.key(step)
    elif isinstance(step, str):
        assert phone.start(step)
    else:
        phone.dispatch(step)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("steps", "front", "place"),
    [
        ((), HOME, "home"),
        ((4, 4), HOME, "home"),
        ((ONE,), ONE, "list"),
        ((ONE, 4), HOME, "home"),
        ((ONE, FORM), ONE, "form"),
        ((ONE, FORM, 4), ONE, "list"),
        ((ONE, FORM, 3), HOME, "home"),
        ((ONE, FORM, 3, ONE), ONE, "form"),
        ((ONE, FORM, FORM, 4), ONE, "form"),
        ((ONE, ev("swap"), 4), HOME, "home"),
        ((ONE, FORM, ev("swap"), 4), ONE, "list"),
        ((ONE, FORM, FORM, ev("root"), 4), HOME, "home"),
        ((ONE, ev("open", to="dialog"), 4), ONE, "list"),
        ((ONE, FORM, ev("up")), ONE, "list"),
        ((ONE, ev("share")), TWO, "form"),
        ((ONE, ev("share"), 4), ONE, "list"),
        ((ONE, ev("share"), ev("root"), 4), ONE, "list"),
        ((ONE, ev("other"), 4), ONE, "list"),
        ((ONE, ev("away"), 4), HOME, "home"),
        ((ONE, ev("away"), 3, ONE), ONE, "list"),
        ((ONE, ev("find"), 4), ONE, "form"),
        ((ONE, ev("find"), 4, 4), ONE, "list"),
        ((ONE, 187, 4), ONE, "list"),
        ((ONE, 83, 4), ONE, "list"),
        ((ONE, 187, ev("@clear_all")), HOME, "home"),
        ((ONE, TWO, 187, ev("@task", id=1)), ONE, "list"),
        ((ONE, 111), HOME, "home"),
    ],
)
def test_back_stack(phone: Phone, steps: tuple[object, ...], front: str, place: str) -> None:
    """After each sequence of steps, the package and route in front are those of Android's back stack."""
    for step in steps:
        run(phone, step)
        phone.scene()
    assert here(phone) == (front, place)


def test_places_remember_scroll_and_focus(phone: Phone) -> None:
    """A page that comes back into view has its scroll position and focus, with the keyboard closed."""
    phone.start(ONE, route("form"))
    phone.touch_tap(*center(phone, "query"))
    assert "ime" in shown(phone)
    phone.touch_swipe(500, 1300, 500, 600, 300)
    scrolls = phone.state.top.scrolls
    assert scrolls
    phone.dispatch(ev("open", to="list"))
    assert "ime" not in shown(phone)
    phone.key(4)
    assert "ime" not in shown(phone)
    assert phone.state.top.scrolls == scrolls
    assert phone.focused == "query"


def test_back_closes_the_topmost_window_first(phone: Phone) -> None:
    """Each BACK closes one thing, topmost first: shade, keyboard, dialog, page."""
    phone.start(ONE)
    phone.dispatch(ev("open", to="dialog"))
    phone.touch_tap(*center(phone, "query"))
    phone.key(83)
    assert "shade" in shown(phone)
    phone.key(4)
    assert shown(phone)[-1] == "dialog"
    phone.touch_tap(*center(phone, "query"))
    assert "ime" in shown(phone)
    phone.key(4)
    assert "ime" not in shown(phone)
    assert "dialog" in shown(phone)
    phone.key(4)
    assert "dialog" not in shown(phone)
    assert here(phone) == (ONE, "list")
    phone.key(4)
    assert here(phone) == (HOME, "home")


def shown(phone: Phone) -> list[str]:
    """The kinds of the windows, bottom to top."""
    return [window.kind for window in phone.scene().windows]


def test_stop_and_clear(phone: Phone) -> None:
    """Stopping keeps an app's state, clearing resets it; an unknown package cannot be started or cleared."""
    phone.start(ONE)
    phone.dispatch(ev("query", text="tea"))
    phone.stop(ONE)
    assert here(phone) == (HOME, "home")
    assert phone.read()["one"]["query"] == "tea"
    phone.start(ONE)
    assert phone.clear(ONE)
    assert phone.read()["one"]["query"] == ""
    assert not phone.clear("com.none")
    assert not phone.start("com.none")


def test_a_stopped_app_leaves_other_tasks(phone: Phone) -> None:
    """Stopping an app removes its page from another app's task, and that task continues."""
    phone.start(ONE)
    phone.dispatch(ev("share"))
    phone.start(HOME)
    phone.stop(TWO)
    phone.start(ONE)
    assert here(phone) == (ONE, "list")
    assert phone.foreground == (ONE, ".ListActivity")


def center(phone: Phone, name: str) -> tuple[int, int]:
    """The centre of the element with that id."""
    found = parse(phone.dump()).find(Selector(resource_id=name))
    assert found is not None
    return found.center


def test_a_phone_without_a_home_screen_is_refused(apps: tuple[App, ...]) -> None:
    """Creating a phone without a launcher app raises ValueError."""
    with pytest.raises(ValueError, match="home screen"):
        Phone(apps)
