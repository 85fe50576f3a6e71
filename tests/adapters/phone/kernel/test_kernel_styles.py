"""One screen in three UI toolkit styles: the trees differ, but the same texts and actions are available."""

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
    """A phone whose first app uses this tree style, opened at this route."""
    phone = Phone(with_launcher((replace(apps[0], tree_style=style), *apps[1:])))
    phone.start("com.demo.one", route(place))
    return phone


def elements(phone: Phone) -> list[UiNode]:
    """All elements of the dump."""
    return list(parse(phone.dump()).walk())


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("style", ["compose", "poor"])
def test_every_style_offers_the_same_texts_and_actions(apps: tuple[App, ...], style: Style, place: str) -> None:
    """Texts, clickable, checked and scrollable bounds equal those of the `view` style."""
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
def test_scenes_of_every_style_are_valid(apps: tuple[App, ...], style: Style, commands: list[tuple[str, Any]]) -> None:
    """After any commands, scenes in the other styles are valid too."""
    phone = opened(apps, style, "list")
    for command in commands:
        play(phone, command)
        check(phone)


def test_the_compose_style(apps: tuple[App, ...]) -> None:
    """No resource ids in the app's part; a labelled button is a View with a TextView and an empty Button."""
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


def test_the_poor_style_has_meaningless_stable_ids(apps: tuple[App, ...]) -> None:
    """App ids are three characters, equal for equal rows, and equal on two phones; system ids are kept."""
    nodes = elements(opened(apps, "poor", "list"))
    plain = elements(opened(apps, "view", "list"))
    own = [node for node in nodes if node.resource_id.startswith("com.demo.one:")]
    assert all(len(node.short_id) == 3 for node in own)
    assert Counter(node.resource_id for node in own).most_common(1)[0][1] == sum(
        node.short_id == "row" for node in plain
    )
    assert opened(apps, "poor", "list").dump() == opened(apps, "poor", "list").dump()
    assert any(node.resource_id == "android:id/button1" for node in elements(opened(apps, "poor", "dialog")))


def test_system_windows_use_the_view_style(apps: tuple[App, ...]) -> None:
    """The recent apps over a Compose app have no Compose classes."""
    phone = opened(apps, "compose", "list")
    assert "ComposeView" in phone.dump().decode()
    phone.key(187)
    assert "ComposeView" not in phone.dump().decode()
