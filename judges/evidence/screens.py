"""A settled screen in words: which page it is, and one line for each visible row. Pure functions of the tree.

A *line* is a list row, a card or a control: its texts joined by " | ", states in brackets. Texts of one entity share a
line, texts of two never do; so "size Double of the Copper Pan" can be told from two rows that say one half each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from runtime.screen.tree import UiNode, UiTree

SYSTEM_UI = "com.android.systemui"
"""Owner of the status bar; its clock and icons are no part of what an app shows."""
_TITLES = ("android:id/alertTitle", "com.android.permissioncontroller:id/permission_message")
_BARS = ("toolbar", "action_bar", "app_bar", "top_bar")
_SWITCHES = ("Switch", "SwitchCompat", "ToggleButton")
_BOXES = ("CheckBox", "CheckedTextView")
_LISTS = ("RecyclerView", "ListView", "GridView", "ScrollView", "NestedScrollView", "HorizontalScrollView")
_STATES = ("[on]", "[off]", "[checked]", "[selected]", "[disabled]", "[focused]")
_CARD_SHARE = 0.45
"""What is taller than this share of the screen is a section with rows in it, not a row."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one tree shows. `page` is `package/Page name`; `lines` are the visible rows in document order.

    `toggles` says of every switch and check box, named by the first text of its line, whether it is on.
    """

    page: str
    lines: tuple[str, ...]
    toggles: dict[str, bool] = field(default_factory=dict)

    @property
    def observation(self) -> str:
        return "\n".join(self.lines)


def look(tree: UiTree) -> Look:
    """Put a tree into words."""
    reader = _Reader(tree)
    lines = tuple(reader.lines())
    return Look(f"{tree.package}/{page_name(tree)}", lines, reader.toggles)


def page_name(tree: UiTree) -> str:
    """The title of a dialog, else of the toolbar, else the first text that is no control, else the first one."""
    first = ""
    bar: str | None = None
    heading: str | None = None
    for node in tree.walk():
        if not node.text or node.package == SYSTEM_UI or is_field(node):
            continue
        if node.resource_id in _TITLES:
            return flat(node.text)
        above = [node, *node.ancestors()]
        first = first or node.text
        if bar is None and any(ancestor.short_id in _BARS for ancestor in above):
            bar = node.text
        if heading is None and not any(ancestor.clickable for ancestor in above):
            heading = node.text
    return flat(bar or heading or first) or "Screen"


def name_of(node: UiNode) -> str:
    """What a person would call a control; its id where it bears no word."""
    return flat(node.label()) or node.short_id or node.cls.rpartition(".")[2]


def flat(text: str) -> str:
    """One line: a text cannot pass for several rows."""
    return " ".join(text.split())


class _Reader:
    """One walk over a tree; collects the two-state controls on the way."""

    def __init__(self, tree: UiTree) -> None:
        self.toggles: dict[str, bool] = {}
        self._root = tree.root
        self._controls: dict[int, int] = {}
        self._tallest = _CARD_SHARE * (tree.root.bounds[3] - tree.root.bounds[1])
        self._count(tree.root)

    def lines(self) -> Iterator[str]:
        return self._below(self._root, in_list=False)

    def _below(self, node: UiNode, *, in_list: bool) -> Iterator[str]:
        if node.package == SYSTEM_UI:
            return
        if ((in_list or node.clickable) and not self._is_section(node)) or self._is_level(node):
            line = self._line(node)
            if line:
                yield line
            return
        own = _part(node)
        if own:
            yield own
        only_child = len(node.children) == 1 and _class(node).endswith("ScrollView")
        for child in node.children:
            if only_child and len([part for part in child.children if self._has_words(part)]) > 1:
                # The one child of a scroll view is the page itself.
                for part in child.children:
                    yield from self._below(part, in_list=True)
            else:
                yield from self._below(child, in_list=in_list or _is_list(node))

    def _count(self, node: UiNode) -> tuple[int, bool]:
        """How many labelled controls are in a subtree, counting a control inside a control once; and any words."""
        if node.package == SYSTEM_UI:
            self._controls[id(node)] = -1
            return 0, False
        controls, words = 0, bool(node.text or node.desc)
        labelled = bool(node.text)
        for child in node.children:
            inner, inner_words = self._count(child)
            controls += inner
            words = words or inner_words
            labelled = labelled or inner_words
        if node.clickable and labelled:
            controls = max(controls, 1)
        if _is_list(node):
            controls = max(controls, 2)  # a list is never a row
        self._controls[id(node)] = controls if words else -1
        return max(controls, 0), words

    def _has_words(self, node: UiNode) -> bool:
        return self._controls[id(node)] >= 0

    def _is_section(self, node: UiNode) -> bool:
        """Whether an element holds several rows: more than one labelled control, a list, or most of the screen."""
        tall = node.bounds[3] - node.bounds[1] > self._tallest > 0 and len(node.children) > 0
        return tall or self._controls[id(node)] > 1

    def _is_level(self, node: UiNode) -> bool:
        """Whether an element is a horizontal group of texts, such as a label and its value."""
        parts = [child for child in node.children if self._has_words(child)]
        if len(parts) < 2 or self._controls[id(node)] > 0:
            return False
        return max(part.bounds[1] for part in parts) < min(part.bounds[3] for part in parts)

    def _line(self, top: UiNode) -> str:
        parts: list[str] = []
        states: list[str] = []
        shown = [node for node in top.walk() if node.package != SYSTEM_UI]
        texts = {flat(node.text) for node in shown if node.text}
        for node in shown:
            part = _part(node)
            if node.text or (node.desc and flat(node.desc) not in texts):
                if part not in parts[-1:]:
                    parts.append(part)
            else:
                states.extend(_states(node))
        line = " ".join([" | ".join(parts), *_tidy(states)]).strip()
        name = parts[0].partition(" [")[0] if parts else flat(top.short_id)
        self._note(top, name)
        return line

    def _note(self, top: UiNode, name: str) -> None:
        for node in top.walk():
            if node.checkable and _class(node) in (*_SWITCHES, *_BOXES):
                unique = name
                while unique in self.toggles:
                    unique += "'"
                self.toggles[unique] = node.checked


def _part(node: UiNode) -> str:
    words = flat(node.text or node.desc)
    return " ".join([words, *_states(node)]) if words else ""


def _states(node: UiNode) -> list[str]:
    states: list[str] = []
    if node.checkable and _class(node) in _SWITCHES:
        states.append("[on]" if node.checked else "[off]")
    elif node.checkable and node.checked:
        states.append("[checked]")
    if node.selected:
        states.append("[selected]")
    if not node.enabled and (node.text or node.desc or node.checkable):
        states.append("[disabled]")
    if node.focused and is_field(node):
        states.append("[focused]")
    return _tidy(states)


def _tidy(states: list[str]) -> list[str]:
    """Each state once, in one order; what is checked is selected too, and is said once."""
    return [state for state in _STATES if state in states and not (state == "[selected]" and "[checked]" in states)]


def _class(node: UiNode) -> str:
    return node.cls.rpartition(".")[2]


def _is_list(node: UiNode) -> bool:
    """A list is one even while all its rows fit, when it says that it does not scroll."""
    return (node.scrollable and not is_field(node)) or _class(node) in _LISTS


def is_field(node: UiNode) -> bool:
    """Whether something can be typed into it."""
    return _class(node).endswith(("EditText", "AutoCompleteTextView"))
