"""Apps made of screens and handlers that stand where they belong: what they do, and what their building refuses."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest

from adapters.phone.framework.actions import assign, go, then, toast
from adapters.phone.framework.source_checks import SourceError
from adapters.phone.framework.state_paths import bind
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import App, Back, Go, Overlay, Route, Screen, Toast, View, route
from adapters.phone.ui.node import ev
from adapters.phone.ui.widgets import form, text
from adapters.phone.workers.registry import with_launcher
from tests.adapters.phone.framework.tally_app import Tally, builder, built, built_with_one_activity

VIEW = View(datetime(2026, 11, 17, 9, 24), {}, 7, (1080, 2400))  # noqa: DTZ001 - local time, as on the phone


def texts(app: App, name: str, **args: Any) -> list[str]:
    """The texts of a place."""
    return [node.text for node in app.screen(Tally(3), route(name, **args), VIEW).body.children if node.text]


def test_a_screen_gets_what_it_has_parameters_for() -> None:
    """State, view, place and arguments by their names; others are left out; an undeclared place is the home."""
    app = built()
    assert texts(app, "other", number=4, unknown=1) == texts(app, "another", number=4) == ["3 4 7"]
    assert texts(app, "home") == texts(app, "nowhere", number=4) == ["3"]
    assert texts(app, "somewhere") == ["somewhere"]
    assert app.activities == {
        "other": ".Elsewhere",
        "another": ".Elsewhere",
        "home": ".HomeActivity",
        "somewhere": ".SomewhereActivity",
        "sure": ".Elsewhere",
        "named": ".HomeActivity",
        "more": ".HomeActivity",
        "drawer": ".HomeActivity",
    }
    assert next(iter(app.activities)) == "home"


def test_a_window_lies_over_the_screen_of_its_route() -> None:
    """It gets the same arguments, belongs to the same activity, and says why it is there if no task needs it.

    Its route can name another screen that it lies over.
    """
    app = built()
    below = app.screen(Tally(3), route("other", number=4, id="x"), VIEW)
    shown = app.screen(Tally(3), route("sure", number=4, id="x"), VIEW)
    assert (shown.body, shown.title) == (below.body, "Sure?")
    assert shown.overlay == Overlay("dialog", text("Sure about x?"))
    elsewhere = app.screen(Tally(3), route("sure", under="home"), VIEW)
    assert elsewhere.body == app.screen(Tally(3), route("home"), VIEW).body
    drawer = app.screen(Tally(3), route("drawer"), VIEW)
    assert drawer.title == "Menu"
    assert drawer.overlay is not None
    assert (drawer.overlay.kind, drawer.overlay.root.text) == ("drawer", "Counted 3")
    assert app.screen(Tally(3), route("named"), VIEW).title == "3 in all"
    menu = app.screen(Tally(3), route("more"), VIEW)
    assert menu.overlay == Overlay("menu", text("More"), at=(40, 60))
    assert app.distractors == {"sure": "asks what nobody needs"}


def test_the_page_that_a_window_covers_is_known_by_its_route() -> None:
    """The one that it is declared over, or that its route names, unless that is a window itself."""
    app = built()
    assert app.windows == {"sure": "other", "named": "home", "more": "home", "drawer": "home"}
    assert app.is_window_over(route("more"), route("home"))
    assert app.is_window_over(route("sure", under="home", id=4), route("home"))
    assert not app.is_window_over(route("sure"), route("home"))
    assert not app.is_window_over(route("sure", under="more"), route("more"))
    assert not app.is_window_over(route("other"), route("home"))


def test_a_page_below_a_window_is_drawn_once() -> None:
    """Under the window: to find out that it is a page, its declaration is enough."""
    app, drawn = built(), list[str]()

    def screen(state: Tally, place: Route, view: View) -> Screen:
        drawn.append(place.name)
        return app.screen(state, place, view)

    phone = Phone(with_launcher((replace(app, screen=screen),)))
    phone.start(app.package)
    phone.start(app.package, route("more"))
    phone.scene()
    assert drawn == ["more"]


def test_a_window_over_a_screen_that_nobody_declared_is_refused() -> None:
    """With the place of the window."""
    app = builder()
    app.screen("home")(lambda: Screen(form()))
    app.sheet("sorted", over="list")(lambda: form())
    with pytest.raises(SourceError, match=r"test_app_builder\.py:\d+: no screen has the route 'list'"):
        app.build()


def test_all_screens_can_share_an_activity() -> None:
    """Except those that name their own."""
    activities = built_with_one_activity().activities
    assert activities == {"home": ".MainActivity", "list": ".MainActivity", "edit": ".EditActivity"}


def test_a_handler_returns_what_changes() -> None:
    """A state, an effect, both, or nothing."""
    app, state = built(), Tally(3)
    assert app.update(state, ev("plus", by=2, x=10, y=20), VIEW) == (Tally(5), ())
    assert app.update(state, ev("announce"), VIEW) == (Tally(0), (Toast("3 at 09:24"), Back()))
    assert app.update(state, ev("refuse"), VIEW) == (state, (Toast("no"),))
    assert app.update(state, ev("ignore"), VIEW) == (state, ())
    assert app.update(state, ev("up"), VIEW) == (state, (Back(),))
    assert app.update(state, ev("set", count=8), VIEW) == (Tally(8), ())
    assert app.update(state, ev("unknown"), VIEW) == (state, ())


def test_what_is_neither_a_state_nor_an_effect_is_no_result() -> None:
    """A list of effects, for example, does not become the state."""
    with pytest.raises(TypeError, match="neither a state nor an effect"):
        built().update(Tally(), ev("list"), VIEW)


def test_several_actions_happen_one_after_another() -> None:
    """Handlers of the app among them; effects come in their order."""
    action = then(ev("add"), toast("Added"), then(ev("add", by=5), go("home")))
    assert built().update(Tally(1), action, VIEW) == (Tally(7), (Toast("Added"), Go(route("home"))))


def test_what_the_gesture_adds_reaches_every_action() -> None:
    """A value that is chosen goes to the actions that have none of this name."""
    action = then(assign("count", 40), then(bind(Tally(), "count").changed), ev("add", by=2), toast("Chosen"))
    assert built().update(Tally(1), action.plus(value=5, by=3), VIEW) == (Tally(7), (Toast("Chosen"),))


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """Return a function that imports source as a module of its own."""

    def load(source: str) -> ModuleType:
        (tmp_path / "written_app.py").write_text(dedent(source))
        monkeypatch.syspath_prepend(tmp_path)
        sys.modules.pop("written_app", None)
        import importlib

        return importlib.import_module("written_app")

    return load


SOURCE = """\
from dataclasses import dataclass
from tests.adapters.phone.framework.tally_app import Tally, builder
from adapters.phone.framework.actions import assign, go, toggle
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui.node import ev
app = builder()
@app.screen("home")
def home(state):
    return {use}
