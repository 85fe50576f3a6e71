"""Touches, keys, text input, time, sharing and the clipboard on a virtual phone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adapters.phone.kernel.phone import Phone
from adapters.phone.state.phone_state import ADB_IME
from adapters.phone.system_ui.keyboard import ADB_LABEL
from adapters.phone.ui import gestures
from adapters.phone.ui.app import App, Screen, route
from adapters.phone.ui.node import Node, ev, node
from adapters.phone.ui.scene import Box
from adapters.phone.workers.registry import with_launcher
from runtime.core.tasks import Selector
from runtime.screen.tree import UiNode, parse

ONE = "com.demo.one"


def find(phone: Phone, *, resource_id: str = "", text: str = "", desc: str = "") -> UiNode:
    """The element of the active window with this id, text or description."""
    found = parse(phone.dump()).find(Selector(resource_id=resource_id, text=text, desc=desc))
    assert found is not None, (resource_id, text, desc)
    return found


def tap(phone: Phone, *, resource_id: str = "", text: str = "", desc: str = "") -> None:
    """Touch the centre of the element with this id, text or description."""
    phone.touch_tap(*find(phone, resource_id=resource_id, text=text, desc=desc).center)


def labels(box: Box) -> dict[str, tuple[int, int]]:
    """The centres of all boxes that have a text or description."""
    left, top, right, bottom = box.rect
    found = {box.node.text or box.node.desc: ((left + right) // 2, (top + bottom) // 2)}
    for child in box.children:
        found.update(labels(child))
    return found


def press(phone: Phone, *keys: str) -> None:
    """Touch keys of the on-screen keyboard."""
    for key in keys:
        board = next(window for window in phone.scene().windows if window.kind == "ime")
        phone.touch_tap(*labels(board.root)[key])


def test_typing_by_command_and_by_key(phone: Phone) -> None:
    """Text from commands, on-screen keys and hardware keys goes to the focused field; without focus it is lost."""
    phone.start(ONE, route("form"))
    assert not phone.type_text("lost")
    tap(phone, resource_id="query")
    assert phone.type_text("te")
    press(phone, "a", "Space", "Shift", "B", "c", "?123", "1", "ABC", "Delete")
    assert phone.read()["one"]["query"] == "tea Bc"
    phone.key(54)
    phone.key(67)
    phone.key(67)
    assert phone.read()["one"]["query"] == "tea B"
    assert find(phone, resource_id="query").text == "tea B"
    assert phone.clear_text()
    assert find(phone, resource_id="query").text == "Search & find"


def test_enter_submits(phone: Phone) -> None:
    """The keyboard's Enter key submits the field; the app then drops the focus, which closes the keyboard."""
    phone.start(ONE, route("form"))
    tap(phone, resource_id="query")
    phone.type_text("milk")
    press(phone, "Enter")
    assert phone.read()["one"]["sent"] == ["milk"]
    assert phone.focused is None
    assert not phone.state.keyboard.shown


def test_keyboard_shrinks_the_app(phone: Phone) -> None:
    """While the keyboard is shown, the app's window ends above it and its bottom bar stays visible."""
    phone.start(ONE, route("form"))
    before = find(phone, text="Send").bounds
    tap(phone, resource_id="query")
    windows = {window.kind: window.rect for window in phone.scene().windows}
    assert windows["ime"] == (0, 2400 - 761, 1080, 2400)
    assert windows["app"][3] == 2400 - 761
    assert find(phone, text="Send").bounds[3] < 2400 - 761 < before[1]


def test_adb_keyboard_shows_its_bar(phone: Phone) -> None:
    """The ADB keyboard is shown as a bar in the lowest tenth of the screen, with its label."""
    phone.put_setting("secure", "default_input_method", ADB_IME)
    phone.start(ONE, route("form"))
    tap(phone, resource_id="query")
    board = next(window for window in phone.scene().windows if window.kind == "ime")
    assert board.rect[1] >= 2160
    assert ADB_LABEL in labels(board.root)


def test_a_password_is_not_in_the_tree(phone: Phone) -> None:
    """A password field's text is bullets in the accessibility tree."""
    phone.reset({"one": {"secret": "s3cret"}}, 0)
    phone.start(ONE, route("form"))
    field = find(phone, resource_id="secret")
    assert (field.text, field.password) == ("••••••", True)
    assert b"s3cret" not in phone.dump()


