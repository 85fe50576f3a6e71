"""What the reader sees in an accessibility tree: controls with labels, groups of choices with their headings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from adapters.agents.scripted.reader.language.commands import Kind, kind_of
from adapters.agents.scripted.reader.screen.outline import Outline
from adapters.agents.scripted.reader.screen.parts import Part, parts
from runtime.screen.tree import UiNode, UiTree

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
_STRIP = 400
"""Pixels that a line of options is lower than, and wider."""
_SCREENS = 256
"""Screens that are remembered, whoever saw them."""


_PLACES = ("Settings", "Account", "Profile", "Preferences", "Log out", "Sign out")
_Text = tuple[tuple[int, int, int, int], str]
_SMALL, _LINE = 220, 40
"""Pixels of the widest control that is but a sign, and by which a text may stand off its line."""
_OPTION, _TEXTS = 5, 3
"""Words and texts of the longest row that is an option rather than a thing."""


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
    focused: bool = False
    """Whether what is typed lands in it."""
    holds: bool = False
    """Whether it answers to a long press."""
    fixed: bool = False
    """Whether it stays where it is when the page is scrolled."""
    kind: Kind | None = field(init=False, compare=False, repr=False)
    """What it does, if its label begins like one that does something."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", kind_of(self.role, self.texts))


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
    free: tuple[str, ...] = ()
    """Texts that cannot be touched, from top to bottom."""
    barred: tuple[Control, ...] = ()
    """What could be touched if something else were chosen or written first."""
    head: str = ""
    """The first text that neither scrolls nor can be touched: the page's own name, if it has one."""
    parts: tuple[Part, ...] = ()
    """Texts that belong together."""

    strips: tuple[tuple[int, int, int, int], ...] = ()
    """Windows too low for a page that scroll: lines of options and tabs that go on beyond the edge."""

    signature: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """Tells screens and scroll positions apart, whatever is chosen on them."""
    bars: frozenset[str] = field(init=False, compare=False, repr=False)
    """What stays on the page wherever it is scrolled to, by name."""
    buttons: tuple[Control, ...] = field(init=False, compare=False, repr=False)
    """What begins like something that does something."""

    def __post_init__(self) -> None:
        looks = sorted(f"{one.label}@{one.center}" for one in self.controls)
        stays = (one for one in self.controls if one.fixed and one.role != "choice")
        object.__setattr__(self, "signature", (self.package, self.title, *looks))
        object.__setattr__(self, "bars", frozenset(one.resource_id or one.label for one in stays))
        object.__setattr__(self, "buttons", tuple(one for one in self.controls if one.kind is not None))


@dataclass(frozen=True, slots=True)
class _Dump:
    """A tree that is known by the dump it was read from."""

    source: bytes
    tree: UiTree = field(compare=False)


def take_in(tree: UiTree) -> Seen:
    """Read a tree; the same screen is met again and again, by one episode and by many."""
    return _met(_Dump(tree.source, tree)) if tree.source else _read(tree)


@lru_cache(maxsize=_SCREENS)
def _met(dump: _Dump) -> Seen:
    return _read(dump.tree)


def _read(tree: UiTree) -> Seen:
    page = Outline(tree)
    nodes = page.nodes
    idle = [node for node in nodes if node.text and not page.touchable(node)]
    free = [(node.bounds, node.text) for node in idle]
    touched = [(node, one) for node in nodes if node.clickable and (one := _control(node, page)) is not None]
    controls = _chosen([(_lined(one, node, free), node.bounds) for node, one in touched], free)
    title = free[0][1] if free else ""
    barred = (_control(node, page, barred=True) for node in nodes if not node.enabled)
    return Seen(
        package=tree.package,
        title=title,
        controls=tuple(controls),
        groups=_groups(controls, free),
        lists=_lists(controls, title),
        rows=_rows(page),
        scroll=_scroll(nodes),
        free=tuple(text for _, text in free),
        barred=tuple(one for one in barred if one is not None),
        head=next((node.text for node in idle if page.fixed(node)), ""),
        parts=parts(page),
        strips=tuple(node.bounds for node in nodes if node.scrollable and _is_strip(node.bounds)),
    )


def _is_strip(bounds: tuple[int, int, int, int]) -> bool:
    left, top, right, bottom = bounds
    return _SLIVER < bottom - top < _STRIP < right - left


def _control(node: UiNode, page: Outline, barred: bool = False) -> Control | None:
    if not node.clickable or node.enabled == barred:
        return None
    left, top, right, bottom = node.bounds
    if right - left < _SLIVER or bottom - top < _SLIVER:
        return None
    own = list(_own(node))
    texts = tuple(dict.fromkeys(one.text or one.desc for one in own if one.text or one.desc))
    inside = [one for one in own if one.checkable]
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
    elif node.selected or any(one.selected for one in own):
        role = "tab"
    first = next((text for text in texts if sum(map(str.isalpha, text)) > 1), texts[0] if texts else "")
    label = next((one.text for one in own if one.text and one.short_id in _NAMES), first)
    return Control(
        role,
        _PRICE.sub("", label) or label,
        texts,
        node.center,
        on,
        node.short_id,
        _near(node, page),
        node.focused,
        node.long_clickable,
        page.fixed(node),
    )


