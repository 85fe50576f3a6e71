"""Options of which one is chosen, bound to a value of the state: chips, radios, cards, a dialog. Pure.

`on` returns the event of an option where choosing it does more than set the value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from adapters.phone.framework.actions import back, then
from adapters.phone.framework.boxes import Pad, radio_group, radio_line
from adapters.phone.framework.state_paths import Bound
from adapters.phone.ui import controls
from adapters.phone.ui.app import Overlay
from adapters.phone.ui.node import Ev, Node

RADIO_GROUP: Final = "android.widget.RadioGroup"
OnChoice = Callable[[str], Ev]


def chip_choice(
    value: Bound[str],
    options: Sequence[str],
    *,
    rid: str,
    group: str,
    on: OnChoice | None = None,
    inset: float = 20,
    cls: str = RADIO_GROUP,
) -> Node:
    """Return a chip for each option; they wrap into lines."""
    choose = on or value.to
    chips = [controls.chip(option, choose(option), option == value.value, rid=rid, single=True) for option in options]
    return controls.chips(chips, inset=inset, rid=group, cls=cls)


def radio_choice(
    value: Bound[str],
    options: Sequence[str],
    *,
    rid: str,
    group: str,
    on: OnChoice | None = None,
    inset: float = 20,
    height: float = 44,
    pad: Pad = 0,
) -> Node:
    """Return a row with a radio for each option."""
    choose = on or value.to
    rows = [
        controls.radio_row(option, choose(option), option == value.value, rid=rid, inset=inset, height=height)
        for option in options
    ]
    return radio_group(rows, rid=group, pad=pad)


def card_choice(
    value: Bound[str],
    options: Sequence[str],
    *,
    rid: str,
    group: str,
    on: OnChoice | None = None,
    height: float = 56,
    gap: float = 8,
    pad: Pad = 0,
) -> Node:
    """Return a few options side by side."""
    choose = on or value.to
    cards = [
        controls.option_card(option, "", choose(option), option == value.value, rid=rid, height=height)
        for option in options
    ]
    return radio_line(cards, rid=group, gap=gap, pad=pad)


def choice_dialog(title: str, value: Bound[str], options: Sequence[str]) -> Overlay:
    """Return a dialog of its own place, in which a tap on an option takes it over and leaves."""
    chosen = value.changed
    window = controls.choice_dialog(title, options, value.value, lambda option: then(chosen.plus(value=option), back()))
    return Overlay("dialog", window)
