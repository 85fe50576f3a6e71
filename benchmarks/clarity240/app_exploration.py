"""Explores an app by touching everything: its pages, the paths to them, and what touches change. Pure.

A walk goes breadth first from the first screen of an app on a phone that is fresh from reset. A *screen* is a page with
certain controls on it (a basket with something in it is another screen than an empty one), a *page* all screens of one
place in the app; a dialog, sheet or menu over it is a page of its own. Of rows that are built alike two are touched.
Scrolling is free; a field that gets the focus is given a few letters, so that searches find something and forms can be
sent. What takes more than that to get at (a form with six fields) the walk does not see.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Final

from adapters.phone.kernel.phone import Phone
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.app import App
from benchmarks.clarity240 import record, replay
from runtime.core.actions import Action, Launch, LongPress, Tap
from runtime.core.checks import changed_paths, paths_outside
from runtime.screen.tree import UiNode

MOST_TOUCHES: Final = 1200
"""Touches spent on one app at most; the largest of ours takes 650."""
_ALIKE: Final = 2
_WORDS: Final = "an"
_BARS: Final = "com.android.systemui"


@dataclass(frozen=True, slots=True)
class Page:
    """A place in an app, see the head of this module.

    `way` is the shortest one from the first screen, by the names of what is touched. Of it `opens` touches change
    nothing but what is shown: the others do something already, such as filling a basket. `ways` counts the touches on
    the first screen that a way as short begins with: more than one for what each row of a list leads to. `changes`
    says what else touches on the page change, by path in app state (`*` for any index), each with a touch that does.
    """

    way: tuple[str, ...]
    opens: int
    ways: int
    changes: Mapping[str, str]

    @property
    def depth(self) -> int:
        """Touches from the first screen."""
        return len(self.way)


@dataclass(slots=True)
class _Screen:
    """The screen after a touch, before it is known whether it is a new page."""

    page: str
    way: tuple[str, ...]
    opens: int
    state: PhoneState
    origins: list[tuple[_Screen, int]] = field(default_factory=list)
    """The screens from which it is reached so soon, and the numbers of the touches there that lead to it."""
    changes: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Control:
    """Something that can be touched. `shape` is what it shares with others of its kind."""

    action: Action
    name: str
    shape: tuple[object, ...]
    state: PhoneState
    """The phone, scrolled to it."""


def place(phone: Phone) -> str:
    """Names the page in front: route, tab, what lies over it."""
    top, over = phone.state.top, phone.screen().overlay
    parts = (top.route.name, str(top.route.get("tab", "")), over.kind if over is not None else "", phone.state.panel)
    return "/".join(part for part in parts if part)


def walk(app: App, phone: Phone) -> dict[str, Page]:
    """The pages of an app by name, in the order in which they are found. Pages of other apps (`parlowe:share`) to which
    touches lead are among them, but not walked through.
    """
    names = {item.package: item.name for item in phone.apps}
    phone.reset({}, 0)
    replay.perform(phone, Launch(app.package))
    waiting = deque([_Screen(place(phone), (), 0, phone.snapshot())])
    known: dict[tuple[object, ...], _Screen] = {}
    touches = 0
    while waiting and touches < MOST_TOUCHES:
        here = waiting.popleft()
        phone.restore(here.state)
        own = ":" not in here.page
        controls = list(_controls(phone)) if own else []
        sign = (here.page, frozenset(control.shape for control in controls), here.state.top.focus != "")
        if (old := known.get(sign)) is not None:
            if len(old.way) == len(here.way):
                old.origins += here.origins
            continue
        known[sign] = here
        for number, control in enumerate(controls):
            touches += 1
            there = _touched(phone, app, here, control)
            package = phone.state.top.package
            if phone.state.crashes or package not in names:
                continue
            there.page = there.page if package == app.package else f"{names[package]}:{there.page}"
            there.origins.append((here, number))
            waiting.append(there)
    return _pages(known)


def dumped(trees: Mapping[str, Mapping[str, Page]]) -> bytes:
    """The content of `functions.json`: a line for each page, the same trees in the same bytes."""
    lines = ["{"]
    for number, (app, pages) in enumerate(sorted(trees.items()), start=1):
        lines.append(f" {json.dumps(app)}: {{")
        for count, (name, page) in enumerate(pages.items(), start=1):
            comma = "," if count < len(pages) else ""
            lines.append(f"  {json.dumps(name)}: {json.dumps(asdict(page), ensure_ascii=False)}{comma}")
        lines.append(" }," if number < len(trees) else " }")
    return ("\n".join([*lines, "}"]) + "\n").encode()


def describe(app: str, pages: Mapping[str, Page]) -> Iterator[str]:
    """An app's tree for people: each page with its way, then what touches on it change."""
    yield f"{app}: {len(pages)} pages"
    for name, page in sorted(pages.items(), key=lambda item: item[1].way):
        way = f": {' > '.join(page.way)}" if page.way else ""
        yield f"{'  ' * (page.depth + 1)}{name} ({page.opens} of {page.depth} only open, {page.ways} ways begin){way}"
        for path, control in page.changes.items():
            yield f"{'  ' * (page.depth + 2)}- {control!r} changes {path}"


