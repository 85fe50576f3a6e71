"""Notifications: posted by apps, shown in the shade, opened by a tap."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import App, Effect, Notice, Notify, View, Withdraw, route
from adapters.phone.ui.node import Ev, ev
from adapters.phone.workers.registry import with_launcher
from runtime.screen.tree import UiNode, parse
from tests.adapters.phone.kernel.test_kernel_laws import check

FORM = route("form")


@pytest.fixture
def phone(apps: tuple[App, ...]) -> Phone:
    """A phone whose first app has two old notifications, and posts and withdraws others on events."""

    def update(state: Any, event: Ev, view: View) -> tuple[Any, tuple[Effect, ...]]:
        if event.name == "post":
            return state, (Notify(Notice(event.get("key"), event.get("title"), "A line of text", FORM)),)
        if event.name == "withdraw":
            return state, (Withdraw(event.get("key")),)
        return apps[0].update(state, event, view)

    before = (Notice("old", "An old one", "From before", FORM, ago=125), Notice("new", "Fresh", "", FORM, ago=3))
    phone = Phone(with_launcher((replace(apps[0], update=update, notices=before), *apps[1:])))
    phone.start("com.demo.one")
    return phone


def shade(phone: Phone) -> list[UiNode]:
    """All elements of the opened notification shade."""
    phone.touch_swipe(500, 5, 500, 900, 200)
    return list(parse(phone.dump()).walk())


def titles(phone: Phone) -> list[str]:
    """Open the shade and return the notifications' titles in order."""
    return [node.text for node in shade(phone) if node.resource_id == "android:id/title"]


def titles_now(phone: Phone) -> list[str]:
    """The titles of the notifications that the open shade shows."""
    return [node.text for node in parse(phone.dump()).walk() if node.resource_id == "android:id/title"]


def test_declared_notifications_are_shown_with_their_age(phone: Phone) -> None:
    """The latest is first; ages are in minutes, then in hours."""
    texts = [node.text for node in shade(phone)]
    assert titles(phone) == ["Fresh", "An old one"]
    assert {"One • 3 min", "One • 2 h"} <= set(texts)
    check(phone)


def test_a_new_notification_replaces_one_with_the_same_key(phone: Phone) -> None:
    """A posted notification is first in the list; one with the same key replaces the old one."""
    phone.dispatch(ev("post", key="a", title="First"))
    phone.dispatch(ev("post", key="b", title="Second"))
    phone.dispatch(ev("post", key="a", title="First again"))
    assert titles(phone) == ["First again", "Second", "Fresh", "An old one"]
    assert any(item.text == "One • now" for item in shade(phone))
    phone.dismiss()
    phone.dispatch(ev("withdraw", key="b"))
    assert titles(phone) == ["First again", "Fresh", "An old one"]


def test_a_tap_on_a_notification_opens_its_page(phone: Phone) -> None:
    """The tap closes the shade, opens the page, and removes the notification."""
    card = next(node for node in shade(phone) if node.text == "Fresh")
    phone.touch_tap(*card.center)
    assert phone.state.panel == ""
    assert phone.screen().title == ""
    assert phone.screen().body.id == "form"
    assert titles(phone) == ["An old one"]


def test_all_notifications_can_be_cleared(phone: Phone) -> None:
    """The button "Clear all" empties the shade; a reset brings the declared notifications back."""
    phone.touch_tap(*next(node for node in shade(phone) if node.text == "Clear all").center)
    assert any(node.text == "No notifications" for node in list(parse(phone.dump()).walk()))
    phone.reset({}, 0)
    assert titles(phone) == ["Fresh", "An old one"]


def test_the_shade_scrolls_when_notifications_do_not_fit(phone: Phone) -> None:
    """The latest are shown first, older ones after scrolling, and the scene stays valid."""
    for number in range(20):
        phone.dispatch(ev("post", key=str(number), title=f"Number {number} with a title that is much too long for it"))
    first = titles(phone)
    assert first[0].startswith("Number 19")
    check(phone)
    phone.touch_swipe(500, 2000, 500, 1700, 1500)
    assert titles_now(phone)[-1] not in first
    check(phone)
