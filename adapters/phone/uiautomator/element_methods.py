"""The server's methods that concern one element: it is found anew by each."""

from __future__ import annotations

from typing import Any, Final

from adapters.phone.accessibility.views import View
from adapters.phone.kernel import editing
from adapters.phone.shell.device.encoding import clean
from adapters.phone.ui.scene import Rect
from adapters.phone.uiautomator.automator import STEP_MS, Automator, center
from adapters.phone.uiautomator.java_errors import NotFound
from adapters.phone.uiautomator.search import Pattern, Query, count, find, onward
from adapters.phone.uiautomator.selectors import Selector

LONG_MS: Final = 500
_CORNER: Final = 5
"""How far inside a corner of an element is touched, in pixels."""


def info(on: Automator, query: Query) -> dict[str, Any]:
    """All about an element. Raises NotFound."""
    if isinstance(query, Selector) and query.simple:
        view = on.first(query)
        if view is not None:
            return _told(view, named=True)
    return _told(on.old_element(query), named=False)


def _told(view: View, *, named: bool) -> dict[str, Any]:
    """As the server tells it; only the newer half knows resource ids, and tells absent texts from empty ones."""
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
    """Whether there is one."""
    return on.exists(query)


def number(on: Automator, selector: Selector) -> int:
    """How many fit."""
    return count(selector, on.windows()[0])


def infos(on: Automator, selector: Selector) -> list[dict[str, Any] | None]:
    """All that fit. As in the server the number counts the first part of a chain, so relatives may give nothing."""
    total = number(on, selector)
    if selector.get("instance") is not None:
        return [info(on, selector)] if total else []
    found = (find(selector.having(instance=at), on.windows()[0]) for at in range(total))
    return [None if view is None else _told(view, named=False) for view in found]


def text(on: Automator, query: Query) -> str | None:
    """What an element says: of an empty field its hint. Raises NotFound."""
    if isinstance(query, Selector) and query.simple and (view := on.first(query)) is not None:
        return view.text
    return on.old_element(query).text or ""


def wait(on: Automator, query: Query, ms: int) -> bool:
    """Until there is one."""
    return on.wait(lambda: on.there(query), ms)


def wait_gone(on: Automator, query: Query, ms: int) -> bool:
    """Until there is none."""
    return on.wait(lambda: not on.there(query), ms)


# Touching.


def click(on: Automator, query: Query, corner: str | None = None) -> bool:
    """A touch in the middle or near a corner; False for a corner that there is not."""
    return _touch(on, query, corner, None)


def long_click(on: Automator, query: Query, corner: str | None = None) -> bool:
    """A touch that is held, in the middle or near a corner."""
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
    """A touch, and then until another window is in front."""

    def front() -> tuple[tuple[str, str], str, str]:
        window = on.phone.scene().windows[on.phone.scene().active]
        return on.phone.foreground, window.kind, window.title

    before = front()
    click(on, query)
    return on.wait(lambda: front() != before, ms)


def drag_to(on: Automator, query: Query, x: int, y: int, steps: int) -> bool:
    """Drag an element to a point. Raises NotFound."""
    on.stroke(center(on.old_element(query).bounds), (x, y), steps, drag=True)
    return True


def drag_onto(on: Automator, query: Query, target: Selector, steps: int) -> bool:
    """Drag an element onto another. Raises NotFound."""
    start, end = (center(on.old_element(item).bounds) for item in (query, target))
    on.stroke(start, end, steps, drag=True)
    return True


def swipe(on: Automator, query: Query, direction: str, steps: int) -> bool:
    """A stroke over an element from edge to edge, as `UiObject` makes it; False for other directions."""
    left, top, right, bottom = on.old_element(query).bounds
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
    """A stroke over that share of an element, at so many pixels a second: what this method means by its last number."""
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
    """A gesture of two fingers takes its time and does nothing: the phone has one finger."""
    on.old_element(query)
    on.pass_(max(1, int(_[-1])) * STEP_MS)
    return True


# Text.


def set_text(on: Automator, query: Query, new: str | None) -> bool:
    """Touch an element and put a text in place of its own; what is no field keeps its own."""
    click(on, query)
    _put(on, on.element(query), new or "")
    return True


def clear(on: Automator, query: Query) -> None:
    """Empty a field."""
    _put(on, on.element(query), "")


def _put(on: Automator, view: View, new: str) -> None:
    """Set a field's text past all keyboards, as accessibility does; a caret in it goes to the end."""
    if view.box is not None and view.enabled and view.box.node.kind == "field":
        event = view.box.node.event("change")
        if view.focused:
            editing.put(on.phone, clean(new), len(clean(new)))
        elif event is not None:
            on.phone.dispatch(event.plus(text=clean(new)))
    on.pass_(STEP_MS)


# Named elements.


def keep(on: Automator, selector: Selector) -> str:
    """A name for a selector, which is the older half's from then on."""
    return on.name(selector.having(instance=0) if selector.simple else selector)


def child(on: Automator, name: str, selector: Selector) -> str | None:
    """A name for what lies below a named element."""
    return on.name(onward(on.named(name), "child", selector)) if name in on.names else None


def sibling(on: Automator, name: str, selector: Selector) -> str | None:
    """A name for what lies beside a named element."""
    return on.name(onward(on.named(name), "sibling", selector)) if name in on.names else None


def forget(on: Automator, name: str) -> None:
    """Give a name up."""
    on.forget(name)


def names(on: Automator) -> list[str]:
    """All names."""
    return on.names


def child_by_instance(on: Automator, collection: Selector, kind: Selector, instance: int) -> str:
    """A name for one of several elements within another."""
    return on.name(Pattern(collection, kind, instance))


def row_with(on: Automator, collection: Selector, kind: Selector, wanted: Selector) -> str:
    """A name for the element of a kind that fits, or has something in it that fits. Raises NotFound."""
    root = on.windows()[0]
    instance = 0
    while find(row := Pattern(collection, kind, instance), root) is not None:
        found = find(row, root)
        value = wanted.wanted[0][1]
        own = None if found is None else found.text if wanted.get("text") is not None else found.desc
        if own == value or find(onward(row, "child", wanted), root) is not None:
            return on.name(row)
        instance += 1
    what = "text" if wanted.get("text") is not None else "description"
    raise NotFound(f'for {what}= "{wanted.wanted[0][1]}"')
