"""System screens and their gestures: launcher, app drawer, recent apps, notification shade, lock screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.apps.launcher import COLUMNS, ROWS, found
from adapters.phone.apps.settings import APP as SETTINGS
from adapters.phone.kernel import touch
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui import gestures
from adapters.phone.ui.app import App, Effect, Icon, Notice, Notify, Route, Screen, View, route
from adapters.phone.ui.node import Ev, ev, node
from adapters.phone.ui.package_names import HOME
from adapters.phone.workers.registry import installed_apps, with_launcher
from runtime.screen.tree import parse
from tests.adapters.phone.kernel.conftest import Demo, demo, update
from tests.adapters.phone.kernel.test_kernel_input import find, tap
from tests.adapters.phone.kernel.test_kernel_laws import check

ONE, TWO = "com.demo.one", "com.demo.two"
UP = (540, 1500, 540, 700, 200)


def texts(phone: Phone) -> list[str]:
    """The texts of the active window."""
    return [item.text for item in parse(phone.dump()).walk() if item.text]


def panel(phone: Phone) -> str:
    """The name of the open system panel."""
    return phone.state.panel


def lock_screen_shown(phone: Phone) -> bool:
    """Return whether the lock screen is shown."""
    return phone.state.lock_screen_shown


def open_tasks(phone: Phone) -> list[str]:
    """Packages of the open tasks, front first."""
    return list(phone.tasks)


def test_the_app_drawer_lists_every_app() -> None:
    """A swipe up on the home screen opens the drawer with all apps, sorted; a tap starts one, HOME closes all."""
    phone = Phone(installed_apps())
    phone.touch_swipe(*UP)
    labels = [app.label for app in phone.apps if app.package != HOME]
    assert [text for text in texts(phone) if text in labels] == sorted(labels, key=str.casefold)
    check(phone)
    tap(phone, text=labels[-1])
    assert phone.front().label == labels[-1]
    phone.key(3)
    assert phone.state.top.route.name == "home"
    assert "Search apps" not in texts(phone)


def test_searching_in_the_app_drawer() -> None:
    """Typing in the drawer's search filters the apps; BACK and a swipe down return to the home screen."""
    phone = Phone(installed_apps())
    tap(phone, desc="Search")
    assert phone.state.keyboard.shown
    phone.type_text("CLO")
    assert "Clock" in texts(phone)
    assert "Settings" not in texts(phone)
    phone.type_text("zzz")
    assert "No apps found matching “CLOzzz”" in texts(phone)
    check(phone)
    for _ in range(2):
        phone.key(4)
    assert phone.state.top.route.name == "home"
    phone.touch_swipe(*UP)
    assert "Settings" in texts(phone)
    phone.touch_swipe(540, 700, 540, 1500, 200)
    assert phone.state.top.route.name == "home"


@pytest.mark.parametrize("place", ["home", "drawer"])
def test_a_held_icon_leads_to_its_app_info(place: str) -> None:
    """A long press on an icon opens a menu whose "App info" opens that app's page in Settings."""
    phone = Phone(with_launcher((demo("one", ONE), SETTINGS)))
    if place == "drawer":
        phone.touch_swipe(*UP)
    x, y = find(phone, text="One").center
    phone.touch_long(x, y, 700)
    check(phone)
    tap(phone, text="App info")
    assert (phone.state.top.package, phone.state.top.route) == (SETTINGS.package, route("app", label="One"))
    assert "One" in texts(phone)
    phone.key(4)
    assert (phone.state.top.package, phone.state.top.route.name) == (HOME, "home")


@given(st.text("abcdemotw ", max_size=6))
def test_search_keeps_the_order(query: str) -> None:
    """Search results keep the order of the app list and have a word that starts with the query."""
    apps = [demo(f"demo {letter}", f"com.{letter}") for letter in "abcde"]
    names = [app.label for app in found(apps, query)]
    assert names == [name for name in (app.label for app in apps) if name in names]
    for name in names:
        assert name.lower().startswith(query.strip()) or any(w.startswith(query.strip()) for w in name.lower().split())


def test_launcher_pages() -> None:
    """Apps that do not fit on one page go to the next; HOME returns to the first page."""
    many = [demo(f"app{number:02d}", f"com.app{number:02d}") for number in range(COLUMNS * ROWS + 3)]
    phone = Phone(with_launcher(many))
    assert find(phone, resource_id="page_indicator").desc == "Page 1 of 2"
    before = find(phone, text="App00").bounds
    phone.touch_swipe(900, 1000, 100, 1000, 200)
    assert find(phone, resource_id="page_indicator").desc == "Page 2 of 2"
    assert find(phone, text=f"App{COLUMNS * ROWS:02d}").bounds == before
    assert find(phone, resource_id="workspace").scrollable
    phone.key(3)
    assert find(phone, text="App00").bounds == before


