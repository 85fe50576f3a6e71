"""Parses accessibility trees of Android's `uiautomator dump` and finds elements in them.

Pure values: parse once per digest, then share. Coordinates are screen pixels; `bounds` are (left, top, right, bottom)
with right and bottom exclusive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from xml.etree import ElementTree

from runtime.core.fast_init import fast_init
from runtime.core.tasks import Selector
from runtime.core.text import normal

Bounds = tuple[int, int, int, int]

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")


class TreeError(ValueError):
    """The text is not a uiautomator hierarchy."""


@fast_init
@dataclass(frozen=True, slots=True, eq=False)
class UiNode:
    """One element of an accessibility tree, with the attributes of Android's `uiautomator dump`.

    `bounds` are (left, top, right, bottom) in screen pixels, right and bottom exclusive. `cls` is its Android class and
    `desc` its content description. `parent` is None at the root; `index` is its position among siblings as in the dump.
    """

    index: int
    text: str
    resource_id: str
    cls: str
    package: str
    desc: str
    bounds: Bounds
    checkable: bool = False
    checked: bool = False
    clickable: bool = False
    enabled: bool = True
    focusable: bool = False
    focused: bool = False
    scrollable: bool = False
    long_clickable: bool = False
    password: bool = False
    selected: bool = False
    parent: UiNode | None = None
    children: tuple[UiNode, ...] = ()
    _flat: list[UiNode] = field(default_factory=list, repr=False)
    _span: list[int] = field(default_factory=list, repr=False)
    """`_flat` holds all elements of the tree in document order; `_span` is the range of this element's subtree in
    it.
    """

    @property
    def center(self) -> tuple[int, int]:
        """The center of the element, where it is tapped."""
        left, top, right, bottom = self.bounds
        return (left + right) // 2, (top + bottom) // 2

    @property
    def short_id(self) -> str:
        """The resource id without its package: `com.x:id/add` → `add`."""
        return self.resource_id.rpartition("/")[2]

    def walk(self) -> Iterator[UiNode]:
        """Iterate over this node and everything below it, in document order."""
        if self._span:
            return iter(self._flat[self._span[0] : self._span[1]])
        return self._descend()

    def _descend(self) -> Iterator[UiNode]:
        """Walk an element that was built by hand, without the index that the parser makes."""
        yield self
        for child in self.children:
            yield from child.walk()

    def ancestors(self) -> Iterator[UiNode]:
        """Iterate over the ancestors, nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def texts(self) -> list[str]:
        """Return all non-empty texts of this node and its descendants (else their descriptions), in document order."""
        found: list[str] = []
        for node in self.walk():
            if node.text:
                found.append(node.text)
            elif node.desc:
                found.append(node.desc)
        return found

    def label(self) -> str:
        """Return the visible name of the element: its text, its description, or the texts inside it."""
        return self.text or self.desc or " ".join(self.texts())


@dataclass(frozen=True, slots=True, eq=False)
class UiTree:
    """The accessibility tree of one window: root element, rotation (quarter turns) and the XML it was parsed from."""

    root: UiNode
    rotation: int = 0
    source: bytes = b""
    _found: dict[Selector, UiNode | None] = field(default_factory=dict, repr=False)
    """Results of `find`. Judges look for the same few elements again and again."""

    @property
    def package(self) -> str:
        """The package of the app whose window it is."""
        return self.root.package

    def walk(self) -> Iterator[UiNode]:
        """Iterate over all elements in document order."""
        return self.root.walk()

    def hit(self, x: int, y: int) -> UiNode | None:
        """Return the deepest clickable element at a point in pixels, or None; later siblings lie on top."""
        found: UiNode | None = None
        for node in self.walk():
            left, top, right, bottom = node.bounds
            if (node.clickable or node.long_clickable) and left <= x < right and top <= y < bottom:
                found = node
        return found

    def find(self, selector: Selector) -> UiNode | None:
        """Return the element that the selector identifies, or None."""
        if selector not in self._found:
            self._found[selector] = self._search(selector)
        return self._found[selector]

    def _search(self, selector: Selector) -> UiNode | None:
        left = selector.nth
        for node in self.walk():
            if matches(node, selector):
                if left == 0:
                    return node
                left -= 1
        return None

    def focused(self) -> UiNode | None:
        """Return the element with the input focus, or None."""
        return next((node for node in self.walk() if node.focused), None)


