"""Properties of the phone after any commands: pixels, tree and hit testing agree, and equal input gives equal state."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui import hit_testing, kinds
from adapters.phone.ui.app import App, route
from adapters.phone.ui.layout import intersect
from adapters.phone.ui.package_names import HOME
from adapters.phone.ui.scene import Box, Scene
from adapters.phone.workers.registry import installed_apps, with_launcher
from runtime.screen.tree import parse
from tests.support.touching import walk

PLACES = st.tuples(st.integers(0, 1079), st.integers(0, 2399))
COMMANDS = st.one_of(
    st.tuples(st.just("touch_tap"), PLACES),
    st.tuples(st.just("clickable"), st.integers(0, 400)),
    st.tuples(st.just("clickable"), st.integers(0, 400)),
    st.tuples(st.just("touch_long"), PLACES.map(lambda p: (*p, 700))),
    st.tuples(st.just("touch_double_tap"), PLACES),
    st.tuples(
        st.just("touch_swipe"), st.tuples(PLACES, PLACES, st.integers(1, 900)).map(lambda t: (*t[0], *t[1], t[2]))
    ),
    st.tuples(st.just("drag"), st.tuples(PLACES, PLACES, st.integers(1, 900)).map(lambda t: (*t[0], *t[1], t[2]))),
    st.tuples(
        st.just("key"),
        st.sampled_from((3, 4, 4, 4, 21, 26, 24, 29, 61, 66, 67, 83, 112, 122, 187, 224, 277, 278, 279)).map(
            lambda k: (k,)
        ),
    ),
    st.tuples(st.just("type_text"), st.sampled_from(("a", "Sam & <Co>", "林晓雨", "x" * 60)).map(lambda t: (t,))),
    st.tuples(st.just("start"), st.sampled_from((0, 1, 2)).map(lambda i: (i,))),
    st.tuples(
        st.just("put_setting"), st.sampled_from(("0", "1", "3")).map(lambda turn: ("system", "user_rotation", turn))
    ),
    st.tuples(
        st.just("put_setting"), st.sampled_from(("0", "1")).map(lambda on: ("secure", "lockscreen.disabled", on))
    ),
    st.tuples(st.just("elapse"), st.sampled_from((50, 2000, 70_000)).map(lambda ms: (ms,))),
)


def play(phone: Phone, command: tuple[str, Any]) -> None:
    """Run one command; `clickable` taps the n-th clickable element of the tree."""
    name, args = command
    if name == "clickable":
        nodes = [node for node in parse(phone.dump()).walk() if node.clickable]
        if nodes:
            phone.touch_tap(*nodes[args % len(nodes)].center)
    elif name == "start":
        phone.start(phone.apps[args[0] % len(phone.apps)].package)
    else:
        getattr(phone, name)(*args)


def seen(box: Box) -> bool:
    """Whether any part of the box is visible on the screen."""
    left, top, right, bottom = hit_testing.visible(box)
    return left < right and top < bottom


def check(phone: Phone) -> None:
    """Check the properties that every scene must have (the "laws")."""
    scene = phone.scene()
    tree = parse(phone.dump())
    for window in scene.windows:
        left, top, right, bottom = window.rect
        assert 0 <= left <= right <= scene.width
        assert 0 <= top <= bottom <= scene.height
        for box in walk(window.root):
            check_box(box)
            if kinds.interactive(box.node) and seen(box):
                check_hit(scene, window.root, box)
    for node in tree.walk():
        if node.parent is not None:
            assert intersect(node.bounds, node.parent.bounds) == node.bounds, (
                f"{node.bounds} leaves {node.parent.bounds}"
            )
    check_texts(scene, {node.text for node in tree.walk()})


def check_box(box: Box) -> None:
    """Children lie inside their parent unless it scrolls; drawn lines are the node's text, maybe with an ellipsis."""
    left, top, right, bottom = box.rect
    assert left <= right
    assert top <= bottom
    for child in box.children:
        inner, clip = hit_testing.visible(child), hit_testing.visible(box)
        assert inner == intersect(inner, clip) or inner[0] >= inner[2] or inner[1] >= inner[3]
        if box.node.kind != "scroll":
            assert intersect(child.rect, box.rect) == child.rect, f"{child.node.kind} leaves {box.node.kind}"
    if box.lines:
        drawn = re.sub(r"\s", "", "".join(box.lines))
        text = re.sub(r"\s", "", kinds.shown_text(box.node))
        piece = box.marks is not None and drawn in text  # a field is scrolled so that its caret is seen
        assert text.startswith(drawn.removesuffix("…")) or text.endswith(drawn) or piece
        for line in box.lines:
            room = right - left
            assert kinds._text_width(line, kinds.type_style(box.node)) <= room + 1 or len(line) <= 2 or room == 0