def test_recent_apps_are_swiped_and_closed(phone: Phone) -> None:
    """The latest task is centred, a swipe shows the one before; a swipe up closes a task, the last leads home."""
    phone.start(ONE)
    phone.start(TWO)
    phone.key(187)
    check(phone)
    latest = find(phone, desc="Two").center
    assert abs(latest[0] - 540) < 40
    phone.touch_swipe(300, 1000, 800, 1000, 300)
    assert abs(find(phone, desc="One").center[0] - 540) < 40
    check(phone)
    phone.touch_swipe(540, 1200, 540, 400, 200)
    assert open_tasks(phone) == [TWO, HOME]
    phone.touch_swipe(540, 1200, 540, 400, 200)
    assert (open_tasks(phone), panel(phone), phone.state.top.package) == ([HOME], "", HOME)


def test_recents_begin_with_the_latest_each_time(phone: Phone) -> None:
    """The recent apps always open at the latest task; a tap on a card opens its app."""
    phone.start(ONE)
    phone.start(TWO)
    for _ in range(2):
        phone.key(187)
        assert abs(find(phone, desc="Two").center[0] - 540) < 40
        phone.touch_swipe(300, 1000, 800, 1000, 300)
        phone.key(4)
    phone.key(187)
    phone.touch_swipe(300, 1000, 800, 1000, 300)
    tap(phone, desc="One")
    assert phone.state.top.package == ONE


