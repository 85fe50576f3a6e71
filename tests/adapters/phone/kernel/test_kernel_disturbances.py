"""Disturbances such as pop-ups and slow pages: declared, seeded, started when due, and recorded."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell.shell import Shell
from adapters.phone.state.disturbances import KINDS, Disturbance, parse_disturbances, split_disturbances
from adapters.phone.ui.app import App, route
from adapters.phone.ui.node import ev
from adapters.phone.workers.registry import with_launcher
from runtime.core.errors import TaskFault
from runtime.screen.tree import UiNode, parse
from tests.adapters.phone.kernel.test_kernel_laws import COMMANDS, check, play

FORM = route("form")


def under(apps: tuple[App, ...], *disturbances: dict[str, Any], seed: int = 3) -> Phone:
    """A phone with these disturbances and the first app's first page open, which counts as page 1."""
    phone = Phone(with_launcher(apps))
    phone.reset({"weather": disturbances}, seed)
    phone.start("com.demo.one")
    return phone


def incidents(phone: Phone) -> list[str]:
    """The kinds of the incidents recorded so far."""
    return [item["what"] for item in phone.read().get("system", {}).get("happened", [])]


def nodes(phone: Phone) -> list[UiNode]:
    """The elements of the tree."""
    return list(parse(phone.dump()).walk())


def tap(phone: Phone, **wanted: str) -> None:
    """Touch the first element with these attributes."""
    phone.touch_tap(*next(n for n in nodes(phone) if all(getattr(n, k) == v for k, v in wanted.items())).center)


@pytest.mark.parametrize(
    ("kind", "package", "close"),
    [
        ("ad", "com.demo.one", {"short_id": "ad_x"}),
        ("update", "com.demo.one", {"text": "Not now"}),
        ("rating", "com.demo.one", {"text": "Not now"}),
        ("permission", "com.android.permissioncontroller", {"text": "Don’t allow"}),
    ],
)
def test_a_popup_appears_once_and_can_be_closed(
    apps: tuple[App, ...], kind: str, package: str, close: dict[str, str]
) -> None:
    """It appears at the declared page, in a window of its own, and not again after it was closed."""
    phone = under(apps, {"kind": kind, "after": 2})
    assert phone.state.panel == ""
    phone.start("com.demo.one", FORM)
    check(phone)
    assert {node.package for node in nodes(phone)} == {package}
    tap(phone, **close)
    assert phone.state.panel == ""
    assert phone.screen().body.id == "form"
    phone.back()
    phone.start("com.demo.one", FORM)
    assert phone.state.panel == ""
    assert incidents(phone) == [kind, f"{kind}:{'deny' if kind == 'permission' else 'close'}"]


def test_back_closes_a_popup_too(apps: tuple[App, ...]) -> None:
    """BACK closes a pop-up and leaves the page below open."""
    phone = under(apps, {"kind": "ad", "after": 2})
    phone.start("com.demo.one", FORM)
    phone.back()
    assert (phone.state.panel, phone.screen().body.id) == ("", "form")


def test_a_tapped_advertisement_opens_a_sponsors_page(apps: tuple[App, ...]) -> None:
    """The sponsor's page has a way back; the small close button has no description."""
    phone = under(apps, {"kind": "ad", "after": 1})
    closing = next(node for node in nodes(phone) if node.short_id == "ad_x")
    assert closing.clickable
    assert not closing.desc
    assert max(closing.bounds[2] - closing.bounds[0], closing.bounds[3] - closing.bounds[1]) <= 84
    tap(phone, short_id="ad_action")
    assert any(node.text == "Sponsored" for node in nodes(phone))
    tap(phone, text="Back")
    assert phone.state.panel == ""
    assert incidents(phone) == ["ad", "ad:accept", "ad:close"]


@pytest.mark.parametrize(("kind", "words"), [("slow", "Loading…"), ("offline", "You’re offline")])
def test_slow_and_offline_pages_load_after_a_time(apps: tuple[App, ...], kind: str, words: str) -> None:
    """A page shows a message until its virtual time has passed; "Try again" does not shorten it."""
    phone = under(apps, {"kind": kind, "after": 1, "ms": 3000})
    assert any(node.text == words for node in nodes(phone))
    if kind == "offline":
        tap(phone, text="Try again")
    phone.elapse(2999)
    assert any(node.text == words for node in nodes(phone))
    phone.elapse(1)
    assert not any(node.text == words for node in nodes(phone))
    assert any(node.text == "Line 0" for node in nodes(phone))


def test_a_stale_page_shows_changes_later(apps: tuple[App, ...]) -> None:
    """A change is stored at once but shown only after the disturbance has ended."""
    phone = under(apps, {"kind": "stale", "after": 1, "ms": 1000})
    tap(phone, text="Line 0")
    assert phone.read()["one"]["lines"][0]["done"] is True
    assert not any(node.checked for node in nodes(phone))
    phone.elapse(1000)
    assert any(node.checked for node in nodes(phone))


def test_the_seed_decides_which_taps_are_lost(apps: tuple[App, ...]) -> None:
    """Equal seeds lose the same taps, about the declared share; keys are never lost."""

    def lost(seed: int) -> list[bool]:
        phone = under(apps, {"kind": "drop", "after": 1, "chance": 0.5}, seed=seed)
        done = []
        for _ in range(40):
            before = phone.read()["one"]["lines"][0]["done"]
            tap(phone, text="Line 0")
            done.append(phone.read()["one"]["lines"][0]["done"] == before)
        return done

    assert lost(1) == lost(1) != lost(2)
    assert 8 <= sum(lost(1)) <= 32
    phone = under(apps, {"kind": "drop", "after": 1, "chance": 1})
    phone.key(4)
    assert phone.foreground[0] == "com.android.launcher3"