def check_hit(scene: Scene, root: Box, box: Box) -> None:
    """A tap on the visible centre of an interactive box hits it or a box drawn later."""
    left, top, right, bottom = hit_testing.visible(box)
    found = hit_testing.box_at(root, (left + right) // 2, (top + bottom) // 2)
    assert found is not None
    if found is not box:
        order = list(map(id, walk(root)))
        assert order.index(id(found)) > order.index(id(box))


def check_texts(scene: Scene, texts: set[str]) -> None:
    """All drawn texts of the active window are in the tree."""

    def visit(box: Box) -> None:
        if box.node.kind in kinds.CONTAINERS and box.node.text:
            assert box.node.text in texts or not seen(box)
            return
        if box.lines and seen(box):
            assert kinds.shown_text(box.node) in texts
        for child in box.children:
            visit(child)

    visit(scene.windows[scene.active].root)


@settings(max_examples=25)
@given(st.lists(COMMANDS, min_size=5, max_size=25))
def test_any_commands_leave_a_valid_scene(apps: tuple[App, ...], commands: list[tuple[str, Any]]) -> None:
    """After each of any random commands the scene of the demo apps is valid."""
    phone = Phone(with_launcher(apps))
    phone.start("com.demo.one")
    for command in commands:
        play(phone, command)
        check(phone)


@settings(max_examples=10)
@given(st.lists(COMMANDS, min_size=10, max_size=30))
def test_any_commands_on_the_real_apps_leave_a_valid_scene(commands: list[tuple[str, Any]]) -> None:
    """After each of any random commands the scene of the shipped apps is valid."""
    phone = Phone(installed_apps())
    for command in commands:
        play(phone, command)
        check(phone)


@settings(max_examples=25)
@given(st.lists(COMMANDS, min_size=1, max_size=25))
def test_back_leads_home(apps: tuple[App, ...], commands: list[tuple[str, Any]]) -> None:
    """After any commands, waking, unlocking and pressing BACK often enough leads to the home screen."""
    phone = Phone(with_launcher(apps))
    for command in commands:
        play(phone, command)
    phone.key(224)
    phone.unlock()
    for _ in range(80):
        phone.key(4)
    assert (phone.state.top.package, phone.state.top.route.name, phone.state.panel) == (HOME, "home", "")


@settings(max_examples=15)
@given(st.lists(COMMANDS, min_size=1, max_size=15), st.lists(COMMANDS, min_size=1, max_size=10))
def test_equal_commands_give_equal_phones(
    apps: tuple[App, ...], first: list[tuple[str, Any]], second: list[tuple[str, Any]]
) -> None:
    """Equal resets and commands give equal state, tree and scene; a snapshot restores them."""
    item, other = Phone(with_launcher(apps), seed=4), Phone(with_launcher(apps), seed=9)
    other.key(187)
    other.elapse(999_999)
    for phone in (item, other):
        phone.reset({"one": {"query": "tea"}}, 7)
        for command in first:
            play(phone, command)
    assert item.state == other.state
    assert item.dump() == other.dump()
    assert item.scene() == other.scene()
    state, tree, document = item.snapshot(), item.dump(), item.read()
    for command in second:
        play(item, command)
        play(other, command)
    assert item.dump() == other.dump()
    item.restore(state)
    assert item.state is state
    assert item.dump() == tree
    assert item.read() == document


@pytest.mark.parametrize("width", [1080, 720])
def test_every_page_is_valid_on_other_screen_sizes(apps: tuple[App, ...], width: int) -> None:
    """Each page of the demo app is a valid scene on screens of two other sizes."""
    phone = Phone(with_launcher(apps), width=width, height=2000)
    for name in ("list", "form", "chat", "dialog", "sheet", "menu"):
        phone.start("com.demo.one", route(name))
        check(phone)


@settings(max_examples=6)
@given(st.lists(COMMANDS, min_size=3, max_size=12), st.lists(COMMANDS, min_size=1, max_size=6))
def test_same_state_same_pixels(
    apps: tuple[App, ...], first: list[tuple[str, Any]], second: list[tuple[str, Any]]
) -> None:
    """A restored snapshot gives the same pixels as before, and so does another painter."""
    painter = Painter()

    def pixels(phone: Phone, by: Painter) -> bytes:
        scene = phone.scene()
        into = np.empty((scene.height, scene.width, 4), np.uint8)
        by.paint(scene, into)
        return into.tobytes()

    phone, twin = Phone(with_launcher(apps), seed=3), Phone(with_launcher(apps), seed=3)
    for command in first:
        play(phone, command)
        play(twin, command)
    state, before = phone.snapshot(), pixels(phone, painter)
    assert pixels(twin, Painter()) == before
    for command in second:
        play(phone, command)
        pixels(phone, painter)
    phone.restore(state)
    assert pixels(phone, painter) == before
