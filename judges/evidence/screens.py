"""Describes a settled screen as text: its page name and one line for each visible row. Pure functions of the tree.

A *line* is a list row, a card or a control: its texts joined by " | ", states in brackets. Texts of one entity share a
line and texts of two entities never do. So "Copper Pan | Double" in one row differs from one row for each text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from runtime.screen.tree import UiNode, UiTree

SYSTEM_UI = "com.android.systemui"
"""Package of the status bar, whose clock and icons are not part of an app's screen."""
_TITLES = ("android:id/alertTitle", "com.android.permissioncontroller:id/permission_message")
_BARS = ("toolbar", "action_bar", "app_bar", "top_bar")
_SWITCHES = ("Switch", "SwitchCompat", "ToggleButton")
_BOXES = ("CheckBox", "CheckedTextView")
_LISTS = ("RecyclerView", "ListView", "GridView", "ScrollView", "NestedScrollView", "HorizontalScrollView")
_STATES = ("[on]", "[off]", "[checked]", "[selected]", "[disabled]", "[focused]")
_CARD_SHARE = 0.45
"""An element taller than this share of the screen is a section that contains rows, not a row."""


@dataclass(frozen=True, slots=True)
class ScreenText:
    """The text of one screen. `page` is `package/Page name`; `lines` are the visible rows in document order.

    `toggles` maps each switch and check box, named by the first text of its line, to whether it is on.
    """

    page: str
    lines: tuple[str, ...]
    toggles: dict[str, bool] = field(default_factory=dict)

    @property
    def observation(self) -> str:
        return "\n".join(self.lines)


def read_screen(tree: UiTree) -> ScreenText:
    """The text of the screen that a tree describes."""
    reader = _ScreenReader(tree)
    lines = tuple(reader.lines())
    return ScreenText(f"{tree.package}/{page_name(tree)}", lines, reader.toggles)


def page_name(tree: UiTree) -> str:
    """The title of the dialog, else of the toolbar, else the first text outside controls, else the first text."""
    first = ""
    bar: str | None = None
    heading: str | None = None
    for node in tree.walk():
        if not node.text or node.package == SYSTEM_UI or is_text_field(node):
            continue
        if node.resource_id in _TITLES:
            return single_line(node.text)
        above = [node, *node.ancestors()]
        first = first or node.text
        if bar is None and any(ancestor.short_id in _BARS for ancestor in above):
            bar = node.text
        if heading is None and not any(ancestor.clickable for ancestor in above):
            heading = node.text
    return single_line(bar or heading or first) or "Screen"


def control_name(node: UiNode) -> str:
    """The label of a control, else its short id, else its class name."""
    return single_line(node.label()) or node.short_id or node.cls.rpartition(".")[2]


def single_line(text: str) -> str:
    """The text on a single line, so that it cannot look like several rows."""
    return " ".join(text.split())


class _ScreenReader:
    """Reads the lines of a tree in one walk and collects its switches and check boxes."""

    def __init__(self, tree: UiTree) -> None:
        self.toggles: dict[str, bool] = {}
        self._root = tree.root
        self._controls: dict[int, int] = {}
        self._tallest = _CARD_SHARE * (tree.root.bounds[3] - tree.root.bounds[1])
        self._count_controls(tree.root)

    def lines(self) -> Iterator[str]:
        return self._lines_below(self._root, in_list=False)

    def _lines_below(self, node: UiNode, *, in_list: bool) -> Iterator[str]:
        if node.package == SYSTEM_UI:
            return
        if ((in_list or node.clickable) and not self._is_section(node)) or self._is_horizontal_group(node):
            line = self._row(node)
            if line:
                yield line
            return
        own = _text_and_states(node)
        if own:
            yield own
        only_child = len(node.children) == 1 and _class(node).endswith("ScrollView")
        for child in node.children:
            if only_child and len([part for part in child.children if self._has_words(part)]) > 1:
                # The only child of a scroll view is the page itself.
                for part in child.children:
                    yield from self._lines_below(part, in_list=True)
            else:
                yield from self._lines_below(child, in_list=in_list or _is_list(node))

    def _count_controls(self, node: UiNode) -> tuple[int, bool]:
        """The number of labelled controls in a subtree (nested ones count once), and whether it has any text."""
        if node.package == SYSTEM_UI:
            self._controls[id(node)] = -1
            return 0, False
        controls, words = 0, bool(node.text or node.desc)
        labelled = bool(node.text)
        for child in node.children:
            inner, inner_words = self._count_controls(child)
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

    def _is_horizontal_group(self, node: UiNode) -> bool:
        """Whether an element is a horizontal group of texts, such as a label and its value."""
        parts = [child for child in node.children if self._has_words(child)]
        if len(parts) < 2 or self._controls[id(node)] > 0:
            return False
        return max(part.bounds[1] for part in parts) < min(part.bounds[3] for part in parts)

    def _row(self, top: UiNode) -> str:
        parts: list[str] = []
        states: list[str] = []
        shown = [node for node in top.walk() if node.package != SYSTEM_UI]
        texts = {single_line(node.text) for node in shown if node.text}
        for node in shown:
            part = _text_and_states(node)
            if node.text or (node.desc and single_line(node.desc) not in texts):
                if part not in parts[-1:]:
                    parts.append(part)
            else:
                states.extend(_states(node))
        line = " ".join([" | ".join(parts), *_ordered(states)]).strip()
        name = parts[0].partition(" [")[0] if parts else single_line(top.short_id)
        self._collect_toggles(top, name)
        return line

    def _collect_toggles(self, top: UiNode, name: str) -> None:
        for node in top.walk():
            if node.checkable and _class(node) in (*_SWITCHES, *_BOXES):
                unique = name
                while unique in self.toggles:
                    unique += "'"
                self.toggles[unique] = node.checked


def _text_and_states(node: UiNode) -> str:
    words = single_line(node.text or node.desc)
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
    if node.focused and is_text_field(node):
        states.append("[focused]")
    return _ordered(states)


def _ordered(states: list[str]) -> list[str]:
    """Each state once, in a fixed order; a checked element is not listed as selected too."""
    return [state for state in _STATES if state in states and not (state == "[selected]" and "[checked]" in states)]


def _class(node: UiNode) -> str:
    return node.cls.rpartition(".")[2]


def _is_list(node: UiNode) -> bool:
    """Whether a node is a list, even if all its rows fit and it reports that it does not scroll."""
    return (node.scrollable and not is_text_field(node)) or _class(node) in _LISTS


def is_text_field(node: UiNode) -> bool:
    """Whether the node is a text field."""
    return _class(node).endswith(("EditText", "AutoCompleteTextView"))
