"""A small app in the forms that the framework offers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from adapters.phone.framework.actions import Handled
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Back, Icon, Overlay, Route, Screen, Toast, View, route
from adapters.phone.ui.node import Node
from adapters.phone.ui.widgets import form, text


@dataclass(frozen=True, slots=True)
class Tally:
    """The state of a small app."""

    count: int = 0


def builder(activity: str = "", **more: Any) -> AppBuilder[Tally]:
    """A builder with everything but screens and handlers."""
    return AppBuilder(
        Tally, activity=activity, **more, name="tally", package="org.example.tally", label="Tally",
        icon=Icon("#37474F", "#FFFFFF", "add"), theme=Theme("#37474F"), home=route("home"),
    )  # fmt: skip


def built() -> App:
    """An app with two places and handlers of every form."""
    app = builder()

    @app.screen("other", "another", activity=".Elsewhere")
    def other(state: Tally, view: View, number: int = 0) -> Screen:
        return Screen(form(text(f"{state.count} {number} {view.seed}")))

    @app.screen("home")
    def home(state: Tally) -> Screen:
        return Screen(form(text(str(state.count))))

    @app.screen("somewhere")
    def somewhere(here: Route) -> Screen:
        return Screen(form(text(here.name)))

    @app.dialog("sure", over="other", title="Sure?", distractor="asks what nobody needs")
    def sure(state: Tally, id_: str = "") -> Node:
        return text(f"Sure about {id_}?")

    @app.sheet("named", over="home", title="Not shown")
    def named(state: Tally) -> tuple[Node, str]:
        return text("Named"), f"{state.count} in all"

    @app.menu("more", over="home")
    def more() -> Overlay:
        return Overlay("menu", text("More"), at=(40, 60))

    @app.drawer("drawer", over="home", title="Menu")
    def drawer(state: Tally) -> Node:
        return text(f"Counted {state.count}")

    @app.on("set")
    def set_fields(state: Tally, **changes: int) -> Tally:
        return replace(state, **changes)

    @app.on("add", "plus")
    def add(state: Tally, by: int = 1) -> Tally:
        return replace(state, count=state.count + by)

    @app.on("announce")
    def announce(state: Tally, view: View) -> Handled:
        return replace(state, count=0), Toast(f"{state.count} at {view.now:%H:%M}"), Back()

    @app.on("refuse")
    def refuse() -> Handled:
        return Toast("no")

    @app.on("list")
    def list_() -> Handled:
        return [Back()]

    @app.on("ignore")
    def ignore() -> Handled:
        return None

    return app.build()


def built_with_one_activity() -> App:
    """An app whose screens share an activity, except one."""
    app = builder(".MainActivity")

    @app.screen("home", "list")
    def home() -> Screen:
        return Screen(form())

    @app.screen("edit", activity=".EditActivity")
    def edit() -> Screen:
        return Screen(form())

    return app.build()
