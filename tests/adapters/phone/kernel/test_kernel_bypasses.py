"""Which changes of the state count as made by shell commands instead of the user interface."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Shell
from adapters.phone.state.tainted_paths import Taint, update_taints
from adapters.phone.workers.registry import installed_apps
from runtime.core.checks import changed_paths
from runtime.screen.tree import parse

AIRPLANE = "settings/global/airplane_mode_on"
EVENT = (
    "content insert --uri content://com.android.calendar/events --bind title:s:Zeppelin --bind calendar_id:i:1 "
    "--bind dtstart:l:1795000000000"
)
PLACES = st.tuples(st.integers(0, 1079), st.integers(0, 2399)).map(lambda at: f"input tap {at[0]} {at[1]}")
INPUTS = st.one_of(
    PLACES,
    st.integers(0, 400).map(lambda number: f"clickable {number}"),
    st.integers(0, 400).map(lambda number: f"clickable {number}"),
    st.tuples(st.integers(0, 1079), st.integers(0, 2399), st.integers(0, 2399)).map(
        lambda at: f"input swipe {at[0]} {at[1]} {at[0]} {at[2]} 200"
    ),
    st.sampled_from((3, 4, 24, 26, 66, 67, 83, 120, 187, 224)).map(lambda code: f"input keyevent {code}"),
    st.just("input text hello"),
    st.integers(0, 40).map(lambda number: f"launch {number}"),
    st.just("am start -a android.settings.SETTINGS"),
    st.just("am broadcast -a ADB_INPUT_TEXT --es msg hi"),
    st.just("ime set com.android.adbkeyboard/.AdbIME"),
    st.just("sleep 90"),
    st.sampled_from(("dumpsys window", "uiautomator dump", "getprop", "settings list global", "ls /sdcard")),
)


@pytest.fixture
def phone() -> Phone:
    """A phone with all apps."""
    return Phone(installed_apps())


def shell(phone: Phone) -> Callable[..., None]:
    """Return a function that runs command lines on the phone."""
    machine = Shell(phone, lambda: memoryview(bytes(1080 * 2400 * 4)), phone.files)

    def run(*lines: str) -> None:
        for line in lines:
            machine.run(line)

    return run


def tainted(phone: Phone) -> dict[str, str]:
    """Return the tainted paths and the commands that wrote them, as a control connection reads them."""
    return dict(phone.read().get("system", {}).get("tainted", {}))


def toggle_airplane_mode(phone: Phone) -> None:
    """Tap the switch for airplane mode in Settings."""
    switch = next(
        node
        for node in parse(phone.dump()).walk()
        if node.clickable
        and any("airplane" in child.text.casefold() for child in node.walk())
        and not any("wi‑fi" in child.text.casefold() or "wi-fi" in child.text.casefold() for child in node.walk())
    )
    phone.touch_tap(*switch.center)


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("settings put global airplane_mode_on 1", AIRPLANE),
        ("cmd connectivity airplane-mode enable", AIRPLANE),
        ("sh -c 'settings put global airplane_mode_on 1'", AIRPLANE),
        ("x=settings; $x put global airplane_mode_on 1", AIRPLANE),
        (
            "content call --uri content://settings --method PUT_global --arg airplane_mode_on --extra value:s:1",
            AIRPLANE,
        ),
        ("svc wifi disable", "settings/global/wifi_on"),
        ("settings delete global ntp_server", "settings/global/ntp_server"),
        (EVENT, "calendar/events/34/title"),
        ("content delete --uri content://com.android.calendar/events --where _id=1", "calendar/events/-"),
        ("echo hi > /sdcard/Documents/note.txt", "files/storage/Documents/note.txt"),
        ("rm '/sdcard/Download/wifi at the cabin.txt'", "files/storage/Download/wifi at the cabin.txt"),
    ],
)
def test_a_shell_command_taints_what_it_changes(phone: Phone, line: str, path: str) -> None:
    """Settings, content providers, databases and files that a command line changes are tainted by its name."""
    shell(phone)(line)
    assert tainted(phone).get(path) == line[:120]


def test_a_file_that_is_pushed_is_tainted(phone: Phone) -> None:
    """A file transfer into shared storage is no input; one into a tool's folder changes nothing that is judged."""
    phone.files.write("/data/local/tmp/u2.jar", b"jar")
    phone.files.write("/sdcard/window_dump.xml", b"<hierarchy/>")
    assert tainted(phone) == {}
    phone.files.write("/sdcard/Documents/plan.pdf", b"plan")
    assert tainted(phone) == {"files/storage/Documents/plan.pdf": "file transfer"}


def test_input_that_changes_a_tainted_path_clears_it(phone: Phone) -> None:
    """A switch that a command set is tainted until the user switches it in Settings."""
    run = shell(phone)
    run("settings put global airplane_mode_on 1", "am start -a android.settings.AIRPLANE_MODE_SETTINGS")
    assert list(tainted(phone)) == [AIRPLANE]
    toggle_airplane_mode(phone)
    assert (phone.settings["global"]["airplane_mode_on"], tainted(phone)) == ("0", {})
    toggle_airplane_mode(phone)
    assert (phone.settings["global"]["airplane_mode_on"], tainted(phone)) == ("1", {})


def test_a_command_that_takes_its_change_back_leaves_no_taint(phone: Phone) -> None:
    """A value, a file and a row that are restored by commands are as they were before."""
    shell(phone)(
        "settings put global airplane_mode_on 1",
        "settings put global airplane_mode_on 0",
        "mkdir /sdcard/shots",
        "screencap -p /sdcard/shots/1.png",
        "rm -r /sdcard/shots",
        EVENT,
        "content delete --uri content://com.android.calendar/events --where \"title='Zeppelin'\"",
    )
    assert tainted(phone) == {}


