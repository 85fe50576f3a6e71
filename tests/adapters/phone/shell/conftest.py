"""Fixtures: a phone with a small notes app, and its shell."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

import pytest

from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Shell
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Effect, Focus, Icon, Screen, View, route
from adapters.phone.ui.app import Route as Place
from adapters.phone.ui.node import Ev, ev, node
from adapters.phone.workers.registry import with_launcher

NOTES = "com.demo.notes"


@dataclass(frozen=True, slots=True)
class Notes:
    """The state of the demo app."""

    text: str = ""
    sent: tuple[str, ...] = ()
    taps: int = 0
    holds: int = 0


def _screen(state: Notes, place: Place, view: View) -> Screen:
    rows = [node("text", text=f"Row {number}", height=56, width="fill") for number in range(40)]
    return Screen(
        body=node("scroll", rows, id="rows", align="stretch"),
        top=node(
            "column",
            node(
                "field",
                id="note",
                hint="Note",
                text=state.text,
                width="fill",
                on={"change": ev("typed"), "submit": ev("send")},
            ),
            node("button", id="count", text=f"Taps {state.taps}", on={"tap": ev("tap"), "long": ev("hold")}),
            align="stretch",
        ),
    )


def _update(state: Notes, event: Ev, view: View) -> tuple[Notes, tuple[Effect, ...]]:
    match event.name:
        case "typed":
            return replace(state, text=event.get("text")), ()
        case "send":
            return replace(state, text="", sent=(*state.sent, state.text)), (Focus(None),)
        case "tap":
            return replace(state, taps=state.taps + 1), ()
        case "hold":
            return replace(state, holds=state.holds + 1), ()
        case _:
            return state, ()


APP = App(
    name="notes", package=NOTES, label="Notes", icon=Icon("#112233", "#FFFFFF", "home"), theme=Theme("#5B5FEF"),
    home=route("list"), initial=Notes, screen=_screen, update=_update, version="2.1.0",
    activities={"list": ".ListActivity", "page": ".PageActivity"},
)  # fmt: skip


class Device:
    """A phone with its shell, and helpers to run commands and touch elements."""

    def __init__(self) -> None:
        self.phone = Phone(with_launcher((APP,)))
        self.pixels = memoryview(bytes(16 + 1080 * 2400 * 4))
        self.shell = Shell(self.phone, lambda: self.pixels)

    def out(self, command: str, stdin: bytes = b"") -> str:
        """Standard output of a command that must succeed."""
        result = self.shell.run(command, stdin)
        assert (result.exit, result.stderr) == (0, b""), (command, result)
        return bytes(result.stdout).decode()

    def all(self, command: str) -> tuple[str, str, int]:
        """Run a command; return standard output, standard error and exit status."""
        result = self.shell.run(command)
        return bytes(result.stdout).decode(), result.stderr.decode(), result.exit

    @property
    def notes(self) -> Any:
        return self.phone.state.apps["notes"]

    def center(self, resource_id: str) -> tuple[int, int]:
        """The centre of an element, from the accessibility dump."""
        found = re.search(
            rf'resource-id="{NOTES}:id/{resource_id}"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"',
            self.phone.dump().decode(),
        )
        assert found, resource_id
        left, top, right, bottom = map(int, found.groups())
        return (left + right) // 2, (top + bottom) // 2

    def tap(self, resource_id: str) -> None:
        """Touch an element through the shell's `input tap`."""
        x, y = self.center(resource_id)
        self.out(f"input tap {x} {y}")


@pytest.fixture
def device() -> Device:
    """A freshly reset phone with the launcher in front."""
    return Device()


@pytest.fixture
def writing(device: Device) -> Device:
    """The device with the demo app in front and its text field focused."""
    device.out(f"monkey -p {NOTES} -c android.intent.category.LAUNCHER 1 2>/dev/null")
    device.tap("note")
    return device
