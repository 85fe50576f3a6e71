"""The XML of the accessibility dump: structure, attributes, classes and escapes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.phone.accessibility.ui_dump import dump
from adapters.phone.kernel.phone import Phone
from adapters.phone.system_ui.windows import plain_content
from adapters.phone.ui.app import App, Screen, route
from adapters.phone.ui.node import Node, ev, node
from adapters.phone.ui.scene import Scene, Window
from adapters.phone.workers.registry import with_launcher
from runtime.screen.tree import UiNode, parse

ATTRIBUTES = [
    "index",
    "text",
    "resource-id",
    "class",
    "package",
    "content-desc",
    "checkable",
    "checked",
    "clickable",
    "enabled",
    "focusable",
    "focused",
    "scrollable",
    "long-clickable",
    "password",
    "selected",
    "bounds",
]


def dumped(apps: tuple[App, ...], body: Node, height: int = 2400) -> bytes:
    """The dump of a window that holds only this node."""
    rect = (0, 0, 1080, height)
    window = Window("app", "com.x", "x", rect, plain_content(body, rect), apps[0].theme)
    return dump(Scene(1080, height, (window,), 0))


def inner(xml: bytes) -> UiNode:
    """The element of the app's own root node, below the window's frames."""
    return parse(xml).root.children[0].children[0].children[0]


def test_the_frame_of_a_dump(phone: Phone) -> None:
    """Header, attribute order and element ends are Android's, and there is no white space between elements."""
    phone.start("com.demo.one", route("form"))
    text = phone.dump().decode()
    head = (
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node index=\"0\" text=\"\" "
    )
    assert text.startswith(head)
    assert text.endswith("</node></hierarchy>")
    assert "\n" not in text
    assert not re.search(r">\s+<", text)
    assert '"/>' not in text
    for element in re.findall(r"<node (.*?)>", text):
        names = re.findall(r'([\w-]+)="', element)
        assert names in (ATTRIBUTES, ["NAF", *ATTRIBUTES])


def test_the_outermost_elements(phone: Phone) -> None:
    """An app's window begins with the three layout elements that every Android activity has."""
    phone.start("com.demo.one")
    chain = parse(phone.dump()).root
    found: list[tuple[str, str, tuple[int, int, int, int]]] = []
    while len(found) < 3:
        found.append((chain.cls, chain.resource_id, chain.bounds))
        chain = chain.children[0]
    assert found == [
        ("android.widget.FrameLayout", "", (0, 0, 1080, 2400)),
        ("android.widget.LinearLayout", "", (0, 0, 1080, 2400)),
        ("android.widget.FrameLayout", "android:id/content", (0, 0, 1080, 2400)),
    ]


def test_only_the_active_window_is_dumped(phone: Phone) -> None:
    """A dialog hides its app, and the keyboard and status bar are not in the dump."""
    phone.start("com.demo.one")
    phone.dispatch(ev("open", to="dialog"))
    texts = parse(phone.dump()).root.texts()
    assert texts == ["Really?", "Name", "Yes"]
    field = next(item for item in parse(phone.dump()).walk() if item.cls == "android.widget.EditText")
    phone.touch_tap(*field.center)
    assert "ime" in [window.kind for window in phone.scene().windows]
    assert parse(phone.dump()).root.texts() == texts
    assert parse(phone.dump()).focused() is not None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (node("text", text="a"), ("android.widget.TextView", False, False)),
        (node("button", text="a", on=ev("x")), ("android.widget.Button", True, False)),
        (node("button", text="a", enabled=False), ("android.widget.Button", True, False)),
        (node("button", variant="fab", icon="add", on=ev("x")), ("android.widget.ImageButton", True, False)),
        (node("icon_button", icon="add", on=ev("x")), ("android.widget.ImageButton", True, False)),
        (node("icon", icon="add"), ("android.widget.ImageView", False, False)),
        (node("field"), ("android.widget.EditText", True, False)),
        (node("switch"), ("android.widget.Switch", False, True)),
        (node("checkbox", on=ev("x")), ("android.widget.CheckBox", True, True)),
        (node("radio", text="a", on=ev("x")), ("android.widget.RadioButton", True, True)),
        (node("chip", text="a", on=ev("x")), ("android.widget.CompoundButton", True, True)),
        (node("chip", text="a", variant="single", on=ev("x")), ("android.widget.RadioButton", True, True)),
        (node("chip", text="a", variant="action", on=ev("x")), ("android.widget.Button", True, False)),
        (node("slider"), ("android.widget.SeekBar", False, False)),
        (node("scroll", node("text", text="a")), ("android.widget.ScrollView", False, False)),
        (
            node("scroll", node("text", text="a"), horizontal=True),
            ("android.widget.HorizontalScrollView", False, False),
        ),
        (
            node("column", node("text", text="a"), cls="android.widget.RadioButton"),
            ("android.widget.RadioButton", False, True),
        ),
    ],
)
def test_classes(apps: tuple[App, ...], value: Node, expected: tuple[str, bool, bool]) -> None:
    """Each kind of node has its Android class, and is clickable and checkable as expected."""
    found = inner(dumped(apps, node("column", value))).children[0]
    assert (found.cls, found.clickable, found.checkable) == expected


