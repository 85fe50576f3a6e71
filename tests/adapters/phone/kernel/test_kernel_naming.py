"""Screen ids: two scenes have the same id exactly if they look the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from adapters.phone.drawing import screen_ids
from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.node import Art, Ev, Look, Node, node
from adapters.phone.ui.scene import Box, Content, Scene, Window
from adapters.phone.ui.text_fields import Marks
from adapters.phone.workers.registry import installed_apps

UNPAINTED = {"Scene.active", "Node.children", "Node.on"}
"""Of a node's children the boxes are painted; what a touch does and which window listens is not painted."""


@pytest.fixture(scope="module")
def phone() -> Phone:
    """A phone with every installed app."""
    return Phone(installed_apps())


def first_screens(phone: Phone) -> Iterator[Scene]:
    """The first screen of each app."""
    for app in phone.apps:
        phone.reset({}, 1)
        phone.start(app.package)
        yield phone.scene()


def test_equal_scenes_have_equal_ids_and_others_differ(phone: Phone) -> None:
    """A rebuilt scene has the same id, and no two apps' first screens share one."""
    first = list(first_screens(phone))
    names = [screen_ids.screen_id(scene) for scene in first]
    assert [screen_ids.screen_id(scene) for scene in first_screens(phone)] == names
    assert len(set(names)) == len(names)


def _scene() -> Scene:
    phone = Phone(installed_apps())
    phone.reset({}, 1)
    scene = phone.scene()
    leaf = Box(node("image", text="x", art=Art("avatar", 3)), (0, 0, 9, 9), (0, 0, 9, 9), marks=Marks(0, 0))
    return replace(scene, windows=(with_root(scene.windows[-1], leaf), *scene.windows[:-1]))


def with_root(window: Window, root: Box) -> Window:
    """The window with another content."""
    return replace(window, content=Content(lambda: root))


def _other(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return value + "x"
        case bytes():
            return value + b"x"
        case tuple():
            return (*value, "x")
        case None:
            return 1
    raise AssertionError(f"a field of a kind that this test does not know: {value!r}")


def _changed(scene: Scene) -> Iterator[tuple[str, Scene]]:
    """The scene with one field changed, once for each field of each type in its first window."""
    window = scene.windows[0]
    box, own = window.root, window.root.node
    assert own.art is not None
    assert box.marks is not None
    parts: list[tuple[Any, Any]] = [
        (scene, lambda new: new),
        (window, lambda new: replace(scene, windows=(new, *scene.windows[1:]))),
    ]
    put = parts[-1][1]
    inside = [
        (window.theme, lambda new: put(replace(window, theme=new))),
        (box, lambda new: put(with_root(window, new))),
        (box.marks, lambda new: put(with_root(window, replace(box, marks=new)))),
        (own, lambda new: put(with_root(window, replace(box, node=new)))),
        (own.look, lambda new: put(with_root(window, replace(box, node=replace(own, look=new))))),
        (own.art, lambda new: put(with_root(window, replace(box, node=replace(own, art=new))))),
    ]
    for value, wrap in [*parts, *inside]:
        for field in fields(value):
            old = getattr(value, field.name)
            if isinstance(old, (Node, Look, Box, Content, Marks, Art)) or field.name in (
                "windows",
                "theme",
                "children",
            ):
                continue
            yield f"{type(value).__name__}.{field.name}", wrap(replace(value, **{field.name: _other(old)}))


def test_the_screen_id_depends_on_every_painted_field() -> None:
    """Changing any field changes the id, except for the few fields that no painter reads."""
    scene = _scene()
    name = screen_ids.screen_id(scene)
    found = {what for what, changed in _changed(scene) if screen_ids.screen_id(changed) == name}
    assert found == UNPAINTED - {"Node.children"}
    box = scene.windows[0].root
    deeper = with_root(scene.windows[0], replace(box, children=(box,)))
    assert screen_ids.screen_id(replace(scene, windows=(deeper, *scene.windows[1:]))) != name


def test_scenes_with_equal_ids_have_equal_pixels(phone: Phone) -> None:
    """Two scenes that differ only in their events have equal ids and equal pixels."""
    phone.reset({}, 1)
    scene = phone.scene()

    def deaf(box: Box) -> Box:
        return replace(
            box,
            node=replace(box.node, on=(("tap", Ev("nothing")),)),
            children=tuple(map(deaf, box.children)),
        )

    other = replace(scene, windows=tuple(with_root(window, deaf(window.root)) for window in scene.windows), active=0)
    assert other != scene
    assert screen_ids.screen_id(other) == screen_ids.screen_id(scene)
    painter, shown = Painter(), []
    for item in (scene, other):
        pixels = np.zeros((scene.height, scene.width, 4), np.uint8)
        painter.paint(item, pixels)
        shown.append(pixels)
    assert np.array_equal(shown[0], shown[1])


def test_a_field_that_cannot_be_serialized_is_refused() -> None:
    """A scene with an arbitrary object in a field raises ValueError instead of giving an id."""
    scene = _scene()
    box = scene.windows[0].root
    strange = replace(box, node=replace(box.node, text=object()))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="marshal"):
        screen_ids.screen_id(replace(scene, windows=(with_root(scene.windows[0], strange),)))
