"""An app that raises loses its own places and affects nothing else."""

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
    """The app, raising at a place or at an event."""

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
    """Touch what has this text."""
    phone.touch_tap(*next(node for node in parse(phone.dump()).walk() if node.text == text).center)


@pytest.fixture(params=["place", "event"])
def stopped(request: pytest.FixtureRequest, apps: tuple[App, ...]) -> Phone:
    """A phone one of whose apps has just raised, once in a screen and once in a reducer."""
    phone = Phone(with_launcher((broken(apps[0], place="form", event="find"), *apps[1:])))
    phone.start("com.demo.two")
    phone.start("com.demo.one")
    if request.param == "place":
        phone.start("com.demo.one", route("form"))
    else:
        phone.dispatch(Ev("find"))
    return phone


def test_the_system_says_so(stopped: Phone) -> None:
    """A window of the system with the app's name, two answers, and the launcher behind it."""
    tree = parse(stopped.dump())
    texts = [node.text for node in tree.walk() if node.text]
    assert texts == ["One keeps stopping", "App info", "Close app"]
    assert {node.package for node in tree.walk()} == {"android"}
    assert stopped.foreground[0] == "com.android.launcher3"
    assert "com.demo.one" not in stopped.tasks
    assert "com.demo.two" in stopped.tasks


@pytest.mark.parametrize("way", ["Close app", "back", "beside"])
def test_it_can_be_closed_and_the_phone_lives_on(stopped: Phone, way: str) -> None:
    """However it is closed, both apps can be used again; what the broken one had stored is still there."""
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


def test_it_is_told_in_log_and_state(stopped: Phone) -> None:
    """The exception, its frames without folders, and one entry in what is read of the phone."""
    value = stopped.read()["system"]["happened"]
    (crash,) = stopped.state.crashes
    assert value == [{"what": "crash", "detail": f"com.demo.one: {crash.lines[0]}"}]
    assert crash.package == "com.demo.one"
    assert any("(test_kernel_crashes.py:" in line for line in crash.lines)
    assert not any("/" in line for line in crash.lines)


def test_only_the_last_crashes_are_kept_and_reset_forgets_them(apps: tuple[App, ...]) -> None:
    """An app that crashes for ever does not fill the memory."""
    phone = Phone(with_launcher((broken(apps[0], place="list"), *apps[1:])))
    for _ in range(20):
        phone.start("com.demo.one")
        phone.dump()
    phone.read()
    assert len(phone.state.crashes) == 8
    phone.reset({}, 0)
    assert "system" not in phone.read()


def test_the_log_has_the_trace_until_it_is_emptied(stopped: Phone) -> None:
    """`logcat -d` tells it as Android tells an uncaught exception; after `logcat -c` it is gone."""
    stopped.read()
    shell = Shell(stopped, lambda: memoryview(b""))
    log = bytes(shell.run("logcat -d").stdout).decode()
    assert "E AndroidRuntime: FATAL EXCEPTION: main" in log
    assert "E AndroidRuntime: Process: com.demo.one" in log
    shell.run("sleep 1; logcat -c")
    assert "AndroidRuntime" not in bytes(shell.run("logcat -d").stdout).decode()
