"""The lines of a basket: one more of one of them, and what each of them has."""

from __future__ import annotations

from adapters.agents.scripted.reader.screen.screen import take_in
from runtime.screen.tree import UiTree
from tests.support.playing import believing, decide, label_of, touched
from tests.support.trees import button, page, radio, row, text, up


def _basket() -> UiTree:
    lines = [
        part
        for name in ("Rye loaf", "Plum jam")
        for part in (row(name, kind="name"), row("Best match", kind="instead"), button(f"Add one {name}"))
    ]
    return page(text("Basket"), up(), *lines, button("Go to checkout"))


def test_one_more_is_added_once():
    """An extra jar is one more than there is, and no more than that."""
    policy = believing("Order the same again, with an extra plum jam.")
    tree = _basket()
    assert touched(policy, tree) == "Add one Plum jam"
    assert label_of(decide(policy, tree), tree) == "Go to checkout"


def test_what_each_line_has_is_looked_into_for_what_was_told():
    """The same value beside each line is a choice, whatever it is called; it is used for all, if all were told."""
    policy = believing("Order the same again, and take no substitute for anything.")
    assert touched(policy, _basket()) == "Best match"
    sheet = page(
        text("Instead"), radio("Best match", on=True), radio("No substitute"), button("Use this for all lines")
    )
    assert touched(policy, sheet) == "No substitute"
    chosen = page(
        text("Instead"), radio("Best match"), radio("No substitute", on=True), button("Use this for all lines")
    )
    assert touched(policy, chosen) == "Use this for all lines"
    assert take_in(chosen).groups


def test_everything_on_a_page_is_added_at_once():
    """Who orders everything on a list does not choose one of it."""
    policy = believing("Order everything on my list Summer fair.")
    lists = page(text("Lists"), up(), row("Summer fair"), row("Winter fair"))
    assert touched(policy, lists) == "Summer fair"
    goods = page(text("Summer fair"), up(), row("Rye loaf", "$3"), row("Plum jam", "$4"), button("Add all to basket"))
    assert touched(policy, goods) == "Add all to basket"


def test_a_span_of_hours_is_known_by_both_its_ends():
    """Whatever stands above it; another that only shares an end is none."""
    policy = believing("Have my basket delivered between 20:00 and 22:00.")
    first, last = radio("18:00–20:00"), radio("20:00–22:00")
    tree = page(text("When"), up(), radio("14:00–16:00", on=True), first, last, button("Done"))
    assert touched(policy, tree) == "20:00–22:00"
    policy = believing("Have my basket delivered between 20:00 and 22:00.", asks=False)
    tree = page(text("When"), up(), radio("14:00–16:00", on=True), radio("18:00–20:00"), button("Done"))
    assert touched(policy, tree) == "Done"
