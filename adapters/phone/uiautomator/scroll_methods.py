"""The server's methods that scroll: strokes over an element, and whether it went further."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from adapters.phone.accessibility.views import View
from adapters.phone.uiautomator import element_methods
from adapters.phone.uiautomator.automator import Automator
from adapters.phone.uiautomator.search import Query, find, onward
from adapters.phone.uiautomator.selectors import Selector

SCROLL_STEPS: Final = 55
FLING_STEPS: Final = 5
MOST_SWIPES: Final = 30
"""How often a search scrolls on."""
_CUT_SWIPES: Final = 500
_DEAD: Final = 0.1
"""The share at either end of an element that strokes keep away from."""


def forward(on: Automator, query: Query, vertical: bool, steps: int = SCROLL_STEPS) -> bool:
    """Down or to the right; False where that reached the end, or moved nothing."""
    return _stroke(on, query, steps, vertical=vertical, back=False)


def backward(on: Automator, query: Query, vertical: bool, steps: int = SCROLL_STEPS) -> bool:
    """Up or to the left; False where that reached the beginning, or moved nothing."""
    return _stroke(on, query, steps, vertical=vertical, back=True)


def fling_forward(on: Automator, query: Query, vertical: bool) -> bool:
    """The same, fast."""
    return forward(on, query, vertical, FLING_STEPS)


def fling_backward(on: Automator, query: Query, vertical: bool) -> bool:
    """The same, fast."""
    return backward(on, query, vertical, FLING_STEPS)


def to_end(on: Automator, query: Query, vertical: bool, most: int, steps: int = SCROLL_STEPS) -> bool:
    """As far as it goes, in at most so many strokes."""
    return _repeat(lambda: forward(on, query, vertical, steps), most)


def to_beginning(on: Automator, query: Query, vertical: bool, most: int, steps: int = SCROLL_STEPS) -> bool:
    """Back as far as it goes, in at most so many strokes."""
    return _repeat(lambda: backward(on, query, vertical, steps), most)


def fling_to_end(on: Automator, query: Query, vertical: bool, most: int) -> bool:
    """The same, fast."""
    return to_end(on, query, vertical, most, FLING_STEPS)


def fling_to_beginning(on: Automator, query: Query, vertical: bool, most: int) -> bool:
    """The same, fast."""
    return to_beginning(on, query, vertical, most, FLING_STEPS)


def into_view(on: Automator, query: Query, target: Selector, vertical: bool) -> bool:
    """Until something that fits lies in the element: from where it is, else from the beginning to the end."""
    wanted = onward(query, "child", target)

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
    """A name for the row that says this. Without `scroll` said, what scrolls is scrolled. Raises NotFound."""
    return _row(on, collection, kind, Selector((("text", text),)), scroll)


def by_description(on: Automator, collection: Selector, kind: Selector, text: str, scroll: bool | None = None) -> str:
    """A name for the row with this description."""
    return _row(on, collection, kind, Selector((("description", text),)), scroll)


def _row(on: Automator, collection: Selector, kind: Selector, wanted: Selector, scroll: bool | None) -> str:
    if scroll is None:
        found = on.first(collection)
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
    view = on.old_element(query)
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
    """Offset and largest offset of the list that an element is, or else of the first in it."""
    found = next((node for node in view.walk() if node.scrollable and node.box is not None), None)
    return found.box.scroll if found is not None and found.box is not None else None
