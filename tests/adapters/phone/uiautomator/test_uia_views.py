"""The uiautomator server's tree: it agrees with the shell's dump, and every clickable element can be tapped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.phone.accessibility.server_dump import escape, serialize
from adapters.phone.accessibility.shell_dump import all_windows_dump, compressed_dump
from adapters.phone.accessibility.views import View, compressed, windows
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Shell
from adapters.phone.ui.app import App
from adapters.phone.ui.hit_testing import box_at, window_at
from adapters.phone.uiautomator.automator import Automator, center
from adapters.phone.uiautomator.element_methods import info
from adapters.phone.uiautomator.selectors import Selector, parse_selector
from adapters.phone.workers.registry import installed_apps, with_launcher
from tests.support.demo import APP, Bench, selector

APPS = [app for app in installed_apps() if app.package != "com.android.launcher3"]
MORE = {"visible-to-user", "drawing-order", "hint", "display-id"}


def _phone(app: App, taps: int = 0) -> Phone:
    """A phone with the app in front, after tapping that many of its clickable elements."""
    phone = Phone(with_launcher((app,)))
    phone.start(app.package)
    for number in range(taps):
        found = [node for node in windows(phone.scene())[0].walk() if node.clickable and node.enabled]
        if found:
            phone.touch_tap(*center(found[number * 7 % len(found)].bounds))
    return phone


def _screens(app: App) -> Iterator[Phone]:
    yield _phone(app)
    yield _phone(app, 1)
    yield _phone(app, 2)


@pytest.mark.parametrize("app", [APP, *APPS], ids=lambda app: app.name)
def test_the_servers_dump_agrees_with_the_shells(app: App):
    """Both dumps of the active window have the same elements with the same attributes in the same order."""
    for phone in _screens(app):
        ours = ElementTree.fromstring(serialize(windows(phone.scene())[:1], 0).encode())
        theirs = ElementTree.fromstring(phone.dump())
        pairs = list(zip(ours.iter("node"), theirs.iter("node"), strict=True))
        for element, other in pairs:
            attributes = dict(element.attrib)
            assert {key: attributes.pop(key) for key in MORE}["visible-to-user"] == "true"
            if other.get("class") == "android.widget.SeekBar":
                attributes["text"] = other.attrib["text"]  # tells its value here and nothing there
            assert attributes == other.attrib


@pytest.mark.parametrize("app", [APP, *APPS], ids=lambda app: app.name)
def test_every_clickable_is_found_and_hit(app: App):
    """A selector of its attributes finds each clickable element, and a tap on its centre hits it or its child."""
    for phone in _screens(app):
        automator = Automator(phone, Shell(phone, lambda: memoryview(b""), phone.files))
        root = automator.windows()[0]
        entries = [
            {"className": node.cls, "resourceId": node.id, "text": node.text, "description": node.desc}
            for node in root.walk()
        ]
        for at, view in enumerate(root.walk()):
            if not view.clickable:
                continue
            wanted = {key: value for key, value in entries[at].items() if value}
            number = sum(wanted.items() <= entry.items() for entry in entries[:at])
            query = parse_selector(selector(**wanted, instance=number))
            assert automator.element(query) is view
            assert info(automator, query)["visibleBounds"]["left"] == view.bounds[0]
            if view.enabled:
                assert _hits(phone, view), (app.name, wanted, view.bounds)


def _hits(phone: Phone, view: View) -> bool:
    """Whether a tap on the centre triggers the element's event or hits a smaller element above it."""
    x, y = center(view.bounds)
    window = window_at(phone.scene(), x, y)
    box = None if window is None else box_at(window.root, x, y)
    if box is None or view.box is None:
        return False
    within = box.rect[0] <= view.box.rect[0] and box.rect[1] <= view.box.rect[1]
    around = within and box.rect[2] >= view.box.rect[2] and box.rect[3] >= view.box.rect[3]
    return box.node.on == view.box.node.on or not around


def test_windows_come_with_the_active_one_first():
    """The app's window is before the status bar; toasts are missing; a dialog hides the app's elements."""
    bench = Bench()
    bench("click", selector(text="Save"))
    assert bench.phone.state.toast is not None
    assert [root.package for root in bench.automator.windows()] == [APP.package, "com.android.systemui"]
    assert not bench("waitForExists", selector(text="Saved"), 0)
    bench("click", selector(text="Save as…"))
    roots = bench.automator.windows()
    assert roots[0].package == APP.package
    assert not bench("exist", selector(text="Lists"))
    assert bench("exist", selector(text="Save under another name?"))
    assert bench("exist", selector(text="09:24"))


def test_the_keyboard_is_one_view():
    """The on-screen keyboard is a single view; its keys are not elements."""
    bench = Bench()
    bench("click", selector(text="Your name"))
    roots = bench.automator.windows()
    keys = next(root for root in roots if root.package == "com.android.inputmethod.latin")
    assert [node.id for node in keys.walk()][-1] == "com.android.inputmethod.latin:id/keyboard_view"
    assert not bench("exist", selector(text="q"))