def test_a_command_that_writes_what_input_made_taints_it_again(phone: Phone) -> None:
    """Clearing a path does not protect it from the next command."""
    run = shell(phone)
    run("settings put global airplane_mode_on 1", "am start -a android.settings.AIRPLANE_MODE_SETTINGS")
    toggle_airplane_mode(phone)
    run("settings put global airplane_mode_on 1")
    assert list(tainted(phone)) == [AIRPLANE]


def test_a_reset_forgets_taints_and_a_snapshot_keeps_them(phone: Phone) -> None:
    """Tainted paths are part of the state: preparing a phone leaves none, restoring brings back its own."""
    shell(phone)("settings put global airplane_mode_on 1")
    snapshot = phone.snapshot()
    phone.reset({}, 3)
    assert tainted(phone) == {}
    phone.restore(snapshot)
    assert list(tainted(phone)) == [AIRPLANE]


@settings(max_examples=40, deadline=None)
@given(st.lists(INPUTS, max_size=25), st.booleans(), st.integers(0, 1000))
@example(lines=["clickable 1", "clickable 0", "dumpsys window"], disturbed=False, seed=0)  # an app's drawer is open
def test_input_alone_never_taints(lines: list[str], disturbed: bool, seed: int) -> None:
    """No sequence of taps, keys, text, launches, looks and waiting taints a path that counts, whatever disturbs."""
    phone = Phone(installed_apps())
    phone.reset({"weather": [{"kind": "mix"}]} if disturbed else {}, seed)
    run = shell(phone)
    for line in lines:
        name, _, number = line.partition(" ")
        if name == "clickable":
            nodes = [node for node in parse(phone.dump()).walk() if node.clickable]
            if nodes:
                run("input tap {} {}".format(*nodes[int(number) % len(nodes)].center))
        elif name == "launch":
            run(f"monkey -p {phone.apps[int(number) % len(phone.apps)].package} 1")
        else:
            run(line)
    assert set(tainted(phone)) <= {"settings/secure/default_input_method"}


# -- lists ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """A record of the lists below."""

    id: str
    text: str = ""


ROWS = st.lists(st.builds(Row, st.sampled_from("abcdef"), st.sampled_from(("", "x", "y"))), max_size=6).map(tuple)


def paths(taints: tuple[Taint, ...]) -> set[str]:
    """Return the paths as text."""
    return {"/".join(taint.path) for taint in taints}


def test_a_taint_moves_with_its_item() -> None:
    """Input that removes an earlier item does not clear what a command wrote in a later one."""
    before = {"app": (Row("a"), Row("b"))}
    written = {"app": (Row("a"), Row("b", "cheat"))}
    taints = update_taints((), before, written, "shell", "cheat")
    assert paths(taints) == {"app/1/text"}
    moved = {"app": (Row("b", "cheat"),)}
    taints = update_taints(taints, written, moved, "input")
    assert paths(taints) == {"app/0/text"}
    assert update_taints(taints, moved, {"app": (Row("b", "mine"),)}, "input") == ()


def test_a_new_item_is_tainted_in_each_part() -> None:
    """Input that changes one part of an item that a command added clears that part only."""
    added = {"app": (Row("a", "cheat"),)}
    taints = update_taints((), {"app": ()}, added, "shell", "cheat")
    assert paths(taints) == {"app/0/id", "app/0/text"}
    assert paths(update_taints(taints, added, {"app": (Row("a", "mine"),)}, "input")) == {"app/0/id"}


def test_time_neither_taints_nor_clears() -> None:
    """The clock may change a tainted path; it remains tainted, and no other becomes so."""
    written: dict[str, Any] = {"app": {"timer": 5, "other": 1}}
    taints = update_taints((), {"app": {"timer": 0, "other": 1}}, written, "shell", "cheat")
    assert paths(update_taints(taints, written, {"app": {"timer": 4, "other": 2}}, "clock")) == {"app/timer"}


@given(ROWS, ROWS, ROWS)
def test_a_command_taints_exactly_when_it_changes_something(first: Any, second: Any, third: Any) -> None:
    """Every difference that a command makes is tainted, none is if it makes none, and input adds none."""
    before, after, later = ({"app": rows} for rows in (first, second, third))
    taints = update_taints((), before, after, "shell", "cheat")
    assert bool(taints) == (sorted(map(repr, first)) != sorted(map(repr, second)))
    followed = update_taints(taints, after, later, "input")
    assert len(followed) <= len(taints)
    assert update_taints((), before, after, "input") == ()
    same = changed_paths({"app": list(map(repr, first))}, {"app": list(map(repr, second))}) == ()
    assert not (same and taints)


def test_a_great_many_tainted_paths_become_few() -> None:
    """A command that fills a list taints it as a whole, for good, so that following its items stays cheap."""
    before: dict[str, Any] = {"app": {"rows": (), "on": False}}
    after = {"app": {"rows": tuple(Row(str(number)) for number in range(2000)), "on": True}}
    taints = update_taints((), before, after, "shell", "flood")
    assert paths(taints) == {"app/rows/-", "app/on"}
    more = {"app": {"rows": (*after["app"]["rows"], Row("more")), "on": True}}  # type: ignore[misc]
    assert paths(update_taints(taints, after, more, "shell", "flood")) == {"app/rows/-", "app/on"}
    assert paths(update_taints(taints, after, before, "input")) == {"app/rows/-"}
