"""What is on a screen: controls with labels and what stands near them, groups of options, lists of rows. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final, Literal

from runtime.screen.tree import Bounds, UiNode, UiTree

Role = Literal["button", "field", "option", "row", "switch", "tab", "up"]
_LEAST_VISIBLE: Final = 24
"""Pixels of a control that must show, so that it can be touched safely."""
_TALLEST_ROW: Final = 700
"""Pixels; a taller part of the page is no row."""
_LOWEST_WINDOW: Final = 400
"""Pixels; a lower scrolling window is a strip of options."""
_LEAST_GAP: Final = 60
"""Pixels between the end of a page and the edge of its window; between two rows there is less."""
_LONGEST_HEADING: Final = 40
_PRICE: Final = re.compile(r"\s*[+(]?\s*[$€£¥]\s?\d[\d.,]*\)?$")
"""A price at the end of a label is no part of the name."""
_REMARK: Final = re.compile(r"required|optional|choose|pick|up to|.*\d", re.IGNORECASE)
"""Texts below a heading that say how to choose, not what; a heading has no number either."""


@dataclass(frozen=True, slots=True)
class Control:
    """Something that can be touched. `label` is its name, `texts` are all texts on it, `id` is its resource id.

    `near` are the other texts of the row that it stands in, `heading` is the last heading above it. A `fixed` control
    stays where it is when the page is scrolled.
    """

    role: Role
    label: str
    texts: tuple[str, ...]
    near: tuple[str, ...]
    heading: str
    center: tuple[int, int]
    id: str
    on: bool = False
    focused: bool = False
    fixed: bool = False

    @property
    def key(self) -> tuple[str, ...]:
        """Tells controls of one page apart, wherever it is scrolled to."""
        return (self.id, self.label, *(self.near[:1] if self.role == "button" and not self.fixed else ()))


@dataclass(frozen=True, slots=True)
class Group:
    """Options that belong together under a heading. `single`: choosing one drops the others."""

    heading: str
    options: tuple[Control, ...]
    single: bool


@dataclass(frozen=True)
class ScreenView:
    """One screen.

    `head` is the title that stays where it is when the page is scrolled, if there is one, and `title` this or the first
    text. `texts` are lines of texts, those that can be touched included. `window` is the part that can be scrolled
    further down, if there is one.
    """

    package: str
    head: str
    title: str
    controls: tuple[Control, ...]
    texts: tuple[tuple[str, ...], ...]
    window: Bounds | None

    @property
    def is_launcher(self) -> bool:
        """Whether it is the home screen or the list of all apps."""
        return "launcher" in self.package

    @cached_property
    def page(self) -> tuple[str, ...]:
        """Tells pages apart, wherever they are scrolled to."""
        return (self.package, self.head, *sorted({item.id or item.label for item in self.controls if item.fixed}))

    @cached_property
    def look(self) -> tuple[object, ...]:
        """Tells positions of a page apart, too, but not what is chosen there."""
        return (self.page, *((item.label, item.center) for item in self.controls))

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The options of the page by the heading above them, without what stands alone."""
        found: dict[tuple[str, str], list[Control]] = defaultdict(list)
        for item in self.controls:
            if item.role == "option":
                found[item.heading, item.id].append(item)
        return tuple(
            Group(heading, tuple(options), sum(item.on for item in options) == 1)
            for (heading, _), options in found.items()
            if len(options) > 1
        )

    @cached_property
    def lists(self) -> tuple[tuple[Control, ...], ...]:
        """Rows by kind."""
        found: dict[tuple[str, int], list[Control]] = defaultdict(list)
        for item in self.controls:
            if item.role == "row" and item.label and not item.fixed:
                found[item.id, 0 if item.id else item.center[0]].append(item)
        return tuple(map(tuple, found.values()))


@dataclass(frozen=True, slots=True)
class _Dump:
    """A tree that is known by the dump that it was read from."""

    source: bytes
    tree: UiTree = field(compare=False)


def read_screen(tree: UiTree) -> ScreenView:
    """Read a tree. The same screen is met again and again, by one episode and by many."""
    return _read_dump(_Dump(tree.source, tree)) if tree.source else _read(tree)


@lru_cache(maxsize=1 << 8)
def _read_dump(dump: _Dump) -> ScreenView:
    return _read(dump.tree)


def _read(tree: UiTree) -> ScreenView:
    reading = _Reading()
    reading.visit(tree.root, touch=None, scrolls=False)
    named = [(node.text, fixed) for node, fixed in reading.free if any(map(str.isalpha, node.text))]
    windows = [node for node in reading.scrolling if _height(node.bounds) >= _LOWEST_WINDOW]
    window = max(windows, key=lambda node: _height(node.bounds), default=None)
    controls = reading.controls if windows else [replace(item, fixed=False) for item in reading.controls]
    return ScreenView(
        tree.package,
        head := next((text for text, fixed in named if fixed), ""),
        head or next((text for text, _ in named), ""),
        tuple(_with_options(controls)),
        tuple(_rows(reading.texts)),
        window.bounds if window is not None and ("launcher" in tree.package or not _is_end(window)) else None,
    )


def _is_end(window: UiNode) -> bool:
    """Whether there is nothing further down: what a window shows ends above its lower edge."""
    lowest = max((node.bounds[3] for node in window.walk() if not node.children and node is not window), default=0)
    return lowest < window.bounds[3] - _LEAST_GAP