def test_the_xml_format_of_a_dump():
    """Header, line ends, indentation and attribute order are those of the real server."""
    bench = Bench()
    lines = bench("dumpWindowHierarchy", False, 50).split("\r\n")
    assert lines[:2] == [
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>",
        '<hierarchy rotation="0">',
    ]
    assert lines[2] == (
        '  <node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="com.demo.lists" '
        'content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" '
        'focused="false" scrollable="false" long-clickable="false" password="false" selected="false" '
        'visible-to-user="true" bounds="[0,0][1080,2400]" drawing-order="0" hint="" display-id="0">'
    )
    assert lines[-2:] == ["  </node>", "</hierarchy>"]
    (field,) = [line for line in lines if 'hint="Your name"' in line]
    assert 'text="Your name"' in field
    assert field.endswith('drawing-order="2" hint="Your name" display-id="0" />')
    (slider,) = [line for line in lines if "SeekBar" in line]
    assert 'text="25.0"' in slider


def test_depth_and_the_active_window():
    """A dump can be limited in depth and to the active window."""
    bench = Bench()
    everything = bench("dumpWindowHierarchy", False)
    assert everything == bench("dumpWindowHierarchy", False, 50)
    assert bench("dumpWindowHierarchy", False, 0).count("<node") == 2  # the app's window and the status bar
    assert bench("dumpWindowHierarchy", False, 1).count("<node") == 4
    assert bench("dumpWindowHierarchy", False, 50, True).count("com.android.systemui") == 0


@pytest.mark.parametrize("app", [APP, *APPS], ids=lambda app: app.name)
def test_compressed_keeps_what_matters(app: App):
    """A compressed tree keeps every element with content or an action, in order, and drops mere layouts."""
    root = windows(_phone(app, 1).scene())[0]

    def key(view: View) -> tuple[Any, ...]:
        return view.cls, view.id, view.text, view.desc, view.bounds, view.clickable

    small = compressed(root)
    assert [key(node) for node in small.walk()][1:] == [key(node) for node in root.walk() if node.matters()][
        root.matters() :
    ]
    assert all(node.parent is not None for node in small.walk() if node is not small)
    assert [child.index for child in small.children] == list(range(len(small.children)))


@given(st.text())
@settings(max_examples=100)
def test_any_text_is_escaped_for_xml(text: str):
    """Text is read back unchanged, except that characters not allowed in XML become dots."""
    read_again = ElementTree.fromstring(f'<a b="{escape(text)}" />'.encode("utf-8", "surrogatepass")).attrib["b"]
    assert len(read_again) == len(text)
    assert all(content in (other, ".") for content, other in zip(read_again, text, strict=True))


def test_the_tree_is_cached_while_nothing_changes():
    """The same tree object is returned until the screen changes."""
    bench = Bench()
    assert bench.automator.windows() is bench.automator.windows()
    before = bench.automator.windows()
    bench("click", selector(text="Save"))
    assert bench.automator.windows() is not before
    assert bench.automator.find_first(Selector((("text", "Save"),))) is not None


@pytest.mark.parametrize("app", [APP, *APPS], ids=lambda app: app.name)
def test_the_shells_other_dumps_agree_with_its_plain_one(app: App):
    """`--windows` contains the plain dump's elements; `--compressed` keeps all elements with text."""
    phone = _phone(app, 1)
    plain = [element.attrib for element in ElementTree.fromstring(phone.dump()).iter("node")]
    element = ElementTree.fromstring(all_windows_dump(phone.scene()))
    (active,) = [item for item in element.iter("window") if item.get("active") == "true"]
    assert [item.attrib for item in active.iter("node")] == plain
    assert [item.get("index") for item in element.iter("window")] == [str(at) for at in range(len(element[0]))]
    layers = [int(item.attrib["layer"]) for item in element.iter("window")]
    assert layers == sorted(layers, reverse=True)
    small = [element.attrib for element in ElementTree.fromstring(compressed_dump(phone.scene())).iter("node")]
    groups = [(entry["text"], entry["content-desc"], entry["bounds"]) for entry in small]
    assert [row for row in groups if row[0] or row[1]] == [
        (entry["text"], entry["content-desc"], entry["bounds"])
        for entry in plain
        if entry["text"] or entry["content-desc"]
    ]
    assert len(small) < len(plain)


def test_options_of_uiautomator_dump():
    """The options --compressed and --windows write the matching dump to the file."""
    bench = Bench()
    for flags, dumped in (
        ("", bench.phone.dump()),
        ("--compressed", compressed_dump(bench.phone.scene())),
        ("--windows", all_windows_dump(bench.phone.scene())),
        ("--windows --compressed", all_windows_dump(bench.phone.scene(), compress=True)),
    ):
        done = bench.shell.run(f"uiautomator dump {flags} /sdcard/x.xml")
        assert bytes(done.stdout) == b"UI hierchary dumped to: /sdcard/x.xml\n"
        assert bench.shell.files.read("/sdcard/x.xml") == dumped
    assert len({bytes(data) for data in (compressed_dump(bench.phone.scene()), bench.phone.dump())}) == 2
