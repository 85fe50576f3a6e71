"""A tree laid out flat tells the same as walking it."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.reader.screen.outline import Outline
from adapters.agents.scripted.reader.screen.screen import take_in
from adapters.phone.kernel.performing import SETTLE_MS
from benchmarks.clarity240 import replay
from runtime.screen.tree import UiTree, parse
from tests.support.trees import button, field, page, radio, row, switch, text, up


@pytest.fixture(scope="module")
def shown() -> list[UiTree]:
    """Screens of several apps, and one by hand."""
    phone = replay.phone()
    found = [replay.look(phone)]
    for app in replay.installed()[:6]:
        phone.start(app.package)
        phone.elapse(SETTLE_MS)
        found.append(replay.look(phone))
    column = (up(), text("Sizes"), radio("Large", on=True), radio("Small"), switch("Loud"), field("Name"))
    return [*found, page(*column, row("Ann", "at home"), button("Save"), scrolls=True)]


def test_what_is_below_and_above_is_as_the_tree_says(shown):
    """Texts below an element and what it lies in are those that walking down and up would find."""
    for tree in shown:
        outline = Outline(tree)
        assert outline.nodes == list(tree.walk())
        for index, node in enumerate(outline.nodes):
            above = list(node.ancestors())
            assert outline.texts(node) == node.texts()
            assert outline.nodes[index : outline.end(index)] == list(node.walk())
            assert outline.touchable(node) == (node.clickable or any(item.clickable for item in above))
            assert outline.fixed(node) == (not any(node.scrollable for node in above))


def test_a_screen_met_before_is_taken_in_as_if_it_were_new(shown):
    """Two dumps of the same text are the same screen; another text is another one, whatever came before."""
    for tree in shown[:-1]:
        again = parse(tree.source)
        assert take_in(again) == take_in(tree) == take_in(UiTree(again.root, again.rotation))
    controls = [take_in(tree).controls for tree in shown]
    assert len(set(controls)) == len(controls)