@pytest.mark.parametrize(
    ("stroke", "meaning"),
    [
        ((500, 500, 510, 505, 100), "tap"),
        ((500, 500, 500, 500, 600), "long"),
        ((500, 2390, 500, 1500, 200), "home"),
        ((500, 20, 500, 900, 200), "shade"),
        ((5, 900, 600, 900, 200), "back"),
        ((1075, 900, 600, 900, 200), "back"),
        ((5, 900, 100, 1400, 200), "move"),
        ((500, 1500, 500, 500, 200), "move"),
        ((5, 900, 1, 1400, 200), "move"),
    ],
)
def test_meaning_of_strokes(stroke: tuple[int, int, int, int, int], meaning: str) -> None:
    """Strokes are classified as tap, long press, move or a system gesture from the screen's edge."""
    assert gestures.classify_stroke(*stroke, 1080, 2400) == meaning


def test_faster_swipes_go_farther() -> None:
    """The fling distance grows with speed, is symmetric in direction, and is zero for a slow drag."""
    runs = [gestures.fling_distance(800, ms) for ms in (200, 400, 800, 1600)]
    assert runs == sorted(runs, reverse=True)
    assert runs[0] > 4 * runs[2]
    assert gestures.fling_distance(-800, 400) == -gestures.fling_distance(800, 400)
    assert gestures.fling_distance(100, 2000) == 0
    assert gestures.scroll_distance(800, 100_000) == 800 - gestures.SLOP


def test_a_swipe_scrolls_the_list_under_it(phone: Phone) -> None:
    """A list scrolls by stroke and fling and stops at its end; a nested strip scrolls alone."""
    phone.start(ONE)
    phone.touch_swipe(500, 1500, 500, 1000, 5000)
    assert phone.state.top.scroll("list") == 500 - gestures.SLOP
    for _ in range(20):
        phone.touch_swipe(500, 1500, 500, 500, 100)
    assert "Line 39" in phone.dump().decode()
    at_end = phone.state
    phone.touch_swipe(500, 1500, 500, 500, 100)
    assert phone.state is at_end
    phone.start(ONE, route("form"))
    y = find(phone, resource_id="strip").center[1]
    phone.touch_swipe(800, y, 300, y, 5000)
    assert phone.state.top.scroll("strip") == 500 - gestures.SLOP
    assert phone.state.top.scroll("form") == 0


def test_a_chat_opens_at_its_end(phone: Phone) -> None:
    """A list that starts at its end shows its last row until it is scrolled back."""
    phone.start(ONE, route("chat"))
    assert "Line 39" in phone.dump().decode()
    phone.touch_swipe(500, 900, 500, 1500, 300)
    assert phone.state.top.scroll("list") > 0
    assert "Line 39" not in phone.dump().decode()