def _own(node: UiNode) -> Iterator[UiNode]:
    """The element and what is below it, without what can be touched by itself."""
    yield node
    for child in node.children:
        if not child.clickable:
            yield from _own(child)


def _lined(control: Control, node: UiNode, free: Sequence[_Text]) -> Control:
    """A small control around which there is nothing is about the texts that stand on its line."""
    left, _, right, _ = node.bounds
    if control.near or (control.fixed and control.texts[1:]) or right - left > _SMALL:
        return control
    level = control.center[1]
    near = tuple(text for box, text in free if box[1] - _LINE <= level <= box[3] + _LINE)
    return replace(control, near=near) if any(sum(map(str.isalpha, text)) > 1 for text in near) else control


def _chosen(touched: Sequence[tuple[Control, tuple[int, int, int, int]]], free: Sequence[_Text]) -> list[Control]:
    """Rows of one kind, one below the other, of which one is selected, are choices; side by side they are tabs.

    What stands under another heading is another list.
    """
    controls = [one for one, _ in touched]
    wide = {one.center: right - left for one, (left, _, right, _) in touched}

    def _kind(one: Control) -> tuple[str, int, int]:
        """Rows of one kind have one resource id; where they have none they begin and end together."""
        return (one.resource_id, one.center[0], 0 if one.resource_id else wide[one.center])

    kinds: dict[tuple[str, int, int], list[Control]] = defaultdict(list)
    for one in controls:
        if one.role in ("row", "tab") and 0 < len(one.label.split()) <= _OPTION and len(one.texts) <= _TEXTS:
            kinds[_kind(one)].append(one)
    chosen: set[tuple[str, tuple[int, int]]] = set()
    for kind, ones in kinds.items():
        for part in _parts(ones, free):
            heights = {one.center[1] for one in part}
            single = sum(one.role == "tab" for one in part) == 1 and len(heights) == len(part)
            # A list that leads to the settings is one of places, not of options.
            if len(part) < 2 or not single or any(one.label in _PLACES for one in part):
                continue
            others = {one.center[1] for one in controls if _kind(one) != kind}
            if not heights & others:
                chosen |= {(one.label, one.center) for one in part}
    return [replace(one, role="choice") if (one.label, one.center) in chosen else one for one in controls]


def _parts(ones: Sequence[Control], free: Sequence[_Text]) -> list[list[Control]]:
    """Rows of one kind with no text between them."""
    found: list[list[Control]] = []
    for one in sorted(ones, key=lambda one: one.center[1]):
        if found and not _between(found[-1][-1], one, free):
            found[-1].append(one)
        else:
            found.append([one])
    return found


def _between(upper: Control, lower: Control, free: Sequence[_Text]) -> bool:
    """Whether a text stands between the two."""
    return any(upper.center[1] < box[1] and box[3] < lower.center[1] for box, _ in free)


def _near(node: UiNode, page: Outline) -> tuple[str, ...]:
    """The texts of the smallest part of the page around a control that has any others; of no more than buttons only
    where there is nothing else.
    """
    own = set(page.texts(node))
    found: tuple[str, ...] = ()
    for above in node.ancestors():
        if above.bounds[3] - above.bounds[1] > _TALL:
            break
        others = tuple(text for text in page.texts(above) if text not in own)
        if any(sum(map(str.isalpha, text)) > 1 for text in others):
            found = found or others
            if not node.cls.endswith(".Button") or not _only_buttons(above):
                return others
    return found


def _only_buttons(part: UiNode) -> bool:
    return all(one.clickable and one.cls.endswith(".Button") for one in part.walk() if one.text)


def _groups(controls: Sequence[Control], texts: Sequence[tuple[tuple[int, int, int, int], str]]) -> tuple[Group, ...]:
    """Neighbouring choices with one resource id, under the last free text above them that is not a mere remark."""
    found: list[list[Control]] = []
    for control in controls:
        if control.role != "choice":
            continue
        last = found[-1][-1] if found else None
        if last is not None and last.resource_id == control.resource_id and not _apart(last, control, texts):
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


def _apart(last: Control, control: Control, texts: Sequence[_Text]) -> bool:
    """Whether a heading stands between two options that nothing else tells apart."""
    return not control.resource_id and _between(last, control, texts)


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


def _rows(page: Outline) -> tuple[tuple[str, ...], ...]:
    """Texts that stand on one line or in one control together."""
    rows: dict[int, list[str]] = {}
    taken: set[int] = set()
    for node in page.nodes:
        if id(node) in taken or not node.children:
            continue
        texts = page.texts(node)
        if 1 < len(texts) <= 6 and node.bounds[3] - node.bounds[1] <= 320:
            rows[id(node)] = texts
            taken.update(id(one) for one in node.walk())
    single = [[node.text] for node in page.nodes if node.text and id(node) not in taken]
    return tuple(tuple(row) for row in [*rows.values(), *single])


def _scroll(nodes: Sequence[UiNode]) -> tuple[int, int, int, int] | None:
    windows = [node.bounds for node in nodes if node.scrollable and node.bounds[3] - node.bounds[1] > 500]
    if not windows:
        return None
    return max(windows, key=lambda bounds: (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]))