_LISTS = ("RecyclerView", "ListView", "ScrollView", "GridView", "ViewPager")


def is_list(node: UiNode) -> bool:
    """Return whether the element holds rows. The class counts too: a list that does not overflow is not scrollable."""
    return node.scrollable or node.cls.endswith(_LISTS)


def row_of(node: UiNode) -> UiNode:
    """Return the row or control that the element belongs to: itself, its nearest clickable ancestor, or a list item."""
    if node.clickable:
        return node
    for ancestor in node.ancestors():
        if ancestor.clickable:
            return ancestor
        if is_list(ancestor):
            break
    return item_of(node)


def item_of(node: UiNode) -> UiNode:
    """Return the list item that contains the element; the element itself if it is in no list."""
    previous = node
    for ancestor in node.ancestors():
        if is_list(ancestor):
            return previous
        previous = ancestor
    return node


def matches(node: UiNode, selector: Selector) -> bool:
    """Return whether the selector fits this element, ignoring `nth`."""
    if selector.resource_id and selector.resource_id not in (node.resource_id, node.short_id):
        return False
    if selector.cls and selector.cls != node.cls and selector.cls != node.cls.rpartition(".")[2]:
        return False
    if selector.text and normal(selector.text) != normal(node.text):
        return False
    if selector.desc and normal(selector.desc) != normal(node.desc):
        return False
    if selector.within:
        wanted = normal(selector.within)
        return any(normal(text) == wanted for around in (row_of(node), item_of(node)) for text in around.texts())
    return True


def parse(xml: bytes | str) -> UiTree:
    """Parse a uiautomator dump (dialect of the shell tool or of uiautomator2).

    Raises:
        TreeError: not well-formed, or without any element.
    """
    try:
        document = ElementTree.fromstring(xml)
    except ElementTree.ParseError as error:
        raise TreeError(f"not a uiautomator dump: {error}") from error
    if document.tag != "hierarchy" or len(document) == 0:
        raise TreeError("not a uiautomator dump: no <hierarchy> with an element in it")
    rotation = int(document.get("rotation") or 0)
    return UiTree(_read(document[0], None, []), rotation, xml.encode() if isinstance(xml, str) else bytes(xml))


def _read(element: ElementTree.Element, parent: UiNode | None, flat: list[UiNode]) -> UiNode:
    get = element.attrib.get
    span = [len(flat), 0]
    node = UiNode(
        int(get("index") or 0),
        get("text", ""),
        get("resource-id", ""),
        get("class", ""),
        get("package", ""),
        get("content-desc", ""),
        _bounds(get("bounds", "")),
        get("checkable") == "true",
        get("checked") == "true",
        get("clickable") == "true",
        get("enabled", "true") == "true",
        get("focusable") == "true",
        get("focused") == "true",
        get("scrollable") == "true",
        get("long-clickable") == "true",
        get("password") == "true",
        get("selected") == "true",
        parent,
        (),
        flat,
        span,
    )
    flat.append(node)
    children = [_read(child, node, flat) for child in element if child.tag == "node"]
    object.__setattr__(node, "children", tuple(children))  # parent and children name each other
    span[1] = len(flat)
    return node


@lru_cache(maxsize=4096)
def _bounds(text: str) -> Bounds:
    found = _BOUNDS.match(text)
    return (int(found[1]), int(found[2]), int(found[3]), int(found[4])) if found else (0, 0, 0, 0)