def test_naf_marks_clickables_without_a_label(apps: tuple[App, ...]) -> None:
    """Only an enabled clickable element without text or description in its subtree gets NAF."""
    xml = dumped(
        apps,
        node(
            "column",
            node("icon_button", icon="add", on=ev("x"), id="bare"),
            node("icon_button", icon="add", on=ev("x"), id="named", desc="Add"),
            node("icon_button", icon="add", on=ev("x"), id="off", enabled=False),
            node("row", node("text", text="Row"), on=ev("x"), id="row"),
            node("row", node("icon", icon="add"), on=ev("x"), id="icons"),
        ),
    ).decode()  # fmt: skip
    assert re.findall(r'NAF="true"[^>]*resource-id="com.x:id/(\w+)"', xml) == ["bare", "icons"]


def test_ids_texts_and_escapes(apps: tuple[App, ...]) -> None:
    """Ids get the app's package as prefix; text is preserved, except characters that XML cannot carry."""
    text = 'a<b>&"c"\n林\x01\ud800é'
    found = inner(
        dumped(
            apps,
            node("column", node("text", text=text, id="t", desc=text), node("text", text="x", id="android:id/title")),
        )
    ).children
    assert found[0].text == 'a<b>&"c"\n林..é'
    assert found[0].desc == found[0].text
    assert [item.resource_id for item in found] == ["com.x:id/t", "android:id/title"]


def test_unseen_children_leave_a_gap_in_the_indices(apps: tuple[App, ...]) -> None:
    """Invisible children are left out, others keep their index; bounds are cut at the scroll area."""
    rows = [node("row", node("text", text=f"r{i}"), height=100, width="fill") for i in range(6)]
    rows[1] = rows[1].styled(height=0)
    found = inner(dumped(apps, node("scroll", rows, width="fill", height="fill"), height=600))
    assert found.scrollable
    assert [(child.index, child.bounds[1], child.bounds[3]) for child in found.children] == [
        (0, 0, 263),
        (2, 263, 526),
        (3, 526, 600),
    ]


def test_a_container_with_a_text_is_one_element(phone: Phone) -> None:
    """A launcher icon is one clickable TextView with its label as text and description."""
    icons = [item for item in parse(phone.dump()).walk() if item.desc == "One"]
    assert len(icons) == 1
    assert (icons[0].cls, icons[0].text, icons[0].clickable, icons[0].children) == (
        "android.widget.TextView", "One", True, (),
    )  # fmt: skip
    phone.touch_tap(*icons[0].center)
    assert phone.foreground == ("com.demo.one", ".ListActivity")


def test_an_app_builds_its_screen_once_per_state(phone: Phone, apps: tuple[App, ...]) -> None:
    """While nothing changes, the app's screen function is called once."""
    calls = []

    def counted(state: object, place: object, view: object) -> Screen:
        calls.append(place)
        return apps[0].screen(state, place, view)  # type: ignore[arg-type]

    item = Phone(with_launcher((replace(apps[0], screen=counted),)))
    item.start("com.demo.one")
    for _ in range(3):
        item.scene()
        item.dump()
        item.elapse(10)
    assert len(calls) == 1


def test_attribute_order_matches_a_real_dump() -> None:
    """The attribute order that these tests expect is that of a recorded dump of a real device."""
    vectors = Path(__file__).parent / "real_dump_head.json"
    head = json.loads(vectors.read_text())
    names = re.findall(r'([\w-]+)="', re.findall(r"<node (.*?)>", head["output"])[0])
    assert names == ATTRIBUTES
