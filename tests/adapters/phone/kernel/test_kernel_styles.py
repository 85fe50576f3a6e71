"""One screen in three toolkits: the trees differ, but the same texts and actions are available."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import App, route
from adapters.phone.workers.registry import with_launcher
from runtime.screen.tree import UiNode, parse
from tests.adapters.phone.kernel.test_kernel_laws import COMMANDS, check, play

Style = Literal["view", "compose", "poor"]
PLACES = ("list", "form", "chat", "dialog", "sheet", "menu")


def opened(apps: tuple[App, ...], style: Style, place: str) -> Phone:
    """A phone whose first app is made that way, at a place of it."""
    phone = Phone(with_launcher((replace(apps[0], tree_style=style), *apps[1:])))
    phone.start("com.demo.one", route(place))
    return phone


def elements(phone: Phone) -> list[UiNode]:
    """Return every element of the dump."""
    return list(parse(phone.dump()).walk())


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("style", ["compose", "poor"])
def test_the_same_can_be_read_and_touched(apps: tuple[App, ...], style: Style, place: str) -> None:
    """Texts, taps, what is checked and what scrolls are those of the view style; so are the pixels' boxes."""
    plain, other = opened(apps, "view", place), opened(apps, style, place)
    for wanted in (
        lambda item: item.text,
        lambda item: item.clickable and item.bounds,
        lambda item: item.checked and item.bounds,
        lambda item: item.scrollable and item.bounds,
        lambda item: item.long_clickable and item.bounds,
    ):
        assert Counter(filter(None, map(wanted, elements(plain)))) == Counter(
            filter(None, map(wanted, elements(other)))
        )
    assert [window.root for window in plain.scene().windows] == [window.root for window in other.scene().windows]


@settings(max_examples=8)
@given(st.sampled_from(("compose", "poor")), st.lists(COMMANDS, min_size=5, max_size=15))
def test_every_style_keeps_the_laws(apps: tuple[App, ...], style: Style, commands: list[tuple[str, Any]]) -> None:
    """Bounds nest, drawn text is in the tree, clickables are hit at their centre, after any input."""
    phone = opened(apps, style, "list")
    for command in commands:
        play(phone, command)
        check(phone)


def test_compose_tells_meaning_only(apps: tuple[App, ...]) -> None:
    """No ids in the app's part; a labelled button is a View with its text and an empty Button below."""
    nodes = elements(opened(apps, "compose", "form"))
    classes = [node.cls for node in nodes]
    at = classes.index("androidx.compose.ui.platform.ComposeView")
    assert [node.resource_id for node in nodes[: at + 1] if node.resource_id] == ["android:id/content"]
    assert not any(node.resource_id for node in nodes[at:])
    assert not {"android.widget.LinearLayout", "android.widget.ImageButton", "android.widget.FrameLayout"} & set(
        classes[at:]
    )
    send = next(node for node in nodes if node.text == "Send")
    assert send.parent is not None
    assert (send.parent.cls, send.parent.clickable, send.parent.text) == ("android.view.View", True, "")
    assert [child.cls for child in send.parent.children] == ["android.widget.TextView", "android.widget.Button"]
    up = next(node for node in nodes if node.desc == "Navigate up")
    assert up.parent is not None
    assert up.parent.clickable
    assert not up.parent.desc


def test_poor_names_tell_nothing_and_stay_the_same(apps: tuple[App, ...]) -> None:
    """Ids are three signs, rows still repeat theirs, ids of the system are kept; two phones agree."""
    nodes = elements(opened(apps, "poor", "list"))
    plain = elements(opened(apps, "view", "list"))
    own = [node for node in nodes if node.resource_id.startswith("com.demo.one:")]
    assert all(len(node.short_id) == 3 for node in own)
    assert Counter(node.resource_id for node in own).most_common(1)[0][1] == sum(
        node.short_id == "row" for node in plain
    )
    assert opened(apps, "poor", "list").dump() == opened(apps, "poor", "list").dump()
    assert any(node.resource_id == "android:id/button1" for node in elements(opened(apps, "poor", "dialog")))


def test_the_systems_own_windows_are_views(apps: tuple[App, ...]) -> None:
    """Recents above a Compose app show classes and ids as ever."""
    phone = opened(apps, "compose", "list")
    assert "ComposeView" in phone.dump().decode()
    phone.key(187)
    assert "ComposeView" not in phone.dump().decode()
