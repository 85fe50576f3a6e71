"""Prices of what is sold, and of its options."""

from __future__ import annotations

from itertools import permutations

from adapters.phone.framework.prices import Option, first_label, labels, money, price_of, with_toggled

OPTIONS = (Option("Regular"), Option("Small", -80), Option("Large", 120))


def test_amounts_are_written_with_two_decimals() -> None:
    """Cents keep their zero."""
    assert [money(cents) for cents in (0, 5, 250, 1140)] == ["$0.00", "$0.05", "$2.50", "$11.40"]


def test_an_option_says_what_it_adds_or_takes_off() -> None:
    """What costs nothing says nothing."""
    assert [option.price for option in OPTIONS] == ["", "−$0.80", "+$1.20"]


def test_chosen_options_cost_their_sum() -> None:
    """A label that is no option costs nothing."""
    assert price_of(OPTIONS, "Small", "Large", "Huge") == 40
    assert price_of(OPTIONS) == price_of((), "Large") == 0


def test_the_first_option_is_the_default() -> None:
    """Without options there is none."""
    assert first_label(OPTIONS) == labels(OPTIONS)[0] == "Regular"
    assert first_label(()) == ""


def test_the_same_choice_is_the_same_state_in_any_order_of_taps() -> None:
    """A second tap takes the option away again; labels that are no options are dropped."""
    for taps in permutations(("Large", "Small", "Regular", "Regular", "Huge")):
        chosen: tuple[str, ...] = ()
        for label in taps:
            chosen = with_toggled(OPTIONS, chosen, label)
        assert chosen == ("Small", "Large")
