"""Tests of the script runner on phones whose screens differ from those of the reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast
from xml.sax.saxutils import quoteattr

import pytest

from benchmarks.calibration.script_runner import ScriptAction, ScriptResult, run_script
from runtime.core.actions import Action, Decision, Key, Launch, Swipe, Tap
from runtime.core.tasks import Selector
from runtime.plugins.protocols import Observation, Session
from runtime.screen.tree import UiTree, parse

HOME = "home"


def screen(*texts: str, package: str = "app.shop", scrolls: bool = False) -> UiTree:
    """A column of controls of 100 px each; an empty text makes an unlabelled control."""
    nodes = "".join(
        f'<node class="Button" package="{package}" text={quoteattr(text)} clickable="true" '
        f'bounds="[0,{at * 100}][1000,{at * 100 + 90}]"/>'
        for at, text in enumerate(texts)
    )
    box = f'class="ScrollView" package="{package}" scrollable="{str(scrolls).lower()}" bounds="[0,0][1000,2000]"'
    return parse(f"<hierarchy rotation='0'><node {box}>{nodes}</node></hierarchy>".encode())


class Phone:
    """A session over a few screens.

    `transitions` maps a screen and the label of a touch, or the kind of an action, to the next screen. Other actions
    change nothing.
    """

    def __init__(self, screens: dict[str, UiTree], transitions: dict[tuple[str, str], str], start: str) -> None:
        self.done: list[str] = []
        self._screens = screens
        self._transitions = transitions
        self._now = start

    async def observe(self) -> Observation:
        return Observation(len(self.done), None, self._screens[self._now], (), False)

    async def step(self, decision: Decision) -> Observation:
        (action,) = decision.actions
        name = self._name(action)
        self.done.append(name)
        self._now = self._transitions.get((self._now, name), self._now)
        return await self.observe()

    def _name(self, action: Action) -> str:
        if isinstance(action, Tap):
            node = self._screens[self._now].hit(action.x, action.y)
            return node.label() if node is not None else "nothing"
        return action.name if isinstance(action, Key) else action.kind


ENTER = ScriptAction(Launch("Shop"))


def touch(text: str) -> ScriptAction:
    """An action on the control with this text."""
    return ScriptAction(Tap(0, 0), (Selector(text=text),), key=text)


async def run(phone: Phone, script: Sequence[ScriptAction]) -> tuple[ScriptResult, list[str]]:
    """The result of the script, and the actions that reached the phone."""
    result = await run_script(cast(Session, phone), script)
    return result, phone.done


async def test_a_page_is_scrolled_before_it_is_closed() -> None:
    """The script runner scrolls a page to find its target before it tries the page's "Close" button."""
    screens = {
        "sheet": screen("Close", "Single", scrolls=True),
        "below": screen("Close", "Fried egg", scrolls=True),
        "menu": screen("Menu"),
    }
    transitions = {("sheet", "swipe"): "below", ("sheet", "Close"): "menu", ("below", "Close"): "menu"}
    result, log = await run(Phone(screens, transitions, "sheet"), [touch("Fried egg")])
    assert not result.stuck
    assert log == ["swipe", "Fried egg", "finish"]


async def test_an_element_above_is_found_by_scrolling_up() -> None:
    """A target above the visible part of a page is found by scrolling up."""
    screens = {"below": screen("Fried egg", scrolls=True), "top": screen("Three patties", scrolls=True)}

    class Scrolling(Phone):
        def _name(self, action: Action) -> str:
            up = isinstance(action, Swipe) and action.y2 > action.y1
            return "up" if up else super()._name(action)

    phone = Scrolling(screens, {("below", "up"): "top"}, "below")
    result, log = await run(phone, [touch("Fried egg"), touch("Three patties")])
    assert not result.stuck
    assert log == ["Fried egg", "swipe", "up", "Three patties", "finish"]


@pytest.mark.parametrize(("cross", "named"), [("", ""), ("Close", "Close"), ("Not now", "Not now")])
async def test_an_overlay_is_dismissed(cross: str, named: str) -> None:
    """An overlay is closed by its labelled button, or by its only unlabelled control."""
    screens = {"ad": screen("Play free", cross), "menu": screen("Burger")}
    result, log = await run(Phone(screens, {("ad", cross): "menu"}, "ad"), [touch("Burger")])
    assert not result.stuck
    assert log == [named, "Burger", "finish"]


async def test_an_intercepted_touch_is_repeated() -> None:
    """A touch that an overlay intercepted is repeated after the overlay is closed."""
    screens = {
        "menu": screen("Burger"),
        "ad": screen("Play free", ""),
        "again": screen("Burger"),
        "item": screen("Order"),
    }
    transitions = {("menu", "Burger"): "ad", ("ad", ""): "again", ("again", "Burger"): "item"}
    result, log = await run(Phone(screens, transitions, "menu"), [touch("Burger"), touch("Order")])
    assert not result.stuck
    assert log == ["Burger", "", "wait", "Burger", "Order", "finish"]
    assert [key for _, key in result.keys] == ["Burger", "Order"]


async def test_an_open_picker_is_left_with_back() -> None:
    """An open picker that hides the target is left with the Back key."""
    screens = {"picker": screen("Home", "Work"), "form": screen("Add task")}
    result, log = await run(Phone(screens, {("picker", "BACK"): "form"}, "picker"), [touch("Add task")])
    assert not result.stuck
    assert log == ["wait", "BACK", "Add task", "finish"]


async def test_going_back_out_of_the_app_enters_it_again() -> None:
    """If Back leaves the app, the script launches the app again and continues there."""
    screens = {
        "shared": screen("Sent", package="app.chat"),
        "success": screen("Thanks"),
        HOME: screen("Shop", package="launcher"),
        "menu": screen("Burger"),
    }
    transitions = {("shared", "BACK"): "success", ("success", "BACK"): HOME, (HOME, "launch"): "menu"}
    enter = ScriptAction(Launch("Shop"), until=(Selector(text="Burger"),))
    result, log = await run(Phone(screens, transitions, "shared"), [enter, touch("Burger")])
    assert not result.stuck
    assert log == ["launch", "BACK", "BACK", "launch", "Burger", "finish"]


async def test_a_stuck_script_names_the_screen_and_the_missing_target() -> None:
    """A stuck script tries each recovery action a few times, then names the screen and the missing target."""
    phone = Phone({"menu": screen("Menu", "Burger", scrolls=True)}, {}, "menu")
    result, log = await run(phone, [ENTER, touch("Burger"), touch("Order")])
    assert log == ["launch", "Burger", "swipe", "swipe", "wait", "Burger", "BACK", "finish"]
    assert result.stuck == "step 7, app.shop at 'Menu': text 'Order'"


async def test_an_optional_action_without_a_target_is_skipped() -> None:
    """An optional action whose target is missing is skipped without any recovery action."""
    script_action = ScriptAction(Tap(0, 0), (Selector(text="Undo"),), optional=True)
    result, log = await run(Phone({"menu": screen("Menu", scrolls=True)}, {}, "menu"), [script_action])
    assert not result.stuck
    assert log == ["finish"]
