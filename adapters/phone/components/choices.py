"""Options of which one is chosen: chips, radios, cards, segments, a dialog; and boxes of which any may be ticked. Pure.

What is chosen is a value of the state (`Bound`), or one that a handler of the app sets (`Picked`). `on` returns the
event of an option where choosing it does more than set the value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adapters.phone.components.bottom_sheets import SheetLook, sheet
from adapters.phone.components.boxes import Pad, line, radio_group, radio_line, words
from adapters.phone.framework.actions import back, then
from adapters.phone.framework.state_paths import Bound
from adapters.phone.ui import controls, widgets
from adapters.phone.ui.app import Overlay
from adapters.phone.ui.node import Ev, Node, node

RADIO_GROUP: Final = "android.widget.RadioGroup"
OnChoice = Callable[[str], Ev]


@dataclass(frozen=True, slots=True)
class Picked:
    """A value that a control shows, and the event that asks a handler for another one, in its argument `value`."""

    value: str
    event: Ev

    def to(self, value: str) -> Ev:
        """Return the event that asks for this value."""
        return self.event.plus(value=value)


@dataclass(frozen=True, slots=True)
class Entry:
    """An option with a word about it, and one at the end of its row, such as its price."""

    label: str
    support: str = ""
    trailing: str = ""
    icon: str = ""
    """Its icon, which rows of radios show."""
    leading: Node | None = None
    """A picture or icon before the label, in a list of radios."""


def chip_choice(
    value: Bound[str] | Picked,
    options: Sequence[str],
    *,
    rid: str,
    group: str,
    on: OnChoice | None = None,
    inset: float = 20,
    radius: float = 16,
    cls: str = RADIO_GROUP,
) -> Node:
    """Return a chip for each option; they wrap into lines."""
    choose = on or value.to
    chips = [
        controls.chip(option, choose(option), option == value.value, rid=rid, single=True, radius=radius)
        for option in options
    ]
    return controls.chips(chips, inset=inset, rid=group, cls=cls)


def chip_strip(
    chosen: str, options: Sequence[str], *, rid: str, group: str, on: OnChoice, radius: float = 16, **look: Any
) -> Node:
    """Return a chip for each option in one line that scrolls sideways."""
    chips = [
        controls.chip(option, on(option), option == chosen, rid=rid, single=True, radius=radius) for option in options
    ]
    strip_look = {"width": "fill", "height": 48, "gap": 8, "pad": (12, 8), **look}
    return node("scroll", chips, horizontal=True, id=group, **strip_look)


def radio_choice(
    value: Bound[str] | Picked,
    options: Iterable[str | Entry],
    *,
    rid: str,
    group: str,
    on: OnChoice | None = None,
    inset: float = 20,
    height: float = 44,
    tall: float = 64,
    pad: Pad = 0,
) -> Node:
    """Return a row with a radio for each option; those with a word about them are `tall`."""
    choose = on or value.to
    rows = [
        controls.radio_row(
            option.label, choose(option.label), option.label == value.value, rid=rid, inset=inset,
            height=tall if option.support else height, support=option.support, trailing=option.trailing,
            leading=option.leading or (widgets.icon(option.icon, 22) if option.icon else None),
        )
        for option in map(_entry, options)
    ]  # fmt: skip
    return radio_group(rows, rid=group, pad=pad)


def card_choice(
    value: Bound[str] | Picked,
    options: Iterable[str | Entry],
    *,
    rid: str,
    group: str,
    on: OnChoice | None = None,
    height: float = 56,
    radius: float = 16,
    gap: float = 8,
    pad: Pad = 0,
) -> Node:
    """Return a few options side by side."""
    choose = on or value.to
    cards = [
        controls.option_card(
            option.label, option.support, choose(option.label), option.label == value.value,
            rid=rid, height=height, radius=radius,
        )
        for option in map(_entry, options)
    ]  # fmt: skip
    return radio_line(cards, rid=group, gap=gap, pad=pad)


def segmented_choice(
    value: Bound[str] | Picked,
    options: Sequence[str],
    *,
    rid: str,
    group: str,
    on: OnChoice | None = None,
    bg: str = "surface",
) -> Node:
    """Return a few options joined in one outlined shape; the chosen one is filled and has a check."""
    choose = on or value.to
    cells: list[Node] = []
    for index, label in enumerate(options):
        left, right = 19 if index == 0 else 0, 19 if index == len(options) - 1 else 0
        if index:
            cells.append(node("spacer", width=1, height="fill", bg="outline"))
        cells.append(_segment(label, choose(label), label == value.value, rid, (left, right, right, left)))
    return node(
        "row", cells, id=group, cls=RADIO_GROUP, width="fill", height=42, radius=21, outline="outline",
        pad=1, bg=bg, align="stretch",
    )  # fmt: skip


def _segment(label: str, on: Ev, chosen: bool, rid: str, radius: tuple[float, float, float, float]) -> Node:
    ink = "on_secondary_container" if chosen else "on_surface"
    return node(
        "row", widgets.icon("check", 16, ink) if chosen else None, widgets.text(label, "labelL", ink, lines=1),
        on=on, id=rid, cls="android.widget.RadioButton", checked=chosen, selected=chosen, grow=1, height="fill", gap=4,
        align="center", justify="center", radius=radius, bg="secondary_container" if chosen else "",
    )  # fmt: skip


def check_choice(
    chosen: Iterable[str], options: Iterable[str | Entry], *, rid: str, on: OnChoice, **look: Any
) -> list[Node]:
    """Return a row with a box to tick for each option; any may be chosen."""
    known = {*chosen}
    return [
        check_row(option, on(option.label), option.label in known, rid=rid, **look) for option in map(_entry, options)
    ]


def check_row(option: Entry, on: Ev, checked: bool, *, rid: str, **look: Any) -> Node:
    """Return a row with a box to tick. The row takes the tap and shows the choice."""
    label = widgets.text(option.label, "bodyL", grow=1, lines=1)
    if option.support:
        support = widgets.text(option.support, "bodyM", "on_surface_variant", lines=2)
        label = words(label.styled(grow=0), support)
    trailing = widgets.text(option.trailing, "bodyM", "on_surface_variant") if option.trailing else None
    box = node("checkbox", checked=checked, width=20, height=20, id="checkbox")
    row_look = {"height": 48, "pad": (16, 0), "gap": 16, **look}
    return line(box, label, trailing, on=on, id=rid, cls=widgets.ROW, selected=checked, **row_look)


def choose_and_close(value: Bound[str]) -> OnChoice:
    """Return what options of a sheet or dialog do: a tap takes the option over and leaves."""
    return lambda option: then(value.to(option), back())


def choice_dialog(title: str, value: Bound[str], options: Sequence[str], **look: Any) -> Overlay:
    """Return a dialog of its own place, in which a tap on an option takes it over and leaves."""
    chosen = value.changed
    window = controls.choice_dialog(title, options, value.value, lambda option: then(chosen.plus(value=option), back()))
    return Overlay("dialog", window.styled(**look))


def choice_sheet(
    title: str,
    value: Bound[str],
    options: Iterable[str | Entry],
    *,
    rid: str,
    group: str = "",
    on: OnChoice | None = None,
    look: SheetLook | None = None,
    **rows: Any,
) -> Node:
    """Return a bottom sheet of its own place, in which a tap on an option takes it over and leaves.

    `on` returns what an option does where that is more, `rows` are further arguments of `radio_choice`.
    """
    choose = on or choose_and_close(value)
    choices = radio_choice(value, options, rid=rid, group=group or f"{rid}_group", on=choose, **rows)
    return sheet(title, choices, look=look or SheetLook())


def confirmed_choice(title: str, value: Bound[str], options: Sequence[str], label: str, on: Ev, **look: Any) -> Node:
    """Return a dialog in which an option is chosen, and done with by the button of this label, or Cancel."""
    return controls.choice_dialog(title, options, value.value, value.changed, yes=(label, on)).styled(**look)


def _entry(option: str | Entry) -> Entry:
    return Entry(option) if isinstance(option, str) else option
