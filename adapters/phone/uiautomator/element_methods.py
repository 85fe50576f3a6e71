"""Server methods that concern one element, which each call searches anew."""

from __future__ import annotations

from typing import Any, Final

from adapters.phone.accessibility.views import View
from adapters.phone.kernel import editing
from adapters.phone.shell.device.encoding import clean
from adapters.phone.ui.scene import Rect
from adapters.phone.uiautomator.automator import STEP_MS, Automator, center
from adapters.phone.uiautomator.java_errors import ElementNotFound
from adapters.phone.uiautomator.search import NthChild, Query, count, extend, find
from adapters.phone.uiautomator.selectors import Selector

LONG_MS: Final = 500
_CORNER: Final = 5
"""How far inside a corner of an element is touched, in pixels."""


def info(on: Automator, query: Query) -> dict[str, Any]:
    """Return all properties of an element. Raises ElementNotFound."""
    if isinstance(query, Selector) and query.simple:
        view = on.find_first(query)
        if view is not None:
            return _properties(view, named=True)
    return _properties(on.element_in_active_window(query), named=False)


def _properties(view: View, *, named: bool) -> dict[str, Any]:
    """Return a node's properties; only the newer half reports resource ids and distinguishes null from empty texts."""
    return {
        "bounds": _rect(view.bounds),
        "checkable": view.checkable,
        "checked": view.checked,
        "childCount": view.count,
        "className": view.cls,
        "clickable": view.clickable,
        "contentDescription": view.desc if named else view.desc or "",
        "enabled": view.enabled,
        "focusable": view.focusable,
        "focused": view.focused,
        "longClickable": view.long_clickable,
        "packageName": view.package,
        "resourceName": (view.id or None) if named else None,
        "scrollable": view.scrollable,
        "selected": view.selected,
        "text": view.text if named else view.text or "",
        "visibleBounds": _rect(view.bounds),
    }


def _rect(rect: Rect) -> dict[str, int]:
    return {"bottom": rect[3], "left": rect[0], "right": rect[2], "top": rect[1]}


def exists(on: Automator, query: Query) -> bool:
    """Return whether an element matches."""
    return on.exists(query)


def count_elements(on: Automator, selector: Selector) -> int:
    """Return the number of matching elements."""
    return count(selector, on.windows()[0])


def infos(on: Automator, selector: Selector) -> list[dict[str, Any] | None]:
    """Return the properties of all matches. As in the server, matches of a chain with relatives may be null."""
    total = count_elements(on, selector)
    if selector.get("instance") is not None:
        return [info(on, selector)] if total else []
    found = (find(selector.having(instance=at), on.windows()[0]) for at in range(total))
    return [None if view is None else _properties(view, named=False) for view in found]


def text(on: Automator, query: Query) -> str | None:
    """Return an element's text; for an empty field its hint. Raises ElementNotFound."""
    if isinstance(query, Selector) and query.simple and (view := on.find_first(query)) is not None:
        return view.text
    return on.element_in_active_window(query).text or ""


def wait(on: Automator, query: Query, ms: int) -> bool:
    """Wait until an element matches."""
    return on.wait(lambda: on.is_present(query), ms)


def wait_gone(on: Automator, query: Query, ms: int) -> bool:
    """Wait until no element matches."""
    return on.wait(lambda: not on.is_present(query), ms)


# Touch.


def click(on: Automator, query: Query, corner: str | None = None) -> bool:
    """Touch an element in the middle or near a corner; False for an unknown corner."""
    return _touch(on, query, corner, None)


def long_click(on: Automator, query: Query, corner: str | None = None) -> bool:
    """Long-press an element in the middle or near a corner."""
    return _touch(on, query, corner, LONG_MS)


def _touch(on: Automator, query: Query, corner: str | None, ms: int | None) -> bool:
    left, top, right, bottom = on.element(query).bounds
    match (corner or "center").lower():
        case "br" | "bottomright":
            x, y = right - _CORNER, bottom - _CORNER
        case "tl" | "topleft":
            x, y = left + _CORNER, top + _CORNER
        case "c" | "center":
            x, y = center((left, top, right, bottom))
        case _:
            return False
    if ms is None:
        on.tap(x, y)
    else:
        on.tap(x, y, ms)
    return True


def click_and_wait(on: Automator, query: Query, ms: int) -> bool:
    """Touch an element and wait until another window is in front."""

    def front() -> tuple[tuple[str, str], str, str]:
        window = on.phone.scene().windows[on.phone.scene().active]
        return on.phone.foreground, window.kind, window.title

    before = front()
    click(on, query)
    return on.wait(lambda: front() != before, ms)


def drag_to(on: Automator, query: Query, x: int, y: int, steps: int) -> bool:
    """Drag an element to a point. Raises ElementNotFound."""
    on.stroke(center(on.element_in_active_window(query).bounds), (x, y), steps, drag=True)
    return True


