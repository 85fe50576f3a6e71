"""Server methods that scroll an element and report whether the end was reached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from adapters.phone.accessibility.views import View
from adapters.phone.uiautomator import element_methods
from adapters.phone.uiautomator.automator import Automator
from adapters.phone.uiautomator.search import Query, extend, find
from adapters.phone.uiautomator.selectors import Selector

SCROLL_STEPS: Final = 55
FLING_STEPS: Final = 5
MOST_SWIPES: Final = 30
"""How often a search scrolls on."""
_CUT_SWIPES: Final = 500
_DEAD: Final = 0.1
"""The share at either end of an element that strokes keep away from."""


def forward(on: Automator, query: Query, vertical: bool, steps: int = SCROLL_STEPS) -> bool:
    """Scroll down or right; False if the end was reached or nothing moved."""
    return _stroke(on, query, steps, vertical=vertical, back=False)


def backward(on: Automator, query: Query, vertical: bool, steps: int = SCROLL_STEPS) -> bool:
    """Scroll up or left; False if the beginning was reached or nothing moved."""
    return _stroke(on, query, steps, vertical=vertical, back=True)


def fling_forward(on: Automator, query: Query, vertical: bool) -> bool:
    """Scroll like `forward`, but fast."""
    return forward(on, query, vertical, FLING_STEPS)


def fling_backward(on: Automator, query: Query, vertical: bool) -> bool:
    """Scroll like `backward`, but fast."""
    return backward(on, query, vertical, FLING_STEPS)


def to_end(on: Automator, query: Query, vertical: bool, most: int, steps: int = SCROLL_STEPS) -> bool:
    """Scroll to the end, with at most so many strokes."""
    return _repeat(lambda: forward(on, query, vertical, steps), most)


def to_beginning(on: Automator, query: Query, vertical: bool, most: int, steps: int = SCROLL_STEPS) -> bool:
    """Scroll to the beginning, with at most so many strokes."""
    return _repeat(lambda: backward(on, query, vertical, steps), most)


def fling_to_end(on: Automator, query: Query, vertical: bool, most: int) -> bool:
    """Scroll like `to_end`, but fast."""
    return to_end(on, query, vertical, most, FLING_STEPS)


def fling_to_beginning(on: Automator, query: Query, vertical: bool, most: int) -> bool:
    """Scroll like `to_beginning`, but fast."""
    return to_beginning(on, query, vertical, most, FLING_STEPS)


def into_view(on: Automator, query: Query, target: Selector, vertical: bool) -> bool:
    """Scroll until a match is in the element: first from the current position, then from beginning to end."""
    wanted = extend(query, "child", target)

    def there() -> bool:
        return find(wanted, on.windows()[0]) is not None

    if there():
        return True
    to_beginning(on, query, vertical, MOST_SWIPES)
    for _ in range(MOST_SWIPES):
        if there():
            return True
        if not forward(on, query, vertical):
            return there()
    return there()


def by_text(on: Automator, collection: Selector, kind: Selector, text: str, scroll: bool | None = None) -> str:
    """Store the row with this text under a new name, by default after scrolling to it. Raises ElementNotFound."""
    return _row(on, collection, kind, Selector((("text", text),)), scroll)


def by_description(on: Automator, collection: Selector, kind: Selector, text: str, scroll: bool | None = None) -> str:
    """Store the row with this description under a new name."""
    return _row(on, collection, kind, Selector((("description", text),)), scroll)


def _row(on: Automator, collection: Selector, kind: Selector, wanted: Selector, scroll: bool | None) -> str:
    if scroll is None:
        found = on.find_first(collection)
        scroll = found is not None and found.scrollable
    if scroll:
        into_view(on, collection, wanted, True)
    return element_methods.row_with(on, collection, kind, wanted)


def _repeat(stroke: Callable[[], bool], most: int) -> bool:
    for _ in range(min(_CUT_SWIPES, most)):
        if not stroke():
            break
    return True


def _stroke(on: Automator, query: Query, steps: int, *, vertical: bool, back: bool) -> bool:
    view = on.element_in_active_window(query)
    left, top, right, bottom = view.bounds
    x, y = (left + right) >> 1, (top + bottom) >> 1
    if vertical:
        dead = int((bottom - top) * _DEAD)
        ends = ((x, bottom - dead), (x, top + dead))
    else:
        dead = int((right - left) * _DEAD)
        ends = ((right - dead, y), (left + dead, y))
    before = _offset(view)
    start, end = reversed(ends) if back else ends
    on.stroke(start, end, steps)
    after = find(query, on.windows()[0])
    if after is None:
        return False
    now = _offset(after)
    return now != before and now is not None and 0 < now[0] < now[1]


def _offset(view: View) -> tuple[int, int] | None:
    """Return offset and maximum offset of the list that the element is or contains."""
    found = next((node for node in view.walk() if node.scrollable and node.box is not None), None)
    return found.box.scroll if found is not None and found.box is not None else None