class _Reading:
    """Collects what a tree holds, in document order."""

    def __init__(self) -> None:
        self.controls: list[Control] = []
        self.free: list[tuple[UiNode, bool]] = []
        self.scrolling: list[UiNode] = []
        self.texts: list[tuple[Bounds, str]] = []
        self._heading = ""

    def visit(self, node: UiNode, touch: UiNode | None, scrolls: bool) -> None:
        """Read a node and what lies in it; `touch` is the control that it is part of, `scrolls` whether it moves."""
        if node.text:
            self.texts.append((node.bounds, node.text))
        if node.clickable:
            touch = node
            if node.enabled and (control := self._control(node, fixed=not scrolls)) is not None:
                self.controls.append(control)
        elif node.text and touch is None:
            self.free.append((node, not scrolls))
            if len(node.text) <= _LONGEST_HEADING and not _REMARK.match(node.text):
                self._heading = node.text
        if node.scrollable:
            self.scrolling.append(node)
            scrolls = True
        for child in node.children:
            self.visit(child, touch, scrolls)

    def _control(self, node: UiNode, fixed: bool) -> Control | None:
        left, top, right, bottom = node.bounds
        if right - left < _LEAST_VISIBLE or bottom - top < _LEAST_VISIBLE:
            return None
        own = list(_own_nodes(node))
        texts = tuple(dict.fromkeys(item.desc or item.text for item in own if item.text or item.desc))
        texts += tuple(item.text for item in own if item.text and item.desc and item.text not in texts)
        label = _label(node, own)
        return Control(
            role=_role(node, own),
            label=_PRICE.sub("", label) or label,
            texts=texts,
            near=_near(node, texts),
            heading=self._heading,
            center=node.center,
            id=node.short_id,
            on=node.selected or any(item.checked for item in own),
            focused=node.focused,
            fixed=fixed,
        )


_NAMES: Final = ("title", "name", "label")
"""Resource ids that apps give to the text that names a row."""
_TALLEST_LINE: Final = 90
"""Pixels; a taller text has several lines."""


def _label(node: UiNode, own: Sequence[UiNode]) -> str:
    """The name of a control: the text that is called so, its description, or the text in the largest letters."""
    named = next((item.text for item in own if item.text and item.short_id in _NAMES), "") or node.desc
    lines = [item for item in own if any(map(str.isalpha, item.text)) and _height(item.bounds) <= _TALLEST_LINE]
    largest = max(lines, key=lambda item: _height(item.bounds), default=node)
    return named or largest.text or next((item.text or item.desc for item in own if item.text or item.desc), "")


def _own_nodes(node: UiNode) -> Iterator[UiNode]:
    """A node and what lies in it, without what can be touched by itself."""
    yield node
    for child in node.children:
        if not child.clickable:
            yield from _own_nodes(child)


def _role(node: UiNode, own: Sequence[UiNode]) -> Role:
    cls = node.cls.rpartition(".")[2]
    checkable = next((item for item in own if item.checkable), None)
    if cls == "EditText":
        return "field"
    if checkable is not None:
        return "switch" if checkable.cls.endswith("Switch") else "option"
    if any("Navigate up" in (item.desc, item.text) for item in own):
        return "up"
    if cls in ("Button", "ImageButton"):
        return "button"
    return "tab" if any(item.selected for item in own) else "row"


def _near(node: UiNode, own: Iterable[str]) -> tuple[str, ...]:
    """The texts of the smallest part around a control that has any others, if possible not only of controls."""
    found: tuple[str, ...] = ()
    for part in node.ancestors():
        if _height(part.bounds) > _TALLEST_ROW:
            break
        others = [item for item in part.walk() if item.text and item.text not in own]
        others = [item for item in others if any(map(str.isalpha, item.text))]
        if others and (not found or any(not item.clickable for item in others)):
            found = tuple(item.text for item in others)
        if any(not item.clickable for item in others):
            break
    return found


def _with_options(controls: Sequence[Control]) -> Iterator[Control]:
    """Rows of one kind, one below the other, of which one is selected, are options; side by side they are tabs."""
    kinds: dict[tuple[str, int], list[Control]] = defaultdict(list)
    for item in controls:
        if item.role in ("row", "tab") and not item.fixed:
            kinds[item.id, 0 if item.id else item.center[0]].append(item)
    chosen = {
        item.center
        for items in kinds.values()
        if sum(item.role == "tab" for item in items) == 1 and len({item.center[1] for item in items}) > 1
        for item in items
    }
    for item in controls:
        yield replace(item, role="option") if item.center in chosen and item.role in ("row", "tab") else item


def _rows(texts: Sequence[tuple[Bounds, str]]) -> Iterator[tuple[str, ...]]:
    """Texts that stand on one line, from top to bottom."""
    lines: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for (left, top, _, bottom), text in texts:
        middle = (top + bottom) // 2
        line = next((key for key in lines if abs(key - middle) < _LEAST_VISIBLE), middle)
        lines[line].append((left, text))
    for _, line_texts in sorted(lines.items()):
        yield tuple(text for _, text in sorted(line_texts))


def _height(bounds: Bounds) -> int:
    return bounds[3] - bounds[1]
