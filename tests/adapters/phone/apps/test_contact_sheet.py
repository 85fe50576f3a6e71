"""The contact sheet: what it finds, and that it finds the same again."""

from __future__ import annotations

import cv2
import numpy as np

from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.workers.registry import installed_apps
from benchmarks.pictures.explore import Found, explore
from benchmarks.pictures.sheet import draw, sheet


def screens(name: str, most: int) -> tuple[Phone, list[Found]]:
    """A phone, and the screens found of one of its apps."""
    phone = Phone(installed_apps())
    app = next(item for item in phone.apps if item.name == name)
    return phone, explore(phone, app, most)


def test_screens_are_found_by_touch_and_found_again() -> None:
    """Home comes first, every screen once, none of another app; a second phone gives the same."""
    _, found = screens("parlowe", 8)
    places = [item.place for item in found]
    assert places[0] == "chats"
    assert len(places) == len(set(places)) == 8
    assert "chat" in places
    assert {item.state.top.package for item in found} == {"com.parlowe.chat"}
    assert screens("parlowe", 8)[1] == found


def test_the_sheet_is_a_picture_of_all_of_them() -> None:
    """As many pictures as screens, in rows; each with what it cost."""
    phone, found = screens("settings", 3)
    small, costs = draw(phone, found, Painter())
    assert [cost.place for cost in costs] == [item.place for item in found]
    assert all(cost.warm > 0 for cost in costs)
    page = cv2.imdecode(np.frombuffer(sheet(found, small, 2), np.uint8), cv2.IMREAD_COLOR)
    assert page is not None
    assert page.shape[:2] == (2 * (600 + 34 + 18) + 18, 2 * (270 + 18) + 18)