@app.on("add")
def add(state):
    return state
"""


@pytest.mark.parametrize(
    ("use", "problem"),
    [
        ('go("orders")', "no screen has the route 'orders'"),
        ('ev("ad")', "nobody handles the event 'ad'"),
        ('bind(state, "cuont")', "no value of the state: cuont: Tally has no 'cuont'"),
        ('assign("count.x", 1)', "no value of the state: count.x: int has no 'x'"),
        ('node("icon", icon="hom")', "there is no icon 'hom'"),
        ('w.action("hom", "Home", ev("up"))', "there is no icon 'hom'"),
        ('toggle("none")', "no value of the state: none: Tally has no 'none'"),
    ],
)
def test_a_name_that_leads_nowhere_is_refused_with_its_line(
    module: Callable[[str], ModuleType], use: str, problem: str
) -> None:
    """When the app is built, before it is shown."""
    app = module(SOURCE.format(use=use)).app
    with pytest.raises(SourceError, match=r"written_app\.py:9: ") as error:
        app.build()
    assert problem in str(error.value)


def test_names_that_exist_are_no_problem(module: Callable[[str], ModuleType]) -> None:
    """Routes, events, `up`, icons, and values of the state; names that are computed are not looked at."""
    use = '[go("home"), ev("add"), ev("up"), bind(state, "count"), go(f"home{1}"), w.icon("home"), node("x", icon="")]'
    assert module(SOURCE.format(use=use)).app.build().name == "tally"


def test_a_scratch_path_that_leads_nowhere_is_refused() -> None:
    """Up to its first `*`, since a list may be empty after a reset."""
    app = builder(scratch=("count", "cuont/*/id"))
    app.screen("home")(lambda: Screen(form()))
    with pytest.raises(SourceError, match="'cuont/\\*/id': no value of the state: cuont: Tally has no 'cuont'"):
        app.build()


def test_what_is_declared_twice_is_refused() -> None:
    """Two screens of one route, two handlers of one event: with the place of the second."""
    app = builder()
    app.screen("home")(lambda state: Screen(form()))
    app.on("add")(lambda state: state)
    with pytest.raises(SourceError, match=r"test_app_builder\.py:\d+: the route 'home' has two screens"):
        app.screen("home")(lambda state: Screen(form()))
    with pytest.raises(SourceError, match=r"test_app_builder\.py:\d+: the event 'add' has two handlers"):
        app.on("add")(lambda state: state)
