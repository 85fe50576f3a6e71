"""How a script gets on where a phone is not as its reference found it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast
from xml.sax.saxutils import quoteattr

import pytest

from benchmarks.calibration.walk import ScriptAction, Walk, walk
from runtime.core.actions import Action, Decision, Key, Launch, Swipe, Tap
from runtime.core.tasks import Selector
from runtime.plugins.protocols import Observation, Session
from runtime.screen.tree import UiTree, parse

HOME = "home"


def screen(*texts: str, package: str = "app.shop", scrolls: bool = False) -> UiTree:
    """Controls below each other, 100 px each; an empty text is a control without a word."""
    nodes = "".join(
        f'<node class="Button" package="{package}" text={quoteattr(text)} clickable="true" '
        f'bounds="[0,{at * 100}][1000,{at * 100 + 90}]"/>'
        for at, text in enumerate(texts)
    )
    box = f'class="ScrollView" package="{package}" scrollable="{str(scrolls).lower()}" bounds="[0,0][1000,2000]"'
    return parse(f"<hierarchy rotation='0'><node {box}>{nodes}</node></hierarchy>".encode())


class Phone:
    """A few screens and the ways between them, played as a session is.

    `ways` says of a screen where a touch on a text, or an action of a kind, leads to; all else changes nothing.
    """

    def __init__(self, screens: dict[str, UiTree], ways: dict[tuple[str, str], str], start: str) -> None:
        self.done: list[str] = []
        self._screens = screens
        self._ways = ways
        self._now = start

    async def observe(self) -> Observation:
        return Observation(len(self.done), None, self._screens[self._now], (), False)

    async def step(self, decision: Decision) -> Observation:
        (action,) = decision.actions
        name = self._name(action)
        self.done.append(name)
        self._now = self._ways.get((self._now, name), self._now)
        return await self.observe()

    def _name(self, action: Action) -> str:
        if isinstance(action, Tap):
            node = self._screens[self._now].hit(action.x, action.y)
            return node.label() if node is not None else "nothing"
        return action.name if isinstance(action, Key) else action.kind


ENTER = ScriptAction(Launch("Shop"))


def touch(text: str) -> ScriptAction:
    """A deed on what bears this text."""
    return ScriptAction(Tap(0, 0), (Selector(text=text),), key=text)


async def walked(phone: Phone, deeds: Sequence[ScriptAction]) -> tuple[Walk, list[str]]:
    """The walk's own account, and what was done to the phone."""
    done = await walk(cast(Session, phone), deeds)
    return done, phone.done


async def test_a_page_is_scrolled_before_it_is_closed() -> None:
    """A sheet has a "Close" of its own, which is not what is in the way."""
    screens = {
        "sheet": screen("Close", "Single", scrolls=True),
        "below": screen("Close", "Fried egg", scrolls=True),
        "menu": screen("Menu"),
    }
    ways = {("sheet", "swipe"): "below", ("sheet", "Close"): "menu", ("below", "Close"): "menu"}
    done, log = await walked(Phone(screens, ways, "sheet"), [touch("Fried egg")])
    assert not done.stuck
    assert log == ["swipe", "Fried egg", "finish"]


async def test_what_was_scrolled_past_is_looked_for_further_up() -> None:
    """Where two choices are made in the other order, the second may stand above the first."""
    screens = {"below": screen("Fried egg", scrolls=True), "top": screen("Three patties", scrolls=True)}

    class Scrolling(Phone):
        def _name(self, action: Action) -> str:
            up = isinstance(action, Swipe) and action.y2 > action.y1
            return "up" if up else super()._name(action)

    phone = Scrolling(screens, {("below", "up"): "top"}, "below")
    done, log = await walked(phone, [touch("Fried egg"), touch("Three patties")])
    assert not done.stuck
    assert log == ["Fried egg", "swipe", "up", "Three patties", "finish"]


@pytest.mark.parametrize(("cross", "named"), [("", ""), ("Close", "Close"), ("Not now", "Not now")])
async def test_what_lies_over_a_screen_is_sent_away(cross: str, named: str) -> None:
    """By a button that says so, or by the one control without a word that an advertisement has."""
    screens = {"ad": screen("Play free", cross), "menu": screen("Burger")}
    done, log = await walked(Phone(screens, {("ad", cross): "menu"}, "ad"), [touch("Burger")])
    assert not done.stuck
    assert log == [named, "Burger", "finish"]


async def test_a_touch_that_came_to_nothing_is_made_again() -> None:
    """Something was in the way of it, and what it was meant for is still there."""
    screens = {
        "menu": screen("Burger"),
        "ad": screen("Play free", ""),
        "again": screen("Burger"),
        "item": screen("Order"),
    }
    ways = {("menu", "Burger"): "ad", ("ad", ""): "again", ("again", "Burger"): "item"}
    done, log = await walked(Phone(screens, ways, "menu"), [touch("Burger"), touch("Order")])
    assert not done.stuck
    assert log == ["Burger", "", "wait", "Burger", "Order", "finish"]
    assert [key for _, key in done.keys] == ["Burger", "Order"]


async def test_a_page_that_was_left_open_is_left_by_the_way_back() -> None:
    """As a picker in which nothing is chosen."""
    screens = {"picker": screen("Home", "Work"), "form": screen("Add task")}
    done, log = await walked(Phone(screens, {("picker", "BACK"): "form"}, "picker"), [touch("Add task")])
    assert not done.stuck
    assert log == ["wait", "BACK", "Add task", "finish"]


async def test_who_comes_out_of_an_app_on_the_way_back_enters_it_again() -> None:
    """Instead of going on in the launcher."""
    screens = {
        "shared": screen("Sent", package="app.chat"),
        "success": screen("Thanks"),
        HOME: screen("Shop", package="launcher"),
        "menu": screen("Burger"),
    }
    ways = {("shared", "BACK"): "success", ("success", "BACK"): HOME, (HOME, "launch"): "menu"}
    enter = ScriptAction(Launch("Shop"), until=(Selector(text="Burger"),))
    done, log = await walked(Phone(screens, ways, "shared"), [enter, touch("Burger")])
    assert not done.stuck
    assert log == ["launch", "BACK", "BACK", "launch", "Burger", "finish"]


async def test_a_script_that_stops_tells_where_and_what_it_missed() -> None:
    """Every remedy is tried, none without end."""
    phone = Phone({"menu": screen("Menu", "Burger", scrolls=True)}, {}, "menu")
    done, log = await walked(phone, [ENTER, touch("Burger"), touch("Order")])
    assert log == ["launch", "Burger", "swipe", "swipe", "wait", "Burger", "BACK", "finish"]
    assert done.stuck == "step 7, app.shop at 'Menu': text 'Order'"


async def test_nothing_is_tried_for_what_may_be_left_out() -> None:
    """An optional deed is passed over at once."""
    deed = ScriptAction(Tap(0, 0), (Selector(text="Undo"),), optional=True)
    done, log = await walked(Phone({"menu": screen("Menu", scrolls=True)}, {}, "menu"), [deed])
    assert not done.stuck
    assert log == ["finish"]
