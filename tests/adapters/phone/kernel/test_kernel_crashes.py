"""An app that raises is stopped and reported; the rest of the phone is not affected."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adapters.phone.kernel.phone import Phone
from adapters.phone.shell.shell import Shell
from adapters.phone.ui.app import App, Effect, Route, Screen, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.workers.registry import with_launcher
from runtime.screen.tree import parse


def broken(app: App, *, place: str = "", event: str = "") -> App:
    """The app, changed so that it raises at this route or this event."""

    def screen(state: Any, at: Route, view: View) -> Screen:
        if at.name == place:
            raise KeyError("no such page")
        return app.screen(state, at, view)

    def update(state: Any, what: Ev, view: View) -> tuple[Any, tuple[Effect, ...]]:
        if what.name == event:
            raise ValueError("two\nlines")
        return app.update(state, what, view)

    return replace(app, screen=screen, update=update)


def tap(phone: Phone, text: str) -> None:
    """Touch the element with this text."""
    phone.touch_tap(*next(node for node in parse(phone.dump()).walk() if node.text == text).center)


@pytest.fixture(params=["place", "event"])
def stopped(request: pytest.FixtureRequest, apps: tuple[App, ...]) -> Phone:
    """A phone one of whose apps has just raised, in its screen function or in its reducer."""
    phone = Phone(with_launcher((broken(apps[0], place="form", event="find"), *apps[1:])))
    phone.start("com.demo.two")
    phone.start("com.demo.one")
    if request.param == "place":
        phone.start("com.demo.one", route("form"))
    else:
        phone.dispatch(Ev("find"))
    return phone


def test_a_system_dialog_reports_the_crash(stopped: Phone) -> None:
    """The dialog names the stopped app, with the launcher behind it; other tasks are kept."""
    tree = parse(stopped.dump())
    texts = [node.text for node in tree.walk() if node.text]
    assert texts == ["One keeps stopping", "App info", "Close app"]
    assert {node.package for node in tree.walk()} == {"android"}
    assert stopped.foreground[0] == "com.android.launcher3"
    assert "com.demo.one" not in stopped.tasks
    assert "com.demo.two" in stopped.tasks


@pytest.mark.parametrize("way", ["Close app", "back", "beside"])
def test_the_crash_dialog_can_be_closed(stopped: Phone, way: str) -> None:
    """However the dialog is closed, both apps can be opened again."""
    if way == "back":
        stopped.back()
    elif way == "beside":
        stopped.touch_tap(20, 300)
    else:
        tap(stopped, way)
    assert stopped.state.panel == ""
    stopped.start("com.demo.one")
    assert stopped.foreground[0] == "com.demo.one"
    assert stopped.screen().title == "Demo list"
    stopped.start("com.demo.two", route("form"))
    assert stopped.screen().body.id == "form"


def test_a_crash_is_recorded_in_the_state(stopped: Phone) -> None:
    """The state lists the crash with its exception, and stack frames without directories."""
    value = stopped.read()["system"]["happened"]
    (crash,) = stopped.state.crashes
    assert value == [{"what": "crash", "detail": f"com.demo.one: {crash.lines[0]}"}]
    assert crash.package == "com.demo.one"
    assert any("(test_kernel_crashes.py:" in line for line in crash.lines)
    assert not any("/" in line for line in crash.lines)


def test_only_the_last_crashes_are_kept_and_reset_forgets_them(apps: tuple[App, ...]) -> None:
    """After twenty crashes eight are kept; a reset removes them."""
    phone = Phone(with_launcher((broken(apps[0], place="list"), *apps[1:])))
    for _ in range(20):
        phone.start("com.demo.one")
        phone.dump()
    phone.read()
    assert len(phone.state.crashes) == 8
    phone.reset({}, 0)
    assert "system" not in phone.read()


def test_logcat_shows_the_crash_until_it_is_cleared(stopped: Phone) -> None:
    """`logcat -d` shows Android's lines for an uncaught exception until `logcat -c`."""
    stopped.read()
    shell = Shell(stopped, lambda: memoryview(b""))
    log = bytes(shell.run("logcat -d").stdout).decode()
    assert "E AndroidRuntime: FATAL EXCEPTION: main" in log
    assert "E AndroidRuntime: Process: com.demo.one" in log
    shell.run("sleep 1; logcat -c")
    assert "AndroidRuntime" not in bytes(shell.run("logcat -d").stdout).decode()
