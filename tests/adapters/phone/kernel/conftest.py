"""Two small demo apps that together use every feature of the phone's kernel."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from adapters.phone.kernel.phone import Phone
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import (
    App,
    Back,
    Effect,
    Focus,
    Go,
    Icon,
    Overlay,
    Put,
    Replace,
    Route,
    Screen,
    Share,
    Start,
    Toast,
    View,
    route,
)
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.workers.registry import with_launcher


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the demo's list."""

    title: str
    done: bool = False


@dataclass(frozen=True, slots=True)
class Demo:
    """The demo apps' state, with nested values, so that resets have something to merge."""

    lines: tuple[Line, ...] = tuple(Line(f"Line {i}") for i in range(40))
    query: str = ""
    secret: str = ""
    level: float = 0.5
    held: int = 0
    sent: tuple[str, ...] = ()


def row(index: int, line: Line) -> Node:
    """A list row with a switch that only shows its state; the row itself takes the tap."""
    return node(
        "row", node("text", text=line.title, grow=1, lines=2), node("switch", checked=line.done),
        on={"tap": ev("toggle", index=index), "long": ev("hold", index=index)}, id="row", width="fill", height=56,
        pad=(16, 0, 16, 0), gap=8, align="center",
    )  # fmt: skip


def screen(state: Demo, place: Route, view: View) -> Screen:
    """The demo app's screens: list, form, chat, dialog, sheet and menu."""
    top = node(
        "row", node("icon_button", icon="arrow_back", desc="Navigate up", on=ev("up"), id="up"),
        node("text", text=f"Demo {place.name}", type="titleL", grow=1, lines=1, heading=True),
        node("icon_button", icon="more_vert", on=ev("open", to="menu"), id="more"),
        height=64, align="center", id="toolbar",
    )  # fmt: skip
    rows = node("scroll", [row(i, line) for i, line in enumerate(state.lines)], id="list", align="stretch")
    if place.name == "form":
        body = node(
            "scroll",
            node("field", id="query", hint="Search & find", text=state.query, width="fill",
                 on={"change": ev("query"), "submit": ev("send")}),
            node("field", id="secret", hint="Password", text=state.secret, password=True, width=200),
            node("slider", id="level", value=state.level, on={"change": ev("level")}, width="fill"),
            node("row", [node("chip", text=f"Choice number {i}", on=ev("nothing"), checked=i == 1) for i in range(7)],
                 wrap=True, gap=8, width="fill"),
            node("scroll", [node("image", width=160, height=90, on=ev("nothing"), desc=f"P{i}") for i in range(9)],
                 horizontal=True, id="strip", gap=8, width="fill"),
            node("grid", [node("button", text=f"B{i}", on=ev("nothing"), enabled=i != 2) for i in range(5)],
                 columns=3, gap=4),
            [row(i, line) for i, line in enumerate(state.lines[:12])],
            node("scroll", [row(i, line) for i, line in enumerate(state.lines[:9])], id="inner",
                 height=200, width="fill"),
            id="form", align="stretch", gap=8, pad=8,
        )  # fmt: skip
        bottom = node("row", node("button", text="Send", on=ev("send"), grow=1), pad=16, bg="low")
        return Screen(body, top, bottom)
    if place.name == "chat":
        return Screen(
            replace(rows, variant="end"), top, fab=node("button", variant="fab", icon="add", desc="New", on=ev("new"))
        )
    overlay = None
    if place.name in ("dialog", "sheet", "menu"):
        panel = node(
            "column", node("text", text="Really?", id="android:id/alertTitle", type="headlineS"),
            node("field", id="query", hint="Name", text=state.query, on={"change": ev("query")}, width=200),
            node("button", text="Yes", id="android:id/button1", on=ev("up"), variant="text"),
            width="fill" if place.name == "sheet" else 280, pad=24, bg="high",
        )  # fmt: skip
        overlay = Overlay(place.name, panel)  # type: ignore[arg-type]
    return Screen(rows, top, overlay=overlay, title=f"Demo {place.name}")


def update(state: Demo, event: Ev, view: View) -> tuple[Demo, tuple[Effect, ...]]:
    """The demo app's reducer; its events cause every kind of effect."""
    effects: dict[str, tuple[Effect, ...]] = {
        "up": (Back(),),
        "open": (Go(route(event.get("to", "list"))),),
        "swap": (Replace(route("form")),),
        "root": (Replace(route("list"), root=True),),
        "share": (Share("Ferry Street 4"),),
        "other": (Start("com.demo.two", route("list")),),
        "away": (Start("com.demo.two"),),
        "put": (Put("global", "wifi_on", "0"),),
        "new": (Toast("Nothing new"), Focus("query")),
        "find": (Go(route("form")), Focus("query")),
    }
    if event.name == "toggle":
        lines = list(state.lines)
        at = event.get("index")
        lines[at] = replace(lines[at], done=not lines[at].done)
        return replace(state, lines=tuple(lines)), ()
    if event.name == "hold":
        return replace(state, held=state.held + 1), (Go(route("dialog")),)
    if event.name == "query":
        return replace(state, query=event.get("text")), ()
    if event.name == "level":
        return replace(state, level=event.get("value")), ()
    if event.name == "send":
        return replace(state, sent=(*state.sent, state.query), query=""), (Focus(None),)
    return state, effects.get(event.name, ())


def demo(name: str, package: str, *, share: str | None = None) -> App:
    """A demo app with this name and package."""
    return App(
        name=name, package=package, label=name.title(), icon=Icon("#112233", "#FFFFFF", "home"), theme=Theme("#D8432B"),
        home=route("list"), initial=Demo, screen=screen, update=update, share=share,
        activities={"list": ".ListActivity", "form": ".FormActivity"},
    )  # fmt: skip


ONE, TWO = demo("one", "com.demo.one"), demo("two", "com.demo.two", share="form")


@pytest.fixture
def phone() -> Phone:
    """A phone with both demo apps and the launcher in front."""
    return Phone(with_launcher((ONE, TWO)))


@pytest.fixture(scope="session")
def apps() -> tuple[App, ...]:
    """The two demo apps."""
    return ONE, TWO
