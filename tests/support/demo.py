"""A small app of known shape, a phone that has it in front, and the server on it without any socket."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Shell
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Effect, Icon, Overlay, Screen, Toast, View, route
from adapters.phone.ui.app import Route as Place
from adapters.phone.ui.node import Ev, ev, node
from adapters.phone.uiautomator import json_rpc
from adapters.phone.uiautomator.automator import Automator
from adapters.phone.workers.registry import with_launcher

PACKAGE = "com.demo.lists"
ROWS = 40


@dataclass(frozen=True, slots=True)
class Lists:
    """The state of the demo app."""

    name: str = ""
    secret: str = ""
    sent: tuple[str, ...] = ()
    saved: int = 0
    held: int = 0
    opened: str = ""
    share: float = 0.25
    asking: bool = False


def _row(number: int) -> Any:
    return node(
        "row",
        node("text", text=f"Row {number}", id="title", grow=1),
        node("icon_button", icon="delete", desc=f"Delete {number}", id="delete", on=ev("open", what=f"x{number}")),
        on=ev("open", what=str(number)), id="row", height=64, width="fill", align="center",
    )  # fmt: skip


def _screen(state: Lists, place: Place, view: View) -> Screen:
    top = node(
        "column",
        node("text", text="Lists", heading=True),
        node("field", id="name", hint="Your name", text=state.name, width="fill", on={"change": ev("name"),
             "submit": ev("send")}),
        node("field", id="secret", hint="PIN", text=state.secret, password=True, width="fill",
             on={"change": ev("secret")}),
        node("row", node("button", id="save", text="Save", on={"tap": ev("save"), "long": ev("hold")}),
             node("button", id="save", text="Save as…", on=ev("ask")),
             node("button", id="gone", text="Never", enabled=False), gap=8),
        node("row", node("text", text="Wi-Fi", grow=1),
             node("switch", id="wifi", desc="Wi-Fi", checked=True, on=ev("save")), width="fill"),
        node("slider", id="share", desc="Share", value=state.share, on={"change": ev("share")}),
        node("scroll", [node("chip", text=f"Tag {n}", on=ev("open", what=f"tag {n}")) for n in range(20)], id="tags",
             horizontal=True, width="fill", gap=8),
        align="stretch", gap=4,
    )  # fmt: skip
    overlay = None
    if state.asking:
        buttons = node("row", node("button", text="No", on=ev("answer")), node("button", text="Yes", on=ev("answer")))
        overlay = Overlay(
            "dialog", node("column", node("text", text="Save under another name?"), buttons), ev("answer")
        )
    rows = node("scroll", [_row(number) for number in range(ROWS)], id="rows", align="stretch")
    return Screen(body=rows, top=top, overlay=overlay)


def _update(state: Lists, event: Ev, view: View) -> tuple[Lists, tuple[Effect, ...]]:
    match event.name:
        case "name" | "secret":
            return replace(state, **{event.name: event.get("text")}), ()
        case "send":
            return replace(state, sent=(*state.sent, state.name)), ()
        case "save":
            return replace(state, saved=state.saved + 1), (Toast("Saved"),)
        case "hold":
            return replace(state, held=state.held + 1), ()
        case "open":
            return replace(state, opened=event.get("what")), ()
        case "share":
            return replace(state, share=event.get("value")), ()
        case "ask" | "answer":
            return replace(state, asking=event.name == "ask"), ()
    return state, ()


APP = App(
    name="lists", package=PACKAGE, label="Lists", icon=Icon("#112233", "#FFFFFF", "home"), theme=Theme("#5B5FEF"),
    home=route("list"), initial=Lists, screen=_screen, update=_update, activities={"list": ".ListActivity"},
)  # fmt: skip


def selector(*relatives: tuple[str, dict[str, Any]], **wanted: Any) -> dict[str, Any]:
    """A selector as the client sends it."""
    from uiautomator2 import Selector

    made = Selector(**wanted)
    for relation, inner in relatives:
        getattr(made, relation)(**inner)
    return dict(made)


class Failure(Exception):
    """An error answer: its code, message and data."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error["message"])
        self.code, self.message, self.data = error["code"], error["message"], error.get("data")


class Bench:
    """A phone with a server on it."""

    def __init__(self, *apps: App) -> None:
        self.phone = Phone(with_launcher(apps or (APP,)))
        self.pixels = memoryview(bytes(16 + 1080 * 2400 * 4))
        self.shell = Shell(self.phone, lambda: self.pixels, self.phone.files)
        self.automator = Automator(self.phone, self.shell)
        self.phone.start((apps or (APP,))[0].package)

    def __call__(self, method: str, *params: Any) -> Any:
        """Call a method through JSON. Raises Failure."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)}
        document = json.loads(json_rpc.answer(self.automator, json.dumps(request).encode()))
        assert (document["jsonrpc"], document["id"]) == ("2.0", 1)
        if "error" in document:
            raise Failure(document["error"])
        return document["result"]

    @property
    def state(self) -> Lists:
        """The current state of the demo app."""
        made: Lists = self.phone.state.apps["lists"]
        return made


class Nothing:
    """An empty standard input."""

    async def wait(self) -> None:
        """Its end is there at once."""

    def take(self) -> bytes:
        """Nothing."""
        return b""

    async def read(self) -> bytes:
        """Nothing."""
        return b""

    async def read_exactly(self, size: int) -> bytes:
        """Nothing."""
        return b""