def drag_onto(on: Automator, query: Query, target: Selector, steps: int) -> bool:
    """Drag an element onto another. Raises ElementNotFound."""
    start, end = (center(on.element_in_active_window(item).bounds) for item in (query, target))
    on.stroke(start, end, steps, drag=True)
    return True


def swipe(on: Automator, query: Query, direction: str, steps: int) -> bool:
    """Swipe over an element from edge to edge, as `UiObject` does; False for an unknown direction."""
    left, top, right, bottom = on.element_in_active_window(query).bounds
    x, y = center((left, top, right, bottom))
    ends = {
        "u": ((x, bottom - _CORNER), (x, top + _CORNER)),
        "d": ((x, top + _CORNER), (x, bottom - _CORNER)),
        "l": ((right - _CORNER, y), (left + _CORNER, y)),
        "r": ((left + _CORNER, y), (right - _CORNER, y)),
    }
    word = direction.lower()
    if word not in ("u", "d", "l", "r", "up", "down", "left", "right"):
        return False
    on.stroke(*ends[word[0]], steps)
    return True


def swipe_share(on: Automator, query: Query, direction: str, share: float, speed: int) -> bool:
    """Swipe over that share of an element; the last argument is pixels per second, as in the server."""
    left, top, right, bottom = on.element(query).bounds
    x, y = center((left, top, right, bottom))
    share = max(0.0, min(1.0, share))
    wide, high = int((right - left) * share) // 2, int((bottom - top) * share) // 2
    ends = {
        "u": ((x, y + high), (x, y - high)),
        "d": ((x, y - high), (x, y + high)),
        "l": ((x + wide, y), (x - wide, y)),
        "r": ((x - wide, y), (x + wide, y)),
    }
    word = direction.lower()
    if word in ("u", "d", "l", "r", "up", "down", "left", "right"):
        way = 2 * (high if word[0] in "ud" else wide)
        on.stroke(*ends[word[0]], way * 1000 // max(1, speed) // STEP_MS)
    return True


def two_fingers(on: Automator, query: Query, *_: Any) -> bool:
    """Accept a two-finger gesture, which takes its time and does nothing: the phone has one finger."""
    on.element_in_active_window(query)
    on.elapse(max(1, int(_[-1])) * STEP_MS)
    return True


# Text.


def set_text(on: Automator, query: Query, new: str | None) -> bool:
    """Touch an element and replace its text; elements that are not fields stay unchanged."""
    click(on, query)
    _put(on, on.element(query), new or "")
    return True


def clear(on: Automator, query: Query) -> None:
    """Empty a field."""
    _put(on, on.element(query), "")


def _put(on: Automator, view: View, new: str) -> None:
    """Set a field's text directly, as accessibility does, without a keyboard; the caret goes to the end."""
    if view.box is not None and view.enabled and view.box.node.kind == "field":
        event = view.box.node.event("change")
        if view.focused:
            editing.put(on.phone, clean(new), len(clean(new)))
        elif event is not None:
            on.phone.dispatch(event.plus(text=clean(new)))
    on.elapse(STEP_MS)


# Named elements.


def name_element(on: Automator, selector: Selector) -> str:
    """Store a selector under a new name; from then on the older half searches it."""
    return on.name(selector.having(instance=0) if selector.simple else selector)


def child(on: Automator, name: str, selector: Selector) -> str | None:
    """Store a descendant of a named element under a new name."""
    return on.name(extend(on.named(name), "child", selector)) if name in on.names else None


def sibling(on: Automator, name: str, selector: Selector) -> str | None:
    """Store a sibling of a named element under a new name."""
    return on.name(extend(on.named(name), "sibling", selector)) if name in on.names else None


def forget(on: Automator, name: str) -> None:
    """Delete a name."""
    on.forget(name)


def names(on: Automator) -> list[str]:
    """Return all names."""
    return on.names


def child_by_instance(on: Automator, collection: Selector, kind: Selector, instance: int) -> str:
    """Store the element with this instance number within another under a new name."""
    return on.name(NthChild(collection, kind, instance))


def row_with(on: Automator, collection: Selector, kind: Selector, wanted: Selector) -> str:
    """Store the element of a kind that matches or contains a match under a new name. Raises ElementNotFound."""
    root = on.windows()[0]
    instance = 0
    while find(row := NthChild(collection, kind, instance), root) is not None:
        found = find(row, root)
        value = wanted.wanted[0][1]
        own = None if found is None else found.text if wanted.get("text") is not None else found.desc
        if own == value or find(extend(row, "child", wanted), root) is not None:
            return on.name(row)
        instance += 1
    what = "text" if wanted.get("text") is not None else "description"
    raise ElementNotFound(f'for {what}= "{wanted.wanted[0][1]}"')