@given(
    st.integers(0, 5000), st.integers(-4000, 4000), st.integers(0, 9), st.integers(200, 900), st.booleans()
)  # fmt: skip
def test_a_page_strip_always_rests_on_a_page(start: int, by: int, pages: int, pitch: int, at_end: bool) -> None:
    """After any stroke a page strip rests on a whole page; a long stroke never rests where it began."""
    most = pages * pitch
    offset = min(most, start // pitch * pitch)
    rest = touch._rested(offset, by, most, pitch, at_end=at_end)
    assert 0 <= rest <= most
    assert rest % pitch == 0
    if abs(by) * 5 > pitch and 0 < offset < most:
        assert (rest > offset) == (by > 0)
        assert rest != offset


@pytest.mark.parametrize(
    ("ms", "meaning"), [(80, "home"), (300, "home"), (600, "home"), (1200, "recents"), (3000, "recents")]
)
def test_swiping_up_from_the_bottom_edge(phone: Phone, ms: int, meaning: str) -> None:
    """A quick swipe up from the bottom edge goes home; a slow one opens the recent apps."""
    assert gestures.classify_stroke(540, 2395, 540, 1400, ms, 1080, 2400) == meaning
    phone.start(ONE)
    phone.touch_swipe(540, 2395, 540, 1400, ms)
    assert (phone.state.panel == "recents", phone.state.top.package == HOME) == (
        meaning == "recents",
        meaning == "home",
    )


def posting(state: Demo, event: Ev, view: View) -> tuple[Demo, tuple[Effect, ...]]:
    """The demo reducer, extended by an event that posts a notification."""
    if event.name == "post":
        return state, (Notify(Notice(event.get("key"), event.get("key"), "Words", route("form"))),)
    return update(state, event, view)


def test_a_notification_is_swiped_away(apps: tuple[App, ...]) -> None:
    """A horizontal swipe removes one notification; a swipe up closes the shade."""
    phone = Phone(with_launcher((replace(apps[0], update=posting), apps[1])))
    phone.start(ONE)
    for key in ("first", "second"):
        phone.dispatch(ev("post", key=key))
    phone.key(83)
    x, y = find(phone, text="second").center
    phone.touch_swipe(x, y, x + 500, y + 20, 200)
    assert [item.notice.key for item in phone.state.posted] == ["first"]
    assert panel(phone) == "shade"
    phone.touch_swipe(540, 1200, 540, 300, 200)
    assert panel(phone) == ""


def test_tiles_and_brightness() -> None:
    """Tiles toggle their settings, a long press opens their page, the slider sets the brightness."""
    phone = Phone(with_launcher((SETTINGS,)))
    phone.key(83)
    check(phone)
    tap(phone, desc="Auto-rotate")
    tap(phone, desc="Location")
    assert phone.settings["system"]["accelerometer_rotation"] == "1"
    assert phone.settings["secure"]["location_mode"] == "0"
    tap(phone, desc="Location")
    assert phone.settings["secure"]["location_mode"] == "3"
    left, top, right, bottom = find(phone, resource_id="slider").bounds
    phone.touch_tap(right - 3, (top + bottom) // 2)
    assert phone.settings["system"]["screen_brightness"] == "255"
    phone.touch_tap(left + 3, (top + bottom) // 2)
    assert phone.settings["system"]["screen_brightness"] == "1"
    x, y = find(phone, desc="Battery Saver").center
    phone.touch_long(x, y, 700)
    assert (phone.state.top.package, phone.state.top.route.name) == (SETTINGS.package, "battery")


def test_no_lock_screen_by_default(phone: Phone) -> None:
    """By default, pressing POWER twice returns to the same screen."""
    phone.start(ONE)
    before = phone.dump()
    phone.key(26)
    phone.key(26)
    assert phone.dump() == before


@pytest.mark.parametrize("way", ["swipe", "command"])
def test_the_lock_screen(phone: Phone, way: str) -> None:
    """When enabled, POWER shows the lock screen; it blocks keys and touches until a swipe up or a command."""
    phone.start(ONE)
    before = phone.read()
    phone.put_setting("secure", "lockscreen.disabled", "0")
    phone.key(26)
    assert lock_screen_shown(phone)
    phone.key(224)
    assert parse(phone.dump()).package == "com.android.systemui"
    check(phone)
    for code in (3, 4, 187, 83, 29):
        phone.key(code)
    phone.touch_tap(540, 1200)
    phone.touch_swipe(540, 5, 540, 900, 200)
    assert lock_screen_shown(phone)
    assert phone.read() == before
    if way == "swipe":
        phone.touch_swipe(540, 2000, 540, 900, 300)
    else:
        phone.unlock()
    assert not lock_screen_shown(phone)
    assert phone.state.top.package == ONE


def test_double_taps(apps: tuple[App, ...]) -> None:
    """A node with a double-tap event gets it for two quick taps at one place; otherwise there are two taps."""

    def show(state: Demo, place: Route, view: View) -> Screen:
        picture = node(
            "image",
            width=300,
            height=300,
            desc="Picture",
            on={"tap": ev("query", text=f"{state.query}t"), "double": ev("query", text=f"{state.query}D")},
        )
        plain = node("button", text="Plain", on=ev("query", text=f"{state.query}p"))
        return Screen(node("column", picture, plain))  # fmt: skip

    phone = Phone(with_launcher((replace(apps[0], screen=show, icon=Icon("#112233", "#FFFFFF", "home")),)))
    phone.start(ONE)
    x, y = find(phone, desc="Picture").center
    phone.touch_double_tap(x, y)
    phone.elapse(301)
    phone.touch_tap(x, y)
    phone.elapse(301)
    phone.touch_tap(x, y)
    phone.elapse(301)
    phone.touch_tap(x, y)
    phone.touch_tap(x + 200, y)
    phone.touch_double_tap(*find(phone, text="Plain").center)
    assert phone.read()["one"]["query"] == "tDttttpp"


@pytest.mark.parametrize(("turned", "rotation"), [("0", 0), ("1", 1), ("2", 2), ("3", 3)])
def test_the_screen_rotates(phone: Phone, turned: str, rotation: int) -> None:
    """`user_rotation` rotates apps, and the tree states the rotation; the launcher stays upright."""
    phone.put_setting("system", "user_rotation", turned)
    assert phone.rotation == 0
    phone.start(ONE, route("form"))
    scene = phone.scene()
    assert phone.rotation == scene.rotation == rotation
    assert (scene.width, scene.height) == ((2400, 1080) if rotation % 2 else (1080, 2400))
    assert f'<hierarchy rotation="{rotation}">'.encode() in phone.dump()
    check(phone)
    tap(phone, resource_id="query")
    check(phone)
    assert phone.type_text("tea")
    phone.key(3)
    assert (phone.scene().width, phone.physical.width) == (1080, 1080)


def test_an_upright_app_and_auto_rotation(apps: tuple[App, ...]) -> None:
    """A portrait app does not rotate, and with auto-rotation on, no app does."""
    phone = Phone(with_launcher((replace(apps[0], portrait=True), apps[1])))
    phone.put_setting("system", "user_rotation", "1")
    phone.start(ONE)
    assert phone.rotation == 0
    phone.start(TWO)
    assert phone.rotation == 1
    phone.put_setting("system", "accelerometer_rotation", "1")
    assert phone.rotation == 0


def test_a_handle_is_dragged(apps: tuple[App, ...]) -> None:
    """A node with a drag event gets the distance in dp and nothing scrolls; other nodes scroll as usual."""

    def show(state: Demo, place: Route, view: View) -> Screen:
        handle = node("icon", icon="drag_handle", desc="Move", size=48, on={"drag": ev("moved")})
        return Screen(node("scroll", handle, [node("text", text=f"{i}", height=56) for i in range(60)], id="list"))

    def moved(state: Demo, event: Ev, view: View) -> tuple[Demo, tuple[Effect, ...]]:
        return replace(state, query=f"{event.get('x')},{event.get('y')}"), ()

    phone = Phone(with_launcher((replace(apps[0], screen=show, update=moved),)))
    phone.start(ONE)
    x, y = find(phone, desc="Move").center
    phone.drag(x, y, x, y + 147, 600)
    assert phone.read()["one"]["query"] == "0,56"
    phone.touch_swipe(x, y, x, y + 294, 600)
    assert phone.read()["one"]["query"] == "0,112"
    assert phone.state.top.scroll("list") == 0
    phone.drag(540, 1500, 540, 1000, 600)
    assert phone.read()["one"]["query"] == "0,112"


def test_invalid_settings_values_break_nothing(phone: Phone) -> None:
    """With invalid settings values the shade, volume keys and rotation still work."""
    for value in ("", "abc", "-7", "²", "99999999999", "12"):
        for key in ("screen_brightness", "volume_music", "user_rotation", "accelerometer_rotation"):
            phone.put_setting("system", key, value)
        phone.key(83)
        check(phone)
        phone.key(24)
        phone.key(4)
        phone.start(ONE)
        check(phone)