def _touched(phone: Phone, app: App, here: _Screen, control: _Control) -> _Screen:
    """The screen that a control leads to; its changes are noted on the screen that has the control."""
    phone.restore(control.state)
    before = phone.read()
    replay.perform(phone, control.action)
    if phone.focused is not None:
        phone.type_text(_WORDS)
    shown = tuple(f"{app.name}/{path}" for path in app.scratch if path.partition("/")[0] == "ui")
    changed = paths_outside(changed_paths(before, phone.read()), shown)
    for path in changed:
        here.changes.setdefault(_general(path), control.name)
    return _Screen(place(phone), (*here.way, control.name), here.opens + (not changed), phone.snapshot())


def _general(path: str) -> str:
    return "/".join("*" if part.isdigit() else part for part in path.split("/"))


def _controls(phone: Phone) -> Iterator[_Control]:
    """The controls on the screen, scrolled to its end; at most two of each kind of similar controls."""
    seen: set[tuple[object, ...]] = set()
    alike: Counter[tuple[object, ...]] = Counter()
    for screen in record.scrolled(phone):
        state = phone.snapshot()
        for node in screen.walk():
            if node.package == _BARS or not node.enabled:
                continue
            left, _, right, _ = node.bounds
            for action in _actions(node):
                name = _name(node)
                itself = (action.kind, node.cls, node.short_id, name, left, right)
                kind = (action.kind, node.cls, node.short_id or (name, left, right))
                if itself in seen or alike[kind] == _ALIKE:
                    continue
                seen.add(itself)
                alike[kind] += 1
                yield _Control(action, name, (action.kind, node.cls, node.short_id or (left, right)), state)


def _name(node: UiNode) -> str:
    """The first words on it; a letter in a circle says nothing."""
    return next((text for text in node.texts() if len(text) > 1), node.short_id)


def _actions(node: UiNode) -> Iterator[Tap | LongPress]:
    if node.clickable:
        yield Tap(*node.center)
    if node.long_clickable:
        yield LongPress(*node.center)


def _pages(known: Mapping[tuple[object, ...], _Screen]) -> dict[str, Page]:
    """Screens of one place taken together; those that are reached soonest say how it is reached."""
    screens: dict[str, list[_Screen]] = {}
    ways: dict[int, set[int]] = {}
    # Breadth first: whatever leads to a screen stands before it.
    for screen in known.values():
        screens.setdefault(screen.page, []).append(screen)
        first_touches = (ways[id(origin)] or {number} for origin, number in screen.origins)
        ways[id(screen)] = set().union(*first_touches)
    pages = {}
    for name, mine in screens.items():
        first = mine[0]
        begun = set().union(*(ways[id(screen)] for screen in mine if len(screen.way) == len(first.way)))
        changes: dict[str, str] = {}
        for screen in mine:
            changes = {**screen.changes, **changes}
        pages[name] = Page(first.way, first.opens, len(begun), dict(sorted(changes.items())))
    return pages
