"""What the reader sees in an accessibility tree: controls with labels, groups of choices with their headings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from runtime.ui import UiNode, UiTree

Role = Literal["choice", "switch", "button", "row", "field", "back", "tab"]

_NAMES = ("title", "name", "label")
"""Resource ids that apps give to the text which names a row; a badge may stand before it."""
_PRICE = re.compile(r"\s*[+(]?\s*[$€£¥]\s?\d[\d.,]*\)?$")
"""A price at the end of a label is not part of the name."""
_IDLE = frozenset(("row", "item", "list", "cell", "entry", "card", "view", "nav", "tab", "action", "quick"))
"""Words of resource ids that name a widget, not a thing."""
_TALL = 700
"""Pixels of height beyond which a part of the page is no row or card any more."""
_SLIVER = 24
"""Pixels of a control that must show for a touch to be safe."""


@dataclass(frozen=True, slots=True)
class Control:
    """Something that can be touched. `texts` are all words on it, `label` the first of them."""

    role: Role
    label: str
    texts: tuple[str, ...]
    center: tuple[int, int]
    on: bool
    resource_id: str
    near: tuple[str, ...] = ()
    """The other texts of the row that it stands in."""


@dataclass(frozen=True, slots=True)
class Group:
    """Choices that belong together under a heading. `single`: choosing one drops the others."""

    heading: str
    options: tuple[Control, ...]
    single: bool

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(option.label for option in self.options)


@dataclass(frozen=True, slots=True)
class Listing:
    """Rows of one kind. `names` are the texts that say what the rows are: a title, a tab, the resource id."""

    names: tuple[str, ...]
    rows: tuple[Control, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(row.label for row in self.rows)


@dataclass(frozen=True, slots=True)
class Seen:
    """A screen as the reader takes it in."""

    package: str
    title: str
    controls: tuple[Control, ...]
    groups: tuple[Group, ...]
    lists: tuple[Listing, ...]
    rows: tuple[tuple[str, ...], ...]
    scroll: tuple[int, int, int, int] | None
    """The largest window that scrolls."""

    @property
    def signature(self) -> tuple[str, ...]:
        """Tells screens and scroll positions apart, whatever is chosen on them."""
        return (self.package, self.title, *sorted(f"{one.label}@{one.center}" for one in self.controls))


def take_in(tree: UiTree) -> Seen:
    """Read a tree."""
    nodes = list(tree.walk())
    controls = [control for node in nodes if (control := _control(node)) is not None]
    free = [(node.bounds, node.text) for node in nodes if node.text and not _touchable_above(node)]
    title = free[0][1] if free else ""
    return Seen(
        package=tree.package,
        title=title,
        controls=tuple(controls),
        groups=_groups(controls, free),
        lists=_lists(controls, title),
        rows=_rows(nodes),
        scroll=_scroll(nodes),
    )


def _control(node: UiNode) -> Control | None:
    left, top, right, bottom = node.bounds
    if not node.clickable or not node.enabled or right - left < _SLIVER or bottom - top < _SLIVER:
        return None
    texts = tuple(node.texts())
    inside = [one for one in node.walk() if one.checkable]
    on = any(one.checked for one in inside) or node.selected
    cls = node.cls.rpartition(".")[2]
    role: Role = "row"
    if cls == "EditText":
        role = "field"
    elif inside and (inside[0].cls.endswith("Switch") or cls == "Switch"):
        role = "switch"
    elif inside:
        role = "choice"
    elif texts and texts[0] == "Navigate up":
        role = "back"
    elif cls in ("Button", "ImageButton"):
        role = "button"
    elif node.selected or any(one.selected for one in node.walk()):
        role = "tab"
    first = next((text for text in texts if sum(map(str.isalpha, text)) > 1), texts[0] if texts else "")
    label = next((one.text for one in node.walk() if one.text and one.short_id in _NAMES), first)
    return Control(role, _PRICE.sub("", label), texts, node.center, on, node.short_id, _near(node))


def _near(node: UiNode) -> tuple[str, ...]:
    """The texts of the smallest part of the page around a control that has any others."""
    own = set(node.texts())
    for above in node.ancestors():
        if above.bounds[3] - above.bounds[1] > _TALL:
            break
        if others := tuple(text for text in above.texts() if text not in own):
            return others
    return ()


def _touchable_above(node: UiNode) -> bool:
    return node.clickable or any(ancestor.clickable for ancestor in node.ancestors())


def _groups(controls: Sequence[Control], texts: Sequence[tuple[tuple[int, int, int, int], str]]) -> tuple[Group, ...]:
    """Neighbouring choices with one resource id, under the last free text above them that is not a mere remark."""
    found: list[list[Control]] = []
    for control in controls:
        if control.role != "choice":
            continue
        if found and found[-1][-1].resource_id == control.resource_id:
            found[-1].append(control)
        else:
            found.append([control])
    groups = []
    for options in found:
        top = min(option.center[1] for option in options)
        heading = _heading(sorted((bounds[1], bounds[3], text) for bounds, text in texts if bounds[3] <= top))
        single = len(options) > 1 and sum(option.on for option in options) == 1
        groups.append(Group(heading, tuple(options), single))
    return tuple(groups)


_REMARKS = ("required", "optional", "choose one", "choose", "up to", "pick one")


def _heading(above: Sequence[tuple[int, int, str]]) -> str:
    """The nearest text that names something; of a heading with a remark right below it, the heading."""
    named = [
        (top, bottom, text)
        for top, bottom, text in above
        if len(text) <= 40 and not text.casefold().startswith(_REMARKS) and not any(letter.isdigit() for letter in text)
    ]
    if not named:
        return ""
    top, _, text = named[-1]
    if len(named) > 1 and len(text.split()) > 3 and top - named[-2][1] < _REMARK_GAP:
        text = named[-2][2]
    return text


_REMARK_GAP = 24
"""Pixels between a heading and the remark that belongs to it."""


def _lists(controls: Sequence[Control], title: str) -> tuple[Listing, ...]:
    kinds: dict[str, list[Control]] = defaultdict(list)
    for control in controls:
        if control.role == "row" and control.resource_id and control.label:
            kinds[control.resource_id].append(control)
    tabs = [control.label for control in controls if control.role == "tab" and control.on]
    return tuple(
        Listing(tuple(filter(None, (title, *tabs, _named_by(resource_id)))), tuple(rows))
        for resource_id, rows in kinds.items()
        if len(rows) > 1
    )


def _named_by(resource_id: str) -> str:
    return " ".join(word for word in resource_id.split("_") if word not in _IDLE)


def _rows(nodes: Sequence[UiNode]) -> tuple[tuple[str, ...], ...]:
    """Texts that stand on one line or in one control together."""
    rows: dict[int, list[str]] = {}
    taken: set[int] = set()
    for node in nodes:
        if id(node) in taken or not node.children:
            continue
        texts = node.texts()
        if 1 < len(texts) <= 6 and node.bounds[3] - node.bounds[1] <= 320:
            rows[id(node)] = texts
            taken.update(id(one) for one in node.walk())
    single = [[node.text] for node in nodes if node.text and id(node) not in taken]
    return tuple(tuple(row) for row in [*rows.values(), *single])


def _scroll(nodes: Sequence[UiNode]) -> tuple[int, int, int, int] | None:
    windows = [node.bounds for node in nodes if node.scrollable and node.bounds[3] - node.bounds[1] > 500]
    if not windows:
        return None
    return max(windows, key=lambda bounds: (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]))
