"""Prices of what is sold, and of its options. Amounts are in cents. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adapters.phone.framework.content import content


@content
class Option:
    """Something that can be picked for an item, with what it adds to the price (or takes off) and a word about it."""

    label: str
    cents: int = 0
    about: str = ""

    @property
    def price(self) -> str:
        """`+$1.20`, `−$0.80`, or empty if it costs nothing."""
        if not self.cents:
            return ""
        return f"{'+' if self.cents > 0 else '−'}{money(abs(self.cents))}"


def money(cents: int) -> str:
    """Return `$11.40` for `1140`."""
    return f"${cents // 100}.{cents % 100:02d}"


def labels(options: Iterable[Option]) -> tuple[str, ...]:
    """Return the labels of options."""
    return tuple(option.label for option in options)


def first_label(options: Sequence[Option]) -> str:
    """Return the label of the first option, which is the default; empty if there is none."""
    return options[0].label if options else ""


def price_of(options: Iterable[Option], *chosen: str) -> int:
    """Return what the chosen options cost; labels that are not among them cost nothing."""
    return sum(option.cents for option in options if option.label in chosen)


def with_toggled(options: Iterable[Option], chosen: Iterable[str], label: str) -> tuple[str, ...]:
    """Return the chosen labels with one more, or without it if it is chosen.

    They are in the order of the options: whatever the order of the taps, the same choice is the same state.
    """
    wanted = {*chosen} ^ {label}
    return tuple(option.label for option in options if option.label in wanted)