def test_taps_reach_rows_and_sliders(phone: Phone) -> None:
    """A tap on a row toggles it, a long press is a separate event, and a slider follows taps and drags."""
    phone.start(ONE)
    row = find(phone, resource_id="row")
    phone.touch_tap(*row.center)
    assert phone.read()["one"]["lines"][0] == {"title": "Line 0", "done": True}
    phone.touch_swipe(row.center[0], row.center[1], row.center[0], row.center[1], 800)
    assert phone.read()["one"]["held"] == 1
    phone.key(4)
    phone.dispatch(ev("open", to="form"))
    left, top, right, bottom = find(phone, resource_id="level").bounds
    phone.touch_tap(right - 2, (top + bottom) // 2)
    assert phone.read()["one"]["level"] == 1.0
    phone.touch_swipe(right - 100, (top + bottom) // 2, left, (top + bottom) // 2, 400)
    assert phone.read()["one"]["level"] == 0.0


def test_a_touch_outside_closes_a_dialog(phone: Phone) -> None:
    """A touch outside a dialog closes it without reaching the app below; one inside does not close it."""
    phone.start(ONE)
    phone.dispatch(ev("open", to="dialog"))
    phone.touch_tap(*find(phone, text="Really?").center)
    assert phone.state.top.route.name == "dialog"
    before = phone.read()
    phone.touch_tap(540, 300)
    assert phone.state.top.route.name == "list"
    assert phone.read() == before


def test_shade_tiles_write_settings(phone: Phone) -> None:
    """The shade opens from the top edge, its tiles toggle settings, and a swipe up closes it."""
    phone.touch_swipe(500, 5, 500, 1200, 300)
    assert parse(phone.dump()).package == "com.android.systemui"
    tap(phone, desc="Airplane mode")
    assert phone.settings["global"]["airplane_mode_on"] == "1"
    assert find(phone, desc="Airplane mode").checked
    tap(phone, desc="Dark theme")
    assert phone.scene().windows[-1].theme.dark
    phone.touch_swipe(500, 900, 500, 100, 300)
    assert parse(phone.dump()).package == "com.android.launcher3"


def test_sleeping_phone(phone: Phone) -> None:
    """While the screen is off, touches and BACK are ignored; WAKEUP shows the same screen as before."""
    phone.start(ONE)
    awake = phone.dump()
    phone.key(26)
    assert parse(phone.dump()).package == "com.android.systemui"
    phone.touch_tap(500, 500)
    phone.key(4)
    phone.key(224)
    assert phone.dump() == awake


def test_time_and_toasts(phone: Phone) -> None:
    """The clock moves only by `elapse`; a toast is drawn, is missing in the tree, and ends after its time."""

    def shown() -> list[str]:
        return [window.kind for window in phone.scene().windows]

    phone.start(ONE)
    assert phone.now.isoformat() == "2026-11-17T09:24:00+00:00"
    phone.dispatch(ev("new"))
    assert shown()[-1] == "toast"
    assert b"Nothing new" not in phone.dump()
    scene = phone.scene()
    phone.elapse(100)
    assert phone.scene() is scene
    phone.elapse(4000)
    assert "toast" not in shown()
    phone.elapse(56_000)
    status = next(window for window in phone.scene().windows if window.kind == "status")
    assert "09:25" in labels(status.root)


def test_sharing_with_several_receivers(phone: Phone, apps: tuple[App, ...]) -> None:
    """Several receivers give a chooser; the chosen app opens on top, and BACK returns to the sender."""
    both = Phone(with_launcher((replace(apps[0], share="form"), apps[1])))
    both.start(ONE)
    both.dispatch(ev("share"))
    assert parse(both.dump()).package == "android"
    tap(both, text="Two")
    assert both.state.top.package == "com.demo.two"
    assert both.state.top.route.get("text") == "Ferry Street 4"
    both.key(4)
    assert both.state.top.package == ONE


def test_the_chooser_can_copy_to_the_clipboard(apps: tuple[App, ...]) -> None:
    """The item "Copy" of the share chooser puts the text on the clipboard and closes the chooser."""
    both = Phone(with_launcher((replace(apps[0], share="form"), apps[1])))
    both.start(ONE)
    both.dispatch(ev("share"))
    tap(both, text="Copy")
    assert (both.state.clipboard, both.state.panel, both.state.top.package) == ("Ferry Street 4", "", ONE)


def test_clipboard_and_volume(phone: Phone) -> None:
    """Cut text can be pasted repeatedly; the volume stays between 0 and 15."""
    phone.start(ONE, route("form"))
    tap(phone, resource_id="query")
    phone.type_text("tea")
    phone.key(277)
    assert phone.read()["one"]["query"] == ""
    phone.key(279)
    phone.key(279)
    assert phone.read()["one"]["query"] == "teatea"
    for _ in range(30):
        phone.key(24)
    assert phone.settings["system"]["volume_music"] == "15"
    phone.key(164)
    assert phone.settings["system"]["volume_music"] == "0"


def test_the_keyboard_does_not_cover_the_focused_field(phone: Phone) -> None:
    """A field in the lower half of the screen is scrolled up above the keyboard."""
    deep = Phone(
        with_launcher((replace(phone.apps[0], screen=lambda state, place, view: Screen(_deep_form(state.query))),))
    )
    deep.start(ONE)
    before = find(deep, resource_id="query").bounds
    assert before[3] > 2400 - 761
    tap(deep, resource_id="query")
    after = find(deep, resource_id="query").bounds
    assert after[3] - after[1] == before[3] - before[1]
    assert after[3] <= 2400 - 761
    assert deep.type_text("tea")
    assert find(deep, resource_id="query").text == "tea"


def _deep_form(query: str) -> Node:
    return node(
        "scroll", node("spacer", height=700), node("field", id="query", text=query, on={"change": ev("query")}),
        node("spacer", height=700), id="form", align="stretch",
    )  # fmt: skip