def test_a_killed_app_keeps_its_state(apps: tuple[App, ...]) -> None:
    """The launcher is in front, the task is removed, and the app's state is kept."""
    phone = under(apps, {"kind": "kill", "after": 2})
    tap(phone, text="Line 0")
    phone.start("com.demo.one", FORM)
    assert phone.foreground[0] == "com.android.launcher3"
    assert "com.demo.one" not in phone.tasks
    assert phone.read()["one"]["lines"][0]["done"] is True


def test_a_secure_screen_is_black_but_in_the_tree(apps: tuple[App, ...]) -> None:
    """The app's pixels are black and its elements are in the tree; the launcher is drawn as usual."""
    phone = under(apps, {"kind": "secure", "after": 1})
    painter = Painter()

    def bright() -> int:
        import numpy as np

        pixels = np.empty((2400, 1080, 4), np.uint8)
        painter.paint(phone.scene(), pixels)
        return int(pixels[300:2200, :, :3].max())

    assert bright() == 0
    assert any(node.text == "Line 0" for node in nodes(phone))
    phone.home()
    assert bright() > 0


def test_a_busy_screen_cannot_be_dumped(apps: tuple[App, ...]) -> None:
    """`uiautomator dump` fails with Android's error and leaves the old file, until the time has passed."""
    phone = under(apps, {"kind": "busy", "after": 2, "ms": 4000})
    shell = Shell(phone, lambda: memoryview(b""))
    shell.run("uiautomator dump /sdcard/a.xml")
    before = shell.files.read("/sdcard/a.xml")
    phone.start("com.demo.one", FORM)
    result = shell.run("uiautomator dump /sdcard/a.xml")
    assert result.stderr == b"ERROR: could not get idle state.\n"
    assert shell.files.read("/sdcard/a.xml") == before
    phone.elapse(4000)
    assert b"dumped to" in bytes(shell.run("uiautomator dump /sdcard/a.xml").stdout)


def test_text_from_a_slow_keyboard_arrives_later(apps: tuple[App, ...]) -> None:
    """Typed text arrives after the delay in order, and is lost if its field is gone."""
    phone = under(apps, {"kind": "slow_keyboard", "after": 1, "ms": 700})
    phone.start("com.demo.one", FORM)
    tap(phone, short_id="query")
    assert phone.type_text("te")
    phone.elapse(300)
    assert phone.type_text("a")
    assert phone.read()["one"]["query"] == ""
    phone.elapse(700)
    assert phone.read()["one"]["query"] == "tea"
    phone.type_text("pot")
    phone.back()
    phone.back()
    phone.elapse(5000)
    assert phone.read()["one"]["query"] == "tea"


@pytest.mark.parametrize(
    ("disturbance", "words"),
    [
        ({"kind": "hail"}, "kinds are ad, update"),
        ({"kind": "ad", "app": "nobody"}, "no such app"),
        ({"kind": "ad", "after": 0}, "at least 1"),
        ({"kind": "ad", "colour": "red"}, "unknown field 'colour'"),
    ],
)
def test_an_invalid_disturbance_is_refused(apps: tuple[App, ...], disturbance: dict[str, Any], words: str) -> None:
    """An unknown kind, app or field, or a bad value, raises TaskFault with an explanation."""
    with pytest.raises(TaskFault, match=words):
        under(apps, disturbance)


@settings(max_examples=15)
@given(
    st.lists(st.sampled_from((*KINDS, "mix")), min_size=1, max_size=4),
    st.lists(COMMANDS, min_size=5, max_size=25),
    st.integers(0, 5),
)
def test_scenes_with_any_disturbances_are_valid(
    apps: tuple[App, ...], kinds: list[str], commands: list[tuple[str, Any]], seed: int
) -> None:
    """Scenes stay valid, and equal seeds and commands give equal phones."""
    disturbances = tuple({"kind": kind, "after": 1 + at} for at, kind in enumerate(kinds))
    phone, other = under(apps, *disturbances, seed=seed), under(apps, *disturbances, seed=seed)
    for command in commands:
        play(phone, command)
        play(other, command)
        check(phone)
    assert phone.dump() == other.dump()
    assert phone.read() == other.read()
    assert phone.snapshot() == other.snapshot()


def test_two_popups_due_at_once_come_one_after_the_other(apps: tuple[App, ...]) -> None:
    """The second pop-up appears at the next page after the first was closed."""
    phone = under(apps, {"kind": "ad", "after": 1}, {"kind": "rating", "after": 1})
    assert incidents(phone) == ["ad"]
    phone.back()
    phone.dispatch(ev("open", to="form"))
    assert incidents(phone) == ["ad", "rating"]


def test_disturbances_can_be_written_in_one_line() -> None:
    """Kinds and fields mean what they mean in a task."""
    text = "ad:app=one:after=3, offline:ms=5000,drop:chance=0.5"
    assert parse_disturbances(split_disturbances(text), ["one"], 0).declared == (
        Disturbance("ad", "one", 3), Disturbance("offline", ms=5000), Disturbance("drop", chance=0.5),
    )  # fmt: skip
    assert parse_disturbances(split_disturbances("mix"), [], 7) == parse_disturbances([{"kind": "mix"}], [], 7)


@pytest.mark.parametrize(
    "text", ["", "rain", "ad:", "ad:after", "ad:after=soon", "ad:size=3", "ad,,drop", "ad:app=two"]
)
def test_a_malformed_line_of_disturbances_is_refused(text: str) -> None:
    """The refusal names where it was written."""
    with pytest.raises(TaskFault, match=r"^--disturbances"):
        parse_disturbances(split_disturbances(text), ["one"], 0, "--disturbances")
